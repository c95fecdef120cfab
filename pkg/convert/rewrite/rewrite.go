package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Rewrite turns one construct of nets into others.
type Rewrite struct {
	// ID is what reports call it: "rewrite/decision-table".
	ID string
	// Aliases are earlier ids, which explain accepts.
	Aliases []string
	// What describes in a sentence what is turned into what.
	What string
	// When describes when it is done: in words that follow "the target", such as "has no decision tables", or "always".
	When string
	// Before and After are an example, as people would sketch it.
	Before, After string
	// Losses are the rules of the losses that it can cause.
	Losses []*dialects.LossRule
	// Apply rewrites a workflow as far as the target needs it, and reports whether it changed something.
	Apply func(c *Conversion, w *workflow.Workflow) bool
}

// A Conversion is a program being converted to a dialect.
type Conversion struct {
	// Program is rewritten in place. It is a copy of the source.
	Program *workflow.Program
	// Target is the dialect to write, Able what it can, and Options how it is written.
	Target  dialects.Target
	Able    *dialects.Abilities
	Options dialects.Raising
	// Raised gets contracts, stand-ins, notes, names, tasks and occurrences, and the reason if nothing can be written.
	Raised *dialects.Raised
	// Applied are the rewrites that changed something, in their order.
	Applied []*Rewrite

	severed []severed
	// cut are the waits whose request is made at the latest when the time of the run is over, which is that of the timer.
	cut map[*workflow.Node]*workflow.Timer
	// apart reports that the steps of the source are repeated where several paths lead to them.
	apart bool
	// askers are the names of the brackets around conditional steps: what choices are called that take the place of both.
	askers map[*workflow.Node]string
	// nameless are the choices whose names were made up.
	nameless map[*workflow.Node]bool
	callers  map[*workflow.Node]*workflow.Element   // of calls that other elements make in the end
	joined   map[*workflow.Node][]*workflow.Element // in whose place nodes wait beside their own
	holding  *expr.Path                             // where answers are that take the place of the document; nil before it is asked for
	failing  map[string]string                      // the stand-ins that fail in the place of choices, by the names of their steps and what they do
	past     *past                                  // while tasks that call others are made
	// shown are the branches of choices that are taken where an answer has an error, and the members that have it, or come with it.
	shown map[*workflow.Edge][]string
	// noVariables reports that variables are becoming members of the document: none stays.
	noVariables bool
	// listed are parallel parts whose results stay as they are as long as there are variables.
	listed map[*workflow.Node]bool
	// forgetters are the tasks that take out of the document what choices were made by.
	forgetters  map[*workflow.Node]string
	losses      map[*workflow.Workflow]*dialects.Losses
	names       map[*workflow.Workflow]*dialects.Names // of elements
	numbered    map[*workflow.Element]string           // what elements would be called that have a number, as another one had that name
	tasks       map[*workflow.Workflow]*dialects.Names // of tasks
	arrivals    arrivals
	standIns    map[string]int  // the indexes of the stand-ins by their tasks, of the first ones
	standing    int             // how many these are
	substitutes map[string]bool // the first tasks that replace something
	replacing   int             // how many these are
	events      map[*workflow.Workflow]*workflow.EventIndex
	requested   map[*workflow.Event]dialects.Occurrence // what entities are asked for, by the events that it has become
	asked       map[*workflow.Node][]string             // the texts with which nodes ask for the answers that they wait for
	agreed      map[caller]int                          // the indexes of contracts; nil if they are not known
	members     map[*workflow.Workflow]*usedMembers     // while one rewrite is applied
	// surroundings are what holds for all of the workflows that parts were taken out of, while one rewrite is applied.
	surroundings map[*workflow.Workflow]*workflow.Workflow
}

// Apply rewrites a program until the target can write it. The result describes what it comes to; its Raised has a reason if it cannot
// be. The program itself is not changed.
func Apply(p *workflow.Program, to dialects.Target, o dialects.Raising) *Conversion {
	return ApplyFirst(p, to, o, len(rewrites()))
}

// ApplyFirst is [Apply] up to some number of rewrites that changed something.
func ApplyFirst(p *workflow.Program, to dialects.Target, o dialects.Raising, count int) *Conversion {
	c := &Conversion{Program: workflow.Clone(p), Target: to, Able: to.Abilities(o), Options: o, Raised: &dialects.Raised{},
		losses: map[*workflow.Workflow]*dialects.Losses{}, names: map[*workflow.Workflow]*dialects.Names{}}
	for _, w := range c.Program.Workflows {
		for _, e := range w.Elements {
			if e.Given != "" {
				e.Name = e.Given
			}
			if e.Name == "" && e.Primary != nil { // which some dialects allow, and others do not
				e.Name = c.unused(w, "unnamed")
			}
		}
	}
	all := rewrites()
	for i := range all {
		r := &all[i]
		changed := false
		for _, w := range c.Program.Workflows {
			changed = r.applyTo(c, w) || changed
			if c.Raised.Reason != "" {
				return c
			}
		}
		if changed {
			c.Applied = append(c.Applied, r)
		}
		if len(c.Applied) == count {
			break
		}
	}
	for _, w := range c.Program.Workflows {
		if len(c.Applied) < count && !c.Able.Each {
			c.refuseIterations(w)
		}
		c.dropNumbers(w)
	}
	slices.SortStableFunc(c.Raised.Contracts, func(a, b dialects.Contract) int { return a.Element.Span.Start - b.Element.Span.Start })
	c.agreed = nil
	return c
}

