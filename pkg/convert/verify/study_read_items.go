package verify

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// What a filter of a list compares are members of its items. The items may be the results of an iteration: then the members come from
// the answers of the tasks in it.

// anyItem leads from a list to each of its items.
var anyItem = expr.Step{Kind: expr.StepWildcard}

// itemsRead are the members of the items of lists in the document that an expression compares, with the values that distinguish the sides.
// The step to an item is [anyItem].
func (v *inventor) itemsRead(x expr.Expr) []fact {
	if x == nil {
		return nil
	}
	var out []fact
	seen := map[string]bool{}
	for _, m := range []expr.Expr{expr.CommonCondition(x, dialects.Domain{Objects: true, Typed: true}.Terms()), expr.CommonValue(x, expr.Domain{Objects: true, Typed: true})} {
		expr.Walk(m, func(x expr.Expr) {
			a, ok := x.(*expr.Apply)
			if !ok || a.Do != expr.Any && a.Do != expr.All && a.Do != expr.Where {
				return
			}
			list, ok := expr.Meant(a.Args[0]).(*expr.Path)
			if !ok {
				return
			}
			if list = v.drawn(list); list.Root != expr.RootInput || !onlyMembers(list.Steps) {
				return
			}
			for _, f := range itemFacts(v.domain, a.Args[1]) {
				f.steps = slices.Concat(list.Steps, []expr.Step{anyItem}, f.steps)
				if key := joined(f.steps); !seen[key] {
					seen[key] = true
					out = append(out, f)
				}
			}
		})
	}
	return out
}

// itemFacts are the members of an item that a condition on it compares.
func itemFacts(d dialects.Domain, condition expr.Expr) []fact {
	of, known := expr.MapPaths(condition, func(p *expr.Path) *expr.Path {
		if p.Root != expr.RootItem {
			return p
		}
		out := *p
		out.Root = expr.RootInput
		return &out
	})
	if !known {
		return nil
	}
	inside := &inventor{domain: d, factAt: map[string]int{}, indexedAt: map[string]int{}}
	inside.studyCondition(of, true)
	return slices.DeleteFunc(inside.facts, func(f fact) bool { return len(f.values) == 0 })
}

// listsOf are lists whose items have the members that an expression reads of each of them, on either side of what it compares them with.
func listsOf(x expr.Expr) []any {
	one, two := value.NewObject(0), value.NewObject(0)
	expr.Walk(x, func(x expr.Expr) {
		if p, ok := x.(*expr.Path); ok && p.Root == expr.RootItem && len(p.Steps) > 0 && p.Steps[0].Kind == expr.StepChild {
			one.Set(p.Steps[0].Name, int64(3))
			two.Set(p.Steps[0].Name, int64(3))
		}
	})
	if one.Len() == 0 {
		return someLists
	}
	for _, f := range itemFacts(dialects.Domain{Typed: true}, x) {
		setAt(one, f.steps, f.values[0])
		setAt(two, f.steps, f.values[len(f.values)-1])
	}
	return []any{[]any{one}, []any{one, two}, []any{}, []any{two}}
}

// traceItems traces the members of the items of lists that an expression of a node compares.
func (t *tracer) traceItems(n *workflow.Node, x expr.Expr, from func(*workflow.Node, []expr.Step)) {
	for _, f := range t.inventor.itemsRead(x) {
		t.read, t.values, t.passed = f.steps, f.values, map[passage]bool{}
		from(n, f.steps)
	}
	t.values = nil
}

// itemsOf traces a path from any item of the results of an iteration.
func (t *tracer) itemsOf(n *workflow.Node, steps []expr.Step) {
	if len(steps) > 1 && steps[0].Kind == expr.StepWildcard {
		for _, r := range n.Body.Regions {
			t.ends(r, steps[1:])
		}
	}
}
