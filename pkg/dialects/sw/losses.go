package sw

import "github.com/flowglot/flowglot/pkg/dialects"

// The causes of losses that only this dialect knows as a target. Its filters pass over what selects nothing, and keep the
// name of what is selected by a single one (sw: "State Data Filter").
var (
	lossSelectedName = dialects.LossRule{ID: "convert/selected-name", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome, Data: dialects.Any,
		What: "what a path selects by a single name keeps that name, and does not stand by itself"}
	lossNothingSelected = dialects.LossRule{ID: "convert/nothing-selected", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.ErrorName | dialects.Time, Data: dialects.Any,
		What: "a path that selects nothing is no error: all of the document is taken"}
	lossTimeLimit = dialects.LossRule{ID: "convert/time-limit", Level: dialects.Approximated,
		Affects: dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "a time limit bounds something else than it did, or leads elsewhere"}
	lossFurther = dialects.LossRule{ID: "convert/further-token", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.Order | dialects.Time, Data: dialects.Any,
		What: "what a timer starts beside its step ends when the step does, and does not share its data"}
	lossDeadEnd = dialects.LossRule{ID: "convert/dead-end", Level: dialects.Approximated, Affects: dialects.Outcome,
		What: "what stays where no way leads on waits for an event that nobody sends"}
	lossUnreachable = dialects.LossRule{ID: "convert/unreachable", Level: dialects.Dropped, Affects: dialects.Texts,
		What: "what no way leads to is not written"}
	lossNamedRequest = dialects.LossRule{ID: "convert/named-request", Level: dialects.Approximated,
		Affects: dialects.Inputs | dialects.Output, Data: dialects.Includes,
		What: "the name of the transition that was asked for stays in the document"}
	lossUpdates = dialects.LossRule{ID: "convert/updates", Level: dialects.Dropped,
		Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.Order | dialects.Time, Data: dialects.Any,
		What: "changes of the data of an entity from outside are not taken, and no transition follows from them"}
	lossLimits = dialects.LossRule{ID: "convert/limits", Level: dialects.Dropped, Affects: dialects.Outcome | dialects.Time | dialects.Order | dialects.Output, Data: dialects.Any,
		What: "nothing bounds how often a request may come to a state"}
	lossSelection = dialects.LossRule{ID: "convert/workflow-selection", Level: dialects.Approximated,
		Affects: dialects.Outcome | dialects.Inputs | dialects.Output | dialects.Order | dialects.Time, Data: dialects.Any,
		What: "the workflow of an entity is chosen once, and not anew for each request"}
	lossFile = dialects.LossRule{ID: "convert/file", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output | dialects.Outcome, Data: dialects.Any,
		What: "a file is read or written by a function"}
	lossFollowing = dialects.LossRule{ID: "convert/following-workflow", Level: dialects.Approximated, Affects: dialects.Outcome | dialects.Time | dialects.Output, Data: dialects.Any,
		What: "the workflow that follows is called before the end, and what comes of it is merged"}
	lossQuestion = dialects.LossRule{ID: "convert/question", Level: dialects.Dropped, Affects: dialects.Order | dialects.Time | dialects.Outcome | dialects.Inputs | dialects.Output, Data: dialects.Any,
		What: "a task whose answer decides about a transition is not asked, and the transition is not taken"}
)
