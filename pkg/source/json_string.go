package source

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// quoteLen returns the length of the quotation mark that a text begins with, of those that people and word processors
// put around strings, or 0.
func quoteLen(text string) int {
	switch {
	case text == "":
		return 0
	case text[0] == '"' || text[0] == '\'' || text[0] == '`':
		return 1
	case text[0] == 0xE2 && len(closingQuote(text)) > 0:
		return 3
	}
	return 0
}

// closingQuote returns the mark that closes a string whose opening mark a text begins with.
func closingQuote(text string) string {
	switch {
	case strings.HasPrefix(text, "“"):
		return "”"
	case strings.HasPrefix(text, "‘"):
		return "’"
	case strings.HasPrefix(text, "”"), strings.HasPrefix(text, "’"):
		return text[:3]
	case text[0] >= utf8.RuneSelf:
		return ""
	}
	return text[:1]
}

// stringNode reads a string.
func (r *jsonReader) stringNode() *Node {
	content, span := r.quoted()
	n := r.slab.node(String, span)
	n.Text = content
	return n
}

// quoted reads a string or a key and returns its content. The content is a part of the text where nothing is escaped.
func (r *jsonReader) quoted() (string, Span) {
	if r.text[r.pos] == '"' {
		for i := r.pos + 1; i < len(r.text); i++ {
			c := r.text[i]
			if c == '"' {
				span := Span{r.pos, i + 1}
				r.pos, r.last = span.End, span.End
				return r.content(span.Start+1, i, false), span
			}
			if c == '\\' || c < ' ' {
				break
			}
		}
	}
	return r.slowQuoted()
}

// slowQuoted reads a string that has escapes in it, or something wrong with it.
func (r *jsonReader) slowQuoted() (string, Span) {
	start, from := r.pos, r.pos+quoteLen(r.text[r.pos:])
	mark := closingQuote(r.text[start:])
	if mark != `"` {
		r.report(Problem{
			Span:    Span{start, from},
			Message: "JSON strings need double quotes, found " + describe(r.text, start),
			Help:    `use "`,
			Edits:   requoted(r.text, start, from, mark),
		})
	}
	r.pos = from
	escaped, control := false, false
	for !r.end() {
		switch c := r.text[r.pos]; {
		case c == mark[0] && strings.HasPrefix(r.text[r.pos:], mark):
			to := r.pos
			r.pos += len(mark)
			r.last = r.pos
			return r.content(from, to, escaped), Span{start, r.pos}
		case c == '\\':
			escaped = true
			r.escape()
		case (c == '\n' || c == '\r') && r.endsWithLine():
			return r.openString(start, from, escaped)
		case c < ' ':
			if !control {
				r.control(c)
			}
			control = true
			r.pos = min(r.pos+1, len(r.text))
		default:
			r.pos++
		}
	}
	return r.openString(start, from, escaped)
}

// requoted writes a string of one line in double quotes, unless something in it would have to be escaped.
func requoted(text string, start, from int, mark string) []Replacement {
	content, _, ok := strings.Cut(text[from:], mark)
	if !ok || strings.ContainsAny(content, "\"\\\r\n\t") {
		return nil
	}
	end := from + len(content)
	return []Replacement{{Span: Span{start, from}, Text: `"`}, {Span: Span{end, end + len(mark)}, Text: `"`}}
}

// content returns the content of a string that is between two offsets.
func (r *jsonReader) content(from, to int, escaped bool) string {
	to = max(from, to)
	if escaped || r.malformed && !utf8.ValidString(r.text[from:to]) {
		return decodeJSON(r.text[from:to], from, nil)
	}
	return r.text[from:to]
}

// endsWithLine reports, at a line break in a string, whether its closing mark was forgotten: what follows on the next line
// looks like JSON again. Otherwise the string goes on there.
func (r *jsonReader) endsWithLine() bool {
	rest := r.text[r.pos:min(len(r.text), r.pos+1024)]
	rest = strings.TrimLeft(rest, " \t\r\n")
	return rest == "" || strings.IndexByte("\"{}[]", rest[0]) >= 0
}

