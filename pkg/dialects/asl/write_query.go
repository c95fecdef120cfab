package asl

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// marked is a JSONata expression as the value of a field.
func marked(text string) string { return "{% " + text + " %}" }

// query returns an expression whose value is needed in JSONata. It reports false for one that JSONata cannot express.
func (d *document) query(x expr.Expr) (string, bool) { return d.inJSONata(x, false) }

func (d *document) inJSONata(x expr.Expr, condition bool) (string, bool) {
	if f, ok := x.(*expr.Foreign); ok && f.Language == "jsonata" {
		return f.Text, true
	}
	names := errorNames{d.flow.Errors.NameKey, d.flow.Errors.CauseKey}
	if p, ok := x.(*expr.Path); ok && p.Root == expr.RootError && len(p.Steps) == 0 && names != ownErrors {
		x = errorObject(names)
	}
	text, lacks := queryText(x, names, condition)
	return text, lacks == ""
}

// errorObject is an error as data of the source, member by member.
func errorObject(names errorNames) expr.Expr {
	return &expr.Object{Members: []expr.ObjectMember{{Key: names.name, Value: expr.NewPath(expr.RootError, names.name)},
		{Key: names.cause, Value: expr.NewPath(expr.RootError, names.cause)}}}
}

// queryString is a text in JSONata: in single quotes if that is possible, as there are double ones around the expression.
func queryString(s string) string {
	if quoted := strconv.Quote(s); !strings.ContainsAny(s, `'"`) && quoted == `"`+s+`"` {
		return "'" + s + "'"
	}
	return string(value.Append(nil, s))
}

var plainQueryName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`) })

// queryName is the name of a member as a step of JSONata.
func queryName(name string) string {
	switch name {
	case "and", "or", "in", "true", "false", "null", "function":
		return "`" + name + "`"
	}
	if plainQueryName().MatchString(name) {
		return name
	}
	return "`" + name + "`"
}

// queryValue is an expression as the value of a field of a JSONata state: JSON whose computed parts are expressions. It is nil for one that
// JSONata cannot express.
func (d *document) queryValue(x expr.Expr) *source.Node {
	return dialects.Tree(x, func(x expr.Expr) *source.Node {
		if l, ok := x.(*expr.Literal); ok && !value.HasText(l.Value, holdsMarks) {
			return dialects.Written(l)
		}
		if text, ok := d.query(x); ok {
			return dialects.NewText(marked(text))
		}
		return nil
	})
}

// holdsMarks reports whether a text would be taken for an expression.
func holdsMarks(s string) bool { return strings.Contains(s, "{%") || strings.Contains(s, "%}") }
