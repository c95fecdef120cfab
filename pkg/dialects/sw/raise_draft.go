package sw

import (
	"github.com/flowglot/flowglot/pkg/blocks"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A draft is a definition that is being written.
type draft struct {
	*raising
	flow      *workflow.Workflow
	of        *draft // in which it is a branch, or nil
	id, title string
	start     string // the name of the state that starts
	names     names  // of states
	states    []*state
	// entries are the names of the states at which a way comes to a node, and mains those of the states that do what it does.
	entries, mains map[*workflow.Node]string
	functions      map[string]string // the names of functions, by task
	events         map[string]string // the names of events, by type
	functionNames  names
	definedFuncs   []*source.Node
	definedEvents  []*source.Node
	after          string         // the state that calls the workflow that follows; empty until it is needed
	final          string         // a state that ends, for ways that must not be taken; empty until it is needed
	alone          *workflow.Node // what its timers start is written elsewhere
	// What one token moves through: where it ends, and the forks and joins on its way.
	exit  *workflow.Node
	forks map[*workflow.Node]*blocks.Fork
	joins map[*workflow.Node]bool
	// Of blocks: the states of those that run in parallel, and of layers by their first part; what is inside of scopes that
	// are no states of their own; and where the node that is being written leads to.
	blockNames, layerNames map[*blocks.Block]string
	inner                  map[*workflow.Node]*blocks.Block
	onward                 *way
	ways                   *entityWays
	chooses                bool   // it is no workflow of the program, but chooses one
	called                 func() // writes the calls of what it chooses between, once their names are known
}

// A state is a state that is being written.
type state struct {
	name string
	node *source.Node
}

// A way is where a state leads to: a state, or the end if its name is empty.
type way struct {
	to         string
	terminates bool // the end is that of the whole run
}

// lose notes a loss.
func (d *draft) lose(rule *dialects.LossRule, at source.Span, from *workflow.Element, instead, format string, args ...any) {
	d.lossesOf(d.flow.File).Add(rule, at, from, instead, format, args...)
}

// add begins a state. It takes the place after all that were begun before.
func (d *draft) add(name string, kind StateType) *source.Node {
	n := dialects.NewObject()
	dialects.Put(n, "name", dialects.NewText(name))
	dialects.Put(n, "type", dialects.NewText(kind.String()))
	d.states = append(d.states, &state{name, n})
	return n
}

// describe adds the texts of an element to its state, and notes the name of the state if it is another one.
func (d *draft) describe(n *source.Node, e *workflow.Element, name string) {
	if m := metadataOf(e); m != nil {
		mergeMembers(n, "metadata", m.Members)
	}
	d.noteName(e.Name, name)
}

func (d *draft) noteName(from, to string) {
	if from != to && to != "" {
		d.out.Names = append(d.out.Names, dialects.Renaming{From: from, To: to})
	}
}

// leave writes where a state leads to.
func (d *draft) leave(n *source.Node, w way) {
	if w.to != "" {
		dialects.Put(n, "transition", transitionTo(w.to, ""))
		return
	}
	dialects.Put(n, "end", endOf(w))
}

func endOf(w way) *source.Node {
	kind := "default"
	if w.terminates {
		kind = "terminate"
	}
	return objectOf("kind", dialects.NewText(kind))
}

// transitionTo is a transition to a state, restricted by a condition if that is not empty.
func transitionTo(name, condition string) *source.Node {
	n := objectOf("nextState", dialects.NewText(name))
	if condition != "" {
		dialects.Put(n, "expression", dialects.NewText(condition))
	}
	return n
}

// transition is a transition along a way. Where only a state may follow, one that ends is written.
func (d *draft) transition(w way, condition string) *source.Node {
	if w.to == "" {
		w.to = d.addEnding(w)
	}
	return transitionTo(w.to, condition)
}

// addEnding returns the name of a state that does nothing but end.
func (d *draft) addEnding(w way) string {
	if d.final == "" || w.terminates {
		name := d.names.unique("end")
		d.leave(d.add(name, Inject), w)
		if w.terminates {
			return name
		}
		d.final = name
	}
	return d.final
}

// stuck is a transition that is never taken: a run that comes to it fails.
func (d *draft) stuck() *source.Node {
	return transitionTo(d.addEnding(way{}), never())
}

func list(items ...*source.Node) *source.Node { return &source.Node{Kind: source.Array, Items: items} }

// function returns the name of the function that a task is.
func (d *draft) function(task string) string {
	if name := d.functions[task]; name != "" {
		return name
	}
	if d.functionNames == nil {
		d.functionNames = names{}
	}
	name := d.functionNames.unique(taskName(d.options.Resource, task))
	d.functions[task] = name
	n := objectOf("name", dialects.NewText(name))
	dialects.Put(n, "resource", dialects.NewText(unbraced(task)))
	d.definedFuncs = append(d.definedFuncs, n)
	if name != task && !d.tasks[task] {
		d.tasks[task] = true
		d.out.Tasks = append(d.out.Tasks, dialects.Renaming{From: task, To: name})
	}
	return name
}

// event returns the name of the event of a type. Its source is the workflow that waits for it.
func (d *draft) event(kind string) string {
	if name := d.events[kind]; name != "" {
		return name
	}
	d.events[kind] = kind
	n := objectOf("name", dialects.NewText(kind))
	dialects.Put(n, "source", dialects.NewText(d.eventSource()))
	dialects.Put(n, "type", dialects.NewText(kind))
	dialects.Put(n, "kind", dialects.NewText("consumed"))
	d.definedEvents = append(d.definedEvents, n)
	return kind
}

// eventSource is the source of the events that a workflow and its branches wait for.
func (d *draft) eventSource() string {
	for d.of != nil {
		d = d.of
	}
	return d.id
}

// tree is the definition.
func (d *draft) tree() *source.Node {
	root := objectOf("id", dialects.NewText(d.id))
	dialects.Put(root, "name", dialects.NewText(d.title))
	if d.of == nil && !d.chooses && d.flow.Doc != "" {
		dialects.Put(root, "description", dialects.NewText(d.flow.Doc))
	}
	if len(d.definedEvents) > 0 {
		dialects.Put(root, "events", list(d.definedEvents...))
	}
	if len(d.definedFuncs) > 0 {
		dialects.Put(root, "functions", list(d.definedFuncs...))
	}
	states := list()
	for _, s := range d.states {
		if s.name == d.start {
			dialects.Put(s.node, "start", objectOf("kind", dialects.NewText("default")))
		}
		states.Items = append(states.Items, s.node)
	}
	dialects.Put(root, "states", states)
	return root
}
