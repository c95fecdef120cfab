package sw

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// The types here are what a definition holds, in the words of the specification. Reading recovers: what is absent is
// nil, and so is what is of the wrong type, which has been reported. A rule or a lowering that meets a nil field thus
// never has to report it again.
//
// A key that appears twice counts once: the last one wins. Members that no field stands for (unknown ones, misplaced ones
// and those of a wrong type) have been reported, and are not kept here: they are in the Node.

// A Workflow is a whole definition (sw: "Workflow Definition").
type Workflow struct {
	Node *source.Node // an object

	ID, Name, Description *Text
	Functions             []*Function
	Events                []*Event
	StatesNode            *source.Node // nil if absent
	// States are in the order of the text, those that are not objects left out.
	States []*State

	// names and ids are the first states of each name and of each id.
	names, ids map[string]*State
	functions  map[string]*Function
	events     map[string]*Event
}

// State returns the state of that name, or else of that id, or nil (sw: "Transitions").
func (w *Workflow) State(word string) *State {
	if s := w.names[word]; s != nil {
		return s
	}
	return w.ids[word]
}

// Start returns the first state that declares to be the start, or nil.
func (w *Workflow) Start() *State {
	for _, s := range w.States {
		if s.StartNode != nil {
			return s
		}
	}
	return nil
}

// A Function is an item of functions (sw: "Function Definition").
type Function struct {
	Node           *source.Node
	Name, Resource *Text
	used           bool // an action calls it
}

// An Event is an item of events (sw: "Event Definition").
type Event struct {
	Node        *source.Node
	Name        *Text
	Type        *Text
	Source      *Text
	Kind        *Word
	Correlation *source.Member // nil if absent
	// Correlations are the items of Correlation that have a name.
	Correlations []*Correlation
	used         bool // something waits for it or produces it
}

// A Correlation is an item of correlation (sw: "Correlation Definition").
type Correlation struct {
	Name  *Text
	Value *Template // nil if absent
}

// Produced reports whether the workflow makes the event; otherwise it waits for it, which is the default.
func (e *Event) Produced() bool { return e.Kind != nil && e.Kind.Value == produced }

// produced is the kind of events that a workflow makes.
const produced = "produced"

// A StateType is the value of a state's field type.
type StateType uint8

// The types of states. NoType is that of a state whose type is absent or not known.
const (
	NoType StateType = iota
	EventState
	Operation
	Switch
	Delay
	Parallel
	SubFlow
	Inject
	ForEach
	Callback
)

// stateTypes are the types as definitions spell them, in their order.
func stateTypes() []string {
	return []string{"event", "operation", "switch", "delay", "parallel", "subflow", "inject", "foreach", "callback"}
}

// String returns the type as definitions spell it; it is empty for NoType.
func (t StateType) String() string {
	if t == NoType {
		return ""
	}
	return stateTypes()[t-1]
}

// A State is an item of states (sw: "State Definition"). A field that the type of the state may not have is nil even if
// it is there. A state with NoType has all the fields that are there.
type State struct {
	Node *source.Node // an object
	// Broken means that a value in it could not be read, which was reported.
	Broken bool
	index  int // among the states of the workflow

	ID, Name *Text
	Type     StateType

	StartNode *source.Node // the value of start, whatever it is; nil if absent
	Schedule  *Schedule
	End       *End
	Next      *Transition
	Filter    *Filter
	Retries   []*Retry
	Handlers  []*Handler // onError

	Exclusive       *Bool           // event
	Timeout         *Period         // event, callback
	EventsActions   []*EventActions // event
	Mode            *Word           // operation: actionMode
	Actions         []*Action       // operation, foreach
	DataConditions  []*Condition    // switch
	EventConditions []*Condition    // switch
	EventTimeout    *Period         // switch
	Default         *Transition     // switch
	Data            *source.Node    // inject
	TimeDelay       *Period         // delay
	Branches        []*Branch       // parallel
	Completion      *Word           // parallel: completionType
	N               *Count          // parallel
	WorkflowID      *Text           // subflow, foreach
	Waits           *Bool           // subflow: waitForCompletion
	Max             *Count          // foreach
	Collection      *Template       // foreach: inputCollection
	Results         *Template       // foreach: outputCollection
	Param           *Text           // foreach: iterationParam
	Action          *Action         // callback
	EventRef        *Reference      // callback
	EventFilter     *Filter         // callback
}

// name returns the name of a state for messages, or else its id; it is empty for one that has neither.
func (s *State) name() string {
	switch {
	case s.Name != nil:
		return s.Name.Value
	case s.ID != nil:
		return s.ID.Value
	}
	return ""
}

// String names the state in messages: `state "Weigh"`.
func (s *State) String() string {
	if s.name() == "" {
		return "a state without a name"
	}
	return "state " + quote(s.name())
}

// at returns where to report what concerns a state as a whole: its name, or where it begins.
func (s *State) at(f *dialects.Findings) source.Span {
	if s.Name != nil {
		return s.Name.Node.Span
	}
	return f.Head(s.Node)
}
