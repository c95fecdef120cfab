package workflow

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// Kind describes what a node does.
type Kind uint8

// The kinds of nodes.
const (
	Pass     Kind = iota // maps data
	Task                 // calls a named resource with an input and gets a result or an error
	Choice               // picks an edge
	Table                // a decision table: makes data from the rules that match
	Wait                 // lets time pass
	Await                // waits for an occurrence from outside
	State                // a state of an entity: its automated edges are tried when it is entered, the others by name
	Scope                // runs regions
	Resource             // reads a file or writes one
	Emit                 // produces an event
	End                  // ends its region
	Fail                 // raises an error
)

// String returns the word for the kind.
func (k Kind) String() string {
	return [...]string{"pass", "task", "choice", "table", "wait", "await", "state", "scope", "resource", "emit", "end", "fail"}[k]
}

// Role describes which part of its element a node is.
type Role uint8

// The roles of nodes. Only the primary node of an element is entered in what a run visited.
const (
	Primary    Role = iota
	Ending          // the end after a state that is marked as the last
	Processing      // what happens along a transition: a scope, and the tasks in it
	Starting        // the start of a region that is a node of its own
	Enclosing       // the scope around a subflow, or around what is iterated
	Acting          // what a state does inside of it: its actions, and what it waits for
	Producing       // the event that is produced along a transition, or before an end
)

// Join describes when a token that comes to a node enables it.
type Join uint8

// The joins.
const (
	JoinAny  Join = iota // each token by itself
	JoinFork             // when one has come from each branch of the fork that they were split by, by whichever edges
	// JoinEdges waits for one on each edge that is not Back; one that comes by a back edge enables the node by itself. The
	// values of all are one input, as Combining says.
	JoinEdges
)

// Combining describes what the values that come to a node by several edges are for it. Of those that a false guard handed on,
// one is left out if another value was made downstream of where it was made, and equal ones count once. Then empty
// objects go, as long as something else is there.
type Combining uint8

// The ways to combine.
const (
	ListValues  Combining = iota // one value is itself, several are a list in the order of the edges
	MergeValues                  // lists are flattened, and the members of all objects are those of one, the later edge wins
)

// Split describes which edges a token takes from a node that is done.
type Split uint8

// The splits.
const (
	SplitOne Split = iota // the first one
	// SplitFork takes all of them, with a token each. The tokens know the fork they come from and which branch they are;
	// the node's Joins brings them together again.
	SplitFork
	SplitAll // all of them, with a token each
)

// NoMatch describes what happens when none of the edges of a choice can be taken.
type NoMatch uint8

// What a choice without a match does.
const (
	MatchOrFail NoMatch = iota // the error NoMatch of the workflow's table
	MatchOrStay                // the token stays where it is
)

// A Node is a place in a net that tokens come to.
type Node struct {
	ID     int `fingerprint:"-"`
	Number int `fingerprint:"-"` // by which drawings tell it from others of the same name, where the dialect numbers its steps; else 0

	// What is small stands side by side: a large net has a million nodes.
	Kind    Kind
	Role    Role
	Join    Join
	Inputs  Combining // JoinEdges
	Split   Split
	NoMatch NoMatch
	// Terminates tells of an end that it ends the whole run, and not only its region.
	Terminates bool
	// History is what the node adds to the history of a run that has a limit; see [Limits].
	History Events

	place int32 `fingerprint:"-"` // the index in the list of the region, while that is arranged

	Element *Element
	Region  *Region
	Span    source.Span

	// When, if it is there and false, has the node passed over: its input is handed on.
	When   expr.Expr
	Joins  *Node // SplitFork: the node with JoinFork that collects the branches
	Data   Stages
	Retry  []Retrier
	Timers []Timer
	Out    []*Edge // in the author's order: error edges are tried in it, and guards are
	In     []*Edge `fingerprint:"-"`

	// What the kind needs; the others are nil.
	Call   *Call          // Task
	Rules  *DecisionTable // Table
	Until  *Length        // Wait
	Awaits *Awaits        // Await
	Body   *Body          // Scope
	File   *File          // Resource
	Raises *Raises        // Fail, and a Task that fails in the place of such a node
	Emits  *Emission      // Emit, and a Task that is called by an event and answered by one that its Awaits names
}

