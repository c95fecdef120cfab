package source

import (
	"fmt"
	"strings"
)

// A bracket that is missing is noticed where the text ends or where another bracket does not fit, which may be far below. The
// indentation shows the place: a key that is indented no deeper than the line of an open bracket does not belong inside it.
// What follows looks for such places. It is asked only where brackets do not match, and believed only where they do match with
// the brackets that it adds.

// An absentBracket is a closing bracket that is missing.
type absentBracket struct {
	at      int  // the end of the token that it should follow
	bracket byte // '}' or ']'
	comma   bool // a comma is missing after it as well
	fix     string
}

// An openBracket is one that is not closed at some place of the text.
type openBracket struct {
	char         byte
	start        int // of its line
	indent, line int // of its line
}

// A layoutReader walks over the tokens of a text.
type layoutReader struct {
	text   string
	open   []openBracket
	start  int  // the offset of the line
	line   int  // its number
	first  bool // no token of the line was seen
	last   int  // the end of the last token that is not a comma
	comma  bool // a comma followed it
	absent []absentBracket
}

// absentBrackets returns the closing brackets that are missing by the indentation of a text, in the order of their places.
func absentBrackets(text string) []absentBracket {
	r := &layoutReader{text: text, first: true}
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '\n':
			i++
			r.start, r.line, r.first = i, r.line+1, true
			continue
		case c == ' ' || c == '\t' || c == '\r':
			i++
			continue
		case c == ',':
			r.comma, r.first = true, false
			i++
			continue
		}
		end := r.tokenEnd(i)
		if r.first {
			r.lineBegins(i, end)
		}
		r.token(i, end)
		i = end
	}
	return r.absent
}

// tokenEnd returns where the token at an offset ends.
func (r *layoutReader) tokenEnd(at int) int {
	if r.text[at] != '"' {
		return max(wordEnd(r.text, at), at+1)
	}
	for i := at + 1; i < len(r.text); i++ {
		switch r.text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		case '\n':
			return i
		}
	}
	return len(r.text)
}

// token notes a token, which opens or closes a bracket or neither.
func (r *layoutReader) token(at, end int) {
	switch c := r.text[at]; c {
	case '{', '[':
		r.open = append(r.open, openBracket{c, r.start, at - r.start, r.line})
		if n := len(r.open) - 1; !r.first {
			r.open[n].indent = len(r.text[r.start:at]) - len(strings.TrimLeft(r.text[r.start:at], " \t"))
		}
	case '}', ']':
		if n := len(r.open) - 1; n >= 0 {
			r.open = r.open[:n]
		}
	}
	r.last, r.comma, r.first = end, false, false
}

// lineBegins closes the brackets that the first token of a line does not belong inside.
func (r *layoutReader) lineBegins(at, end int) {
	indent := at - r.start
	for n := len(r.open) - 1; n >= 0; n = len(r.open) - 1 {
		top := r.open[n]
		if top.line == r.line || top.indent < indent {
			return
		}
		switch c := r.text[at]; c {
		case '}', ']':
			if closes(top.char) == c && top.indent == indent || !r.closesOuter(c, indent) {
				return
			}
		case '{':
			if top.char != '{' {
				return
			}
		default:
			if c != '"' || !strings.HasPrefix(strings.TrimLeft(r.text[end:], " \t"), ":") {
				return
			}
		}
		x := absentBracket{at: r.last, bracket: closes(top.char), comma: !r.comma && r.text[at] != '}' && r.text[at] != ']'}
		x.fix = string(x.bracket)
		if top.start < lineStart(r.text, r.last) {
			x.fix = "\n" + r.text[top.start:top.start+top.indent] + x.fix
		}
		r.absent = append(r.absent, x)
		r.open = r.open[:n]
	}
}

// closesOuter reports whether a closing bracket at the beginning of a line closes one, further out, whose line is indented alike.
func (r *layoutReader) closesOuter(c byte, indent int) bool {
	for i := len(r.open) - 2; i >= 0; i-- {
		if r.open[i].indent == indent {
			return closes(r.open[i].char) == c
		}
	}
	return false
}

func closes(open byte) byte {
	if open == '{' {
		return '}'
	}
	return ']'
}

func lineStart(text string, at int) int { return strings.LastIndexByte(text[:at], '\n') + 1 }

// laidOutAlike reports whether the closing bracket at the position begins a line that is indented like that of an opening bracket.
func (r *jsonReader) laidOutAlike(open int) bool {
	from, here := lineStart(r.text, open), lineStart(r.text, r.pos)
	indent := r.text[here:r.pos]
	rest, ok := strings.CutPrefix(r.text[from:open], indent)
	return from != here && strings.Trim(indent, " \t") == "" && ok && (rest == "" || rest[0] != ' ' && rest[0] != '\t')
}

// absentHere reports whether the bracket that would close what is being read is missing after the last token.
func (r *jsonReader) absentHere(closing byte) bool {
	return len(r.absent) > 0 && r.absent[0].at == r.last && r.absent[0].bracket == closing
}

// closeAbsent reports a missing bracket, and goes on as if it were there.
func (r *jsonReader) closeAbsent(n *Node, closing byte) {
	x := r.absent[0]
	r.absent = r.absent[1:]
	r.unsure = false
	fix := x.fix
	r.skipsComma = x.comma && (len(r.absent) == 0 || r.absent[0].at != x.at)
	if r.skipsComma {
		fix += ","
	}
	message := fmt.Sprintf("expected '%c' to close %s, found %s", closing, n.Kind, describe(r.text, r.pos))
	if r.pos < len(r.text) && r.text[r.pos] == closing { // which closes another one
		message = fmt.Sprintf("missing '%c' to close %s", closing, n.Kind)
	}
	r.report(Problem{
		Span:         Span{r.last, r.last},
		Message:      message,
		Help:         fmt.Sprintf("add '%c'", closing),
		Other:        Span{n.Span.Start, n.Span.Start + 1},
		OtherMessage: n.Kind.String() + " starts here",
		Edits:        []Replacement{{Span: Span{r.last, r.last}, Text: fix}},
	})
}
