package asl

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// An assignment gives a value to a member of the document. Several at once are a state each: one that reads a member comes before
// the one that gives it another value.
type assignment struct {
	key   string
	value expr.Expr
}

// writeMapping adds what only works on the data.
func (p *part) writeMapping(n *workflow.Node) {
	d := &n.Data
	o, merges := objectOf(d.Result)
	switch {
	case d.Result == nil:
		s := p.addState(n, Pass)
		p.machine.writeStages(s, n)
		p.machine.lead(s, p.findNext(n))
	case merges && d.Select == nil && d.Output == nil && isMerge(d.Combine):
		p.writeElementAssignments(n, o)
	default:
		p.writeResult(n)
	}
}

func isMerge(c *workflow.Combine) bool {
	return c != nil && (c.Mode == workflow.MergeShallow || c.Mode == workflow.MergeDeep)
}

// objectOf are the members that an expression makes an object of.
func objectOf(x expr.Expr) ([]assignment, bool) {
	var out []assignment
	switch x := x.(type) {
	case *expr.Object:
		for _, m := range x.Members {
			out = append(out, assignment{m.Key, m.Value})
		}
		return out, true
	case *expr.Literal:
		if x.Node == nil || x.Node.Kind != source.Object {
			return nil, false
		}
		for _, m := range x.Node.LastMembers() {
			out = append(out, assignment{m.Key, literal(m.Value)})
		}
		return out, true
	}
	return nil, false
}

// writeResult adds a state whose answer is a fixed value, or what a path selects.
func (p *part) writeResult(n *workflow.Node) {
	s := p.addState(n, Pass)
	switch x := meaning(n.Data.Result).(type) {
	case *expr.Literal:
		dialects.Put(s, "Result", dialects.Written(x))
		p.machine.writeSelection(s, "InputPath", n, n.Data.Select)
	case *expr.Path:
		if n.Data.Select != nil || x.Root != expr.RootInput {
			p.raising.lose(&dialects.LossExpression, x.Span, n.Element, "", "the data that %q computes is dropped", n.Name())
		} else {
			dialects.Put(s, "InputPath", dialects.NewText(x.String()))
		}
	default:
		p.raising.lose(&dialects.LossExpression, n.Data.Result.Range(), n.Element, "", "the data that %q computes is dropped", n.Name())
	}
	p.machine.writeSelection(s, "OutputPath", n, n.Data.Output)
	p.machine.writeCombine(s, n)
	p.machine.lead(s, p.findNext(n))
}

// writeElementAssignments adds the states of assignments; the first has the name of the node's element.
func (p *part) writeElementAssignments(n *workflow.Node, all []assignment) {
	if n.Data.Combine.Mode == workflow.MergeDeep && slices.ContainsFunc(all, mayBeObject) {
		p.raising.lose(&dialects.LossMergeIntoReplace, n.Element.NameSpan, n.Element, "the object alone",
			"the source merges an object into an existing one; in asl it replaces that object")
	}
	all = p.machine.orderAssignments(n, all)
	if len(all) == 0 {
		p.machine.lead(p.addState(n, Pass), p.findNext(n))
		return
	}
	s := p.writeAssignments(n, n.Name(), p.entry[n], all)
	title(s, n.Element)
}

// mayBeObject reports whether the value of an assignment may be an object.
func mayBeObject(a assignment) bool {
	switch x := meaning(a.value).(type) {
	case *expr.Literal:
		_, ok := x.Value.(*value.Object)
		return ok
	case *expr.Test, *expr.Logic, *expr.Not:
		return false
	}
	return true
}

// writeAssignments adds the states of some assignments, and returns the first, which has the given name. The names of the others begin with of.
func (p *part) writeAssignments(n *workflow.Node, of, first string, all []assignment) *source.Node {
	names := []string{first}
	for _, a := range all[1:] {
		names = append(names, p.raising.reserveName(of+": "+a.key))
	}
	var begins *source.Node
	for i, a := range all {
		to := p.findNext(n)
		if i+1 < len(all) {
			to = way{name: names[i+1]}
		}
		s := p.machine.addAssignment(n, of, names[i], a, to)
		if i == 0 {
			begins = s
		}
	}
	return begins
}

