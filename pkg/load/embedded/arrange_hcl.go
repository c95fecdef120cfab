package embedded

import (
	"bytes"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/flowglot/flowglot/pkg/source"
)

// An arranger writes an expression of HCL with the members of its objects in the order that they have in a tree. Each member moves
// with the comments above it and at the end of its lines; what is between members stays where it is.
type arranger struct {
	text   []byte
	out    []byte
	failed bool // the tree is not that of the expression
}

// value writes an expression in the order of a tree that has the same values.
func (a *arranger) value(e hclsyntax.Expression, n *source.Node) {
	span := spanOf(e.Range())
	switch x := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		inner := spanOf(x.Expression.Range())
		a.copy(span.Start, inner.Start)
		a.value(x.Expression, n)
		a.copy(inner.End, span.End)
		return
	case *hclsyntax.TupleConsExpr:
		if n.Kind != source.Array || len(n.Items) != len(x.Exprs) {
			a.failed = true
			return
		}
		at := span.Start
		for i, item := range x.Exprs {
			inner := spanOf(item.Range())
			a.copy(at, inner.Start)
			a.value(item, n.Items[i])
			at = inner.End
		}
		a.copy(at, span.End)
		return
	case *hclsyntax.ObjectConsExpr:
		a.object(x, n)
		return
	}
	a.copy(span.Start, span.End)
}

func (a *arranger) copy(from, to int) {
	if from <= to {
		a.out = append(a.out, a.text[from:to]...)
	}
}

// A slot is where a member of an object is: the comments above it, the member, and the comment at the end of its last line.
type slot struct {
	above, item, after source.Span
}

// object writes the members of an object in order.
func (a *arranger) object(x *hclsyntax.ObjectConsExpr, n *source.Node) {
	order, ok := orderOf(x, n)
	if !ok {
		a.failed = true
		return
	}
	slots := a.slots(x)
	if slots == nil {
		slots = a.bare(x)
		for i := range order.from { // the members stay where they are
			order.from[i] = i
		}
	}
	span := spanOf(x.Range())
	at := span.Start
	for i, s := range slots {
		k := order.from[i]
		m := slots[k]
		a.copy(at, s.above.Start)
		a.copy(m.above.Start, m.above.End)
		a.copy(s.above.End, s.item.Start)
		value := spanOf(x.Items[k].ValueExpr.Range())
		a.copy(m.item.Start, value.Start)
		a.value(x.Items[k].ValueExpr, n.Members[order.to[k]].Value)
		a.copy(value.End, m.item.End)
		a.copy(s.item.End, s.after.Start)
		a.copy(m.after.Start, m.after.End)
		at = s.after.End
	}
	a.copy(at, span.End)
}

// An arrangement is the order of the members of an object: from has the member that comes to each place, and to the place of each
// member.
type arrangement struct {
	from, to []int
}

// orderOf compares an object with a tree that has the same members.
func orderOf(x *hclsyntax.ObjectConsExpr, n *source.Node) (arrangement, bool) {
	if n.Kind != source.Object || len(n.Members) != len(x.Items) {
		return arrangement{}, false
	}
	places := map[string][]int{}
	for i := range n.Members {
		places[n.Members[i].Key] = append(places[n.Members[i].Key], i)
	}
	out := arrangement{from: make([]int, len(x.Items)), to: make([]int, len(x.Items))}
	for i, item := range x.Items {
		key, ok := keyOf(item.KeyExpr)
		if !ok {
			return arrangement{}, false
		}
		if len(places[key]) == 0 {
			return arrangement{}, false
		}
		to := places[key][0]
		places[key] = places[key][1:]
		out.from[to], out.to[i] = i, to
	}
	return out, true
}

// bare returns the members without comments.
func (a *arranger) bare(x *hclsyntax.ObjectConsExpr) []slot {
	var out []slot
	for _, item := range x.Items {
		span := source.Span{Start: item.KeyExpr.Range().Start.Byte, End: item.ValueExpr.Range().End.Byte}
		out = append(out, slot{source.Span{Start: span.Start, End: span.Start}, span, source.Span{Start: span.End, End: span.End}})
	}
	return out
}

// slots returns the members with their comments. It is nil if it is not clear whose a comment is, or if a member ends with the mark of a
// heredoc, which needs the end of its line.
func (a *arranger) slots(x *hclsyntax.ObjectConsExpr) []slot {
	out := a.bare(x)
	at := x.OpenRange.End.Byte
	for i := range out {
		s := &out[i]
		if bytes.HasPrefix(a.text[x.Items[i].ValueExpr.Range().Start.Byte:], []byte("<<")) {
			return nil
		}
		if i == 0 {
			// What follows the brace on its line stays there.
			if end := min(lineEnd(a.text, at), s.item.Start); letters(a.text[at:end]) > 0 {
				return nil
			}
		}
		if between := a.text[at:s.item.Start]; letters(between) > 0 {
			first := at + bytes.IndexFunc(between, func(c rune) bool { return c > ' ' })
			if letters(a.text[lineStart(a.text, first):first]) > 0 || letters(a.text[lineStart(a.text, s.item.Start):s.item.Start]) > 0 {
				return nil // there is something else on these lines
			}
			s.above = source.Span{Start: first, End: s.item.Start}
		}
		at = s.item.End
		if next := afterComma(a.text, at); next > at {
			at = next
			s.after = source.Span{Start: at, End: at}
		}
		end := lineEnd(a.text, at)
		if i+1 < len(out) {
			end = min(end, out[i+1].item.Start)
		} else {
			end = min(end, x.Range().End.Byte-1)
		}
		rest := bytes.TrimRight(a.text[at:end], " \t\r")
		if letters(rest) > 0 {
			if end != lineEnd(a.text, at) { // a comment between two members of a line
				return nil
			}
			s.after = source.Span{Start: at, End: at + len(rest)}
		}
		at += len(rest)
	}
	if letters(a.text[at:x.Range().End.Byte-1]) > 0 && !a.onLines(at, x.Range().End.Byte-1) {
		return nil
	}
	return out
}

// onLines reports whether a range begins with the end of a line.
func (a *arranger) onLines(from, to int) bool {
	end := lineEnd(a.text, from)
	return end < to && letters(a.text[from:end]) == 0
}

// afterComma returns the offset after the comma that separates a member from the next one, or the offset itself if there is none.
func afterComma(text []byte, at int) int {
	for i := at; i < len(text); i++ {
		switch text[i] {
		case ' ', '\t':
		case ',':
			return i + 1
		default:
			return at
		}
	}
	return at
}
