package sw

import (
	"iter"
	"slices"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

var duplicateName = rule{Rule: diag.Rule{
	ID:       "sw/duplicate-name",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "two states, functions, events or branches have the same name",
	Why:      "A reference to the name is ambiguous: flowglot uses the first, other tools may use the last.",
	Source:   `sw: "Function Definition", "Event Definition", "State Definition", "Transitions"`,
}, Checks: whole(checkNames)}

var duplicateAction = rule{Rule: diag.Rule{
	ID:       "sw/duplicate-action-name",
	Severity: diag.Warning,
	Summary:  "two actions of a state have the same name",
	Why:      "The names of actions are unique; logs and drawings cannot distinguish these two.",
	Source:   `sw: "Action Definition"`,
}, Checks: eachState(checkActionNames)}

var unusedFunction = rule{Rule: diag.Rule{
	ID:       "sw/unused-function",
	Severity: diag.Warning,
	Summary:  "a function is defined and never called",
	Why: "It is left over, or an action that should call it does not. A workflow called by this one may use its functions; in " +
		"that case, disable the rule.",
	Source: `sw: "Function Definition", "SubFlow State"`,
}, Checks: whole(checkUnusedFunctions)}

var unusedEvent = rule{Rule: diag.Rule{
	ID:       "sw/unused-event",
	Severity: diag.Warning,
	Summary:  "an event is defined and never used",
	Why:      "Nothing awaits or produces it. It is left over, or a state that should use it does not.",
	Source:   `sw: "Event Definition", "SubFlow State"`,
}, Checks: whole(checkUnusedEvents)}

var sourceRule = rule{Rule: diag.Rule{
	ID:       "sw/event-source",
	Severity: diag.Error,
	Summary:  "a consumed event has no source",
	Why:      "Incoming events are matched by source and type, so both are required.",
	Source:   `sw: "Event Definition"`,
}, Checks: whole(checkSources)}

var correlationRule = rule{Rule: diag.Rule{
	ID:       "sw/unused-correlation",
	Aliases:  []string{"sw/correlation-without-effect"},
	Severity: diag.Warning,
	Summary:  "a produced event has correlation rules",
	Why:      "Correlation finds the instance that an incoming event belongs to. It has no effect on outgoing events.",
	Source:   `sw: "Event Definition", "Correlation Definition"`,
}, Checks: whole(checkCorrelation)}

// repeated gives each text that was there before, and the first one with its value.
func repeated(texts []*Text) iter.Seq2[*Text, *Text] {
	return func(yield func(*Text, *Text) bool) {
		first := make(map[string]*Text, len(texts))
		for _, t := range texts {
			if t == nil || t.Value == "" {
				continue
			}
			if before := first[t.Value]; before == nil || before.Node == t.Node {
				first[t.Value] = t
			} else if !yield(t, before) {
				return
			}
		}
	}
}

// sameName reports that two of a kind have one name.
func (c *checker) sameName(kind string, t, before *Text) {
	d := c.Report(t.Node.Span, "two %s have the name %s", kind, quote(t.Value))
	d.Help = "give one of them another name"
	d.Related = c.Related(before.Node.Span, "the first one")
}

// unique reports the names of a kind that were there before.
func (c *checker) unique(kind string, names []*Text) {
	for t, before := range repeated(names) {
		c.sameName(kind, t, before)
	}
}

func checkNames(c *checker, w *Workflow) {
	var functions, events []*Text
	names, ids := make([]*Text, 0, len(w.States)), make([]*Text, 0, len(w.States))
	for _, s := range w.States {
		names, ids = append(names, s.Name), append(ids, s.ID)
		if len(s.Branches) == 0 {
			continue
		}
		var branches []*Text
		for _, b := range s.Branches {
			branches = append(branches, b.Name)
		}
		c.unique("branches of "+s.String(), branches)
	}
	for _, f := range w.Functions {
		functions = append(functions, f.Name)
	}
	for _, e := range w.Events {
		events = append(events, e.Name)
	}
	c.unique("functions", functions)
	c.unique("events", events)
	for t, before := range repeated(names) {
		c.sameName("states", t, before)
		c.Misnamed()
	}
	c.uniqueIDs(w, ids)
}

// uniqueIDs reports ids that two states have, and one that is the name of another state.
func (c *checker) uniqueIDs(w *Workflow, ids []*Text) {
	first := make(map[string]*Text, len(ids))
	for i, id := range ids {
		if id == nil || id.Value == "" {
			continue
		}
		other := w.names[id.Value]
		switch before := first[id.Value]; {
		case before != nil && before.Node != id.Node:
			c.Report(id.Node.Span, "two states have the id %s", quote(id.Value)).Related = c.Related(before.Node.Span, "the first one")
		case other != nil && other != w.States[i]:
			c.Report(id.Node.Span, "the id of %s is the name of another state", w.States[i]).Related = c.Related(other.Name.Node.Span, "the other state")
		}
		first[id.Value] = id
	}
}

func checkActionNames(c *checker, s *State) {
	lists := [][]*Action{s.Actions}
	for _, x := range s.EventsActions {
		lists = append(lists, x.Actions)
	}
	for _, b := range s.Branches {
		lists = append(lists, b.Actions)
	}
	for _, actions := range lists {
		var names []*Text
		for _, a := range actions {
			names = append(names, a.Name)
		}
		c.unique("actions of "+s.String(), names)
	}
}

// parted reports whether parts of a definition are missing or could not be read, which might use what nothing else does.
func (c *checker) parted() bool {
	return slices.ContainsFunc(c.List, func(d diag.Diagnostic) bool {
		return d.Rule == wrongType.ID || d.Rule == missingField.ID
	})
}

func checkUnusedFunctions(c *checker, w *Workflow) {
	if c.parted() {
		return
	}
	for _, f := range w.Functions {
		if f.Name != nil && f.Name.Value != "" && !f.used && w.functions[f.Name.Value] == f {
			c.Report(f.Name.Node.Span, "the function %s is never called", quote(f.Name.Value)).Help = "call it, or remove it"
		}
	}
}

func checkUnusedEvents(c *checker, w *Workflow) {
	if c.parted() {
		return
	}
	for _, e := range w.Events {
		if e.Name != nil && e.Name.Value != "" && !e.used && w.events[e.Name.Value] == e {
			c.Report(e.Name.Node.Span, "the event %s is neither awaited nor produced", quote(e.Name.Value)).Help = "use it, or remove it"
		}
	}
}

func checkSources(c *checker, w *Workflow) {
	for _, e := range w.Events {
		if e.Node.Kind != source.Object || e.Produced() || c.Member(e.Node, "source") != nil || e.Kind == nil && c.Member(e.Node, "kind") != nil {
			continue
		}
		at, name := c.Head(e.Node), "an event"
		if e.Name != nil {
			at, name = e.Name.Node.Span, "the event "+quote(e.Name.Value)
		}
		c.Report(at, `%s has no "source"`, name).Help = `add the source, or "kind": "produced"`
	}
}

func checkCorrelation(c *checker, w *Workflow) {
	for _, e := range w.Events {
		if e.Produced() && e.Correlation != nil && e.Name != nil {
			c.Report(e.Correlation.KeySpan, "the correlation of the produced event %s has no effect", quote(e.Name.Value)).Help = "remove it"
		}
	}
}
