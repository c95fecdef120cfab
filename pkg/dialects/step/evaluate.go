package step

import (
	"fmt"
	"strings"
	"sync"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/compiler"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"

	"github.com/flowglot/flowglot/pkg/expr"
)

// foreign returns an expression for the model. It is compiled when it is evaluated for the first time. One with a
// mistake fails when it is evaluated (step: "Error behaviour").
func (x *Expression) foreign() *expr.Foreign {
	compiled := sync.OnceValues(x.compile)
	return &expr.Foreign{
		Language: Dialect{}.Name(),
		Text:     x.Text.String,
		Span:     x.At(0, len(x.Text.String)),
		Run: func(env *expr.Env) (any, error) {
			p, err := compiled()
			if err != nil {
				return nil, err
			}
			return p.run(env)
		},
	}
}

// A program is an expression that can be evaluated.
type program struct {
	of     *Expression
	code   *vm.Program
	meter  bool // what it costs is metered: it has loops, or is long
	clock  bool // it asks for the time
	all    bool // it sees all variables as one object
	asRead bool // its value is a part of the variables as it is there
}

// mostUnmetered is how many words an expression has whose cost nobody needs to watch, if it has no loops.
const mostUnmetered = 50

// The names of what a program sees beside the variables. No expression can say them.
const (
	theMeter     = "the meter"
	theInstant   = "the instant"
	theVariables = "the variables"
)

// compile puts an expression into the form that is evaluated. It parses the text anew, since the tree is changed.
func (x *Expression) compile() (*program, error) {
	if m := x.Mistake; m != nil {
		return nil, &expr.EvalError{Span: x.At(m.from, m.to), Message: x.excerpt() + ": " + m.message}
	}
	c := conf.New(map[string]any{})
	c.Functions = functions
	c.MaxNodes = 0 // counted when it was read
	tree, err := parser.ParseWithConfig(x.words.text, c)
	if err != nil {
		return nil, x.broken()
	}
	p := &program{of: x}
	p.meter = len(x.tokens) > mostUnmetered || hasLoops(tree.Node)
	switch tree.Node.(type) {
	case *ast.IdentifierNode, *ast.MemberNode:
		p.asRead = true
	}
	ast.Walk(&tree.Node, p)
	if p.code, err = compiler.Compile(tree, c); err != nil {
		return nil, x.broken()
	}
	return p, nil
}

// broken is the error of an expression that the language reads but does not understand.
func (x *Expression) broken() error {
	return &expr.EvalError{Span: x.At(0, len(x.Text.String)), Message: x.excerpt() + ": it has no meaning"}
}

// excerpt names the expression in messages.
func (x *Expression) excerpt() string {
	const most = 80
	text := []rune(strings.Join(strings.Fields(x.Text.String), " "))
	if len(text) > most {
		text = append(text[:most-1], '…')
	}
	return "`" + string(text) + "`"
}

func hasLoops(n ast.Node) bool {
	if _, ok := n.(*ast.PredicateNode); ok {
		return true
	}
	found := false
	inside(n, func(inner ast.Node) { found = found || hasLoops(inner) })
	return found
}

// Visit replaces what has to do something else here than in the library. It implements ast.Visitor, which comes to the
// parts of a node before the node.
func (p *program) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IdentifierNode:
		switch {
		case isNull(n):
			ast.Patch(node, &ast.NilNode{})
		case n.Value == everything:
			p.all = true
			ast.Patch(node, &ast.IdentifierNode{Value: theVariables})
		}
	case *ast.BinaryNode:
		if _, ours := functions[n.Operator]; ours {
			p.call(node, n.Operator, n.Left, n.Right)
		}
	case *ast.CallNode:
		p.visitCall(node, n)
	case *ast.PredicateNode:
		tick := ast.Node(&ast.NilNode{})
		tick.SetLocation(n.Location())
		p.call(&tick, round)
		n.Node = &ast.SequenceNode{Nodes: []ast.Node{tick, n.Node}}
	}
}

func (p *program) visitCall(node *ast.Node, n *ast.CallNode) {
	callee, ok := n.Callee.(*ast.IdentifierNode)
	if !ok {
		return
	}
	switch {
	case p.of.words.memberships[p.of.byteOffset(callee.Location().From)]:
		p.call(node, "in", n.Arguments[1], n.Arguments[0])
	case callee.Value == "now":
		p.clock = true
		instant := &ast.IdentifierNode{Value: theInstant}
		if len(n.Arguments) == 0 {
			ast.Patch(node, instant)
			return
		}
		n.Arguments = append([]ast.Node{instant}, n.Arguments...)
	case functions[callee.Value] != nil:
		p.call(node, callee.Value, n.Arguments...)
	}
}

// call puts the call of a function in the place of a node.
func (p *program) call(node *ast.Node, name string, args ...ast.Node) {
	if p.meter {
		args = append([]ast.Node{&ast.IdentifierNode{Value: theMeter}}, args...)
	}
	ast.Patch(node, &ast.CallNode{Callee: &ast.IdentifierNode{Value: name}, Arguments: args})
}

// run evaluates the program on the variables. A variable that is missing is an error wherever in the expression it
// stands (step: "Error behaviour").
func (p *program) run(env *expr.Env) (any, error) {
	variables, _ := env.Input.(map[string]any)
	for _, v := range p.of.names {
		if _, ok := variables[v.name]; !ok {
			return nil, &expr.EvalError{Span: p.of.At(v.from, v.to), Missing: true,
				Message: fmt.Sprintf("%s: the variable %q is not defined", p.of.excerpt(), v.name)}
		}
	}
	seen := variables
	if p.meter || p.clock || p.all || seen == nil {
		seen = make(map[string]any, len(p.of.names)+3)
		for _, v := range p.of.names {
			seen[v.name] = variables[v.name]
		}
		seen[theMeter], seen[theInstant], seen[theVariables] = &meter{left: maxRounds}, env.Now.UTC(), variables
	}
	v, err := vm.Run(p.code, seen)
	if err != nil {
		return nil, p.failure(err)
	}
	if p.asRead && !p.clock {
		return v, nil
	}
	if out, ok := plain(v); ok {
		return out, nil
	}
	return nil, &expr.EvalError{Span: p.of.At(0, len(p.of.Text.String)), Message: p.of.excerpt() + ": a variable cannot hold its value"}
}
