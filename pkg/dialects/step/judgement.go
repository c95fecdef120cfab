package step

import (
	"github.com/expr-lang/expr/ast"

	"github.com/flowglot/flowglot/pkg/expr"
)

// judgement is what a condition depends on: variables, unless it asks for the time.
func (x *Expression) judgement() *expr.Judgement {
	if x.tree == nil {
		return nil
	}
	out := &expr.Judgement{}
	n := x.tree
	for {
		not, ok := n.(*ast.UnaryNode)
		if !ok || not.Operator != "!" && not.Operator != "not" {
			break
		}
		out.Negated, n = !out.Negated, not.Node
	}
	found := judged{}
	found.look(n)
	if found.clock {
		return nil
	}
	if found.all {
		out.Reads = [][]string{{}}
	}
	for _, v := range x.names {
		out.Reads = append(out.Reads, []string{v.name})
	}
	out.Text = n.String()
	return out
}

// judged is what a condition contains.
type judged struct{ clock, all bool }

func (j *judged) look(n ast.Node) {
	switch n := n.(type) {
	case *ast.IdentifierNode:
		j.clock = j.clock || n.Value == "now"
		j.all = j.all || n.Value == everything
	case *ast.BuiltinNode:
		j.clock = j.clock || n.Name == "now"
	}
	inside(n, j.look)
}
