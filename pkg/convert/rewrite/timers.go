package rewrite

import (
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var besideTimers = Rewrite{
	ID:     "rewrite/beside-timer",
	What:   "a timer whose path runs in parallel with its node interrupts the node, or is dropped if its path ends nowhere",
	When:   "cannot run a path in parallel with a node",
	Before: "approve; after 24 h also → Escalate → end",
	After:  "approve; after 24 h → Escalate → end",
	Losses: []*dialects.LossRule{&lossTimerInterrupts, &lossTimeout, &lossUnreached, &dialects.LossTexts},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Timers.Has(dialects.TimerBeside) {
			return false
		}
		never := dropLater(w, func(n *workflow.Node, t *workflow.Timer) {
			c.sever(t.Edge, &dialects.LossTexts, t.Span, n.Element, "the timer of %q that leads to %q has no effect, as another one interrupts the step before", n.Name(), t.Edge.To.Name())
		})
		changed := eachTimer(w, func(n *workflow.Node, t *workflow.Timer) timerFate {
			if t.Edge == nil || t.Interrupting {
				return timerStays
			}
			return c.interrupt(w, n, t)
		})
		dropped := changed && dropLater(w, func(_ *workflow.Node, t *workflow.Timer) { t.Edge.Disconnect() })
		if dropped || len(c.severed) > 0 {
			c.prune(w)
		}
		return changed || never
	},
}

// dropLater takes away the timers that come after one that interrupts the same node, and so never, with their edges, as a function does. It
// reports whether there were some.
func dropLater(w *workflow.Workflow, disconnect func(*workflow.Node, *workflow.Timer)) bool {
	dropped := false
	for _, n := range w.Nodes {
		if len(n.Timers) < 2 {
			continue
		}
		kept := slices.DeleteFunc(slices.Clone(n.Timers), func(t workflow.Timer) bool {
			late := t.Edge != nil && slices.ContainsFunc(n.Timers, func(first workflow.Timer) bool {
				return first.Edge != nil && first.Interrupting && first.Edge != t.Edge && first.Counts == t.Counts && isLater(&t.Length, &first.Length)
			})
			if late {
				disconnect(n, &t)
				dropped = true
			}
			return late
		})
		n.Timers = kept
	}
	return dropped
}

// isLater reports whether a span of time is longer than another one, whenever both begin.
func isLater(a, b *workflow.Length) bool {
	longer := false
	for _, begin := range []time.Time{time.Date(2025, 1, 31, 0, 0, 0, 0, time.UTC), time.Date(2025, 7, 31, 0, 0, 0, 0, time.UTC)} { // a short month follows, or a long one
		x, known := lengthEnd(a, begin)
		y, both := lengthEnd(b, begin)
		if longer = known && both && x.After(y); !longer {
			return false
		}
	}
	return longer
}

// lengthEnd is when a span of time ends that is always the same.
func lengthEnd(l *workflow.Length, begin time.Time) (time.Time, bool) {
	x, ok := l.Expr.(*expr.Literal)
	if !ok {
		return time.Time{}, false
	}
	if seconds, ok := value.Float(x.Value); ok && l.Unit == workflow.Seconds {
		return begin.Add(time.Duration(seconds * float64(time.Second))), true
	}
	text, _ := x.Value.(string)
	d, err := iso8601.ParseDuration(text)
	return d.AddTo(begin), err == nil && l.Unit == workflow.Duration
}

var lossTimerInterrupts = dialects.LossRule{ID: "convert/timer-interrupts", Level: dialects.Approximated, Affects: dialects.Outcome | dialects.Time, Data: dialects.Same, OnFailure: true,
	What:   "a timer that does not interrupt its node interrupts it: an answer to the node after that is too late",
	Remedy: "let the path of the timer wait for the answer too, if that may still come"}

// interrupt makes a timer take its node away, where its path comes to an end of the run; otherwise the timer goes.
func (c *Conversion) interrupt(w *workflow.Workflow, n *workflow.Node, t *workflow.Timer) timerFate {
	ends := false
	for id, reached := range w.ReachFrom(t.Edge.To) {
		ends = ends || reached && w.Nodes[id].Kind == workflow.End
	}
	if !ends {
		c.sever(t.Edge, &lossTimeout, t.Span, n.Element, "the timer of %q, which starts %q in parallel, is dropped", n.Name(), t.Edge.To.Name())
		return timerGoes
	}
	c.Lose(w, &lossTimerInterrupts, t.Span, n.Element, "a timer that takes it away", "the timer of %q starts %q in parallel", n.Name(), t.Edge.To.Name())
	t.Interrupting = true
	return timerChanges
}

var boundaryTimers = Rewrite{
	ID:     "rewrite/boundary-timer",
	What:   "a time limit becomes a timer that leaves its node by an edge, to where its error is handled or to a node that fails; that of the whole run is one of a wait, which starts the run beside it",
	When:   "has timers with edges, and no time limits",
	Before: "approve fails after 48 h; on that error → Escalate",
	After:  "approve; after 48 h → Escalate",
	Losses: []*dialects.LossRule{&lossTimeLimit},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		able := c.Able.Timers
		if !able.Has(dialects.TimerVisit) || able.Has(dialects.TimerAttempt) {
			return false
		}
		b := newBoundary(c, w)
		limited := b.limitRun()
		return eachNode(w, func(n *workflow.Node) bool {
			return (n.Kind == workflow.Task || n.Kind == workflow.Await) && b.limits(n)
		}) || limited
	},
}

