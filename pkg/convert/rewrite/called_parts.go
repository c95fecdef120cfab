package rewrite

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// callWithExits makes a stand-in do what a node does with all that it has, and answer the document that leaves the node, or what is new in
// it. An error that the node handled is shown by what is answered, and a choice leads to its handler.
func (c *Conversion) callWithExits(w *workflow.Workflow, n *workflow.Node, answers answerForm) {
	if answers == answersNew && n.Body != nil {
		c.keepList(w, n)
	}
	part := &calledPart{node: *n, flow: c.around(w), element: c.Caller(n), answers: answers, whole: !c.mergesOnly(), exits: exitsOf(n), limit: c.deadline(w)}
	what, left := ", and answers ", workflow.Stages{}
	if answers == answersNew && len(part.exits) == 0 && c.mergesAlike(n) { // else what is as it was before would be left out
		mode, _ := c.merges()
		left.Combine, part.answers = &workflow.Combine{Mode: mode, Span: n.Span}, answersDocument
		part.node.Data = workflow.Stages{Select: n.Data.Select, Payload: n.Data.Payload, Result: n.Data.Result}
	} else if answers == answersNew {
		if n.Body == nil && replacing(n.Data.Combine) && observesFrom(onwardEdge(n).To) {
			c.Lose(w, &lossMergedResult, placeOf(n), n.Element, "the answer is merged into it", "the answer of %q replaces the document in the source", n.Name())
		}
		mode, _ := c.merges()
		if n.Body != nil || !replacing(n.Data.Combine) {
			what = ", and answers what is new in "
		}
		left.Combine = &workflow.Combine{Mode: mode, Span: n.Span}
	}
	for i := range part.exits {
		switch x := &part.exits[i]; {
		case answers == answersNew:
			c.leaveBy(w, n, x)
		case !x.joins && !c.forgetsByTasks():
			c.leaveMarked(w, n, x)
		}
	}
	c.replaceByPart(w, n, part, c.callText(&part.node)+deadlineText(w, part.limit)+what+answerText(&part.node)+exitsText(w, part.exits), left)
	n.Timers = nil
	c.chooseExit(w, n, part.exits)
}

// mergesAlike reports whether a node with a task merges its answer into the document, and the target merges answers so, or merges what branches
// give.
func (c *Conversion) mergesAlike(n *workflow.Node) bool {
	into := n.Data.Combine
	if n.Body != nil || into == nil || into.Mode != workflow.MergeDeep && into.Mode != workflow.MergeShallow || n.Data.Output != nil || n.Data.Assign != nil {
		return false
	}
	mode, merges := c.merges()
	return !merges || mode == into.Mode || c.replaces()
}

// callInstead makes a stand-in do what a node does up to what gets into the document, where answers are merged, and answer that. It returns
// nil, and changes nothing, where that cannot be merged. Handlers of errors and timers with edges stay.
func (c *Conversion) callInstead(w *workflow.Workflow, n *workflow.Node) *calledPart {
	if !c.callable(n) {
		return nil
	}
	d, part := &n.Data, c.partWithin(w, n)
	whole := d.Output != nil && !isPart(d.Output) || c.renews(w, n) && c.Able.OutputParts
	left, ok := c.mergedStages(n, part, whole)
	if !ok {
		return nil
	}
	answers := part.answerText(d)
	if whole {
		answers = answerText(n) + " under " + strings.Join(part.under, ".")
	} else {
		part.node.Data = workflow.Stages{Select: d.Select, Payload: d.Payload, Result: d.Result}
	}
	what := c.callText(&part.node) + ", and answers " + answers
	c.replaceByPart(w, n, part, what, left)
	for _, h := range errorEdges(n) {
		if !Ignores(h) || c.Able.Handlers.Has(dialects.HandleTasks) { // those after it are for what it leaves
			break
		}
		c.ignoreInPart(w, n, part, h)
	}
	return part
}

// ignoreInPart makes a stand-in answer nothing after the errors that a handler of its node ignores.
func (c *Conversion) ignoreInPart(w *workflow.Workflow, n *workflow.Node, part *calledPart, h *workflow.Edge) {
	c.standIn(n.Call.Task).What += fmt.Sprintf("; after %s, {}", exitText(w, h))
	part.taken = append(part.taken, takenErrors{h, true})
	h.Disconnect()
}

