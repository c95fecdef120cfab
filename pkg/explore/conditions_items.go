package explore

import (
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// Conditions on lists hold if they do of any item: the filters of paths, and the conditions of entities. What one of them excludes of
// another is found by trying single values, and lists of all the values of which none of some conditions holds. There are no other lists
// that matter: what holds of an item of a smaller list holds of one in the larger.

// The bounds of what is tried for lists; beyond them, everything is taken for possible.
const (
	mostItems   = 256
	mostFilters = 5
)

// filterOf analyses a path to a member whose last step is a filter of comparisons with constants.
func filterOf(x expr.Expr) (term, bool) {
	p, ok := x.(*expr.Path)
	if !ok || p.Root != expr.RootInput || len(p.Steps) == 0 {
		return term{}, false
	}
	last := len(p.Steps) - 1
	t := term{op: isLeaf, leaf: x, some: true, at: make([]string, last)}
	for i := range last {
		if p.Steps[i].Kind != expr.StepChild {
			return term{}, false
		}
		t.at[i] = p.Steps[i].Name
	}
	if p.Steps[last].Kind != expr.StepFilter {
		return term{}, false
	}
	asked, ok := itemTerm(p.Steps[last].Filter)
	if !ok {
		return term{}, false
	}
	t.of = []term{asked}
	return t, true
}

// itemTerm analyses what a filter asks of an item; the paths of its leaves begin there.
func itemTerm(x expr.Expr) (term, bool) {
	switch x := x.(type) {
	case *expr.Logic:
		t := term{op: isAnd}
		for _, o := range x.Operands {
			part, ok := itemTerm(o)
			if !ok {
				return term{}, false
			}
			t.of = append(t.of, part)
		}
		return t, true
	case *expr.Not:
		part, ok := itemTerm(x.Operand)
		return term{op: isNot, of: []term{part}}, ok
	case *expr.Path:
		return itemLeaf(x, x)
	case *expr.Compare:
		p, path := x.Left.(*expr.Path)
		l, known := x.Right.(*expr.Literal)
		if !path || !known || x.Op > expr.GreaterEqual || !isScalar(l.Value) {
			return term{}, false
		}
		return itemLeaf(x, p)
	}
	return term{}, false
}

func itemLeaf(x expr.Expr, p *expr.Path) (term, bool) {
	t := term{op: isLeaf, leaf: x}
	for _, s := range p.Steps {
		if s.Kind != expr.StepChild {
			return term{}, false
		}
		t.at = append(t.at, s.Name)
	}
	return t, p.Root == expr.RootItem && len(t.at) > 0
}

// someSamples are values of a member that conditions on lists look at: single ones and lists; nil if there are too many to try.
func someSamples(v *variable, conditions []*condition) []any {
	var asked []term
	for _, c := range conditions {
		asked = someTerms(c.root, v.at, asked)
	}
	items := itemSamples(v, asked, conditions)
	if items == nil || len(asked) > mostFilters {
		return nil
	}
	out := []any{absent{}, nil, []any{}}
	seen := map[string]bool{}
	for _, item := range items { // those that are asked alike need no more than one
		if key := fmt.Sprint(answersOf(asked, v.at, item), value.TypeOf(item)); !seen[key] {
			seen[key] = true
			out = append(out, item)
		}
	}
	alone := make([][]bool, len(items)) // what is answered of a list of one item
	for i, item := range items {
		alone[i] = answersOf(asked, v.at, []any{item})
	}
	for avoided := range 1 << len(asked) {
		var list []any
		key := ""
		for i, item := range items {
			none := true
			for k, holds := range alone[i] {
				none = none && (avoided&(1<<k) == 0 || !holds)
			}
			if none {
				list, key = append(list, item), key+fmt.Sprint(i, " ")
			}
		}
		if !seen[key] {
			seen[key] = true
			out = append(out, list)
		}
	}
	return out
}

// someTerms adds the conditions on lists about a member.
func someTerms(t term, at []string, out []term) []term {
	if t.some && slices.Equal(t.at, at) {
		return append(out, t)
	}
	for _, o := range t.of {
		out = someTerms(o, at, out)
	}
	return out
}

// itemSamples are values of items: of those that filters look at, objects with a value for each member that they compare.
func itemSamples(v *variable, asked []term, conditions []*condition) []any {
	plain := *v
	plain.some = false
	var members []variable
	for _, t := range asked {
		for _, o := range t.of {
			members = collect(o, members)
		}
	}
	all := slices.DeleteFunc(samples(&plain, conditions), func(x any) bool { return x == absent{} })
	if len(members) == 0 {
		return all
	}
	objects := []*value.Object{value.NewObject(0)}
	for _, m := range members {
		var inside []*condition
		for _, t := range asked {
			for i := range t.of {
				inside = append(inside, &condition{root: t.of[i]})
			}
		}
		var next []*value.Object
		for _, x := range samples(&m, inside) {
			for _, o := range objects {
				if _, missing := x.(absent); !missing {
					o = withMember(o, m.at, x).(*value.Object)
				}
				next = append(next, o)
			}
		}
		if objects = next; len(objects) > mostItems {
			return nil
		}
	}
	for _, o := range objects {
		all = append(all, o)
	}
	return all
}

// answersOf are the answers of conditions about a member that has a value; one that fails does not hold.
func answersOf(asked []term, at []string, v any) []bool {
	env := &expr.Env{Input: withMember(value.NewObject(0), at, v)}
	out := make([]bool, len(asked))
	for i := range asked {
		holds, err := expr.Holds(asked[i].leaf, env)
		out[i] = err == nil && holds
	}
	return out
}
