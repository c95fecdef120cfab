package sw

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// Filters select which part of the data a state, an action or an event has to do with (sw: "State Data Filtering"). Those of
// states keep the name of a member, unless it is a list; those that merge what they select keep the names of the whole path
// to it. Plain filters, which --filter value asks for, keep none.

// filter returns a filter of a state's data, or of what an action sees of it. Where nothing is selected, nothing is filtered
// (sw: "State Data Filter").
func (t *Template) filter(plain bool) expr.Expr {
	p := t.path()
	return means(foreign(&t.Node, func(env *expr.Env) (any, error) { return filtered(p, env.Input, plain, env) }),
		func() expr.Expr { return filterMeans(p, plain) })
}

func filtered(p *expr.Path, doc any, plain bool, env *expr.Env) (any, error) {
	v, ok, err := selected(p, doc, env)
	if err != nil || !ok {
		return doc, err
	}
	if _, list := v.([]any); !plain && !list && p.Definite && len(p.Steps) == 1 && p.Steps[0].Kind == expr.StepChild {
		return value.ObjectOf(value.Member{Key: p.Steps[0].Name, Value: v}), nil
	}
	return v, nil
}

// named returns a value that a path selected under the names of the path to it: for `$.a.b` it is {"a": {"b": v}}. Names
// before an index are lost, and several values go by no name.
func named(p *expr.Path, v any, plain bool, leading string) any {
	if plain || !p.Definite {
		return v
	}
	var names []string
	for i := range p.Steps {
		switch s := &p.Steps[i]; s.Kind {
		case expr.StepChild:
			names = append(names, s.Name)
		case expr.StepIndex:
			names = nil
		default:
			return v
		}
	}
	if len(names) > 0 && len(names) == len(p.Steps) && names[0] == leading {
		names = names[1:]
	}
	for i := len(names) - 1; i >= 0; i-- {
		v = value.ObjectOf(value.Member{Key: names[i], Value: v})
	}
	return v
}

// results returns what is merged of the answer of an action; null, which merges nothing, if the filter selects nothing (sw:
// "Action Data Filter").
func (t *Template) results(plain bool) expr.Expr {
	p := t.path()
	return means(foreign(&t.Node, func(env *expr.Env) (any, error) {
		v, ok, err := selected(p, env.Answer, env)
		if err != nil || !ok {
			return nil, err
		}
		return named(p, v, plain, ""), nil
	}), func() expr.Expr { return namedMeans(p, expr.RootAnswer, plain, "") })
}

// ofEvent returns what is merged of an event. A filter is tried on the whole of it, and then on its data (sw: "Event Data
// Filter").
func (t *Template) ofEvent(plain bool) expr.Expr {
	p := t.path()
	return means(foreign(&t.Node, func(env *expr.Env) (any, error) {
		v, ok, err := selected(p, env.Input, env)
		if err != nil {
			return nil, err
		}
		if ok {
			return named(p, v, plain, "data"), nil
		}
		if v, ok, err = selected(p, dataOf(env.Input), env); err != nil || !ok {
			return nil, err
		}
		return named(p, v, plain, ""), nil
	}), func() expr.Expr { return ofEventMeans(p, plain) })
}

// dataOf is the payload of an event.
func dataOf(event any) any {
	e, _ := event.(*value.Object)
	return e.Get("data")
}

// ofError returns what is merged of an error: without a filter, the error itself (sw: "Error Data Filter").
func ofError(f *Filter, plain bool) expr.Expr {
	if f == nil || f.Output.path() == nil {
		return &expr.Foreign{Language: Dialect{}.Name(), Text: "error", Run: func(env *expr.Env) (any, error) {
			return value.ObjectOf(value.Member{Key: "error", Value: env.Error}), nil
		}, Means: func() expr.Expr { return underNames([]string{"error"}, expr.NewPath(expr.RootError)) }}
	}
	p := f.Output.path()
	x := foreign(&f.Output.Node, func(env *expr.Env) (any, error) {
		v, ok, err := selected(p, withError(nil, env.Error), env)
		if err != nil || !ok {
			return nil, err
		}
		return named(p, v, plain, ""), nil
	})
	x.Means = func() expr.Expr { return ofErrorMeans(p, plain) }
	return x
}

