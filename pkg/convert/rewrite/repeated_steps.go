package rewrite

import (
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/workflow"
)

var repeatedSteps = Rewrite{
	ID:     "rewrite/repeated-steps",
	What:   "steps that are repeated until something holds become one task, which repeats them",
	When:   "has no cycles",
	Before: "Wait → get-status → done? no → Wait, yes → deliver",
	After:  "call-repeat-get-status, which waits and calls get-status until it is done → deliver",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Cycles || !c.replaces() {
			return false
		}
		changed := false
		for _, cycle := range w.Cycles() {
			changed = c.repeatByTask(w, cycle) || changed
		}
		if changed {
			Compact(w)
		}
		return changed
	},
}

// A repetition is a cycle of steps that has one beginning, and goes on in one place.
type repetition struct {
	steps  []*workflow.Node
	in     map[*workflow.Node]bool
	head   *workflow.Node
	back   []*workflow.Edge // to the head
	exits  []departure      // that lead on
	fails  []*workflow.Node // the failures after its steps, which the run ends with
	marked []departure      // after errors, and others that lead to other steps: the document shows to which
	part   *workflow.Node   // that they are put into; nil before
}

// A departure is an edge by which steps are left that are repeated, and where it leads to.
type departure struct {
	edge *workflow.Edge
	to   *workflow.Node
}

// repeatByTask makes a task do what the steps of a cycle do, and reports whether one can: whoever writes its worker is given a plan of the
// steps, as no text would do.
func (c *Conversion) repeatByTask(w *workflow.Workflow, cycle workflow.Cycle) bool {
	l := repetitionOf(cycle)
	if l == nil || slices.ContainsFunc(l.steps, func(n *workflow.Node) bool { return !c.repeatable(n) }) {
		return false
	}
	if !l.describable(c, &w.Errors) {
		if l = c.repeatInside(w, l, deepestPlan); l == nil {
			return false
		}
	}
	next := l.onward()
	part := l.enclose(c, w)
	if next == nil {
		next = l.decideAgain(c, w)
	}
	w.Connect(part, next, workflow.Next, part.Span)
	c.callWithExits(w, part, answersDocument)
	for _, n := range withInside(l.steps) {
		if n.Awaits != nil {
			c.arrivesIn(n, part.Call.Task)
		}
	}
	var exits []exit
	for _, to := range l.elsewhere() {
		e := w.Connect(part, to, workflow.OnError, part.Span)
		e.Data.Combine = &workflow.Combine{Mode: workflow.Drop}
		exits = append(exits, exit{edge: e, member: l.mark(to)})
	}
	c.chooseExit(w, part, exits)
	return true
}

// elsewhere are the steps to which marks lead, each once.
func (l *repetition) elsewhere() []*workflow.Node {
	var out []*workflow.Node
	for _, x := range l.marked {
		if !slices.ContainsFunc(out, func(n *workflow.Node) bool { return sameEnding(n, x.to) }) {
			out = append(out, x.to)
		}
	}
	return out
}

// mark is the member by which the document shows that the steps were left for the given one. It has a number where there are others before.
func (l *repetition) mark(to *workflow.Node) string {
	name := repeatPrefix + l.name()
	if l.part != nil { // whose name may have a number
		name = l.part.Name()
	}
	name = strings.ToLower(name[:1]) + name[1:] + failedMember
	if slices.ContainsFunc(l.marked, func(x departure) bool { return sameEnding(x.to, to) && x.edge.Kind != workflow.OnError }) {
		name = strings.TrimSuffix(name, failedMember) + leftMember
	}
	if i := slices.IndexFunc(l.elsewhere(), func(n *workflow.Node) bool { return sameEnding(n, to) }); i > 0 {
		name += " " + strconv.Itoa(i+1)
	}
	return memberName(name)
}

// markName is what a step is called that marks the document where steps are left.
func (x departure) markName() string {
	if x.edge.Kind == workflow.OnError {
		return x.edge.From.Name() + failedName
	}
	return x.edge.From.Name() + leftName
}

