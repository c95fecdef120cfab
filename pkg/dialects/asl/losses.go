package asl

import "github.com/flowglot/flowglot/pkg/dialects"

// What is lost in asl alone, or in other words than elsewhere.
var (
	lossWaitLength = dialects.LossRule{ID: "convert/wait-length", Level: dialects.Approximated, Affects: dialects.Time,
		What: "a wait is rounded to whole seconds", Remedy: "write the wait in whole seconds"}
	lossEventDetail = dialects.LossRule{ID: "convert/event-detail", Level: dialects.Approximated, Affects: dialects.Events,
		What: "an event without data has an empty object as its data, since EventBridge requires a detail", Remedy: "have those who get the event take {} for no data"}
)

// LossRules implements dialects.Dialect.
func (Dialect) LossRules() []*dialects.LossRule {
	return []*dialects.LossRule{&lossWaitLength, &lossEventDetail}
}
