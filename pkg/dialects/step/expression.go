package step

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"

	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/source"
)

// An Expression is an expression that a definition holds (step: "Expression Reference").
type Expression struct {
	// Text is the expression as it was written, with the way back to its place in the file.
	Text source.Text
	// Mistake is what is wrong with it, or nil. An expression with a mistake has no tree.
	Mistake *mistake

	words  rewriting
	tokens []token
	tree   ast.Node
	names  []variable // those that it reads, each once, in the order of the text
}

// A variable is a name that an expression reads.
type variable struct {
	name     string
	from, to int // the bytes of the expression at which it is first
}

// A language parses expressions. It is not safe for use by several goroutines.
type language struct{ config *conf.Config }

func newLanguage() *language {
	// What is not needed to parse is left out: a language is made for each expression that is written.
	c := &conf.Config{Functions: functions, MaxNodes: 5 * maxTokens} // a word becomes a few nodes at most
	c.WithEnv(map[string]any{})
	return &language{c}
}

// parse reads an expression.
func (l *language) parse(text source.Text) *Expression {
	x := &Expression{Text: text}
	if x.tokens, x.Mistake = scan(text.String); x.Mistake != nil {
		return x
	}
	if len(x.tokens) == 0 {
		x.Mistake = &mistake{0, len(text.String), "the expression is empty", "", ""}
		return x
	}
	if x.words, x.Mistake = rewrite(text.String, x.tokens); x.Mistake != nil {
		return x
	}
	tree, err := parser.ParseWithConfig(x.words.text, l.config)
	if err != nil {
		x.Mistake = x.misread(err)
		return x
	}
	if x.Mistake = x.checkCalls(tree.Node); x.Mistake != nil {
		return x
	}
	x.tree = tree.Node
	x.collectNames(tree.Node, nil)
	return x
}

// At returns where in the file a range of the expression's bytes is.
func (x *Expression) At(from, to int) source.Span { return x.Text.At(from, to) }

// Reads reports whether the expression reads a variable.
func (x *Expression) Reads(name string) bool {
	return slices.ContainsFunc(x.names, func(v variable) bool { return v.name == name })
}

