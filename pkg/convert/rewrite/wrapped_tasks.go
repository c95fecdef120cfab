package rewrite

import (
	"errors"
	"slices"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var wrappedTasks = Rewrite{
	ID:     "rewrite/wrapped-task",
	What:   "a task with retries, time limits, error handlers or data that the target does not have becomes a task that calls it with them, and a choice by the error that it handled",
	When:   "cannot retry or limit a task, handle its errors, or reshape what it gets and answers",
	Before: "charge-card, up to 3 retries; on CardDeclined → Refund",
	After:  "call-charge-card, which retries charge-card; if $.chargeCardFailed is CardDeclined → Refund",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Computes || !c.replacesOnly() {
			return false
		}
		changed := false
		selected := map[string]any{} // by the task: what its worker selects
		for _, n := range slices.Clone(w.Nodes) {
			if c.wrappable(n) && (c.needsWrap(w, n) || c.selectsElse(w, n, selected)) {
				c.wrap(w, n)
				changed = true
			}
		}
		if changed {
			Compact(w)
		}
		return changed
	},
}

var limitedAwaits = Rewrite{
	ID:     "rewrite/limited-await",
	What:   "a wait for somebody outside that a timer ends becomes a task that calls one which that somebody answers, and a choice whether it was out of time",
	When:   "cannot wait for anything",
	Before: "await approval; after 48 h → Escalate",
	After:  "call-approval, which calls approval for at most 48 h; if $.approvalTimedOut → Escalate",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if len(c.Able.Awaits) > 0 || c.Able.Computes || !c.replacesOnly() {
			return false
		}
		changed := false
		for _, n := range slices.Clone(w.Nodes) {
			if n.Kind == workflow.Await && len(n.Awaits.For) == 0 && len(n.Timers) > 0 && c.wrappableAround(n) {
				c.awaitByTask(w, n)
				c.wrap(w, n)
				changed = true
			}
		}
		if changed {
			Compact(w)
		}
		return changed
	},
}

// replacesOnly reports whether the answer of a task can be the document, and cannot be put at a place of it.
func (c *Conversion) replacesOnly() bool {
	return c.Able.Answers.Has(dialects.AnswerReplaces) && !c.Able.Answers.Has(dialects.AnswerAt)
}

// wrappable reports whether a task can call the task of a node in its place, with all that the node has.
func (c *Conversion) wrappable(n *workflow.Node) bool {
	if n.Kind != workflow.Task || n.Call == nil || n.Call.Task == "" || c.callsWorkflow(n) || n.Awaits != nil || n.Emits != nil || n.Raises != nil {
		return false
	}
	return !slices.Contains(c.Raised.Substitutes, n.Call.Task) && c.wrappableAround(n) && c.holds(&n.Data)
}

// callsWorkflow reports whether a node may call a workflow that is converted too. A call of another one is that of a task.
func (c *Conversion) callsWorkflow(n *workflow.Node) bool {
	if n.Call.Workflow {
		return c.Program.Find(n.Call.Task) != nil
	}
	if n.Call.Child == nil {
		return false
	}
	fixed := value.NewObject(0) // the members of what it gets that are always the same
	if o, ok := expr.CommonValue(n.Data.Payload, c.domain()).(*expr.Object); ok {
		for _, m := range o.Members {
			if l, ok := m.Value.(*expr.Literal); ok {
				fixed.Set(m.Key, l.Value)
			}
		}
	}
	id, _, known := n.Call.Child.Of(fixed)
	return !known || c.Program.Find(id) != nil
}

// needsToken reports whether a task is given the token of its call, which the target does not have. A task that makes that call has one.
func (c *Conversion) needsToken(n *workflow.Node) bool {
	if c.Able.Tokens || !n.Call.Token {
		return false
	}
	given := false
	for _, x := range []expr.Expr{n.Data.Select, n.Data.Payload, n.Call.Parameters} {
		expr.Walk(x, func(x expr.Expr) {
			p, ok := x.(*expr.Path)
			given = given || ok && p.Root == expr.RootContext
		})
	}
	return given
}

// wrappableAround reports whether what a node has around its task or its regions can be had by a task.
func (c *Conversion) wrappableAround(n *workflow.Node) bool {
	if n.Data.Assign != nil || n.File != nil || onwardEdge(n) == nil || c.inWholeTask(n) {
		return false
	}
	if slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return t.Completes || t.Edge != nil && !t.Interrupting }) {
		return false
	}
	for _, e := range n.Out {
		if e.Kind == workflow.OnError && (e.Data.Assign != nil || e.Require != nil) || e.Guard != nil {
			return false
		}
	}
	return true
}

