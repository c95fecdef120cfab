package graph

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

func foreign(text string) expr.Expr { return &expr.Foreign{Language: "step", Text: text} }

// gateways is a workflow with a fork and its join, timers, tasks for people, a table, and another workflow behind it.
func gateways() *workflow.Workflow {
	m, root := newModel("parcels::send")
	m.Title = "Send a parcel"
	m.Then = &workflow.Then{ID: "parcels::track"}
	pack := m.task(root, "pack", "pack")
	pack.Retry = []workflow.Retrier{{On: workflow.Matcher{{All: true}}, Limit: 1, Factor: 1}}
	pack.Element.Title = "Pack it; carefully"
	fork := m.add(root, "both", "PARALLEL_GATEWAY", workflow.Pass)
	fork.Element.Title = "Weigh and sign"
	sign := m.add(root, "sign", "USER_TASK", workflow.Await)
	sign.Awaits = &workflow.Awaits{Kind: "userTask"}
	pickup := m.add(root, "pickup", "WAIT", workflow.Await)
	pickup.Awaits = &workflow.Awaits{Kind: "signal"}
	join := m.add(root, "ready", "JOIN_GATEWAY", workflow.Pass)
	fee := m.add(root, "fee", "DECISION_TABLE", workflow.Table)
	total := m.add(root, "total", "TRANSFORMATION", workflow.Pass)
	route := m.add(root, "route", "DECISION", workflow.Choice)
	remind := m.task(root, "remind", "remind")
	done, lost := m.add(root, "done", "END", workflow.End), m.add(root, "lost", "END", workflow.End)

	m.next(pack, fork)
	fork.Split, fork.Joins, join.Join = workflow.SplitFork, join, workflow.JoinFork
	m.next(fork, sign)
	m.next(fork, pickup)
	m.next(sign, join)
	m.next(pickup, join)
	m.next(join, fee)
	fee.Rules = &workflow.DecisionTable{Policy: workflow.First, Rules: []workflow.TableRule{
		{Cells: []workflow.Cell{{Column: "weight", If: foreign("weight > 5")}, {Column: "to", If: foreign("abroad")}},
			Outputs: []workflow.Output{{Column: "fee", Value: &expr.Literal{Value: int64(20)}}}},
		{Outputs: []workflow.Output{{Column: "fee", Value: foreign("${weight * 2}")}}},
	}}
	m.next(fee, total)
	total.Data.Result = &expr.Object{Members: []expr.ObjectMember{{Key: "total", Value: foreign("${fee + 1}")}, {Key: "currency", Value: &expr.Literal{Value: "EUR"}}}}
	m.next(total, route)
	m.rule(route, done, foreign("#total < 100 && #paid == true && #address.country != 'nowhere'"))
	m.rule(route, lost, foreign("true"))
	m.next(remind, join)
	for _, timer := range []struct {
		length       string
		to           *workflow.Node
		interrupting bool
	}{{"P1D", remind, false}, {"P7D", lost, true}} {
		e := m.Connect(sign, timer.to, workflow.OnTimer, none)
		sign.Timers = append(sign.Timers, workflow.Timer{Length: workflow.Length{Expr: &expr.Literal{Value: timer.length}, Unit: workflow.Duration},
			Counts: workflow.PerVisit, Edge: e, Interrupting: timer.interrupting})
	}
	return m.Workflow
}
