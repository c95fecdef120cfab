package graph

import "strings"

// transition prints an edge. Of the edges from a state to itself, which Mermaid draws over each other, the first stands
// for all.
func (p *stateDiagram) transition(e *Edge, loops map[*Node]*Edge, indent string, depth int) {
	if e.From == e.To && e.From != nil {
		loop := loops[e.From]
		if loop == nil || framed(e.From, depth) {
			return
		}
		delete(loops, e.From)
		e = loop
	}
	from, to := p.end(e.From), p.end(e.To)
	if label := escape(p.named(e), afterColon); label != "" {
		p.line(indent, from, " --> ", to, " : ", label)
	} else {
		p.line(indent, from, " --> ", to)
	}
	if e.Look != "" {
		p.coloured[e.Look] = append(p.coloured[e.Look], p.transitions)
	}
	p.transitions++
}

// named returns the label of an edge with the names of the bars that it leads to or comes from, which have no room for a
// text of their own: that of a fork stands on the edges to it, that of a join on the edge behind it. Numbered bars have none.
func (p *stateDiagram) named(e *Edge) string {
	label := p.label(e)
	if e.From != nil && e.From.Bar == Join && e.From.Number == 0 {
		label = strings.TrimPrefix(label+"\n"+name(e.From), "\n")
	}
	if e.To != nil && e.To.Bar == Fork && e.To.Number == 0 {
		label = strings.TrimPrefix(label+"\n"+name(e.To), "\n")
	}
	return label
}

func (p *stateDiagram) end(n *Node) string {
	if n == nil {
		return startOrEnd
	}
	return p.nodes[n]
}

// label returns the label of an edge that there is room for.
func (p *stateDiagram) label(e *Edge) string {
	switch {
	case p.detail == bare && e.Kind == KindError:
		return p.errors
	case p.detail == bare:
		return ""
	case p.detail == short:
		return p.cut(oneLine(e.Label), shortLine)
	}
	lines := strings.SplitN(e.Label, "\n", maxLabelLines+1)
	if len(lines) <= maxLabelLines {
		return e.Label
	}
	more := 1 + strings.Count(lines[maxLabelLines], "\n")
	return strings.Join(lines[:maxLabelLines], "\n") + "\n" + p.ellipsis + " " + count(more, "more line", "more lines")
}

// selfLoops merges the edges that lead from a node to itself, for every node that has some. Only if errors take all of
// them is the merged one an error edge.
func selfLoops(edges []*Edge) map[*Node]*Edge {
	loops := map[*Node]*Edge{}
	for _, e := range edges {
		if e.From != e.To || e.From == nil {
			continue
		}
		merged := loops[e.From]
		if merged == nil {
			loop := *e
			loops[e.From] = &loop
			continue
		}
		merged.Label = strings.Trim(merged.Label+"\n"+e.Label, "\n")
		if merged.Kind == KindError {
			merged.Kind = e.Kind
		}
	}
	return loops
}
