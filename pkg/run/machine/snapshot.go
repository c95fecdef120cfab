package machine

import (
	"time"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// SnapshotVersion is the version of the snapshots that this package writes. It reads no other.
const SnapshotVersion = 1

// A Snapshot is the state of a [Machine] as plain data, which can be stored as JSON and restored in another process. It
// refers to the parts of the definition by number: to workflows by their place in the program, and to nodes, edges, regions
// and elements by their IDs in the workflow. Data is held once, in Values, and referred to by its place there.
//
// It does not hold what belongs to the host: of a call in flight or a timer, it knows the ID.
type Snapshot struct {
	Version     int           `json:"version"`
	Definition  []Fingerprint `json:"definition"`
	Flow        int           `json:"flow"` // the workflow that runs
	StartedAt   Instant       `json:"startedAt"`
	Now         Instant       `json:"now"`
	Counters    Counters      `json:"counters"`
	Frames      []FrameState  `json:"frames"`
	Visits      []VisitState  `json:"visits"`
	Forks       []ForkState   `json:"forks,omitempty"`
	IdleFrames  []int32       `json:"idleFrames,omitempty"`
	IdleVisits  []int32       `json:"idleVisits,omitempty"`
	IdleForks   []int32       `json:"idleForks,omitempty"`
	Ready       []TokenState  `json:"ready,omitempty"`
	Parked      []TokenState  `json:"parked,omitempty"`
	Joins       []JoinState   `json:"joins,omitempty"`
	Groups      []GroupState  `json:"groups,omitempty"`
	Timers      []TimerState  `json:"timers,omitempty"`
	ExpiryTimer int64         `json:"expiryTimer,omitempty"`
	EndSources  []Ref         `json:"endSources,omitempty"`
	Derivations []Derivation  `json:"derivations,omitempty"`
	Entity      *EntityState  `json:"entity,omitempty"`
	Outcome     *OutcomeState `json:"outcome,omitempty"` // nil: it has not ended
	Visited     []Ref         `json:"visited"`
	Values      []any         `json:"-"` // the first is null; JSON has them besides the rest
}

// A Fingerprint is that by which a workflow is recognised when a snapshot is restored.
type Fingerprint struct {
	ID      string `json:"id"`
	Nodes   int    `json:"nodes"`
	Edges   int    `json:"edges"`
	Regions int    `json:"regions,omitzero"`
}

// Counters are what a machine counts.
type Counters struct {
	LastID  int64 `json:"lastID"`
	Seq     int   `json:"seq"`
	Steps   int   `json:"steps"`
	Retries int   `json:"retries"`
	Tokens  int64 `json:"tokens"`
	Visits  int64 `json:"visits"`
	Events  int   `json:"events"`
	Lineage int64 `json:"lineage"`
	// Random is the state of the sequence of random numbers.
	Random uint64 `json:"random,omitempty,string"`
}

// A Ref refers to a part of the definition: the workflow, and the ID of the part in it. As *Ref it may be nil.
type Ref [2]int

// A ValueRef is the place of a value in Values. Unfinished is the result of a region that has not ended.
type ValueRef int

// Unfinished is in the place of a result that is still to come.
const Unfinished ValueRef = -1

// An Instant is a point in time: seconds since 1970 in UTC, and nanoseconds. Other than a text it has room for any year.
type Instant [2]int64

// InstantOf returns the instant of a time.
func InstantOf(t time.Time) Instant { return Instant{t.Unix(), int64(t.Nanosecond())} }

// Time returns the instant as a time.
func (i Instant) Time() time.Time { return time.Unix(i[0], i[1]).UTC() }

// A FrameState is a region that is being run; without a region, it is a free slot.
type FrameState struct {
	Region      *Ref            `json:"region,omitempty"`
	Document    ValueRef        `json:"document,omitempty"`
	Visit       int32           `json:"visit"`
	Index       int32           `json:"index,omitempty"`
	Generation  uint32          `json:"generation"`
	Visits      []int32         `json:"visits,omitempty"`
	Detached    bool            `json:"detached,omitempty"`
	Changes     []ValueRef      `json:"changes,omitempty"`
	Latest      Instant         `json:"latest"`
	Correlation ValueRef        `json:"correlation,omitempty"`
	Variables   []VariableState `json:"variables,omitempty"`
	// Of the frame of a run: its number, the instant at which it started, its input, and how many events its history has.
	Run     uint64   `json:"run,omitempty,string"`
	Started Instant  `json:"started"`
	Input   ValueRef `json:"input,omitempty"`
	Events  int      `json:"events,omitempty"`
}

// A VariableState is a variable of a frame.
type VariableState struct {
	Name  string   `json:"name"`
	Value ValueRef `json:"value"`
}

// An ItemsState is what a scope works on for whose items it runs regions.
type ItemsState struct {
	Stage     uint8             `json:"stage"`
	List      []ValueRef        `json:"list,omitempty"`
	Made      bool              `json:"made,omitempty"`
	Keyed     bool              `json:"keyed,omitempty"`
	Source    string            `json:"source,omitempty"`
	Weights   []int             `json:"weights,omitempty"`
	Count     int               `json:"count"`
	Failed    int               `json:"failed,omitempty"`
	Tolerated float64           `json:"tolerated"`
	Share     float64           `json:"share"`
	Outcomes  []RunOutcomeState `json:"outcomes,omitempty"`
}

// A RunOutcomeState is how a region ended that is a run of its own.
type RunOutcomeState struct {
	Index  int      `json:"index"`
	Items  int      `json:"items"`
	Input  ValueRef `json:"input,omitempty"`
	Output ValueRef `json:"output,omitempty"`
	Failed bool     `json:"failed,omitempty"`
	Error  string   `json:"error,omitempty"`
	Cause  string   `json:"cause,omitempty"`
	Start  Instant  `json:"start"`
	Stop   Instant  `json:"stop"`
	Run    uint64   `json:"run,string"`
}

// A VisitState is a token that rests at a node; without a node, it is a free slot.
type VisitState struct {
	Node          *Ref           `json:"node,omitempty"`
	Frame         int32          `json:"frame"`
	Position      int32          `json:"position,omitempty"`
	From          BranchState    `json:"from,omitzero"`
	Origin        OriginState    `json:"origin,omitzero"`
	Order         int64          `json:"order,omitempty"`
	Raw           ValueRef       `json:"raw,omitempty"`
	Effective     ValueRef       `json:"effective,omitempty"`
	Payload       ValueRef       `json:"payload,omitempty"`
	Attempt       int            `json:"attempt,omitempty"`
	Began         Instant        `json:"began"`
	Retries       []int          `json:"retries,omitempty"`
	Call          int64          `json:"call,omitempty"`
	AttemptTimers []int64        `json:"attemptTimers,omitempty"`
	VisitTimers   []int64        `json:"visitTimers,omitempty"`
	Children      []int32        `json:"children,omitempty"`
	Regions       [5]int         `json:"regions,omitzero"`   // all, started, ended, at once, required
	Starting      bool           `json:"starting,omitempty"` // a token starts further regions
	Results       []ValueRef     `json:"results,omitempty"`
	Origins       []OriginState  `json:"origins,omitempty"`
	Endings       []EndingState  `json:"endings,omitempty"`
	Arrivals      []ArrivalState `json:"arrivals,omitempty"`
	Entered       Instant        `json:"entered"`
	Token         string         `json:"token,omitempty"`
	Items         *ItemsState    `json:"items,omitempty"`
}

// A BranchState names a fork; the number counts from 1, and 0 is none.
type BranchState struct {
	Fork       int32  `json:"fork,omitempty"`
	Generation uint32 `json:"generation,omitempty"`
}

func (b BranchState) branch() branch { return branch{b.Fork, b.Generation} }

// An OriginState describes where a value was made: the place in Derivations, counted from 1; 0 is outside.
type OriginState struct {
	Derivation int  `json:"derivation,omitempty"`
	Skipped    bool `json:"skipped,omitempty"`
}

// A Derivation is a place at which a value was made of others. They are sorted by Order, so that Parents are earlier ones.
type Derivation struct {
	Order   int64 `json:"order,omitempty"`
	Parents []int `json:"parents,omitempty"` // as in OriginState
}

// An EndingState is a region that has ended, with what it changed.
type EndingState struct {
	At      Instant    `json:"at"`
	Index   int32      `json:"index"`
	Changes []ValueRef `json:"changes"`
}

// An ArrivalState is an event that came for the trigger of a node.
type ArrivalState struct {
	Trigger int      `json:"trigger"`
	Event   ValueRef `json:"event"`
}

// A ForkState is a split whose branches have not all reached the join; without a node, it is a free slot.
type ForkState struct {
	Node       *Ref        `json:"node,omitempty"`
	Frame      int32       `json:"frame"`
	Generation uint32      `json:"generation"`
	Outer      BranchState `json:"outer,omitzero"`
	Open       int         `json:"open"`
	Joined     bool        `json:"joined,omitempty"`
}

// A TokenState is a token that can move.
type TokenState struct {
	Node       Ref         `json:"node"`
	Frame      int32       `json:"frame"`
	Generation uint32      `json:"generation"`
	From       BranchState `json:"from,omitzero"`
	Via        *Ref        `json:"via,omitempty"` // an edge
	Order      int64       `json:"order,omitempty"`
	Data       ValueRef    `json:"data,omitempty"`
	Origin     OriginState `json:"origin,omitzero"`
	Starts     int32       `json:"starts,omitempty"` // a visit, plus 1, of which it starts further regions
}

// A JoinState holds the tokens that wait for others at a node.
type JoinState struct {
	Node       Ref          `json:"node"`
	Frame      int32        `json:"frame"`
	Generation uint32       `json:"generation"`
	Tokens     []TokenState `json:"tokens"`
}

// A GroupState is an incomplete set of events that start a run together.
type GroupState struct {
	ID       int64          `json:"id"`
	Visit    int32          `json:"visit"`
	Arrivals []ArrivalState `json:"arrivals"`
	Values   ValueRef       `json:"values"`
	Timer    int64          `json:"timer,omitempty"`
}

// A TimerState is a timer that runs. Calls in flight are those of the visits and of the entity.
type TimerState struct {
	ID     int64          `json:"id"`
	At     Instant        `json:"at"`
	Visit  int32          `json:"visit"`
	Action uint8          `json:"action"`
	Raises workflow.Class `json:"raises,omitempty"`
	Timer  int            `json:"timer,omitempty"` // the place of the timer among those of the node, counted from 1
	Group  int64          `json:"group,omitempty"`
}

// An EntityState is what a machine keeps of an entity besides its data.
type EntityState struct {
	Created  Instant         `json:"created"`
	State    *Ref            `json:"state,omitempty"`
	Previous string          `json:"previous,omitempty"`
	Leaving  *Ref            `json:"leaving,omitempty"` // an edge
	Rests    bool            `json:"rests"`
	Request  EventKind       `json:"request"`
	Name     string          `json:"name,omitempty"`
	Value    ValueRef        `json:"value,omitempty"`
	Entered  []EnteredState  `json:"entered,omitempty"`
	Taken    int             `json:"taken"`
	Asked    []QuestionState `json:"asked,omitempty"`
	Traced   bool            `json:"traced"`
}

// An EnteredState counts how often a request entered a state.
type EnteredState struct {
	Node  Ref `json:"node"`
	Times int `json:"times"`
}

// A QuestionState is a call whose answer decides about a candidate of the program, or about an edge.
type QuestionState struct {
	ID        int64 `json:"id"`
	Candidate int   `json:"candidate,omitempty"`
	Edge      *Ref  `json:"edge,omitempty"`
	Index     int   `json:"index,omitempty"`
}

// An OutcomeState is how a run ended.
type OutcomeState struct {
	Exceeded bool     `json:"exceeded,omitempty"`
	Output   ValueRef `json:"output"`
	Error    *Error   `json:"error,omitempty"`
	Ended    []Ref    `json:"ended,omitempty"`
}
