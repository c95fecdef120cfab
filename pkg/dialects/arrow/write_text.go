package arrow

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A composing writes a chain as the statements of a scope. What the start of the scope gives is the document at its begin.
type composing struct {
	*writer
	out     []*Statement
	current *Statement
	labels  *dialects.Names
	in      *Label // of the next step
	merge   bool   // the next step merges what comes to it
}

// statements returns a settled chain as the statements of a scope whose value is the document at the end of the chain.
func (x *writer) statements(c chain) []*Statement {
	if s := x.apart(c); s != nil {
		return s
	}
	w := &composing{writer: x, labels: dialects.NewNames("-", 0), current: &Statement{}}
	for i := 0; i < len(c); i++ {
		p := c[i]
		switch {
		case p.adds:
			w.add(p)
		default:
			w.append(x.stepOf(p))
			w.merge = p.lists
			continue
		}
		rest := c[i+1:]
		if !rest[0].adds {
			continue
		}
		end := len(rest)
		if replaced := slices.IndexFunc(rest, func(p *part) bool { return !p.adds }); len(rest) > mostMerged && replaced >= 0 {
			end = replaced + 1 // what comes after it needs nothing of what was merged, and is not nested
		}
		w.append(x.subflow(x.statements(rest[:end])))
		w.merge = rest[end-1].lists
		i += end
	}
	return w.end()
}

// named reports whether an author named a part: it is written as a task with a subflow then.
func (x *writer) named(p *part) bool { return p.whole && x.names.isNamed(p.node) }

// apart returns the statements of a chain that is nothing but alternatives or branches; nil for others.
func (x *writer) apart(c chain) []*Statement {
	if len(c) != 1 || x.named(c[0]) {
		return nil
	}
	return x.inside(c[0])
}

// inside returns the statements of alternatives or branches; nil for other parts.
func (x *writer) inside(p *part) []*Statement {
	var out []*Statement
	for _, a := range p.alternatives {
		out = append(out, &Statement{Steps: []*Step{x.guardStep(a, p.adds)}})
	}
	for _, b := range p.branches {
		out = append(out, x.branch(b, p.adds)...)
	}
	return out
}

// branch returns a branch as a statement.
func (x *writer) branch(b chain, adds bool) []*Statement {
	if adds && additive(b) {
		return []*Statement{{Steps: []*Step{x.asOneStep(b, true)}}}
	}
	s := x.statements(b) // once: what is nested in it would be written twice as often at each level
	if len(s) == 1 {
		return s
	}
	return []*Statement{{Steps: []*Step{x.subflow(s)}}}
}

// append adds a step to the current statement.
func (w *composing) append(s *Step) {
	step := *s
	if w.in != nil {
		step.In, w.in = w.in, nil
	}
	step.Merge = step.Merge || w.merge
	w.merge = false
	w.current.Steps = append(w.current.Steps, &step)
}

// add writes a part that adds to the document: what comes next gets the document and what the part gives, and merges them.
func (w *composing) add(p *part) {
	label := &Label{Name: w.labels.Free(labelOf(p.node))}
	if n := len(w.current.Steps); n > 0 {
		w.current.Steps[n-1].Out = label
		w.append(w.stepOf(p))
	} else {
		in := w.in
		w.in = nil
		step := *w.stepOf(p)
		step.In, step.Merge = in, step.Merge || w.merge
		w.out = append(w.out, &Statement{Steps: []*Step{&step}, To: label})
	}
	w.in, w.merge = label, true
}

// end returns the statements.
func (w *composing) end() []*Statement {
	if len(w.current.Steps) > 0 {
		w.out = append(w.out, w.current)
	}
	return w.out
}

