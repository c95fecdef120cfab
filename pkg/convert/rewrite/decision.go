package rewrite

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// lossDecision is the cause where what a task or a request decides stays in the document.
var lossDecision = dialects.LossRule{ID: "convert/decision", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output,
	Data: dialects.Includes, What: "a decision by a task or a request stays in the document",
	Remedy: "ignore the member in the workers and in the output"}

// lossAnswerType is the cause where a task that is asked a question may answer with something else than true and false.
var lossAnswerType = dialects.LossRule{ID: "convert/answer-type", Level: dialects.Approximated,
	Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.ErrorName | dialects.Time, Data: dialects.Any,
	What:   "an answer that decides about a path, and is neither true nor false, counts as false",
	Remedy: "let the worker answer true or false"}

// ask makes a task answer the question of an edge before the choice that the edge leaves, and returns the task. The edge is taken if
// the answer is true.
func (c *Conversion) ask(w *workflow.Workflow, choice *workflow.Node, e *workflow.Edge) *workflow.Node {
	because := choice.Element
	n := AddBefore(w, choice, c.NewElement(w, because, e.Ask.Task, because.Kind), workflow.Task)
	n.Call, n.Span = e.Ask, e.Ask.Span
	if !c.Options.Domain.Typed {
		c.Lose(w, &lossAnswerType, n.Span, because, "", "an answer of %q other than true counts as false", e.Ask.Task)
	}
	name := memberName(e.Ask.Task)
	if c.selectsBack(choice) {
		e.Guard = c.decideBeside(n, choice, name)
	} else {
		e.Guard = c.placeDecision(w, n, name)
		c.forget(w, choice, name)
	}
	e.Ask = nil
	return n
}

// selectsBack reports whether a choice can select the document again that was there before it was decided, which is beside the decision.
func (c *Conversion) selectsBack(choice *workflow.Node) bool {
	_, merges := c.merges()
	return merges && !c.Able.Variables && c.Able.OutputParts && c.Options.Domain.Disjoint && len(c.held()) == 2 && choice.Data.IsZero()
}

// decideBeside makes a task answer its decision with its input beside it, which the choice then selects, and returns the condition that the
// decision is true.
func (c *Conversion) decideBeside(n, choice *workflow.Node, name string) expr.Expr {
	held := c.held()
	mode, _ := c.merges()
	n.Data.Combine = &workflow.Combine{Mode: mode, Span: n.Span}
	n.Data.Result = &expr.Object{Members: []expr.ObjectMember{{Key: held[0], Value: &expr.Object{Members: []expr.ObjectMember{
		{Key: name, Value: &expr.Path{Root: expr.RootAnswer, Definite: true, Span: n.Span}},
		{Key: held[1], Value: &expr.Path{Root: expr.RootInput, Definite: true, Span: n.Span}}}}}}}
	choice.Data.Output = expr.NewPath(expr.RootInput, held...)
	return &expr.Test{Op: expr.TestEqual, Path: expr.NewPath(expr.RootInput, held[0], name), Value: true, Span: n.Span}
}

// withoutPrefix is how the name begins of a task that takes a member out of the document by which a choice was made.
const withoutPrefix = "Without "

// forgetsByTasks reports whether tasks can take out of the document what was decided, where nothing else can.
func (c *Conversion) forgetsByTasks() bool {
	return !c.Able.Variables && !c.Able.Computes && c.replacesOnly()
}

// forget makes a task after a choice take the member out of the document by which the choice was made, on each path on which somebody
// would see it. A choice by several members has one such task.
func (c *Conversion) forget(w *workflow.Workflow, choice *workflow.Node, member string) {
	c.forgetOn(w, choice, member, choice.Out)
}

// forgetOn is [Conversion.forget] for some of the edges of a choice.
func (c *Conversion) forgetOn(w *workflow.Workflow, choice *workflow.Node, member string, edges []*workflow.Edge) {
	if !c.forgetsByTasks() {
		return
	}
	task := c.forgetters[choice]
	if task != "" {
		s := c.standIn(task)
		by := s.By.(*forgetting)
		by.members = append(by.members, member)
		s.What = "answers its input without the members " + quoted(by.members)
	}
	before := map[*workflow.Node]*workflow.Node{} // the steps that are added, by what comes after them
	for _, e := range slices.Clone(edges) {
		forgotten := task != "" && e.To.Call != nil && e.To.Call.Task == task
		if e.To.Kind == workflow.Fail || forgotten || !observesFrom(e.To) {
			continue
		}
		if task == "" {
			task = c.StandIn(w, choice.Element, slug(withoutPrefix+member), "answers its input without the member "+strconv.Quote(member))
			c.Raised.StandIns[len(c.Raised.StandIns)-1].By = &forgetting{[]string{member}}
			if c.forgetters == nil {
				c.forgetters = map[*workflow.Node]string{}
			}
			c.forgetters[choice] = task
		}
		if added := before[e.To]; added != nil {
			e.Redirect(added)
			continue
		}
		to := e.To
		n := AddOn(w, e, c.NewElement(w, choice.Element, withoutPrefix+member, ""), workflow.Task)
		before[to] = n
		n.Call, n.Span = &workflow.Call{Task: task, Span: choice.Span}, choice.Span
	}
}

