package sw

import (
	"errors"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// What expressions mean in the places that they are in is here and in filters.go; the paths in them are those of package
// expr.

// selected evaluates a path on a document. It reports false if the path selects nothing.
func selected(p *expr.Path, doc any, env *expr.Env) (any, bool, error) {
	on := *env
	on.Input = doc
	v, err := expr.Eval(p, &on)
	var missing *expr.EvalError
	switch {
	case errors.As(err, &missing) && missing.Missing:
		return nil, false, nil
	case err != nil:
		return nil, false, err
	}
	list, many := v.([]any)
	return v, p.Definite || !many || len(list) > 0, nil
}

// foreign returns an expression that this dialect evaluates itself, as it was written.
func foreign(n *source.Node, run func(env *expr.Env) (any, error)) *expr.Foreign {
	return &expr.Foreign{Language: Dialect{}.Name(), Text: strings.TrimSpace(n.Text), Run: run, Node: n, Span: n.Span}
}

// holds returns a condition. It is true of what is not empty: null, false, and an empty list, object or text are (sw:
// "Workflow Data Expressions").
func (t *Template) holds() expr.Expr {
	p := t.path()
	x := foreign(&t.Node, func(env *expr.Env) (any, error) {
		v, ok, err := selected(p, env.Input, env)
		return ok && expr.Truthy(v), err
	})
	x.Means = func() expr.Expr { return truth(p) }
	x.MeansTyped = func() expr.Expr { return typedTruth(p) }
	return x
}

// truth is what a path asks as a condition of the document, which is an object, in the terms of all languages; nil if it asks
// for the truth of values in a way that these do not have.
func truth(p *expr.Path) expr.Expr {
	out := *p
	out.Truth = true
	if _, path := expr.Portable(&out, true).(*expr.Path); path && (p.Definite || asksForTruth(p)) {
		return nil
	}
	return &out
}

// asksForTruth reports whether a filter of a path tests the truth of a value.
func asksForTruth(p *expr.Path) bool {
	for _, s := range p.Steps {
		if s.Filter != nil && testsTruth(s.Filter) {
			return true
		}
	}
	return false
}

func testsTruth(x expr.Expr) bool {
	switch x := x.(type) {
	case *expr.Path:
		return x.Definite || asksForTruth(x)
	case *expr.Not:
		return testsTruth(x.Operand)
	case *expr.Logic:
		return slices.ContainsFunc(x.Operands, testsTruth)
	}
	return false
}

// holdsOfError returns a condition on the data of a state and the error that came up in it (sw: "Retry Definition", "Error
// Definition").
func (t *Template) holdsOfError() expr.Expr {
	p := t.path()
	return foreign(&t.Node, func(env *expr.Env) (any, error) {
		v, ok, err := selected(p, withError(env.Input, env.Error), env)
		return ok && expr.Truthy(v), err
	})
}

// withError is a document in which an error is under all the names that the text has for it.
func withError(doc, failure any) *value.Object {
	object, _ := doc.(*value.Object)
	out := object.Clone()
	out.Set("error", failure)
	out.Set("exception", failure)
	out.Set("errors", []any{failure})
	out.Set("exceptions", []any{failure})
	return out
}

// value returns the value of a template: see text.
func (t *Template) value() expr.Expr {
	x := means(foreign(&t.Node, t.text), t.valueMeans)
	x.MeansTyped = t.typedMeaning
	return x
}

// text evaluates a template: to the value of its only expression, or else to the text with all values printed in it.
func (t *Template) text(env *expr.Env) (any, error) {
	if t.alone() {
		v, ok, err := selected(t.Paths[0], env.Input, env)
		switch {
		case err != nil:
			return nil, err
		case ok || !t.Paths[0].Definite:
			return v, nil
		case env.Note != nil:
			env.Note("`" + t.Paths[0].String() + "` selects nothing: its value is null")
		}
		return nil, nil
	}
	if len(t.Paths) == 0 {
		return t.Node.Text, nil
	}
	var b strings.Builder
	for i, p := range t.Paths {
		v, ok, err := selected(p, env.Input, env)
		if err != nil {
			return nil, err
		}
		b.WriteString(t.Beside[i])
		if s, isText := v.(string); isText {
			b.WriteString(s)
		} else if ok {
			b.Write(value.Append(nil, v))
		}
	}
	b.WriteString(t.Beside[len(t.Paths)])
	return b.String(), nil
}

// alone reports whether a template is a single expression with nothing but blanks besides it.
func (t *Template) alone() bool {
	if len(t.Paths) != 1 {
		return false
	}
	for _, s := range t.Beside {
		if strings.TrimSpace(s) != "" {
			return false
		}
	}
	return true
}

// filled evaluates a value whose strings may have expressions in them. A string that is an expression alone has its value,
// which is null where nothing is selected.
func filled(n *source.Node, templates map[*source.Node]*Template, env *expr.Env) (any, error) {
	switch n.Kind {
	case source.String:
		if t := templates[n]; t != nil && !t.Broken {
			return t.text(env)
		}
	case source.Array:
		list := make([]any, len(n.Items))
		for i, x := range n.Items {
			v, err := filled(x, templates, env)
			if err != nil {
				return nil, err
			}
			list[i] = v
		}
		return list, nil
	case source.Object:
		object := value.NewObject(len(n.Members))
		for _, m := range n.LastMembers() {
			v, err := filled(m.Value, templates, env)
			if err != nil {
				return nil, err
			}
			object.Set(m.Key, v)
		}
		return object, nil
	}
	return value.Of(n), nil
}