// applyTo applies the rewrite to a workflow and arranges the nodes that it added. It reports whether the rewrite changed something.
func (r *Rewrite) applyTo(c *Conversion, w *workflow.Workflow) bool {
	c.members, c.surroundings = nil, nil
	changed := r.Apply(c, w)
	for _, region := range w.Regions {
		region.Arrange()
	}
	return changed
}

// withoutCalled returns a program in which calls were replaced by what is called, without the workflows that were only called.
func withoutCalled(before, after *workflow.Program) *workflow.Program {
	called, needed := calledBy(before), calledBy(after)
	out := *after
	out.Workflows = nil
	for i, w := range after.Workflows {
		if i == 0 || !called[w.ID] || needed[w.ID] {
			out.Workflows = append(out.Workflows, w)
		}
	}
	return &out
}

// calledBy are the workflows that are called in a program, or that follow others.
func calledBy(p *workflow.Program) map[string]bool {
	out := map[string]bool{}
	for _, w := range p.Workflows {
		for _, n := range w.Nodes {
			if n.Call != nil && n.Call.Workflow {
				out[n.Call.Task] = true
			}
		}
		if w.Then != nil {
			out[w.Then.ID] = true
		}
	}
	return out
}

// All returns the rewrites in the order in which they are applied.
func All() []Rewrite { return rewrites() }

// Losses returns what the rewrites lost, in the order of the workflows and of the places in each.
func (c *Conversion) Losses() []*dialects.Loss {
	var out []*dialects.Loss
	for _, w := range c.Program.Workflows {
		if l := c.losses[w]; l != nil {
			out = append(out, l.List()...)
		}
	}
	return out
}

// Lose notes a loss of a workflow: at a place of the source, from which element on, and what is written instead. It returns the loss.
func (c *Conversion) Lose(w *workflow.Workflow, rule *dialects.LossRule, at source.Span, from *workflow.Element, instead, format string, args ...any) *dialects.Loss {
	l := c.losses[w]
	if l == nil {
		l = dialects.NewLosses(w.File)
		c.losses[w] = l
	}
	lost := l.Add(rule, at, from.Original(), instead, format, args...)
	if from != nil && from.Name != "" && from.Name != from.Original().Name {
		lost.Named = append(lost.Named, from.Name)
	}
	return lost
}

// Note notes a difference that no run shows.
func (c *Conversion) Note(note string) { c.Raised.Notes = append(c.Raised.Notes, note) }

// Contract notes what the worker of a task has to do. Contracts for one task of one element are one: later parts add to it.
func (c *Conversion) Contract(add dialects.Contract) {
	add.Element = add.Element.Original()
	by := caller{add.Element, add.Task}
	k := c.contractOf(by)
	if k == nil {
		c.agreed[by] = len(c.Raised.Contracts)
		c.Raised.Contracts = append(roomier(c.Raised.Contracts), add)
		return
	}
	if add.From != nil {
		k.From = add.From
	}
	if add.Under != "" {
		k.Under = add.Under
	}
	k.WithInput = k.WithInput || add.WithInput
	k.Fails = append(k.Fails, add.Fails...)
	k.AtOnce = k.AtOnce || add.AtOnce
}

// contractOf is the contract for a task of an element; nil if there is none.
func (c *Conversion) contractOf(by caller) *dialects.Contract {
	if c.agreed == nil {
		c.agreed = map[caller]int{}
		for i := range c.Raised.Contracts {
			c.agreed[caller{c.Raised.Contracts[i].Element, c.Raised.Contracts[i].Task}] = i
		}
	}
	if i, ok := c.agreed[by]; ok {
		return &c.Raised.Contracts[i]
	}
	return nil
}

// A caller is an element of the source with a task that it calls.
type caller struct {
	element *workflow.Element
	task    string
}

// StandIn makes a task that somebody has to write, which does what an element does by itself, and returns its name, which begins with
// a wish. What describes what it has to do.
func (c *Conversion) StandIn(w *workflow.Workflow, e *workflow.Element, wish, what string) string {
	task := c.unusedTask(w, wish)
	c.Raised.Substitutes = append(c.Raised.Substitutes, task)
	name := ""
	if o := e.Original(); o != nil {
		name = o.Name
	}
	c.Raised.StandIns = append(roomier(c.Raised.StandIns), dialects.StandIn{Element: name, Task: task, What: what})
	return task
}

