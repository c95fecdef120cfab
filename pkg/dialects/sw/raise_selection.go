package sw

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// writeSelection writes the definition that chooses the workflow of an entity, if there is a choice, and returns the workflows that
// may be chosen. What comes after one that always may never is.
func (r *raising) writeSelection() []*workflow.Workflow {
	var flows []*workflow.Workflow
	var candidates []workflow.Candidate
	always := r.program.Fallback
	for _, c := range r.program.Select {
		if c.If == nil && c.Ask == nil {
			always = c.Workflow
			break
		}
		candidates = append(candidates, c)
		flows = append(flows, c.Workflow)
	}
	if always != nil {
		flows = append(flows, always)
	}
	if len(candidates) > 0 {
		r.writeChooser(candidates, always)
	}
	chosen := map[*workflow.Workflow]bool{}
	for _, w := range flows {
		chosen[w] = true
	}
	for _, w := range r.program.Workflows {
		if !chosen[w] {
			r.lossesOf(w.File).Add(&lossUnreachable, headOfSpan(w.Span), w.Root.Start.Element, "", "the workflow %s is dropped, as it is never selected", quote(w.ID))
		}
	}
	return flows
}

// writeChooser writes the definition that chooses.
func (r *raising) writeChooser(candidates []workflow.Candidate, always *workflow.Workflow) {
	first := candidates[0].Workflow
	d := r.newDraft(first, "select a workflow", nil)
	d.title, d.chooses = d.id, true
	start := first.Root.Start.Element
	d.lose(&dialects.LossReselection, headOfSpan(first.Span), start, "a workflow that calls the selected one", "the workflow of an entity is selected when it starts, and not again")
	d.start = d.names.unique("select")
	s := d.add(d.start, Switch)
	c := d.choices(start)
	type call struct {
		name string
		flow *workflow.Workflow
	}
	var calls []call
	for _, x := range candidates {
		if x.Ask != nil {
			d.lose(&lossQuestion, x.Ask.Span, start, "", "the task %s cannot decide about the workflow", quote(x.Ask.Task))
			continue
		}
		calls = append(calls, call{d.names.unique(x.Workflow.ID), x.Workflow})
		c.add(x.If, way{to: calls[len(calls)-1].name}, nil)
	}
	if always == nil {
		always = first
	}
	calls = append(calls, call{d.names.unique(always.ID), always})
	c.put(s, way{to: calls[len(calls)-1].name})
	d.called = func() {
		for _, x := range calls {
			n := d.add(x.name, SubFlow)
			dialects.Put(n, "workflowId", dialects.NewText(r.byFlow[x.flow].id))
			dialects.Put(n, "waitForCompletion", newBool(true))
			d.leave(n, way{})
		}
	}
}
