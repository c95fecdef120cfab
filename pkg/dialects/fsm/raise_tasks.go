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

// processor says a task: what it gets, what becomes of its answer, and how long it may take.
func (x *raiser) processor(n *workflow.Node) *processing {
	p := &processing{task: x.task(n.Call), attach: true}
	switch d := &n.Data; {
	case d.Select == nil && d.Payload == nil:
	case isEmpty(d.Payload), d.Payload == nil && isEmpty(d.Select):
		p.attach = false
	default:
		x.selected(n)
	}
	x.answer(n, p)
	x.output(n)
	x.retries(n)
	x.limits(n, p)
	if n.Call.Parameters != nil {
		p.context = n.Call.Parameters
		x.losses.Add(&lossContext, n.Call.Parameters.Span, n.Element, "the context of the processor, as a string",
			"the parameters of %q are not structured data", n.Name())
	}
	if n.Emits != nil {
		x.losses.Add(&dialects.LossEvents, n.Emits.Span, n.Element, "a call of "+quote(p.task), "the event %q is not produced", n.Emits.Name)
		x.selected(n)
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

// selected notes that a task gets all of the entity.
func (x *raiser) selected(n *workflow.Node) {
	at := n.Element.NameSpan
	for _, stage := range []expr.Expr{n.Data.Payload, n.Data.Select} {
		if stage != nil {
			at = stage.Range()
		}
	}
	x.losses.Add(&dialects.LossSelection, at, n.Element, "the whole entity", "%q gets the whole entity instead of the selected part", n.Name())
	x.unchecked(n, at)
}

func (x *raiser) unchecked(n *workflow.Node, at source.Span) {
	x.losses.Add(&dialects.LossPathError, at, n.Element, "", "a missing value is no longer an error")
}

// output notes that all of the entity goes on from a node.
func (x *raiser) output(n *workflow.Node) {
	if n.Data.Output != nil {
		at := n.Data.Output.Range()
		x.losses.Add(&dialects.LossOutputSelection, at, n.Element, "", "%q passes on the whole entity instead of the selected part", n.Name())
		x.unchecked(n, at)
	}
}

// leaving tells the same of a node without an answer, from which goes on what it works on.
func (x *raiser) leaving(n *workflow.Node) {
	if n.Data.Select != nil {
		at := n.Data.Select.Range()
		x.losses.Add(&dialects.LossOutputSelection, at, n.Element, "", "%q passes on the whole entity instead of the selected part", n.Name())
		x.unchecked(n, at)
	}
	x.output(n)
}

// answer looks at what becomes of the answer of a task. An object replaces the entity.
func (x *raiser) answer(n *workflow.Node, p *processing) {
	at := n.Element.NameSpan
	c := n.Data.Combine
	if c != nil && c.Span != (source.Span{}) {
		at = c.Span
	}
	switch {
	case c != nil && c.Mode == workflow.Drop:
		x.dropped(n, p, at)
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

// dropped says a task whose answer does not count as one whose failure does not count either, unless that is handled.
func (x *raiser) dropped(n *workflow.Node, p *processing, at source.Span) {
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

func (x *raiser) retries(n *workflow.Node) {
	for i := range n.Retry {
		x.losses.Add(&dialects.LossRetry, n.Retry[i].Span, n.Element, "", "the retries of %q are dropped", n.Name())
	}
}

// limits says how long a task may take, where that is a fixed number of milliseconds.
func (x *raiser) limits(n *workflow.Node, p *processing) {
	for i := range n.Timers {
		t := &n.Timers[i]
		l, fixed := t.Length.Expr.(*expr.Literal)
		plain := t.Edge == nil && t.Raises == workflow.ClassTimeout && !t.Completes && t.Length.Unit == workflow.Seconds
		if fixed && plain && p.seconds == nil && inMilliseconds(l.Value) {
			p.seconds = l
			continue
		}
		x.timer(n, t)
	}
}

// inMilliseconds reports whether a number of seconds is a whole number of milliseconds.
func inMilliseconds(v any) bool {
	ms := 1000 * toFloat(v)
	return ms >= 1 && ms < 1e15 && ms == float64(int64(ms))
}

func (x *raiser) timers(n *workflow.Node) {
	for i := range n.Timers {
		x.timer(n, &n.Timers[i])
	}
}

func (x *raiser) timer(n *workflow.Node, t *workflow.Timer) {
	x.losses.Add(&dialects.LossTimeout, t.Length.Span, n.Element, "", "the timeout of %q is dropped", n.Name())
}
