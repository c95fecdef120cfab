package graph

import (
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// DOT returns the drawing in the language of Graphviz: boxes with tables in them, scopes as clusters. Arrows to a scope lead to
// a box inside of it and are cut at its border.
func (d *Drawing) DOT(o Options) string {
	p := dot{ids: newIDs(d), options: o}
	p.f("digraph workflow {\n")
	direction := "TB"
	if o.Direction == LeftRight {
		direction = "LR"
	}
	p.f("  graph [rankdir=%s, compound=true, fontname=\"Helvetica\", fontsize=12, nodesep=0.4, ranksep=0.5", direction)
	if d.Title != "" {
		p.f(", labelloc=t, label=<<B>%s</B>>", inHTML(oneLine(d.Title)))
	}
	p.f("]\n")
	p.f("  node [shape=box, style=\"rounded,filled\", fillcolor=\"#ffffff\", fontname=\"Helvetica\", fontsize=11, margin=\"0.12,0.08\"]\n")
	p.f("  edge [fontname=\"Helvetica\", fontsize=10, arrowsize=0.7]\n")
	p.region(d.Root, "root", "  ", 0)
	p.f("}\n")
	return p.out.String()
}

// A dot prints one drawing for Graphviz.
type dot struct {
	ids
	options Options
	out     strings.Builder
}

func (p *dot) f(format string, args ...any) { _, _ = fmt.Fprintf(&p.out, format, args...) }

// region prints what is in a scope. The start and the end of each are nodes of their own.
func (p *dot) region(r *Region, id, indent string, depth int) {
	loops := selfLoops(r.Edges)
	start, end := false, false
	for _, e := range r.Edges {
		start, end = start || e.From == nil, end || e.To == nil
	}
	if start {
		p.f("%s%s_start [shape=circle, style=filled, fillcolor=\"#1f2430\", label=\"\", width=0.18]\n", indent, id)
	}
	for _, n := range r.Nodes {
		if n.Framed(depth) {
			p.frame(n, loops[n], indent, depth)
		} else {
			p.box(n, indent)
		}
	}
	if end {
		p.f("%s%s_end [shape=doublecircle, style=filled, fillcolor=\"#1f2430\", label=\"\", width=0.12]\n", indent, id)
	}
	for _, e := range r.Edges {
		if e.From == nil || e.From != e.To || !e.From.Framed(depth) { // the label of a cluster has its loop
			p.arrow(e, id, indent, depth)
		}
	}
}

// box prints a plain box.
func (p *dot) box(n *Node, indent string) {
	id := p.nodes[n]
	if n.Bar != "" {
		size := "width=1, height=0.06"
		if p.options.Direction == LeftRight {
			size = "width=0.06, height=0.8"
		}
		p.f("%s%s [shape=box, style=filled, fillcolor=\"#1f2430\", label=\"\", %s, fixedsize=true]\n", indent, id, size)
		return
	}
	shape := ""
	switch {
	case n.Kind == workflow.Choice:
		shape = ", shape=diamond, style=filled, margin=0"
	case n.State == StateIdle:
		shape = ", style=\"rounded,filled,dashed\""
	}
	p.f("%s%s [label=%s%s%s]\n", indent, id, p.table(n), coloured(n), shape)
}

// table returns the label of a box: the name, and the lines below it.
func (p *dot) table(n *Node) string {
	var b strings.Builder
	b.WriteString(`<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1">`)
	row := func(text string) {
		b.WriteString(`<TR><TD ALIGN="LEFT">` + text + `</TD></TR>`)
	}
	for _, l := range Wrap(n.Title(), lineWidth) {
		row("<B>" + inHTML(l) + "</B>")
	}
	for _, lines := range [][]string{n.Body, n.Notes} {
		for _, line := range lines {
			for part := range strings.SplitSeq(line, "\n") {
				for _, l := range Wrap(part, dotWidth) {
					if l != "" {
						row(inHTML(l))
					}
				}
			}
		}
	}
	b.WriteString(`</TABLE>>`)
	return b.String()
}

// dotWidth is how many characters a line of a box has.
const dotWidth = 54

// coloured returns the attributes for the colours of a box: by its state, or else by its class.
func coloured(n *Node) string {
	style := ""
	for _, l := range palette {
		if l.class == n.Class {
			style = l.style
		}
	}
	for _, m := range marks {
		if m.state == n.State {
			style = m.box
		}
	}
	out := ""
	for property := range strings.SplitSeq(style, ",") {
		switch key, value, _ := strings.Cut(property, ":"); key {
		case "fill":
			out += `, fillcolor="` + value + `"`
		case "stroke":
			out += `, color="` + value + `"`
		}
	}
	return out
}

// frame prints a scope as a cluster, and each of several branches as one inside of it. Graphviz draws no arrow from a cluster to
// itself; it is a line of the label.
func (p *dot) frame(n *Node, loop *Edge, indent string, depth int) {
	id := p.nodes[n]
	if loop != nil {
		again := symbolsOf(p.options.ASCII).again
		looped := *n
		looped.Body = append(n.Body[:len(n.Body):len(n.Body)], again+oneLine(loop.Text(p.options)))
		n = &looped
	}
	p.f("%ssubgraph cluster_%s {\n", indent, id)
	p.f("%s  graph [style=\"rounded,filled\", fillcolor=\"#f6f8fb\", labeljust=l, labelloc=t, label=%s%s]\n", indent, p.table(n), strings.ReplaceAll(coloured(n), "fillcolor", "bgcolor"))
	if len(n.Regions) == 1 {
		p.region(n.Regions[0], id, indent+"  ", depth+1)
	} else {
		for _, r := range n.Regions {
			p.branch(r, indent+"  ", depth+1)
		}
	}
	p.f("%s}\n", indent)
}

func (p *dot) branch(r *Region, indent string, depth int) {
	id := p.branches[r]
	if len(r.Nodes) == 0 {
		p.f("%s%s [label=<%s>, style=dashed]\n", indent, id, inHTML(oneLine(r.Title)+", empty"))
		return
	}
	p.f("%ssubgraph cluster_%s {\n%s  graph [style=\"rounded,dashed\", bgcolor=\"#ffffff\", label=<%s>]\n", indent, id, indent, inHTML(oneLine(r.Title)))
	p.region(r, id, indent+"  ", depth)
	p.f("%s}\n", indent)
}

// arrow prints an edge.
func (p *dot) arrow(e *Edge, region, indent string, depth int) {
	from, to := region+"_start", region+"_end"
	var attributes []string
	if e.From != nil {
		from = p.nodes[e.From]
		if e.From.Framed(depth) {
			attributes = append(attributes, "ltail=cluster_"+from)
			from = p.inside(e.From, depth, true)
		}
	}
	if e.To != nil {
		to = p.nodes[e.To]
		if e.To.Framed(depth) {
			attributes = append(attributes, "lhead=cluster_"+to)
			to = p.inside(e.To, depth, false)
		}
	}
	if text := e.Text(p.options); text != "" {
		attributes = append(attributes, "label=<"+strings.ReplaceAll(inHTML(text), "\n", `<BR ALIGN="LEFT"/>`)+`<BR ALIGN="LEFT"/>>`)
	}
	if look := arrowLook(e); look != "" {
		attributes = append(attributes, look)
	}
	p.f("%s%s -> %s", indent, from, to)
	if len(attributes) > 0 {
		p.f(" [%s]", strings.Join(attributes, ", "))
	}
	p.f("\n")
}

// arrowLook returns the attributes for the colour of an arrow: by its state, or else by its look.
func arrowLook(e *Edge) string {
	dashes := ""
	if e.Look != "" {
		dashes = "style=dashed"
	}
	colours := map[Look]string{LookError: "#c0392b", LookTimer: "#2471a3", LookDisabled: "#b3b3b3"}
	colour, more := colours[e.Look], ""
	switch e.State {
	case StateIdle:
		colour = "#b2babb"
	case StateDone:
		colour, more = "#1e8449", "penwidth=2.5"
	case StateWaiting:
		colour, more = "#2471a3", "penwidth=2.5"
	case StateWarned:
		colour, more = "#ca6f1e", "penwidth=2.5"
	case StateFailed:
		colour, more = "#c0392b", "penwidth=2.5"
	}
	parts := []string{}
	if colour != "" {
		parts = append(parts, fmt.Sprintf(`color="%s"`, colour))
	}
	for _, s := range []string{dashes, more} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ", ")
}

// inside returns the node in a scope that an arrow to it leads to, or one from it comes from: Graphviz draws arrows between
// nodes and cuts them at clusters.
func (p *dot) inside(n *Node, depth int, last bool) string {
	var r *Region
	for _, candidate := range n.Regions {
		if len(candidate.Nodes) > 0 && (r == nil || last) {
			r = candidate
		}
	}
	id := p.nodes[n]
	if len(n.Regions) > 1 {
		id = p.branches[r]
	}
	for _, e := range r.Edges {
		if !last && e.From == nil {
			return id + "_start"
		}
		if last && e.To == nil {
			return id + "_end"
		}
	}
	inner := r.Nodes[0]
	if last {
		inner = r.Nodes[len(r.Nodes)-1]
	}
	if inner.Framed(depth + 1) {
		return p.inside(inner, depth+1, last)
	}
	return p.nodes[inner]
}

// inHTML writes a text for a label of Graphviz that is like HTML.
func inHTML(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(plain(s))
}
