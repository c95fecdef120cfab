package scenario

import (
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A PointKind is what of a definition cases can cover.
type PointKind uint8

// The kinds of points, in the order of reports.
const (
	NodePoint    PointKind = iota // a state, step or action is entered
	EdgePoint                     // an edge without a condition is taken
	RulePoint                     // an edge with a condition is taken, or the default one
	RetrierPoint                  // a retrier leads to another attempt
	CatcherPoint                  // an error edge is taken
	TimerPoint                    // a timer runs down
	TablePoint                    // a rule of a decision table matches
	ItemsPoint                    // a loop runs over no item, or over several
	PointKinds                    // how many kinds there are
)

// String is the name of the kind in reports.
func (k PointKind) String() string {
	return [...]string{"node", "edge", "choice rule", "retrier", "catcher", "timer", "table rule", "items"}[k]
}

// Plural is the name of the points of the kind, as the head of a column.
func (k PointKind) Plural() string {
	if k == ItemsPoint {
		return "items"
	}
	return k.String() + "s"
}

// A Point is something that cases cover or not.
type Point struct {
	Kind PointKind
	// Name is for people: "Charge", "Charge → Ship", "retrier 1 of Charge".
	Name string
	File *source.File
	Span source.Span
	Hits int

	Element *workflow.Element
	Node    *workflow.Node
	Edge    *workflow.Edge // EdgePoint, RulePoint, CatcherPoint; TimerPoint, if it has one
	Index   int            // RetrierPoint, TimerPoint, TablePoint: which of the node; ItemsPoint: how many items, 0 or 2

	group, branch int // the alternatives that it is one of, and which
}

// A Coverage counts what cases use of workflows.
type Coverage struct {
	flows []*FlowCoverage
	known map[*workflow.Workflow]*FlowCoverage
}

// A FlowCoverage is the coverage of one workflow.
type FlowCoverage struct {
	Workflow *workflow.Workflow
	Points   []*Point

	nodes map[int]*Point // by the ID of the node
	edges map[int]*Point // by their ID
	parts map[part]*Point
}

// part is a part of a node that has a point of its own.
type part struct {
	node  int
	kind  machine.Part
	index int
}

// NewCoverage returns a coverage of nothing.
func NewCoverage() *Coverage { return &Coverage{known: map[*workflow.Workflow]*FlowCoverage{}} }

// Flows are the coverages of the workflows, in the order in which cases first had them.
func (c *Coverage) Flows() []*FlowCoverage { return c.flows }

// Add adds what one case used of a program.
func (c *Coverage) Add(p *workflow.Program, used Used) {
	for _, w := range p.Workflows {
		if c.known[w] == nil {
			c.known[w] = c.flow(PointsOf(w))
		}
		for u, times := range used {
			if u.flow == w.Root {
				c.known[w].hit(u.part, times)
			}
		}
	}
}

// flow returns the coverage of a workflow that was read before, perhaps with other settings, and that has the same points; else
// it adds the one that is given.
func (c *Coverage) flow(f *FlowCoverage) *FlowCoverage {
	for _, x := range c.flows {
		if x.Workflow.ID == f.Workflow.ID && x.Workflow.File.Name == f.Workflow.File.Name && slices.EqualFunc(x.Points, f.Points, (*Point).same) {
			return x
		}
	}
	c.flows = append(c.flows, f)
	return f
}

// same reports whether two points are of the same part of a definition.
func (p *Point) same(o *Point) bool {
	return p.Kind == o.Kind && p.Name == o.Name && p.Span == o.Span && p.group == o.group && p.branch == o.branch
}

// Used counts the parts of nodes that a run used.
type Used map[usedPart]int

// usedPart is a part of a node of a workflow, which its root region stands for.
type usedPart struct {
	flow *workflow.Region
	part
}

// Measure counts a part; it is what [run.Options.Measure] is to be.
func (u Used) Measure(n *workflow.Node, kind machine.Part, index int) {
	u[usedPart{rootOf(n), partOf(n, kind, index)}]++
}

// rootOf is the root region of the workflow that a node is in.
func rootOf(n *workflow.Node) *workflow.Region {
	root := n.Region
	for root.Scope != nil {
		root = root.Scope.Region
	}
	return root
}

func partOf(n *workflow.Node, kind machine.Part, index int) part {
	if kind == machine.PartItems {
		index = min(index, 2)
	}
	return part{n.ID, kind, index}
}

func (f *FlowCoverage) hit(p part, times int) {
	if at := f.at(p); at != nil {
		at.Hits += times
	}
}

// at is the point of a part; nil: it has none.
func (f *FlowCoverage) at(p part) *Point {
	switch p.kind {
	case machine.PartNode:
		return f.nodes[p.node]
	case machine.PartEdge:
		return f.edges[p.index]
	}
	return f.parts[p]
}

// Points are all points of a program, by what a run measures.
type Points struct {
	Flows []*FlowCoverage
	roots map[*workflow.Region]*FlowCoverage
}

// PointsOfProgram returns the points of the workflows of a program, of which none is covered.
func PointsOfProgram(p *workflow.Program) *Points {
	all := &Points{roots: map[*workflow.Region]*FlowCoverage{}}
	for _, w := range p.Workflows {
		f := PointsOf(w)
		all.Flows = append(all.Flows, f)
		all.roots[w.Root] = f
	}
	return all
}

// At returns the point that [run.Options.Measure] was told of; nil: it has none.
func (a *Points) At(n *workflow.Node, kind machine.Part, index int) *Point {
	f := a.roots[rootOf(n)]
	if f == nil {
		return nil
	}
	return f.at(partOf(n, kind, index))
}

// PointsOf returns the points of a workflow, of which none is covered, in the order of its text.
func PointsOf(w *workflow.Workflow) *FlowCoverage {
	f := &FlowCoverage{Workflow: w, nodes: map[int]*Point{}, edges: map[int]*Point{}, parts: map[part]*Point{}}
	for _, n := range w.Nodes {
		if n.Element.Primary != n || n.Element.Span.IsZero() {
			continue // nobody wrote it
		}
		f.nodes[n.ID] = f.add(n, NodePoint, nodeLabel(n), n.Element.NameSpan, 0)
		f.outgoing(n)
		f.attempts(n)
	}
	return f
}

// add adds a point of a node. Without a span of its own it is at the name of the element.
func (f *FlowCoverage) add(n *workflow.Node, kind PointKind, name string, span source.Span, branch int) *Point {
	if span.IsZero() {
		span = n.Element.NameSpan
	}
	file := n.Element.File
	if file == nil {
		file = f.Workflow.File
	}
	p := &Point{Kind: kind, Name: name, File: file, Span: span, Element: n.Element, Node: n, group: n.ID, branch: branch}
	f.Points = append(f.Points, p)
	return p
}

// nodeLabel is an element by its name, that of an action with its state.
func nodeLabel(n *workflow.Node) string {
	if whole := n.Element.Whole; whole != nil && whole.Name != n.Element.Name {
		return whole.Name + "/" + n.Element.Name
	}
	return n.Element.Name
}

// outgoing adds the edges of a node. Those of timers are covered as these.
func (f *FlowCoverage) outgoing(n *workflow.Node) {
	for i, e := range n.Out {
		kind := EdgePoint
		switch e.Kind {
		case workflow.OnTimer:
			continue
		case workflow.Guarded, workflow.Default:
			kind = RulePoint
		case workflow.OnError:
			kind = CatcherPoint
		}
		to := "the end"
		if t := e.Target(); t.Role == workflow.Primary {
			to = t.Element.Name
		}
		p := f.add(n, kind, nodeLabel(n)+" → "+to, e.Span, i)
		p.Edge = e
		f.edges[e.ID] = p
	}
}

// attempts adds the retriers, timers, table rules and items of a node.
func (f *FlowCoverage) attempts(n *workflow.Node) {
	branch := len(n.Out)
	numbered := func(kind PointKind, what machine.Part, i int, span source.Span) *Point {
		p := f.add(n, kind, fmt.Sprintf("%s %d of %s", kind, i+1, nodeLabel(n)), span, branch)
		p.Index = i
		branch++
		f.parts[part{n.ID, what, i}] = p
		return p
	}
	for i := range n.Retry {
		numbered(RetrierPoint, machine.PartRetrier, i, n.Retry[i].Span)
	}
	for i := range n.Timers {
		if !n.Timers[i].Implied {
			numbered(TimerPoint, machine.PartTimer, i, n.Timers[i].Span).Edge = n.Timers[i].Edge
		}
	}
	if n.Rules != nil {
		for i := range n.Rules.Rules {
			numbered(TablePoint, machine.PartRule, i, n.Rules.Rules[i].Span)
		}
	}
	if n.Body != nil && n.Body.Each {
		for _, x := range []struct {
			count int
			name  string
		}{{0, "no item"}, {2, "several items"}} {
			p := f.add(n, ItemsPoint, nodeLabel(n)+" with "+x.name, source.Span{}, branch)
			p.Index = x.count
			branch++
			f.parts[part{n.ID, machine.PartItems, x.count}] = p
		}
	}
}

// A Tally is how many points there are, and how many of them are covered.
type Tally struct{ Covered, Total int }

// Percent is the share of the points that is covered; 100 if there are none.
func (t Tally) Percent() float64 {
	if t.Total == 0 {
		return 100
	}
	return 100 * float64(t.Covered) / float64(t.Total)
}

// String is the tally in a table: "3/4", "-" for nothing.
func (t Tally) String() string {
	if t.Total == 0 {
		return "-"
	}
	return fmt.Sprintf("%d/%d", t.Covered, t.Total)
}

func (t *Tally) add(p *Point) {
	t.Total++
	if p.Hits > 0 {
		t.Covered++
	}
}

// Tallies returns the tally of each kind of points, and the one of all.
func (f *FlowCoverage) Tallies() (kinds [PointKinds]Tally, all Tally) {
	for _, p := range f.Points {
		kinds[p.Kind].add(p)
		all.add(p)
	}
	return kinds, all
}

// Total is the tally of all points of all workflows.
func (c *Coverage) Total() Tally {
	var all Tally
	for _, f := range c.flows {
		for _, p := range f.Points {
			all.add(p)
		}
	}
	return all
}

// sortedPoints are the points in the order of their places.
func (f *FlowCoverage) sortedPoints() []*Point {
	out := slices.Clone(f.Points)
	slices.SortStableFunc(out, func(a, b *Point) int { return a.Span.Start - b.Span.Start })
	return out
}
