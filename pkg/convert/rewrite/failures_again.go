package rewrite

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var failuresAgain = Rewrite{
	ID:     "rewrite/failure-again",
	What:   "a choice on what a task answers in place of failing becomes error handlers of a task that makes that choice and fails, as handlers are written that became choices",
	When:   "has error handlers",
	Before: "call-charge-card; \"Charge card failed?\": if $.chargeCardFailed → Refund",
	After:  "charge-card, which calls call-charge-card and fails if it answers $.chargeCardFailed; on that error → Refund",
	Losses: []*dialects.LossRule{&dialects.LossErrorData},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.Handlers.Has(dialects.HandleTasks | dialects.HandleByError | dialects.HandleData) {
			return false
		}
		return editNodes(w, func(n *workflow.Node) bool {
			part := c.failingPart(w, n)
			if part == nil {
				return false
			}
			c.failAgain(w, n, part)
			return true
		})
	},
}

// A failingPart is a task and the choice by what it answers in place of failing, which a worker carries out that fails itself. It
// implements dialects.Worker.
type failingPart struct {
	node    *workflow.Node
	flow    *workflow.Workflow // what holds for all of it: see [Conversion.around]
	element *workflow.Element  // of the source, which makes the calls
	choice  *workflow.Node
	exits   []failure
}

// A failure is a branch of the choice, with the name of the error that takes its place.
type failure struct {
	edge  *workflow.Edge
	guard expr.Expr
	// without is the task that takes the member out of the document by which the choice is made; nil: there is none.
	without *workflow.Node
	name    string
}

// failingPart is a task with the choice after it, if both have the shape and the names that a task gets whose handlers became a choice;
// nil for others.
func (c *Conversion) failingPart(w *workflow.Workflow, n *workflow.Node) *failingPart {
	if n.Kind != workflow.Task || n.Call == nil || n.Call.Workflow || n.Call.Child != nil || n.Call.Token || n.Call.Parameters != nil || n.Awaits != nil ||
		n.Emits != nil || n.When != nil || len(n.Retry) > 0 || handles(n) || n.Data.Assign != nil || c.isSubstitute(n.Call.Task) ||
		!c.callsAnother(n) {
		return nil
	}
	next := onwardEdge(n)
	if next == nil {
		return nil
	}
	choice := next.To
	if choice.Kind != workflow.Choice || len(choice.In) != 1 || !choice.Data.IsZero() || len(choice.Timers) > 0 {
		return nil
	}
	part := &failingPart{node: n, flow: c.around(w), element: c.Caller(n), choice: choice}
	asks := numberedName(choice.Name(), n.Name()+failedSuffix) // with a number where a step of the source has that name
	if !asks && (!c.apart || named(w, choice.Element)) {
		return nil
	}
	if !c.addExits(part, asks) || len(part.exits) == 0 || len(part.exits) == len(choice.Out) {
		return nil
	}
	return part
}

// addExits adds the branches of the choice that take the place of failures: each tests one member of the answer, which has the name of the
// task and names the error. It reports false if the choice has another branch. asks reports that the choice has the name of one after a
// conversion, so that the names of the members do not matter.
func (c *Conversion) addExits(part *failingPart, asks bool) bool {
	n, choice := part.node, part.choice
	numbers, taken := dialects.Numbers{}, map[string]bool{}
	first := ""
	var earlier []requirement
	for i, e := range choice.Out {
		if i == len(choice.Out)-1 && e.Kind == workflow.Default {
			break
		}
		if e.Guard == nil {
			return false
		}
		guard := c.withoutOpposites(expr.CommonCondition(e.Guard, c.domain()), earlier)
		if asks {
			guard = withoutAbsent(guard)
		}
		earlier = append(earlier, c.required(guard))
		member := memberTested(guard)
		if e.Kind != workflow.Guarded || e.Ask != nil || e.Require != nil || !e.Data.IsZero() || member == "" {
			return false
		}
		x := failure{edge: e, guard: e.Guard}
		if x.name = memberName(member); !strings.HasPrefix(dialects.PlainName(member), dialects.PlainName(n.Name())) {
			if !asks {
				return false
			}
			x.name = memberName(n.Name() + failedSuffix)
		}
		if first == "" {
			first = member
		}
		x.name = numbers.Free(taken, strings.ToUpper(x.name[:1])+x.name[1:], "")
		if t := e.To; t.Kind == workflow.Task && len(t.In) == 1 && (sameName(t.Name(), withoutPrefix+member) || sameName(t.Name(), withoutPrefix+first)) && onwardEdge(t) != nil && len(t.Out) == 1 {
			x.without = t
		}
		part.exits = append(part.exits, x)
	}
	return true
}

