package arrow

import (
	"regexp"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A guard of a flow asks what a filter asks of the input. In a filter a value that is missing makes any comparison false, and so
// does one of another type, but for `!=`; it is never an error. What a condition asks of the document, `$.a`, is what the filter
// asks of its item, `@.a`: the item is the input, if that is an object, and an item of it, if it is a list.

// guard returns a condition of a node as a filter; nil always holds. What was selected for the condition, its paths begin with.
func (x *translated) guard(c, selected expr.Expr, n *workflow.Node) expr.Expr {
	if c == nil || isLiteral(c, true) {
		return nil
	}
	whole := x.w.Documents == workflow.ObjectDocument
	near, differs := expr.Nearest(expr.Portable(c, whole))
	at := spanOf(c.Range(), placeOf(n))
	if near == nil {
		if p, ok := c.(*expr.Path); ok && p.Root == expr.RootInput { // which is what a guard is
			return p
		}
		x.refuse(at, "a guard of a flow cannot say the condition `%s`", expr.Readable(c))
		return nil
	}
	f := &filterWriter{differs: map[string]bool{}}
	if p, ok := selected.(*expr.Path); ok && p.Root == expr.RootInput && p.Definite {
		f.before = p.Steps
	}
	out := f.write(near)
	if out == nil || f.missing != "" {
		x.refuse(at, "a guard of a flow cannot say the condition `%s`: %s", expr.Readable(c), f.missing)
		return nil
	}
	const instead = "a filter, which is never an error, and of a list asks the items"
	if differs != "" {
		x.add(&dialects.LossGuard, at, n.Element, instead, "in the source %s", differs)
	}
	for _, d := range filterDifferences {
		if f.differs[d] {
			x.add(&dialects.LossGuard, at, n.Element, instead, "%s", d)
		}
	}
	if !whole {
		x.add(&dialects.LossGuard, at, n.Element, instead, "of a document that is a list, a guard asks the items")
	}
	if isLiteral(out, true) {
		return nil
	}
	return out
}

// What a filter answers otherwise than the condition that it is written for.
const (
	differsMissing = "a value that is missing is an error in the source, and no match in a guard"
	differsWrong   = "a value of another type is an error in the source, and no match in a guard"
	differsInstant = "timestamps are compared as texts"
	differsNull    = "a missing member counts as null in the source, and as missing in a guard"
)

var filterDifferences = []string{differsMissing, differsWrong, differsInstant, differsNull}

// A filterWriter writes conditions as filters.
type filterWriter struct {
	before  []expr.Step     // the paths of the condition begin with these steps
	differs map[string]bool // what the filter answers otherwise
	missing string          // what cannot be said
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
		if x.Op == expr.Or {
			return anyOf(parts...)
		}
		return allOf(parts...)
	case *expr.Test:
		return f.test(x)
	}
	f.missing = "it is no test of a value"
	return &expr.Literal{Value: false}
}

// test writes a test: what it asks of a value that fits, and, where the answer to others is yes, what they are told by.
func (f *filterWriter) test(x *expr.Test) expr.Expr {
	if x.Path.Root != expr.RootInput {
		f.missing = "it asks for something that is not in the data"
		return &expr.Literal{Value: false}
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
	path := f.path(x.Path)
	if x.Op == expr.TestObject || x.Op == expr.TestPresent && x.Null == expr.Yes && x.Missing == expr.Fails {
		if x.Op == expr.TestObject && (x.Wrong != expr.Fails || x.Missing != expr.Fails) {
			f.missing = "no filter asks for an object"
		}
		return &expr.Literal{Value: true} // or it is an error
	}
	out := []expr.Expr{f.fitting(x, path)}
	if x.Op != expr.TestPresent && x.Wrong == expr.Yes {
		kind := ofKind(path, x.Value)
		if kind == nil {
			f.missing = "no filter asks for " + value.TypeOf(x.Value)
			return &expr.Literal{Value: false}
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

// fitting writes what a test asks of a value of its own kind; what is missing, null or of another kind makes that false.
func (f *filterWriter) fitting(x *expr.Test, path *expr.Path) expr.Expr {
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
	if !scalars(x.Value) {
		f.missing = "no filter compares with such a value"
	}
	return comparing(path, ops[x.Op], x.Value)
}

// scalars reports whether a filter can hold a value: a scalar, or a list of them.
func scalars(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		return false
	case []any:
		return !slices.ContainsFunc(v, func(item any) bool {
			switch item.(type) {
			case map[string]any, []any:
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

// path is a path of the document as one of the item that a filter looks at.
func (f *filterWriter) path(p *expr.Path) *expr.Path {
	out := &expr.Path{Root: expr.RootItem, Steps: slices.Concat(f.before, p.Steps), Definite: true}
	out.Text = out.String()
	return out
}

func comparing(path *expr.Path, op expr.CompareOp, v any) expr.Expr {
	return &expr.Compare{Op: op, As: expr.Jayway, Left: path, Right: &expr.Literal{Value: v}}
}

func matches(path *expr.Path, pattern string) expr.Expr {
	return comparing(path, expr.Matches, strings.ReplaceAll(pattern, "`", `\x60`))
}

// guardText is a filter as it stands between back quotes.
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