// mergedStages are the stages of a task that answers what a node with a task or regions puts into the document, or the whole document, and
// has a part answer that.
func (c *Conversion) mergedStages(n *workflow.Node, part *calledPart, whole bool) (workflow.Stages, bool) {
	mode, _ := c.merges()
	k, left := n.Data.Combine, workflow.Stages{Combine: &workflow.Combine{Mode: mode}, Output: n.Data.Output}
	switch {
	case whole:
		part.under = c.held()
		left.Output = expr.NewPath(expr.RootInput, part.under...)
		return left, c.Able.OutputParts && (len(errorEdges(n)) == 0 || c.Able.Handlers.Has(dialects.HandleTasks))
	case replacing(k) && !c.Able.OutputParts:
		left.Combine = k
	case replacing(k):
		p, isPath := meaningOrSelf(left.Output).(*expr.Path)
		if left.Output != nil && !isPath || len(errorEdges(n)) > 0 && !c.Able.Handlers.Has(dialects.HandleTasks) {
			return left, false
		}
		if observes(n) {
			part.under = c.held()
			at := expr.NewPath(expr.RootInput, part.under...)
			if isPath {
				at.Steps, at.Definite = append(at.Steps, p.Steps...), p.Definite
				at.Text = at.String()
			}
			left.Output = at
		}
	case k.Mode == workflow.SetAt:
		under, plain := members(k.Path)
		if !plain || mode == workflow.MergeShallow && len(k.Path.Steps) > 1 {
			return left, false
		}
		part.under = strings.Split(under, ".")
	case k.Mode == workflow.Drop:
		part.answers = answersNothing
	case k.Mode != mode && !c.Options.Domain.Disjoint:
		return left, false
	}
	return left, true
}

// callAttempts makes a stand-in make the calls of a node, which is left as it is otherwise. What is selected for the task is selected by
// the stand-in, where the target cannot.
func (c *Conversion) callAttempts(w *workflow.Workflow, n *workflow.Node) {
	part, left := c.partWithin(w, n), n.Data
	part.node.Data = workflow.Stages{}
	if !c.Able.Inputs.Has(dialects.InputObject) || left.Payload != nil && !c.writes(left.Payload) {
		part.node.Data.Select, part.node.Data.Payload = left.Select, left.Payload
		left.Select, left.Payload = nil, nil
	}
	c.replaceByPart(w, n, part, c.callText(&part.node)+", and answers "+answerText(&part.node), left)
}

// partWithin is what a stand-in has to do in the place of a node whose handlers, and timers with edges, stay.
func (c *Conversion) partWithin(w *workflow.Workflow, n *workflow.Node) *calledPart {
	part := &calledPart{node: *n, flow: c.around(w), element: c.Caller(n)}
	part.node.Timers = timersWhere(n, func(t *workflow.Timer) bool { return t.Edge == nil })
	return part
}

// timersWhere are those timers of a node that something holds for.
func timersWhere(n *workflow.Node, holds func(*workflow.Timer) bool) []workflow.Timer {
	var out []workflow.Timer
	for i := range n.Timers {
		if holds(&n.Timers[i]) {
			out = append(out, n.Timers[i])
		}
	}
	return out
}

// around is what holds for all of a workflow, without its net. The parts that one rewrite takes out of the workflow share it.
func (c *Conversion) around(w *workflow.Workflow) *workflow.Workflow {
	if c.surroundings[w] == nil {
		x := *w
		x.Root, x.Regions, x.Nodes, x.Edges, x.Elements = nil, nil, nil, nil, nil
		x.Then, x.Timeout, x.Schedule, x.Limits = nil, nil, nil, workflow.Limits{}
		if c.surroundings == nil {
			c.surroundings = map[*workflow.Workflow]*workflow.Workflow{}
		}
		c.surroundings[w] = &x
	}
	return c.surroundings[w]
}

// replaceByPart makes a node call a stand-in that carries out a part, with the stages that are left. Timers with edges stay.
func (c *Conversion) replaceByPart(w *workflow.Workflow, n *workflow.Node, part *calledPart, what string, left workflow.Stages) {
	n.Call = &workflow.Call{Task: c.StandIn(w, n.Element, slug(nameOfCalling(&part.node)), what), Span: n.Span}
	c.Raised.StandIns[len(c.Raised.StandIns)-1].By = part
	if part.node.Body != nil {
		part.named = c.nameCallers(part.node.Body)
	}
	part.node.Out = nil
	n.Timers = timersWhere(n, func(t *workflow.Timer) bool { return t.Edge != nil })
	n.Kind, n.Body, n.Retry, n.Data = workflow.Task, nil, nil, left
}

// nameCallers gives the nodes in regions the names of the elements of the source that make their calls, by which its runs report them, and
// returns the names that they had.
func (c *Conversion) nameCallers(b *workflow.Body) map[*workflow.Node]string {
	named := map[*workflow.Node]string{}
	for _, x := range nodesOf(b) {
		if x.Call != nil {
			named[x] = x.Name()
			caller := c.Caller(x)
			x.Element = &workflow.Element{Name: caller.Name, Whole: caller.Whole, Kind: caller.Kind, NameSpan: caller.NameSpan, Span: caller.Span, Primary: x}
		}
	}
	return named
}

