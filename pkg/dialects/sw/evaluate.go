package sw

import (
	"errors"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// What expressions mean in the places that they stand in is here; the paths in them are those of package expr.

// selected evaluates a path. It reports false if the path selects nothing.
func selected(p *expr.Path, env *expr.Env) (any, bool, error) {
	v, err := expr.Eval(p, env)
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
func foreign(n *source.Node, run func(env *expr.Env) (any, error)) expr.Expr {
	return &expr.Foreign{Language: Dialect{}.Name(), Text: strings.TrimSpace(n.Text), Run: run, Span: n.Span}
}

// holds returns a condition. It is true of what is not empty: null, false, and an empty list, object or text are (sw:
// "Workflow Data Expressions").
func (t *Template) holds() expr.Expr {
	p := t.path()
	return foreign(t.Node, func(env *expr.Env) (any, error) {
		v, ok, err := selected(p, env)
		return ok && !empty(v), err
	})
}

func empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}

// filter returns a filter of a state's data. A member of the data keeps its name, unless it is a list; where nothing is
// selected, nothing is filtered (sw: "State Data Filter").
func (t *Template) filter() expr.Expr {
	p := t.path()
	return foreign(t.Node, func(env *expr.Env) (any, error) {
		v, ok, err := selected(p, env)
		if err != nil || !ok {
			return env.Input, err
		}
		if _, list := v.([]any); !list && p.Definite && len(p.Steps) == 1 && p.Steps[0].Kind == expr.StepChild {
			return map[string]any{p.Steps[0].Name: v}, nil
		}
		return v, nil
	})
}

// injected returns the data of a state with fixed data merged into it (sw: "Inject State").
func injected(n *source.Node) expr.Expr {
	data := value.Of(n)
	return &expr.Foreign{Language: Dialect{}.Name(), Text: "data", Span: n.Span, Run: func(env *expr.Env) (any, error) {
		return value.MergeDeep(env.Input, data), nil
	}}
}

// parameters returns the value of an object whose strings may have expressions in them. A string that is an expression
// alone has its value, which is null where nothing is selected.
func (a *Action) parameters() expr.Expr {
	return &expr.Foreign{Language: Dialect{}.Name(), Text: "parameters", Span: a.Parameters.Span, Run: func(env *expr.Env) (any, error) {
		return a.filled(a.Parameters, env)
	}}
}

func (a *Action) filled(n *source.Node, env *expr.Env) (any, error) {
	switch n.Kind {
	case source.String:
		if t := a.Templates[n]; t != nil {
			return t.text(env)
		}
	case source.Array:
		list := make([]any, len(n.Items))
		for i, x := range n.Items {
			v, err := a.filled(x, env)
			if err != nil {
				return nil, err
			}
			list[i] = v
		}
		return list, nil
	case source.Object:
		object := make(map[string]any, len(n.Members))
		for _, m := range n.LastMembers() {
			v, err := a.filled(m.Value, env)
			if err != nil {
				return nil, err
			}
			object[m.Key] = v
		}
		return object, nil
	}
	return value.Of(n), nil
}

// text returns the value of a template: that of its only expression, or else the text with all values printed in it.
func (t *Template) text(env *expr.Env) (any, error) {
	alone := len(t.Paths) == 1
	for _, s := range t.Beside {
		alone = alone && strings.TrimSpace(s) == ""
	}
	var b strings.Builder
	for i, p := range t.Paths {
		v, ok, err := selected(p, env)
		switch {
		case err != nil:
			return nil, err
		case alone && (ok || !p.Definite):
			return v, nil
		case alone:
			return nil, nil
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

// asksForPresence reports whether a filter of a path tests a lone path. The language asks for its truth, which the
// evaluator of paths does not.
func asksForPresence(p *expr.Path) bool {
	for _, s := range p.Steps {
		if s.Filter != nil && lonePath(s.Filter) {
			return true
		}
	}
	return false
}

func lonePath(x expr.Expr) bool {
	switch x := x.(type) {
	case *expr.Path:
		return true
	case *expr.Not:
		return lonePath(x.Operand)
	case *expr.Logic:
		for _, o := range x.Operands {
			if lonePath(o) {
				return true
			}
		}
	}
	return false
}