// needsWrap reports whether a node has something that the target lacks and no contract can stand for.
func (c *Conversion) needsWrap(w *workflow.Workflow, n *workflow.Node) bool {
	if len(n.Retry) > 0 && !c.Able.Retries.Has(dialects.RetryTasks) || n.Call != nil && n.Call.Parameters != nil && !c.Able.Parameters {
		return true
	}
	for i := range n.Timers {
		if needs, _ := timerNeeds(&n.Timers[i]); !c.Able.Timers.Has(needs) {
			return true
		}
	}
	d, handlers := &n.Data, errorEdges(n)
	dropped := d.Combine != nil && d.Combine.Mode == workflow.Drop
	ignored := len(handlers) == 1 && Ignores(handlers[0])
	if len(handlers) > 0 && !c.handles(n) && !(c.Able.Ignores && ignored) || c.Able.Ignores && dropped && !ignored {
		return true
	}
	if d.Result != nil && !c.Able.Results && !dropped {
		return true
	}
	_, merges := c.merges()
	if !merges && d.Combine != nil && d.Combine.Mode == workflow.SetAt {
		return true
	}
	switch {
	case d.Payload == nil && d.Select == nil, c.Able.Inputs.Has(dialects.InputObject):
		return false
	case isEmptyObject(d.Payload):
		return !c.Able.Inputs.Has(dialects.InputNothing) || d.Combine != nil && d.Combine.Mode != workflow.Drop
	}
	return !c.selectable(w, n)
}

// selectable reports whether a worker can select by paths what is selected for it.
func (c *Conversion) selectable(w *workflow.Workflow, n *workflow.Node) bool {
	s := &selection{c: c, w: w, n: n}
	_, ok := s.of(n.Data.Payload)
	return ok && s.computed == nil
}

// selectsElse reports whether the worker of a task would have to select something else for a node than for those before that call it, and
// notes what it has to.
func (c *Conversion) selectsElse(w *workflow.Workflow, n *workflow.Node, selected map[string]any) bool {
	if c.Able.Inputs.Has(dialects.InputObject) || isEmptyObject(n.Data.Payload) && c.Able.Inputs.Has(dialects.InputNothing) {
		return false
	}
	var from any
	if n.Data.Payload != nil || n.Data.Select != nil {
		from, _ = (&selection{c: c, w: w, n: n}).of(n.Data.Payload)
	}
	before, called := selected[n.Call.Task]
	if !called {
		selected[n.Call.Task] = from
	}
	return called && !value.Equal(before, from)
}

// wrap replaces by a stand-in the task of a node. Where it handled an error, a member of its answer reports it.
func (c *Conversion) wrap(w *workflow.Workflow, n *workflow.Node) {
	part := &workedPart{node: *n, flow: *w, element: c.Caller(n)}
	handled := slices.DeleteFunc(slices.Clone(n.Out), func(e *workflow.Edge) bool { return e.Kind != workflow.OnError && e.Kind != workflow.OnTimer })
	part.exits = exitsOf(n, handled)
	part.node.Out = nil
	what := c.wrapText(w, n, part)
	n.Call = &workflow.Call{Task: c.StandIn(w, n.Element, slug("call "+n.Element.Name), what), Span: n.Span}
	c.Raised.StandIns[len(c.Raised.StandIns)-1].By = part
	c.nameCallers(part)
	n.Kind, n.Body, n.Data, n.Retry, n.Timers = workflow.Task, nil, workflow.Stages{}, nil, nil
	if len(handled) > 0 {
		c.chooseExit(w, n, part.exits)
	}
}

// An exit is where a node goes on that failed or was out of time, and the member of an answer that tells it from the others. It is empty where the
// error itself does, which the document has then.
type exit struct {
	edge   *workflow.Edge
	member string
}

// taken is the condition that a node was left by an exit.
func (x *exit) taken() expr.Expr {
	if x.member == "" {
		at, _ := errorPath(x.edge)
		return allOf(presence(at, x.edge.Span), x.edge.Span)
	}
	return &expr.Test{Op: expr.TestPresent, Path: expr.NewPath(expr.RootInput, x.member), Null: expr.Yes, Missing: expr.No, Span: x.edge.Span}
}

