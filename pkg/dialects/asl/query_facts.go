package asl

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/jsonata"
)

// Query facts are what the rules need to know of a JSONata expression.
type queryFacts struct {
	// variables are those that the expression reads and does not bind itself, but for $states and for functions that it hands on.
	variables []*jsonata.Variable
	// binds are the names that the expression binds itself, anywhere.
	binds []string
	// handed are the functions that it hands on by name; each may be a variable too.
	handed []*jsonata.Variable
	// guarded are the variables that the expression asks whether they exist.
	guarded map[string]bool
	// tops are the names, $ and $$ that read from a document, which there is none of.
	tops []jsonata.Node
	// states are the paths that begin with $states, and $states alone.
	states []*jsonata.Path
	// calls are the calls of functions by name; piped is set for those on the right of ~>, which have one argument more.
	calls []queryCall
}

// A queryCall is a call in a JSONata expression.
type queryCall struct {
	*jsonata.Call
	name  string
	node  jsonata.Node // that names the function
	bare  bool         // the name has no $
	piped bool
}

// factsOf goes through the tree of an expression once.
func factsOf(tree jsonata.Node) *queryFacts {
	f := &queryFacts{}
	v := factVisitor{facts: f, bound: map[string]int{}}
	v.visit(tree, true, 0)
	return f
}

// A factVisitor goes through an expression. top is whether names there would read from the document.
type factVisitor struct {
	facts *queryFacts
	bound map[string]int // how many of the constructs around bind the name
}

// deepest bounds how far the visitor goes down.
const deepest = 2_000

// visit visits a node and what is in it.
func (v *factVisitor) visit(n jsonata.Node, top bool, depth int) {
	if n == nil || depth > deepest {
		return
	}
	depth++
	switch n := n.(type) {
	case *jsonata.Name:
		if top {
			v.facts.tops = append(v.facts.tops, n)
		}
	case *jsonata.Variable:
		v.variable(n, top)
	case *jsonata.Path:
		v.path(n, top, depth)
	case *jsonata.Filter:
		v.visit(n.Target, top, depth)
		v.visit(n.Predicate, false, depth)
	case *jsonata.Sort:
		v.visit(n.Target, top, depth)
		for _, t := range n.Terms {
			v.visit(t.Key, false, depth)
		}
	case *jsonata.Group:
		v.visit(n.Target, top, depth)
		for _, m := range n.Members {
			v.visit(m.Key, false, depth)
			v.visit(m.Value, false, depth)
		}
	case *jsonata.Focus:
		v.visit(n.Target, top, depth)
	case *jsonata.Index:
		v.visit(n.Target, top, depth)
	case *jsonata.Transform:
		v.visit(n.Pattern, false, depth)
		v.visit(n.Update, false, depth)
		v.visit(n.Delete, false, depth)
	case *jsonata.Block:
		v.within(boundIn(n.Expressions), func() { v.all(n.Expressions, top, depth) })
	case *jsonata.Bind:
		if !isFunction(n.Value) {
			v.within([]string{n.Name.Name}, func() { v.visit(n.Value, top, depth) })
		}
	case *jsonata.Lambda:
		names := make([]string, 0, len(n.Params))
		for _, p := range n.Params {
			names = append(names, p.Name)
		}
		v.within(names, func() { v.visit(n.Body, top, depth) })
	case *jsonata.Call:
		v.call(n, top, depth, false)
	case *jsonata.Binary:
		v.binary(n, top, depth)
	default:
		v.all(jsonata.Children(n), top, depth)
	}
}

// binary visits the operands of an operator. A function to which ~> passes a value, and one that it composes, is not read.
func (v *factVisitor) binary(n *jsonata.Binary, top bool, depth int) {
	call, pipes := n.Right.(*jsonata.Call)
	switch {
	case n.Op != "~>":
		v.visit(n.Left, top, depth)
		v.visit(n.Right, top, depth)
		return
	case !isFunction(n.Left):
		v.visit(n.Left, top, depth)
	}
	if pipes {
		v.call(call, top, depth, true)
	} else if !isFunction(n.Right) {
		v.visit(n.Right, top, depth)
	}
}

func (v *factVisitor) all(nodes []jsonata.Node, top bool, depth int) {
	for _, n := range nodes {
		v.visit(n, top, depth)
	}
}

// within visits what names are bound in.
func (v *factVisitor) within(names []string, visit func()) {
	v.facts.binds = append(v.facts.binds, names...)
	for _, name := range names {
		v.bound[name]++
	}
	visit()
	for _, name := range names {
		v.bound[name]--
	}
}

// boundIn returns the names that the expressions of a block bind for one another.
func boundIn(nodes []jsonata.Node) []string {
	var names []string
	for _, n := range nodes {
		for bind, ok := n.(*jsonata.Bind); ok; bind, ok = bind.Value.(*jsonata.Bind) {
			names = append(names, bind.Name.Name)
		}
	}
	return names
}

