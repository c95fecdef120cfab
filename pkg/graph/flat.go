package graph

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Where the steps of a dialect are numbered, a workflow is drawn flat: the start and the end of a region inside are bars,
// a fork and a join with the numbers of the places where it opens and closes, and edges lead to and from them. What runs
// for each item of a list is a box like any other, with a note about it.

// maxMembers is how many members of an object a box shows.
const maxMembers = 6

// isFlat reports whether a workflow is drawn flat.
func isFlat(w *workflow.Workflow) bool {
	return w.Root != nil && w.Root.Start != nil && w.Root.Start.Role == workflow.Starting
}

// flat draws a workflow whose nodes are numbered.
func (b *builder) flat(w *workflow.Workflow) {
	root := b.drawing.Root
	for _, n := range w.Nodes {
		switch {
		case n.Role == workflow.Primary:
			b.nodes[n.ID] = b.numbered(n)
		case n.Number > 0 && n.Region.Scope != nil && n.Role == workflow.Starting:
			b.nodes[n.ID] = bar(n, Fork, "_start_")
		case n.Number > 0 && n.Region.Scope != nil && n.Role == workflow.Ending:
			b.nodes[n.ID] = bar(n, Join, "_end_")
		default:
			continue
		}
		root.Nodes = append(root.Nodes, b.nodes[n.ID])
	}
	slices.SortStableFunc(root.Nodes, func(x, y *Node) int { return cmp.Compare(x.Number, y.Number) })
	for _, e := range w.Edges {
		if e.From.Region.Scope == nil || e.From.Region.Start.Number > 0 { // else it is inside of a box
			root.Edges = append(root.Edges, b.flatEdge(e))
		}
	}
	slices.SortStableFunc(root.Edges, func(x, y *Edge) int {
		return cmp.Or(cmp.Compare(number(x.From, 0), number(y.From, 0)), cmp.Compare(number(x.To, len(w.Nodes)), number(y.To, len(w.Nodes))))
	})
	b.drawing.Nodes, b.drawing.Edges = root.Nodes, root.Edges
}

// number is that of an end of an edge, which for the start and the end of the workflow is the given one.
func number(n *Node, outside int) int {
	if n == nil {
		return outside
	}
	return n.Number
}

// numbered draws the box of a node.
func (b *builder) numbered(n *workflow.Node) *Node {
	name := valid(n.Name())
	return &Node{
		ID:      name + "." + strconv.Itoa(n.Number),
		Label:   name,
		Number:  n.Number,
		Kind:    n.Kind,
		Class:   classOf(n),
		Body:    b.numberedBody(n),
		Element: n.Element,
	}
}

// bar draws the start or the end of a region as a bar.
func bar(n *workflow.Node, as Bar, prefix string) *Node {
	return &Node{
		ID:      prefix + strconv.Itoa(n.Number) + "_",
		Label:   string(as),
		Number:  n.Number,
		Kind:    workflow.Pass,
		Bar:     as,
		Element: n.Element,
	}
}

// numberedBody returns the lines below the name of a numbered box: what is before the step, and what it is given.
func (b *builder) numberedBody(n *workflow.Node) []string {
	outer := n
	if s := n.Region.Scope; s != nil && n.Region.Start.Number == 0 {
		outer = s
	}
	lines := b.marks(outer)
	switch {
	case n.Call != nil && n.Call.Parameters != nil:
		lines = append(lines, b.given(n.Call.Parameters)...)
	case n.File != nil && n.File.Stores:
		lines = append(lines, "store")
	case n.File != nil:
		lines = append(lines, "load")
	}
	if l, ok := n.Data.Result.(*expr.Literal); ok {
		lines = append(lines, b.given(l)...)
	}
	return lines
}

// marks returns what happens to the input of a node before it runs.
func (t texts) marks(n *workflow.Node) []string {
	var lines []string
	if n.Inputs == workflow.MergeValues {
		lines = append(lines, "> merged")
	}
	if n.When != nil {
		lines = append(lines, "? "+t.cut(oneLine(expr.Readable(n.When)), maxLabel))
	}
	if n.Body != nil && n.Body.Each {
		lines = append(lines, "* for each item")
	}
	return lines
}

// given returns a value as lines: a member on each, if it is an object.
func (t texts) given(l *expr.Literal) []string {
	if l.Node == nil || l.Node.Kind != source.Object {
		return []string{t.value(l)}
	}
	var lines []string
	for i, m := range l.Node.Members {
		if i == maxMembers {
			return append(lines, t.ellipsis)
		}
		member := &expr.Literal{Node: m.Value, Value: literalValue(l.Value, m.Key)}
		lines = append(lines, t.cut(oneLine(m.Key), maxValue)+" = "+t.value(member))
	}
	return lines
}

func literalValue(object any, key string) any {
	members, _ := object.(*value.Object)
	return members.Get(key)
}

// flatEdge draws an edge of the model. The start and the end of the workflow are not boxes. What is known of a region is on
// the edges to its bar, which has no room for it.
func (b *builder) flatEdge(e *workflow.Edge) *Edge {
	out := &Edge{From: b.leaves(e.From), To: b.enters(e.To), Kind: KindNext, model: []*workflow.Edge{e}}
	switch {
	case out.From == nil:
		out.Kind = KindStart
	case out.To == nil:
		out.Kind = KindEnd
	}
	var parts []string
	if e.Label != "" {
		parts = append(parts, ":"+valid(e.Label))
	}
	if out.To != nil && out.To.Bar == Fork {
		parts = append(parts, b.marks(e.To)...)
	}
	out.Label = strings.Join(parts, "\n")
	return out
}

// enters returns the box or bar that an edge to a node of the model leads to; nil is the end.
func (b *builder) enters(n *workflow.Node) *Node {
	if n.Role != workflow.Enclosing {
		return b.nodes[n.ID]
	}
	r := n.Body.Regions[0]
	if r.Start.Number > 0 {
		return b.nodes[r.Start.ID]
	}
	return b.nodes[n.Element.Primary.ID]
}

// leaves returns the box or bar that an edge from a node of the model comes from; nil is the start.
func (b *builder) leaves(n *workflow.Node) *Node {
	if n.Role != workflow.Enclosing {
		return b.nodes[n.ID]
	}
	r := n.Body.Regions[0]
	if r.Start.Number == 0 {
		return b.nodes[n.Element.Primary.ID]
	}
	return b.nodes[r.Nodes[len(r.Nodes)-1].ID]
}
