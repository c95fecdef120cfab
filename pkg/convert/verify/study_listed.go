package verify

import (
	"maps"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// listed are the tasks whose answers are lists by the definition: an iteration over the whole document comes directly after them, and their
// answers become the document. Each has the iteration.
func listed(w *workflow.Workflow) map[*workflow.Node]*workflow.Node {
	out := map[*workflow.Node]*workflow.Node{}
	for _, n := range w.Nodes {
		if n.Body == nil || !n.Body.Each || !wholeDocument(n.Data.Select) || !wholeDocument(n.Data.Payload) {
			continue
		}
		seen := map[*workflow.Node]bool{n: true}
		for todo := []*workflow.Node{n}; len(todo) > 0; {
			at := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, e := range at.In {
				before := e.From
				switch {
				case before == nil || seen[before] || !e.Data.IsZero():
				case before.Call != nil:
					if replacesDocument(before) && before.Data.Result == nil && before.Data.Output == nil {
						out[before] = n
					}
				case before.Kind == workflow.Pass && before.Data.IsZero() || before.Kind == workflow.Choice:
					seen[before] = true
					todo = append(todo, before)
				}
			}
		}
	}
	return out
}

// listedIn are the tasks of all workflows whose answers are lists by the definition, each with its iteration.
func listedIn(p *workflow.Program) map[*workflow.Node]*workflow.Node {
	out := map[*workflow.Node]*workflow.Node{}
	for _, w := range p.Workflows {
		maps.Copy(out, listed(w))
	}
	return out
}

// wholeDocument reports whether what is selected is all there is.
func wholeDocument(x expr.Expr) bool {
	if f, ok := x.(*expr.Foreign); ok {
		x = f.Meaning()
		if x == nil {
			return false
		}
	}
	p, isPath := x.(*expr.Path)
	return x == nil || isPath && p.Root == expr.RootInput && len(p.Steps) == 0
}

// studyListed notes which tasks have to answer lists, and the lists: those that are called nowhere else.
func (v *inventor) studyListed(w *workflow.Workflow) {
	tasks := listed(w)
	elsewhere := map[string]bool{}
	for _, n := range w.Nodes {
		if n.Call != nil && tasks[n] == nil {
			elsewhere[n.Call.Task] = true
		}
	}
	for _, n := range w.Nodes {
		each := tasks[n]
		if each == nil || elsewhere[n.Call.Task] {
			continue
		}
		if t := v.task(n.Call.Task); t != nil && t.lists == nil {
			one, two := v.item(each, 1), v.item(each, 2)
			t.lists = []any{[]any{one, two}, []any{one}, []any{}}
		}
	}
}