// byteOffset returns the offset in bytes of one that counts characters, as those of the language do.
func (x *Expression) byteOffset(runes int) int {
	text := x.Text.String
	at := 0
	for ; runes > 0 && at < len(text); runes-- {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return at
}

// misread describes what is wrong with an expression that the language cannot read, in words of our own: those of the
// library speak of its tokens.
func (x *Expression) misread(err error) *mistake {
	var fault *file.Error
	text := x.Text.String
	if !errors.As(err, &fault) {
		return &mistake{0, len(text), "syntax error", "", ""}
	}
	at := x.byteOffset(fault.From)
	i := slices.IndexFunc(x.tokens, func(t token) bool { return t.from <= at && at < t.to })
	last := x.tokens[len(x.tokens)-1]
	switch {
	case strings.HasPrefix(fault.Message, "unexpected token EOF"), strings.HasPrefix(fault.Message, "unexpected end"), i < 0 && at >= last.to:
		return &mistake{last.from, last.to, fmt.Sprintf("unexpected end after %s", short(text[last.from:last.to])), "", ""}
	case strings.HasPrefix(fault.Message, "compilation failed"):
		return &mistake{0, len(text), "it is too large", "", ""}
	case i < 0:
		return &mistake{at, min(at+1, len(text)), "syntax error", "", ""}
	case strings.HasPrefix(fault.Message, "invalid") && x.tokens[i].kind == numberToken, strings.HasPrefix(fault.Message, "integer literal"):
		return x.mistakeAt(x.tokens[i], "the number %s is too large or malformed")
	case strings.HasPrefix(fault.Message, "invalid char"):
		return x.mistakeAt(x.tokens[i], "the text %s contains an unknown escape sequence")
	}
	return x.unexpected(i)
}

func (x *Expression) mistakeAt(t token, format string) *mistake {
	return &mistake{from: t.from, to: t.to, message: fmt.Sprintf(format, short(x.Text.String[t.from:t.to]))}
}

// unexpected reports a word of the expression that is not expected where it is.
func (x *Expression) unexpected(i int) *mistake {
	t := x.tokens[i]
	m := x.mistakeAt(t, "unexpected %s")
	switch word := x.Text.String[t.from:t.to]; {
	case word == "=":
		m.message, m.help, m.fix = "\"=\" is not an operator", "compare with \"==\"", "=="
	case word == "&" || word == "|":
		m.help = "write " + word + word
	case i == 0 && (strings.HasPrefix(word, "<") || strings.HasPrefix(word, ">") || word == "==" || word == "!="):
		m.message = fmt.Sprintf("%s has no left operand", short(word))
		m.help = "put the variable before it: every expression is a whole condition"
	case i > 0 && t.kind == nameToken && endsOperand(x.Text.String, x.tokens[i-1]):
		m.message = fmt.Sprintf("an operator is missing before %s", short(word))
		switch strings.ToLower(word) {
		case "and", "or", "in", "not":
			m.help = "operators are written in lower case: " + strings.ToLower(word)
		}
	}
	return m
}

// short quotes a word of an expression, shortened if it is long.
func short(word string) string {
	const most = 40
	if utf8.RuneCountInString(word) > most {
		word = string([]rune(word)[:most-1]) + "…"
	}
	return "\"" + word + "\""
}

// checkCalls looks for calls of functions that do not exist, for those with a wrong number of arguments, and for lists that
// are too long.
func (x *Expression) checkCalls(n ast.Node) (found *mistake) {
	switch n := n.(type) {
	case *ast.CallNode:
		if callee, ok := n.Callee.(*ast.IdentifierNode); ok {
			found = x.checkFunction(callee, n)
		}
	case *ast.BinaryNode:
		found = x.checkRange(n)
	case *ast.BuiltinNode:
		if !takes(n.Name, len(n.Arguments)) {
			at := x.byteOffset(n.Location().From)
			found = &mistake{from: at, to: at + len(n.Name), message: fmt.Sprintf("%q does not accept %d arguments", n.Name, len(n.Arguments))}
		}
	}
	inside(n, func(inner ast.Node) {
		if found == nil {
			found = x.checkCalls(inner)
		}
	})
	return found
}

func (x *Expression) checkFunction(callee *ast.IdentifierNode, call *ast.CallNode) *mistake {
	at := x.byteOffset(callee.Location().From)
	name, count := callee.Value, len(call.Arguments)
	if x.words.memberships[at] {
		if count == 2 {
			return nil
		}
		return &mistake{from: at, to: at + len(name), message: fmt.Sprintf("\"contains\" takes a collection and an element, not %d arguments", count)}
	}
	if _, exists := builtin.Index[name]; exists { // one that is replaced here
		if takes(name, count) {
			return nil
		}
		return &mistake{from: at, to: at + len(name), message: fmt.Sprintf("%q does not accept %d arguments", name, count)}
	}
	m := &mistake{from: at, to: at + len(name), message: fmt.Sprintf("unknown function %q", name)}
	near := nearest.Names(name, functionNames(), 2)
	if m.help = nearest.Help(name, near); len(near) > 0 && m.help == nearest.Help(name, near[:1]) {
		m.fix = near[0]
	}
	return m
}

// checkRange looks for a list of more numbers than an evaluation may make.
func (x *Expression) checkRange(n *ast.BinaryNode) *mistake {
	low, _, ok1 := constantOf(n.Left)
	high, _, ok2 := constantOf(n.Right)
	if n.Operator != ".." || !ok1 || !ok2 || high-low < maxRounds {
		return nil
	}
	at := x.byteOffset(n.Location().From)
	return &mistake{from: at, to: at + len(".."), message: fmt.Sprintf("the list has more than %d items", maxRounds)}
}

// functionNames returns the names of all functions of the language.
func functionNames() []string {
	names := []string{"contains"}
	for _, f := range builtin.Builtins {
		names = append(names, f.Name)
	}
	return names
}

// inside calls f with the nodes that a node is made of, in the order of the text.
func inside(n ast.Node, f func(ast.Node)) {
	each := func(nodes ...ast.Node) {
		for _, x := range nodes {
			if x != nil {
				f(x)
			}
		}
	}
	switch n := n.(type) {
	case *ast.UnaryNode:
		each(n.Node)
	case *ast.BinaryNode:
		each(n.Left, n.Right)
	case *ast.ChainNode:
		each(n.Node)
	case *ast.MemberNode:
		each(n.Node, n.Property)
	case *ast.SliceNode:
		each(n.Node, n.From, n.To)
	case *ast.CallNode:
		each(n.Callee)
		each(n.Arguments...)
	case *ast.BuiltinNode:
		each(n.Arguments...)
	case *ast.PredicateNode:
		each(n.Node)
	case *ast.ConditionalNode:
		each(n.Cond, n.Exp1, n.Exp2)
	case *ast.VariableDeclaratorNode:
		each(n.Value, n.Expr)
	case *ast.SequenceNode:
		each(n.Nodes...)
	case *ast.ArrayNode:
		each(n.Nodes...)
	case *ast.MapNode:
		each(n.Pairs...)
	case *ast.PairNode:
		each(n.Key, n.Value)
	}
}

// collectNames finds the variables that an expression reads. Those that it declares itself are bound.
func (x *Expression) collectNames(n ast.Node, bound []string) {
	switch n := n.(type) {
	case *ast.IdentifierNode:
		if isNull(n) || n.Value == everything || slices.Contains(bound, n.Value) || x.Reads(n.Value) {
			return
		}
		at := x.byteOffset(n.Location().From)
		if x.Text.String[at] == '#' {
			at++
		}
		x.names = append(x.names, variable{n.Value, at, at + len(n.Value)})
		return
	case *ast.CallNode:
		if _, ok := n.Callee.(*ast.IdentifierNode); ok {
			for _, a := range n.Arguments {
				x.collectNames(a, bound)
			}
			return
		}
	case *ast.VariableDeclaratorNode:
		x.collectNames(n.Value, bound)
		x.collectNames(n.Expr, append(slices.Clip(bound), n.Name))
		return
	}
	inside(n, func(inner ast.Node) { x.collectNames(inner, bound) })
}

// isNull reports whether a node is the word null, which the language itself has not: its word is nil.
func isNull(n *ast.IdentifierNode) bool { return n.Value == "null" }

// everything is the name by which an expression sees all variables as one object.
const everything = "$env"
