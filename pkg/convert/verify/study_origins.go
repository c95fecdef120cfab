package verify

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// What a node reads may come from elsewhere than the same place of the input: from a part of an answer that a stage put there, from another
// member of the input, from an event, or from an item of a list. The path that is read is traced back through the stages of the nodes
// before it, and what is made up for it is put where it comes from.

// mostTraced bounds the work of tracing what is read, in nodes that are passed.
const mostTraced = 200_000

// A tracer traces a path back.
type tracer struct {
	inventor *inventor
	flow     *workflow.Workflow
	read     []expr.Step // what is traced
	values   []any       // that are made up for it; nil: those that are known of such a member of the document
	passed   map[passage]bool
	left     int // how many nodes may still be passed, for all that is traced
	items    map[*workflow.Node][]fact
}

// A passage is a path at a node: of the document that comes to it, or of what goes on from it.
type passage struct {
	node  *workflow.Node
	after bool
	path  string
}

// studyOrigins puts the values of what the nodes of the program read where these come from.
func (v *inventor) studyOrigins() {
	t := &tracer{inventor: v, left: mostTraced, items: map[*workflow.Node][]fact{}}
	for _, w := range v.program.Workflows {
		t.flow = w
		for _, n := range w.Nodes {
			t.traceNode(n)
		}
	}
	for _, x := range v.passedOn {
		t.read, t.values, t.passed = x.steps, x.values, map[passage]bool{}
		t.effective(x.last, x.steps)
	}
	t.values = nil
	for _, w := range v.program.Workflows {
		for _, n := range w.Nodes {
			if n.Body != nil && n.Body.Each {
				v.fillItems(n, t.items[n])
			}
		}
	}
}

// traceNode traces everything that a node reads of its document.
func (t *tracer) traceNode(n *workflow.Node) {
	each := func(x expr.Expr, from func(*workflow.Node, []expr.Step)) {
		for _, steps := range membersRead(x) {
			t.read, t.passed = steps, map[passage]bool{}
			from(n, steps)
		}
		t.traceItems(n, x, from)
	}
	each(n.Data.Select, t.before)
	each(n.When, t.before)
	each(n.Data.Payload, t.effective)
	each(n.Data.Result, t.effective)
	for _, x := range assigned(n) {
		each(x, t.payload)
	}
	for _, e := range n.Out {
		from := t.effective
		if n.Call != nil || n.Body != nil {
			from = t.after
		}
		each(e.Guard, from)
		each(e.Require, from)
	}
	if n.Until != nil {
		each(n.Until.Expr, t.effective)
	}
	if n.Body != nil && n.Body.Items != nil {
		each(n.Body.Items.Select, t.effective)
	}
}

// membersRead are the members of the document that an expression reads, each as far as only members lead to it.
func membersRead(x expr.Expr) [][]expr.Step {
	var out [][]expr.Step
	expr.Walk(x, func(x expr.Expr) {
		switch x := x.(type) {
		case *expr.Foreign:
			if m := x.Meaning(); m != nil {
				out = append(out, membersRead(m)...)
			}
		case *expr.Path:
			steps := x.Steps
			if at := slices.IndexFunc(steps, func(s expr.Step) bool { return s.Kind != expr.StepChild }); at >= 0 {
				steps = steps[:at:at]
			}
			if x.Root == expr.RootInput && len(steps) > 0 {
				out = append(out, steps)
			}
		}
	})
	return out
}

// pass notes a path at a node. It reports false where it was there before, or nothing may be passed any more.
func (t *tracer) pass(n *workflow.Node, after bool, steps []expr.Step) bool {
	const longest = 12
	at := passage{n, after, joined(steps)}
	if t.passed[at] || t.left == 0 || len(steps) > longest {
		return false
	}
	t.passed[at] = true
	t.left--
	return true
}

func joined(steps []expr.Step) string {
	var b strings.Builder
	for _, s := range steps {
		b.WriteString(s.Name)
		b.WriteByte(0)
	}
	return b.String()
}