// withoutAbsent is a condition that a member is there without the parts of it that others are not: see [Conversion.apartFromEarlier].
func withoutAbsent(x expr.Expr) expr.Expr {
	all, ok := x.(*expr.Logic)
	if !ok || all.Op != expr.And {
		return x
	}
	rest := &expr.Logic{Op: expr.And, Span: all.Span}
	for _, o := range all.Operands {
		if not, ok := o.(*expr.Not); ok {
			if t, ok := not.Operand.(*expr.Test); ok && t.Op == expr.TestPresent {
				continue
			}
		}
		rest.Operands = append(rest.Operands, o)
	}
	if len(rest.Operands) == 0 {
		return x
	}
	return rest.Reduced()
}

// memberTested is the member of the document that a condition asks for the presence of, if it looks at nothing but that and what is in it;
// empty for other conditions.
func memberTested(guard expr.Expr) string {
	all, _ := guard.(*expr.Logic)
	asked := []expr.Expr{guard}
	if all != nil && all.Op == expr.And {
		asked = all.Operands
	}
	member := ""
	for _, x := range asked {
		t, ok := x.(*expr.Test)
		if not, negated := x.(*expr.Not); negated {
			t, ok = not.Operand.(*expr.Test)
			ok = ok && t.Op == expr.TestEqual && t.Value == nil
		} else {
			ok = ok && t.Op == expr.TestPresent
		}
		if ok && isMember(t.Path) {
			member = t.Path.Steps[0].Name
			break
		}
	}
	if member == "" {
		return ""
	}
	same := true
	_, known := mapTree(guard, func(p *expr.Path) (expr.Expr, bool) {
		same = same && p.Root == expr.RootInput && len(p.Steps) > 0 && p.Steps[0].Kind == expr.StepChild && p.Steps[0].Name == member
		return p, true
	})
	if !known || !same {
		return ""
	}
	return member
}

// failAgain replaces the task of a node by a stand-in that calls it and makes the choice after it, and the branches of the choice by
// handlers.
func (c *Conversion) failAgain(w *workflow.Workflow, n *workflow.Node, part *failingPart) {
	copied := *n
	part.node = &copied
	part.node.Timers = nil
	what := "calls " + c.taskName(n)
	for i, x := range part.exits {
		if i == 0 {
			what += ", and fails"
		}
		if i > 0 {
			what += ","
		}
		what += " with " + x.name + " if `" + expr.Readable(x.guard) + "`"
		if x.without != nil && i == 0 {
			what += ", for which it calls " + c.taskName(x.without)
		}
	}
	what += ", with the document then as JSON for the cause; and answers "
	what += combinedText(&n.Data, "the same", "the answer")
	n.Call = &workflow.Call{Task: c.failingTask(w, n, part, what), Span: n.Span}
	if !merging(n.Data.Combine) || c.Able.ErrorData {
		n.Data = workflow.Stages{}
	}
	c.leaveInstead(n, part)
	for _, x := range part.exits {
		c.handleFailure(w, n, x)
	}
}

// failingTask is the stand-in that calls the task of a node and fails: the one of a step with the same name that does the same, if the source
// repeats steps that several paths lead to.
func (c *Conversion) failingTask(w *workflow.Workflow, n *workflow.Node, part *failingPart, what string) string {
	does := n.Name() + " " + what
	if task, before := c.failing[does]; before && c.apart {
		return task
	}
	task := c.StandIn(w, n.Element, slug(n.Name()), what)
	c.Raised.StandIns[len(c.Raised.StandIns)-1].By = part
	if c.failing == nil {
		c.failing = map[string]string{}
	}
	c.failing[does] = task
	return task
}

