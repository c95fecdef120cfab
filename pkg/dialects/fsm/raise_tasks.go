package fsm

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// processing is a processor that is to be written.
type processing struct {
	task    string
	attach  bool // it gets the entity, and not {}
	drops   bool // neither its answer nor its failure counts
	seconds expr.Expr
	context *expr.Literal
}

// perform adds a transition with processors on its way; without any it is plain.
func (x *raiser) perform(from, to *workflow.Node, name string, doing ...*processing) *workflow.Edge {
	if len(doing) == 0 {
		return x.connect(from, to, workflow.Next, name)
	}
	scope := x.flow.AddNode(x.flow.Root, from.Element, workflow.Scope, workflow.Processing)
	scope.Body.Gather = workflow.GatherOne
	x.flow.Connect(scope, to, workflow.Next, source.Span{})
	r := x.flow.AddRegion(scope, source.Span{})
	for _, p := range doing {
		n := x.flow.AddNode(r, from.Element, workflow.Task, workflow.Processing)
		n.Call = &workflow.Call{Task: p.task, Parameters: p.context}
		n.Data.Combine = &workflow.Combine{Mode: workflow.Replace}
		if p.drops {
			n.Data.Combine.Mode = workflow.Drop
		}
		if !p.attach {
			n.Data.Select = &expr.Literal{Value: value.NewObject(0)}
		}
		if p.seconds != nil {
			n.Timers = []workflow.Timer{{Length: workflow.Length{Expr: p.seconds}, Raises: workflow.ClassTimeout}}
		}
	}
	return x.connect(from, scope, workflow.Next, name)
}

// createProcessor returns the processor of a task, with its input, the use of its result, and its timeout.
func (x *raiser) createProcessor(n *workflow.Node) *processing {
	p := &processing{task: x.task(n.Call), attach: true}
	switch d := &n.Data; {
	case d.Select == nil && d.Payload == nil:
	case isEmpty(d.Payload), d.Payload == nil && isEmpty(d.Select):
		p.attach = false
	default:
		x.addSelectionLoss(n)
	}
	x.setAnswer(n, p)
	x.addOutputLosses(n)
	x.addRetryLosses(n)
	x.setLimits(n, p)
	if n.Call.Parameters != nil {
		p.context = n.Call.Parameters
		x.losses.Add(&lossContext, n.Call.Parameters.Span, n.Element, "the context of the processor, as a string",
			"the parameters of %q are not structured data", n.Name())
	}
	if n.Emits != nil {
		x.losses.Add(&dialects.LossEvents, n.Emits.Span, n.Element, "a call of "+quote(p.task), "the event %q is not produced", n.Emits.Name)
		x.addSelectionLoss(n)
		x.out.Answered(n, p.task)
	}
	if n.Call.Workflow && x.program.Find(n.Call.Task) != nil {
		if !slices.Contains(x.out.Substitutes, p.task) {
			x.out.Substitutes = append(x.out.Substitutes, p.task)
		}
		x.losses.Add(&dialects.LossStandIn, n.Call.Span, n.Element, "the task "+quote(p.task), "an entity state machine cannot call the workflow %q", n.Call.Task)
	}
	return p
}

func isEmpty(v expr.Expr) bool {
	l, ok := v.(*expr.Literal)
	if !ok {
		return false
	}
	o, object := l.Value.(*value.Object)
	return object && o.Len() == 0
}

// task is what a task is called. A Resource of asl that was made of the name of a task is that again.
func (x *raiser) task(c *workflow.Call) string {
	name := x.taskOf(c.Task)
	if name != c.Task && !x.tasks[name] {
		x.tasks[name] = true
		x.out.Tasks = append(x.out.Tasks, dialects.Renaming{From: c.Task, To: name})
	}
	return name
}

func (x *raiser) taskOf(name string) string {
	before, behind, ok := strings.Cut(x.form, "{task}")
	inner, begins := strings.CutPrefix(name, before)
	inner, ends := strings.CutSuffix(inner, behind)
	if ok && begins && ends && inner != "" {
		return inner
	}
	return name
}

// addSelectionLoss adds the loss of a selection: a task gets the whole entity.
func (x *raiser) addSelectionLoss(n *workflow.Node) {
	at := n.Element.NameSpan
	for _, stage := range []expr.Expr{n.Data.Payload, n.Data.Select} {
		if stage != nil {
			at = stage.Range()
		}
	}
	x.losses.Add(&dialects.LossSelection, at, n.Element, "the whole entity", "%q gets the whole entity instead of the selected part", n.Name())
	x.addPathLoss(n, at)
}

func (x *raiser) addPathLoss(n *workflow.Node, at source.Span) {
	x.losses.Add(&dialects.LossPathError, at, n.Element, "", "a missing value is no longer an error")
}

