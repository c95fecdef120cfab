package rewrite

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var timersInside = Rewrite{
	ID:     "rewrite/timer-inside",
	What:   "a node with a timer whose path runs in parallel with it becomes a task that does both, and answers which step follows, if there are several",
	When:   "cannot run a path in parallel with a node",
	Before: "approve; after 24 h also escalate → end-escalated",
	After:  "call-approve, which calls approve, and after 24 h also escalate; if $.approveNext = \"end-escalated\" → end-escalated",
	Losses: []*dialects.LossRule{&lossTimerEnds, &lossBesideAnswers, &lossPromptAnswer},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Timers.Has(dialects.TimerBeside) {
			return false
		}
		changed := false
		for _, n := range w.Nodes {
			if p := c.pathsBeside(w, n); p != nil {
				c.takeInside(w, p)
				changed = true
			}
		}
		if changed {
			Compact(w)
		}
		return changed
	},
}

var lossTimerEnds = dialects.LossRule{ID: "convert/timer-ends", Level: dialects.Approximated, Affects: dialects.Outcome | dialects.Time | dialects.Inputs | dialects.Output, Data: dialects.Part, OnFailure: true,
	What:   "the calls that a timer starts in parallel with its node end when the node is done, and do not go on beside the steps that follow",
	Remedy: "let those calls return at once, so that they have ended when the node is done"}

// nextSuffix is how the member of an answer ends that names the step which follows.
const nextSuffix = " next"

// longestPath is how many nodes a path may have that a worker goes along.
const longestPath = 20

// A timedPath is a node with what its timers do beside it.
type timedPath struct {
	node   *workflow.Node
	inside []*workflow.Edge // of its timers, which the worker follows
	path   []*workflow.Node // where those lead that do not interrupt the node, without ends
	exits  []*workflow.Node // where a run goes on that comes to the end of such an edge, and not from the node
	joins  bool             // a path ends where the node leads to when it is done
	member string           // of the answer, which names the step that follows, if there are exits
}

// pathsBeside returns what the timers of a node do beside it, if a worker can do that and the node itself; else nil.
func (c *Conversion) pathsBeside(w *workflow.Workflow, n *workflow.Node) *timedPath {
	beside := slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return t.Edge != nil && !t.Interrupting })
	if !beside || onwardEdge(n) == nil || n.Region.Scope != nil || !c.callableInside(n) && (n.Kind != workflow.Await || len(n.Awaits.For) > 0) {
		return nil
	}
	p, along := &timedPath{node: n}, &timedPath{node: n} // along the timers that do not interrupt the node
	for i := range n.Timers {
		if t := &n.Timers[i]; t.Edge == nil || !t.Interrupting && !c.follow(along, t.Edge.To) {
			return nil
		}
	}
	decides := (c.keepsDecisionAside() || c.forgetsByTasks() || !observes(n)) && !inBranch(w, n)
	stays := c.interruptsAlone(along, decides)
	for i := range n.Timers {
		switch t := &n.Timers[i]; {
		case t.Interrupting && !stays:
			p.inside = append(p.inside, t.Edge)
			p.exits = append(p.exits, t.Edge.To)
		case !t.Interrupting:
			p.inside = append(p.inside, t.Edge)
			c.follow(p, t.Edge.To) // a worker can, as was seen
		}
	}
	same := func(x *workflow.Node) bool { return x == onwardEdge(n).To }
	p.joins = slices.ContainsFunc(p.exits, same)
	p.exits = slices.DeleteFunc(p.exits, same)
	if len(p.path) > longestPath || len(p.exits) > 0 && !decides {
		return nil
	}
	return p
}

// interruptsAlone reports whether the timers that interrupt a node stay with the task that the node becomes: the target has them, and what
// the other timers do until then changes nothing that the run goes on with, or a choice after the task cannot be.
func (c *Conversion) interruptsAlone(p *timedPath, decides bool) bool {
	able, changes := c.Able.Timers, slices.ContainsFunc(p.path, changesDocument)
	stays := able.Has(dialects.TimerVisit) || able.Has(dialects.TimerAttempt) && c.handles(&workflow.Node{Kind: workflow.Task}) && len(p.node.Retry) == 0
	return stays && !(changes && decides)
}

