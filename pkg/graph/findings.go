package graph

import (
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// mostFindings is how many findings a box shows.
const mostFindings = 4

// Findings returns findings as an overlay of the workflows of a program: each is drawn at the smallest element that it is in.
// What is in none of them is about the definition as a whole, and counted in the title. Where, if it is not nil, returns the
// place that the findings have for a place of the model, for definitions that are part of another file.
func Findings(all []diag.Diagnostic, p *workflow.Program, where func(source.Span) source.Span, o Options) *Overlay {
	if where == nil {
		where = func(s source.Span) source.Span { return s }
	}
	t := texts{symbolsOf(o.ASCII)}
	over := &Overlay{Elements: map[*workflow.Element]Mark{}, Edges: map[*workflow.Edge]Mark{}}
	hidden := map[*workflow.Element]int{}
	outside := 0
	for i := range all {
		d := &all[i]
		x := elementAt(p, d.Span, where)
		if x == nil {
			outside++
			continue
		}
		m := over.Elements[x]
		state, sign := StateNone, t.info
		switch d.Severity {
		case diag.Error:
			state, sign = StateFailed, t.bad
		case diag.Warning:
			state, sign = StateWarned, t.errors
		}
		m.State = max(m.State, state)
		if len(m.Text) < mostFindings {
			m.Text = append(m.Text, sign+t.cut(oneLine(valid(d.Message)), maxLabel))
		} else {
			hidden[x]++
		}
		over.Elements[x] = m
	}
	for x, n := range hidden {
		m := over.Elements[x]
		m.Text = append(m.Text, t.ellipsis+" "+count(n, "more finding", "more findings"))
		over.Elements[x] = m
	}
	if outside > 0 {
		over.Title = count(outside, "finding", "findings") + " outside of the boxes"
	}
	return over
}

// elementAt returns the smallest drawn element that a place is in, or nil.
func elementAt(p *workflow.Program, s source.Span, where func(source.Span) source.Span) *workflow.Element {
	var best *workflow.Element
	length := 0
	for _, w := range p.Workflows {
		for _, e := range w.Elements {
			if e.Primary == nil || e.Primary.Role != workflow.Primary {
				continue
			}
			for _, own := range []source.Span{e.Span, e.NameSpan} {
				own = where(own)
				if size := own.End - own.Start; own.Start <= s.Start && s.End <= own.End && size > 0 && (best == nil || size < length) {
					best, length = e, size
				}
			}
		}
	}
	return best
}
