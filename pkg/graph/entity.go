package graph

import (
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// shown reports whether a region is drawn as one. What happens along a transition is not: it is on its edge. What
// a state does inside of it is in its box, but for branches.
func shown(r *workflow.Region) bool {
	return r.Scope == nil || r.Scope.Role == workflow.Primary && (!acting(r) || r.Name != "")
}

// final reports whether nothing leads out of a state of an entity.
func final(n *workflow.Node) bool {
	for _, e := range n.Out {
		if !e.Disabled {
			return false
		}
	}
	return true
}

// transitionLabel returns what is on a transition of an entity: its name, its condition, and what is called along it, a line
// each.
func (t texts) transitionLabel(e *workflow.Edge) string {
	name := oneLine(valid(e.Name))
	switch {
	case e.Disabled:
		name = t.symbols.off + name + " (disabled)"
	case e.Kind == workflow.Manual:
		name = t.symbols.asks + name
	}
	lines := []string{strings.TrimSpace(t.cut(name, maxLabel))}
	switch {
	case e.Ask != nil:
		lines = append(lines, "["+t.cut(oneLine(e.Ask.Task)+"()", maxLabel)+"]")
	case e.Guard != nil:
		lines = append(lines, wrap("["+t.cut(oneLine(expr.Readable(e.Guard)), maxLabel)+"]"))
	}
	if called := processors(e); called != "" {
		lines = append(lines, t.symbols.gear+t.cut(called, maxLabel))
	}
	return strings.Join(lines, "\n")
}

// processors lists what is called along a transition.
func processors(e *workflow.Edge) string {
	if e.To.Role != workflow.Processing || e.To.Body == nil {
		return ""
	}
	var names []string
	for _, r := range e.To.Body.Regions {
		for _, n := range r.Nodes {
			if n.Call == nil {
				continue
			}
			name := oneLine(n.Call.Task)
			if n.Data.Combine != nil && n.Data.Combine.Mode == workflow.Drop {
				name += " (result dropped)"
			}
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// OfProgram returns the drawing of all workflows of a definition: of one, it is that of [Of]; several are side by side, a
// frame around each.
func OfProgram(p *workflow.Program, o Options) *Drawing {
	if p == nil || len(p.Workflows) < 2 || len(p.Select) == 0 {
		return Of(p.Start(), o)
	}
	all := &Drawing{Root: &Region{}}
	taken := map[string]int{}
	unique := func(id string) string {
		taken[id]++
		if n := taken[id]; n > 1 {
			return id + "#" + strconv.Itoa(n)
		}
		return id
	}
	for _, w := range p.Workflows {
		one := Of(w, o)
		frame := &Node{ID: unique(valid(w.ID)), Label: one.Title, Kind: workflow.Scope, Regions: []*Region{one.Root}}
		all.Root.Nodes = append(all.Root.Nodes, frame)
		all.Nodes = append(all.Nodes, frame)
		for _, n := range one.Nodes {
			n.ID = unique(n.ID)
			if n.Parent == nil {
				n.Parent = frame
			}
		}
		all.Nodes = append(all.Nodes, one.Nodes...)
		all.Edges = append(all.Edges, one.Edges...)
	}
	return all
}