// losesAnswers reports whether a timer interrupts the task that a node becomes, and the worker does not answer what the other timers did.
func (p *timedPath) losesAnswers() bool {
	return slices.ContainsFunc(p.path, changesDocument) &&
		slices.ContainsFunc(p.node.Timers, func(t workflow.Timer) bool { return t.Interrupting && !slices.Contains(p.inside, t.Edge) })
}

// worksBeside reports whether a worker can do what the timers of a node do beside it, and answers all of that.
func (c *Conversion) worksBeside(w *workflow.Workflow, n *workflow.Node) bool {
	p := c.pathsBeside(w, n)
	return p != nil && !p.losesAnswers()
}

// follow adds what comes after a node to the path of a timer. It reports false where a worker cannot go on.
func (c *Conversion) follow(p *timedPath, n *workflow.Node) bool {
	switch {
	case n == p.node || len(p.path) > longestPath:
		return false
	case slices.Contains(p.path, n):
		return true
	case n.Kind == workflow.End:
		if !slices.Contains(p.exits, n) {
			p.exits = append(p.exits, n)
		}
		return true
	case n.Kind == workflow.Pass || n.Kind == workflow.Choice || n.Kind == workflow.Table || n.Kind == workflow.Wait || c.callableInside(n):
	default:
		return false
	}
	if n.Split == workflow.SplitFork || n.Join != workflow.JoinAny || len(n.Timers) > 0 {
		return false
	}
	p.path = append(p.path, n)
	for _, e := range n.Out {
		if !c.follow(p, e.To) {
			return false
		}
	}
	return true
}

// callableInside reports whether a worker can call the task of a node.
func (c *Conversion) callableInside(n *workflow.Node) bool {
	return n.Kind == workflow.Task && n.Call != nil && n.Call.Task != "" && !c.callsWorkflow(n) && n.Awaits == nil && n.Emits == nil && n.Raises == nil &&
		n.Data.Assign == nil && !c.isSubstitute(n.Call.Task)
}

// inBranch reports whether a node lies in a branch of a fork.
func inBranch(w *workflow.Workflow, n *workflow.Node) bool {
	return slices.ContainsFunc(w.Nodes, func(fork *workflow.Node) bool {
		if fork.Split != workflow.SplitFork {
			return false
		}
		inside := map[*workflow.Node]bool{fork.Joins: true}
		for _, e := range fork.Out {
			reach(e.To, inside)
		}
		return inside[n]
	})
}

// takeInside makes a node a task that goes along the paths of its timers, too, and has a choice lead to what follows.
func (c *Conversion) takeInside(w *workflow.Workflow, p *timedPath) {
	n := p.node
	if p.losesAnswers() {
		l := c.Lose(w, &lossBesideAnswers, n.Timers[0].Span, n.Element, "the document without these answers",
			"what the calls beside %q answer is lost where a timer interrupts it", n.Name())
		for _, x := range p.path {
			l.From = append(l.From, x.Element.Original())
		}
	}
	switch {
	case passes(n, p.inside):
	case !slowByItself(p.path):
		c.answerAtOnce(p.path)
	default:
		c.Lose(w, &lossTimerEnds, n.Timers[0].Span, n.Element, "its calls end when it is done", "the timer of %q starts %q in parallel", n.Name(), p.path[0].Name())
	}
	if n.Kind == workflow.Await {
		c.awaitByTask(w, n)
	}
	p.member = c.freeMember(w, memberName(n.Element.Name+nextSuffix))
	on, by := onwardEdge(n), &besidePart{replaces: c.answersAll()}
	by.program, by.plan = p.program(w, on), c.besidePlan(p)
	what := p.text(c)
	if p.joins {
		what += ", also when the calls have ended that lead to " + strconv.Quote(on.To.Name())
	}
	if len(p.exits) > 0 {
		what += p.exitsText(on)
	}
	n.Call = &workflow.Call{Task: c.StandIn(w, n.Element, slug("call "+n.Element.Name), what), Span: n.Span}
	c.Raised.StandIns[len(c.Raised.StandIns)-1].By = by
	n.Kind, n.Awaits, n.Retry, n.Data = workflow.Task, nil, nil, workflow.Stages{}
	if !by.replaces {
		mode, _ := c.merges()
		n.Data.Combine = &workflow.Combine{Mode: mode, Span: n.Span}
	}
	n.Timers = slices.DeleteFunc(slices.Clone(n.Timers), func(t workflow.Timer) bool { return slices.Contains(p.inside, t.Edge) })
	if len(p.exits) > 0 {
		c.chooseStep(w, n, p)
	}
	for _, e := range p.inside {
		e.Disconnect()
	}
	p.leave()
	c.reread(w, n)
}

