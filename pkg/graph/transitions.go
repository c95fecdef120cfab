package graph

import "strings"

// transition prints an edge. Of the edges from a state to itself, which Mermaid draws over each other, the first stands
// for all.
func (p *stateDiagram) transition(e *Edge, loops map[*Node]*Edge, indent string, depth int) {
	if e.From == e.To && e.From != nil {
		loop := loops[e.From]
		if loop == nil || e.From.Framed(depth) {
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
	if e.State != StateNone {
		p.marked[e.State] = append(p.marked[e.State], p.transitions)
	}
	p.transitions++
}

// named returns the label of an edge with the names of bars and the notes of overlays.
func (p *stateDiagram) named(e *Edge) string { return e.named(p.label(e)) }

// named adds to a label of an edge the names of the bars that it leads to or comes from, which have no room for a text of
// their own: that of a fork is on the edges to it, that of a join on the edge after it. Numbered bars have none. The notes
// of overlays come last.
func (e *Edge) named(label string) string {
	if e.From != nil && e.From.Bar == Join && e.From.Number == 0 {
		label += "\n" + e.From.Title()
	}
	if e.To != nil && e.To.Bar == Fork && e.To.Number == 0 {
		label += "\n" + e.To.Title()
	}
	for _, note := range e.Notes {
		label += "\n" + note
	}
	return strings.TrimPrefix(label, "\n")
}

// Text returns all that is written on the edge: its label, cut to the lines that there is room for, the names of bars, and
// what overlays add. It may be empty.
func (e *Edge) Text(o Options) string {
	return plain(e.named(texts{symbolsOf(o.ASCII)}.limited(e.Label)))
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
	return p.limited(e.Label)
}

// limited returns a label with as many lines as there is room for.
func (t texts) limited(label string) string {
	lines := strings.SplitN(label, "\n", maxLabelLines+1)
	if len(lines) <= maxLabelLines {
		return label
	}
	more := 1 + strings.Count(lines[maxLabelLines], "\n")
	return strings.Join(lines[:maxLabelLines], "\n") + "\n" + t.ellipsis + " " + count(more, "more line", "more lines")
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
		merged.State = max(merged.State, e.State)
		merged.Notes = append(merged.Notes[:len(merged.Notes):len(merged.Notes)], e.Notes...)
		if merged.Kind == KindError {
			merged.Kind = e.Kind
		}
	}
	return loops
}