// Events are how many events a history holds of a node.
type Events struct {
	Entry   uint8 // when it is entered
	Attempt uint8 // for each attempt
	Region  uint8 // for each region that a scope runs
	Exit    uint8 // when it is left
}

// Name returns the name of the element by which a run speaks of the node.
func (n *Node) Name() string { return n.Element.InRuns() }

// InRuns is the name by which a run speaks of an element: that of the element which it is a part of, or its own.
func (e *Element) InRuns() string {
	if e.Whole != nil {
		return e.Whole.Name
	}
	return e.Name
}

// A Call describes what a task calls.
type Call struct {
	// Task is the name or address of what is called.
	Task string
	// Resource is the address of what Task names, where a definition has both; empty elsewhere. Stubs answer a task by either.
	Resource string
	// Parameters is what the task is given besides its input; nil is nothing.
	Parameters *expr.Literal
	// Condition is what a task that is asked for a decision is told to decide: a JSONPath that selects something where the answer is to be true,
	// or a text for people; empty: it is not told.
	Condition string
	// Child is how the task runs another workflow that its payload names; nil: it does not.
	Child *Child
	// Function is how the payload of the task names a function that the task calls; nil: it calls none.
	Function *Function
	// Produces makes the events that the call produces, besides its answer, of what the task gets: objects with the attributes that
	// the author chooses; nil: none.
	Produces func(input any) []*value.Object
	// Event is the event that the call produces if it gets the value of an expression and does nothing but that; nil if there is none, or
	// several. A call that never is one has none.
	Event func(payload expr.Expr) *Emission
	// Echo makes the answer of a task that nothing answers of its input; nil: that is the input.
	Echo func(input any) any
	Span source.Span

	// Structured means that the answer has to be an object or a list; null counts as an empty object.
	Structured bool
	// Address means that the task is an address on the network which a run may ask, where that is allowed and nothing else
	// answers. The name of a task may look like an address and be none.
	Address bool
	// Silent means that a task which nothing answers gives null, and not its input.
	Silent bool
	// Workflow means that the task is the workflow of that id. One that is not in the program is a task like any other.
	Workflow bool
	// Token reports that the call carries a token, and that its answer is what somebody sends with that token; signs of life that
	// are sent with it have its timers of ClassHeartbeat begin again.
	Token bool
}

// Raises is the error of a fail node. A nil expression is an error without that part.
type Raises struct {
	Name, Cause expr.Expr
}

// Body describes how a scope runs its regions: one token each, complete when every one has ended.
type Body struct {
	Regions []*Region
	// Each means that the only region is run for each item of the payload, which is one item if it is not a list.
	Each bool
	// Detached means that the scope does not wait for its regions, and that their errors are their own.
	Detached bool
	Gather   Gather
	// Item, of Each, is the member of an object that a region gets its item in; empty: the item itself is what it gets.
	Item string
	// Most, if it is not nil, is how many regions run at once; 0 is no bound.
	Most expr.Expr
	// Enough, if it is not nil, is how many regions have to end for the scope to be complete; the others are cancelled.
	Enough expr.Expr
	// Items are what a scope with Each has beside; nil is nothing.
	Items *Items
	// Listens is the await node in the regions that listens from when the scope is entered; nil: there is none.
	Listens *Node
}

// Bounded reports whether the number of regions that run at once is bounded.
func (b *Body) Bounded() bool {
	most, fixed := b.Most.(*expr.Literal)
	return b.Most != nil && !(fixed && value.Equal(most.Value, int64(0)))
}

// A File is what a resource node reads, or, if it Stores, writes its input to. Its answer is what was read or written.
type File struct {
	Name   string // relative to the folder of the definition
	Stores bool
	Span   source.Span
}

// Gather describes what becomes of the results of the regions of a scope.
type Gather uint8