var lossTimeLimit = dialects.LossRule{ID: "convert/time-limit", Level: dialects.Approximated, Affects: dialects.Attempts | dialects.Time | dialects.Outcome, Data: dialects.Same, OnFailure: true,
	What:   "a time limit of each attempt is one of all attempts together",
	Remedy: "let the worker limit the time of an attempt"}

// A boundary makes the time limits of a workflow timers with edges.
type boundary struct {
	*Conversion
	flow  *workflow.Workflow
	fails map[*workflow.Region]*workflow.Node // what a run comes to that is out of time
}

func newBoundary(c *Conversion, w *workflow.Workflow) *boundary {
	return &boundary{Conversion: c, flow: w, fails: map[*workflow.Region]*workflow.Node{}}
}

// limits gives the time limits of a node their edges. A limit that the data sets stays as it is.
func (b *boundary) limits(n *workflow.Node) bool {
	changed := false
	n.Timers = slices.Clone(n.Timers)
	for i := range n.Timers {
		t := &n.Timers[i]
		if t.Edge != nil || t.Completes || t.Counts == workflow.PerArrival || t.Raises != workflow.ClassTimeout {
			continue
		}
		if len(n.Retry) > 0 && t.Counts == workflow.PerAttempt {
			b.Lose(b.flow, &lossTimeLimit, placeOf(n), n.Element, "one limit of all attempts", "each attempt of %q has its own time limit", n.Name())
		}
		t.Edge = b.edge(n, t)
		t.Counts, t.Raises, t.Interrupting, changed = workflow.PerVisit, 0, true, true
	}
	return changed
}

// leaveLimit makes a handled time limit of a task that a worker is going to call a timer with an edge already, which stays where it is: the worker
// would have to answer the error, and the document would keep that.
func (c *Conversion) leaveLimit(w *workflow.Workflow, n *workflow.Node) {
	able := c.Able.Timers
	if n.Kind != workflow.Task || !c.mergesOnly() || isRetried(n) || len(n.Timers) != 1 || dependsOnData(&n.Timers[0]) || !able.Has(dialects.TimerVisit) || able.Has(dialects.TimerAttempt) {
		return
	}
	for _, h := range errorEdges(n) {
		if !h.On.Matches(w.Errors.Timeout.Name, workflow.ClassTimeout) {
			continue
		}
		if d := &h.Data; onlyTimeouts(h.On, w.Errors.Timeout.Name) && d.Result == nil && d.Output == nil && !replacing(d.Combine) {
			newBoundary(c, w).limits(n)
		}
		return
	}
}

// edge is the one that a run takes which is out of time at a node.
func (b *boundary) edge(n *workflow.Node, t *workflow.Timer) *workflow.Edge {
	name := b.flow.Errors.Timeout.Name
	for _, h := range n.Out {
		if h.Kind != workflow.OnError || !h.On.Matches(name, workflow.ClassTimeout) {
			continue
		}
		e := b.flow.Connect(n, h.To, workflow.OnTimer, h.Span)
		if r := b.errorData(h); r != nil {
			pass := AddOn(b.flow, e, b.NewElement(b.flow, n.Element, n.Name()+timedOutSuffix, ""), workflow.Pass)
			pass.Data.Result = r
			pass.Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow}
		}
		if onlyTimeouts(h.On, name) {
			h.Disconnect()
		}
		return e
	}
	return b.flow.Connect(n, b.failing(n), workflow.OnTimer, t.Span)
}

// onlyTimeouts reports whether a handler takes nothing but what a time limit raises.
func onlyTimeouts(m workflow.Matcher, name string) bool {
	for i := range m {
		if m[i].All || m[i].If != nil || m[i].Class&^workflow.ClassTimeout != 0 || m[i].Class == 0 && m[i].Name != name {
			return false
		}
	}
	return true
}

// errorData is what a handler puts into the document of an error that a time limit raises; nil if that is nothing.
func (b *boundary) errorData(h *workflow.Edge) *expr.Object {
	c := h.Data.Combine
	if c != nil && c.Mode == workflow.Drop {
		return nil
	}
	cause := workflow.TimedOut
	if b.flow.Errors.Nulls {
		cause = ""
	}
	raised := b.flow.Errors.Object(b.flow.Errors.Timeout.Name, cause)
	if c == nil || c.Mode != workflow.SetAt {
		return membersOf(raised)
	}
	under, plain := members(c.Path)
	if !plain || len(c.Path.Steps) > 1 {
		b.Lose(b.flow, &lossResultPlace, h.Span, h.From.Element, "", "the error of %q cannot be put at %s", h.From.Name(), expr.Readable(c.Path))
		return nil
	}
	return &expr.Object{Members: []expr.ObjectMember{{Key: under, Value: &expr.Literal{Value: raised}}}}
}

// membersOf is an object as an expression.
func membersOf(v any) *expr.Object {
	o, ok := v.(*value.Object)
	if !ok {
		return nil
	}
	return &expr.Object{Members: literals(o)}
}

// failing is the node at which a run fails that is out of time, in the region of a node.
func (b *boundary) failing(n *workflow.Node) *workflow.Node {
	if f := b.fails[n.Region]; f != nil {
		return f
	}
	f := b.flow.AddNode(n.Region, b.NewElement(b.flow, n.Element, timedOutName, ""), workflow.Fail, workflow.Primary)
	f.Raises = &workflow.Raises{Name: &expr.Literal{Value: b.flow.Errors.Timeout.Name, Span: source.Span{}}}
	b.fails[n.Region] = f
	return f
}
