package workflow

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// A Program is what a run, a check or a conversion works on.
type Program struct {
	// Workflows are all that were given, in their order; the first starts.
	Workflows []*Workflow
	// Select, where it is not empty, chooses the workflow of an entity: the first candidate whose condition holds, and
	// Fallback if none does.
	Select   []Candidate
	Fallback *Workflow
}

// A Candidate is a workflow that may be chosen for an entity. Without a condition and a question it always may.
type Candidate struct {
	Workflow *Workflow
	If       expr.Expr
	Ask      *Call
}

// Link makes one program of several whose workflows may call and follow one another, in their order: the first starts. Where
// several choose a workflow for an entity, the first of them does. It is empty, and not nil, if there are none.
func Link(programs ...*Program) *Program {
	all := &Program{}
	for _, p := range programs {
		all.Workflows = append(all.Workflows, p.Workflows...)
		if all.Fallback == nil {
			all.Select, all.Fallback = p.Select, p.Fallback
		}
	}
	return all
}

// Find returns the workflow of an id, or nil.
func (p *Program) Find(id string) *Workflow {
	for _, w := range p.Workflows {
		if w.ID == id {
			return w
		}
	}
	return nil
}

// EventNamed returns the first definition of an event in the workflows, or nil.
func (p *Program) EventNamed(name string) *Event {
	for _, w := range p.Workflows {
		if e := w.EventNamed(name); e != nil {
			return e
		}
	}
	return nil
}

// Start returns the workflow that a run begins with, or nil if the program is empty.
func (p *Program) Start() *Workflow {
	if len(p.Workflows) == 0 {
		return nil
	}
	return p.Workflows[0]
}

// A Workflow is one definition: a net and what holds for all of it. Nodes, edges, regions and elements have dense ids,
// which are their indexes in the slices here.
type Workflow struct {
	ID      string // the name others call it by
	Title   string `fingerprint:"-"` // the text by which people know it; empty where the dialect has none
	Dialect string // "asl"
	// Settings are the options of the dialect that the workflow was read with, by name; those that are not among them had
	// their defaults.
	Settings map[string]string
	File     *source.File
	Span     source.Span
	Doc      string `fingerprint:"-"`

	Root     *Region
	Regions  []*Region  `fingerprint:"-"`
	Nodes    []*Node    `fingerprint:"-"`
	Edges    []*Edge    `fingerprint:"-"`
	Elements []*Element `fingerprint:"-"`

	// Documents describes what the data that tokens work on may be.
	Documents Documents
	// Lineage means that values have to know where they were made, for [Combining].
	Lineage bool
	// Then is the workflow that starts when this one has ended, with its output; nil is none.
	Then *Then
	// Timeout bounds a whole run; nil is no bound.
	Timeout *Timer
	// Schedule describes when the workflow may be started; nil is always.
	Schedule *Schedule
	// Events are those that the workflow waits for or produces.
	Events []*Event
	// Limits bound what one request does to an entity.
	Limits Limits
	// Errors names what the machine itself raises.
	Errors ErrorTable
	// Unsupported are the constructs that the net cannot express. The rest of the definition is drawn and checked, but not
	// run and not converted.
	Unsupported []Unsupported
	// Untranslated are the constructs that are run, and that only the dialect itself can write again.
	Untranslated []Unsupported
	// Assumed are the values that are not known, and that a run goes on without: What names them, Why is how they are written.
	Assumed []Unsupported
	// Context makes what expressions see as the context of a run; nil is nothing.
	Context func(f *Facts) any

	Extras Extras

	stock *stock `fingerprint:"-"`
}

// Documents are the kinds of values that the data of a run may be.
type Documents uint8

// The kinds.
const (
	AnyDocument        Documents = iota // any JSON value
	StructuredDocument                  // an object or a list
	ObjectDocument                      // an object
)

// Holds reports whether a value may be the data of a run.
func (d Documents) Holds(v any) bool {
	switch v.(type) {
	case *value.Object:
		return true
	case []any:
		return d != ObjectDocument
	}
	return d == AnyDocument
}

// Limits bound what happens. Visits and Transitions bound a request, which is the creation of an entity, an update of it, or
// a transition that is asked for; the others a run.
type Limits struct {
	Visits      int // how often a state may be entered
	Transitions int // how many transitions may be taken

	// Payload is how many bytes of JSON text a value may have that goes from node to node, and History how many events the
	// history of a run may have; see [Node.History]. 0 is no limit.
	Payload, History int
}

