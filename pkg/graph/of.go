package graph

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// maxTitle is how many characters of a documentation text a title shows.
const maxTitle = 60

// Of returns the drawing of a workflow. A workflow that is incomplete, because parts of its definition could not be
// read, is drawn as far as it goes; nil is an empty drawing.
func Of(w *workflow.Workflow, o Options) *Drawing {
	if w == nil {
		w = &workflow.Workflow{}
	}
	b := builder{
		texts:   texts{symbolsOf(o.ASCII)},
		drawing: &Drawing{Root: &Region{}},
		nodes:   make([]*Node, len(w.Nodes)),
		regions: make([]*Region, len(w.Regions)),
	}
	if isFlat(w) {
		b.flat(w)
		return b.finish(w, o)
	}
	b.addNodes(w)
	b.addNext(w)
	for _, r := range w.Regions {
		if shown(r) {
			b.addEdges(r)
		}
	}
	b.leaveForNext(w)
	if w.Root != nil {
		b.drawing.Root = b.regions[w.Root.ID]
	}
	return b.finish(w, o)
}

// finish adds the title and the overlays.
func (b *builder) finish(w *workflow.Workflow, o Options) *Drawing {
	b.drawing.Title = b.title(w)
	for _, over := range o.Overlays {
		if over.Title != "" {
			b.drawing.Title = strings.TrimPrefix(b.drawing.Title+b.dot+oneLine(valid(over.Title)), b.dot)
		}
	}
	b.drawing.lay(o.Overlays)
	return b.drawing
}

// A builder makes a drawing. Nodes and regions of the model are looked up by their ids.
type builder struct {
	texts
	drawing *Drawing
	nodes   []*Node
	regions []*Region
	ids     *names
	next    *Node // the workflow that follows, or nil
}

// addNodes draws the primary nodes of all regions. A region was added to the workflow after the scope it lies in, so
// that scopes come before what is inside them.
func (b *builder) addNodes(w *workflow.Workflow) {
	b.ids = newNames(w)
	for _, r := range w.Regions {
		if !shown(r) {
			continue
		}
		box, parent := b.addRegion(r)
		for _, n := range r.Nodes {
			if !drawn(n) {
				continue
			}
			name := valid(nameOf(n))
			node := &Node{
				ID:      b.ids.take(name),
				Label:   cmp.Or(strings.TrimSpace(valid(n.Element.Title)), name),
				Kind:    n.Kind,
				Class:   classOf(n),
				Bar:     barOf(n),
				Body:    b.body(n),
				Parent:  parent,
				Element: n.Element,
			}
			if w.Schedule != nil && n == w.Root.Start {
				node.Body = append(node.Body, b.clock+"scheduled "+b.cut(oneLine(w.Schedule.Text), maxValue))
			}
			b.nodes[n.ID] = node
			box.Nodes = append(box.Nodes, node)
		}
		b.drawing.Nodes = append(b.drawing.Nodes, box.Nodes...)
	}
}

// addRegion adds an empty region to the box of its scope, and returns both.
func (b *builder) addRegion(r *workflow.Region) (drawn *Region, scope *Node) {
	drawn = &Region{}
	b.regions[r.ID] = drawn
	if r.Scope == nil {
		return drawn, nil
	}
	scope = b.nodes[r.Scope.ID]
	scope.Regions = append(scope.Regions, drawn)
	if len(r.Scope.Body.Regions) > 1 {
		drawn.Title = cmp.Or(oneLine(valid(r.Name)), "branch "+strconv.Itoa(len(scope.Regions)))
	}
	return drawn, scope
}

// addEdges draws the edges of a region: the start, then those of its nodes in order.
func (b *builder) addEdges(r *workflow.Region) {
	box := b.regions[r.ID]
	if r.Start != nil && b.nodes[r.Start.ID] != nil {
		box.Edges = append(box.Edges, &Edge{To: b.nodes[r.Start.ID], Kind: KindStart})
	}
	for _, n := range r.Nodes {
		if !drawn(n) {
			continue
		}
		box.Edges = append(box.Edges, b.edgesFrom(n)...)
		if n.Kind == workflow.State && final(n) || n.Kind == workflow.End && (b.next == nil || r.Scope != nil) {
			box.Edges = append(box.Edges, &Edge{From: b.nodes[n.ID], Kind: KindEnd})
		}
	}
	b.drawing.Edges = append(b.drawing.Edges, box.Edges...)
}

