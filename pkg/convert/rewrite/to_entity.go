package rewrite

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// toEntity makes the states of an entity of a plain net, as [statesOfEntity] makes a plain net of them. A step becomes a state of its
// name, and what is done there happens on the transition that leaves it. A task that only one transition leads to is on that
// transition: the transition has its name.
var toEntity = Rewrite{
	ID:     "rewrite/states",
	What:   "turns steps into states of an entity, and what they do into processors of the transitions that leave them",
	When:   "has entity states",
	Before: "Check, calls check-order -> Large?; if $.total > 5000 -> Review, calls review-order -> Done",
	After:  "state Check: check-order (check-order) -> Large?; state Large?: if total > 5000 Review (review-order) -> Done",
	Losses: []*dialects.LossRule{&lossTimerByRequest, &lossAwaitedData, &lossIgnoredFailure, &lossCascade, &lossEventData, &lossEventOrder},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.Kinds.Has(workflow.State) || hasStates(w) || w.Root == nil || w.Root.Start == nil {
			return false
		}
		x := &making{Conversion: c, flow: w, plans: map[*workflow.Node]*plan{}, owner: map[*workflow.Node]*workflow.Node{},
			ignored: map[*workflow.Node]bool{}, further: map[*workflow.Node][]*plan{}, rounds: map[*workflow.Node]bool{}}
		x.make()
		return true
	},
}

var (
	lossTimerByRequest = dialects.LossRule{ID: "convert/timer-by-request", Level: dialects.Approximated, Affects: dialects.Outcome | dialects.Time, Data: dialects.Same,
		What: "the transition of a timer during a wait is taken on request", Remedy: "have a scheduler request the transition"}
	lossAwaitedData = dialects.LossRule{ID: "convert/awaited-data", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Any,
		What:   "the data of a request is merged into the document, unlike in the source",
		Remedy: "send only data that may be in the document"}
	lossIgnoredFailure = dialects.LossRule{ID: "convert/ignored-failure", Level: dialects.Approximated, Affects: dialects.Outcome | dialects.ErrorName, Data: dialects.Same,
		What: "a failure of a task whose answer is dropped is ignored", Remedy: "report the failure in the answer of another task"}
)

// A making is a plain net being converted to the states of an entity.
type making struct {
	*Conversion
	renamed map[dialects.Renaming]bool // that are noted
	flow    *workflow.Workflow
	plans   map[*workflow.Node]*plan
	order   []*plan
	further map[*workflow.Node][]*plan // the states in which a node waits for the rest of its events
	rounds  map[*workflow.Node]bool    // the waits for the next round of a loop
	// owner is the state on whose transition a node is that has no state of its own.
	owner   map[*workflow.Node]*workflow.Node
	done    *workflow.Node                          // the state of ends without a name
	own     map[*workflow.Element]*workflow.Element // what the elements of the source have become themselves
	crowded bool                                    // there are more steps than a request may take transitions
	// ignored are the tasks whose failures nobody minds.
	ignored map[*workflow.Node]bool
}

// make plans the states and transitions, and then writes them into the net in place of the steps.
func (x *making) make() {
	x.prune(x.flow)
	x.dropSteps()
	x.own = map[*workflow.Element]*workflow.Element{}
	for _, e := range x.flow.Elements {
		if o := e.Original(); e.Name == o.Name && o != e {
			x.own[o] = e
		}
	}
	x.leadDeadEnds()
	x.requestRounds()
	x.crowded = x.steps() > maxTransitions
	x.findOwners()
	for _, n := range slices.Clone(x.flow.Root.Nodes) {
		if x.owner[n] == nil && (n.Kind != workflow.End || n.Role == workflow.Primary) {
			x.planState(n)
		}
		if x.Raised.Reason != "" {
			return
		}
	}
	x.tellRequestsApart()
	x.giveNames()
	x.breakLoops()
	x.addCascadeLosses()
	if x.Raised.Reason != "" {
		return
	}
	for _, e := range slices.Clone(x.flow.Edges) {
		if Ignores(e) {
			x.ignored[e.From] = true
		}
	}
	for _, n := range x.flow.Nodes { // the edges of states take the place of all others
		n.In, n.Out = nil, nil
	}
	x.flow.Root.Nodes = nil
	for _, p := range x.order {
		x.write(p)
	}
	x.completeProgram()
	Compact(x.flow)
}

// steps is how many steps lead on to another one.
func (x *making) steps() int {
	n := 0
	for _, s := range x.flow.Root.Nodes {
		if len(s.Out) > 0 {
			n++
		}
	}
	return n
}

// dropSteps takes out steps that do nothing and that nobody named.
func (x *making) dropSteps() {
	for _, n := range slices.Clone(x.flow.Root.Nodes) {
		if n.Kind == workflow.Pass && n.Role != workflow.Primary && n.Data.IsZero() && onwardEdge(n) != nil && onwardEdge(n).To != n {
			Splice(n)
		}
	}
	Compact(x.flow)
}

