package step

import (
	"cmp"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Write implements dialects.Target.
func (Dialect) Write(p *workflow.Program, o dialects.Raising) *dialects.Raised {
	out := &dialects.Raised{}
	for _, w := range p.Workflows {
		x := &writer{options: o, raised: out, flow: w, ids: make(map[*workflow.Node]string, len(w.Nodes)), taken: dialects.NewNames("-", len(w.Elements)),
			tasks: dialects.NewTaskNames(out, o.Resource, "-"), elements: map[string]bool{}}
		printed := x.write()
		if x.end == "" && !slices.ContainsFunc(w.Root.Nodes, func(n *workflow.Node) bool { return n.Kind == workflow.End }) {
			out.Refuse(w, w.Span, "no path of the workflow ends, and a workflow of steps needs an END")
		}
		if out.Reason != "" {
			return out
		}
		out.Definitions = append(out.Definitions, printed)
	}
	return out
}

// A writer writes a workflow of steps: one of this dialect as it was, with its own names, or a net that was made for it.
type writer struct {
	options dialects.Raising
	raised  *dialects.Raised
	flow    *workflow.Workflow
	own     bool

	ids      map[*workflow.Node]string
	elements map[string]bool // the names of the elements of the net
	taken    *dialects.Names // the ids of steps
	tasks    *dialects.TaskNames
	// end is the id of an END, and park that of a step that no run leaves, where the net has none; empty while nothing leads there.
	end, park string
}

// write writes the workflow.
func (x *writer) write() dialects.Printed {
	first := x.flow.Root.Start
	for _, n := range x.flow.Root.Nodes {
		x.elements[n.Element.Name] = true
	}
	reached := x.flow.ReachFrom()
	reached.Add(first)
	var nodes, added []*workflow.Node
	for _, n := range append([]*workflow.Node{first}, without(x.flow.Root.Nodes, first)...) {
		switch {
		case !reached[n.ID]:
			if n == n.Element.Primary && n.Element.Name != "" {
				x.raised.Note("%q is left out, as nothing leads to it", n.Element.Name)
			}
		case n == first || !anonymous(n):
			nodes = append(nodes, n)
			if x.source(n) == "" {
				added = append(added, n)
			} else {
				x.name(n)
			}
		}
	}
	for _, n := range added { // which do not take names of the source
		x.name(n)
	}
	for _, n := range x.flow.Root.Nodes {
		if n != first && anonymous(n) {
			x.ids[n] = x.ending()
		}
	}
	id := legalID(x.flow.ID)
	return dialects.PrintTree(id, canonical(x.definition(id, nodes)), x.options.Format)
}

// anonymous reports whether a node is an end that nobody named: one END is enough for all of those.
func anonymous(n *workflow.Node) bool {
	return n.Kind == workflow.End && (n.Role != workflow.Primary || n.Element.Kind == "" && n.Element.Title == "" && n.Element.Name == "")
}

// without returns a list without one of its nodes.
func without(list []*workflow.Node, n *workflow.Node) []*workflow.Node {
	return slices.DeleteFunc(slices.Clone(list), func(x *workflow.Node) bool { return x == n })
}

// definition returns the definition, with a step for each of some nodes.
func (x *writer) definition(id string, nodes []*workflow.Node) *source.Node {
	steps := dialects.NewList(nodes, x.step)
	x.addSteps(steps)
	n, idOf := dialects.NewObject("id", id, "steps", steps), func(id string) string { return id }
	if !x.own {
		dialects.Put(n, "name", cmp.Or(x.flow.Title, x.flow.ID, id), "description", dialects.TextOf(x.flow.Doc))
		idOf = legalID
	}
	if x.flow.Then != nil {
		dialects.Put(n, "autoStartNextWorkflow", true, "nextWorkflowId", idOf(x.flow.Then.ID))
	}
	return n
}

// name chooses the id of the step that a node becomes.
func (x *writer) name(n *workflow.Node) {
	id := x.taken.Free(cmp.Or(dialects.Slug(n.Element.Name), "step"))
	x.ids[n] = id
	if (n.Kind == workflow.Await || n.Kind == workflow.Task) && n.Element.Name != id {
		x.raised.Elements = append(x.raised.Elements, dialects.Renaming{From: n.Element.Name, To: id})
	}
	if of := x.source(n); of != "" && of != id {
		x.raised.Names = append(x.raised.Names, dialects.Renaming{From: of, To: id})
	}
}

// source is the name of the element of the source that a node stands for; empty if it was only added because of one. A task whose element
// has got another name stands for it, unless another node does.
func (x *writer) source(n *workflow.Node) string {
	e := n.Element
	if e.Origin == nil || e.Primary != n {
		return ""
	}
	of := e.Original()
	if of.Name == e.Name || n.Kind == workflow.Task && !x.elements[of.Name] {
		return of.Name
	}
	return ""
}

// idOf is the id of the step of a node.
func (x *writer) idOf(n *workflow.Node) string {
	if x.own {
		return n.Name()
	}
	return x.ids[n]
}

// step is the step of a node.
func (x *writer) step(n *workflow.Node) *source.Node {
	t := x.typeOf(n)
	const usual = 6
	var name, doc *source.Node
	if !x.own {
		name, doc = dialects.NewText(cmp.Or(n.Element.Title, n.Element.Name, x.ids[n])), dialects.TextOf(n.Element.Doc)
	}
	s := dialects.NewObjectFor(usual, "id", x.idOf(n), "name", name, "type", t.String(), "description", doc)
	if t == NoType {
		x.raised.Refuse(x.flow, n.Element.NameSpan, "step has no step type for %q", n.Name())
	}
	x.writeBody(s, n, t)
	x.writeTransitions(s, n, t)
	x.timers(s, n)
	if x.own {
		dialects.PutExtras(s, slices.DeleteFunc(slices.Clone(n.Element.Extras), func(x workflow.Extra) bool { return strings.HasPrefix(x.Key, tablePrefix) }))
	}
	return s
}

// typeOf is the type of the step of a node. A node that was made for this dialect and only leads on, or fails, is a decision.
func (x *writer) typeOf(n *workflow.Node) StepType {
	t := typeOf(n)
	switch {
	case t != NoType || x.own:
	case n.Kind == workflow.Wait:
		return Wait
	case n.Kind == workflow.Fail, n.Kind == workflow.Pass && n.Data.Result == nil:
		return Decision
	}
	return t
}

// legalID returns a name in the form that the id of a workflow must have (step: "Top-level fields").
func legalID(name string) string {
	const most = 256
	out := cmp.Or(dialects.InASCII(name, "_:-"), "workflow")
	return out[:min(len(out), most)]
}