// The ways to gather.
const (
	GatherList Gather = iota // a list in the order of the regions
	GatherOne                // the result of the only region
	// GatherChanges merges what the nodes of the regions merged into their documents, and the lists that they added to, into that of the
	// scope, which is the effective one: of a single region at once, of others when they end, in that order. It stays there when the scope
	// fails or a time limit ends it, and then with what its other regions merged so far. The document is the result.
	GatherChanges
	// GatherEach is a list in the order of the regions: of what the nodes of each merged into its document, and not of the
	// document. One such change is itself, several are merged.
	GatherEach
	// GatherJoined is the results without empty objects, as long as another is there: one is itself, several are a list in the order
	// of the regions.
	GatherJoined
	// GatherSpread is the same, but a result that is a list counts as its items.
	GatherSpread
	// GatherMerged is an object with the members of all results; a later region wins, and a result that is a list counts as its items.
	GatherMerged
)

// EdgeKind explains why an edge is taken, as drawings and reports name it.
type EdgeKind uint8

// The kinds of edges.
const (
	Next    EdgeKind = iota // the node is done
	Guarded                 // its guard holds
	Default                 // no guard holds
	OnError                 // an error that its matcher takes
	ToEnd                   // the node is done and the last
	OnTimer                 // a timer of the node has run down
	Manual                  // somebody asks for it by its name
)

// String returns the kind as reports spell it.
func (k EdgeKind) String() string {
	return [...]string{"next", "choice", "default", "error", "end", "timer", "manual"}[k]
}

// An Edge is a path from one node to another of the same region.
type Edge struct {
	// Label is what the edge is called in the text, if its dialect gives names to edges.
	Label string `fingerprint:"-"`
	// Title is what a branch of a choice is called for those who read the definition.
	Title string `fingerprint:"-"`
	ID    int    `fingerprint:"-"`
	Kind  EdgeKind
	// Back means that the edge closes a cycle, so that a node which joins its edges does not wait for it.
	Back bool
	// Of the edges of a State: whether it is passed over, the name of the transition, and a question put to a task in place of
	// the guard.
	Disabled bool
	Name     string
	Ask      *Call
	From, To *Node
	Guard    expr.Expr // Guarded
	On       Matcher   // OnError
	// Require is a condition on what goes along the edge. If it does not hold the region fails, and no other edge is taken.
	Require expr.Expr
	Data    Stages // what the document goes through along it: the raw input is the node's own
	Span    source.Span
	Extras  Extras
}

// Target is the node that an edge leads to, after what happens along it.
func (e *Edge) Target() *Node {
	if e.To.Role != Processing && e.To.Role != Producing {
		return e.To
	}
	for _, on := range e.To.Out {
		if on.Kind == Next || on.Kind == ToEnd {
			return on.To
		}
	}
	return e.To
}

// A Length is a span of time or an instant, read when it is needed.
type Length struct {
	Expr expr.Expr
	Unit Unit
	// Whole asks for whole seconds: a number has to be one, and of an instant the fraction of a second is cut off.
	Whole bool
	// Numeral reports that a text which spells a number of seconds is taken for that.
	Numeral bool
	// Least and Most bound the seconds; Most 0 is no bound.
	Least, Most float64
	Span        source.Span
}

// Unit describes what the value of a [Length] means.
type Unit uint8

// The units.
const (
	Seconds  Unit = iota // a number of seconds
	Instant              // a timestamp: the length lasts until then
	Duration             // an ISO 8601 duration, whose years and months count on the calendar
)

// Counting describes for how long a timer runs.
type Counting uint8

// The countings.
const (
	PerAttempt Counting = iota // again for each attempt at the node
	PerVisit                   // from when the node is entered until it is left, over all attempts
	PerArrival                 // again after each event of a group
)

// A Timer runs alongside a node or a workflow. When it fires it raises an error, or, if it has an edge, puts a token on it,
// or makes the state that the node is part of go on with what it has.
type Timer struct {
	Length Length
	Counts Counting
	// Raises is the class of the error: ClassTimeout or ClassHeartbeat. Not for a timer with an edge.
	Raises Class
	// Interrupting means that the node is left by Edge when the timer fires; else the node goes on, and the token on the edge is a
	// further one.
	Interrupting bool
	// Completes means that the state goes on when the timer fires: the scope that the node lies in, with what its regions
	// have changed so far.
	Completes bool
	// Implied means that nobody wrote the timer: it is the default of the dialect.
	Implied bool `fingerprint:"-"`
	// Edge, of kind OnTimer, is taken when the timer fires.
	Edge   *Edge
	Span   source.Span
	Extras Extras
}