// before traces a path of the document that comes to a node.
func (t *tracer) before(n *workflow.Node, steps []expr.Step) {
	if !t.pass(n, false, steps) {
		return
	}
	for _, e := range n.In {
		if e.From != nil && e.Kind != workflow.OnError && e.Data.IsZero() {
			t.after(e.From, steps)
		}
	}
	if n.Region.Start != n {
		return
	}
	switch scope := n.Region.Scope; {
	case scope == nil:
		t.found(&t.inventor.inputs, steps)
	case scope.Body.Each:
		t.item(scope, steps)
	default:
		t.payload(scope, steps)
	}
}

// effective traces a path of the document that a node works on.
func (t *tracer) effective(n *workflow.Node, steps []expr.Step) {
	if root, steps, ok := selectedPart(n.Data.Select, steps); ok && root == expr.RootInput {
		t.before(n, steps)
	}
}

// payload traces a path of what the body of a node gets.
func (t *tracer) payload(n *workflow.Node, steps []expr.Step) {
	if root, steps, ok := selectedPart(n.Data.Payload, steps); ok && root == expr.RootInput {
		t.effective(n, steps)
	}
}

// after traces a path of what goes on from a node.
func (t *tracer) after(n *workflow.Node, steps []expr.Step) {
	if !t.pass(n, true, steps) {
		return
	}
	root, steps, ok := selectedPart(n.Data.Output, steps)
	switch {
	case !ok:
		return
	case root == expr.RootAnswer:
		t.answer(n, steps)
		return
	case root != expr.RootInput:
		return
	}
	c := n.Data.Combine
	if c == nil || c.Mode == workflow.Replace || c.Mode == workflow.MergeDeep || c.Mode == workflow.MergeShallow {
		t.result(n, steps)
		if c != nil && c.Mode != workflow.Replace {
			t.effective(n, steps)
		}
		return
	}
	if c.Mode == workflow.AppendAt && c.Path != nil && len(steps) > len(c.Path.Steps) && sameMembers(steps[:len(c.Path.Steps)], c.Path.Steps) {
		t.result(n, steps[len(c.Path.Steps):])
	}
	if place, placed := placeOfAnswer(n); placed && c.Mode == workflow.SetAt && len(steps) >= len(place) && sameMembers(steps[:len(place)], place) {
		t.result(n, steps[len(place):])
		return
	}
	t.effective(n, steps)
}

// result traces a path of what a node makes of its answer.
func (t *tracer) result(n *workflow.Node, steps []expr.Step) {
	switch root, steps, ok := selectedPart(n.Data.Result, steps); {
	case ok && (root == expr.RootAnswer || n.Data.Result == nil):
		t.answer(n, steps)
	case ok && root == expr.RootInput:
		t.effective(n, steps)
	}
}

// answer traces a path of what the body of a node answers.
func (t *tracer) answer(n *workflow.Node, steps []expr.Step) {
	switch {
	case len(steps) == 0:
	case n.Call != nil:
		t.answerOfTask(n, steps)
	case n.Awaits != nil:
		t.event(n, steps)
	case n.Body == nil:
		t.payload(n, steps)
	case n.Body.Each:
		t.itemsOf(n, steps)
	case n.Body.Gather == workflow.GatherList:
		if steps[0].Kind == expr.StepIndex && steps[0].Index >= 0 && steps[0].Index < len(n.Body.Regions) {
			t.ends(n.Body.Regions[steps[0].Index], steps[1:])
		}
	default:
		for _, r := range n.Body.Regions {
			t.ends(r, steps)
		}
	}
}

// answerOfTask notes a part of the answer of a task, if what the task answers does not have it anyway: that has what is made up for the
// document at the place where the answer is put.
func (t *tracer) answerOfTask(n *workflow.Node, steps []expr.Step) {
	task := t.inventor.task(n.Call.Task)
	if task == nil {
		return
	}
	same := t.values == nil && slices.ContainsFunc(task.places, func(place []expr.Step) bool { return sameMembers(slices.Concat(place, steps), t.read) })
	if same || task.beside > 0 && n.Data.Result == nil {
		return
	}
	t.found(&task.reads, steps)
}

