package sw

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// Of some states the model holds all that they do: those that inject data, delay, choose by data or call one function,
// as long as nothing else is asked of them.

// runs reports whether the net does all that a state does, and completes its node where that is so.
//
// Of a second start it is not known what is meant, nor of a state with two ways out.
func (l *lowering) runs(n *workflow.Node, s *State) bool {
	if s.Broken || s.Next != nil && s.End != nil || s.StartNode != nil && l.flow.Root.Start != nil {
		return false
	}
	if len(s.Retries) > 0 || len(s.Handlers) > 0 || s.Schedule != nil || !plainEnd(s.End) || !plain(s.Next) || !plain(s.Default) || !s.Filter.plain() {
		return false
	}
	switch s.Type {
	case Inject:
		if data := s.Node.Get("data"); data != nil {
			n.Data.Result = injected(data)
		}
	case Delay:
		if s.TimeDelay == nil || n.Until == nil || strings.Contains(s.TimeDelay.Node.Text, "{{") {
			return false
		}
	case Switch:
		if !plainConditions(s) {
			return false
		}
	case Operation:
		if len(s.Actions) != 1 || !l.callsOnce(n, s) {
			return false
		}
	default:
		return false
	}
	if s.Filter != nil && s.Filter.Input != nil {
		n.Data.Select = s.Filter.Input.filter()
	}
	if s.Filter != nil && s.Filter.Output != nil {
		n.Data.Output = s.Filter.Output.filter()
	}
	return true
}

// callsOnce lowers an operation of a single call whose result is merged as it is. What the function gets takes the place
// in which a filter of the state's input would stand.
func (l *lowering) callsOnce(n *workflow.Node, s *State) bool {
	a := s.Actions[0]
	if a.Function == nil || a.Timeout != nil || a.Filter != nil || s.Filter != nil && s.Filter.Input != nil {
		return false
	}
	for _, t := range a.Templates {
		for _, p := range t.Paths {
			if t.Broken || asksForPresence(p) {
				return false
			}
		}
	}
	n.Call.Task = a.Function.Name
	if a.Parameters != nil {
		n.Data.Select = a.parameters()
	}
	n.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep, Span: a.Node.Span}
	return true
}

// plain reports whether a transition does nothing on its way.
func plain(t *Transition) bool {
	return t == nil || t.Node.Member("expression") == nil && t.Node.Member("produceEvent") == nil
}

// plainEnd reports whether an end does nothing but end. That is true of one that terminates, too: as long as none of the
// states that run something beside others is run, there is nothing else to terminate.
func plainEnd(e *End) bool {
	return e == nil || e.Kind != nil && (e.Kind.Value == "default" || e.Kind.Value == "terminate")
}

// plain reports whether the paths of a filter can be evaluated.
func (f *Filter) plain() bool {
	if f == nil {
		return true
	}
	for _, t := range []*Template{f.Input, f.Output} {
		if t != nil && (t.path() == nil || asksForPresence(t.path())) {
			return false
		}
	}
	return true
}

func plainConditions(s *State) bool {
	if s.Default == nil || s.Node.Member("eventConditions") != nil {
		return false
	}
	for _, c := range s.DataConditions {
		if p := c.If.path(); p == nil || asksForPresence(p) || !plain(c.Next) {
			return false
		}
	}
	return true
}
