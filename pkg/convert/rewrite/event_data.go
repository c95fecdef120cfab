package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var lossEventData = dialects.LossRule{ID: "convert/event-data", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output,
	Data: dialects.Any, What: "the data of an event is merged as a whole, and not only the part that the source selects",
	Remedy: "send only the part that the source selects"}

// selectEventData is for a node that waits for an answer in place of events: of the answer it selects the same part as the source selects
// of the data of each event. member is the member of the answer that holds the name of the event, one of names; empty if there is one
// event. It reports false, and changes nothing, if the target cannot select it.
func (c *Conversion) selectEventData(n *workflow.Node, events []workflow.Trigger, member string, names []string) bool {
	if !slices.ContainsFunc(events, func(t workflow.Trigger) bool { return t.Data != nil }) {
		return true
	}
	selected := make([]expr.Expr, len(events))
	reshaped := c.Able.Results || c.Able.Parts && len(c.Able.Awaits) == 0
	possible := reshaped && n.Data.Result == nil && (member == "" || c.keepsDecisionAside() || c.forgetsByTasks())
	for i := range events {
		var known bool
		selected[i], known = ofAnswer(&events[i])
		possible = possible && known && (member != "" || expr.Readable(selected[i]) == expr.Readable(selected[0]))
	}
	if !possible {
		return false
	}
	if member != "" && !c.keepsDecisionAside() { // then the choice finds it in the document
		for i, x := range selected {
			named := &expr.Object{Members: []expr.ObjectMember{{Key: member, Value: expr.NewPath(expr.RootAnswer, member)}}}
			selected[i] = &expr.Apply{Do: expr.Merge, Args: []expr.Expr{x, named}, Span: events[i].Span}
		}
	}
	last := len(events) - 1
	out := selected[last]
	for i := last - 1; i >= 0 && member != ""; i-- {
		named := &expr.Test{Op: expr.TestEqual, Path: expr.NewPath(expr.RootAnswer, member), Value: names[i], Span: events[i].Span}
		out = &expr.Apply{Do: expr.Choose, Args: []expr.Expr{named, selected[i], out}, Span: events[i].Span}
	}
	n.Data.Result = out
	return true
}

// loseEventData notes that the data of events is merged as a whole.
func (c *Conversion) loseEventData(w *workflow.Workflow, n *workflow.Node, events []workflow.Trigger) {
	for i := range events {
		if t := &events[i]; t.Data != nil {
			c.Lose(w, &lossEventData, t.Span, n.Element, "", "the data of the event %q is merged as a whole", t.Name)
		}
	}
}

// ofAnswer is what a trigger selects of the data of its event, where an answer is that data: all of it, if it does not say. It reports
// false for a trigger that selects anything else.
func ofAnswer(t *workflow.Trigger) (expr.Expr, bool) {
	if t.Data == nil {
		return expr.NewPath(expr.RootAnswer), true
	}
	known := true
	out, all := expr.MapPaths(t.Data, func(p *expr.Path) *expr.Path {
		attribute := func(a workflow.Correlation) bool { return len(p.Steps) > 1 && a.Attribute == p.Steps[1].Name }
		if p.Root != expr.RootInput || len(p.Steps) == 0 || p.Steps[0].Kind != expr.StepChild || p.Steps[0].Name != "data" ||
			t.Event != nil && slices.ContainsFunc(t.Event.Correlations, attribute) {
			known = false
			return p
		}
		of := *p
		of.Root, of.Steps = expr.RootAnswer, p.Steps[1:]
		of.Text = of.String()
		return &of
	})
	return out, known && all
}
