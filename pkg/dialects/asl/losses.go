package asl

import "github.com/flowglot/flowglot/pkg/dialects"

// What is lost in asl alone, or in other words than elsewhere.
var (
	lossNoLimit = dialects.LossRule{ID: "convert/no-time-limit", Level: dialects.Approximated,
		Affects: dialects.Time | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What:   "a task without a timeout gets the largest that asl of 2016 allows",
		Remedy: "give the task a timeout"}
	lossWaitLength = dialects.LossRule{ID: "convert/wait-length", Level: dialects.Approximated, Affects: dialects.Time,
		What:   "a wait is rounded to whole seconds",
		Remedy: "check that a second more or less does not matter"}
	lossOccurrenceData = dialects.LossRule{ID: "convert/occurrence-data", Level: dialects.Dropped,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome, Data: dialects.Any,
		What:   "the data of an awaited event or request is not merged into the document",
		Remedy: "merge the data in the task that follows"}
	lossErrorMatch = dialects.LossRule{ID: "convert/error-match", Level: dialects.Approximated,
		Affects: dialects.ErrorName | dialects.Outcome | dialects.Attempts | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What:   "a handler of errors without a name also handles all other unhandled errors of the task",
		Remedy: "give the errors of the task names, and handle them by their names"}
)

// LossRules implements dialects.Dialect.
func (Dialect) LossRules() []*dialects.LossRule {
	return []*dialects.LossRule{&lossNoLimit, &lossWaitLength, &lossOccurrenceData, &lossErrorMatch}
}
