package run

import (
	"time"

	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// StateVersion is the version of the states that this package writes. It reads no other.
const StateVersion = 1

// A State is a run that was stopped, as plain data: all that decides how it goes on. It can be stored as JSON, and resumed in another
// process with the same definitions; see [Resume]. Data is held once, in Values, and referred to by its place there.
//
// What a run may reach outside of it, such as folders, the network and executables, is not part of it.
type State struct {
	Version int `json:"version"`
	// Files and Options are what the host needs to read the definitions again: their paths, and the options of dialects by name. They
	// mean nothing here.
	Files   []string          `json:"files"`
	Options map[string]string `json:"options,omitempty"`
	// Definition recognises the workflows of the program, in their order, and Selection how an entity chooses one.
	Definition []workflow.Fingerprint `json:"definition"`
	Selection  string                 `json:"selection"`

	Start     machine.Instant `json:"start"`
	Now       machine.Instant `json:"now"`
	Seed      uint64          `json:"seed,omitempty,string"`
	Context   StateValue      `json:"context,omitempty"`
	Unlimited bool            `json:"unlimited,omitempty"`
	Unstubbed Unstubbed       `json:"unstubbed,omitempty"`

	// Flow is the place of the workflow that runs in Definition. Results are those of the workflows of a chain that have ended, and
	// then what is known of the one that runs.
	Flow    int           `json:"flow"`
	Results []ResultState `json:"results"`

	Stubs   []StubState   `json:"stubs,omitempty"`
	Without []string      `json:"without,omitempty"` // the tasks that nothing answered
	Silent  []string      `json:"silent,omitempty"`
	Flights []FlightState `json:"flights,omitempty"`
	// Schedule is what will happen, in its order: answers, occurrences and timers.
	Schedule []EntryState `json:"schedule,omitempty"`
	// Pending are the occurrences that nothing has awaited so far, Lost those that came when nothing awaited them, and Senders the
	// tasks that an occurrence was given for.
	Pending []OccurrenceState `json:"pending,omitempty"`
	Lost    []EventState      `json:"lost,omitempty"`
	Senders []string          `json:"senders,omitempty"`

	Machine *machine.Snapshot `json:"-"`
	Values  []any             `json:"-"` // the first is null; JSON has them besides the rest
}

// A StateValue is the place of a value in [State.Values].
type StateValue int

// A ResultState is a result, as far as it is known.
type ResultState struct {
	Workflow  string           `json:"workflow"`
	Dialect   string           `json:"dialect"`
	Status    Status           `json:"status,omitempty"` // empty: the workflow still runs
	Start     machine.Instant  `json:"start"`
	End       machine.Instant  `json:"end"`
	Steps     int              `json:"steps,omitempty"`
	Output    StateValue       `json:"output,omitempty"`
	Visited   []string         `json:"visited,omitempty"`
	Ended     []string         `json:"ended,omitempty"`
	Calls     []CallState      `json:"calls,omitempty"`
	Produced  []StateValue     `json:"produced,omitempty"`
	Delivered []DeliveredState `json:"delivered,omitempty"`
	Notes     []string         `json:"notes,omitempty"`
}

// A CallState is one attempt of a task.
type CallState struct {
	Node       string         `json:"node"`
	Task       string         `json:"task"`
	Attempt    int            `json:"attempt"`
	At         time.Duration  `json:"at"`
	Took       time.Duration  `json:"took,omitempty"`
	Input      StateValue     `json:"input,omitempty"`
	Parameters StateValue     `json:"parameters,omitempty"`
	Result     StateValue     `json:"result,omitempty"`
	Answered   bool           `json:"answered,omitempty"`
	Apart      bool           `json:"apart,omitempty"`
	Error      *machine.Error `json:"error,omitempty"`
	Printed    []string       `json:"printed,omitempty"`
	Given      string         `json:"given,omitempty"`
}

// A DeliveredState is an occurrence that reached the run, and the place of the node that was the state of an entity then.
type DeliveredState struct {
	Event EventState   `json:"event"`
	State *machine.Ref `json:"state,omitempty"`
}

// An EventState is something that happens to the run.
type EventState struct {
	Kind    machine.EventKind `json:"kind"`
	ID      int64             `json:"id,omitempty"`
	Name    string            `json:"name,omitempty"`
	Value   StateValue        `json:"value,omitempty"`
	Error   *machine.Error    `json:"error,omitempty"`
	Printed []string          `json:"printed,omitempty"`
}

// An EntryState is an event with its instant, and whether it is an answer, an occurrence or a timer.
type EntryState struct {
	At    machine.Instant `json:"at"`
	Rank  uint8           `json:"rank"`
	Event EventState      `json:"event"`
}

// An OccurrenceState is an occurrence without a time.
type OccurrenceState struct {
	Kind      string         `json:"kind"`
	Node      string         `json:"node,omitempty"`
	Value     StateValue     `json:"value,omitempty"`
	Fail      *machine.Error `json:"fail,omitempty"`
	Heartbeat bool           `json:"heartbeat,omitempty"`
}

// A FlightState is a call that was not answered. Call is its place among the calls of the last result; Token reports that whoever has its
// token may answer it, and Open that it is to be asked for again when the run is resumed.
type FlightState struct {
	ID    int64 `json:"id"`
	Call  int   `json:"call"`
	Token bool  `json:"token,omitempty"`
	Open  bool  `json:"open,omitempty"`
}

// A StubState is a stub, and how far its answers were used: those before At are used up, and the one at it was given so many times.
type StubState struct {
	Name    string       `json:"name"`
	Replies []ReplyState `json:"replies"`
	At      int          `json:"at,omitempty"`
	Given   int          `json:"given,omitempty"`
}

// A ReplyState is an answer of a stub.
type ReplyState struct {
	Return  StateValue       `json:"return,omitempty"`
	Fail    *machine.Error   `json:"fail,omitempty"`
	Never   bool             `json:"never,omitempty"`
	Fetch   bool             `json:"fetch,omitempty"`
	Echo    bool             `json:"echo,omitempty"`
	Exec    string           `json:"exec,omitempty"`
	Program string           `json:"program,omitempty"`
	Folder  string           `json:"folder,omitempty"`
	After   iso8601.Duration `json:"after,omitzero"`
	Times   int              `json:"times,omitempty"`
}
