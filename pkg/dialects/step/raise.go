package step

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Raise implements dialects.Dialect.
func (Dialect) Raise(p *workflow.Program, o dialects.Raising) *dialects.Raised {
	r := &dialects.Raised{}
	if r.RefuseUnsupported(p, Dialect{}.Name()) {
		return r
	}
	for _, w := range p.Workflows {
		for _, n := range w.Nodes {
			if n.Role == workflow.Primary && typeOf(n) == NoType {
				r.Refuse(w, n.Element.NameSpan, "step has no step type for %q", n.Name())
			}
		}
	}
	if r.Reason != "" {
		return r
	}
	for _, w := range p.Workflows {
		r.Definitions = append(r.Definitions, dialects.Printed{ID: w.ID, Text: dialects.PrintLike(canonical(raiseWorkflow(w)), w.File, o.Format)})
	}
	return r
}

// typeOf is the type of step that does what a node does; NoType if there is none.
func typeOf(n *workflow.Node) StepType {
	switch {
	case n.Kind == workflow.Task:
		return ServiceTask
	case n.Kind == workflow.Await && n.Awaits.Kind == "userTask":
		return UserTask
	case n.Kind == workflow.Await && n.Awaits.Kind == "signal":
		return Wait
	case n.Kind == workflow.Choice:
		return Decision
	case n.Kind == workflow.Table:
		return DecisionTable
	case n.Kind == workflow.End:
		return End
	case n.Kind != workflow.Pass:
		return NoType
	case n.Split == workflow.SplitFork && n.Joins != nil:
		return ParallelGateway
	case n.Join == workflow.JoinFork:
		return JoinGateway
	}
	if o, ok := n.Data.Result.(*expr.Object); ok && len(o.Members) > 0 {
		return Transformation
	}
	return NoType
}

func raiseWorkflow(w *workflow.Workflow) *source.Node {
	n, steps := dialects.NewObject("id", w.ID), &source.Node{Kind: source.Array}
	if w.Then != nil {
		dialects.Put(n, "autoStartNextWorkflow", true, "nextWorkflowId", w.Then.ID)
	}
	dialects.Put(n, "steps", steps)
	for _, x := range w.Root.Nodes {
		if x.Role == workflow.Primary {
			steps.Items = append(steps.Items, raiseStep(x))
		}
	}
	dialects.PutExtras(n, w.Extras)
	return n
}

func raiseStep(n *workflow.Node) *source.Node {
	t := typeOf(n)
	s := dialects.NewObject("id", n.Name(), "type", t.String())
	if t == ServiceTask && n.Call.Task != n.Name() {
		dialects.Put(s, "jobType", n.Call.Task)
	}
	raiseBody(s, n, t, (*workflow.Node).Name)
	raiseEdges(s, n, t)
	raiseTimers(s, n)
	var own workflow.Extras
	for _, x := range n.Element.Extras {
		if !strings.HasPrefix(x.Key, tablePrefix) {
			own = append(own, x)
		}
	}
	dialects.PutExtras(s, own)
	return s
}

// raiseBody adds what a step does, besides the name of its job.
func raiseBody(s *source.Node, n *workflow.Node, t StepType, idOf func(*workflow.Node) string) {
	switch t {
	case ServiceTask:
		if len(n.Retry) > 0 {
			dialects.Put(s, "retryCount", int64(n.Retry[0].Limit))
		}
	case Transformation:
		out := dialects.NewObject()
		for _, m := range n.Data.Result.(*expr.Object).Members {
			dialects.Put(out, m.Key, dialects.Written(m.Value))
		}
		dialects.Put(s, "transformations", out)
	case DecisionTable:
		raiseTable(s, n)
	case ParallelGateway:
		dialects.Put(s, "joinStep", idOf(n.Joins))
	}
}

// raiseTable adds the hit policy, unless it is the default, and the rules.
func raiseTable(s *source.Node, n *workflow.Node) {
	if code := policies()[n.Rules.Policy]; code != defaultPolicy {
		dialects.Put(s, "hitPolicy", code)
	}
	table := dialects.NewObject("rules", dialects.NewList(n.Rules.Rules, func(r workflow.TableRule) *source.Node {
		x, when, outputs := dialects.NewObject(), dialects.NewObject(), dialects.NewObject()
		for _, c := range r.Cells {
			dialects.Put(when, c.Column, dialects.Written(c.If))
		}
		for _, o := range r.Outputs {
			dialects.Put(outputs, o.Column, dialects.Written(o.Value))
		}
		if len(when.Members) > 0 {
			dialects.Put(x, "when", when)
		}
		if len(outputs.Members) > 0 {
			dialects.Put(x, "outputs", outputs)
		}
		dialects.PutExtras(x, r.Extras)
		return x
	}))
	for _, x := range n.Element.Extras {
		if key, ok := strings.CutPrefix(x.Key, tablePrefix); ok {
			dialects.Put(table, key, x.Value)
		}
	}
	dialects.Put(s, "decisionTable", table)
}

// raiseEdges adds where a step leads, except for its timers.
func raiseEdges(s *source.Node, n *workflow.Node, t StepType) {
	branches, parallel := dialects.NewObject(), &source.Node{Kind: source.Array}
	for _, e := range n.Out {
		to := dialects.NewText(e.To.Name())
		switch {
		case e.Kind == workflow.Guarded:
			dialects.Put(branches, dialects.Written(e.Guard).Text, to)
		case e.Kind == workflow.Next && t == ParallelGateway:
			parallel.Items = append(parallel.Items, to)
		case e.Kind == workflow.Next:
			dialects.Put(s, "nextStep", to)
		}
	}
	switch t {
	case Decision:
		dialects.Put(s, "conditionalNextSteps", branches)
	case ParallelGateway:
		dialects.Put(s, "parallelNextSteps", parallel)
	}
}

func raiseTimers(s *source.Node, n *workflow.Node) {
	events := &source.Node{Kind: source.Array}
	for _, t := range n.Timers {
		if t.Edge == nil {
			continue
		}
		x := dialects.NewObject("type", timer, "duration", dialects.Written(t.Length.Expr), "interrupting", t.Interrupting,
			"targetStepId", t.Edge.To.Name())
		dialects.PutExtras(x, t.Extras)
		events.Items = append(events.Items, x)
	}
	if len(events.Items) > 0 {
		dialects.Put(s, "boundaryEvents", events)
	}
}
