package rewrite

import "github.com/flowglot/flowglot/pkg/dialects"

// A rule says what a loss changes by itself: this answer, this input, these attempts. What follows from that is for who compares
// the two sides to find out.
var (
	lossMergedResult = dialects.LossRule{ID: "convert/merged-result", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Includes,
		What: "an answer that replaces the document, or is dropped, is merged into it: members that were there stay"}
	lossResultPlace = dialects.LossRule{ID: "convert/result-place", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Any, Moves: true,
		What: "an answer gets to another place of the document"}
	lossSelectedInput = dialects.LossRule{ID: "convert/selected-input", Level: dialects.Approximated, Affects: dialects.Inputs, Data: dialects.Any,
		What: "a task gets the whole document, as what was made for it of the document cannot be selected by the worker"}
	lossOutputSelection = dialects.LossRule{ID: "convert/output-selection", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "what was selected to go on is not: the whole document goes on"}
	lossParameters = dialects.LossRule{ID: "convert/parameters", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Parameters, Data: dialects.Includes,
		What: "the fixed parameters of a task are members of its input"}
	lossParametersDropped = dialects.LossRule{ID: "convert/parameters-dropped", Level: dialects.Dropped, Affects: dialects.Parameters, Data: dialects.Same,
		What: "the fixed parameters of a task are dropped"}
	lossHandler = dialects.LossRule{ID: "convert/error-handler", Level: dialects.Dropped, Affects: dialects.Outcome | dialects.ErrorName, Data: dialects.Same, OnFailure: true,
		What: "an error handler is dropped: the failure ends the workflow"}
	lossErrorAsData = dialects.LossRule{ID: "convert/error-as-data", Level: dialects.Approximated, Affects: dialects.Outcome | dialects.ErrorName, Data: dialects.Same, OnFailure: true,
		What: "an error handler handles what the worker answers in place of failing; an error that it does not answer ends the workflow"}
	lossRetry = dialects.LossRule{ID: "convert/retry", Level: dialects.Dropped, Affects: dialects.Attempts | dialects.Outcome | dialects.ErrorName, Data: dialects.Same, OnFailure: true,
		What: "the retries of a task are dropped: its first failure counts"}
	lossRetryErrors = dialects.LossRule{ID: "convert/retry-errors", Level: dialects.Approximated, Affects: dialects.Attempts | dialects.Time, Data: dialects.Same, OnFailure: true,
		What: "a task is retried after any error, and not only after some"}
	lossRetryInterval = dialects.LossRule{ID: "convert/retry-interval", Level: dialects.Approximated, Affects: dialects.Time, Data: dialects.Same, OnFailure: true,
		What: "a task is retried after other delays"}
	lossTimeout = dialects.LossRule{ID: "convert/timeout", Level: dialects.Dropped, Affects: dialects.Outcome | dialects.ErrorName | dialects.Time, Data: dialects.Same, OnFailure: true,
		What: "a time limit is dropped"}
	lossSchedule = dialects.LossRule{ID: "convert/schedule", Level: dialects.Dropped, Affects: dialects.Outcome | dialects.ErrorName | dialects.Time, Data: dialects.Same,
		What: "the schedule of a workflow is dropped"}
	lossFollows = dialects.LossRule{ID: "convert/next-workflow", Level: dialects.Dropped, Affects: dialects.Outcome | dialects.Output | dialects.Time, Data: dialects.Same,
		What: "the workflow that follows is not started"}
	lossUnreached = dialects.LossRule{ID: "convert/unreached-elements", Level: dialects.Dropped, Affects: dialects.Outcome, Data: dialects.Same,
		What: "elements are left out, as only what is dropped leads to them"}
	lossExpression = dialects.LossRule{ID: "convert/expression", Level: dialects.Dropped, Affects: dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "an expression is dropped, as the target has no counterpart"}
)
