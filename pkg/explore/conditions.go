package explore

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A condition is a guard whose answer depends on the document alone.
type condition struct {
	id   int
	root term
	// reads are the members of the document that it looks at, as names from the outside in; an empty list is the whole document.
	reads [][]string
}

// A term is a part of a condition.
type term struct {
	op   termOp
	of   []term
	leaf expr.Expr
	text string   // of an opaque leaf: equal texts have equal answers
	at   []string // of a leaf that is not opaque: the member that it looks at
	// some tells of a leaf that it holds of a list if it does of any of its items.
	some  bool
	value any // of isValue
}

type termOp uint8

const (
	isLeaf   termOp = iota // decided by the value of one member; of a filter, the parts are what it asks of an item
	isOpaque               // either, and the same for the same text
	isAnd
	isOr
	isNot
	isWhole // decided by evaluating the leaf; its parts are what it looks at
	isValue // that the member has a value, which was written there
)

// conditionOf analyses a guard. It is nil for one that depends on more than the document.
func conditionOf(x expr.Expr) *condition {
	c := &condition{}
	ok := true
	c.root = c.term(x, &ok)
	if !ok {
		return nil
	}
	return c
}

// term reads a condition as a term; it sets ok to false if a part of it cannot be a term.
func (c *condition) term(x expr.Expr, ok *bool) term {
	switch x := x.(type) {
	case *expr.Logic:
		t := term{op: isAnd}
		if x.Op == expr.Or {
			t.op = isOr
		}
		for _, o := range x.Operands {
			t.of = append(t.of, c.term(o, ok))
		}
		return t
	case *expr.Not:
		return term{op: isNot, of: []term{c.term(x.Operand, ok)}}
	case *expr.Foreign:
		if x.Means != nil {
			if m := x.Means(); m != nil {
				return c.term(m, ok)
			}
		}
		if t, decided := c.whole(x); decided {
			return t
		}
		if t, judged := c.judged(x); judged {
			return t
		}
		if v, err := value.Parse([]byte(x.Text)); err == nil { // true and false are written like that in every language
			if _, constant := v.(bool); constant {
				return term{op: isLeaf, leaf: &expr.Literal{Value: v}}
			}
		}
		*ok = false
		return term{}
	}
	reads, pure := readsOf(x)
	*ok = *ok && pure
	c.reads = append(c.reads, reads...)
	if _, constant := x.(*expr.Literal); constant {
		return term{op: isLeaf, leaf: x}
	}
	if at := decidedBy(x); at != nil {
		_, loose := x.(*expr.Loose)
		return term{op: isLeaf, leaf: x, at: at.names(), some: loose}
	}
	if t, filters := filterOf(x); filters {
		return t
	}
	return term{op: isOpaque, leaf: x, text: expr.Readable(x)}
}

// whole is a condition that is evaluated as it is written, and that compares members of the document with constants: what it says of data
// of the types that it is written for shows which.
func (c *condition) whole(x *expr.Foreign) (term, bool) {
	if x.MeansTyped == nil || x.Run == nil {
		return term{}, false
	}
	m := x.MeansTyped()
	if m == nil {
		return term{}, false
	}
	inner := &condition{}
	pure := true
	part := inner.term(m, &pure)
	if !pure || !part.compares() {
		return term{}, false
	}
	c.reads = append(c.reads, inner.reads...)
	return term{op: isWhole, of: []term{part}, leaf: x}, true
}

// compares reports whether a term is made of comparisons of members with constants alone.
func (t *term) compares() bool {
	switch t.op {
	case isOpaque:
		return false
	case isLeaf:
		return t.at != nil || t.some
	}
	return !slices.ContainsFunc(t.of, func(o term) bool { return !o.compares() })
}

// judged is a condition of which only its text is known, and what it depends on.
func (c *condition) judged(x *expr.Foreign) (term, bool) {
	if x.Judges == nil {
		return term{}, false
	}
	j := x.Judges()
	if j == nil || len(j.Reads) == 0 {
		return term{}, false
	}
	c.reads = append(c.reads, j.Reads...)
	t := term{op: isOpaque, leaf: x, text: x.Language + " " + j.Text}
	if j.Negated {
		return term{op: isNot, of: []term{t}}, true
	}
	return t, true
}

// readsOf lists the members of the document that an expression looks at. pure reports that it looks at nothing else.
func readsOf(x expr.Expr) (reads [][]string, pure bool) {
	var parts []expr.Expr
	switch x := x.(type) {
	case *expr.Literal:
		return nil, true
	case *expr.Path:
		if x.Root != expr.RootInput {
			return nil, false
		}
		names := []string{}
		for _, s := range x.Steps {
			if s.Kind == expr.StepFilter {
				if !filterIsPure(s.Filter) {
					return nil, false
				}
			}
		}
		for _, s := range x.Steps {
			if s.Kind != expr.StepChild {
				break
			}
			names = append(names, s.Name)
		}
		return [][]string{names}, true
	case *expr.Compare:
		parts = []expr.Expr{x.Left, x.Right}
	case *expr.Test:
		parts = []expr.Expr{x.Path}
	case *expr.Is:
		parts = []expr.Expr{x.Operand}
	case *expr.Loose:
		parts = []expr.Expr{x.Left}
	default:
		return nil, false
	}
	for _, p := range parts {
		more, ok := readsOf(p)
		if !ok {
			return nil, false
		}
		reads = append(reads, more...)
	}
	return reads, true
}

