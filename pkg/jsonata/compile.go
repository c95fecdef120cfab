package jsonata

import (
	"strconv"

	"github.com/flowglot/flowglot/pkg/value"
)

// An Expression is an expression ready for evaluation. It is not changed by evaluations: any number of them may run at
// the same time.
type Expression struct {
	text string
	tree Node
	root *unit
}

// Compile reads an expression and prepares it for evaluation. The error is an *[Error].
func Compile(text string) (*Expression, error) {
	e, err := compile(text, false)
	if err != nil {
		return nil, err
	}
	return e, nil
}

// compile compiles an expression. The variables of an embedded one may be those of the expression that evaluates it.
func compile(text string, embedded bool) (*Expression, *Error) {
	tree, err := Parse(text)
	if err != nil {
		return nil, err
	}
	c := &compiler{keeps: map[Node]bool{}, bound: map[string]bool{}, dynamic: embedded}
	c.survey(tree, 0)
	root := c.unit(tree)
	if c.err == nil && (root.kind == parentKind || len(root.seeking) > 0) {
		c.fail(failAt("S0217", root.at))
	}
	if c.err != nil {
		return nil, c.err
	}
	for _, p := range c.paths {
		p.simplify()
	}
	return &Expression{text, tree, root}, nil
}

// Text returns the text of the expression.
func (e *Expression) Text() string { return e.text }

// Tree returns the tree of the expression. It must not be changed.
func (e *Expression) Tree() Node { return e.tree }

// A compiler turns a tree into units. The rules by which steps, stages and the parent operator are put together are those
// of the reference implementation, because the language has no other definition of them.
type compiler struct {
	keeps   map[Node]bool   // the nodes that [] applies to
	bound   map[string]bool // the variables that the expression binds
	dynamic bool            // variables may be bound that the text does not show
	labels  int
	paths   []*path
	err     *Error
}

func (c *compiler) fail(err *Error) {
	if c.err == nil {
		c.err = err
	}
}

// survey finds out which variables the expression binds, and limits how deep it nests.
func (c *compiler) survey(n Node, depth int) {
	if depth > mostLevels {
		c.fail(failAt("S0600", n.Span()))
		return
	}
	switch n := n.(type) {
	case *Bind:
		c.bound[n.Name.Name] = true
	case *Focus:
		c.bound[n.Name.Name] = true
	case *Index:
		c.bound[n.Name.Name] = true
	case *Lambda:
		for _, p := range n.Params {
			c.bound[p.Name] = true
		}
	case *Variable:
		c.dynamic = c.dynamic || n.Name == "eval"
	}
	for _, child := range Children(n) {
		c.survey(child, depth+1)
	}
}

// unit compiles a node.
func (c *compiler) unit(n Node) *unit {
	if keep, ok := n.(*Keep); ok {
		c.keeps[kept(keep)] = true
		return c.unit(keep.Target)
	}
	u := c.node(n)
	if c.keeps[n] {
		u.keep = true
	}
	return u
}

// kept returns the node that [] applies to: below the predicates of the same step.
func kept(n Node) Node {
	for {
		switch x := n.(type) {
		case *Keep:
			n = x.Target
		case *Filter:
			n = x.Target
		default:
			return n
		}
	}
}

func (c *compiler) node(n Node) *unit {
	u := &unit{at: n.Span()}
	switch n := n.(type) {
	case *String:
		u.run, u.kind = &literal{n.Value}, stringKind
	case *Number:
		u.run, u.kind = &literal{n.Value}, literalKind
	case *Boolean:
		u.run, u.kind = &literal{n.Value}, literalKind
	case *Null:
		u.run, u.kind = &literal{nil}, literalKind
	case *Regex:
		u.run = c.regex(n)
	case *Name:
		keep := c.keeps[n]
		step := &unit{at: n.Range, run: &member{n.Value}, kind: nameKind, keep: keep}
		c.setPath(u, step, keep)
	case *Variable:
		u.run = &variable{n.Name, c.dynamic || c.bound[n.Name]}
	case *Wildcard:
		u.run, u.kind = wildcard{}, wildcardKind
	case *Descendants:
		u.run = descendants{}
	case *Parent:
		s := &slot{label: "!" + strconv.Itoa(c.labels), level: 1}
		c.labels++
		u.run, u.kind = &parent{s}, parentKind
	case *Path:
		return c.path(n)
	case *Filter:
		return c.filter(n)
	case *Group:
		return c.group(n)
	case *Sort:
		return c.sort(n)
	case *Focus:
		return c.focus(n)
	case *Index:
		return c.index(n)
	case *Placeholder, *Bad:
		c.fail(failAt("S0201", n.Span()).about("?"))
		u.run = &literal{nil}
	default:
		c.compound(u, n)
	}
	return u
}

