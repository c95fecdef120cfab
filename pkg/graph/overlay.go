package graph

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// A State is what an overlay knows about a part of a drawing. A greater one wins where two are known.
type State uint8

// The states.
const (
	StateNone    State = iota
	StateIdle          // the run did not come here, or no test covers it
	StateDone          // reached, and left as it should be
	StateWaiting       // reached, and still waiting
	StateWarned        // a warning is about it
	StateFailed        // it failed, or an error is about it
)

// String returns the name of the state in the JSON form; that of [StateNone] is empty.
func (s State) String() string {
	return [...]string{"", "idle", "done", "waiting", "warned", "failed"}[s]
}

// A Mark is what an overlay adds to a part of a drawing: a state, and lines of text.
type Mark struct {
	State State
	Text  []string
}

// An Overlay is what is known of a workflow besides its definition: what a run did, what tests cover, or what lint found.
// It speaks of what the author wrote, so that it fits every form of drawing.
type Overlay struct {
	// Title is added to the title of the drawing; it may be empty.
	Title string
	// Elements and Edges are the marks of elements and of edges of the model.
	Elements map[*workflow.Element]Mark
	Edges    map[*workflow.Edge]Mark
	// Rest is the state of the elements and edges that have no mark.
	Rest State
}

// add combines a mark with another: the greater state wins, the texts follow each other.
func (m *Mark) add(other Mark) {
	m.State = max(m.State, other.State)
	for _, line := range other.Text {
		if !slices.Contains(m.Text, line) {
			m.Text = append(m.Text, line)
		}
	}
}

// element returns the mark of an element. A part of an element that has none is in the state of the whole.
func (o *Overlay) element(e *workflow.Element) Mark {
	if e == nil {
		return Mark{}
	}
	if m, known := o.Elements[e]; known {
		return m
	}
	if e.Whole != nil {
		if m, known := o.Elements[e.Whole]; known {
			return Mark{State: m.State}
		}
	}
	return Mark{State: o.Rest}
}

// edge returns the mark of an edge of a drawing. One that has no edge of the model, as that from the start, is in the state
// of the node at its end.
func (o *Overlay) edge(e *Edge) Mark {
	if len(e.model) > 0 {
		var m Mark
		for _, x := range e.model {
			if mark, known := o.Edges[x]; known {
				m.add(mark)
			}
		}
		if m.State == StateNone {
			m.State = o.Rest
		}
		return m
	}
	if o.Rest == StateNone {
		return Mark{} // it is not about where a run came
	}
	n := e.To
	if n == nil {
		n = e.From
	}
	if n == nil || n.Element == nil {
		return Mark{State: o.Rest}
	}
	switch s := o.element(n.Element).State; {
	case s == StateWarned, s == StateFailed && e.To == nil:
		return Mark{State: o.Rest}
	case s > StateIdle:
		return Mark{State: min(s, StateDone)}
	}
	return Mark{State: o.Rest}
}

// lay adds overlays to a drawing.
func (d *Drawing) lay(overlays []*Overlay) {
	for _, o := range overlays {
		for _, n := range d.Nodes {
			m := Mark{n.State, n.Notes}
			m.add(o.element(n.Element))
			n.State, n.Notes = m.State, m.Text
		}
		for _, e := range d.Edges {
			m := Mark{e.State, e.Notes}
			m.add(o.edge(e))
			e.State, e.Notes = m.State, m.Text
		}
	}
}
