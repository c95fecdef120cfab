package step

import "github.com/flowglot/flowglot/pkg/dialects"

// quote returns a name or text for a message.
func quote(s string) string { return dialects.Quote(s) }

// expressionFault reports what is wrong with an expression at its very characters. The fix is inside of a string,
// so that it is offered only where that string has no escapes.
func expressionFault(f *dialects.Findings, what string, x *Expression) {
	m := x.Mistake
	at := x.At(m.from, m.to)
	if at.Start == at.End {
		at = x.At(0, len(x.Text.String))
	}
	d := f.Add(&expressionSyntax.Rule, at, "invalid expression in %s: %s", what, m.message)
	d.Help = m.help
	if m.fix != "" && at.End-at.Start == m.to-m.from {
		f.OfferFix(d, "write "+m.fix, m.fix)
	}
}
