package asl

import "github.com/flowglot/flowglot/pkg/dialects"

// What gets lost in asl alone, or in other words than elsewhere.
var (
	lossNoLimit = dialects.LossRule{ID: "convert/no-time-limit", Level: dialects.Approximated,
		Affects: dialects.Time | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "a task without a time limit has one in asl of 2016, the largest there is"}
	lossWaitLength = dialects.LossRule{ID: "convert/wait-length", Level: dialects.Approximated, Affects: dialects.Time,
		What: "a wait takes a whole number of seconds"}
	lossOccurrenceData = dialects.LossRule{ID: "convert/occurrence-data", Level: dialects.Dropped,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome, Data: dialects.Any,
		What: "data that comes with what is awaited is not merged into the document"}
	lossErrorMatch = dialects.LossRule{ID: "convert/error-match", Level: dialects.Approximated,
		Affects: dialects.ErrorName | dialects.Outcome | dialects.Attempts | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "what handles errors without a name handles all errors of a task that nothing else handles"}
)

// LossRules implements dialects.Dialect.
func (Dialect) LossRules() []*dialects.LossRule {
	return []*dialects.LossRule{&lossNoLimit, &lossWaitLength, &lossOccurrenceData, &lossErrorMatch}
}