// Then names the workflow that follows another.
type Then struct {
	ID   string
	Span source.Span
}

// Unsupported names a construct that could not be lowered, and where it is.
type Unsupported struct {
	What string // `the field "Retry"`, "a state without a type"
	Why  string // for people, or empty: "it was added to the language after 2016"
	Span source.Span
}

// Message means that something cannot be done with the construct: "a state without a type cannot be run".
func (u *Unsupported) Message(done string) string {
	m := u.What + " cannot be " + done
	if u.Why != "" {
		m += ": " + u.Why
	}
	return m
}

// A Region is a net of its own inside a workflow: the whole of it, a branch, or the body of an iteration. Tokens never
// cross its border; they start at Start and are done at an end node.
type Region struct {
	ID    int    `fingerprint:"-"`
	Name  string // of a branch that has one
	Scope *Node  // the node it lies in; nil for the root
	Start *Node  // nil if the definition names none that exists
	// Nodes are those of the region itself, in the author's order, auxiliary ones after their primary one.
	Nodes  []*Node `fingerprint:"-"`
	Span   source.Span
	Extras Extras
	// Dangling means that an edge of the region leads to a name that does not exist; what else it might have reached is
	// not known. Guessed means that one leads to what a misspelled name was most likely meant to say.
	Dangling, Guessed bool `fingerprint:"-"`
	// Shared means that its tokens share one document. Otherwise each token carries its own.
	Shared bool

	placed []placement `fingerprint:"-"` // what [Region.Arrange] will do
}

// Primaries are the primary nodes of a region, in their order: one of each element that was written there.
func (r *Region) Primaries() []*Node {
	var out []*Node
	for _, n := range r.Nodes {
		if n.Role == Primary {
			out = append(out, n)
		}
	}
	return out
}

// Depth returns how many scopes the region lies in; 0 for the root.
func (r *Region) Depth() int {
	depth := 0
	for ; r.Scope != nil; r = r.Scope.Region {
		depth++
	}
	return depth
}

// An Element is something that the author wrote and named.
type Element struct {
	ID       int          `fingerprint:"-"`
	Name     string       // the name by which the definition refers to it
	Title    string       `fingerprint:"-"` // the text by which people know it; empty where the dialect has none
	Given    string       `fingerprint:"-"` // the name that the author gave it, if runs and drawings have that of its task instead
	Kind     string       // the dialect's own word: "Task"
	NameSpan source.Span  // where the name is
	Span     source.Span  // all of it
	Doc      string       `fingerprint:"-"`
	File     *source.File // where it is, if that is not the file of its workflow
	Primary  *Node
	// Unnamed tells of an end that the definition has it, and its name, only because the dialect needs a step there.
	Unnamed bool `fingerprint:"-"`
	// Origin is the element of another program that this one was made from, by [Clone] or by a rewrite of the net; nil of one that
	// was read.
	Origin *Element `fingerprint:"-"`
	// Whole is the element that this one is part of and by whose name a run speaks of both, such as the state of an
	// action; nil of most.
	Whole  *Element
	Extras Extras
}

// An Extra is something that a definition has and the model has no part for, as it was written.
type Extra struct {
	Key   string
	Span  source.Span // of the key
	Value *source.Node
	Class ExtraClass
}

// An ExtraClass is why the model has no part for something. Who writes the definition in another dialect needs to know no
// more about it.
type ExtraClass uint8

// The classes.
const (
	// ExtraUnknown is what the model leaves out although it may mean something: a field that the dialect does not have, or one
	// that means something outside of a run. Another dialect loses it.
	ExtraUnknown ExtraClass = iota
	// ExtraText is for people. The titles and documentation of the model may hold it too.
	ExtraText
	// ExtraDefault is a value that holds without being written.
	ExtraDefault
	// ExtraLayout is how something is written that the model has in another form.
	ExtraLayout
)

// Extras are kept in the order of the text.
type Extras []Extra

// Get returns the value of the first extra of that key, or nil.
func (x Extras) Get(key string) *source.Node {
	for i := range x {
		if x[i].Key == key {
			return x[i].Value
		}
	}
	return nil
}
