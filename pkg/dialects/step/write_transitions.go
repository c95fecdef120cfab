package step

import (
	"strconv"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// The conditions of a step that always leads on, and of one that fails, as no branch of it is ever taken (step: "DECISION").
const taken, untaken = "true", "false"

// writeTransitions writes where a step leads to, except for its timers.
func (x *writer) writeTransitions(s *source.Node, n *workflow.Node, t StepType) {
	branches, parallel := dialects.NewObject(), &source.Node{Kind: source.Array}
	seen := map[string]bool{}
	next := ""
	for _, e := range n.Out {
		to := x.ids[e.To]
		switch {
		case e.Kind == workflow.OnTimer:
		case e.Kind == workflow.Guarded:
			putBranch(branches, seen, conditionText(e.Guard), to)
		case t == Decision:
			putBranch(branches, seen, taken, to)
		case t == ParallelGateway:
			parallel.Items = append(parallel.Items, dialects.NewText(to))
		case next == "":
			next = to
		}
	}
	switch t {
	case Decision:
		if len(branches.Members) == 0 {
			dialects.Put(branches, untaken, x.anyEnd())
		}
		dialects.Put(s, "conditionalNextSteps", branches)
	case ParallelGateway:
		dialects.Put(s, "parallelNextSteps", parallel)
	case End:
	default:
		if next == "" && t != ServiceTask && t != UserTask { // a step that a run never leaves
			next = x.parking()
		}
		if next != "" {
			dialects.Put(s, "nextStep", next)
		}
	}
}

// putBranch adds a branch. One whose condition another one has before it, or after one that is always taken, is never taken.
func putBranch(branches *source.Node, seen map[string]bool, condition, to string) {
	if seen[condition] || seen[taken] && condition != untaken {
		return
	}
	seen[condition] = true
	dialects.Put(branches, condition, to)
}

// conditionText is a condition as the key of a branch.
func conditionText(x expr.Expr) string {
	if l, ok := x.(*expr.Literal); ok {
		if b, ok := l.Value.(bool); ok {
			return strconv.FormatBool(b)
		}
	}
	return dialects.Written(x).Text
}

// timers adds the boundary events of a step; a wait for a time is a WAIT that a timer ends.
func (x *writer) timers(s *source.Node, n *workflow.Node) {
	events := &source.Node{Kind: source.Array}
	for i := range n.Timers {
		t := &n.Timers[i]
		if t.Edge == nil {
			continue
		}
		events.Items = append(events.Items, x.timer(n, &t.Length, t.Interrupting, t.Edge.To))
	}
	if n.Kind == workflow.Wait {
		for _, e := range n.Out {
			if e.Kind == workflow.Next || e.Kind == workflow.ToEnd || e.Kind == workflow.Default {
				events.Items = append(events.Items, x.timer(n, n.Until, true, e.To))
				break
			}
		}
	}
	if len(events.Items) > 0 {
		dialects.Put(s, "boundaryEvents", events)
	}
}

func (x *writer) timer(n *workflow.Node, l *workflow.Length, interrupting bool, to *workflow.Node) *source.Node {
	text, ok := durationText(*l)
	if !ok {
		x.raised.Refuse(x.flow, n.Element.NameSpan, "the duration of a timer is fixed in step, and the duration of the timer of %q depends on the data", n.Name())
	}
	return dialects.NewObject("type", timer, "duration", text, "interrupting", interrupting, "targetStepId", x.ids[to])
}

// durationText is a length of time that is known, as ISO 8601 writes it.
func durationText(l workflow.Length) (string, bool) {
	x, ok := l.Expr.(*expr.Literal)
	if !ok {
		return "", false
	}
	const most = 1e9
	switch v := x.Value.(type) {
	case string:
		_, err := iso8601.ParseDuration(v)
		return v, err == nil && l.Unit == workflow.Duration
	case int64:
		return iso8601.Format(time.Duration(v) * time.Second), l.Unit == workflow.Seconds && v >= 0 && v < most
	case float64:
		return iso8601.Format(time.Duration(v * float64(time.Second))), l.Unit == workflow.Seconds && v >= 0 && v < most
	}
	return "", false
}

// ending is the id of the END of all that nobody named an end of.
func (x *writer) ending() string {
	if x.end == "" {
		x.end = x.numbers.Free(x.taken, "end", "-")
	}
	return x.end
}

// anyEnd is the id of an END that a step names which never reaches it.
func (x *writer) anyEnd() string {
	for _, n := range x.flow.Root.Nodes {
		if id := x.ids[n]; n.Kind == workflow.End && id != "" { // one that nothing leads to is left out
			return id
		}
	}
	return x.ending()
}

// parking is the id of a step at which a run stays.
func (x *writer) parking() string {
	if x.park == "" {
		x.park = x.numbers.Free(x.taken, "stays", "-")
	}
	return x.park
}

// addSteps adds the steps that the net has no node for.
func (x *writer) addSteps(steps *source.Node) {
	add := func(id, name string, t StepType) {
		if id != "" {
			steps.Items = append(steps.Items, dialects.NewObject("id", id, "name", name, "type", t.String()))
		}
	}
	add(x.park, "Stays", UserTask)
	add(x.end, "End", End)
}
