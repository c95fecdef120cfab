package source

import "strings"

// Content returns the content of a node of the file with the way back from each of its bytes to the place that it was
// read from. Where something in a string is escaped, folded or indented, its literal is read a second time; where that
// does not lead to the content that the node has, because it was made and not read, every byte leads to the whole node.
func (f *File) Content(n *Node) Text {
	if t, ok := f.contents[n.Span]; ok && t.String == n.Text {
		return t
	}
	if f.inner != nil {
		if t, ok := f.inner.content(n); ok {
			return t
		}
	}
	if n.Span.IsZero() {
		return Text{String: n.Text, start: nowhere}
	}
	start, end := n.Span.Start, n.Span.End
	if start < 0 || end > len(f.Text) || start > end {
		return Text{String: n.Text, offsets: make([]int, len(n.Text)+1)}
	}
	literal := string(f.Text[start:end])
	if literal == n.Text {
		return Text{String: n.Text, start: start}
	}
	if mark := quoteLen(literal); mark > 0 && len(literal) == 2*mark+len(n.Text) && literal[mark:len(literal)-mark] == n.Text {
		return Text{String: n.Text, start: start + mark}
	}
	var back []int
	if n.Kind == String && literal != "" {
		if f.Format == JSON {
			back = wayBackJSON(literal, n.Text)
		} else {
			back = wayBackYAML(literal, n.Text)
		}
	}
	if back == nil {
		return whole(n)
	}
	for i := range back {
		back[i] += start
	}
	return Text{String: n.Text, offsets: back}
}

// whole returns the content of a node without a way back that is better than the node.
func whole(n *Node) Text {
	back := make([]int, len(n.Text)+1)
	for i := range back {
		back[i] = n.Span.Start
	}
	back[len(n.Text)] = n.Span.End
	return Text{String: n.Text, offsets: back}
}

// wayBackJSON returns the offset in a literal of each byte of its content and of its end, or nil if the content is not
// that of the literal.
func wayBackJSON(literal, content string) []int {
	mark := quoteLen(literal)
	if mark == 0 {
		return nil
	}
	ends := []int{len(literal)} // of a string that is not closed
	if closing := closingQuote(literal); strings.HasSuffix(literal[mark:], closing) {
		ends = []int{len(literal) - len(closing), len(literal)}
	}
	for _, end := range ends {
		back := make([]int, 0, len(content)+1)
		if decodeJSON(literal[mark:end], mark, &back) == content {
			return append(back, end)
		}
	}
	return nil
}

// wayBackYAML is what [wayBackJSON] is, for YAML.
func wayBackYAML(literal, content string) []int {
	a := aligner{text: literal, content: content, wanted: true, back: make([]int, 0, len(content)+1)}
	end, ok := len(literal), false
	switch literal[0] {
	case '"', '\'':
		end = closing(literal, 0)
		if end < 0 {
			return nil
		}
		a.at = 1
		if literal[0] == '"' {
			ok = a.double(end)
		} else {
			ok = a.single(end)
		}
	case '|', '>':
		b := findBlock(literal, 0, content)
		end = b.end
		ok = a.block(b)
	default:
		ok = a.plain()
	}
	if !ok || len(a.back) != len(content) {
		return nil
	}
	return append(a.back, end)
}