// edgesFrom draws the edges out of a node: those that errors take after the others, since a layout puts first what comes
// first. Edges of the same kind to the same node become one, in the place of the first.
func (b *builder) edgesFrom(n *workflow.Node) []*Edge {
	if len(n.Out) == 0 {
		return nil
	}
	type target struct {
		to   *Node
		kind workflow.EdgeKind
		look Look
	}
	var edges []*Edge
	var labels [][]string // of each edge, one for every edge of the model
	at := make(map[target]int, len(n.Out))
	rules := ruleNumbers(n)
	for i, e := range n.Out {
		to := b.nodes[e.Target().ID] // nil for an auxiliary node: the end
		here := target{to, e.Kind, lookOf(e)}
		k, known := at[here]
		if !known {
			k = len(edges)
			at[here] = k
			edges = append(edges, &Edge{From: b.nodes[n.ID], To: to, Kind: EdgeKind(e.Kind.String()), Look: here.look})
			labels = append(labels, nil)
		}
		edges[k].model = append(edges[k].model, e)
		label := ""
		if n.Kind == workflow.State {
			label = b.transitionLabel(e)
		} else {
			label = b.edgeLabel(e, rules[i])
		}
		if more := b.transitionNotes(e); more != "" {
			label = strings.TrimPrefix(label+"\n"+more, "\n")
		}
		if label != "" {
			labels[k] = append(labels[k], label)
		}
	}
	for k, e := range edges {
		e.Label = b.joined(e.Kind, labels[k])
	}
	slices.SortStableFunc(edges, func(x, y *Edge) int { return cmp.Compare(late(x), late(y)) })
	return edges
}

// addNext draws the workflow that follows.
func (b *builder) addNext(w *workflow.Workflow) {
	if w.Then == nil || w.Root == nil {
		return
	}
	name := valid(w.Then.ID)
	b.next = &Node{ID: b.ids.take(name), Label: name, Kind: workflow.End, Class: ClassNext, Body: []string{b.symbols.next + "next workflow"}}
	root := b.regions[w.Root.ID]
	root.Nodes = append(root.Nodes, b.next)
	b.drawing.Nodes = append(b.drawing.Nodes, b.next)
}

// leaveForNext draws the edges to the workflow that follows: every end leads there.
func (b *builder) leaveForNext(w *workflow.Workflow) {
	if b.next == nil {
		return
	}
	root := b.regions[w.Root.ID]
	edges := []*Edge{}
	for _, n := range w.Root.Nodes {
		if n.Kind == workflow.End && n.Role == workflow.Primary {
			edges = append(edges, &Edge{From: b.nodes[n.ID], To: b.next, Kind: KindNext})
		}
	}
	edges = append(edges, &Edge{From: b.next, Kind: KindEnd})
	root.Edges = append(root.Edges, edges...)
	b.drawing.Edges = append(b.drawing.Edges, edges...)
}

// late is 1 for the edges that come after the others.
func late(e *Edge) int {
	if e.Kind == KindError {
		return 1
	}
	return 0
}

// ruleNumbers returns the number of each edge out of a node among its rules, which count from 1 where there is more
// than one; 0 is not a number.
func ruleNumbers(n *workflow.Node) []int {
	numbers, count := make([]int, len(n.Out)), 0
	for i, e := range n.Out {
		if e.Kind == workflow.Guarded {
			count++
			numbers[i] = count
		}
	}
	if count == 1 {
		clear(numbers)
	}
	return numbers
}

// title returns the name of a workflow, or the first line of its documentation, and where it starts.
func (b *builder) title(w *workflow.Workflow) string {
	name := oneLine(w.ID)
	if name == "" {
		name, _, _ = strings.Cut(strings.TrimSpace(w.Doc), "\n")
		name = b.cut(oneLine(name), maxTitle)
	}
	parts := []string{name}
	if title := oneLine(w.Title); title != "" {
		parts = []string{title, name}
	} else if w.Root != nil && w.Root.Start != nil && w.Root.Start.Role == workflow.Primary {
		parts = append(parts, "starts at "+oneLine(w.Root.Start.Name()))
	}
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	return strings.Join(parts, b.dot)
}