// ofErrorMeans is what is merged of an error in the terms of all languages: the error, or a part of it, under the names that the path
// leads through, or nothing; nil if the path leads elsewhere.
func ofErrorMeans(p *expr.Path, plain bool) expr.Expr {
	if nothing(p) {
		return &expr.Literal{}
	}
	var names []string
	for i := range p.Steps {
		if p.Steps[i].Kind != expr.StepChild {
			return nil
		}
		names = append(names, p.Steps[i].Name)
	}
	switch {
	case p.Root != expr.RootInput || plain || len(names) == 0:
		return nil
	case !errorMember(names[0]):
		return &expr.Literal{}
	case names[0] == "errors" || names[0] == "exceptions":
		return nil
	case len(names) > 1 && names[1] != "name" && names[1] != "message":
		return &expr.Literal{}
	}
	return underNames(names, expr.NewPath(expr.RootError, names[1:]...))
}

// underNames is an object with a value in it, under names that lead to it.
func underNames(names []string, leaf expr.Expr) expr.Expr {
	for i := len(names) - 1; i >= 0; i-- {
		leaf = &expr.Object{Members: []expr.ObjectMember{{Key: names[i], Value: leaf}}}
	}
	return leaf
}

// collection returns the list that a foreach state goes through, which must be there (sw: "ForEach State").
func (t *Template) collection() expr.Expr {
	p := t.path()
	return means(foreign(&t.Node, func(env *expr.Env) (any, error) {
		v, err := expr.Eval(p, env)
		if err != nil {
			return nil, err
		}
		if _, list := v.([]any); !list {
			return nil, &expr.EvalError{Span: t.Node.Span, Message: fmt.Sprintf("`%s` selects %s, and not an array", p, value.TypeOf(v))}
		}
		return v, nil
	}), func() expr.Expr { return selects(p, expr.RootInput, false) })
}

// parameters returns what a function gets: its parameters, evaluated on what the action sees of the data of
// its state. It is nil where there are none, so that the function gets all that the action sees (sw: "FunctionRef Definition").
func (a *Action) parameters() expr.Expr {
	if a.Parameters == nil {
		return nil
	}
	return means(evaluated(a.Parameters, func(env *expr.Env) (any, error) { return filled(a.Parameters, a.Templates, env) }),
		func() expr.Expr { return filledMeans(a.Parameters, a.Templates) })
}

// data returns the payload of an event that is produced: an object, or what a path selects, under its name. It is nil if
// there is none (sw: "ProduceEvent Definition").
func (p *Payload) data(plain bool) expr.Expr {
	switch {
	case p.Path.path() != nil:
		path := p.Path.path()
		out := means(foreign(&p.Path.Node, func(env *expr.Env) (any, error) {
			v, ok, err := selected(path, env.Input, env)
			if err != nil || !ok && path.Definite {
				return nil, err
			}
			return named(path, v, plain, ""), nil
		}), func() expr.Expr { return orNothing(path, namedMeans(path, expr.RootInput, plain, "")) })
		out.MeansTyped = func() expr.Expr { return namedMeans(path, expr.RootInput, plain, "") }
		return out
	case p.Data != nil:
		return means(evaluated(p.Data, func(env *expr.Env) (any, error) { return filled(p.Data, p.Templates, env) }),
			func() expr.Expr { return filledMeans(p.Data, p.Templates) })
	}
	return nil
}

// attributes returns the further attributes of an event that is produced, or nil.
func (p *Payload) attributes() expr.Expr {
	if p.Attributes == nil {
		return nil
	}
	return evaluated(p.Attributes, func(env *expr.Env) (any, error) {
		v, err := filled(p.Attributes, p.Templates, env)
		list, many := v.([]any)
		if err != nil || !many {
			return v, err
		}
		var all any = value.NewObject(0)
		for _, x := range list {
			all = value.MergeShallow(all, x)
		}
		return all, nil
	})
}

// evaluated is a value with expressions in it.
func evaluated(n *source.Node, run func(env *expr.Env) (any, error)) *expr.Foreign {
	return &expr.Foreign{Language: Dialect{}.Name(), Text: string(value.Append(nil, value.Of(n))), Run: run, Node: n, Span: n.Span}
}
