package step

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// edges lowers where a step leads.
func (l *lowering) edges(n *workflow.Node, s *Step) {
	for _, b := range s.Branches {
		l.branch(n, b)
	}
	if s.Type == ParallelGateway {
		l.gateway(n, s)
	}
	switch {
	case s.Next != nil:
		l.connect(n, s.Next, workflow.Next)
	case s.Type == Decision && len(s.Branches) == 0, s.Type == ParallelGateway && len(s.Parallel) == 0,
		s.Type == DecisionTable || s.Type == Transformation || s.Type == Wait || s.Type == JoinGateway,
		s.Node.Member("nextStep") != nil && placeOf(s.Type)&inTimed != 0:
		l.dangling("a step without a next step", s.ID.Node.Span)
	}
	for _, b := range s.BoundaryEvents {
		l.boundaryEvent(n, b)
	}
}

// connect lowers a reference, or returns nil if its target does not exist.
func (l *lowering) connect(from *workflow.Node, t *Reference, kind workflow.EdgeKind) *workflow.Edge {
	to := l.target(t)
	if to == nil {
		return nil
	}
	return l.flow.Connect(from, to, kind, t.Node.Span)
}

// target is the node that a reference leads to. Where the id does not exist it is the one that was meant, so that what is
// checked on the net does not suffer from a misspelled id; such a net is not run.
func (l *lowering) target(t *Reference) *workflow.Node {
	if t.Target != nil {
		return l.nodes[t.Target]
	}
	l.unsupported("a reference to a step that does not exist", t.Node.Span)
	if to := l.nodes[t.Meant]; t.Meant != nil && to != nil {
		l.flow.Root.Guessed = true
		return to
	}
	l.flow.Root.Dangling = true
	return nil
}

// branch lowers a member of conditionalNextSteps. One whose condition is at fault fails when a run reaches it.
func (l *lowering) branch(n *workflow.Node, b *Branch) {
	if b.To == nil {
		l.dangling("a branch without a target", b.Member.KeySpan)
		return
	}
	if e := l.connect(n, b.To, workflow.Guarded); e != nil {
		e.Guard = b.If.condition()
		e.Span = b.Member.Span()
	}
}

// gateway lowers the branches of a PARALLEL_GATEWAY and its join.
func (l *lowering) gateway(n *workflow.Node, s *Step) {
	for _, t := range s.Parallel {
		l.connect(n, t, workflow.Next)
	}
	if s.Join == nil {
		l.dangling("a gateway without a join", s.ID.Node.Span)
		return
	}
	join := l.target(s.Join)
	switch {
	case join == nil:
	case join.Join != workflow.JoinFork:
		l.dangling("a gateway whose join is not a JOIN_GATEWAY", s.Join.Node.Span)
	default:
		n.Joins = join
	}
}

// boundaryEvent lowers a timer, which counts from when the step is entered until it is left (step: "Boundary Events").
func (l *lowering) boundaryEvent(n *workflow.Node, b *BoundaryEvent) {
	if b.Broken || b.Duration == nil || b.Interrupting == nil || b.Target == nil {
		l.dangling("an invalid boundary event", b.Node.Span)
		return
	}
	e := l.connect(n, b.Target, workflow.OnTimer)
	if e == nil {
		return
	}
	at := b.Duration.Node
	n.Timers = append(n.Timers, workflow.Timer{
		Length:       workflow.Length{Expr: &expr.Literal{Value: b.Duration.Value, Node: at, Span: at.Span}, Unit: workflow.Duration, Span: at.Span},
		Counts:       workflow.PerVisit,
		Edge:         e,
		Interrupting: b.Interrupting.Value,
		Span:         b.Node.Span,
		Extras:       words.Extras(b.Extra),
	})
}

// workflowExtras keeps the texts for people, and what is without effect: an autoStartNextWorkflow that is false, or the id of a
// workflow that is not started.
func (l *lowering) workflowExtras(w *Workflow) workflow.Extras {
	known := []workflow.Extra{words.TextExtra("name", w.Name), words.TextExtra("description", w.Description)}
	if l.flow.Then == nil {
		if w.AutoStart != nil {
			known = append(known, words.ExtraOf("autoStartNextWorkflow", w.AutoStart.Node))
		}
		known = append(known, words.TextExtra("nextWorkflowId", w.NextID))
	}
	if w.Metadata != nil {
		known = append(known, words.ExtraOf("metadata", w.Metadata))
	}
	return words.Extras(w.Extra, known...)
}

// stepExtras keeps the texts for people, what has no effect, and defaults that were spelled out.
func (l *lowering) stepExtras(s *Step) workflow.Extras {
	known := []workflow.Extra{words.TextExtra("name", s.Name), words.TextExtra("description", s.Description), words.TextExtra("delegateClass", s.DelegateClass)}
	if s.Type == UserTask || s.JobType != nil && (s.JobType.Value == s.id() || s.JobType.Value == "") {
		known = append(known, words.TextExtra("jobType", s.JobType))
	}
	if s.RetryCount != nil {
		known = append(known, words.ExtraOf("retryCount", s.RetryCount.Node))
	}
	if s.HitPolicy != nil && s.HitPolicy.Code == defaultPolicy {
		known = append(known, words.ExtraOf("hitPolicy", s.HitPolicy.Node))
	}
	if n := s.Parts["boundaryEvents"]; n != nil && len(n.Items) == 0 {
		known = append(known, words.ExtraOf("boundaryEvents", n))
	}
	return append(words.Extras(s.Extra, known...), tableExtras(s)...)
}

// tableExtras keeps the members of a decision table other than its rules, under their pointer within the step.
func tableExtras(s *Step) workflow.Extras {
	out := words.Extras(s.TableExtra)
	for i := range out {
		out[i].Key = tablePrefix + out[i].Key
	}
	return out
}

const tablePrefix = "decisionTable/"