// orderAssignments returns those of the assignments that asl can express, each before those that change what it reads. The members of an object that are
// given twice are given the last value.
func (m *machine) orderAssignments(n *workflow.Node, all []assignment) []assignment {
	var rest, out []assignment
	for _, a := range all {
		rest = slices.DeleteFunc(rest, func(b assignment) bool { return b.key == a.key })
		if x := meaning(a.value); m.sayable(x) {
			rest = append(rest, assignment{a.key, x})
		} else {
			m.raising.lose(&dialects.LossExpression, a.value.Range(), n.Element, "", "asl cannot express the value of %q in %q", a.key, n.Name())
		}
	}
	for len(rest) > 0 {
		i := slices.IndexFunc(rest, func(a assignment) bool {
			return !slices.ContainsFunc(rest, func(b assignment) bool { return b.key != a.key && reads(b.value, a.key) })
		})
		if i < 0 {
			i = 0
			m.raising.lose(&dialects.LossExpression, rest[0].value.Range(), n.Element, "one after the other",
				"the values in %q depend on each other and are computed at once", n.Name())
		}
		out = append(out, rest[i])
		rest = slices.Delete(rest, i, i+1)
	}
	return out
}

// sayable reports whether a state can give a member that value.
func (m *machine) sayable(x expr.Expr) bool {
	switch x := x.(type) {
	case *expr.Literal:
		return true
	case *expr.Path:
		return x.Root == expr.RootInput && len(x.Steps) > 0
	case *expr.Test, *expr.Logic, *expr.Not:
		_, ok := m.conditionOf(x)
		return ok
	}
	return false
}

// reads reports whether an expression reads a member of the document.
func reads(x expr.Expr, key string) bool {
	switch x := x.(type) {
	case *expr.Path:
		return len(x.Steps) == 0 || x.Steps[0].Kind != expr.StepChild || x.Steps[0].Name == key
	case *expr.Test:
		return reads(x.Path, key)
	case *expr.Not:
		return reads(x.Operand, key)
	case *expr.Logic:
		return slices.ContainsFunc(x.Operands, func(o expr.Expr) bool { return reads(o, key) })
	}
	return false
}

// addAssignment adds the state of one assignment, or the three of one whose value depends on a condition.
func (m *machine) addAssignment(n *workflow.Node, of, name string, a assignment, to way) *source.Node {
	switch x := a.value.(type) {
	case *expr.Literal:
		return m.addConstant(name, a.key, dialects.Written(x), to)
	case *expr.Path:
		if x.OrNull {
			return m.addCopyOrNull(n, of, name, a.key, x, to)
		}
		return m.addCopy(name, a.key, x, to)
	}
	c, _ := m.translateGuard(a.value, n.Element)
	if c.rule == nil {
		return m.addConstant(name, a.key, boolean(c.holds), to)
	}
	yes, no := m.raising.reserveName(of+": "+a.key+" is true"), m.raising.reserveName(of+": "+a.key+" is false")
	s := m.addEither(name, c, yes, no)
	m.addConstant(yes, a.key, boolean(true), to)
	m.addConstant(no, a.key, boolean(false), to)
	return s
}

// addEither adds a choice between two states.
func (m *machine) addEither(name string, c condition, yes, no string) *source.Node {
	s := m.addState(name, Choice)
	rules := m.newChoices()
	rules.add(c, way{name: yes})
	rules.otherwise(way{name: no})
	rules.write(s, nil)
	return s
}

// addCopyOrNull adds the states of a value that is null where its path leads to nothing. What leads there has to be an object in the
// source, which is not asked here.
func (m *machine) addCopyOrNull(n *workflow.Node, of, name, key string, x *expr.Path, to way) *source.Node {
	m.raising.lose(&dialects.LossGuard, x.Span, n.Element, "null", "missing values become null, even if their parent is not an object")
	there, missing := m.raising.reserveName(of+": "+key+" is there"), m.raising.reserveName(of+": "+key+" is missing")
	s := m.addEither(name, condition{rule: counting(filterPath(itemPath(x)), false)}, there, missing)
	m.addCopy(there, key, x, to)
	m.addConstant(missing, key, nothing(), to)
	return s
}

// addCopy adds a state that gives a member the value that a path selects.
func (m *machine) addCopy(name, key string, x *expr.Path, to way) *source.Node {
	s := m.addState(name, Pass)
	dialects.Put(s, "InputPath", dialects.NewText(x.String()))
	dialects.Put(s, "ResultPath", dialects.NewText(member(key)))
	m.lead(s, to)
	return s
}

func (m *machine) addConstant(name, key string, value *source.Node, to way) *source.Node {
	s := m.addState(name, Pass)
	dialects.Put(s, "Result", value)
	dialects.Put(s, "ResultPath", dialects.NewText(member(key)))
	m.lead(s, to)
	return s
}

func boolean(b bool) *source.Node {
	n := &source.Node{Kind: source.Bool, Text: "false"}
	if b {
		n.Text = "true"
	}
	return n
}

// member is the path to a member of the document.
func member(key string) string {
	return (&expr.Path{Steps: []expr.Step{{Kind: expr.StepChild, Name: key}}}).String()
}
