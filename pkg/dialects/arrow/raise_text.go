package arrow

import (
	"github.com/flowglot/flowglot/pkg/dialects"
)

// settled returns a chain that can be written: data that nothing comes of, or that cannot be put into what comes in, is left out.
//
// source tells that a literal may stand alone here, because nothing but the start of the flow leads to it. handed tells that what
// comes in may have been handed on by a false guard: to join it with a literal that is made behind that guard would drop it.
func (x *translated) settled(c chain, source, handed bool) chain {
	var out chain
	for _, p := range c {
		alone := source && len(out) == 0
		switch {
		case p.source != nil:
			if !p.source.merge {
				handed = false
			} else if handed {
				x.leaveOut(p.source)
				continue
			}
			if last := len(out) - 1; last >= 0 && out[last].source != nil {
				before := out[last]
				together := p.source
				if p.source.merge {
					if together = before.source.merged(p.source); together == nil {
						x.leaveOut(p.source)
						continue
					}
				}
				out[last] = &part{source: together, merge: before.merge}
				continue
			}
		case p.alternatives != nil:
			for i := range p.alternatives {
				p.alternatives[i].chain = x.settled(p.alternatives[i].chain, alone, handed)
			}
			inner := p.inline()
			if len(inner) > 0 {
				inner[0].merge = inner[0].merge || p.merge
			}
			out = append(out, inner...)
			handed = true
			continue
		case p.branches != nil:
			var kept []chain
			for _, b := range p.branches {
				if b = x.settled(b, alone, handed); len(b) > 0 {
					kept = append(kept, b)
				}
			}
			p.branches = kept
			out = append(out, p.sideBySide()...)
			handed = true
			continue
		case p.each != nil:
			if p.each = x.settled(p.each, false, handed); len(p.each) == 0 {
				continue
			}
			handed = false
		default:
			handed = false
		}
		out = append(out, p)
	}
	if last := len(out) - 1; last >= 0 && out[last].source != nil && (out[last].source.merge || last > 0 || !source) {
		x.leaveOut(out[last].source)
		out = out[:last]
	}
	return out
}

// leaveOut notes data that is not written.
func (x *translated) leaveOut(f *fixed) {
	x.add(&dialects.LossExpression, placeOf(f.node), f.node.Element, "", "the data of %q is not made, as a literal can stand only where a flow or a subflow begins", f.node.Name())
}

// statements returns a settled chain as the statements of a scope.
func (x *translated) statements(c chain) []*Statement {
	if len(c) == 0 {
		return nil
	}
	first := c[0]
	var out []*Statement
	switch {
	case len(c) == 1 && !first.merge && len(first.alternatives) > 0:
		for _, a := range first.alternatives {
			out = append(out, &Statement{Steps: []*Step{x.guarded(a)}})
		}
	case len(c) == 1 && !first.merge && len(first.branches) > 0:
		for _, b := range first.branches {
			out = append(out, &Statement{Steps: x.steps(b)})
		}
	case first.source != nil && first.source.merge:
		label := &Label{Name: labelOf(first.source)}
		rest := x.steps(c[1:])
		rest[0].In, rest[0].Merge = label, true
		out = append(out, &Statement{Steps: []*Step{dataStep(first.source)}, To: label}, &Statement{Steps: rest})
	default:
		out = append(out, &Statement{Steps: x.steps(c)})
	}
	return out
}

// labelOf is the label through which data is merged.
func labelOf(f *fixed) string {
	switch name := legal(f.node.Name()); name {
	case "", startLabel, endLabel:
		return "data"
	default:
		return name
	}
}

func dataStep(f *fixed) *Step { return &Step{Kind: Data, Literal: literalOf(f.data, "<", ">")} }

// steps returns a settled chain as the steps of one statement.
func (x *translated) steps(c chain) []*Step {
	var out []*Step
	for i := 0; i < len(c); i++ {
		var s *Step
		merge := c[i].merge
		switch p := c[i]; {
		case p.source != nil && !p.source.merge && i == 0:
			s = dataStep(p.source)
		case p.source != nil: // begins a subflow with what is next
			inner := c[i:min(i+2, len(c))]
			if p.merge {
				inner = append(chain{{source: p.source}}, inner[1:]...)
			}
			s = x.subflow(inner)
			i++
		case p.alternatives != nil && len(p.alternatives) == 1:
			s = x.guarded(p.alternatives[0])
		case p.alternatives != nil:
			s = x.subflow(chain{{alternatives: p.alternatives}})
		case p.branches != nil:
			s = x.sideBySide(p)
		case p.each != nil:
			s = x.one(p.each)
			s.Each = true
		default:
			s = p.step
		}
		s.Merge = s.Merge || merge
		out = append(out, s)
	}
	return out
}

// one returns a chain as one step: its only one, if nothing stands in front of it, or a subflow.
func (x *translated) one(c chain) *Step {
	if len(c) == 1 && c[0].alternatives == nil && !c[0].merge {
		if steps := x.steps(c); len(steps) == 1 && !steps[0].Each {
			s := *steps[0]
			return &s
		}
	}
	return x.subflow(c)
}

func (x *translated) subflow(c chain) *Step {
	return &Step{Kind: Subflow, Body: &Body{Statements: x.statements(c)}}
}

// guarded returns an alternative as one step with its guard.
func (x *translated) guarded(a alternative) *Step {
	s := x.one(a.chain)
	if s.Each {
		s = x.subflow(a.chain)
	}
	g, err := guardOf(a.guard)
	if err != nil {
		x.refuse(x.w.Span, "the condition `%s` cannot be a guard: %v", guardText(a.guard), err)
		return s
	}
	s.Guard = g
	return s
}

// sideBySide returns branches as one step: a list of tasks, or a subflow.
func (x *translated) sideBySide(p *part) *Step {
	list := &Step{Kind: List}
	for _, b := range p.branches {
		if len(b) != 1 || b[0].step == nil {
			return x.subflow(chain{{branches: p.branches}})
		}
		list.Members = append(list.Members, b[0].step)
	}
	return list
}
