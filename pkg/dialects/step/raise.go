package step

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Raise implements dialects.Dialect.
func (d Dialect) Raise(p *workflow.Program, o dialects.Raising) *dialects.Raised {
	return dialects.RaiseEach(p, d, func(w *workflow.Workflow, r *dialects.Raised) []byte {
		x := &writer{raised: r, flow: w, own: true}
		n := x.definition(w.ID, w.Root.Primaries())
		dialects.PutExtras(n, w.Extras)
		return dialects.PrintLike(canonical(n), w.File, o.Format)
	})
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

// writeBody adds what a step does. That a job has the name of the step does not have to be written.
func (x *writer) writeBody(s *source.Node, n *workflow.Node, t StepType) {
	switch t {
	case ServiceTask:
		switch {
		case !x.own:
			dialects.Put(s, "jobType", x.tasks.Of(n.Call.Task))
		case n.Call.Task != n.Name():
			dialects.Put(s, "jobType", n.Call.Task)
		}
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
		writeTable(s, n)
	case ParallelGateway:
		dialects.Put(s, "joinStep", x.idOf(n.Joins))
	}
}

// writeTable adds the hit policy, unless it is the default, and the rules.
func writeTable(s *source.Node, n *workflow.Node) {
	if code := policies()[n.Rules.Policy]; code != defaultPolicy {
		dialects.Put(s, "hitPolicy", code)
	}
	table := dialects.NewObject("rules", dialects.NewList(n.Rules.Rules, func(r workflow.TableRule) *source.Node {
		when, outputs := dialects.NewObject(), dialects.NewObject()
		for _, c := range r.Cells {
			dialects.Put(when, c.Column, dialects.Written(c.If))
		}
		for _, o := range r.Outputs {
			dialects.Put(outputs, o.Column, dialects.Written(o.Value))
		}
		x := dialects.NewObject("when", dialects.Unempty(when), "outputs", dialects.Unempty(outputs))
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
