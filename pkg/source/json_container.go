package source

import (
	"fmt"
	"strings"
)

// object reads an object; the position is at its brace.
func (r *jsonReader) object() *Node {
	n := r.slab.node(Object, Span{r.pos, r.pos})
	base, comma := len(r.members), -1
	r.objects++
	r.pos++
	r.last = r.pos
	for r.more(n, '}', comma) {
		key, span, ok := r.key()
		if !ok {
			r.report(Problem{Span: r.token(), Message: "expected a key in double quotes, found " + describe(r.text, r.pos)})
			r.skip()
		} else {
			r.members = append(r.members, Member{Key: key, KeySpan: span, Value: r.memberValue(key, span)})
		}
		comma = r.separator('}')
	}
	r.objects--
	n.Span.End = r.last
	n.Members = r.slab.keepMembers(r.members[base:])
	r.members = r.members[:base]
	if len(n.Members) > 0 {
		n.Style = r.layout(n, n.Members[0].KeySpan.Start)
	}
	if !reportDuplicates(n.Members, &r.found) {
		n.distinct = int32(len(n.Members))
	}
	return n
}

// layout returns how an object or a list is laid out whose first part begins at an offset.
func (r *jsonReader) layout(n *Node, first int) Style {
	if strings.ContainsAny(r.text[n.Span.Start:max(n.Span.Start, first)], "\r\n") {
		return Lines
	}
	return OneLine
}

// array reads an array; the position is at its bracket.
func (r *jsonReader) array() *Node {
	n := r.slab.node(Array, Span{r.pos, r.pos})
	base, comma := len(r.items), -1
	r.arrays++
	r.pos++
	r.last = r.pos
	for r.more(n, ']', comma) {
		r.items = append(r.items, r.value())
		comma = r.separator(']')
	}
	r.arrays--
	n.Span.End = r.last
	n.Items = r.slab.keepItems(r.items[base:])
	r.items = r.items[:base]
	if len(n.Items) > 0 {
		n.Style = r.layout(n, n.Items[0].Span.Start)
	}
	return n
}

// more reports whether another member or item follows. If not, it has read the bracket that closes, or reported that it is
// missing. The offset of the comma before the position is that of a trailing one then; it is negative if there is none.
func (r *jsonReader) more(n *Node, closing byte, comma int) bool {
	for {
		r.space()
		switch c := r.peek(); {
		case r.absentHere(closing):
			r.closeAbsent(n, closing)
			return false
		case r.end():
			r.unclosed(n, closing)
			return false
		case c == closing:
			if comma >= 0 {
				r.report(Problem{
					Span:    Span{comma, comma + 1},
					Message: fmt.Sprintf("trailing comma before '%c'", closing),
					Help:    "remove the comma",
					Edits:   []Replacement{{Span: Span{comma, comma + 1}}},
				})
			}
			r.unsure = false
			r.advance()
			return false
		case c == '}' || c == ']':
			r.mismatch(n, closing)
			return false
		case c == ',':
			expected := "a value"
			if closing == '}' {
				expected = "a key"
			}
			r.report(Problem{
				Span:    Span{r.pos, r.pos + 1},
				Message: "expected " + expected + ", found ','",
				Help:    "remove the comma",
				Edits:   []Replacement{{Span: Span{r.pos, r.pos + 1}}},
			})
			for r.peek() == ',' {
				comma = -1 // one problem for the commas will do
				r.advance()
				r.space()
			}
		default:
			return true
		}
	}
}

// advance passes over one byte of a token.
func (r *jsonReader) advance() {
	r.pos++
	r.last = r.pos
}

// unclosed reports an object or array that the text ends in. Those around it are not closed for the same cause.
func (r *jsonReader) unclosed(n *Node, closing byte) {
	r.file.Incomplete = true
	if r.lost {
		return
	}
	r.unsure, r.unbalanced = false, true
	r.report(Problem{
		Span:         Span{r.last, r.last},
		Message:      fmt.Sprintf("expected '%c' to close %s, found the end of the text", closing, n.Kind),
		Help:         fmt.Sprintf("add '%c'", closing),
		Other:        Span{n.Span.Start, n.Span.Start + 1},
		OtherMessage: n.Kind.String() + " starts here",
		Edits:        r.closeAtEnd(n, closing),
	})
	r.lost = true
}

// closeAtEnd closes the object or array that the text ends in, if it is the only one.
func (r *jsonReader) closeAtEnd(n *Node, closing byte) []Replacement {
	if r.objects+r.arrays != 1 {
		return nil
	}
	text := string(closing)
	if n.Span.Start < lineStart(r.text, r.last) {
		text = "\n" + text
	}
	return []Replacement{{Span: Span{r.last, r.last}, Text: text}}
}

// mismatch reports a bracket of the wrong kind. If the layout shows that it was meant to close this object or array, or if there is
// nothing else that it could close, it does. Otherwise it closes something further out, and this one was not closed.
func (r *jsonReader) mismatch(n *Node, closing byte) {
	outer := r.objects
	if closing == '}' {
		outer = r.arrays
	}
	typo := outer == 0 || r.laidOutAlike(n.Span.Start)
	if !r.lost {
		p := Problem{
			Span:         Span{r.pos, r.pos + 1},
			Message:      fmt.Sprintf("expected '%c' to close %s, found '%c'", closing, n.Kind, r.text[r.pos]),
			Help:         fmt.Sprintf("add '%c' before it", closing),
			Other:        Span{n.Span.Start, n.Span.Start + 1},
			OtherMessage: n.Kind.String() + " starts here",
			Edits:        []Replacement{{Span: Span{r.last, r.last}, Text: string(closing)}},
		}
		if typo {
			p.Help = fmt.Sprintf("write '%c'", closing)
			p.Edits = []Replacement{{Span: p.Span, Text: string(closing)}}
		}
		r.report(p)
	}
	if typo {
		r.unsure = false
		r.advance()
		return
	}
	r.unsure, r.unbalanced = false, true
	r.lost = true
	r.file.Incomplete = true
}

