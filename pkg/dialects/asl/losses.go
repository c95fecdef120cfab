package asl

import "github.com/flowglot/flowglot/pkg/dialects"

// What gets lost in asl alone, or in other words than elsewhere.
var (
	lossNoLimit = dialects.LossRule{ID: "convert/no-time-limit", Level: dialects.Approximated,
		Affects: dialects.Time | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "a task without a time limit has one in asl of 2016, the largest there is"}
	lossTimeLimit = dialects.LossRule{ID: "convert/time-limit", Level: dialects.Approximated,
		Affects: dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "a time limit is another one: in whole seconds, or for each attempt by itself"}
	lossWaitLength = dialects.LossRule{ID: "convert/wait-length", Level: dialects.Approximated, Affects: dialects.Time,
		What: "a wait takes a whole number of seconds"}
	lossDeadEnd = dialects.LossRule{ID: "convert/dead-end", Level: dialects.Approximated,
		Affects: dialects.Outcome | dialects.Time | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "what would stay where it is for ever comes to an end"}
	lossOccurrenceData = dialects.LossRule{ID: "convert/occurrence-data", Level: dialects.Dropped,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome, Data: dialects.Any,
		What: "data that comes with what is awaited is not merged into the document"}
	lossInputPart = dialects.LossRule{ID: "convert/input-part", Level: dialects.Approximated, Affects: dialects.Inputs, Data: dialects.Any,
		What: "a task gets the whole document, and not what is made of it for the event that calls it"}
	lossRequests = dialects.LossRule{ID: "convert/requests", Level: dialects.Dropped,
		Affects: dialects.Outcome | dialects.Time | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "an entity is not updated, and its workflow is not chosen again by each request"}
	lossLimits = dialects.LossRule{ID: "convert/request-limits", Level: dialects.Dropped,
		Affects: dialects.Outcome | dialects.Time | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "how often a request may move an entity is not bounded"}
	lossLayers = dialects.LossRule{ID: "convert/layers", Level: dialects.Approximated,
		Affects: dialects.Order | dialects.Time | dialects.Outcome | dialects.ErrorName, Data: dialects.Same,
		What: "what needs each other in other ways than blocks do runs in layers, each of which waits for the one before"}
	lossSchedule = dialects.LossRule{ID: "convert/schedule", Level: dialects.Dropped,
		Affects: dialects.Time | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "when a workflow may be started is not said"}
	lossFile = dialects.LossRule{ID: "convert/file", Level: dialects.Approximated,
		Affects: dialects.Time | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "a task stands in for a file that is read or written"}
)
