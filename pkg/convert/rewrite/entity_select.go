package rewrite

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// joinCandidates makes one workflow of those that an entity may have, which a choice at its start selects from. It is the first of
// them. Workflows that are never selected are left out.
func (x *entity) joinCandidates() {
	p := x.Program
	list := candidates(p)
	x.flow = list[0].Workflow
	x.starts = map[*workflow.Node]bool{x.flow.Root.Start: true}
	x.noteUnselected(list)
	p.Workflows, p.Select, p.Fallback = []*workflow.Workflow{x.flow}, nil, nil
	if len(list) == 1 {
		return
	}
	first := x.flow.Root.Start
	starts := []*workflow.Node{first}
	for _, c := range list[1:] {
		starts = append(starts, c.Workflow.Root.Start)
		x.starts[c.Workflow.Root.Start] = true
		x.moveInto(c.Workflow)
	}
	at := addBeside(x.flow, first, x.NewElement(x.flow, first.Element, "Select the workflow", first.Element.Kind), workflow.Choice, false)
	x.flow.Root.Start = at
	for i, c := range list {
		if i > 0 && c.Ask != nil {
			at = x.addChoice(at, first.Element, "Select the workflow")
		}
		e := x.flow.Connect(at, starts[i], workflow.Default, first.Span)
		if e.Guard = c.If; c.If != nil {
			e.Kind = workflow.Guarded
		}
		if c.Ask != nil {
			e.Kind, e.Ask = workflow.Guarded, c.Ask
			x.ask(x.flow, at, e)
		}
	}
	x.addReselectionLoss(list)
}

// addReselectionLoss adds the loss of the selection that each request makes again.
func (x *entity) addReselectionLoss(list []workflow.Candidate) {
	for _, n := range x.flow.Root.Nodes {
		if n.Kind != workflow.State {
			continue
		}
		for _, e := range n.Out {
			if e.Kind == workflow.Manual || e.Guard != nil || e.Ask != nil {
				x.Lose(x.flow, &dialects.LossReselection, list[0].Workflow.Span, n.Element, "a choice at the start",
					"the workflow of an entity is selected once, when it is created, and not for each request")
				return
			}
		}
	}
}

// candidates are the workflows that an entity may have: those up to one that it always may, or the fallback after all of them.
func candidates(p *workflow.Program) []workflow.Candidate {
	var out []workflow.Candidate
	for _, c := range p.Select {
		out = append(out, c)
		if c.If == nil && c.Ask == nil {
			return out
		}
	}
	return append(out, workflow.Candidate{Workflow: p.Fallback})
}

func (x *entity) noteUnselected(list []workflow.Candidate) {
	selected := map[*workflow.Workflow]bool{}
	for _, c := range list {
		selected[c.Workflow] = true
	}
	for _, w := range x.Program.Workflows {
		if !selected[w] {
			x.Raised.Note("the workflow %q is left out, as it is never selected", w.ID)
		}
	}
}

// moveInto moves the elements and the net of a workflow into the one that is written. Elements whose names are taken get others.
func (x *entity) moveInto(w *workflow.Workflow) {
	for _, e := range w.Elements {
		name := x.unused(x.flow, e.Name)
		if name != e.Name {
			x.Raised.Names = append(x.Raised.Names, dialects.Renaming{From: e.Name, To: name})
			e.Name = name
		}
		if w.File != x.flow.File {
			e.File = w.File
		}
	}
	x.flow.Elements = append(x.flow.Elements, w.Elements...)
	for _, n := range w.Root.Nodes {
		n.Region = x.flow.Root
	}
	x.flow.Root.Nodes = append(x.flow.Root.Nodes, w.Root.Nodes...)
	w.Root, w.Regions, w.Nodes, w.Edges, w.Elements = nil, nil, nil, nil, nil
}