// filterIsPure reports whether the filter of a path looks at nothing but its items and literals.
func filterIsPure(x expr.Expr) bool {
	switch x := x.(type) {
	case *expr.Literal:
		return true
	case *expr.Path:
		return x.Root == expr.RootItem && !slices.ContainsFunc(x.Steps, func(s expr.Step) bool { return s.Kind == expr.StepFilter })
	case *expr.Compare:
		return filterIsPure(x.Left) && filterIsPure(x.Right)
	case *expr.Not:
		return filterIsPure(x.Operand)
	case *expr.Logic:
		return !slices.ContainsFunc(x.Operands, func(o expr.Expr) bool { return !filterIsPure(o) })
	}
	return false
}

// member is a path that selects a member of the document by names.
type member struct{ *expr.Path }

func (m *member) names() []string {
	out := make([]string, len(m.Steps))
	for i, s := range m.Steps {
		out[i] = s.Name
	}
	return out
}

// decidedBy returns the only member whose value decides a comparison with constants; nil if there is none, or if the values that it
// tells apart are too many to try: those of patterns, and of texts whatever their case.
func decidedBy(x expr.Expr) *member {
	of := func(x expr.Expr) *member {
		p, ok := x.(*expr.Path)
		if !ok || p.Root != expr.RootInput || len(p.Steps) == 0 {
			return nil
		}
		for _, s := range p.Steps {
			if s.Kind != expr.StepChild {
				return nil
			}
		}
		return &member{p}
	}
	switch x := x.(type) {
	case *expr.Path:
		return of(x)
	case *expr.Is:
		return of(x.Operand)
	case *expr.Test:
		if x.Op == expr.TestContains || x.Op == expr.TestStartsWith || x.Op == expr.TestEndsWith || !isScalar(x.Value) {
			return nil
		}
		return of(x.Path)
	case *expr.Compare:
		l, known := x.Right.(*expr.Literal)
		if !known || x.Op > expr.GreaterEqual || !isScalar(l.Value) {
			return nil
		}
		return of(x.Left)
	case *expr.Loose:
		if x.Fold || x.Op > expr.LooseBetweenOrEqual && x.Op != expr.LooseNull || slices.ContainsFunc(x.Right, func(l *expr.Literal) bool { return !isScalar(l.Value) }) {
			return nil
		}
		return of(x.Left)
	}
	return nil
}

// isScalar reports whether a value is one that conditions can be decided with.
func isScalar(v any) bool {
	switch v := v.(type) {
	case string:
		return !filledIn(v) // two may be the same
	case nil, bool, int64, float64:
		return true
	}
	return false
}

// constantsOf are the values that a leaf compares with.
func constantsOf(x expr.Expr) []any {
	switch x := x.(type) {
	case *expr.Test:
		if x.Op != expr.TestPresent && x.Op != expr.TestObject {
			return []any{x.Value}
		}
	case *expr.Compare:
		if l, ok := x.Right.(*expr.Literal); ok {
			return []any{l.Value}
		}
	case *expr.Loose: // which compares what is written with numbers and texts as both
		var out []any
		for _, l := range x.Right {
			text := fmt.Sprint(l.Value)
			out = append(out, l.Value, text)
			if n, err := strconv.ParseFloat(text, 64); err == nil {
				out = append(out, n)
			}
		}
		return out
	}
	return nil
}

// touches reports whether a change at a path may change the answer of a condition.
func (c *condition) touches(p *expr.Path) bool {
	for _, read := range c.reads {
		overlaps := true
		for i, s := range p.Steps {
			if i >= len(read) || s.Kind != expr.StepChild {
				break
			}
			if s.Name != read[i] {
				overlaps = false
				break
			}
		}
		if overlaps {
			return true
		}
	}
	return false
}

// textOf names a condition for those who read what was assumed.
func textOf(x expr.Expr) string {
	if f, ok := x.(*expr.Foreign); ok {
		return strings.TrimSpace(f.Text)
	}
	return expr.Readable(x)
}

// keeps reports whether putting an answer into a document keeps everything outside of a path, and which that is.
func keeps(c *workflow.Combine) (*expr.Path, bool) {
	return c.Path, c.Mode == workflow.SetAt && c.Path != nil && c.Path.Root == expr.RootInput && len(c.Path.Steps) > 0
}
