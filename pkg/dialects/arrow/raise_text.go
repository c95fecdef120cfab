package arrow

import (
	"slices"
	"strconv"
)

// settle returns a chain that can be written: a task replaces data that no literal can make where it is.
//
// source is true if a literal may be alone here, because only the start of the flow leads to it. handed is true if the data that
// comes in may have been handed on by a false guard: joined with a literal that is made after that guard it would be dropped.
func (x *translated) settle(c chain, source, handed bool) chain {
	var out chain
	for i, p := range c {
		alone := source && len(out) == 0
		switch {
		case p.source != nil:
			if next := i+1 < len(c) && c[i+1].source != nil; next {
				if together := p.source.with(c[i+1].source); together != nil {
					c[i+1] = &part{source: together, merge: p.merge}
					continue
				}
			}
			last := i+1 == len(c)
			if p.source.merge && (last || handed || len(out) == 0 || p.merge) || last && !(alone && len(c) == 1) {
				out = append(out, &part{step: x.replaceData(p.source), merge: p.merge})
			} else {
				out = append(out, p)
			}
			handed = false
		case p.alternatives != nil:
			for i := range p.alternatives {
				p.alternatives[i].chain = x.settle(p.alternatives[i].chain, alone, handed)
			}
			out = append(out, p)
			handed = true
		case p.branches != nil:
			for i, b := range p.branches {
				p.branches[i] = x.settle(b, alone, handed)
			}
			out = append(out, p)
			handed = true
		case p.each != nil:
			p.each = x.settle(p.each, false, handed)
			out = append(out, p)
			handed = false
		default:
			out = append(out, p)
			handed = p.calls
		}
	}
	return out
}

// replaceData returns a task that replaces data, which it gets as parameters.
func (x *translated) replaceData(f *fixed) *Step {
	return x.createStandIn(f.node, f.data, "a task has to produce the data of %q, as a literal is allowed only at the start of a flow or subflow")[0].step
}

// statements returns a settled chain as the statements of a scope. One that merges data is cut there: what comes before leads to a
// label, and so does the literal, with which the next statement begins.
func (x *translated) statements(c chain) []*Statement {
	if len(c) == 0 {
		return nil
	}
	var out []*Statement
	switch first := c[0]; {
	case len(c) == 1 && !first.merge && len(first.alternatives) > 0:
		for _, a := range first.alternatives {
			out = append(out, &Statement{Steps: []*Step{x.guardStep(a)}})
		}
		return out
	case len(c) == 1 && !first.merge && len(first.branches) > 0:
		for _, b := range first.branches {
			out = append(out, &Statement{Steps: x.steps(b)})
		}
		return out
	}
	labels := map[string]bool{}
	from := 0
	var label *Label
	for i := 1; i <= len(c); i++ {
		if i < len(c) && !(c[i].source != nil && c[i].source.merge) {
			continue
		}
		s := &Statement{Steps: x.steps(c[from:i])}
		if label != nil {
			s.Steps[1] = merging(s.Steps[1])
			s.Steps[1].In = label
		}
		if i < len(c) {
			label = labelOf(c[i].source, labels)
			s.To = label
		}
		out = append(out, s)
		from = i
	}
	return out
}

// labelOf is the label through which data is merged, which no other of the scope has.
func labelOf(f *fixed, taken map[string]bool) *Label {
	name := legal(f.node.Name())
	if name == "" || name == startLabel || name == endLabel {
		name = "data"
	}
	free := name
	for i := 2; taken[free]; i++ {
		free = name + "-" + strconv.Itoa(i)
	}
	taken[free] = true
	return &Label{Name: free}
}

// merges reports whether data is merged within a chain, so that it is more than one statement.
func (c chain) merges() bool {
	return slices.ContainsFunc(c[min(1, len(c)):], func(p *part) bool { return p.source != nil && p.source.merge })
}

// steps returns a settled chain as the steps of one statement.
func (x *translated) steps(c chain) []*Step {
	if c.merges() {
		return []*Step{x.subflow(c)}
	}
	var out []*Step
	for i := 0; i < len(c); i++ {
		var s *Step
		merge := c[i].merge
		switch p := c[i]; {
		case p.source != nil && i == 0:
			s, merge = &Step{Kind: Data, Literal: literalOf(p.source.data, "<", ">")}, false
		case p.source != nil: // begins a subflow with what is next
			s = x.subflow(c[i : i+2])
			i++
		case len(p.alternatives) == 1:
			s = x.guardStep(p.alternatives[0])
		case p.alternatives != nil:
			s = x.subflow(chain{{alternatives: p.alternatives}})
		case p.branches != nil:
			s = x.parallelStep(p)
		case p.each != nil:
			s = x.asOneStep(p.each)
			s.Each = true
		default:
			s = p.step
		}
		if merge {
			s = merging(s)
		}
		out = append(out, s)
	}
	return out
}

// merging is a step that merges its inputs. A step may be written at several places, so that it is not changed.
func merging(s *Step) *Step {
	out := *s
	out.Merge = true
	return &out
}

// asOneStep returns a chain as one step: its only one, if nothing is before it, or a subflow.
func (x *translated) asOneStep(c chain) *Step {
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

// guardStep returns an alternative as one step with its guard.
func (x *translated) guardStep(a alternative) *Step {
	s := x.asOneStep(a.chain)
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

// parallelStep returns branches as one step: a list of tasks, or a subflow.
func (x *translated) parallelStep(p *part) *Step {
	list := &Step{Kind: List}
	for _, b := range p.branches {
		if len(b) != 1 || b[0].step == nil {
			return x.subflow(chain{{branches: p.branches}})
		}
		list.Members = append(list.Members, b[0].step)
	}
	return list
}