// placeDecision puts the answer of a task where a condition finds it, which it returns: that the answer is true. That is a variable, or,
// if the target has none, a member of the document.
func (c *Conversion) placeDecision(w *workflow.Workflow, n *workflow.Node, name string) expr.Expr {
	at := &expr.Path{Definite: true, Span: n.Span}
	if c.Able.Variables {
		at.Root, at.Name = expr.RootVar, name
		n.Data.Combine = &workflow.Combine{Mode: workflow.Drop, Span: n.Span}
		n.Data.Assign = &workflow.Assign{Variables: []workflow.Variable{{Name: name, NameSpan: n.Span,
			Value: &expr.Path{Root: expr.RootAnswer, Definite: true, Span: n.Span}}}}
	} else {
		at.Steps = []expr.Step{{Kind: expr.StepChild, Name: name, Span: n.Span}}
		n.Data.Combine = &workflow.Combine{Mode: workflow.SetAt, Path: at, Span: n.Span}
		if !c.forgetsByTasks() {
			c.Lose(w, &lossDecision, n.Span, n.Element, "the member "+strconv.Quote(name), "the answer of %q stays in the document", n.Element.Name)
		}
	}
	at.Text = at.String()
	return &expr.Test{Op: expr.TestEqual, Path: at, Value: true, Span: n.Span}
}

// standIn adds a task before a node that answers whether the condition of one of its edges holds, and returns the condition that its answer is yes.
func (x *translation) standIn(n *workflow.Node, e *workflow.Edge, question string) expr.Expr {
	condition := e.Guard
	if len(x.before) > 0 && !x.c.Options.Domain.Typed { // else the data has what the condition reads, or something before it decides
		question += ", or if that fails and a condition before it holds"
	}
	task := x.c.StandIn(x.w, n.Element, slug(decisionPrefix+n.Name()), "")
	ask := AddBefore(x.w, n, x.c.NewElement(x.w, n.Element, decisionPrefix+n.Name(), ""), workflow.Task)
	ask.Call = &workflow.Call{Task: task}
	at := expr.NewPath(expr.RootInput, task)
	what := fmt.Sprintf("answers {%q: true} %s", task, question)
	by := &decided{condition: condition, before: slices.Clone(x.before), member: task}
	var aside expr.Expr // the condition, where the answer does not get into the document
	mode, merges := x.c.merges()
	switch {
	case merges && x.restores(n):
		ask.Data.Combine = &workflow.Combine{Mode: mode}
		by.beside, by.withInput = x.c.held(), n.Data.Output == nil
		at = expr.NewPath(expr.RootInput, by.beside[0], task)
		what = fmt.Sprintf("answers {%q: {%q: true}} %s", by.beside[0], task, question)
		if by.withInput {
			n.Data.Output = expr.NewPath(expr.RootInput, by.beside...)
			what += fmt.Sprintf(", with its input beside it under %q", by.beside[1])
		}
	case x.c.Able.Variables:
		aside = x.c.placeDecision(x.w, ask, memberName(task))
		what, by.member = "answers true "+question, ""
	case x.c.Able.Answers.Has(dialects.AnswerAt):
		ask.Data.Combine = &workflow.Combine{Mode: workflow.SetAt, Path: at}
		what = "answers true " + question
		by.member = ""
	case merges:
		ask.Data.Combine = &workflow.Combine{Mode: mode}
	default:
		what = fmt.Sprintf("answers its input with {%q: true} %s", task, question)
		by.withInput = true
	}
	standing := &x.c.Raised.StandIns[len(x.c.Raised.StandIns)-1]
	standing.What, standing.By = what, by
	if told := x.c.toldText(condition); told != "" && n.Kind == workflow.Choice && (x.c.Able.Parameters || x.c.Able.Described) {
		x.c.givePlan(ask, value.ObjectOf(value.Member{Key: planIf, Value: told}))
	}
	switch {
	case aside != nil:
		return aside
	case by.beside != nil || !observes(n):
	case n.Kind == workflow.Choice && x.c.forgetsByTasks():
		x.c.forget(x.w, n, task)
	default:
		x.c.Lose(x.w, &lossMergedResult, placeOf(n), n.Element, "", "the answer of the task %q stays in the document", task)
	}
	return &expr.Test{Op: expr.TestEqual, Path: at, Value: true, Span: n.Span}
}

// restores reports whether the document that came to a choice can be selected again to go on from it.
func (x *translation) restores(n *workflow.Node) bool {
	return n.Kind == workflow.Choice && x.c.Able.OutputParts && x.c.Options.Domain.Disjoint && observes(n) && len(x.c.held()) == 2 &&
		(n.Data.Output == nil || x.c.isHeld(n.Data.Output))
}

// memberName makes the name of a member or a variable of another name, which all languages can spell: "is-vip" becomes "isVip".
func memberName(name string) string {
	var b strings.Builder
	upper := false
	for _, r := range name {
		switch {
		case r > unicode.MaxASCII || !unicode.IsLetter(r) && (!unicode.IsDigit(r) || b.Len() == 0):
			upper = b.Len() > 0
		case upper:
			b.WriteRune(unicode.ToUpper(r))
			upper = false
		default:
			b.WriteRune(r)
		}
	}
	if b.Len() == 0 {
		return "answer"
	}
	return b.String()
}
