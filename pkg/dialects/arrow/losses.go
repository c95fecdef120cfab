package arrow

import "github.com/flowglot/flowglot/pkg/dialects"

// The causes of losses that arrow alone knows.
var (
	lossNoWayOn = dialects.LossRule{ID: "convert/no-way-on", Level: dialects.Dropped,
		Affects: dialects.Outcome | dialects.ErrorName | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "where nothing leads on, a run fails or stops for good, and the flow hands on what it has"}
	lossPathError = dialects.LossRule{ID: "convert/path-error", Level: dialects.Dropped,
		Affects: dialects.Outcome | dialects.ErrorName | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "a path that selects nothing is an error, and none in the flow"}
	lossStandIn = dialects.LossRule{ID: "convert/stand-in", Level: dialects.Approximated,
		Affects: dialects.Outcome | dialects.ErrorName | dialects.Inputs | dialects.Output | dialects.Time, Data: dialects.Any,
		What: "a task stands in for what a flow cannot do by itself"}
)
