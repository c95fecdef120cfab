package fsm

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// raiseOther writes a program of another dialect: each workflow is a definition of its own, as several in one file would be
// those between which the data of an entity chooses.
func raiseOther(p *workflow.Program, o dialects.Raising) *dialects.Raised {
	out := &dialects.Raised{}
	var losses []*dialects.Loss
	p = workflow.Inlined(p)
	for _, w := range p.Workflows {
		x := newRaiser(w, out, o)
		x.program = p
		if x.writeWorkflow(); out.Reason == "" {
			out.Definitions = append(out.Definitions, dialects.Printed{ID: x.flow.ID, Text: source.Print(canonical(raiseWorkflow(x.flow)), o.Format)})
		}
		losses = append(losses, x.losses.List()...)
	}
	if out.Reason != "" {
		return &dialects.Raised{Reason: out.Reason, Losses: out.Losses}
	}
	out.Losses = losses
	return out
}

// A raiser makes the workflow of an entity of one of another dialect: states and transitions in the model, which are
// written then as any others are.
//
// A step, a state or a task becomes a state of the same name, and what is done there happens on the transition that leads
// out of it: a task is its processor, a choice is several transitions with criteria, and what is awaited is a transition
// that somebody asks for.
type raiser struct {
	program *workflow.Program
	from    *workflow.Workflow
	flow    *workflow.Workflow
	out     *dialects.Raised
	losses  *dialects.Losses
	form    string // of a Resource that is a task

	origin  map[*workflow.Node]*workflow.Element // of each state; none of those that nobody wrote
	written map[*workflow.Element]bool
	finals  map[*workflow.Node]*workflow.Node // the states of ends
	done    *workflow.Node                    // where all that has no end of its own ends
	names   *names                            // of states
	ways    map[*workflow.Node]*names         // of the transitions of a state
	asked   *names                            // of substitutes
	tasks   map[string]bool                   // that have another name
	called  map[string]bool                   // the tasks of the source

	passages map[dialects.Passage]bool         // that are known
	bound    map[*workflow.Node]*workflow.Node // the states of nodes that have none of their own
	inside   []enclosing                       // the scopes around the node that is being written, the outermost first
	said     map[*workflow.Node]bool           // what is reached by what can be expressed
}

func newRaiser(w *workflow.Workflow, out *dialects.Raised, o dialects.Raising) *raiser {
	x := &raiser{from: w, out: out, losses: dialects.NewLosses(w.File), form: cmp.Or(o.Resource, dialects.DefaultResource),
		origin: map[*workflow.Node]*workflow.Element{}, written: map[*workflow.Element]bool{}, finals: map[*workflow.Node]*workflow.Node{},
		names: newNames(), ways: map[*workflow.Node]*names{}, asked: newNames(), tasks: map[string]bool{},
		passages: map[dialects.Passage]bool{}, bound: map[*workflow.Node]*workflow.Node{}, said: reached(w)}
	x.flow = &workflow.Workflow{ID: cmp.Or(w.ID, "workflow"), Doc: description(w), File: w.File, Extras: workflow.Extras{
		{Key: "version", Value: dialects.NewText("1")}, {Key: "active", Value: newBool(true)}}}
	x.flow.AddRegion(nil, w.Span).Shared = true
	return x
}

// reached are the nodes of a workflow that are reached without the timers of tasks, whose ways nothing takes.
func reached(w *workflow.Workflow) map[*workflow.Node]bool {
	said := map[*workflow.Node]bool{}
	var todo []*workflow.Node
	add := func(n *workflow.Node) {
		if n != nil && !said[n] {
			said[n] = true
			todo = append(todo, n)
		}
	}
	if w.Root != nil {
		add(w.Root.Start)
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range n.Out {
			if e.Kind != workflow.OnTimer || n.Kind == workflow.Await {
				add(e.To)
			}
		}
		if n.Body != nil {
			for _, r := range n.Body.Regions {
				add(r.Start)
			}
		}
	}
	return said
}

// description is the title and the description of a workflow.
func description(w *workflow.Workflow) string {
	if w.Title == w.ID || w.Title == "" {
		return w.Doc
	}
	return strings.TrimSuffix(w.Title+": "+w.Doc, ": ")
}

func (x *raiser) writeWorkflow() {
	known := len(x.out.Names)
	if x.from.Root == nil || x.from.Root.Start == nil {
		x.out.Refuse(x.from, x.from.Span, "the definition has no start")
		return
	}
	x.flow.Root.Start = x.writeRegion(x.from.Root, nil)
	if x.out.Reason != "" {
		return
	}
	x.prune()
	x.sort()
	x.limitCascades()
	x.keepNames(known)
	x.addWorkflowLosses()
	x.addTextLosses()
}