// marking makes a node put the mark there by which the steps are left.
func (l *repetition) marking(n *workflow.Node, x departure) {
	(&exit{member: l.mark(x.to)}).shown(n)
}

// describable reports whether a plan can describe the steps.
func (l *repetition) describable(c *Conversion, errors *workflow.ErrorTable) bool {
	end := &workflow.Node{Kind: workflow.End, Role: workflow.Ending, Element: l.head.Element, Region: l.head.Region}
	for _, x := range l.exits {
		x.edge.Redirect(end)
	}
	for _, x := range l.marked {
		mark := &workflow.Node{Kind: workflow.Pass, Element: &workflow.Element{Name: x.markName()}, Region: l.head.Region}
		l.marking(mark, x)
		x.edge.Redirect(mark)
		mark.Out = []*workflow.Edge{{Kind: workflow.Next, From: mark, To: end}}
		end.In = append(end.In, mark.Out[0])
	}
	_, described := c.planFor(&workflow.Node{Kind: workflow.Scope, Element: l.head.Element,
		Body: &workflow.Body{Gather: workflow.GatherOne, Regions: []*workflow.Region{{Start: l.head}}}}, nil, errors)
	for _, x := range append(slices.Clone(l.exits), l.marked...) {
		x.edge.Redirect(x.to)
	}
	return described
}

// enclose puts the steps into a part, which takes their place but leads nowhere yet.
func (l *repetition) enclose(c *Conversion, w *workflow.Workflow) *workflow.Node {
	part := AddBefore(w, l.head, c.NewElement(w, l.head.Element, repeatPrefix+l.name(), "operation"), workflow.Scope)
	for _, e := range slices.Clone(part.Out) {
		e.Disconnect()
	}
	part.Body, part.Span, l.part = &workflow.Body{Gather: workflow.GatherOne}, l.head.Span, part
	r := w.AddRegion(part, l.head.Span)
	end := w.AddNode(r, part.Element, workflow.End, workflow.Ending)
	r.Start = l.head
	for _, e := range l.back {
		e.Redirect(l.head)
	}
	for _, x := range l.exits {
		x.edge.Redirect(end)
	}
	steps := append(l.steps, l.fails...)
	for _, x := range steps {
		x.Region.TakeOut(x)
		x.Region = r
	}
	for _, x := range l.marked {
		mark := w.AddNode(r, c.NewElement(w, x.edge.From.Element, x.markName(), ""), workflow.Pass, workflow.Primary)
		l.marking(mark, x)
		x.edge.Redirect(mark)
		w.Connect(mark, end, workflow.ToEnd, mark.Span)
		steps = append(steps, mark)
	}
	r.Nodes = append(steps, end)
	return part
}

// failedName ends the name of a step that marks the document after another one has failed, and failedMember that of the mark; leftName and
// leftMember do where steps are left otherwise.
const (
	failedName   = " failed"
	failedMember = " Failed"
	leftName     = " leaves"
	leftMember   = " Left"
)

// repeatPrefix is before the name of a task that is repeated in what a step is called which repeats it.
const repeatPrefix = "Repeat "

// name is that of the first step that calls a task, or of the first one.
func (l *repetition) name() string {
	for _, n := range l.steps {
		if n.Call != nil {
			return n.Name()
		}
	}
	return l.head.Name()
}

// repetitionOf is the repetition that a cycle is; nil if it begins or goes on at several places.
func repetitionOf(cycle workflow.Cycle) *repetition {
	l := &repetition{steps: cycle, in: make(map[*workflow.Node]bool, len(cycle))}
	for _, n := range cycle {
		l.in[n] = true
	}
	for _, n := range cycle {
		if n == n.Region.Start || slices.ContainsFunc(n.In, func(e *workflow.Edge) bool { return !l.in[e.From] }) {
			if l.head != nil {
				return nil
			}
			l.head = n
		}
	}
	if l.head == nil {
		return nil
	}
	for _, n := range cycle {
		for _, e := range n.Out {
			switch {
			case e.To == l.head:
				l.back = append(l.back, e)
			case l.in[e.To]:
			case e.To.Kind == workflow.Fail && l.alone(e.To):
				if !slices.Contains(l.fails, e.To) {
					l.fails = append(l.fails, e.To)
				}
			case e.Kind == workflow.OnError && e.Data.Assign == nil:
				l.marked = append(l.marked, departure{e, e.To})
			case e.Kind == workflow.OnError:
				return nil
			default:
				l.exits = append(l.exits, departure{e, e.To})
			}
		}
	}
	if len(l.exits) == 0 {
		return nil
	}
	l.markOthers()
	return l
}