// additions returns the statements of a scope whose value is what the parts of a chain add to the document.
func (x *writer) additions(c chain) []*Statement {
	if s := x.apart(c); s != nil {
		return s
	}
	if len(c) == 1 {
		return []*Statement{{Steps: []*Step{x.stepOf(c[0])}}}
	}
	first, rest := *x.stepOf(c[0]), *x.asOneStep(c[1:], true)
	first.Out = &Label{Name: labelOf(c[0].node)}
	rest.In, rest.Merge = first.Out, true
	return []*Statement{{Steps: []*Step{&first}}, {Steps: []*Step{&rest}}}
}

// labelOf is what a label for a node is called if no other of its scope is.
func labelOf(n *workflow.Node) string {
	if name := legal(n.Name()); name != "" && name != startLabel && name != endLabel {
		return name
	}
	return "data"
}

// stepOf returns a part as a step.
func (x *writer) stepOf(p *part) *Step {
	var s *Step
	switch {
	case p.step != nil:
		return p.step
	case p.source != nil:
		return &Step{Kind: Data, Literal: literalOf(p.source, "<", ">")}
	case p.mark:
		return x.markStep(p)
	case p.each != nil:
		if x.named(p) && !p.iteratesAlone() {
			s = x.names.declareSubflow(p.node, x.subflow(x.statements(p.each)))
		} else {
			s = x.asOneStep(p.each, false)
		}
		s.Each = true
		return s
	case p.group != nil && x.named(p): // what is declared has a body, be it one step
		s = x.subflow(x.statements(p.group))
	case p.group != nil:
		s = x.asOneStep(p.group, false)
	case p.sum != nil:
		return x.asOneStep(p.sum, true)
	case len(p.alternatives) == 1 && !x.named(p):
		return x.guardStep(p.alternatives[0], p.adds)
	case p.branches != nil && !x.named(p):
		return x.parallelStep(p)
	default:
		s = x.subflow(x.inside(p))
	}
	if x.named(p) {
		return x.names.declareSubflow(p.node, s)
	}
	return s
}

// iteratesAlone reports whether a part calls one task for each item, and is named after it and numbered: the task has that name itself.
func (p *part) iteratesAlone() bool {
	return len(p.each) == 1 && p.each[0].step != nil && p.each[0].node != nil && numbered(p.node.Name(), p.each[0].node.Name())
}

// asOneStep returns a chain as one step: its only one, or a subflow.
func (x *writer) asOneStep(c chain, adds bool) *Step {
	if len(c) == 1 && (c[0].alternatives == nil || x.named(c[0])) {
		if s := x.stepOf(c[0]); !s.Each {
			step := *s
			return &step
		}
	}
	if adds {
		return x.subflow(x.additions(c))
	}
	return x.subflow(x.statements(c))
}

func (x *writer) subflow(s []*Statement) *Step {
	return &Step{Kind: Subflow, Body: &Body{Statements: s}}
}

// guardStep returns an alternative as one step with its guard.
func (x *writer) guardStep(a alternative, adds bool) *Step {
	adds = adds && additive(a.chain)
	s := x.asOneStep(a.chain, adds)
	if s.Each {
		s = x.subflow(x.statements(a.chain))
	}
	guard := a.guard
	if x.options.Domain.Typed && !expr.SeveralTypes(guard) {
		guard = direct(guard)
	}
	g, err := guardOf(guard)
	if err != nil {
		x.refuse(x.w.Span, "the condition `%s` cannot be a guard: %v", shortened(guardText(a.guard)), err)
		return s
	}
	s.Guard = g
	return s
}

// parallelStep returns branches as one step: a list of tasks, or a subflow.
func (x *writer) parallelStep(p *part) *Step {
	list := &Step{Kind: List}
	for _, b := range p.branches {
		if len(b) != 1 || b[0].step == nil {
			return x.subflow(x.inside(p))
		}
		list.Members = append(list.Members, b[0].step)
	}
	return list
}

// shortened is a text with its middle left out if it is long.
func shortened(text string) string {
	const most = 200
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most/2], "") + "…" + strings.ToValidUTF8(text[len(text)-most/2:], "")
}