// exitsOf are the edges of errors and timers of a node. A member has the name of the first error that leads there, where there are several.
func exitsOf(n *workflow.Node, edges []*workflow.Edge) []exit {
	var out []exit
	numbers, taken := dialects.Numbers{}, map[string]bool{}
	for _, e := range edges {
		name := "Failed"
		switch {
		case e.Kind == workflow.OnTimer:
			name = "TimedOut"
		case len(edges) > 1 && !takesAll(e.On) && len(e.On) > 0 && e.On[0].Name != "":
			name = " " + e.On[0].Name
		}
		member := memberName(n.Element.Name + name)
		first, size := utf8.DecodeRuneInString(member)
		out = append(out, exit{e, numbers.Free(taken, string(unicode.ToLower(first))+member[size:], "")})
	}
	return out
}

// chooseExit adds the choice by which error a task handled, in place of the edges of errors and timers.
func (c *Conversion) chooseExit(w *workflow.Workflow, n *workflow.Node, exits []exit) {
	choice := AddAfter(w, n, c.NewElement(w, n.Element, n.Name()+failedSuffix, ""), workflow.Choice)
	on := slices.Clone(choice.Out)
	choice.Out = nil
	for _, x := range exits {
		branch := w.Connect(choice, x.edge.To, workflow.Guarded, x.edge.Span)
		branch.Guard = x.taken()
		Disconnect(x.edge)
	}
	branches := slices.Clone(choice.Out)
	choice.Out = append(choice.Out, on...)
	for _, e := range on {
		e.Kind = workflow.Default
	}
	for i, x := range exits {
		if x.member == "" {
			continue
		}
		c.forgetOn(w, choice, x.member, branches[i:i+1])
	}
}

// A workedPart is a node with the task that it calls, which a worker carries out. It implements dialects.Worker.
type workedPart struct {
	node    workflow.Node
	flow    workflow.Workflow // what holds for all of it
	element *workflow.Element // of the source, which makes the calls
	exits   []exit
}

// Answer implements dialects.Answerer.
func (p *workedPart) Answer(any, time.Time) (any, error) {
	return nil, errors.New("the answer depends on what the tasks answer that are called")
}

// Work implements dialects.Worker.
func (p *workedPart) Work(input any, _ time.Time, carryOut func(*workflow.Program, any) (any, error)) (any, error) {
	return carryOut(p.program(), input)
}

// program is the part as a program of its own.
func (p *workedPart) program() *workflow.Program {
	w := p.flow
	w.Root, w.Regions, w.Nodes, w.Edges, w.Elements = nil, nil, nil, nil, nil
	w.Then, w.Timeout, w.Schedule, w.Limits = nil, nil, nil, workflow.Limits{}
	root := w.AddRegion(nil, p.flow.Span)
	add := func(name string, kind workflow.Kind) *workflow.Node {
		return w.AddNode(root, w.AddElement(name, "", p.element.NameSpan, p.element.Span), kind, workflow.Primary)
	}
	n := add(p.element.Name, p.node.Kind)
	id, element := n.ID, n.Element
	*n = p.node
	n.ID, n.Element, n.Region, n.Role, n.In, n.Out = id, element, root, workflow.Primary, nil, nil
	n.Timers = slices.Clone(n.Timers)
	root.Start, w.Root = n, root
	w.Connect(n, add("end", workflow.End), workflow.ToEnd, n.Span)
	for _, x := range p.exits {
		left := add("end "+x.edge.From.Name(), workflow.End)
		to := left
		if x.member != "" {
			to = add(x.member, workflow.Pass)
			to.Data = workflow.Stages{Combine: &workflow.Combine{Mode: workflow.MergeShallow},
				Result: &expr.Literal{Value: value.ObjectOf(value.Member{Key: x.member, Value: true})}}
			w.Connect(to, left, workflow.ToEnd, n.Span)
		}
		e := w.Connect(n, to, x.edge.Kind, x.edge.Span)
		e.On, e.Data = x.edge.On, x.edge.Data
		for i := range n.Timers {
			if n.Timers[i].Edge == x.edge {
				n.Timers[i].Edge = e
			}
		}
	}
	if n.Body != nil {
		for _, r := range n.Body.Regions {
			r.Scope = n
		}
		for _, x := range nodesOf(n.Body) {
			if !slices.Contains(w.Elements, x.Element) {
				w.Elements = append(w.Elements, x.Element)
			}
		}
		Compact(&w)
	}
	return &workflow.Program{Workflows: []*workflow.Workflow{&w}}
}