// markOthers has marks show where the steps are left that do not go on in one place with the others: at the first choice that leads to
// several steps, if there is one.
func (l *repetition) markOthers() {
	main := l.exits[0]
	if i := slices.IndexFunc(l.exits, func(x departure) bool {
		return x.edge.From.Kind == workflow.Choice && slices.ContainsFunc(l.exits, func(y departure) bool { return y.edge.From == x.edge.From && !sameEnding(x.to, y.to) })
	}); i >= 0 {
		main = l.exits[i]
	}
	var there, others []departure
	several := false // steps to which the choice leads
	for _, x := range l.exits {
		if decides := x.edge.From == main.edge.From && x.edge.From.Kind == workflow.Choice; decides || sameEnding(x.to, main.to) {
			there = append(there, x)
			several = several || !sameEnding(x.to, main.to)
		} else {
			others = append(others, x)
		}
	}
	if several {
		for _, x := range there {
			if x.edge.From != main.edge.From {
				others = append(others, x)
			}
		}
		there = slices.DeleteFunc(there, func(x departure) bool { return x.edge.From != main.edge.From })
	}
	l.exits, l.marked = there, append(l.marked, others...)
}

// onward is the step that all exits lead to; nil if they lead to several.
func (l *repetition) onward() *workflow.Node {
	to := l.exits[0].to
	if slices.ContainsFunc(l.exits, func(x departure) bool { return !sameEnding(x.to, to) }) {
		return nil
	}
	return to
}

// decideAgain adds a copy of the choice from which the exits lead to several steps. It decides once more by the same conditions.
func (l *repetition) decideAgain(c *Conversion, w *workflow.Workflow) *workflow.Node {
	from, to := l.exits[0].edge.From, l.exits[0].to
	choice := addBeside(w, to, c.NewElement(w, from.Element, from.Name()+" then", from.Element.Kind), workflow.Choice, false)
	for i, x := range l.exits {
		e := w.Connect(choice, x.to, x.edge.Kind, x.edge.Span)
		if e.Data, e.Title = x.edge.Data, x.edge.Title; i < len(l.exits)-1 {
			e.Guard = x.edge.Guard
		} else { // which holds if no other one does
			e.Kind = workflow.Default
		}
	}
	return choice
}

// alone reports whether nothing but the repeated steps leads to a node.
func (l *repetition) alone(n *workflow.Node) bool {
	return n != n.Region.Start && !slices.ContainsFunc(n.In, func(e *workflow.Edge) bool { return !l.in[e.From] })
}

// isLoop reports whether something leads back to the first step of a region.
func isLoop(r *workflow.Region) bool { return r.Start != nil && len(r.Start.In) > 0 }

// repeatsAll reports whether a part does nothing but call tasks and wait in steps from which its first one may follow again.
func repeatsAll(b *workflow.Body) bool {
	if b.Gather != workflow.GatherOne || len(b.Regions) != 1 || !isLoop(b.Regions[0]) {
		return false
	}
	start := b.Regions[0].Start
	before := map[*workflow.Node]bool{start: true}
	for todo := []*workflow.Node{start}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range n.In {
			if !before[e.From] {
				before[e.From] = true
				todo = append(todo, e.From)
			}
		}
	}
	return !slices.ContainsFunc(b.Regions[0].Nodes, func(n *workflow.Node) bool {
		return !before[n] && (n.Call != nil || n.Body != nil || n.Kind == workflow.Wait || n.Kind == workflow.Await)
	})
}
