package workflow

import (
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// Items is what a scope that runs its region for each item of a list does with them, in this order: it reads them, or takes
// those of its payload; makes what each region gets; groups them in batches; runs the regions; and records the result of them.
type Items struct {
	// List reports that the payload has to be a list. Objects is what an object means in its place; nil: it is an error, as
	// anything else.
	List    bool
	Objects func(o any) []any
	// Reader, if it is not nil, gives the items in place of the payload.
	Reader *Reader
	// Select makes what a region gets, evaluated on the effective document; the context has the item. Nil: the item itself.
	Select expr.Expr
	// Value and Index are where Select finds the item, and its index from 0 on; nil: nowhere.
	Value, Index *expr.Path
	Batch        *Batch
	// Tolerated and Share, where they are not nil, are how many regions, and how many in a hundred, may fail without the scope
	// failing. Without both, and Runs, none may.
	Tolerated, Share expr.Expr
	// Runs reports that each region is a run of its own: it sees no variables of others, has a context and a history of its own,
	// and its errors, however fatal, are its own.
	Runs bool
	// AtOnce is how many regions run at once where the scope does not bound it; 0 means no bound.
	AtOnce int
	// Collect makes the answer of the scope of what came of its regions; nil: the list of their results.
	Collect func(f *Facts, outcomes []RunOutcome) any
	// Writer, if it is not nil, stores what came of the regions; its answer is that of the scope.
	Writer *Writer
}

// A Batch groups items: so many in one region, or so many bytes of JSON text. A nil bound is none.
type Batch struct {
	Most, Bytes expr.Expr
	// Input is evaluated once, and goes to each region besides its items; nil is nothing.
	Input expr.Expr
	// Make makes what a region gets of its items and the value of Input, which is nil where there is no Input.
	Make func(items []any, input any) any
}

// A Store is where readers and writers find files: folders by the names of what they stand in for.
type Store interface {
	// Read returns the content of a file, and List the names of the files whose name begins with a prefix, sorted by bytes.
	Read(bucket, key string) ([]byte, error)
	List(bucket, prefix string) ([]string, error)
	// Write stores a file.
	Write(bucket, key string, content []byte) error
}

// A Reader reads items from outside of a run.
type Reader struct {
	// Resource names what is read, for people.
	Resource string
	// Parameters select what is read; nil selects nothing.
	Parameters expr.Expr
	// Most is how many items are read; nil, and 0, is all.
	Most expr.Expr
	// Read reads the items. most is 0 for all.
	Read func(s Store, parameters any, most int, now time.Time) ([]any, error)
	// Source names where the items come from, for the context; nil: nothing does.
	Source func(parameters any) string
	// Written is the whole as it was written, which Read was made of.
	Written *source.Node
	Span    source.Span
}

// A Writer stores the outcomes of the regions of a scope.
type Writer struct {
	Resource   string
	Parameters expr.Expr
	// Write stores the outcomes, and returns the answer of the scope.
	Write func(s Store, parameters any, f *Facts, outcomes []RunOutcome) (any, error)
	// Written is the whole as it was written, which Write was made of.
	Written *source.Node
	Span    source.Span
}

// A RunOutcome is what came of a region of a scope.
type RunOutcome struct {
	Index       int
	Items       int // how many items it had
	Input       any
	Output      any
	Failed      bool
	Error       string // its name; empty for one without
	Cause       string
	Start, Stop time.Time
	// Run is the number by which a run of its own is told from others; 0 where the region is part of a run.
	Run uint64
}

// Facts are what the context of a run is made of.
type Facts struct {
	Workflow *Workflow
	// Start is when the run began, Input what it began with, and Run a number that tells it from others: that of a run, or of a
	// region that is a run of its own.
	Start time.Time
	Input any
	Run   uint64
	// Parent is the number of the run that a region which is a run of its own belongs to, and Label the element that began it;
	// 0 and empty elsewhere.
	Parent uint64
	Label  *Node

	// Node is the node that is visited, or nil; Entered is when the visit began, and Retries how often its body was retried.
	Node    *Node
	Entered time.Time
	Retries int
	// Token is that of the call; empty where there is none.
	Token string
	// HasItem reports that an item is being made into what a region gets: Index is its place, and Item the item.
	HasItem bool
	Index   int
	Item    any
	// Keyed reports that the item is a member of an object, as the dialect makes items of them, and Source where a reader found it.
	Keyed  bool
	Source string
}