// A calledPart is a node with the task or the regions that a stand-in carries out, and what it answers. It implements dialects.Worker.
type calledPart struct {
	node    workflow.Node
	flow    *workflow.Workflow // what holds for all of it: see [Conversion.around]
	element *workflow.Element  // of the source, which makes the calls
	// named are the names that the steps had in the net which make calls. Those of the elements of the source take their place.
	named   map[*workflow.Node]string
	exits   []exit
	answers answerForm
	whole   bool     // of what is new, objects that are there before are answered whole, as they may be put in place of these
	under   []string // the members that lead to the answer
	// limit is the time limit of the run that calls the stand-in, which it keeps; nil if there is none.
	limit *workflow.Timer
	// taken are the handlers of errors that it answers in place of failing with them, in their order.
	taken []takenErrors
}

// takenErrors are those of a handler: they are answered where the handler has them in the document, or ignored, and an empty object is answered.
type takenErrors struct {
	by      *workflow.Edge
	ignored bool
}

// An answerForm is what is answered of the document that leaves a part.
type answerForm int

const (
	answersDocument answerForm = iota // all of it
	answersNew                        // what it has more than before
	answersNothing                    // an empty object
)

// Answer implements dialects.Answerer.
func (p *calledPart) Answer(any, time.Time) (any, error) {
	return nil, errors.New("the answer depends on what the tasks answer that are called")
}

// Work implements dialects.Worker.
func (p *calledPart) Work(input any, now, began time.Time, carryOut func(*workflow.Program, any) (any, error)) (any, error) {
	part := p.program()
	limit, late := p.boundTo(now, began)
	if late {
		return nil, &dialects.Failure{Name: p.flow.Errors.Expired.Name}
	}
	part.Start().Timeout = limit
	input = p.withoutExits(input)
	v, err := carryOut(part, input)
	switch {
	case err != nil:
		return p.answerError(err)
	case p.answers == answersNothing:
		return value.NewObject(0), nil
	case p.answers == answersNew:
		return p.withExits(added(input, v, p.whole)), nil
	}
	return p.withExits(computed{under: p.under}.placed(v)), nil
}

// withoutExits is the input without what an earlier answer of the part put there about its exits.
func (p *calledPart) withoutExits(input any) any {
	o, ok := input.(*value.Object)
	for _, x := range p.exits {
		if ok && x.resets {
			o = o.Without(x.member)
			input = o
		}
	}
	return input
}

// withExits is an answer with the members of the exits that were not taken, which may be in the document.
func (p *calledPart) withExits(answer any) any {
	o, ok := answer.(*value.Object)
	for _, x := range p.exits {
		if ok && x.resets && !o.Has(x.member) {
			o.Set(x.member, false)
		}
	}
	return answer
}

// answerError is what is answered after an error, which is that error if no handler takes it.
func (p *calledPart) answerError(err error) (any, error) {
	var failure *dialects.Failure
	if !errors.As(err, &failure) {
		return nil, err
	}
	class := workflow.ClassTask
	if failure.Name == p.flow.Errors.Timeout.Name {
		class = workflow.ClassTimeout
	}
	for _, h := range p.taken {
		switch {
		case !h.by.On.Matches(failure.Name, class):
		case h.ignored:
			return value.NewObject(0), nil
		default:
			return computed{under: errorMembers(h.by)}.placed(p.flow.Errors.Object(failure.Name, failure.Cause)), nil
		}
	}
	return nil, err
}

// added is what the second of two objects has that the first has not: members of members too, or members whole.
func added(was, is any, whole bool) any {
	a, _ := was.(*value.Object)
	b, ok := is.(*value.Object)
	if !ok {
		return is
	}
	out := value.NewObject(0)
	for key, v := range b.All() {
		before, there := a.Lookup(key)
		switch _, object := v.(*value.Object); {
		case !there || (whole || !object) && !value.Equal(before, v):
			out.Set(key, v)
		case object && !value.Equal(before, v):
			out.Set(key, added(before, v, false))
		}
	}
	return out
}

// program is the part as a program of its own.
func (p *calledPart) program() *workflow.Program {
	w := *p.flow
	root := w.AddRegion(nil, p.flow.Span)
	add := func(name string, kind workflow.Kind) *workflow.Node {
		return w.AddNode(root, w.AddElement(name, "", p.element.NameSpan, p.element.Span), kind, workflow.Primary)
	}
	n := add(p.element.InRuns(), p.node.Kind)
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
			x.shown(to)
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
		copies := map[*workflow.Element]*workflow.Element{} // the net that the part was taken out of may have the elements too
		for _, x := range nodesOf(n.Body) {
			if copies[x.Element] == nil {
				e := *x.Element
				e.Origin = cmp.Or(e.Origin, x.Element)
				copies[x.Element] = &e
				w.Elements = append(w.Elements, &e)
			}
			x.Element = copies[x.Element]
		}
		Compact(&w)
	}
	return &workflow.Program{Workflows: []*workflow.Workflow{&w}}
}
