package asl

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// extras collects what the model has no part for: the members that a definition may not have, and the given ones,
// which are absent where their value is nil.
func (l *lowering) extras(members []*source.Member, known ...workflow.Extra) workflow.Extras {
	var out workflow.Extras
	for _, k := range known {
		if k.Value != nil {
			out = append(out, k)
		}
	}
	for _, m := range members {
		out = append(out, words.Extra(m))
	}
	return out
}

// extra is a value that the model has no part for, of a field of the language.
func extra(key string, n *source.Node) workflow.Extra {
	f, _ := words.Field(key)
	return workflow.Extra{Key: key, Span: n.Span, Value: n, Class: f.Extra}
}

func textExtra(key string, t *Text) workflow.Extra {
	if t == nil {
		return workflow.Extra{}
	}
	return extra(key, t.Node)
}

// numberExtra keeps a number as it was spelled, and that it was there at all.
func numberExtra(key string, n *Number) workflow.Extra {
	if n == nil {
		return workflow.Extra{}
	}
	return extra(key, n.Node)
}

// rootPath keeps a path that says what holds without it: "$".
func rootPath(key string, p *Path) workflow.Extra {
	if p == nil || !isRoot(p) {
		return workflow.Extra{}
	}
	return extra(key, p.Node)
}

// falseEnd keeps an "End": false, which says nothing.
func falseEnd(b *Bool) workflow.Extra {
	if b == nil || b.Value {
		return workflow.Extra{}
	}
	return extra("End", b.Node)
}

// ruleExtras keeps the comments of a choice rule and of those inside of it, under the pointer of each within the rule.
func (l *lowering) ruleExtras(out workflow.Extras, c *Rule, at string) workflow.Extras {
	for _, x := range l.extras(c.Extra, textExtra("Comment", c.Comment)) {
		x.Key = at + x.Key
		out = append(out, x)
	}
	for i, sub := range c.Rules {
		out = l.ruleExtras(out, sub, fmt.Sprintf("%s%d/", at, i))
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
