package graph

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Drawing is a workflow as boxes and arrows. It is not changed once it is made.
type Drawing struct {
	// Title names the workflow and describes where it starts; it may be empty.
	Title string
	// Root is the outermost region.
	Root *Region
	// Nodes and Edges are those of all regions: region by region, an outer one before those inside it, and within a
	// region in the author's order.
	Nodes []*Node
	Edges []*Edge
}

// A Region is the whole drawing, or a branch inside the box of a scope.
type Region struct {
	// Title is what the frame of a branch says: "branch 1". The outermost region has none, and neither has the only
	// region of a scope, for which the frame of the scope is enough.
	Title string
	Nodes []*Node
	Edges []*Edge
}

// A Node is a box: an element of the workflow.
type Node struct {
	// ID is unique in the drawing: the name of the element, with a number after it if others have the same name. Where
	// the dialect numbers its steps it is NAME.N, and that of a bar _start_N_ or _end_N_.
	ID string
	// Label is what people call the element: its title, or else its name.
	Label string
	// Number tells it from others of the same name, where the dialect numbers its steps; else 0.
	Number int
	Kind   workflow.Kind
	Class  Class
	// Bar means that the node is drawn as a bar: [Fork] or [Join]. It is empty for boxes.
	Bar Bar
	// Body are the lines below the name: what kind of element it is and what it calls, then retries and time limits.
	Body []string
	// Parent is the box of the scope that the node lies in, nil in the outermost region.
	Parent *Node
	// Regions are the branches of a scope.
	Regions []*Region
	// Element is what the author wrote; nil for the workflow that follows.
	Element *workflow.Element
	// State and Notes are what overlays add: lines that come after the body.
	State State
	Notes []string
}

// Title returns what the box is titled. A box without a visible name needs a title all the same.
func (n *Node) Title() string {
	if s := oneLine(n.Label); s != "" {
		return s
	}
	return "(no name)"
}

// name is the name that the definition refers to the node by.
func (n *Node) name() string {
	if n.Element == nil {
		return n.Label
	}
	return valid(n.Element.Name)
}

// An Edge is an arrow. There is one at most of each kind from one node to another.
type Edge struct {
	// From is nil for the start of the region, To for its end.
	From, To *Node
	Kind     EdgeKind
	// Label describes when the arrow is taken. Its lines are parted by "\n"; it may be empty.
	Label string
	// Look is how the arrow looks; what it means is in the text as well.
	Look Look
	// State and Notes are what overlays add: lines that come after the label.
	State State
	Notes []string

	model []*workflow.Edge // those of the workflow that it stands for
}

// A Look is what an arrow looks like.
type Look string

// The looks. Plain arrows have none.
const (
	LookError     Look = "error"
	LookTimer     Look = "timer"
	LookAutomatic Look = "automatic" // a transition of an entity that nobody asks for
	LookDisabled  Look = "disabled"
)

// lookOf returns the look of an edge of the model.
func lookOf(e *workflow.Edge) Look {
	switch {
	case e.Disabled:
		return LookDisabled
	case e.From.Kind == workflow.State && e.Kind != workflow.Manual:
		return LookAutomatic
	case e.Kind == workflow.OnError:
		return LookError
	case e.Kind == workflow.OnTimer:
		return LookTimer
	}
	return ""
}

// A Class is the sort of a box that its colour repeats. It is empty for boxes without a colour of their own.
type Class string

// The classes.
const (
	ClassTask   Class = "task"
	ClassUser   Class = "user"
	ClassData   Class = "data"
	ClassChoice Class = "choice"
	ClassWait   Class = "wait"
	ClassOK     Class = "ok"
	ClassFail   Class = "fail"
	ClassNext   Class = "next"
)

// A Bar is what a node looks like that only splits or joins the flow.
type Bar string

// The bars.
const (
	Fork Bar = "fork"
	Join Bar = "join"
)

// barOf returns the bar that a node is drawn as; it is empty for a box.
func barOf(n *workflow.Node) Bar {
	switch {
	case n.Split == workflow.SplitFork:
		return Fork
	case n.Join == workflow.JoinFork:
		return Join
	}
	return ""
}

// classOf returns the class of a node. Scopes have none: their frame is enough.
func classOf(n *workflow.Node) Class {
	if _, computed := n.Data.Result.(*expr.Object); computed {
		return ClassData
	}
	switch {
	case n.Call != nil && n.Call.Workflow, n.Body != nil && n.Body.Detached:
		return ClassNext
	case n.Body != nil && n.Body.Listens != nil:
		return ClassUser
	case n.Body != nil && len(n.Body.Regions) > 0 && acting(n.Body.Regions[0]) && !shown(n.Body.Regions[0]):
		return ClassTask
	}
	switch n.Kind {
	case workflow.Await:
		return ClassUser
	case workflow.Table:
		return ClassData
	case workflow.Choice:
		return ClassChoice
	case workflow.Wait:
		return ClassWait
	case workflow.End:
		return ClassOK
	case workflow.State:
		if final(n) {
			return ClassOK
		}
		return ClassTask
	case workflow.Fail:
		return ClassFail
	case workflow.Scope:
		return ""
	default:
		return ClassTask
	}
}

// An EdgeKind is why an edge is taken, in the words of the JSON form.
type EdgeKind string

// The kinds of edges. Those of the model are spelled as [workflow.EdgeKind] spells them.
const (
	KindNext    EdgeKind = "next"
	KindChoice  EdgeKind = "choice"
	KindDefault EdgeKind = "default"
	KindError   EdgeKind = "error"
	KindTimer   EdgeKind = "timer"
	KindStart   EdgeKind = "start"
	KindEnd     EdgeKind = "end"
)

// Direction is the side to which a drawing runs.
type Direction uint8

// The directions.
const (
	TopDown   Direction = iota // from the top to the bottom
	LeftRight                  // from the left to the right
)

// Options describe how a workflow is drawn. The zero value is the usual drawing. [Of] and the printers look at the same
// options, and are meant to be given the same.
type Options struct {
	Direction Direction
	// ASCII leaves out the symbols that flowglot puts into texts, for terminals and fonts without them. Names and
	// expressions of the author stay as they are.
	ASCII bool
	// Markdown puts Mermaid text between the fences of a code block.
	Markdown bool
	// Note, if it is not nil, is called with what had to be left out of a drawing, in a sentence without a full stop.
	Note func(string)
	// Overlays are what is known of the workflow besides its definition, and drawn on top of it.
	Overlays []*Overlay
}