func (v *factVisitor) variable(n *jsonata.Variable, top bool) {
	switch {
	case n.Name == "$" || n.Name == "" && top:
		v.facts.tops = append(v.facts.tops, n)
	case n.Name == "" || v.bound[n.Name] > 0:
	case n.Name == statesVariable:
		v.facts.states = append(v.facts.states, &jsonata.Path{Range: n.Range, Steps: []jsonata.Node{n}})
	default:
		v.facts.variables = append(v.facts.variables, n)
	}
}

func (v *factVisitor) path(n *jsonata.Path, top bool, depth int) {
	first, isVariable := n.Steps[0].(*jsonata.Variable)
	var names []string
	for _, step := range n.Steps {
		names = append(names, boundByStep(step)...)
	}
	v.within(names, func() {
		switch {
		case isVariable && first.Name == statesVariable && v.bound[statesVariable] == 0:
			v.facts.states = append(v.facts.states, n)
		case v.intrinsic(n):
			v.arguments(n.Steps[len(n.Steps)-1].(*jsonata.Call), top, depth)
			return
		default:
			v.visit(n.Steps[0], top, depth)
		}
		v.all(n.Steps[1:], false, depth)
	})
}

// intrinsic notes the call of an intrinsic function, such as States.Format(…), which is taken for a path here.
func (v *factVisitor) intrinsic(n *jsonata.Path) bool {
	name, ok := n.Steps[0].(*jsonata.Name)
	if !ok || name.Value+"." != reservedPrefix || len(n.Steps) != 2 {
		return false
	}
	call, ok := n.Steps[1].(*jsonata.Call)
	if !ok {
		return false
	}
	f, ok := call.Function.(*jsonata.Name)
	if ok {
		v.facts.calls = append(v.facts.calls, queryCall{Call: call, name: reservedPrefix + f.Value, node: n, bare: true})
	}
	return ok
}

// boundByStep returns the names that @ and # bind in a step.
func boundByStep(n jsonata.Node) []string {
	switch n := n.(type) {
	case *jsonata.Focus:
		return append(boundByStep(n.Target), n.Name.Name)
	case *jsonata.Index:
		return append(boundByStep(n.Target), n.Name.Name)
	case *jsonata.Filter:
		return boundByStep(n.Target)
	case *jsonata.Sort:
		return boundByStep(n.Target)
	case *jsonata.Keep:
		return boundByStep(n.Target)
	case *jsonata.Group:
		return boundByStep(n.Target)
	}
	return nil
}

func (v *factVisitor) call(n *jsonata.Call, top bool, depth int, piped bool) {
	switch f := n.Function.(type) {
	case *jsonata.Variable:
		if f.Name == "" || v.bound[f.Name] > 0 {
			break
		}
		v.facts.calls = append(v.facts.calls, queryCall{Call: n, name: f.Name, node: f, piped: piped})
		if x, ok := firstVariable(n); ok && f.Name == "exists" {
			if v.facts.guarded == nil {
				v.facts.guarded = map[string]bool{}
			}
			v.facts.guarded[x] = true
		}
	case *jsonata.Name:
		if !strings.HasPrefix(f.Value, reservedPrefix) || top {
			v.facts.calls = append(v.facts.calls, queryCall{Call: n, name: f.Value, node: f, bare: true, piped: piped})
		}
	default:
		v.visit(f, top, depth)
	}
	v.arguments(n, top, depth)
}

func (v *factVisitor) arguments(n *jsonata.Call, top bool, depth int) {
	for _, a := range n.Arguments {
		if isFunction(a) {
			v.facts.handed = append(v.facts.handed, a.(*jsonata.Variable))
			continue
		}
		v.visit(a, top, depth)
	}
}

// isFunction reports whether a node names a function, to hand it on.
func isFunction(n jsonata.Node) bool {
	v, ok := n.(*jsonata.Variable)
	return ok && knownFunction(v.Name)
}

// firstVariable is the name of the variable that the only argument of a call begins with.
func firstVariable(n *jsonata.Call) (string, bool) {
	if len(n.Arguments) != 1 {
		return "", false
	}
	x := n.Arguments[0]
	if p, ok := x.(*jsonata.Path); ok {
		x = p.Steps[0]
	}
	name, ok := x.(*jsonata.Variable)
	if !ok {
		return "", false
	}
	return name.Name, true
}

// statesVariable is the variable that the engine sets.
const statesVariable = "states"

// knownFunction reports whether JSONata or today's engine has a function of that name.
func knownFunction(name string) bool {
	f, added := queryFunctions()[name]
	if added {
		return f != nil
	}
	return jsonata.BuiltIn(name)
}
