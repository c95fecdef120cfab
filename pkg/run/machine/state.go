package machine

import (
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Machine is the state of one run of a workflow, and of those that it calls. It is plain data: frames, one for each region
// that is being run; visits, one for each node at which a token rests; and the tokens that can move. [Machine.Clone] copies
// it, [Machine.Snapshot] writes it down.
//
// One token moves at a time, until it rests, ends or fails; the branches of a scope begin in the author's order. A
// Machine is not safe for use by several goroutines.
type Machine struct {
	flow      *workflow.Workflow
	program   *workflow.Program // what may be called; nil is nothing
	startedAt time.Time
	now       time.Time

	// Frames, visits and forks keep their places while they are in use, since others refer to them by index.
	frames     []frame
	visits     []visit
	forks      []fork
	idleFrames []int32
	idleVisits []int32
	idleForks  []int32

	ready        []token             // the last one moves next
	parked       []token             // those that no edge leads on from
	pendingJoins map[joinKey][]token // those that wait for others at a node
	tallies      map[joinKey]*tally  // of them, where a node has many edges; made when needed
	groups       []group             // incomplete sets of events that start a run together
	calls        map[int64]int32     // a call in flight → its visit
	timers       map[int64]timer     // a running timer → what it is for
	expiryTimer  int64               // the timer of the workflow's own limit; 0: none
	endSources   []*workflow.Node    // those whose values the end of the workflow took, if it joins edges
	entity       *entity             // of a machine that has one
	outcome      Outcome
	cut          *Cut // what the end of the run cut off

	// What was counted so far.
	lastID        int64 // of calls, timers and groups
	seq           int   // of trace events
	steps         int
	retries       int   // attempts that were not the first of their visit
	tokenCount    int64 // tokens made
	visitCount    int64 // visits opened
	eventCount    int   // events produced
	lineageCount  int64 // derivations recorded
	detachedCount int   // frames open now that nothing waits for

	visited  history // the elements entered
	sizes    sizes   // of data, which the host may have limited
	settings Settings
	random   uint64 // the state of the sequence of random numbers
	commands []Command
	env      expr.Env
	here     here // where expressions are evaluated
	observe  func(*Trace)
	event    *Trace                                       // the one that observe was given last; the next takes its place
	oracle   Oracle                                       // answers for the data; nil: expressions are evaluated
	measure  func(n *workflow.Node, part Part, index int) // nil: nobody measures
}

// Outcome is how a run ended, or that it has not.
type Outcome struct {
	Done bool
	// Exceeded reports that the error is a limit of the workflow that was reached.
	Exceeded bool
	Output   any    // of the workflow, or, if it failed, the document of the node that failed
	Error    *Error // why it failed
	// Ended are the nodes that ended it, if it did not fail: the end, or, if that joins edges, those whose values it took.
	Ended []*workflow.Node
}

// A token can move: it is about to enter its node.
type token struct {
	node       *workflow.Node
	frame      int32
	generation uint32 // of the frame, when the token was made; if the frame has another by now, the token is void
	from       branch
	via        *workflow.Edge // by which it came; nil at the start of a region
	order      int64          // counts the tokens of the run
	data       any            // unless the tokens of the region share a document
	starts     int32          // a visit, plus 1: it enters nothing, but starts further regions of the scope there
	origin
}

// branch names the fork whose branch a token is on. The zero value is none.
type branch struct {
	fork       int32 // the index of the fork, plus 1
	generation uint32
}

// A fork is a split that was made, until the join has collected its tokens.
type fork struct {
	node       *workflow.Node // nil: the slot is free
	frame      int32
	generation uint32 // counts the uses of the slot
	outer      branch // of the token that was split
	open       int    // branches that have not reached the join
	joined     bool   // whether any branch has
}

// A frame is a region that is being run.
type frame struct {
	region   *workflow.Region // nil: the slot is free
	document any              // where the tokens of the region share one
	visit    int32            // the visit of the scope that opened it; none for the root, and for one that is detached
	index    int32            // its place among the results of that visit
	// generation counts the uses of the slot, so that what belongs to an earlier use is recognised.
	generation uint32
	forks      int32 // open forks
	calls      int32 // the calls that it lies in: how deep its workflow is called
	visits     []int32
	detached   bool
	changes    []any     // merged into its document, where the scope gathers changes
	latest     time.Time // when the last of them was
	// correlation holds the attributes that the events of the workflow must have, learned from those that were taken; it is
	// set where the frame is that of a workflow.
	correlation *value.Object
	variables   []variable
	// run tells the frame of a run from others: that of the workflow, or of a region that is a run of its own; 0 is none. It has
	// the instant at which it started, its input, and how many events its history has.
	run     uint64
	started time.Time
	input   any
	events  int
}

// A visit is a token that rests at a node.
type visit struct {
	node           *workflow.Node // nil: the slot is free
	frame          int32
	position       int32 // in the frame's visits
	from           branch
	origin         origin
	order          int64 // counts the visits of the run
	raw, effective any
	payload        any // what the body gets
	attempt        int
	entered        time.Time
	began          time.Time // when the attempt began
	token          string    // of the call, where it has one
	retries        []int     // how often each retrier of the node was used
	call           int64     // 0: none is in flight
	attemptTimers  []int64
	visitTimers    []int64
	children       []int32 // frames that the scope opened
	regions        regions
	results        []any
	origins        []origin  // of the results
	endings        []ending  // the regions that have ended, where the scope gathers changes
	arrivals       []arrival // events that came for the node, or for one in its regions
	items          *items    // of a scope that has some
}

// regions counts the regions of a scope: how many there are in all, were started and have ended, how many run at once (0: any
// number), and how many have to end.
type regions struct {
	all, started, ended, limit, required int

	starting bool // a token that can move starts further ones
}

// none is the index of no frame and no visit; rootFrame is that of the frame of the whole workflow.
const (
	none      = int32(-1)
	rootFrame = int32(0)
)

// A timer describes what to do when a running timer is due.
type timer struct {
	at     time.Time
	visit  int32 // none: the time limit of the workflow
	action timerAction
	raises workflow.Class  // raisesError
	leads  *workflow.Timer // that of the definition; nil where it has none
	group  int64           // dropsGroup
}

type timerAction uint8

const (
	raisesError timerAction = iota
	endsWait
	startsSchedule // the node awaits events from now on
	startsAttempt
	followsEdge    // a token takes the timer's edge
	completesState // the state goes on with what it has
	dropsGroup     // an incomplete group of events is dropped
	expiresChild   // the run of a workflow that is a task has taken too long
)