// standIn is a stand-in by its task; nil if there is none.
func (c *Conversion) standIn(task string) *dialects.StandIn {
	for ; c.standing < len(c.Raised.StandIns); c.standing++ {
		if c.standIns == nil {
			c.standIns = map[string]int{}
		}
		by := c.Raised.StandIns[c.standing].Task
		if _, before := c.standIns[by]; !before {
			c.standIns[by] = c.standing
		}
	}
	if i, ok := c.standIns[task]; ok {
		return &c.Raised.StandIns[i]
	}
	return nil
}

// isSubstitute reports whether a task replaces something of the source.
func (c *Conversion) isSubstitute(task string) bool {
	if c.substitutes == nil {
		c.substitutes = map[string]bool{}
	}
	for ; c.replacing < len(c.Raised.Substitutes); c.replacing++ {
		c.substitutes[c.Raised.Substitutes[c.replacing]] = true
	}
	return c.substitutes[task]
}

// eventNamed is the definition of an event in a workflow; nil if there is none.
func (c *Conversion) eventNamed(w *workflow.Workflow, name string) *workflow.Event {
	x := c.events[w]
	if x == nil {
		x = workflow.NewEventIndex(w)
		if c.events == nil {
			c.events = map[*workflow.Workflow]*workflow.EventIndex{}
		}
		c.events[w] = x
	}
	return x.Named(name)
}

// Refuse refuses the conversion because of something at a place.
func (c *Conversion) Refuse(w *workflow.Workflow, at source.Span, format string, args ...any) {
	c.Raised.Refuse(w, at, format, args...)
}

// Caller is the element of the source that makes the call of a node.
func (c *Conversion) Caller(n *workflow.Node) *workflow.Element {
	if e := c.callers[n]; e != nil {
		return e
	}
	return n.Element.Original()
}

// Waits are the elements of the source in whose place a node waits: its own first.
func (c *Conversion) Waits(n *workflow.Node) []*workflow.Element {
	return append([]*workflow.Element{c.Caller(n)}, c.joined[n]...)
}

// callFor notes that a node makes the call of an element, of which it is not part any more.
func (c *Conversion) callFor(n *workflow.Node, e *workflow.Element) {
	if c.callers == nil {
		c.callers = map[*workflow.Node]*workflow.Element{}
	}
	c.callers[n] = e.Original()
}

// NewElement adds an element for what a rewrite adds because of another one, with a name that no other element has.
func (c *Conversion) NewElement(w *workflow.Workflow, because *workflow.Element, wish, kind string) *workflow.Element {
	e := w.AddElement(c.unused(w, wish), kind, because.NameSpan, because.Span)
	e.Origin, e.File = because.Original(), because.File
	if e.Name != wish {
		if c.numbered == nil {
			c.numbered = map[*workflow.Element]string{}
		}
		c.numbered[e] = wish
	}
	return e
}

// dropNumbers gives the choices of a workflow that were added the names without numbers that are not taken any more, unless they have got other
// names since. The names of other nodes are part of those of tasks and of other nodes.
func (c *Conversion) dropNumbers(w *workflow.Workflow) {
	if len(c.numbered) == 0 {
		return
	}
	taken := map[string]bool{}
	for _, n := range w.Nodes {
		taken[n.Element.Name] = true
		if n.Call != nil {
			taken[n.Call.Task] = true
		}
	}
	for _, n := range w.Nodes {
		if wish := c.numbered[n.Element]; wish != "" && !taken[wish] && n.Kind == workflow.Choice && numberedName(n.Element.Name, wish) {
			n.Element.Name, taken[wish] = wish, true
			delete(c.numbered, n.Element)
		}
	}
}

// unusedTask returns a name that begins with a wish and that no task of a workflow has, and no stand-in of another one.
func (c *Conversion) unusedTask(w *workflow.Workflow, wish string) string {
	taken := c.tasks[w]
	if taken == nil {
		taken = dialects.NewNames("-", 0)
		for _, n := range w.Nodes {
			if n.Call != nil {
				taken.Take(n.Call.Task)
			}
		}
		for _, task := range c.Raised.Substitutes {
			taken.Take(task)
		}
		if c.tasks == nil {
			c.tasks = map[*workflow.Workflow]*dialects.Names{}
		}
		c.tasks[w] = taken
	}
	return taken.Free(wish)
}

// unused returns a name that begins with a wish and that no element of a workflow has; it is taken from then on.
func (c *Conversion) unused(w *workflow.Workflow, wish string) string {
	taken := c.names[w]
	if taken == nil {
		taken = dialects.NewNames(" ", len(w.Elements))
		for _, e := range w.Elements {
			taken.Take(e.Name)
		}
		for _, n := range w.Nodes {
			if n.Call != nil {
				taken.Take(n.Call.Task)
			}
		}
		c.names[w] = taken
	}
	return taken.Free(wish)
}
