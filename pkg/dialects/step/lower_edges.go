package step

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// edges lowers the ways out of a step.
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
		l.dangling("a step that leads nowhere", s.ID.Node.Span)
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

// branch lowers a member of conditionalNextSteps. One whose condition is at fault fails when a run comes to it.
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
		Extras:       extras(b.Extra),
	})
}

// extras keeps what the model has no part for: the given members, and the known ones, which are absent where their value
// is nil.
func extras(members []*source.Member, known ...workflow.Extra) workflow.Extras {
	var out workflow.Extras
	for _, k := range known {
		if k.Value != nil {
			out = append(out, k)
		}
	}
	for _, m := range members {
		out = append(out, words.Extra(m))
	}
	return out
}

// extra is a value that the model has no part for, of a field of the dialect.
func extra(key string, n *source.Node) workflow.Extra {
	f, _ := words.Field(key)
	return workflow.Extra{Key: key, Span: n.Span, Value: n, Class: f.Extra}
}

func textExtra(key string, t *Text) workflow.Extra {
	if t == nil {
		return workflow.Extra{}
	}
	return extra(key, t.Node)
}

// workflowExtras keeps the texts for people, and what says nothing: an autoStartNextWorkflow that is false, or the id of a
// workflow that is not started.
func (l *lowering) workflowExtras(w *Workflow) workflow.Extras {
	known := []workflow.Extra{textExtra("name", w.Name), textExtra("description", w.Description)}
	if l.flow.Then == nil {
		if w.AutoStart != nil {
			known = append(known, extra("autoStartNextWorkflow", w.AutoStart.Node))
		}
		known = append(known, textExtra("nextWorkflowId", w.NextID))
	}
	if w.Metadata != nil {
		known = append(known, extra("metadata", w.Metadata))
	}
	return extras(w.Extra, known...)
}

// stepExtras keeps the texts for people, what has no effect, and defaults that were spelled out.
func (l *lowering) stepExtras(s *Step) workflow.Extras {
	known := []workflow.Extra{textExtra("name", s.Name), textExtra("description", s.Description), textExtra("delegateClass", s.DelegateClass)}
	if s.Type == UserTask || s.JobType != nil && (s.JobType.Value == s.id() || s.JobType.Value == "") {
		known = append(known, textExtra("jobType", s.JobType))
	}
	if s.RetryCount != nil {
		known = append(known, extra("retryCount", s.RetryCount.Node))
	}
	if s.HitPolicy != nil && s.HitPolicy.Code == defaultPolicy {
		known = append(known, extra("hitPolicy", s.HitPolicy.Node))
	}
	if n := s.Parts["boundaryEvents"]; n != nil && len(n.Items) == 0 {
		known = append(known, extra("boundaryEvents", n))
	}
	return append(extras(s.Extra, known...), tableExtras(s)...)
}

// tableExtras keeps the members of a decision table other than its rules, under their pointer within the step.
func tableExtras(s *Step) workflow.Extras {
	out := extras(s.TableExtra)
	for i := range out {
		out[i].Key = tablePrefix + out[i].Key
	}
	return out
}

const tablePrefix = "decisionTable/"
