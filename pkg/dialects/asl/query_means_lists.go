package asl

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/jsonata"
)

// Lists in JSONata, which makes a single value of a list of one, and puts the items of a list in a list in its place.

// array is a list. An item that may be a list itself has its items in the place of it; of a single one those are the list.
func (m *queryMeaning) array(n *jsonata.Array) expr.Expr {
	means := m.value
	if len(n.Items) == 1 {
		means = m.sequence
	}
	out := &expr.List{}
	for _, item := range n.Items {
		_, nested := item.(*jsonata.Array)
		x := means(item)
		if a, ok := x.(*expr.Apply); ok && len(n.Items) == 1 && (a.Do == expr.Where || a.Do == expr.Each || a.Do == expr.Keys) {
			return a
		}
		if x == nil || !nested && !single(x) {
			return nil
		}
		out.Items = append(out.Items, x)
	}
	return out
}

// soleItem is a list with a value that is not a list, as it is where a test of that does not hold; nil for anything else.
func (m *queryMeaning) soleItem(test expr.Expr, n jsonata.Node) expr.Expr {
	t, isTest := test.(*expr.Test)
	a, isArray := n.(*jsonata.Array)
	if !isTest || !isArray || t.Op != expr.TestList || len(a.Items) != 1 {
		return nil
	}
	p, isPath := m.value(a.Items[0]).(*expr.Path)
	if !isPath || p.Root != t.Path.Root || p.String() != t.Path.String() {
		return nil
	}
	return &expr.List{Items: []expr.Expr{p}}
}

// single reports whether a value is known not to be a list.
func single(x expr.Expr) bool {
	switch x := x.(type) {
	case *expr.Literal:
		_, list := x.Value.([]any)
		return !list
	case *expr.Object, *expr.Test, *expr.Logic, *expr.Not, *expr.Compare:
		return true
	case *expr.Apply:
		switch x.Do {
		case expr.Where, expr.Each, expr.Nth, expr.Keys, expr.Split, expr.FromJSON, expr.OrNull, expr.Spread, expr.Joined:
			return false
		case expr.Choose:
			return single(x.Args[1]) && single(x.Args[2])
		}
		return true
	}
	return false
}

// sequence is what selects items of a list, or computes something of each, where it does not matter that JSONata makes a single value of a
// list of one; or any other value. It is nil if that cannot be expressed.
func (m *queryMeaning) sequence(n jsonata.Node) expr.Expr {
	switch n := n.(type) {
	case *jsonata.Keep:
		return m.sequence(n.Target)
	case *jsonata.Block:
		if len(n.Expressions) == 1 {
			return m.sequence(n.Expressions[0])
		}
	case *jsonata.Filter:
		list := m.value(n.Target)
		return applied(expr.Where, list, m.ofItem(n.Predicate, m.condition))
	case *jsonata.Call:
		if x := m.itemFunction(n); x != nil {
			return x
		}
		if functionName(n) == "keys" && len(n.Arguments) == 1 {
			return applied(expr.Keys, m.value(n.Arguments[0]))
		}
	case *jsonata.Path:
		if x := m.selected(n); x != nil {
			return x
		}
	}
	return m.value(n)
}

// ofItem is what a part means in which $ and bare names are of an item of a list.
func (m *queryMeaning) ofItem(n jsonata.Node, means func(jsonata.Node) expr.Expr) expr.Expr {
	m.items++
	defer func() { m.items-- }()
	return means(n)
}

// itemFunction is $filter(list, function($x) {…}) or $map.
func (m *queryMeaning) itemFunction(n *jsonata.Call) expr.Expr {
	do, ok := map[string]expr.Function{"filter": expr.Where, "map": expr.Each}[functionName(n)]
	if !ok || len(n.Arguments) != 2 {
		return nil
	}
	f, ok := n.Arguments[1].(*jsonata.Lambda)
	if !ok || len(f.Params) != 1 || m.bound[f.Params[0].Name] != nil || m.items > 0 {
		return nil
	}
	list := m.sequence(n.Arguments[0])
	name := f.Params[0].Name
	m.bound[name] = &expr.Path{Root: expr.RootItem, Definite: true, Text: "@"}
	defer delete(m.bound, name)
	means := m.value
	if do == expr.Where {
		means = m.condition
	}
	return applied(do, list, m.ofItem(f.Body, means))
}

// selected is a path one of whose steps has a predicate, or computes something: what comes after it is of each item.
func (m *queryMeaning) selected(n *jsonata.Path) expr.Expr {
	at := slices.IndexFunc(n.Steps, func(s jsonata.Node) bool {
		switch s := s.(type) {
		case *jsonata.Filter:
			_, index := literalNumber(s.Predicate)
			return !index
		case *jsonata.Block, *jsonata.Object:
			return true
		}
		return false
	})
	if at <= 0 {
		return nil
	}
	var list, each expr.Expr
	rest := n.Steps[at+1:]
	if f, ok := n.Steps[at].(*jsonata.Filter); ok {
		before := slices.Concat(n.Steps[:at], []jsonata.Node{f.Target})
		list = applied(expr.Where, m.listOf(before), m.ofItem(f.Predicate, m.condition))
		if len(rest) == 0 {
			return list
		}
		each = m.ofItem(pathOfSteps(rest), m.value)
	} else {
		list = m.listOf(n.Steps[:at])
		if len(rest) > 0 {
			return nil
		}
		each = m.ofItem(n.Steps[at], m.value)
	}
	return applied(expr.Each, list, each)
}

// listOf is the list that some steps lead to.
func (m *queryMeaning) listOf(steps []jsonata.Node) expr.Expr {
	if p := m.path(pathOfSteps(steps)); p != nil {
		return p
	}
	return nil
}

func pathOfSteps(steps []jsonata.Node) jsonata.Node {
	if len(steps) == 1 {
		return steps[0]
	}
	return &jsonata.Path{Steps: steps}
}
