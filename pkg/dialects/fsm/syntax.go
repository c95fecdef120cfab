package fsm

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/reading"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// The types here are what a file holds, in the words of the specification. Reading recovers: what is absent is nil, and so
// is what is of the wrong type, which has been reported. What is marked as Broken has been reported too, and is passed
// over by what comes later.
//
// A key that appears twice counts once: the last one wins.

// A Shape is how a file holds its definitions.
type Shape uint8

// The shapes (fsm: "WORKFLOW SCHEMA", "IMPORT REQUEST", "EXPORT RESPONSE").
const (
	ShapeDefinition Shape = iota // one definition
	ShapeArray                   // an array of definitions
	ShapeImport                  // an import request
	ShapeExport                  // an export response
)

// A Document is a file.
type Document struct {
	Node  *source.Node // an object or an array
	Shape Shape

	ImportMode   *Text        // ShapeImport
	EntityName   *Text        // ShapeExport
	ModelVersion *source.Node // ShapeExport: an integer

	// Workflows are those in the order of the text, broken ones among them.
	Workflows []*Workflow
	Extra     []*source.Member // of an import or export, as in Workflow
}

// A Workflow is a definition (fsm: "WorkflowDefinition fields").
type Workflow struct {
	Node     *source.Node
	Document *Document
	Broken   bool // Node is not an object

	Version, Name, Desc *Text
	InitialState        *Reference
	Active              *Bool      // true if nil
	Criterion           *Condition // nil selects every entity

	// States are the states in the order of the text, broken ones among them. Names are unique here.
	States []*State

	// Extra are the members that no field above stands for, in the order of the text: unknown ones, misplaced ones and
	// those of a wrong type.
	Extra []*source.Member

	byName map[string]*State
}

// State returns the state of that name, or nil.
func (w *Workflow) State(name string) *State { return w.byName[name] }

// Selectable reports whether the workflow takes part in the selection (fsm: "IMPORT REQUEST" makes all of them active).
func (w *Workflow) Selectable() bool {
	return w.Active == nil || w.Active.Value || w.Document.Shape == ShapeImport
}

// A State is a member of states.
type State struct {
	Name     string
	NameSpan source.Span  // the key
	Node     *source.Node // the value; never nil
	Workflow *Workflow
	Broken   bool // Node is not an object

	Transitions []*Transition // broken ones among them
	Extra       []*source.Member

	// forced is the transition that the cascade takes whatever the entity holds, once it reaches it: the first automated
	// one without criterion; nil if there is none.
	forced *Transition
}

// A Transition leads from a state to another (fsm: "TransitionDefinition fields").
type Transition struct {
	Node   *source.Node
	State  *State // that it leaves
	Broken bool   // Node is not an object

	Name       *Text
	Next       *Reference
	Manual     *Bool      // false if nil
	Disabled   *Bool      // false if nil
	Criterion  *Condition // nil is always true
	Processors []*Processor
	Extra      []*source.Member
}

// Automated reports whether the engine takes the transition by itself. Of one whose `manual` or `disabled` is of the wrong
// type nothing is known, and the answer is no.
func (t *Transition) Automated() bool {
	manual, disabled := t.Node.Get("manual"), t.Node.Get("disabled")
	if t.Broken || t.Manual == nil && manual != nil || t.Disabled == nil && disabled != nil {
		return false
	}
	return !t.Asked() && !t.Skipped()
}

// Asked reports whether the transition waits for somebody to ask for it.
func (t *Transition) Asked() bool { return t.Manual != nil && t.Manual.Value }

// Skipped reports whether the transition is disabled.
func (t *Transition) Skipped() bool { return t.Disabled != nil && t.Disabled.Value }

// Unconditional reports whether nothing but its being automated, manual or disabled decides on the transition.
func (t *Transition) Unconditional() bool { return t.Criterion.always() }

// target is the state that the transition leads to, or nil.
func (t *Transition) target() *State {
	if t.Next == nil {
		return nil
	}
	return t.Next.Target
}

// label names the transition in messages: `transition "GO" of state "A"`.
func (t *Transition) label() string {
	name := "a transition"
	if t.Name != nil && t.Name.Value != "" {
		name = "transition " + quote(t.Name.Value)
	}
	return name + " of state " + quote(t.State.Name)
}

// at is where to report something about the transition as a whole: its name, or its beginning.
func (t *Transition) at() source.Span {
	if t.Name != nil {
		return t.Name.Node.Span
	}
	return source.Span{Start: t.Node.Span.Start, End: min(t.Node.Span.Start+1, t.Node.Span.End)}
}

// A Mode is how a processor is executed (fsm: "Valid executionMode values").
type Mode uint8

// The modes.
const (
	Sync        Mode = iota // SYNC, and whatever else the engine runs like it
	AsyncSameTx             // ASYNC_SAME_TX
	AsyncNewTx              // ASYNC_NEW_TX: neither its result nor its failure counts
)

// A Processor is called when its transition is taken (fsm: "ProcessorDefinition fields", "ProcessorConfig fields").
type Processor struct {
	Node   *source.Node
	Broken bool // Node is not an object

	Type, Name    *Text
	ExecutionMode *Text
	Mode          Mode
	Config        *source.Node // an object
	AttachEntity  *Bool        // false if nil
	// ResponseTimeoutMs is a positive number of milliseconds; nil for none, and for 0, which is the node's default.
	ResponseTimeoutMs *Number
	// Context is what the processor is given besides the entity; nil for none.
	Context *Text

	Extra       []*source.Member
	ConfigExtra []*source.Member
}

// The plain values of a definition.
type (
	Text   = reading.Text
	Bool   = reading.Bool
	Number = reading.Number
)

// String names the state in messages: `state "A"`.
func (s *State) String() string { return "state " + quote(s.Name) }

// A Reference names a state.
type Reference struct {
	Node *source.Node // a string
	Name string
	// Target is the state of that name, or nil, which is reported.
	Target *State
	// Meant is the state that the author most likely meant where Target is nil; nil if none is near.
	Meant *State

	guess dialects.Guess // which state is Meant
}

// A ConditionKind is the type of a condition.
type ConditionKind uint8

// The kinds (fsm: "CRITERIA"). NoCondition is that of one whose type is absent or not known.
const (
	NoCondition ConditionKind = iota
	Simple
	Lifecycle
	Group
	Array
	Function
)

// String returns the kind as definitions spell it; it is empty for NoCondition.
func (k ConditionKind) String() string {
	return [...]string{"", "simple", "lifecycle", "group", "array", "function"}[k]
}

// A Condition is a criterion, or a part of one. A nil one is always true.
type Condition struct {
	Node *source.Node
	Kind ConditionKind
	// Broken means that the condition itself was reported, so that what it asks is not known: it fails at run time. It is
	// not set for the groups around one that is broken.
	Broken bool

	Or         bool         // Group: any of Conditions, else all
	Conditions []*Condition // Group
	Function   *Text        // Function: its name

	// Test is the condition of the other kinds; nil if Broken.
	Test *expr.Loose
}

// always reports whether a condition is true whatever the entity holds.
func (c *Condition) always() bool {
	if c == nil {
		return true
	}
	if c.Kind != Group || c.Broken {
		return false
	}
	for _, sub := range c.Conditions {
		if sub.always() == c.Or {
			return c.Or
		}
	}
	return !c.Or
}
