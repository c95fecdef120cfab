package sw

import (
	"github.com/flowglot/flowglot/pkg/dialects/reading"
	"github.com/flowglot/flowglot/pkg/source"
)

// The values and the parts of states, as syntax.go describes how they are kept.

// The plain values of a definition.
type (
	Text = reading.Text
	Bool = reading.Bool
)

// A Word is a value of an enumeration, as the specification spells it.
type Word struct {
	Node  *source.Node
	Value string
}

// A Count is a whole number of 0 or more, or an expression of one.
type Count struct {
	Node  *source.Node
	Value int // -1 for an expression
	Expr  *Template
}

// A Period is a duration, or an expression of one.
type Period struct {
	Node *source.Node
	Expr *Template // nil where the duration is written out
}

// A Reference names a state, a function or an event.
type Reference struct {
	Node *source.Node // a string
	Name string
	What target
	// State is the state that is referred to. Where there is none it is the one that the author most likely meant, and
	// Guessed is set; nil if none is near.
	State   *State
	Guessed bool
	// Function is the one that is referred to; nil if there is none.
	Function *Function
}

// A target is the kind of thing that a reference leads to.
type target uint8

// The targets.
const (
	toState target = iota
	toFunction
	toConsumed
	toProduced
)

// A Transition leads to a state (sw: "Transition Definition").
type Transition struct {
	Node       *source.Node
	Expression *Template
	Produce    *Produce
	Next       *Reference
}

// A Produce is a produceEvent (sw: "ProduceEvent Definition").
type Produce struct {
	Node    *source.Node
	Event   *Reference
	Payload Payload
}

// A Payload is what an event that is produced carries.
type Payload struct {
	Path       *Template                  // the field data, if it is an expression
	Data       *source.Node               // the field data, if it is an object
	Attributes *source.Node               // contextAttributes: an object, or a list of them; nil if absent
	Templates  map[*source.Node]*Template // the strings in Data and Attributes that have expressions
}

// An End is the field end (sw: "End Definition").
type End struct {
	Node    *source.Node
	Kind    *Word
	Produce *Produce
}

// A Schedule is the field schedule of a start (sw: "Schedule Definition").
type Schedule struct {
	Node           *source.Node
	Interval, Cron *Text
	Direct         *Word
	Timezone       *Text
}

// A Filter is any of the data filters (sw: "State Data Filtering").
type Filter struct {
	Node          *source.Node
	Input, Output *Template
	Results       *Template // dataResultsPath
}

// A Retry is an item of retry (sw: "Retry Definition").
type Retry struct {
	Node        *source.Node
	Expression  *Template
	Interval    *Interval
	Multiplier  *Period
	MaxAttempts *Count
}

// An Interval is the interval of a retry.
type Interval struct {
	Node *source.Node
	// Repeats is the number in "Rn/"; -1 where there is none.
	Repeats int
	// Length is the duration, in the words of ISO 8601; empty for an expression.
	Length string
	Expr   *Template
}

// A Handler is an item of onError (sw: "Error Definition").
type Handler struct {
	Node       *source.Node
	Expression *Template
	Filter     *Filter // errorDataFilter
	Next       *Transition
}

// An EventActions is an item of eventsActions (sw: "Event State: Event Actions").
type EventActions struct {
	Node    *source.Node
	Events  []*Reference
	Mode    *Word
	Actions []*Action
	Filter  *Filter // eventDataFilter
}

// A Condition is an item of dataConditions or eventConditions (sw: "Switch State: Data Conditions", "Switch State: Event
// Conditions").
type Condition struct {
	Node  *source.Node
	If    *Template  // of a data condition
	Event *Reference // of an event condition
	// Filter is the eventDataFilter of an event condition.
	Filter *Filter
	Next   *Transition
}

// A Branch is an item of branches (sw: "Parallel State: Branch").
type Branch struct {
	Node       *source.Node
	Name       *Text
	Actions    []*Action
	WorkflowID *Text
}

// An Action is what a state does (sw: "Action Definition").
type Action struct {
	Node            *source.Node
	Name            *Text
	Function        *Reference
	Parameters      *source.Node               // of functionRef; nil if absent
	Templates       map[*source.Node]*Template // the strings in Parameters that have expressions
	Trigger, Result *Reference                 // of eventRef
	Payload         Payload                    // of eventRef
	Timeout         *Period
	Filter          *Filter
}

// title names an action for people: its name, or what it calls.
func (a *Action) title() string {
	switch {
	case a.Name != nil && a.Name.Value != "":
		return a.Name.Value
	case a.Function != nil:
		return a.Function.Name
	case a.Trigger != nil:
		return a.Trigger.Name
	}
	return "action"
}
