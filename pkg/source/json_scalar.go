package source

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// space passes over white space, and over comments, which it reports: one problem for those in a row.
func (r *jsonReader) space() {
	reported := false
	for !r.end() {
		switch c := r.text[r.pos]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			r.pos++
		case c == '#' || c == '/' && (strings.HasPrefix(r.text[r.pos:], "//") || strings.HasPrefix(r.text[r.pos:], "/*")):
			span := r.comment()
			if !reported {
				r.report(Problem{Span: span, Message: "JSON has no comments", Help: "remove the comment"})
			}
			reported = true
		case c >= utf8.RuneSelf && oddSpace(r.text[r.pos:]) > 0:
			size := oddSpace(r.text[r.pos:])
			if !reported {
				r.report(Problem{
					Span:    Span{r.pos, r.pos + size},
					Message: describe(r.text, r.pos) + " is not valid white space in JSON",
					Help:    "replace it with a space",
				})
			}
			reported = true
			r.pos = min(r.pos+size, len(r.text))
		default:
			return
		}
	}
}

// oddSpace returns the length of the blank at the start of a text that only looks like one, or 0.
func oddSpace(text string) int {
	for _, s := range [...]string{"\u00A0", "\u200B", "\uFEFF", "\u2028", "\u2029"} {
		if strings.HasPrefix(text, s) {
			return len(s)
		}
	}
	return 0
}

// comment passes over a comment.
func (r *jsonReader) comment() Span {
	start := r.pos
	if strings.HasPrefix(r.text[start:], "/*") {
		if n := strings.Index(r.text[start+2:], "*/"); n >= 0 {
			r.pos = start + 2 + n + 2
		} else {
			r.pos = len(r.text)
			r.lost = true // whatever is not closed may be in the comment
			r.file.Incomplete = true
		}
		return Span{start, r.pos}
	}
	r.pos = lineEnd(r.text, start)
	return Span{start, r.pos}
}

// lineEnd returns the offset at which the line of an offset ends.
func lineEnd(text string, at int) int {
	if n := strings.IndexAny(text[at:], "\r\n"); n >= 0 {
		return at + n
	}
	return len(text)
}

// runeLen returns the length of the character at an offset, 0 at the end of the text.
func runeLen(text string, at int) int {
	_, size := utf8.DecodeRuneInString(text[min(at, len(text)):])
	return size
}

// word reads a value that is neither quoted nor in brackets.
func (r *jsonReader) word() *Node {
	span := r.token()
	word := r.text[span.Start:span.End]
	r.pos, r.last = span.End, span.End
	switch word {
	case "true", "false":
		n := r.slab.node(Bool, span)
		n.Text = word
		return n
	case "null":
		return r.slab.node(Null, span)
	}
	if isNumber(word) {
		n := r.slab.node(Number, span)
		n.Text = word
		if tooLarge(word) {
			r.found.add(hugeNumber(span, word))
		}
		return n
	}
	return r.badWord(span, word)
}

// badWord reports a word that is not JSON, and takes it for what it means where that is plain.
func (r *jsonReader) badWord(span Span, word string) *Node {
	n := r.slab.node(Invalid, span)
	p := Problem{Span: span}
	switch strings.ToLower(word) {
	case "true", "false":
		n.Kind, n.Text = Bool, strings.ToLower(word)
		p.Message = word + " is not JSON"
		p.Help = "write " + n.Text
		p.Edits = []Replacement{{Span: span, Text: n.Text}}
	case "null", "none", "nil", "undefined":
		n.Kind = Null
		p.Message = word + " is not JSON"
		p.Help = "write null"
		p.Edits = []Replacement{{Span: span, Text: "null"}}
	case "nan", "-nan", "+nan", "infinity", "-infinity", "+infinity", "inf", "-inf", "+inf":
		p.Message = "JSON has no number " + word
		p.Help = "write null, or a string"
	default:
		if c := word[0]; c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' {
			p.Message = quote(word) + " is not a JSON number"
			p.Help = numberHelp(word)
			if number := plainNumber(word); number != "" {
				p.Edits = []Replacement{{Span: span, Text: number}}
			}
		}
		if end := r.bareEnd(); end > span.End || p.Message == "" {
			if end == len(r.text) && r.objects+r.arrays > 0 {
				r.pos, r.last = end, end
				return n // the text is cut off here, which what is not closed will say
			}
			n.Span.End = end
			p.Span = n.Span
			p.Message = "the text " + quote(r.text[span.Start:end]) + " has no double quotes"
			p.Help = "put it in double quotes"
			p.Edits = []Replacement{{Span: p.Span, Text: strconv.Quote(r.text[span.Start:end])}}
			r.pos, r.last = end, end
		}
	}
	r.report(p)
	if n.Kind == Invalid && !r.end() && strings.ContainsRune("{[\"", rune(r.text[r.pos])) {
		r.unsure = true // it goes on with what looks like JSON, as in ${name}
	}
	return n
}

