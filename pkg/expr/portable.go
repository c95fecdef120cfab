package expr

import "github.com/flowglot/flowglot/pkg/value"

// Portable returns a condition in the terms in which all languages can be compared: *[Logic], *[Not], *[Test], and
// *[Literal] of true and false. What no test can express stays as it is: a path with more than one filter, a pattern, what is
// [Foreign] and has no meaning in these terms, and most conditions that are [Loose], for which [Nearest] has something near.
// The result holds of the same documents, and fails of the same.
//
// A test may be of what is known of an entity besides its data: its path begins at RootContext then.
//
// whole means that every document the condition is asked of is an object. A filter directly after the root tests
// the document itself then; otherwise it tests the items of a document that is a list, and stays as it is.
func Portable(x Expr, whole bool) Expr {
	switch x := x.(type) {
	case *Logic:
		out := &Logic{Op: x.Op, Span: x.Span}
		for _, o := range x.Operands {
			out.Operands = append(out.Operands, Portable(o, whole))
		}
		return out
	case *Not:
		return &Not{Operand: Portable(x.Operand, whole), Span: x.Span}
	case *Compare:
		if x.As != Jayway {
			return typedTest(x)
		}
	case *Foreign:
		if x.Means != nil {
			if m := x.Means(); m != nil {
				return Portable(m, whole)
			}
		}
	case *Path:
		return portablePath(x, whole)
	case *Loose:
		return portableLoose(x)
	}
	return x
}

// typedTest is a comparison of asl: of a value of another type it is false, and what is missing is an error (asl 2016:
// "Choice State").
func typedTest(c *Compare) Expr {
	path, ok := c.Left.(*Path)
	literal, okay := c.Right.(*Literal)
	if !ok || !okay || !path.Definite || c.Op > GreaterEqual || c.Op == NotEqual || c.As == Boolean && c.Op != Equal || !hasType(literal.Value, c.As) {
		return c
	}
	return &Test{Op: testOps[c.Op], Path: path, Value: literal.Value, Instant: c.As == Timestamp, Missing: Fails, Span: c.Span}
}

// hasType reports whether a value is one that a typing compares with.
func hasType(v any, as Typing) bool {
	switch v := v.(type) {
	case string:
		_, instant := ParseTimestamp(v)
		return as == Text || as == CodeUnits || as == Timestamp && instant
	case bool:
		return as == Boolean
	case int64, float64:
		return as == Numeric
	}
	return false
}

// testOps are the questions of comparisons.
var testOps = map[CompareOp]TestOp{Equal: TestEqual, Less: TestLess, LessEqual: TestLessEqual, Greater: TestGreater, GreaterEqual: TestGreaterEqual}

// portablePath is a path that asks whether it selects anything. A definite one is a test by itself; of one that filters the
// document itself, the filter is.
func portablePath(p *Path, whole bool) Expr {
	switch {
	case p.Root != RootInput:
	case p.Definite && single(p.Steps) && p.Truth:
		return truthTest(p)
	case p.Definite && single(p.Steps):
		return &Test{Op: TestPresent, Path: p, Null: Yes, Span: p.Span}
	case whole && len(p.Steps) == 1 && p.Steps[0].Kind == StepFilter:
		if x := filterTest(p.Steps[0].Filter); x != nil {
			return x
		}
	}
	return p
}

// filterTest is what a filter asks of the item it looks at, as a condition on a document; nil if no test expresses it.
func filterTest(x Expr) Expr {
	switch x := x.(type) {
	case *Logic:
		out := &Logic{Op: x.Op, Span: x.Span}
		for _, o := range x.Operands {
			part := filterTest(o)
			if part == nil {
				return nil
			}
			out.Operands = append(out.Operands, part)
		}
		return out
	case *Not:
		if part := filterTest(x.Operand); part != nil {
			return &Not{Operand: part, Span: x.Span}
		}
	case *Literal:
		if _, ok := x.Value.(bool); ok {
			return x
		}
	case *Compare:
		switch x.Op {
		case In:
			return filterMembership(x)
		case Matches:
			return filterPattern(x)
		}
		return filterComparison(x)
	case *Path:
		switch p := itemPath(x); {
		case p == nil:
		case x.Truth:
			return truthTest(p)
		default:
			return &Test{Op: TestPresent, Path: p, Null: Yes, Span: x.Span}
		}
	}
	return nil
}

// truthTest asks whether what a path selects is true, as [Truthy] says.
func truthTest(p *Path) Expr {
	out := &Logic{Op: And, Span: p.Span, Operands: []Expr{&Test{Op: TestPresent, Path: p, Span: p.Span}}}
	for _, v := range []any{false, "", []any{}, value.NewObject(0)} {
		out.Operands = append(out.Operands, &Not{Operand: &Test{Op: TestEqual, Path: p, Value: v, Span: p.Span}, Span: p.Span})
	}
	return out
}

// mirrored are the comparisons with their sides changed.
var mirrored = map[CompareOp]CompareOp{Equal: Equal, NotEqual: NotEqual, Less: Greater, LessEqual: GreaterEqual, Greater: Less, GreaterEqual: LessEqual}

// filterComparison is a comparison in a filter, of which what is missing and what is of another type are not part: both make
// it false, and only NotEqual is true of another type.
func filterComparison(c *Compare) Expr {
	op, left, right := c.Op, c.Left, c.Right
	if _, fixed := left.(*Literal); fixed {
		turned, ok := mirrored[op]
		if !ok {
			return nil
		}
		op, left, right = turned, right, left
	}
	path, ok := left.(*Path)
	literal, okay := right.(*Literal)
	if !ok || !okay {
		return nil
	}
	at := itemPath(path)
	switch asks, known := testOps[op]; {
	case at == nil:
		return nil
	case op == NotEqual:
		return &Not{Operand: &Test{Op: TestEqual, Path: at, Value: literal.Value, Missing: Yes, Span: c.Span}, Span: c.Span}
	case known && (op == Equal || ordered(literal.Value)):
		return &Test{Op: asks, Path: at, Value: literal.Value, Span: c.Span}
	}
	return nil
}

func ordered(v any) bool {
	kind := value.TypeOf(v)
	return kind == value.TypeOf("") || kind == value.TypeOf(int64(0))
}

// itemPath is a path of a filter as one of the document that is filtered; nil if it is not definite, or begins elsewhere.
func itemPath(p *Path) *Path {
	if p.Root != RootItem || !single(p.Steps) {
		return nil
	}
	out := *p
	out.Root = RootInput
	out.Text = out.String()
	return &out
}
