package machine

import (
	"time"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// EventKind describes what an [Event] reports to the machine.
type EventKind uint8

// The kinds of events.
const (
	Start      EventKind = iota // the run begins; Value is its input
	Answer                      // the call ID has its result, Value
	Failure                     // the call ID ended with Error
	TimerFired                  // the timer ID has run down
	Occurred                    // something happened outside that names the element Name; Value comes with it
	Received                    // an event came from outside: Value, a CloudEvent
	Request                     // somebody asks for the transition Name of an entity; data Value may come with it
	Update                      // somebody changes the data of an entity: Value is merged into it
	Heartbeat                   // the call ID gives a sign of life
	Resume                      // nothing happened; go on where the budget ended
	Arrives                     // with an oracle: what the visit ID waits for came, by its trigger of that index, or -1
)

// An Event is something that happens to a run, at an instant.
type Event struct {
	Kind  EventKind
	At    time.Time
	ID    int64
	Name  string
	Value any
	Error *Error
	// Trigger is the index of one of the events that a visit awaits, of Arrives.
	Trigger int
	// Printed, of an Answer, are lines for people that the task printed besides its result.
	Printed []string
}

// CommandKind describes what a [Command] asks of the host.
type CommandKind uint8

// The kinds of commands.
const (
	Invoke      CommandKind = iota // call a task; answer with Answer or Failure
	CancelCall                     // the answer to a call is no longer wanted; Error explains why
	SetTimer                       // send TimerFired at the instant At
	CancelTimer                    // the timer is no longer wanted
	Access                         // read or write a file; answer with Answer or Failure
	Settled                        // a call was answered by an event: Result; nothing is to be done for it any more
	Produce                        // the run produces the event Result, a CloudEvent
	Finish                         // the run is over; see Machine.Outcome
)

// A Command is what the machine wants done. ID names the call or timer, and later events refer to it; no two have the
// same.
type Command struct {
	Kind    CommandKind
	ID      int64
	Node    *workflow.Node // Invoke, CancelCall, Produce
	Call    *workflow.Call // Invoke: what is called
	ByEvent bool           // Invoke: an event will answer, and not the host
	File    *workflow.File // Access
	Attempt int            // Invoke: counts from 1 within a visit of the node
	Apart   bool           // Invoke: the call is made by a region that nothing waits for
	Token   string         // Invoke: by which somebody else may answer; empty where the call has none
	Input   any            // Invoke, Access
	// Access of the items of a scope: what is read, and how much of it at most (0: all), or where its results are stored.
	Reader   *workflow.Reader
	Most     int
	Writer   *workflow.Writer
	Facts    *workflow.Facts
	Outcomes []workflow.RunOutcome
	At       time.Time // SetTimer
	Error    *Error    // CancelCall
	Result   any       // Settled, Produce
}

// An Error is a failure of a task or one that the machine raised. Name may be empty.
type Error struct {
	Name, Cause string
	Class       workflow.Class
	// Fatal means that nothing retries or catches it.
	Fatal bool
}

// Object returns the error as results and traces report it: its name and its cause.
func (e *Error) Object() *value.Object {
	return value.ObjectOf(value.Member{Key: "name", Value: e.Name}, value.Member{Key: "cause", Value: e.Cause})
}

// Cancelled is the name of the error with which a call is reported whose answer was no longer wanted.
const Cancelled = "Cancelled"