// addOutputLosses adds the loss of an output selection: a node passes on the whole entity.
func (x *raiser) addOutputLosses(n *workflow.Node) {
	if n.Data.Output != nil {
		at := n.Data.Output.Range()
		x.losses.Add(&dialects.LossOutputSelection, at, n.Element, "", "%q passes on the whole entity instead of the selected part", n.Name())
		x.addPathLoss(n, at)
	}
}

// addPassedLosses adds the same for a node without a result, which passes on the data that it works on.
func (x *raiser) addPassedLosses(n *workflow.Node) {
	if n.Data.Select != nil {
		at := n.Data.Select.Range()
		x.losses.Add(&dialects.LossOutputSelection, at, n.Element, "", "%q passes on the whole entity instead of the selected part", n.Name())
		x.addPathLoss(n, at)
	}
	x.addOutputLosses(n)
}

// setAnswer sets the use of the result of a task. An object replaces the entity.
func (x *raiser) setAnswer(n *workflow.Node, p *processing) {
	at := n.Element.NameSpan
	c := n.Data.Combine
	if c != nil && c.Span != (source.Span{}) {
		at = c.Span
	}
	switch {
	case c != nil && c.Mode == workflow.Drop:
		x.setDropped(n, p, at)
	case n.Data.Result != nil:
		x.losses.Add(&dialects.LossPlace, at, n.Element, "the result itself", "the result of %q replaces the entity, without the transformation of the source", n.Name())
	case c == nil:
		if x.from.Documents != workflow.ObjectDocument {
			x.losses.Add(&dialects.LossDocument, n.Element.NameSpan, n.Element, "the unchanged entity", "a result that is not an object does not replace the entity")
		}
	case c.Mode == workflow.Replace:
	case c.Mode == workflow.MergeDeep || c.Mode == workflow.MergeShallow:
		x.losses.Add(&dialects.LossMergeIntoReplace, n.Element.NameSpan, n.Element, "", "the source merges each result into the document; in fsm it replaces the entity")
	default:
		x.losses.Add(&dialects.LossPlace, at, n.Element, "the whole entity", "the result of %q replaces the entity instead of a member of it", n.Name())
	}
}

// setDropped makes a task whose result is dropped one whose failure is ignored too, unless a handler takes it.
func (x *raiser) setDropped(n *workflow.Node, p *processing, at source.Span) {
	for _, e := range n.Out {
		if e.Kind == workflow.OnError {
			if p.drops = ignored(n, e); !p.drops {
				x.losses.Add(&dialects.LossPlace, at, n.Element, "the whole entity", "the result of %q replaces the entity; the source discards it", n.Name())
			}
			return
		}
	}
	p.drops = true
	x.losses.Add(&lossUnheardFailure, at, n.Element, "", "a failure of %q is ignored", n.Name())
}

// ignored reports whether an error edge takes all errors, does nothing with them, and leads to where the node goes on
// anyway: then neither the answer nor the failure of the task counts.
func ignored(n *workflow.Node, e *workflow.Edge) bool {
	c, to := n.Data.Combine, way(n)
	switch {
	case c == nil || c.Mode != workflow.Drop || e.Data.Combine == nil || e.Data.Combine.Mode != workflow.Drop:
		return false
	case len(e.On) != 1 || !e.On[0].All || to == nil || n.Data.Output != nil:
		return false
	}
	return e.To == to.To || e.To.Kind == workflow.End && to.To.Kind == workflow.End && to.To.Role == workflow.Ending && e.To.Role == workflow.Ending
}

func (x *raiser) addRetryLosses(n *workflow.Node) {
	for i := range n.Retry {
		x.losses.Add(&dialects.LossRetry, n.Retry[i].Span, n.Element, "", "the retries of %q are dropped", n.Name())
	}
}

// setLimits sets the timeout of a task, if it is a fixed number of milliseconds.
func (x *raiser) setLimits(n *workflow.Node, p *processing) {
	for i := range n.Timers {
		t := &n.Timers[i]
		l, fixed := t.Length.Expr.(*expr.Literal)
		plain := t.Edge == nil && t.Raises == workflow.ClassTimeout && !t.Completes && t.Length.Unit == workflow.Seconds
		if fixed && plain && p.seconds == nil && inMilliseconds(l.Value) {
			p.seconds = l
			continue
		}
		x.addTimerLoss(n, t)
	}
}

// inMilliseconds reports whether a number of seconds is a whole number of milliseconds.
func inMilliseconds(v any) bool {
	ms := 1000 * toFloat(v)
	return ms >= 1 && ms < 1e15 && ms == float64(int64(ms))
}

func (x *raiser) addTimerLosses(n *workflow.Node) {
	for i := range n.Timers {
		x.addTimerLoss(n, &n.Timers[i])
	}
}

func (x *raiser) addTimerLoss(n *workflow.Node, t *workflow.Timer) {
	x.losses.Add(&dialects.LossTimeout, t.Length.Span, n.Element, "", "the timeout of %q is dropped", n.Name())
}
