package rewrite

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// insertProcessors puts the processors of a transition, as tasks, along its edge in place of the scope that holds them, and
// returns them. The first belongs to a given element, or to a new one of the name of the transition; the others have that name
// before their own.
func (x *entity) insertProcessors(e *workflow.Edge, owner *workflow.Element) []*workflow.Node {
	scope := e.To
	if scope.Role != workflow.Processing {
		return nil
	}
	to, because := e.Target(), e.From.Element
	scope.Out[0].Disconnect()
	var tasks []*workflow.Node
	at := e.From
	for _, n := range scope.Body.Regions[0].Nodes {
		if n.Kind == workflow.End {
			for _, in := range append([]*workflow.Edge(nil), n.In...) {
				in.Redirect(to)
			}
			continue
		}
		if owner == nil {
			owner = x.nameTransition(because, e.Name, n)
		} else if len(tasks) > 0 {
			n.Element = x.NewElement(x.flow, because, partName(tasks[0].Element.Name, n.Call.Task), because.Kind)
		}
		if len(tasks) == 0 {
			n.Element = owner
		}
		n.Role, n.Element.Primary = workflow.Primary, n
		x.plainProcessor(n)
		x.noteFields(n)
		moveBeside(at, true, n)
		at, tasks = n, append(tasks, n)
	}
	e.Redirect(tasks[0])
	scope.Region.TakeOut(scope)
	return tasks
}

// nameTransition returns a new element for the first processor of a transition. It has the name of the transition, which may be that of the
// processor's own task as well.
func (x *entity) nameTransition(because *workflow.Element, name string, n *workflow.Node) *workflow.Element {
	if x.named == nil {
		x.named = make(map[string]bool, 2*len(x.flow.Elements))
		for _, e := range x.flow.Elements {
			x.named[e.Name] = true
		}
	}
	e := x.NewElement(x.flow, because, name, because.Kind)
	if n.Call.Task == name && !x.named[name] {
		e.Name = name
	}
	x.named[e.Name] = true
	return e
}

// partName is the name of a further processor of a transition.
func partName(first, task string) string { return first + ": " + task }

// noteFields notes the fields of a processor that have no counterpart.
func (x *entity) noteFields(n *workflow.Node) {
	for _, e := range n.Out {
		for _, f := range e.Extras {
			if f.Value != nil && f.Value.Text != "" && f.Class == workflow.ExtraUnknown {
				x.Raised.Note("the field %q of the processor %q is left out: %s", f.Key, n.Call.Task, f.Value.Text)
			}
		}
	}
}

// plainProcessor makes a processor take its input and give its answer as any task does.
func (x *entity) plainProcessor(n *workflow.Node) {
	if l, ok := n.Data.Select.(*expr.Literal); ok { // it is not given the entity
		n.Data.Select, n.Data.Payload = nil, &expr.Literal{Value: value.NewObject(0), Span: l.Span}
	}
	if c := n.Data.Combine; c != nil && c.Mode == workflow.Replace && x.Options.Domain.Objects {
		n.Data.Combine = nil
	}
}
