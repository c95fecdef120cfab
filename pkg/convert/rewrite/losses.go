package rewrite

import "github.com/flowglot/flowglot/pkg/dialects"

// A rule describes what a loss changes by itself: this answer, this input, these attempts. What follows from that is for who compares
// the two sides to find out.
var (
	lossMergedResult = dialects.LossRule{ID: "convert/merged-result", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Includes,
		What:   "an answer that replaces the document, or is dropped, is merged into it: members that were there stay",
		Remedy: "read the members that the answer has, and let no later step rely on the absence of others"}
	lossResultPlace = dialects.LossRule{ID: "convert/result-place", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Any, Moves: true,
		What:   "an answer is stored at another place of the document",
		Remedy: "let the worker put its answer under the member that the source stores it at"}
	lossSelectedInput = dialects.LossRule{ID: "convert/selected-input", Level: dialects.Approximated, Affects: dialects.Inputs, Data: dialects.Any,
		What:   "a task gets the whole document, as the worker cannot select its input by paths",
		Remedy: "let the worker compute its input from the document"}
	lossOutputSelection = dialects.LossRule{ID: "convert/output-selection", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Any,
		What:   "the selection of the document for the next step is dropped: the next step gets the whole document",
		Remedy: "select the part in the worker that reads it"}
	lossParameters = dialects.LossRule{ID: "convert/parameters", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Parameters, Data: dialects.Any,
		What:   "the fixed parameters of a task are members of its input",
		Remedy: "read the parameters from the input of the worker"}
	lossParametersDropped = dialects.LossRule{ID: "convert/parameters-dropped", Level: dialects.Dropped, Affects: dialects.Parameters, Data: dialects.Same,
		What:   "the fixed parameters of a task are dropped",
		Remedy: "configure the worker with the parameters"}
	lossBesideAnswers = dialects.LossRule{ID: "convert/beside-answers", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Part,
		What:   "what calls beside a step answer is lost where a timer interrupts the step",
		Remedy: "let no step after that timer rely on these answers"}
	lossHandler = dialects.LossRule{ID: "convert/error-handler", Level: dialects.Dropped, Affects: dialects.Outcome | dialects.ErrorName, Data: dialects.Same, OnFailure: true,
		What:   "an error handler is dropped: the failure ends the workflow",
		Remedy: "let the worker handle the error, and answer as the handler would have done"}
	lossErrorAsData = dialects.LossRule{ID: "convert/error-as-data", Level: dialects.Approximated, Affects: dialects.Outcome | dialects.ErrorName, Data: dialects.Same, OnFailure: true,
		What:   "an error handler handles what the worker answers instead of failing; an error that it does not answer ends the workflow",
		Remedy: "let the worker answer the error as the contract states"}
	lossRetry = dialects.LossRule{ID: "convert/retry", Level: dialects.Dropped, Affects: dialects.Attempts | dialects.Outcome | dialects.ErrorName, Data: dialects.Same, OnFailure: true,
		What:   "the retries of a task are dropped: its first failure counts",
		Remedy: "let the worker retry by itself"}
	lossRetryErrors = dialects.LossRule{ID: "convert/retry-errors", Level: dialects.Approximated, Affects: dialects.Attempts | dialects.Time, Data: dialects.Same, OnFailure: true,
		What:   "a task is retried after any error, and not only after some",
		Remedy: "let the worker fail only with errors that should be retried"}
	lossRetryInterval = dialects.LossRule{ID: "convert/retry-interval", Level: dialects.Approximated, Affects: dialects.Time, Data: dialects.Same, OnFailure: true,
		What:   "a task is retried after other delays",
		Remedy: "let the worker wait between its own attempts, if the delay matters"}
	lossTimeout = dialects.LossRule{ID: "convert/timeout", Level: dialects.Dropped, Affects: dialects.Outcome | dialects.ErrorName | dialects.Time, Data: dialects.Same, OnFailure: true,
		What:   "a time limit is dropped",
		Remedy: "limit the time in the worker, or in the engine that runs the workflow"}
	lossSchedule = dialects.LossRule{ID: "convert/schedule", Level: dialects.Dropped, Affects: dialects.Outcome | dialects.ErrorName | dialects.Time, Data: dialects.Same,
		What:   "the schedule of a workflow is dropped",
		Remedy: "start the workflow from a scheduler"}
	lossFollows = dialects.LossRule{ID: "convert/next-workflow", Level: dialects.Dropped, Affects: dialects.Outcome | dialects.Output | dialects.Time, Data: dialects.Same,
		What:   "the workflow that follows is not started",
		Remedy: "start the next workflow from the last task, or from the engine"}
	lossUnreached = dialects.LossRule{ID: "convert/unreached-elements", Level: dialects.Dropped, Affects: dialects.Outcome, Data: dialects.Same,
		What:   "elements that only dropped parts lead to are left out",
		Remedy: "remove the elements, or add another path to them"}
	lossExpression = dialects.LossRule{ID: "convert/expression", Level: dialects.Dropped, Affects: dialects.Inputs | dialects.Output, Data: dialects.Any,
		What:   "an expression is dropped, as the target has no counterpart",
		Remedy: "compute the value in a worker"}
)