// keepNames leaves out those of states that are not written after all, from one on.
func (x *raiser) keepNames(from int) {
	there := map[string]bool{}
	for _, s := range x.states() {
		there[s.Name()] = true
	}
	own := slices.DeleteFunc(x.out.Names[from:], func(r dialects.Renaming) bool { return !there[r.To] })
	x.out.Names = x.out.Names[:from+len(own)]
}

// addWorkflowLosses adds the losses of the workflow as a whole.
func (x *raiser) addWorkflowLosses() {
	w := x.from
	first := w.Root.Start.Element
	if w.Timeout != nil {
		x.losses.Add(&dialects.LossTimeout, w.Timeout.Length.Span, first, "", "the timeout of the workflow is dropped")
	}
	if w.Then != nil {
		x.losses.Add(&dialects.LossNext, w.Then.Span, nil, "", "the workflow %q, which follows in the source, is not started", w.Then.ID)
	}
	if w.Schedule != nil {
		x.losses.Add(&dialects.LossSchedule, w.Schedule.Span, nil, "", "the schedule of the workflow is dropped")
	}
}

// state adds a state for an element; nil for one that nobody wrote.
func (x *raiser) state(e *workflow.Element, name string) *workflow.Node {
	unique := x.names.unique(cmp.Or(name, "state"))
	if e != nil {
		x.rename(e, unique)
	}
	s := x.flow.AddNode(x.flow.Root, x.flow.AddElement(unique, "State", source.Span{}, source.Span{}), workflow.State, workflow.Primary)
	x.ways[s] = newNames()
	if e != nil {
		x.origin[s] = e
		x.written[e] = true
	}
	return s
}

// rename notes what an element is called, if that is not what a run of the source calls it.
func (x *raiser) rename(e *workflow.Element, to string) {
	from := e.Name
	if e.Whole != nil {
		from = e.Whole.Name
	}
	if from != to {
		x.out.Names = append(x.out.Names, dialects.Renaming{From: from, To: to})
	}
}

// finished is the state in which an entity is whose workflow has come to an end that has no name.
func (x *raiser) finished() *workflow.Node {
	if x.done == nil {
		x.done = x.state(nil, x.styled("Done"))
	}
	return x.done
}

// styled writes a word as the names of the definition are written.
func (x *raiser) styled(word string) string {
	all := ""
	for _, e := range x.from.Elements {
		if e.Primary != nil {
			all += e.Name[:min(len(e.Name), 1)]
		}
		if len(all) > 100 {
			break
		}
	}
	if strings.ToLower(all) == all && all != "" {
		return strings.ToLower(word)
	}
	return word
}

// connect adds a transition, whose name nobody else in its state has.
func (x *raiser) connect(from, to *workflow.Node, kind workflow.EdgeKind, name string) *workflow.Edge {
	e := x.flow.Connect(from, to, kind, source.Span{})
	e.Name = x.ways[from].unique(cmp.Or(name, "go"))
	return e
}

// prune takes out the states that nothing leads to, because what led to them is dropped.
func (x *raiser) prune() {
	reached := x.flow.ReachFrom(x.flow.Root.Start)
	x.flow.Root.Nodes = slices.DeleteFunc(x.flow.Root.Nodes, func(n *workflow.Node) bool {
		gone := !reached[n.ID]
		if e := x.origin[n]; gone && e != nil {
			delete(x.written, e)
		}
		return gone
	})
	for _, n := range x.flow.Root.Nodes {
		if e := x.origin[n]; e != nil {
			x.written[e] = true
		}
	}
}

// sort puts the states into the order in which their elements were written. Those that nobody wrote are the last.
func (x *raiser) sort() {
	place := func(n *workflow.Node) int {
		if e := x.origin[n]; e != nil {
			return e.ID
		}
		return len(x.from.Elements)
	}
	slices.SortStableFunc(x.flow.Root.Nodes, func(a, b *workflow.Node) int { return cmp.Compare(place(a), place(b)) })
}

// names are those that are taken.
type names struct {
	next map[string]int
}

func newNames() *names { return &names{next: map[string]int{}} }

// unique is a name, with a number after it if it is taken.
func (n *names) unique(name string) string {
	unique := name
	for n.next[unique] > 0 {
		n.next[name]++
		unique = name + " " + strconv.Itoa(n.next[name])
	}
	n.next[unique] = 1
	return unique
}
