package sw

import (
	"cmp"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

var noStart = rule{Rule: diag.Rule{
	ID:       "sw/missing-start",
	Aliases:  []string{"sw/no-start"},
	Severity: diag.Error,
	Summary:  "no start state",
	Why:      "One state has to declare \"start\". The order of the states has no meaning.",
	Source:   `sw: "Start Definition"`,
}, Checks: whole(checkStart)}

var severalStarts = rule{Rule: diag.Rule{
	ID:       "sw/multiple-starts",
	Aliases:  []string{"sw/several-starts"},
	Severity: diag.Error,
	Summary:  "several start states",
	Why:      "An instance starts in one state, so a workflow declares one start.",
	Source:   `sw: "Start Definition"`,
}, Checks: whole(checkSeveralStarts)}

var noWayOut = rule{Rule: diag.Rule{
	ID:       "sw/missing-transition",
	Aliases:  []string{"sw/no-way-out"},
	Severity: diag.Error,
	Summary:  "a state has neither a transition nor an end",
	Why:      "Nothing defines what follows the state.",
	Source:   `sw: "Transitions", "End Definition"`,
}, Checks: eachState(checkWayOut)}

var bothWays = rule{Rule: diag.Rule{
	ID:       "sw/transition-and-end",
	Aliases:  []string{"sw/both-ways-out"},
	Severity: diag.Error,
	Summary:  "a state has a transition and an end",
	Why:      "Either another state follows, or the workflow ends; a state cannot have both.",
	Source:   `sw: "Transitions", "End Definition"`,
}, Checks: eachState(checkBothWays)}

var eventTimeout = rule{Rule: diag.Rule{
	ID:       "sw/event-timeout",
	Severity: diag.Error,
	Summary:  "an event switch without a timeout, or a data switch with one",
	Why: "A switch on events takes its default when \"eventTimeout\" is over. A switch on data does not " +
		"wait.",
	Source: `sw: "Switch State"`,
	Levels: "a warning where the field is there without effect",
}, Checks: eachState(checkEventTimeout)}

var timeoutIgnored = rule{Rule: diag.Rule{
	ID:       "sw/ignored-timeout",
	Aliases:  []string{"sw/timeout-ignored"},
	Severity: diag.Warning,
	Summary:  "the timeout of a starting state that waits for any event has no effect",
	Why: "The timeout would start with the instance, which any of the events creates. Only if all events are required " +
		"(\"exclusive\": false) does the timeout limit the time between them.",
	Source: `sw: "Event State: Timeout"`,
}, Checks: eachState(checkTimeoutIgnored)}

var alternatives = rule{Rule: diag.Rule{
	ID:       "sw/exclusive-fields",
	Aliases:  []string{"sw/alternatives"},
	Severity: diag.Error,
	Summary:  "both or none of two alternative fields",
	Why: "An action calls a function or uses events; a branch or an iteration has actions or calls a workflow; a switch tests " +
		"data or awaits events; a schedule has an interval or a cron expression. Exactly one of the two is required.",
	Source: `sw: "Action Definition", "Parallel State: Branch", "ForEach State", "Switch State", "Schedule Definition"`,
}, Checks: eachState(checkAlternatives)}

var completionCount = rule{Rule: diag.Rule{
	ID:       "sw/completion-count",
	Severity: diag.Error,
	Summary:  "invalid completion count",
	Why:      "With \"n_of_m\" the state completes when \"n\" of its branches are done: at least one, at most all of them.",
	Source:   `sw: "Parallel State"`,
	Levels:   "a warning where \"n\" is there without effect",
}, Checks: eachState(checkCompletion)}

var callsItself = rule{Rule: diag.Rule{
	ID:       "sw/recursive-workflow",
	Aliases:  []string{"sw/calls-itself"},
	Severity: diag.Error,
	Summary:  "a workflow calls itself",
	Why:      "Every instance would start another one, forever.",
	Source:   `sw: "Parallel State: Branch", "ForEach State", "SubFlow State"`,
}, Checks: eachState(checkCallsItself)}

var sameKey = rule{Rule: diag.Rule{
	ID:       "sw/same-key",
	Severity: diag.Warning,
	Summary:  "two parallel actions write the same data",
	Why: "Results are merged in the order in which the actions finish, so which of the two remains depends on how long they " +
		"take.",
	Source: `sw: "State data filtering - Using multiple filters"`,
}, Checks: eachState(checkSameKey)}

func checkStart(c *checker, w *Workflow) {
	if w.Start() == nil && w.StatesNode != nil && w.StatesNode.Kind == source.Array && len(w.States) == len(w.StatesNode.Items) {
		at := c.Member(w.Node, "states").KeySpan
		c.Report(at, "the workflow has no start state").Help = `add "start": {"kind": "default"} to one state`
	}
}

func checkSeveralStarts(c *checker, w *Workflow) {
	first := w.Start()
	for _, s := range w.States {
		if s.StartNode != nil && s != first {
			c.Report(c.Member(s.Node, "start").KeySpan, "%s is a second start state; the first is %s", s, first).
				Related = c.Related(c.Member(first.Node, "start").KeySpan, "the first start")
		}
	}
}

// leaves reports whether a state has to have a transition of its own.
func leaves(s *State) bool { return s.Type != Switch && s.Type != NoType }

func checkWayOut(c *checker, s *State) {
	if leaves(s) && c.Member(s.Node, "transition") == nil && c.Member(s.Node, "end") == nil {
		c.Report(s.at(&c.Findings), "%s has neither a transition nor an end", s).Help = `add a "transition" to the next state, or "end": {"kind": "default"}`
	}
}

func checkBothWays(c *checker, s *State) {
	end, next := c.Member(s.Node, "end"), c.Member(s.Node, "transition")
	if leaves(s) && end != nil && next != nil {
		d := c.Report(end.KeySpan, "%s has a transition and an end", s)
		d.Help = "remove one of them"
		d.Related = c.Related(next.KeySpan, "the transition")
	}
}

func checkEventTimeout(c *checker, s *State) {
	timeout := c.Member(s.Node, "eventTimeout")
	events := c.Member(s.Node, "eventConditions")
	switch {
	case s.Type != Switch:
	case events != nil && timeout == nil && c.Member(s.Node, "dataConditions") == nil:
		c.Report(events.KeySpan, `%s waits for events but has no "eventTimeout"`, s)
	case events == nil && timeout != nil && c.Member(s.Node, "dataConditions") != nil:
		d := c.Report(timeout.KeySpan, `"eventTimeout" has no effect in %s, which tests data`, s)
		d.Severity, d.Help = diag.Warning, "remove it"
	}
}

func checkTimeoutIgnored(c *checker, s *State) {
	if m := c.Member(s.Node, "timeout"); s.Type == EventState && m != nil && s.StartNode != nil && (s.Exclusive == nil || s.Exclusive.Value) {
		c.Report(m.KeySpan, "the timeout of %s has no effect: any of its events starts the workflow", s).
			Help = `remove it, or set "exclusive": false if all events are required`
	}
}

// alternative reports an object that has both of two fields, or neither, under any of their names. What it may lack is reported
// by who.
func (c *checker) alternative(n *source.Node, in place, who, first, second string, at source.Span) {
	if n == nil || n.Kind != source.Object {
		return
	}
	a, b := cmp.Or(member(n, in, first), c.Member(n, first)), cmp.Or(member(n, in, second), c.Member(n, second))
	switch {
	case a != nil && b != nil:
		later, other := a, b
		if b.KeySpan.Start > a.KeySpan.Start {
			later, other = b, a
		}
		c.Report(later.KeySpan, "%s has both %s and %s; use one of them", who, quote(first), quote(second)).
			Related = c.Related(other.KeySpan, "the other one")
	case a == nil && b == nil:
		c.Report(at, "%s has neither %s nor %s", who, quote(first), quote(second))
	}
}

func checkAlternatives(c *checker, s *State) {
	for _, a := range s.allActions() {
		c.alternative(a.Node, inAction, "an action of "+s.String(), "functionRef", "eventRef", c.Head(a.Node))
	}
	for _, b := range s.Branches {
		c.alternative(b.Node, inBranch, "a branch of "+s.String(), "actions", "workflowId", c.Head(b.Node))
	}
	switch s.Type {
	case ForEach:
		c.alternative(s.Node, inForEach, s.String(), "actions", "workflowId", s.at(&c.Findings))
	case Switch:
		c.alternative(s.Node, inSwitch, s.String(), "dataConditions", "eventConditions", s.at(&c.Findings))
	}
	if s.Schedule != nil {
		c.alternative(s.Schedule.Node, inSchedule, "the schedule of "+s.String(), "interval", "cron", c.Head(s.Schedule.Node))
	}
}

// allActions returns the actions of a state and of its parts.
func (s *State) allActions() []*Action {
	out := append([]*Action(nil), s.Actions...)
	for _, x := range s.EventsActions {
		out = append(out, x.Actions...)
	}
	for _, b := range s.Branches {
		out = append(out, b.Actions...)
	}
	if s.Action != nil {
		out = append(out, s.Action)
	}
	return out
}

const someOf = "n_of_m"

func checkCompletion(c *checker, s *State) {
	if s.Type != Parallel {
		return
	}
	some := s.Completion != nil && s.Completion.Value == someOf
	n := c.Member(s.Node, "n")
	switch {
	case some && n == nil:
		c.Report(s.Completion.Node.Span, `%s has the completion type "n_of_m" but no "n"`, s).Help = `set "n" to the number of branches that have to complete`
	case some && s.N != nil && s.N.Value > len(s.Branches) && c.Member(s.Node, "branches") != nil:
		c.Report(s.N.Node.Span, "%s waits for %d of its branches, but has only %d", s, s.N.Value, len(s.Branches))
	case n != nil && !some && (s.Completion != nil || c.Member(s.Node, "completionType") == nil):
		d := c.Report(n.KeySpan, `"n" has no effect in %s, whose "completionType" is not "n_of_m"`, s)
		d.Severity, d.Help = diag.Warning, "remove it"
	}
}

func checkCallsItself(c *checker, s *State) {
	calls := []*Text{s.WorkflowID}
	for _, b := range s.Branches {
		calls = append(calls, b.WorkflowID)
	}
	for _, id := range calls {
		if own := c.workflow.ID; id != nil && own != nil && id.Value == own.Value {
			c.Report(id.Node.Span, "%s calls its own workflow, %s", s, quote(id.Value))
		}
	}
}

func checkSameKey(c *checker, s *State) {
	if s.Mode != nil && s.Mode.Value == "parallel" {
		c.sameKeys(s, s.Actions)
	}
	for _, x := range s.EventsActions {
		if x.Mode != nil && x.Mode.Value == "parallel" {
			c.sameKeys(s, x.Actions)
		}
	}
	var branches []*Action
	for _, b := range s.Branches {
		keys := map[string]bool{}
		for _, a := range b.Actions {
			if key := a.key(); !keys[key] {
				keys[key] = true
				branches = append(branches, a)
			}
		}
	}
	c.sameKeys(s, branches)
}

func (c *checker) sameKeys(s *State, actions []*Action) {
	first := map[string]*Action{}
	for _, a := range actions {
		key := a.key()
		if key == "" {
			continue
		}
		if before := first[key]; before != nil {
			c.Report(a.Filter.Results.Node.Span, "two parallel actions of %s write %s", s, quote(key)).
				Related = c.Related(before.Filter.Results.Node.Span, "the other one")
			continue
		}
		first[key] = a
	}
}

// key returns the names under which the result of an action gets into the data; it is empty where they are not known.
func (a *Action) key() string {
	if a.Filter == nil {
		return ""
	}
	p := a.Filter.Results.path()
	if p == nil || p.Root != expr.RootInput {
		return ""
	}
	var names []string
	for _, s := range p.Steps {
		if s.Kind != expr.StepChild {
			return ""
		}
		names = append(names, s.Name)
	}
	return strings.Join(names, ".")
}
