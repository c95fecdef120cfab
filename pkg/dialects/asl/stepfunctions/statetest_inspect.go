package stepfunctions

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// inspection is the data before and after each stage, as far as the run came. A stage that a state in JSONPath does not have counts as
// one that hands on its data, as the API shows it.
func (s *stateRun) inspection(r *run.Result, details *value.Object) *value.Object {
	out := value.NewObject(8)
	set := func(name string, v any) { out.Set(name, jsonText(v)) }
	set("input", s.test.Input)
	if s.query {
		s.inspectQuery(set)
	} else {
		s.inspectPaths(r, set)
	}
	if s.items {
		if s.selected != nil {
			set("afterItemSelector", s.selected)
		}
		if s.batched != nil {
			set("afterItemBatcher", s.batched)
		}
		s.bounds.show(out)
	}
	if s.assigned != nil {
		set("variables", s.assigned)
	}
	if details.Len() > 0 {
		out.Set("errorDetails", details)
	}
	if s.test.Trace {
		s.trace(out)
	}
	return out
}

// inspectQuery shows the stages of a state in JSONata.
func (s *stateRun) inspectQuery(set func(name string, v any)) {
	switch {
	case !s.isCalled || s.node.Data.Payload == nil:
	case s.items:
		set("afterItemsPointer", s.called)
	default:
		set("afterArguments", s.called)
	}
	if m := s.test.Mock; m != nil && m.Fail == nil {
		set("result", m.Return)
	}
}

// inspectPaths shows the stages of a state in JSONPath.
func (s *stateRun) inspectPaths(r *run.Result, set func(name string, v any)) {
	d := &s.node.Data
	v := s.test.Input
	after := func(stage machine.Stage, has bool) bool { // it reports false if the run did not come to the end of the stage
		if got := s.staged[stage]; got != nil {
			v = got[0]
			return true
		}
		return !has
	}
	fixed := s.kind == workflow.Pass && d.Result != nil // whose Result takes the place of its input
	if !fixed {
		if !after(machine.SelectStage, d.Select != nil) {
			return
		}
		set("afterInputPath", v)
	}
	switch s.kind {
	case workflow.Pass, workflow.Task, workflow.Scope:
	default: // the others have no further stages
		return
	}
	m := s.test.Mock
	if !fixed {
		if !after(machine.PayloadStage, d.Payload != nil) {
			return
		}
		if s.items {
			set("afterItemsPath", v)
		} else {
			set("afterParameters", v)
		}
	}
	switch {
	case m != nil && m.Fail != nil:
		return
	case m != nil:
		v = m.Return
		set("result", v)
	case fixed:
		after(machine.ResultStage, true)
		set("result", v)
	}
	if !after(machine.ResultStage, d.Result != nil) {
		return
	}
	set("afterResultSelector", v)
	if after(machine.CombineStage, d.Combine != nil) && r.Status == run.Succeeded {
		set("afterResultPath", v)
	}
}

// isQuery reports whether a state is in JSONata: its definition tells, or else what its stages are written in.
func isQuery(w *workflow.Workflow, n *workflow.Node) bool {
	if w.File != nil && w.File.Root != nil {
		if language, found := languageOf(w.File.Root, n.Element.Name, "JSONPath"); found {
			return language == "JSONata"
		}
	}
	query := false
	for _, stage := range []expr.Expr{n.Data.Payload, n.Data.Result, n.Data.Output} {
		expr.Walk(stage, func(x expr.Expr) {
			f, ok := x.(*expr.Foreign)
			query = query || ok && f.Language == "jsonata"
		})
	}
	return query
}

// languageOf is the query language of a state of a definition, or of one that lies in it.
func languageOf(root *source.Node, state, language string) (string, bool) {
	if root.Kind != source.Object {
		return "", false
	}
	language = languageIn(root, language)
	states := root.Get("States")
	if states == nil || states.Kind != source.Object {
		return "", false
	}
	for i := range states.Members {
		m := &states.Members[i]
		if m.Value.Kind != source.Object {
			continue
		}
		if m.Key == state {
			return languageIn(m.Value, language), true
		}
		inner := []*source.Node{m.Value.Get("Iterator"), m.Value.Get("ItemProcessor")}
		if branches := m.Value.Get("Branches"); branches != nil {
			inner = append(inner, branches.Items...)
		}
		for _, n := range inner {
			if n == nil {
				continue
			}
			if found, ok := languageOf(n, state, language); ok {
				return found, true
			}
		}
	}
	return "", false
}

// languageIn is the query language that a machine or a state names; without one it is that of what it lies in.
func languageIn(n *source.Node, around string) string {
	if l := n.Get("QueryLanguage"); l != nil && l.Kind == source.String {
		return l.Text
	}
	return around
}