// setPath makes a unit a path that begins with a step.
func (c *compiler) setPath(u, step *unit, keep bool) {
	p := &path{steps: []*unit{step}, keep: keep, unit: u}
	u.run, u.kind = p, pathKind
	c.paths = append(c.paths, p)
}

// compound compiles what makes values of other values.
func (c *compiler) compound(u *unit, n Node) {
	switch n := n.(type) {
	case *Array:
		u.run, u.kind = &constructor{c.units(u, n.Items...), u}, arrayKind
	case *Object:
		u.run = c.grouper(u, n.Members, n.Range)
	case *Block:
		list := c.units(u, n.Expressions...)
		for _, part := range list {
			if p, ok := part.run.(*path); part.cons || ok && p.steps[0].cons {
				u.cons = true
			}
		}
		u.run, u.kind = &block{list}, blockKind
	case *Negate:
		operand := c.unit(n.Operand)
		if l, ok := operand.run.(*literal); ok && operand.kind == literalKind {
			if f, isNumber := value.Float(l.value); isNumber {
				u.run, u.kind, u.keep = &literal{number(-f)}, literalKind, operand.keep
				u.filters, u.group = operand.filters, operand.group
				return
			}
		}
		c.push(u, operand)
		u.run = &negation{operand}
	case *Binary:
		c.binary(u, n)
	case *Conditional:
		list := c.units(u, present(n.If, n.Then, n.Else)...)
		choice := &condition{test: list[0], then: list[1]}
		if len(list) > 2 {
			choice.otherwise = list[2]
		}
		u.run, u.kind = choice, conditionKind
	case *Bind:
		v := c.unit(n.Value)
		c.push(u, v)
		u.run = &binding{n.Name.Name, v}
	case *Transform:
		t := &transform{pattern: c.unit(n.Pattern), update: c.unit(n.Update)}
		if n.Delete != nil {
			t.remove = c.unit(n.Delete)
		}
		u.run = t
	case *Call:
		c.call(u, n)
	case *Lambda:
		c.lambda(u, n)
	}
}

// units compiles the parts of a node.
func (c *compiler) units(u *unit, nodes ...Node) []*unit {
	out := make([]*unit, len(nodes))
	for i, n := range nodes {
		out[i] = c.unit(n)
		c.push(u, out[i])
	}
	return out
}

func (c *compiler) grouper(u *unit, members []Pair, at Range) *grouper {
	g := &grouper{at: at}
	for _, p := range members {
		key, v := c.unit(p.Key), c.unit(p.Value)
		if u != nil {
			c.push(u, key)
			c.push(u, v)
		}
		g.keys, g.values = append(g.keys, key), append(g.values, v)
	}
	return g
}

func (c *compiler) binary(u *unit, n *Binary) {
	if n.Op == "~>" {
		left, right := c.unit(n.Left), c.unit(n.Right)
		u.run = &chain{left, right, n.At}
		u.keep = left.keep || right.keep
		return
	}
	list := c.units(u, n.Left, n.Right)
	left, right := list[0], list[1]
	switch n.Op {
	case "+", "-", "*", "/", "%":
		u.run = &arithmetic{n.Op[0], left, right, n.At}
	case "=", "!=":
		u.run = &equality{n.Op == "!=", left, right}
	case "<", "<=", ">", ">=":
		u.run = &comparison{n.Op, left, right, n.At}
	case "and", "or":
		u.run = &logical{n.Op == "or", left, right}
	case "&":
		u.run = &concatenation{left, right, n.At}
	case "..":
		u.run = &interval{left, right, n.At}
	case "in":
		u.run = &inclusion{left, right}
	case "??":
		u.run = &fallback{left, right, false}
	case "?:":
		u.run = &fallback{left, right, true}
	}
}
