package source

import "strings"

// placeholderEnd returns the offset after the placeholder at the position, such as ${Name}: it ends at the brace that closes
// it, on the same line. It is 0 if there is none.
func (r *jsonReader) placeholderEnd() int {
	const most = 1_000 // bytes of a placeholder
	if r.pos+1 >= len(r.text) || r.text[r.pos+1] != '{' {
		return 0
	}
	depth := 0
	for at := r.pos + 1; at < min(len(r.text), r.pos+most); at++ {
		switch c := r.text[at]; {
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return at + 1
			}
		case c < ' ':
			return 0
		}
	}
	return 0
}

// placeholder reads a placeholder as a string in the [Bare] style.
func (r *jsonReader) placeholder() *Node {
	span := Span{r.pos, r.placeholderEnd()}
	r.pos, r.last = span.End, span.End
	n := r.slab.node(String, span)
	n.Text, n.Style = strings.ToValidUTF8(r.text[span.Start:span.End], "\uFFFD"), Bare
	r.report(Problem{Rule: RulePlaceholder, Span: span, Message: "the placeholder " + quote(n.Text) + " is not JSON", Help: "put it in double quotes"})
	return n
}
