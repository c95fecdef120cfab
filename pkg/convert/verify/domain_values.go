package verify

import (
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// unlisted describes an iteration over a value that is not a list.
func unlisted(t *trial) string {
	for _, n := range t.pair.net().nodes {
		visits := t.happened.visits[n]
		if n.Kind != workflow.Scope || !n.Body.Each {
			continue
		}
		for _, v := range visits {
			items := v.data
			for _, x := range []expr.Expr{n.Data.Select, n.Data.Payload} {
				if x == nil {
					continue
				}
				made, err := expr.Eval(x, &expr.Env{Input: items, Now: v.at})
				if err != nil {
					return ""
				}
				items = made
			}
			if _, isList := items.([]any); !isList {
				return fmt.Sprintf("%s for the iteration %q", value.TypeOf(items), n.Name())
			}
		}
	}
	return ""
}

// absent describes a value that an expression takes for null because it is missing.
func absent(t *trial) string {
	for _, x := range t.source.produced {
		e, _ := x.(*value.Object)
		if e.Has("data") && e.Get("data") == nil {
			return "null as the data of an event"
		}
	}
	for _, n := range t.pair.net().nodes {
		list := []expr.Expr{n.Data.Payload, n.Data.Result}
		if n.Emits != nil {
			list = append(list, n.Emits.Data)
		}
		for _, v := range t.happened.visits[visited(n)] {
			for _, x := range list {
				if p := missingIn(x, v.data); p != nil {
					return fmt.Sprintf("no %s, which %q reads", expr.Readable(p), n.Name())
				}
			}
		}
	}
	return ""
}

// missingIn returns a path of the document that an expression takes for null there, as it selects nothing; else nil.
func missingIn(x expr.Expr, document any) *expr.Path {
	if f, ok := x.(*expr.Foreign); ok && f.Means != nil {
		x = f.Means()
	}
	var found *expr.Path
	expr.Walk(x, func(x expr.Expr) {
		p, ok := x.(*expr.Path)
		if !ok || !p.OrNull || p.Root != expr.RootInput || found != nil {
			return
		}
		plain := *p
		plain.OrNull = false
		if _, err := expr.Eval(&plain, &expr.Env{Input: document}); err != nil {
			found = p
		}
	})
	return found
}

// mistypedPath returns the part of a path as a condition whose value has another type than the path asks for: what is taken for true is a
// boolean, and what is filtered is a list, or the document. It returns nil if there is none.
func mistypedPath(p *expr.Path, env *expr.Env) *expr.Path {
	if p.Definite {
		if p.Truth && differs(p, true, env) {
			return p
		}
		return nil
	}
	at := slices.IndexFunc(p.Steps, func(s expr.Step) bool { return s.Kind != expr.StepChild && s.Kind != expr.StepIndex })
	list := *p
	list.Steps, list.Definite, list.Truth = p.Steps[:max(at, 0)], true, false
	list.Text = list.String()
	v, err := expr.Eval(&list, env)
	if err != nil {
		return &list
	}
	items, isList := v.([]any)
	if !isList {
		if at == 0 && p.Root == expr.RootInput {
			items = []any{v}
		} else {
			return &list
		}
	}
	filter := p.Steps[max(at, 0)].Filter
	for _, item := range items {
		in := *env
		in.Item = item
		if filter != nil && mistyped(filter, &in) != nil {
			return &list
		}
	}
	return nil
}