// ends traces a path of what a region ends with.
func (t *tracer) ends(r *workflow.Region, steps []expr.Step) {
	for _, n := range r.Nodes {
		if slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Kind == workflow.ToEnd && e.Data.IsZero() }) {
			t.after(n, steps)
		}
	}
}

// event traces a path of the data that comes with an event to where it is in the event.
func (t *tracer) event(n *workflow.Node, steps []expr.Step) {
	for i := range n.Awaits.For {
		x := &n.Awaits.For[i]
		if x.Event == nil || x.Data == nil {
			continue
		}
		root, at, ok := selectedPart(x.Data, steps)
		if !ok || root != expr.RootInput || len(at) < 2 || at[0].Name != "data" {
			continue
		}
		reads := t.inventor.eventReads[x.Event.Type]
		t.found(&reads, at[1:])
		t.inventor.eventReads[x.Event.Type] = reads
	}
}

// item traces a path of what a region of an iteration gets: to an item of the list, or to the document of the iteration.
func (t *tracer) item(scope *workflow.Node, steps []expr.Step) {
	b := scope.Body
	switch {
	case b.Items != nil && b.Items.Select != nil:
		root, at, ok := selectedPart(b.Items.Select, steps)
		item := b.Items.Value
		switch {
		case !ok:
			return
		case item != nil && root == item.Root && len(at) >= len(item.Steps) && sameMembers(at[:len(item.Steps)], item.Steps):
			steps = at[len(item.Steps):]
		case root == expr.RootInput:
			t.effective(scope, at)
			return
		default:
			return
		}
	case b.Item != "":
		if len(steps) == 0 || steps[0].Name != b.Item {
			return
		}
		steps = steps[1:]
	}
	if len(steps) > 0 {
		reads := t.items[scope]
		t.found(&reads, steps)
		t.items[scope] = reads
	}
}

// found adds a part of some data that what is traced comes from, with the values that are made up for that.
func (t *tracer) found(reads *[]fact, steps []expr.Step) {
	if !onlyMembers(steps) {
		return
	}
	f := t.inventor.fact(t.read)
	if t.values != nil {
		f = &fact{values: t.values}
	}
	if f == nil {
		return
	}
	for i := range *reads {
		if r := &(*reads)[i]; sameMembers(r.steps, steps) {
			if !f.free {
				r.values, r.becomes = f.values, f.steps
			}
			return
		}
	}
	if reads == &t.inventor.inputs && sameMembers(steps, f.steps) { // where it is made up anyway
		return
	}
	*reads = append(*reads, fact{steps: steps, values: f.values, becomes: f.steps})
}

// fillItems gives the items of the lists of an iteration what is read of them.
func (v *inventor) fillItems(scope *workflow.Node, reads []fact) {
	if len(reads) == 0 {
		return
	}
	for _, steps := range membersRead(scope.Data.Payload) {
		if f := v.fact(steps); f != nil && onlyMembers(steps) {
			f.values = filled(f.values, reads)
		}
	}
	for n, each := range listedIn(v.program) {
		if t := v.task(n.Call.Task); t != nil && each == scope {
			t.lists = filled(t.lists, reads)
		}
	}
	if listedInput(v.program) == scope {
		v.inputLists = filled(v.inputLists, reads)
	}
}

// filled are lists whose items have parts that are read: each item has another of their values.
func filled(lists []any, reads []fact) []any {
	var out []any
	for i, x := range lists {
		list, isList := x.([]any)
		if !isList {
			out = append(out, x)
			continue
		}
		items := make([]any, len(list))
		for k, item := range list {
			o, isObject := item.(*value.Object)
			if !isObject {
				o = value.NewObject(len(reads))
			}
			o = o.Clone()
			for _, f := range reads {
				if len(f.values) > 0 {
					setAt(o, f.steps, f.values[(i+k)%len(f.values)])
				}
			}
			items[k] = o
		}
		out = append(out, items)
	}
	return out
}
