package asl

import (
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/blocks"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// writeNested adds the states of a region in which every node waits for all of its edges: a sequence, with Parallel states for what is
// side by side.
func (m *machine) writeNested(r *workflow.Region, finish way) string {
	b, flaws := blocks.Nest(r)
	for _, f := range flaws {
		n := f.Nodes[0]
		switch f.Kind {
		case blocks.Cycles:
			m.raising.refuse(n.Span, "the cycle %s never ends, and an asl state cannot wait for all of its predecessors when one of them leads back", cycle(f.Nodes))
		case blocks.TooDeep:
			m.raising.refuse(n.Span, "%q is nested too deeply: at most %d levels are written", n.Name(), blocks.MaxDepth)
		default:
			m.raising.refuse(n.Span, "no path leads from %q to the end", n.Name())
		}
	}
	if b == nil {
		return m.raising.reserveName("")
	}
	for _, n := range r.Nodes {
		if n.Kind == workflow.End {
			m.reportJoined(n)
		}
	}
	return m.writeBlock(b, finish)
}

// writeBlock adds the states of a block, and returns the name of the first. finish is where its last leads.
func (m *machine) writeBlock(b *blocks.Block, finish way) string {
	parts := []*blocks.Block{b}
	if b.Kind == blocks.Sequence {
		parts = b.Parts
	}
	if len(parts) == 0 {
		name := m.raising.reserveName("Nothing to do")
		m.addPass(name, finish)
		return name
	}
	starts := make([]*link, len(parts)+1)
	for i := range starts {
		starts[i] = &link{}
	}
	first := ""
	for i, part := range parts {
		to := way{link: starts[i+1]}
		if i+1 == len(parts) {
			to = finish
		}
		var name string
		switch part.Kind {
		case blocks.Single:
			name = m.writeStep(part.Node, to)
		case blocks.Layers:
			name = m.writeLayers(part, to)
		default:
			name = m.writeSideBySide(part, to)
		}
		starts[i].set(name)
		if i == 0 {
			first = name
		}
	}
	return first
}

// writeStep adds the states of a node, and returns the name of the first: a choice, if the node has a guard.
func (m *machine) writeStep(n *workflow.Node, to way) string {
	m.raising.reportElementTexts(n.Element)
	m.reportJoined(n)
	if n.When == nil {
		return m.writeBody(n, to)
	}
	x, ok := m.translateGuard(n.When, n.Element)
	if !ok || x.rule == nil && x.holds {
		return m.writeBody(n, to)
	}
	name := m.raising.reserveName(shortened(n.Name(), maxName-1) + "?")
	s := m.addState(name, Choice)
	inner := &link{}
	c := m.newChoices()
	c.add(x, way{link: inner})
	c.otherwise(to)
	c.write(s, nil)
	inner.set(m.writeBody(n, to))
	return name
}

// writeBody adds the states of a node without its guard. What lies in a subflow is part of the sequence.
func (m *machine) writeBody(n *workflow.Node, to way) string {
	if n.Kind == workflow.Scope {
		if n.Body.Each {
			m.raising.refuse(n.Span, "%q iterates over a list, which asl of 2016 cannot express", n.Name())
			return m.raising.reserveName("")
		}
		return m.writeNested(n.Body.Regions[0], to)
	}
	p := &part{machine: m, raising: m.raising, flow: &blocks.Flow{}, finish: to, entry: map[*workflow.Node]string{n: m.raising.nameState(n.Element)}}
	switch n.Kind {
	case workflow.Pass:
		s := p.addState(n, Pass)
		if x, ok := n.Data.Result.(*expr.Literal); ok {
			dialects.Put(s, "Result", dialects.Written(x))
		}
		m.lead(s, to)
	case workflow.Task, workflow.Resource:
		s := p.addState(n, Task)
		dialects.Put(s, "Resource", dialects.NewText(m.resolveResource(n)))
		if n.File != nil && n.File.Stores {
			dialects.Put(s, "ResultPath", nothing())
		}
		p.writeLimits(s, n)
		m.lead(s, to)
	default:
		m.raising.refuse(n.Span, "%q (%s) cannot be converted to asl", n.Name(), n.Kind)
	}
	return p.entry[n]
}

// reportJoined adds the losses where several values come together: empty objects and values that a guard handed on are not part of
// the list in the source, one that is left is not a list, and what is merged is not.
func (m *machine) reportJoined(n *workflow.Node) {
	forward := 0
	for _, e := range n.In {
		if !e.Back {
			forward++
		}
	}
	switch {
	case n.Inputs == workflow.MergeValues:
		m.raising.lose(&dialects.LossJoin, n.Element.Span, n.Element, "a list of all values", "%q merges the values of its predecessors", n.Name())
	case forward > 1 && !m.listed(n):
		m.raising.lose(&dialects.LossJoin, n.Element.Span, n.Element, "a list of all values",
			"the source joins values without the empty ones and without those that a guard passed on")
	}
}

// listed reports whether what comes to a node is a list for every run: of fixed values that are not empty, in parallel.
func (m *machine) listed(n *workflow.Node) bool {
	for _, e := range n.In {
		from := e.From
		x, ok := from.Data.Result.(*expr.Literal)
		if !ok || from.Kind != workflow.Pass || from.When != nil || len(from.Out) != 1 || len(from.In) != 1 {
			return false
		}
		if o, ok := x.Value.(*value.Object); ok && o.Len() == 0 {
			return false
		}
	}
	return true
}

// writeSideBySide adds a Parallel state, and returns its name.
func (m *machine) writeSideBySide(b *blocks.Block, to way) string {
	_, name := m.addParallel(b.Parts, nil, nil, to)
	return name
}

// addParallel adds a Parallel state with a branch for each part, and returns it and its name. picks select what each gets of the document, and extra are values
// of the document that are handed on beside the results.
func (m *machine) addParallel(parts []*blocks.Block, picks, extra []string, to way) (*source.Node, string) {
	name := m.raising.reserveName(parallelName(parts))
	s := m.addState(name, Parallel)
	branches := list()
	for i, part := range parts {
		inner := m.raising.newMachine()
		start := inner.writeBlock(part, way{})
		if i < len(picks) {
			start = inner.addPick(start, picks[i])
		}
		inner.startAt(start)
		inner.close()
		branches.Items = append(branches.Items, inner.root)
	}
	for _, pick := range extra {
		inner := m.raising.newMachine()
		inner.startAt(inner.addPick("", pick))
		branches.Items = append(branches.Items, inner.root)
	}
	dialects.Put(s, "Branches", branches)
	m.lead(s, to)
	return s, name
}

// parallelName names a Parallel state by what its branches begin with.
func parallelName(parts []*blocks.Block) string {
	var names []string
	for _, p := range parts {
		if nodes := p.Nodes(); len(nodes) > 0 {
			names = append(names, nodes[0].Name())
		}
	}
	const most = 3
	if len(names) > most {
		return fmt.Sprintf("%s and %d others", strings.Join(names[:most-1], ", "), len(names)-most+1)
	}
	if len(names) == 1 {
		return names[0] + " alongside"
	}
	last := max(len(names)-1, 0)
	return strings.Join(names[:last], ", ") + " and " + strings.Join(names[last:], "")
}
