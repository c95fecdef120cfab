package workflow

// A Child is how a task runs another workflow of the program, which its payload names, as a run of its own.
type Child struct {
	// Of returns the id of the workflow that a payload names, and the input of its run. It reports false if the payload names none;
	// the task is then one like any other, and so is one that names a workflow which is not in the program.
	Of func(payload any) (id string, input any, ok bool)
	// Answer makes the answer of the task of the end of a run that succeeded.
	Answer func(payload any, o *RunOutcome) any
	// Failure makes the error of the task of the end of a run that failed.
	Failure func(payload any, o *RunOutcome) (name, cause string)
}