// bareEnd returns where a text without quotes ends: before the comma, the bracket or the end of its line.
func (r *jsonReader) bareEnd() int {
	end := r.pos
	for end < len(r.text) && !strings.ContainsRune(",{}[]\"\r\n", rune(r.text[end])) {
		end++
	}
	return r.pos + len(strings.TrimRight(r.text[r.pos:end], " \t"))
}

// numberHelp returns the remedy for a number.
func numberHelp(word string) string {
	digits := strings.TrimLeft(word, "+-")
	switch {
	case strings.HasPrefix(digits, "0x") || strings.HasPrefix(digits, "0X") || strings.HasPrefix(digits, "0o"):
		return "write the number in decimal"
	case strings.HasPrefix(word, "+"):
		return "remove the '+'"
	case strings.HasPrefix(digits, "."):
		return "write a digit before the point"
	case len(digits) > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9':
		return "remove the leading zero"
	case strings.HasSuffix(word, "."):
		return "write a digit after the point"
	}
	return ""
}

// plainNumber returns a number as JSON writes it, where only a sign, a zero or a point differs; "" where it does not.
func plainNumber(word string) string {
	sign, rest := "", strings.TrimPrefix(word, "+")
	if strings.HasPrefix(rest, "-") {
		sign, rest = "-", rest[1:]
	}
	if zeros := strings.TrimLeft(rest, "0"); len(zeros) < len(rest) && digits(rest) > 1 {
		rest = zeros
	}
	if rest == "" || strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "e") || strings.HasPrefix(rest, "E") {
		rest = "0" + rest
	}
	if rest = sign + strings.TrimSuffix(rest, "."); !isNumber(rest) {
		return ""
	}
	return rest
}

// tooLarge reports whether a number is larger than what readers can hold, which is a float64 (RFC 8259: "Numbers").
func tooLarge(number string) bool {
	if len(number) < 300 && !strings.ContainsAny(number, "eE") {
		return false
	}
	f, _ := strconv.ParseFloat(number, 64)
	return math.IsInf(f, 0)
}

func hugeNumber(span Span, word string) Problem {
	return Problem{Rule: ruleNumber, Span: span, Message: "the number " + quote(word) + " is too large: the largest is about 1.8e308",
		Help: "write a smaller number, or a string"}
}

// isNumber reports whether a word is a JSON number (RFC 8259: "Numbers").
func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole := digits(s)
	if whole == 0 || whole > 1 && s[0] == '0' {
		return false
	}
	s = s[whole:]
	if strings.HasPrefix(s, ".") {
		n := digits(s[1:])
		if n == 0 {
			return false
		}
		s = s[1+n:]
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		s = s[1:]
		if s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		n := digits(s)
		return n > 0 && n == len(s)
	}
	return s == ""
}

// digits returns how many digits a text begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// controlName names a control character.
func controlName(c byte) string {
	switch c {
	case '\t':
		return "a tab"
	case '\n', '\r':
		return "a line break"
	}
	return fmt.Sprintf("the control character U+%04X", c)
}