// passes reports whether a run takes no time from where a node leads when it is done, or out of time, up to its end. inside are edges of
// timers that are not meant.
func passes(n *workflow.Node, inside []*workflow.Edge) bool {
	after := map[*workflow.Node]bool{}
	for _, e := range n.Out {
		if !slices.Contains(inside, e) || e.Kind != workflow.OnTimer {
			reach(e.To, after)
		}
	}
	for i := range n.Timers {
		if t := &n.Timers[i]; t.Interrupting {
			reach(t.Edge.To, after)
		}
	}
	for x := range after {
		switch x.Kind {
		case workflow.Choice, workflow.Pass, workflow.Table, workflow.End, workflow.Fail:
		default:
			return false
		}
		if x.Split == workflow.SplitFork || x.Join != workflow.JoinAny || len(x.Out) == 0 && x.Kind != workflow.End && x.Kind != workflow.Fail {
			return false
		}
	}
	return true
}

// leave takes out of the net what only the timers led to.
func (p *timedPath) leave() {
	for gone := true; gone; {
		gone = false
		for i, x := range p.path {
			if x != nil && len(x.In) == 0 && x.Region.Start != x {
				for _, e := range slices.Clone(x.Out) {
					e.Disconnect()
				}
				x.Region.TakeOut(x)
				p.path[i], gone = nil, true
			}
		}
	}
	for _, x := range p.exits {
		if x.Kind == workflow.End && len(x.In) == 0 {
			x.Region.TakeOut(x)
		}
	}
}

// chooseStep adds the choice by the step that follows, which the worker names.
func (c *Conversion) chooseStep(w *workflow.Workflow, n *workflow.Node, p *timedPath) {
	choice := AddAfter(w, n, c.NewElement(w, n.Element, n.Element.Name+decisionSuffix, ""), workflow.Choice)
	on := onwardEdge(choice)
	at := c.decided(w, n, p.member)
	choice.Out = nil
	for i, to := range p.exits {
		if slices.Index(p.exits, to) < i {
			continue
		}
		e := w.Connect(choice, to, workflow.Guarded, n.Span)
		e.Guard = &expr.Test{Op: expr.TestEqual, Path: at, Value: to.Name(), Span: n.Span}
	}
	on.Kind = workflow.Default
	choice.Out = append(choice.Out, on)
	c.forget(w, choice, p.member)
}