// openString ends a string that has no closing mark before the comma at the end of its line, if there is one.
func (r *jsonReader) openString(start, from int, escaped bool) (string, Span) {
	r.openLine = r.openLine || !r.unsure
	trimmed := strings.TrimRight(r.text[from:r.pos], " \t\r\n")
	trimmed = strings.TrimSuffix(trimmed, ",")
	if colon := strings.IndexByte(trimmed, ':'); r.inKey && colon > 0 {
		trimmed = strings.TrimRight(trimmed[:colon], " \t") // the quote is missing before the colon
	}
	end := from + len(trimmed)
	p := Problem{
		Span:    Span{start, end},
		Message: "the string has no closing quote",
		Help:    `add "`,
	}
	if !closesMore(trimmed) && r.text[start] == '"' {
		p.Edits = []Replacement{{Span: Span{end, end}, Text: `"`}}
	}
	r.report(p)
	if closesMore(trimmed) || strings.TrimLeft(r.text[r.pos:], " \t\r\n") == "" {
		r.lost = true // what closes the objects and arrays around it was read as a part of the string, or is missing as well
		r.file.Incomplete = true
	}
	if !r.end() || r.inKey {
		r.pos = end
	}
	r.last = end
	return r.content(from, end, escaped), Span{start, end}
}

// closesMore reports whether a text has more closing brackets than opening ones.
func closesMore(text string) bool {
	return strings.Count(text, "}")+strings.Count(text, "]") > strings.Count(text, "{")+strings.Count(text, "[")
}

// control reports a control character in a string, which has to be escaped.
func (r *jsonReader) control(c byte) {
	help := fmt.Sprintf(`write \u%04x`, c)
	switch c {
	case '\t':
		help = `write \t`
	case '\n', '\r':
		help = `write \n`
	}
	r.report(Problem{Span: Span{r.pos, r.pos + 1}, Message: controlName(c) + " in a string", Help: help})
}

// escape passes over an escape sequence and reports an unknown one (RFC 8259: "Strings").
func (r *jsonReader) escape() {
	start := r.pos
	c, size := unescape(r.text[start:])
	if size > 0 {
		r.pos += size
		if c == utf8.RuneError && size == len(`\uFFFD`) && !strings.EqualFold(r.text[start:r.pos], `\uFFFD`) {
			r.found.add(Problem{Rule: ruleUTF8, Span: Span{start, r.pos},
				Message: r.text[start:r.pos] + " is half of a surrogate pair and not a character", Help: "write both halves, or the character itself"})
		}
		return
	}
	end := min(len(r.text), start+1+runeLen(r.text, start+1))
	help := `write \\ for a backslash`
	if strings.HasPrefix(r.text[start:], `\u`) {
		for end < len(r.text) && end < start+6 && isHex(r.text[end]) {
			end++
		}
		help = `write four hexadecimal digits after \u`
	}
	if end > start+1 && r.text[start+1] < ' ' {
		end = start + 1
	}
	r.report(Problem{
		Span:    Span{start, end},
		Message: "unknown escape sequence " + strings.ToValidUTF8(r.text[start:end], "\uFFFD") + " in JSON",
		Help:    help,
	})
	if !r.found.full() {
		r.pos = end
	}
}

// unescape returns what the escape sequence at the start of a text stands for, and its length, which is 0 if it is not a valid one.
// Half of a surrogate pair stands for U+FFFD.
func unescape(s string) (rune, int) {
	if len(s) < 2 {
		return 0, 0
	}
	switch s[1] {
	case '"', '\\', '/':
		return rune(s[1]), 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		c, ok := hex4(s)
		if !ok {
			return 0, 0
		}
		if !utf16.IsSurrogate(c) {
			return c, 6
		}
		if low, ok := hex4(s[6:]); ok {
			if pair := utf16.DecodeRune(c, low); pair != utf8.RuneError {
				return pair, 12
			}
		}
		return utf8.RuneError, 6
	}
	return 0, 0
}

// hex4 reads "\u" and four hexadecimal digits.
func hex4(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	var c rune
	for i := 2; i < 6; i++ {
		if !isHex(s[i]) {
			return 0, false
		}
		c = c<<4 | rune(hexValue(s[i]))
	}
	return c, true
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func hexValue(c byte) byte {
	if c >= 'a' {
		return c - 'a' + 10
	}
	if c >= 'A' {
		return c - 'A' + 10
	}
	return c - '0'
}

// decodeJSON returns the content of what is between the quotes of a string. Bytes that are not UTF-8 become U+FFFD,
// and unknown escape sequences stay as they are. If back is not nil, it gets the offset of every byte of the content;
// the first byte of the literal is at start.
func decodeJSON(literal string, start int, back *[]int) string {
	out := make([]byte, 0, len(literal))
	for i := 0; i < len(literal); {
		c, size := utf8.DecodeRuneInString(literal[i:])
		if c == '\\' {
			if x, n := unescape(literal[i:]); n > 0 {
				c, size = x, n
			}
		}
		before := len(out)
		out = utf8.AppendRune(out, c)
		if back != nil {
			for j := before; j < len(out); j++ {
				at := start + i
				if size == len(out)-before { // not escaped: the bytes are those of the text
					at += j - before
				}
				*back = append(*back, at)
			}
		}
		i += size
	}
	return string(out)
}
