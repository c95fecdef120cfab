package page

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Case is a run as the page shows it. Its exported members are what the script of the page reads.
type Case struct {
	Name        string   `json:"name"`
	File        string   `json:"file"`
	Line        int      `json:"line"`
	Passed      bool     `json:"passed"`
	Differences []string `json:"differences"`
	Notes       []string `json:"notes"`
	Command     string   `json:"command"`

	Status  string `json:"status"` // empty: it could not be run
	Class   string `json:"class"`  // good, bad or wait
	Error   string `json:"error"`
	Elapsed string `json:"elapsed"`
	Steps   int    `json:"steps"`
	Output  string `json:"output"`

	// Drawing is the number of the drawing; -1: there is none. Nodes and Edges are the states of its parts, if the drawing
	// itself does not show them: nodes by their ids, edges by their ends and kind.
	Drawing int               `json:"drawing"`
	Nodes   map[string]string `json:"nodes"`
	Edges   [][4]string       `json:"edges"` // from, to, kind, state

	// Texts are those that events and bars refer to by their index: names, and data as JSON.
	Texts  []string `json:"texts"`
	Events []event  `json:"events"`
	Bars   []bar    `json:"bars"`
	Left   int      `json:"left"` // events that are not shown
}

// Case returns what was recorded of a run that ended with a result. The drawing is where nodes are looked up to be shown; it may
// be nil.
func (r *Recorder) Case(result *run.Result, d *graph.Drawing) *Case {
	c := &Case{Name: result.Workflow, Class: "bad", Drawing: -1, Left: r.left, Steps: result.Steps, Differences: []string{}, Notes: result.Notes}
	last := result
	for _, next := range result.Chain {
		c.Steps += next.Steps
		last = next
	}
	c.Status, c.Elapsed = string(last.Status), iso8601.Human(last.End.Sub(result.Start))
	switch last.Status {
	case run.Succeeded, run.Resting:
		c.Class = "good"
	case run.Waiting:
		c.Class = "wait"
	}
	if last.Error != nil {
		c.Error = strings.TrimSuffix(last.Error.Name+": "+last.Error.Cause, ": ")
	}
	c.Output = text(last.Output)
	r.finish(last.End)
	c.Texts, c.Events, c.Bars = r.texts, r.events, r.bars
	r.place(c, d)
	return c
}

// Mark has the case show the states that overlays gave to the parts of a drawing, on the drawing with that number, which is
// printed without them.
func (c *Case) Mark(number int, d *graph.Drawing) {
	c.Drawing, c.Nodes, c.Edges = number, map[string]string{}, [][4]string{}
	for _, n := range d.Nodes {
		if s := n.State.String(); s != "" {
			c.Nodes[n.ID] = s
		}
	}
	for _, e := range d.Edges {
		if s := e.State.String(); s != "" {
			c.Edges = append(c.Edges, [4]string{idOf(e.From), idOf(e.To), string(e.Kind), s})
		}
	}
}

func idOf(n *graph.Node) string {
	if n == nil {
		return "[*]"
	}
	return n.ID
}

// place gives events the ids of the boxes that they are about.
func (r *Recorder) place(c *Case, d *graph.Drawing) {
	if d == nil {
		return
	}
	ids := map[*workflow.Element]int{}
	for _, n := range d.Nodes {
		if n.Element != nil {
			ids[n.Element] = r.text(n.ID)
		}
	}
	for i, e := range r.elements {
		for e != nil {
			if id, drawn := ids[e]; drawn {
				c.Events[i].Box = id
				break
			}
			e = e.Whole
		}
	}
	c.Texts = r.texts
}

// dropData leaves the data of events out.
func (c *Case) dropData() {
	used := map[int]bool{0: true}
	for i := range c.Events {
		e := &c.Events[i]
		e.Data = 0
		used[e.Name], used[e.What], used[e.Box] = true, true, true
	}
	for i := range c.Bars {
		used[c.Bars[i].Name], used[c.Bars[i].What] = true, true
	}
	for i := range c.Texts {
		if !used[i] {
			c.Texts[i] = ""
		}
	}
	c.Output = ""
}

// mostData bounds how much of a value is shown.
const mostData = 20_000

// text is a value as the page shows it.
func text(v any) string {
	s := string(value.AppendIndent(nil, v, "", "  "))
	if len(s) > mostData {
		return strings.ToValidUTF8(s[:mostData], "") + "\n…"
	}
	return s
}
