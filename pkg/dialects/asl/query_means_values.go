package asl

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/jsonata"
)

// queryFunctionMeanings are the functions of one operand that compute a value as other languages do.
var queryFunctionMeanings = map[string]expr.Function{"length": expr.Letters, "uppercase": expr.Upper, "lowercase": expr.Lower, "floor": expr.Floor,
	"ceil": expr.Ceil, "abs": expr.Abs, "string": expr.ToText, "number": expr.ToNumber, "parse": expr.FromJSON}

// aggregateMeanings are the functions of a list.
var aggregateMeanings = map[string]expr.Function{"count": expr.Count, "sum": expr.Sum, "min": expr.Least, "max": expr.Greatest}

var queryArithmetic = map[string]expr.Function{"+": expr.Add, "-": expr.Subtract, "*": expr.Multiply, "/": expr.Divide, "%": expr.Remainder}

// value is what a part means whose value is needed; nil if that cannot be expressed.
func (m *queryMeaning) value(n jsonata.Node) expr.Expr {
	if m.depth++; m.depth > deepestMeaning {
		return nil
	}
	defer func() { m.depth-- }()
	switch n := n.(type) {
	case *jsonata.String:
		return &expr.Literal{Value: n.Value}
	case *jsonata.Number:
		return &expr.Literal{Value: n.Value}
	case *jsonata.Null:
		return &expr.Literal{}
	case *jsonata.Negate:
		if i, ok := literalNumber(n); ok {
			return &expr.Literal{Value: i}
		}
		return applied(expr.Negate, m.value(n.Operand))
	case *jsonata.Object:
		return m.object(n)
	case *jsonata.Array:
		return m.array(n)
	case *jsonata.Conditional:
		if n.Else == nil {
			return nil
		}
		return applied(expr.Choose, m.condition(n.If), m.value(n.Then), m.value(n.Else))
	case *jsonata.Block:
		return m.block(n, m.value)
	case *jsonata.Binary:
		if do, ok := queryArithmetic[n.Op]; ok {
			return applied(do, m.value(n.Left), m.value(n.Right))
		}
		if n.Op == "&" {
			return m.text(n)
		}
	case *jsonata.Call:
		if x := m.call(n); x != nil {
			return x
		}
	case *jsonata.Variable:
		if x := m.bound[n.Name]; x != nil {
			return x
		}
	}
	if p := m.path(n); p != nil {
		return p
	}
	if isCondition(n) {
		return m.condition(n)
	}
	return nil
}

// isCondition reports whether the value of an expression is true or false, whatever the data is.
func isCondition(n jsonata.Node) bool {
	switch n := n.(type) {
	case *jsonata.Boolean:
		return true
	case *jsonata.Binary:
		return queryOperators[n.Op] != 0 || n.Op == "=" || n.Op == "and" || n.Op == "or"
	case *jsonata.Call:
		return slices.Contains([]string{"not", "exists", "boolean", "contains"}, functionName(n))
	}
	return false
}

// text joins texts, and what else is written as a text.
func (m *queryMeaning) text(n *jsonata.Binary) expr.Expr {
	out := &expr.Apply{Do: expr.Concat}
	for _, side := range []jsonata.Node{n.Left, n.Right} {
		x := m.value(side)
		if x == nil {
			return nil
		}
		if inner, ok := x.(*expr.Apply); ok && inner.Do == expr.Concat {
			out.Args = append(out.Args, inner.Args...)
		} else if expr.Textual(x) {
			out.Args = append(out.Args, x)
		} else {
			out.Args = append(out.Args, &expr.Apply{Do: expr.ToText, Args: []expr.Expr{x}})
		}
	}
	return out
}

func (m *queryMeaning) object(n *jsonata.Object) expr.Expr {
	out := &expr.Object{}
	known := map[string]bool{}
	for _, pair := range n.Members {
		key, ok := pair.Key.(*jsonata.String)
		if !ok || known[key.Value] {
			return nil
		}
		known[key.Value] = true
		x := m.value(pair.Value)
		if x == nil {
			return nil
		}
		out.Members = append(out.Members, expr.ObjectMember{Key: key.Value, Value: x})
	}
	return out
}

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
		case expr.Where, expr.Each, expr.Nth, expr.Keys, expr.Split, expr.FromJSON, expr.OrNull:
			return false
		case expr.Choose:
			return single(x.Args[1]) && single(x.Args[2])
		}
		return true
	}
	return false
}

// sequence is what selects items of a list, or computes something of each, where it does not matter that JSONata makes a single value of a list of one;
// or any other value. It is nil if that cannot be expressed.
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

// call is what a call means that computes a value.
func (m *queryMeaning) call(n *jsonata.Call) expr.Expr {
	name := functionName(n)
	if m.bound[name] != nil || n.Partial() || len(n.Arguments) == 0 {
		return nil
	}
	if do, ok := aggregateMeanings[name]; ok && len(n.Arguments) == 1 {
		return m.aggregate(do, n.Arguments[0])
	}
	if do, ok := queryFunctionMeanings[name]; ok && len(n.Arguments) == 1 {
		return applied(do, m.value(n.Arguments[0]))
	}
	switch {
	case name == "join" && len(n.Arguments) == 2:
		return applied(expr.Join, m.listArgument(n.Arguments[0]), m.value(n.Arguments[1]))
	case name == "split" && len(n.Arguments) == 2:
		if sep, ok := n.Arguments[1].(*jsonata.String); ok && sep.Value != "" {
			return applied(expr.Split, m.value(n.Arguments[0]), m.value(sep))
		}
	case name == "merge" && len(n.Arguments) == 1:
		if list, ok := n.Arguments[0].(*jsonata.Array); ok {
			out := &expr.Apply{Do: expr.Merge}
			for _, item := range list.Items {
				out.Args = append(out.Args, m.value(item))
			}
			return applied(out.Do, out.Args...)
		}
	case name == "lookup" && len(n.Arguments) == 2:
		p := m.path(n.Arguments[0])
		key, ok := n.Arguments[1].(*jsonata.String)
		if p != nil && ok {
			return memberPath(p, key.Value)
		}
	}
	return nil
}

// aggregate computes with the items of a list.
func (m *queryMeaning) aggregate(do expr.Function, of jsonata.Node) expr.Expr {
	if do == expr.Count {
		return applied(do, m.sequence(of))
	}
	return applied(do, m.listArgument(of))
}

// listArgument is a list that a function computes with. A path of several names is most often the values of one member of each item of a
// list, which is not told from a list in an object: it has no meaning.
func (m *queryMeaning) listArgument(n jsonata.Node) expr.Expr {
	x := m.sequence(n)
	if p, ok := x.(*expr.Path); ok && len(p.Steps) > 1 {
		return nil
	}
	return x
}

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