// separator reads the comma after a member or an item and returns its offset, or a negative one if there is none
// because the bracket follows that closes, or because the comma is missing.
func (r *jsonReader) separator(closing byte) int {
	end := r.last
	r.space()
	comma := r.pos
	switch c := r.peek(); {
	case r.absentHere(closing):
		return -1
	case r.skipsComma:
		r.skipsComma = false
		return -1
	case r.end() || c == '}' || c == ']':
		return -1
	case c == ',':
		r.unsure = false
		r.advance()
		return comma
	}
	p := Problem{Span: Span{end, end}, Message: fmt.Sprintf("expected ',' or '%c', found %s", closing, describe(r.text, r.pos))}
	if r.startsNext(closing) {
		p.Help = "add a comma"
		p.Edits = []Replacement{{Span: Span{end, end}, Text: ","}}
		r.report(p)
		return -1
	}
	p.Span = r.token()
	if r.peek() == ';' {
		p.Help = "write ','"
		p.Edits = []Replacement{{Span: Span{r.pos, r.pos + 1}, Text: ","}}
		r.report(p)
		r.advance()
		return comma
	}
	r.report(p)
	r.unsure = true
	r.skip()
	return r.separatorAfterSkip()
}

// separatorAfterSkip reads the comma that skipping stopped at, if it was one.
func (r *jsonReader) separatorAfterSkip() int {
	if r.peek() != ',' {
		return -1
	}
	comma := r.pos
	r.unsure = false
	r.advance()
	return comma
}

// startsNext reports whether what is at the position can begin a member or an item.
func (r *jsonReader) startsNext(closing byte) bool {
	c := r.peek()
	return wordByte(c) || quoteLen(r.text[r.pos:]) > 0 || closing == ']' && (c == '{' || c == '[')
}

// key reads a key. It reports false if there is none at the position.
func (r *jsonReader) key() (string, Span, bool) {
	if quoteLen(r.text[r.pos:]) > 0 {
		r.inKey = true
		key, span := r.quoted()
		r.inKey = false
		return key, span, true
	}
	if !wordByte(r.peek()) {
		return "", Span{}, false
	}
	span := r.token()
	key := r.text[span.Start:span.End]
	r.report(Problem{
		Span:    span,
		Message: "the key " + quote(key) + " has no double quotes",
		Help:    "write " + quote(key) + " in double quotes",
		Edits:   []Replacement{{Span: span, Text: quote(key)}},
	})
	r.pos, r.last = span.End, span.End
	return key, span, true
}

// memberValue reads the colon and the value after a key.
func (r *jsonReader) memberValue(key string, span Span) *Node {
	r.space()
	switch c := r.peek(); {
	case c == ':':
		r.advance()
	case r.end():
		return r.noValue()
	case c == ',' || c == '}' || c == ']':
		r.report(Problem{
			Span:    span,
			Message: "the key " + quote(key) + " has no value",
			Help:    "add ':' and a value",
		})
		return r.slab.node(Invalid, Span{span.End, span.End})
	case c == '=':
		sign := len("=")
		if strings.HasPrefix(r.text[r.pos:], "=>") {
			sign = len("=>")
		}
		r.report(Problem{Span: r.token(), Message: "expected ':' after the key " + quote(key) + ", found '='", Help: "write ':'", Edits: []Replacement{{Span: Span{r.pos, r.pos + sign}, Text: ":"}}})
		r.pos += sign
		r.last = r.pos
	default:
		r.report(Problem{
			Span:    Span{span.End, span.End},
			Message: "expected ':' after the key " + quote(key) + ", found " + describe(r.text, r.pos),
			Help:    "add a colon",
			Edits:   r.colon(span.End),
		})
		r.unsure = true
	}
	r.space()
	return r.value()
}

// colon adds the colon after a key if a value follows.
func (r *jsonReader) colon(end int) []Replacement {
	if c := r.peek(); c != '"' && c != '{' && c != '[' && !wordByte(c) {
		return nil
	}
	return []Replacement{{Span: Span{end, end}, Text: ":"}}
}

// reportDuplicates reports the keys of an object that are there a second time, and returns whether there are any.
func reportDuplicates(members []Member, found *problems) (any bool) {
	const few = 12 // for which comparing all with all is faster than a map
	if len(members) <= few {
		for i := range members {
			for j := range i {
				if members[j].Key == members[i].Key {
					duplicate(members, j, i, found)
					any = true
					break
				}
			}
		}
		return any
	}
	first := make(map[string]int, len(members))
	for i := range members {
		if j, ok := first[members[i].Key]; ok {
			duplicate(members, j, i, found)
			any = true
		} else {
			first[members[i].Key] = i
		}
	}
	return any
}

// duplicate reports the second of two members with the same key. Where both have the same value, it does not matter which
// is removed; that is offered in JSON, in which no comment belongs to either.
func duplicate(members []Member, i, j int, found *problems) {
	first, second := &members[i], &members[j]
	p := Problem{
		Rule:         ruleDuplicate,
		Span:         second.KeySpan,
		Message:      "duplicate key " + quote(second.Key),
		Help:         "remove or rename one of them",
		Other:        first.KeySpan,
		OtherMessage: "first used here",
	}
	if found.json && first.Value.Kind != Invalid && sameValue(first.Value, second.Value) {
		p.Help = "remove one of them; both have the same value"
		p.Edits = []Replacement{{Span: Span{members[j-1].Span().End, second.Span().End}}}
	}
	found.add(p)
}
