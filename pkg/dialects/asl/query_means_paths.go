package asl

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/jsonata"
)

// path is a path of members and items; nil for anything else.
func (m *queryMeaning) path(n jsonata.Node) *expr.Path {
	switch n := n.(type) {
	case *jsonata.Path:
		out := m.path(n.Steps[0])
		steps := n.Steps[1:]
		if v, ok := n.Steps[0].(*jsonata.Variable); ok && v.Name == statesVariable && m.bound[v.Name] == nil {
			out = statesPath(steps[0])
			steps = steps[1:]
		}
		for _, s := range steps {
			if out = m.step(out, s); out == nil {
				return nil
			}
		}
		return out
	case *jsonata.Filter:
		return m.indexed(m.path(n.Target), n.Predicate)
	case *jsonata.Block:
		if len(n.Expressions) == 1 {
			return m.path(n.Expressions[0])
		}
	case *jsonata.Name:
		if m.items > 0 {
			return memberPath(&expr.Path{Root: expr.RootItem, Definite: true}, n.Value)
		}
	case *jsonata.Variable:
		switch x := m.bound[n.Name].(type) {
		case *expr.Path:
			return x
		case nil:
			if n.Name == "" && m.items > 0 {
				return &expr.Path{Root: expr.RootItem, Definite: true, Text: "@"}
			}
			if n.Name != "" && n.Name != "$" && n.Name != statesVariable && !knownFunction(n.Name) {
				return &expr.Path{Root: expr.RootVar, Name: n.Name, Definite: true, Text: "$" + n.Name}
			}
		}
	}
	return nil
}

// statesPath is a member of $states; nil if it is not known as the root of a path.
func statesPath(n jsonata.Node) *expr.Path {
	if f, ok := n.(*jsonata.Filter); ok {
		p := statesPath(f.Target)
		return (&queryMeaning{}).indexed(p, f.Predicate)
	}
	name, ok := n.(*jsonata.Name)
	if !ok {
		return nil
	}
	roots := map[string]expr.Root{"input": expr.RootInput, "result": expr.RootAnswer, "errorOutput": expr.RootError, "context": expr.RootContext}
	root, known := roots[name.Value]
	if !known {
		return nil
	}
	return expr.NewPath(root)
}

// step is a path and one step more.
func (m *queryMeaning) step(p *expr.Path, n jsonata.Node) *expr.Path {
	if p == nil {
		return nil
	}
	switch n := n.(type) {
	case *jsonata.Name:
		return memberPath(p, n.Value)
	case *jsonata.Filter:
		return m.indexed(m.step(p, n.Target), n.Predicate)
	}
	return nil
}

// indexed is the item of a list at a fixed index.
func (m *queryMeaning) indexed(p *expr.Path, predicate jsonata.Node) *expr.Path {
	index, ok := literalNumber(predicate)
	if p == nil || !ok || index != int64(int(index)) {
		return nil
	}
	return longer(p, expr.Step{Kind: expr.StepIndex, Index: int(index)})
}

func memberPath(p *expr.Path, name string) *expr.Path {
	return longer(p, expr.Step{Kind: expr.StepChild, Name: name})
}

func longer(p *expr.Path, s expr.Step) *expr.Path {
	out := *p
	out.Steps = append(slices.Clone(p.Steps), s)
	out.Text = out.String()
	return &out
}