// leaveInstead has the edges of the choice after a task leave the task, without the tasks that take out of the document what the choice is
// made by.
func (c *Conversion) leaveInstead(n *workflow.Node, part *failingPart) {
	onward, choice := onwardEdge(n), part.choice
	for _, e := range slices.Clone(choice.Out) {
		if e.Kind == workflow.Default {
			onward.Redirect(e.To)
			e.Disconnect()
		}
	}
	for _, x := range part.exits {
		if x.without != nil {
			next := onwardEdge(x.without)
			x.edge.Redirect(next.To)
			next.Disconnect()
			x.without.Region.Nodes = without(x.without.Region.Nodes, x.without)
		}
		x.edge.MoveStart(n)
		x.edge.Guard, x.edge.Label = nil, ""
	}
	choice.Region.Nodes = without(choice.Region.Nodes, choice)
}

// handleFailure makes an edge that leaves a task a handler of it. The document that the worker made comes with the error.
func (c *Conversion) handleFailure(w *workflow.Workflow, n *workflow.Node, x failure) {
	e := x.edge
	e.Kind, e.On = workflow.OnError, workflow.Matcher{{Name: x.name, Text: x.name}}
	cause := expr.NewPath(expr.RootError, w.Errors.CauseKey)
	if c.Able.ErrorData {
		e.Data = workflow.Stages{Result: &expr.Apply{Do: expr.FromJSON, Args: []expr.Expr{cause}}, Combine: &workflow.Combine{Mode: workflow.Replace}}
		return
	}
	from := []*workflow.Element{n.Element}
	if x.without != nil { // whose answer would be the document
		from = append(from, x.without.Element)
	}
	for _, at := range from {
		c.Lose(w, &dialects.LossErrorData, e.Span, at, "the error of the task", "the answer of %q in place of its failure is not in the document", n.Name())
	}
	e.Data = workflow.Stages{Combine: &workflow.Combine{Mode: workflow.Drop}}
	if own := c.Able.Errors; own != nil {
		e.Data = workflow.Stages{Combine: &workflow.Combine{Mode: workflow.SetAt, Path: expr.NewPath(expr.RootInput, own.Member)},
			Result: &expr.Object{Members: []expr.ObjectMember{{Key: own.Name, Value: expr.NewPath(expr.RootError, w.Errors.NameKey)}, {Key: own.Cause, Value: cause}}}}
	}
}

// merging reports whether an answer is merged into the document.
func merging(k *workflow.Combine) bool {
	return k != nil && (k.Mode == workflow.MergeDeep || k.Mode == workflow.MergeShallow)
}

// Answer implements dialects.Answerer.
func (p *failingPart) Answer(any, time.Time) (any, error) {
	return nil, errors.New("the answer depends on what the task answers that is called")
}

// Work implements dialects.Worker.
func (p *failingPart) Work(input any, _, _ time.Time, carryOut func(*workflow.Program, any) (any, error)) (any, error) {
	return carryOut(p.program(), input)
}

// program is the part as a program of its own, in which the branches of the choice fail with the document as their cause.
func (p *failingPart) program() *workflow.Program {
	w := *p.flow
	root := w.AddRegion(nil, p.flow.Span)
	add := func(name string, kind workflow.Kind) *workflow.Node {
		return w.AddNode(root, w.AddElement(name, "", p.element.NameSpan, p.element.Span), kind, workflow.Primary)
	}
	task := func(of *workflow.Node, name string) *workflow.Node {
		n := add(name, workflow.Task)
		n.Call, n.Data, n.Span = of.Call, of.Data, of.Span
		return n
	}
	n, choice := task(p.node, p.element.InRuns()), add(p.choice.Name(), workflow.Choice)
	root.Start, w.Root = n, root
	w.Connect(n, choice, workflow.Next, n.Span)
	for _, x := range p.exits {
		fails := add(x.name, workflow.Fail)
		fails.Raises = &workflow.Raises{Name: &expr.Literal{Value: x.name}, Cause: &expr.Apply{Do: expr.ToJSON, Args: []expr.Expr{whole()}}}
		to := fails
		if x.without != nil {
			to = task(x.without, x.without.Element.Original().Name)
			w.Connect(to, fails, workflow.Next, n.Span)
		}
		w.Connect(choice, to, workflow.Guarded, n.Span).Guard = x.guard
	}
	w.Connect(choice, add("end", workflow.End), workflow.Default, n.Span)
	return &workflow.Program{Workflows: []*workflow.Workflow{&w}}
}