// findOwners finds the nodes that are on transitions: tasks that one transition of a state with several leads to, further processors
// of a transition, and what is part of a state that waits.
func (x *making) findOwners() {
	for _, n := range x.flow.Root.Nodes {
		if n == x.flow.Root.Start || len(n.In) == 0 {
			continue
		}
		from := n.In[0].From
		switch {
		case n.Kind == workflow.Await && len(n.In) == 1 && from.Kind == workflow.Choice && n.In[0].Kind == workflow.Default &&
			sameName(n.Element.Name, from.Element.Name+restSuffix), asksForRequest(n):
			x.owner[n] = from
		case n.Kind == workflow.Fail && len(n.In) == 1 && asksForRequest(from):
			x.owner[n] = from
		case n.Kind == workflow.Task && x.onTransition(n):
			x.owner[n] = from
		}
	}
}

// onTransition reports whether a task is on a transition: the only edge to it is one of several of a choice or an await, which has no other
// name than the task, or it is a further processor of the transition on which the task before it is.
func (x *making) onTransition(n *workflow.Node) bool {
	on := onwardEdge(n)
	if on == nil || on.To == n {
		return false
	}
	from := onlySource(n)
	switch {
	case from == nil:
		return false
	case from.Kind == workflow.Task:
		for !x.crowded && x.owner[from] != nil && x.owner[from].Kind == workflow.Task {
			from = x.owner[from]
		}
		return x.crowded || x.isFurther(from, n)
	case asksForRequest(from):
		return x.hasNoOtherName(from.In[0].From, from, n)
	case from.Kind == workflow.Choice:
		title := onlyWord(n.In[0].Title)
		return len(from.Out) > 1 && (title == "" || numberedName(n.Name(), title))
	}
	if from.Kind != workflow.Await || from.Awaits == nil {
		return false
	}
	if len(from.Awaits.For) == 0 {
		return len(from.Out) == 1 && slices.ContainsFunc(x.asked[from], func(text string) bool { return sameName(text, n.Name()) })
	}
	return x.hasNoOtherName(from, n, n)
}

// hasNoOtherName reports whether a task to which an event leads is named after the event, perhaps with a number as the same event leads to
// others elsewhere, or after what it calls, perhaps after the name of what it is a part of. A task of another name has a state of that
// name, to which the event leads by its own. The event leads to a node that is the task, or asks whether the request is allowed before it.
func (x *making) hasNoOtherName(awaits, first, n *workflow.Node) bool {
	events := awaits.Awaits.For
	if len(events) == 1 && !strings.HasPrefix(dialects.PlainName(n.Name()), dialects.PlainName(awaits.Name())) { // the request has the name of the only event
		return numberedName(n.Name(), events[0].Name)
	}
	if task := x.calledName(n); strings.HasSuffix(dialects.PlainName(n.Name()), dialects.PlainName(task)) || sameName("call "+n.Name(), task) {
		return true
	}
	return !slices.ContainsFunc(events, func(t workflow.Trigger) bool {
		return t.Edge != nil && t.Edge.To == first && t.Name != UpdateEvent && !numberedName(n.Name(), t.Name)
	})
}

// isFurther reports whether a task is named as a further processor is of the transition on which another one is, or calls what has that
// name: LOAD-switch after LOAD, and not LOADED.
func (x *making) isFurther(first, n *workflow.Node) bool {
	name, task := n.Element.Name, x.calledName(n)
	own, called := strings.CutPrefix(dialects.PlainName(task), dialects.PlainName("call "+first.Element.Name))
	longer := len(name) > len(first.Element.Name) && sameName(name[:len(first.Element.Name)], first.Element.Name)
	if longer {
		next, _ := utf8.DecodeRuneInString(name[len(first.Element.Name):])
		called = called && !unicode.IsLower(next) && (!unicode.IsUpper(next) || strings.ToUpper(name) != name)
	}
	return sameName(name, partName(first.Element.Name, task)) || called && own != "" && sameName(task, "call "+name)
}

// onlySource is the node whose edges alone lead to another one, where they are one except for those after ignored failures; nil if there
// are several.
func onlySource(n *workflow.Node) *workflow.Node {
	var from *workflow.Node
	for _, e := range n.In {
		if e.Kind == workflow.OnError && len(n.In) > 1 && Ignores(e) && e.From.Kind == workflow.Task {
			continue
		}
		if from != nil {
			return nil
		}
		from = e.From
	}
	return from
}

// Ignores reports whether an edge ignores the failure of a task whose answer is dropped: it takes every error, and leads with an
// unchanged document to where the task goes on.
func Ignores(e *workflow.Edge) bool {
	n := e.From
	if e.Kind != workflow.OnError || n.Kind != workflow.Task || n.Data.Output != nil {
		return false
	}
	c, on := n.Data.Combine, onwardEdge(n)
	switch {
	case on == nil:
		return false
	case c == nil || c.Mode != workflow.Drop || e.Data.Combine == nil || e.Data.Combine.Mode != workflow.Drop || e.Data.Output != nil:
		return false
	case len(e.On) == 0 || !takesAll(e.On):
		return false
	}
	return sameEnding(e.To, on.To)
}

// sameEnding reports whether two edges lead to the same: to one node, or to ends without names.
func sameEnding(a, b *workflow.Node) bool {
	return a == b || a.Role == workflow.Ending && b.Role == workflow.Ending && sameEnd(a, b)
}
