package embedded

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/flowglot/flowglot/pkg/source"
)

// objects reads an expression of HCL that jsonencode writes as JSON. What is not literal becomes a placeholder.
type objects struct {
	text []byte
	// known is the value of an expression, if that is known; nil knows none.
	known func(e hclsyntax.Expression) (cty.Value, bool)
	// contents are the texts of strings, which HCL spells.
	contents map[source.Span]source.Text
	// bare are the places of the keys without quotes.
	bare map[source.Span]bool
}

// node returns the value of an expression.
func (o *objects) node(e hclsyntax.Expression) *source.Node {
	span := spanOf(e.Range())
	switch x := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return o.node(x.Expression)
	case *hclsyntax.ObjectConsExpr:
		return o.object(x)
	case *hclsyntax.TupleConsExpr:
		n := &source.Node{Kind: source.Array, Span: span}
		for _, item := range x.Exprs {
			n.Items = append(n.Items, o.node(item))
		}
		return n
	case *hclsyntax.TemplateExpr:
		return o.string(x)
	case *hclsyntax.LiteralValueExpr:
		if n := o.literal(x, span, ""); n != nil {
			return n
		}
	case *hclsyntax.UnaryOpExpr:
		if l, ok := x.Val.(*hclsyntax.LiteralValueExpr); ok && x.Op == hclsyntax.OpNegate {
			if n := o.literal(l, span, "-"); n != nil && n.Kind == source.Number {
				return n
			}
		}
	}
	if o.known != nil {
		if v, known := o.known(e); known {
			return nodeOf(v, span)
		}
	}
	return o.placeholder(span)
}

// literal returns a number, a boolean or null; nil for anything else.
func (o *objects) literal(x *hclsyntax.LiteralValueExpr, span source.Span, sign string) *source.Node {
	r := spanOf(x.Range())
	switch {
	case x.Val.IsNull():
		return &source.Node{Kind: source.Null, Span: span}
	case x.Val.Type() == cty.Bool:
		return &source.Node{Kind: source.Bool, Span: span, Text: string(o.text[r.Start:r.End])}
	case x.Val.Type() == cty.Number:
		return &source.Node{Kind: source.Number, Span: span, Text: sign + string(o.text[r.Start:r.End])}
	}
	return nil
}

// object returns an object. A key is a word or a string, or an expression in parentheses.
func (o *objects) object(x *hclsyntax.ObjectConsExpr) *source.Node {
	n := &source.Node{Kind: source.Object, Span: spanOf(x.Range())}
	for _, item := range x.Items {
		span := spanOf(item.KeyExpr.Range())
		key, ok := keyOf(item.KeyExpr)
		if !ok {
			key = o.placeholder(span).Text
		}
		if ok && hclsyntax.ValidIdentifier(string(o.text[span.Start:span.End])) {
			o.bare[span] = true
		}
		n.Members = append(n.Members, source.Member{Key: key, KeySpan: span, Value: o.node(item.ValueExpr)})
	}
	return n
}

// keyOf returns the key that an expression in an object is, if that is known.
func keyOf(e hclsyntax.Expression) (string, bool) {
	if k, ok := e.(*hclsyntax.ObjectConsKeyExpr); ok {
		if word := hcl.ExprAsKeyword(k); word != "" && !k.ForceNonLiteral {
			return word, true
		}
		e = k.Wrapped
	}
	if x, ok := e.(*hclsyntax.LiteralValueExpr); ok && x.Val.Type() == cty.String {
		return literalText(x)
	}
	return literalString(e)
}

// string returns a string with placeholders for what is interpolated.
func (o *objects) string(x *hclsyntax.TemplateExpr) *source.Node {
	span := spanOf(x.Range())
	r := &renderer{assembly: &assembly{}, text: o.text, quoted: o.text[span.Start] == '"'}
	if o.known != nil {
		r.known = func(e hclsyntax.Expression) (string, bool) {
			v, known := o.known(e)
			if !known {
				return "", false
			}
			return textOf(v)
		}
	}
	r.template(x)
	content := r.content()
	o.contents[span] = content
	return &source.Node{Kind: source.String, Span: span, Text: content.String, Style: source.DoubleQuoted}
}

// placeholder returns the string that stands for an expression.
func (o *objects) placeholder(span source.Span) *source.Node {
	text := "${" + legible(strings.TrimSpace(string(o.text[span.Start:span.End]))) + "}"
	return &source.Node{Kind: source.String, Span: span, Text: text, Style: source.DoubleQuoted}
}
