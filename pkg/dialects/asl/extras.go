package asl

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// numberExtra keeps a number as it was spelled, and that it was there at all.
func numberExtra(key string, n *Number) workflow.Extra {
	if n == nil {
		return workflow.Extra{}
	}
	return words.ExtraOf(key, n.Node)
}

// rootPath keeps a path that has no effect: "$".
func rootPath(key string, p *Path) workflow.Extra {
	if p == nil || !isRoot(p) {
		return workflow.Extra{}
	}
	return words.ExtraOf(key, p.Node)
}

// falseEnd keeps an "End": false, which is without effect.
func falseEnd(b *Bool) workflow.Extra {
	if b == nil || b.Value {
		return workflow.Extra{}
	}
	return words.ExtraOf("End", b.Node)
}

// ruleExtras keeps the comments of a choice rule and of those inside of it, under the pointer of each within the rule.
func ruleExtras(out workflow.Extras, c *Rule, at string) workflow.Extras {
	for _, x := range words.Extras(c.Extra, words.TextExtra("Comment", c.Comment)) {
		x.Key = at + x.Key
		out = append(out, x)
	}
	for i, sub := range c.Rules {
		out = ruleExtras(out, sub, fmt.Sprintf("%s%d/", at, i))
	}
	return out
}

func literal(n *source.Node) *expr.Literal {
	return &expr.Literal{Value: value.Of(n), Node: n, Span: n.Span}
}

// inSeconds is a number of seconds as a length.
func inSeconds(n *Number) workflow.Length {
	return workflow.Length{Expr: literal(n.Node), Span: n.Node.Span}
}
