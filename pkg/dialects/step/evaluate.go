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
	"github.com/flowglot/flowglot/pkg/value"
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
	idle   sync.Pool // of *evaluation
	meter  bool      // what it costs is metered: it has loops, or is long
	clock  bool      // it asks for the time
	all    bool      // it sees all variables as one object
	asRead bool      // its value is a part of the variables as it is there
}

// mostUnmetered is how many words an expression has whose cost nobody needs to watch, if it has no loops.
const mostUnmetered = 50

// The names of what a program sees besides the variables. No expression can express them.
const (
	theMeter     = "the meter"
	theInstant   = "the instant"
	theVariables = "the variables"
)

// compile puts an expression into the form that is evaluated. It parses the text again, since the tree is changed.
func (x *Expression) compile() (*program, error) {
	if m := x.Mistake; m != nil {
		return nil, &expr.EvalError{Span: x.At(m.from, m.to), Message: x.excerpt() + ": " + m.message}
	}
	c := conf.New(map[string]any{}) // the library takes the variables as a map
	c.Functions = functions
	c.MaxNodes = 0 // counted when it was read
	tree, err := parser.ParseWithConfig(x.words.text, c)
	if err != nil {
		return nil, x.broken()
	}
	p := &program{of: x}
	p.meter = len(x.tokens) > mostUnmetered || hasLoops(tree.Node)
	p.asRead = isPart(tree.Node)
	ast.Walk(&tree.Node, p)
	if p.code, err = compiler.Compile(tree, c); err != nil {
		return nil, x.broken()
	}
	p.keepPointers()
	return p, nil
}

// isPart reports whether an expression is a variable or a part of one.
func isPart(n ast.Node) bool {
	for {
		switch x := n.(type) {
		case *ast.IdentifierNode:
			return !isNull(x) && x.Value != everything
		case *ast.MemberNode:
			n = x.Node
		default:
			return false
		}
	}
}

// keepPointers takes out the instructions that replace a pointer by what it points to. The only pointers are those to
// objects, which have to stay what they are.
func (p *program) keepPointers() {
	for i, op := range p.code.Bytecode {
		if op == vm.OpDeref {
			p.code.Bytecode[i], p.code.Arguments[i] = vm.OpJump, 0 // to the next instruction
		}
	}
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
	case *ast.MemberNode:
		p.visitMember(node, n)
	case *ast.MapNode:
		p.visitObject(node, n)
	case *ast.BuiltinNode:
		p.visitBuiltin(node, n)
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

// An evaluation is what a program needs while it runs. It is used again for the next run.
type evaluation struct {
	machine vm.VM
	seen    map[string]any
	meter   meter
}

func (p *program) evaluation() *evaluation {
	if e, ok := p.idle.Get().(*evaluation); ok {
		return e
	}
	e := &evaluation{seen: make(map[string]any, len(p.of.names)+3)}
	e.seen[theMeter] = &e.meter
	return e
}

// run evaluates the program on the variables. A variable that is missing is an error wherever in the expression it
// occurs (step: "Error behaviour").
func (p *program) run(env *expr.Env) (any, error) {
	variables, _ := env.Input.(*value.Object)
	e := p.evaluation()
	defer p.idle.Put(e)
	for _, name := range p.of.names {
		v, ok := variables.Lookup(name.name)
		if !ok {
			return nil, &expr.EvalError{Span: p.of.At(name.from, name.to), Missing: true,
				Message: fmt.Sprintf("%s: the variable %q is not defined", p.of.excerpt(), name.name)}
		}
		e.seen[name.name] = v
	}
	e.meter.left = maxRounds
	if p.clock {
		e.seen[theInstant] = env.Now.UTC()
	}
	if p.all {
		e.seen[theVariables] = variables
	}
	v, err := e.machine.Run(p.code, e.seen)
	if err != nil {
		return nil, p.failure(err)
	}
	if p.asRead {
		return v, nil
	}
	if out, ok := plain(v); ok {
		return out, nil
	}
	return nil, &expr.EvalError{Span: p.of.At(0, len(p.of.Text.String)), Message: p.of.excerpt() + ": a variable cannot hold its value"}
}
