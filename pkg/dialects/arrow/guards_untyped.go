package arrow

import (
	"regexp"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// A guard of a flow asks what a filter asks of the input. In a filter a value that is missing makes any comparison false, and so
// does one of another type, except for `!=`; it is never an error. What a condition asks of the document, `$.a`, is what the filter
// asks of its item, `@.a`: the item is the input, if that is an object, and an item of it, if it is a list.

// What a filter answers otherwise than the condition that it is written for.
const (
	differsList    = "the document may be a list, and a guard tests its items"
	differsPattern = "a pattern matches strings only, not other values or the items of an array"
	differsMissing = "a missing value is an error in the source, and does not match in a guard"
	differsWrong   = "a value of another type is an error in the source, and does not match in a guard"
	differsInstant = "timestamps are compared as strings"
	differsNull    = "a missing member counts as null in the source, and as missing in a guard"
)

// A filterWriter writes conditions as filters.
type filterWriter struct {
	before  []expr.Step     // the paths of the condition begin with these steps
	differs map[string]bool // what the filter answers otherwise
	missing string          // what cannot be expressed
}

// fail notes that something cannot be expressed.
func (f *filterWriter) fail(why string) expr.Expr {
	f.missing = why
	return &expr.Literal{Value: false}
}

func (f *filterWriter) write(x expr.Expr) expr.Expr {
	switch x := x.(type) {
	case *expr.Literal:
		return x
	case *expr.Not:
		return not(f.write(x.Operand))
	case *expr.Logic:
		parts := make([]expr.Expr, len(x.Operands))
		for i, o := range x.Operands {
			parts[i] = f.write(o)
		}
		return connected(x.Op, parts)
	case *expr.Test:
		return f.writeTest(x)
	case *expr.Loose:
		return f.writeLoose(x)
	case *expr.Path: // a filter may hold it as it is
		if x.Root == expr.RootInput {
			return f.path(x, expr.RootInput)
		}
	}
	return f.fail("it does not test a value")
}

// writeLoose writes a condition that looks at numbers and texts alike as the test that is nearest to it, or as a pattern.
func (f *filterWriter) writeLoose(x *expr.Loose) expr.Expr {
	near, differs := expr.Nearest(x)
	if near != nil {
		if differs != "" {
			f.differs["in the source "+differs] = true
		}
		return f.write(near)
	}
	p, ok := x.Left.(*expr.Path)
	if !ok || !p.Definite || p.Root != expr.RootInput || x.Op != expr.LooseLike && x.Op != expr.LooseMatches {
		return f.fail("it tests " + differs)
	}
	text, ok := x.Right[0].Value.(string)
	if !ok {
		return f.fail("its pattern is not a string")
	}
	f.differs[differsPattern] = true
	pattern := "(?s:.*)(?:" + text + ")(?s:.*)"
	if x.Op == expr.LooseLike {
		pattern = "(?s)" + strings.NewReplacer("%", ".*", "_", ".").Replace(regexp.QuoteMeta(text))
	}
	out := matches(f.path(p, expr.RootItem), pattern)
	if x.Negated {
		return not(out)
	}
	return out
}

// writeTest writes a test: what it asks of a value that fits, and, where others are accepted, a test for them.
func (f *filterWriter) writeTest(x *expr.Test) expr.Expr {
	if x.Path.Root != expr.RootInput {
		return f.fail("it reads something outside of the data")
	}
	if x.Path.OrNull {
		f.differs[differsNull] = true
	}
	if x.Missing == expr.Fails {
		f.differs[differsMissing] = true
	}
	if x.Op != expr.TestPresent && (x.Wrong == expr.Fails || x.Null == expr.Fails) {
		f.differs[differsWrong] = true
	}
	path := f.path(x.Path, expr.RootItem)
	if x.Op == expr.TestObject || x.Op == expr.TestPresent && x.Null == expr.Yes && x.Missing == expr.Fails {
		if x.Op == expr.TestObject && (x.Wrong != expr.Fails || x.Missing != expr.Fails) {
			return f.fail("a filter cannot test for an object")
		}
		return &expr.Literal{Value: true} // or it is an error
	}
	out := []expr.Expr{f.writeFitting(x, path)}
	if x.Op != expr.TestPresent && x.Wrong == expr.Yes {
		kind := ofKind(path, x.Value)
		if kind == nil {
			return f.fail("a filter cannot test for " + value.TypeOf(x.Value))
		}
		out = append(out, allOf(comparing(path, expr.NotEqual, nil), not(kind)))
	}
	if x.Null == expr.Yes && x.Op != expr.TestPresent && x.Value != nil {
		out = append(out, comparing(path, expr.Equal, nil))
	}
	if x.Missing == expr.Yes {
		out = append(out, not(path))
	}
	return anyOf(out...)
}

// writeFitting writes what a test asks of a value of its own kind; what is missing, null or of another kind makes that false.
func (f *filterWriter) writeFitting(x *expr.Test, path *expr.Path) expr.Expr {
	ops := map[expr.TestOp]expr.CompareOp{expr.TestEqual: expr.Equal, expr.TestLess: expr.Less, expr.TestLessEqual: expr.LessEqual,
		expr.TestGreater: expr.Greater, expr.TestGreaterEqual: expr.GreaterEqual}
	text, _ := x.Value.(string)
	switch x.Op {
	case expr.TestPresent:
		if x.Null == expr.Yes {
			return path
		}
		return comparing(path, expr.NotEqual, nil)
	case expr.TestContains:
		return matches(path, "(?s).*"+regexp.QuoteMeta(text)+".*")
	case expr.TestStartsWith:
		return matches(path, "(?s)"+regexp.QuoteMeta(text)+".*")
	case expr.TestEndsWith:
		return matches(path, "(?s).*"+regexp.QuoteMeta(text))
	}
	if x.Instant {
		f.differs[differsInstant] = true
	}
	if !scalars(x.Value) || x.Op != expr.TestEqual && !ordered(x.Value) {
		return f.fail("a filter cannot compare with such a value")
	}
	return comparing(path, ops[x.Op], x.Value)
}

// scalars reports whether a filter can hold a value: a scalar, or a list of them.
func scalars(v any) bool {
	switch v := v.(type) {
	case *value.Object:
		return false
	case []any:
		return !slices.ContainsFunc(v, func(item any) bool {
			switch item.(type) {
			case *value.Object, []any:
				return true
			}
			return false
		})
	}
	return true
}

// ofKind asks whether a value is of the kind of another; nil if no filter can.
func ofKind(path *expr.Path, v any) expr.Expr {
	switch v.(type) {
	case string:
		return comparing(path, expr.GreaterEqual, "")
	case int64, float64:
		return anyOf(comparing(path, expr.Less, int64(0)), comparing(path, expr.GreaterEqual, int64(0)))
	case bool:
		return anyOf(comparing(path, expr.Equal, true), comparing(path, expr.Equal, false))
	case nil:
		return comparing(path, expr.Equal, nil)
	}
	return nil
}

// path is a path of the document as one of a filter: from the item that it looks at, or from the whole.
func (f *filterWriter) path(p *expr.Path, root expr.Root) *expr.Path {
	out := &expr.Path{Root: root, Steps: slices.Concat(f.before, p.Steps), Definite: p.Definite}
	out.Text = out.String()
	return out
}

func comparing(path *expr.Path, op expr.CompareOp, v any) expr.Expr {
	return &expr.Compare{Op: op, As: expr.Jayway, Left: path, Right: &expr.Literal{Value: v}}
}

func matches(path *expr.Path, pattern string) expr.Expr {
	return comparing(path, expr.Matches, strings.ReplaceAll(pattern, "`", `\x60`))
}

// guardText is a filter as it is written between back quotes.
func guardText(x expr.Expr) string {
	p, ok := x.(*expr.Path)
	if !ok || p.Root != expr.RootInput {
		p = &expr.Path{Steps: []expr.Step{{Kind: expr.StepFilter, Filter: x}}}
	}
	return strings.ReplaceAll(p.String(), "`", `\u0060`)
}

// guardOf is a filter as the guard of a step. It reports what cannot be read of it.
func guardOf(x expr.Expr) (*Guard, error) {
	text := guardText(x)
	path, err := expr.ParsePath(source.Plain(text, 0))
	if err != nil {
		return nil, err
	}
	return &Guard{Text: text, Path: path}, nil
}