// program is the node with the paths of its timers as a program of its own. Where there are several steps that may follow, its output names
// the one that does.
func (p *timedPath) program(w *workflow.Workflow, on *workflow.Edge) *workflow.Program {
	out := workflow.Clone(&workflow.Program{Workflows: []*workflow.Workflow{w}})
	part := out.Workflows[0]
	part.Then, part.Timeout, part.Schedule, part.Limits = nil, nil, nil, workflow.Limits{}
	copied := map[string]*workflow.Node{}
	for _, x := range part.Nodes {
		if x.Role == workflow.Primary {
			copied[x.Element.Name] = x
		}
	}
	n := copied[p.node.Element.Name]
	n.Kind, n.Awaits, part.Root.Start = p.node.Kind, p.node.Awaits, n
	leaveAt := func(e *workflow.Edge, name string) {
		end := part.AddNode(part.Root, part.AddElement("end "+name, "", n.Span, n.Span), workflow.End, workflow.Primary)
		e.Redirect(end)
		if len(p.exits) > 0 {
			set := AddOn(part, e, part.AddElement("step "+name, "", n.Span, n.Span), workflow.Pass)
			set.Data = workflow.Stages{Combine: &workflow.Combine{Mode: workflow.MergeShallow},
				Result: &expr.Literal{Value: value.ObjectOf(value.Member{Key: p.member, Value: name})}}
		}
	}
	for i, e := range slices.Clone(n.Out) {
		t := slices.IndexFunc(n.Timers, func(t workflow.Timer) bool { return t.Edge == e })
		switch {
		case t < 0, n.Timers[t].Interrupting && slices.Contains(p.inside, p.node.Out[i]):
			leaveAt(e, e.To.Name())
		case n.Timers[t].Interrupting: // it stays with the task that the node becomes
			e.Disconnect()
			n.Timers = slices.Delete(slices.Clone(n.Timers), t, t+1)
		}
	}
	for _, x := range p.path {
		for _, e := range slices.Clone(copied[x.Element.Name].Out) {
			if e.To.Kind == workflow.End {
				leaveAt(e, e.To.Name())
			}
		}
	}
	Prune(part)
	return out
}

// A besidePart is a node with the paths of its timers, which a worker carries out. It implements dialects.Worker.
type besidePart struct {
	program  *workflow.Program
	replaces bool          // what it answers is the document, and not what that has more
	plan     *value.Object // nil if none can describe it
}

// Answer implements dialects.Answerer.
func (p *besidePart) Answer(any, time.Time) (any, error) {
	return nil, errors.New("the answer depends on what the tasks answer that are called")
}

// Work implements dialects.Worker.
func (p *besidePart) Work(input any, _, _ time.Time, carryOut func(*workflow.Program, any) (any, error)) (any, error) {
	v, err := carryOut(p.program, input)
	if err != nil || p.replaces {
		return v, err
	}
	return added(input, v, false), nil
}

// text describes what the worker does, for people.
func (p *timedPath) text(c *Conversion) string {
	plain := *p.node
	plain.Timers = nil
	text := c.callText(&plain)
	for i := range p.node.Timers {
		t := &p.node.Timers[i]
		if !slices.Contains(p.inside, t.Edge) {
			continue
		}
		if t.Interrupting {
			text += limitText(&workflow.Timer{Length: t.Length, Counts: workflow.PerAttempt})
			continue
		}
		calls := c.bodyText(&workflow.Body{Regions: []*workflow.Region{{Nodes: c.alongPath(t.Edge.To)}}}, deepText)
		text += fmt.Sprintf("; if that has not ended after %s, also calls %s", lengthText(&t.Length), calls)
	}
	if c.answersAll() {
		return text + "; answers its input with what they answer merged in"
	}
	return text + "; answers what they answer"
}

// answersAll reports whether a worker that makes several calls answers the whole document, as the target does not merge what it answers.
func (c *Conversion) answersAll() bool {
	_, merges := c.merges()
	return !merges || c.replacesOnly()
}

// alongPath are the nodes that a node leads to, in the order of the path.
func (c *Conversion) alongPath(n *workflow.Node) []*workflow.Node {
	var out []*workflow.Node
	todo := []*workflow.Node{n}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		if slices.Contains(out, at) {
			continue
		}
		out = append(out, at)
		todo = append(todo, following(at)...)
	}
	return out
}

// exitsText describes how the answer names the step that follows, for people.
func (p *timedPath) exitsText(on *workflow.Edge) string {
	text := fmt.Sprintf(", with the step that follows as %s: %s when that call has ended", strconv.Quote(p.member), strconv.Quote(on.To.Name()))
	for i, x := range p.exits {
		if slices.Index(p.exits, x) < i {
			continue
		}
		if x.Kind == workflow.End {
			text += fmt.Sprintf(", %s when the calls have ended that lead there", strconv.Quote(x.Name()))
		} else {
			text += fmt.Sprintf(", %s when it is out of time", strconv.Quote(x.Name()))
		}
	}
	return text
}
