package workflow

// A Function is how a task calls a function that its payload names. The answer of the task is an object with the answer of the
// function in it.
type Function struct {
	// Name and Input are the members of the payload with the name of the function and what it gets, and Answer that of the answer
	// with what the function answered.
	Name, Input, Answer string
	// Plain are other members that a payload may have with these values, which change nothing.
	Plain map[string]string
	// Of returns what people call a function, and its address where it has one, given what the payload has as its name. Both are empty for
	// a text that names none.
	Of func(text string) (name, address string)
	// Through is the task of the service, where the call was made one of the function itself. Stubs answer it still, in the service's form.
	Through string
}
