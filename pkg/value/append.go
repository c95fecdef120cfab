package value

import (
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Append appends the canonical JSON text of a value: on one line without blanks, members sorted by their keys, and every
// character as itself that JSON allows so. A double without a fraction prints as an integer up to 1e15 and with an
// exponent beyond, so that it reads back as a double. Bytes that are not UTF-8 print as U+FFFD, and what is no value as
// null.
func Append(dst []byte, v any) []byte {
	p := printer{dst: dst}
	p.value(v, 0)
	return p.dst
}

// AppendIndent is like [Append], with each member and item on a line of its own that begins with prefix and as many
// copies of indent as it is deep. The first line has no prefix, and the last no end.
func AppendIndent(dst []byte, v any, prefix, indent string) []byte {
	p := printer{dst: dst, lines: true, prefix: prefix, indent: indent}
	p.value(v, 0)
	return p.dst
}

type printer struct {
	dst            []byte
	lines          bool // a line for each member and item
	prefix, indent string
	keys           []string // those of the objects that are being printed, the innermost last
}

func (p *printer) value(v any, depth int) {
	if depth > MaxDepth {
		v = nil
	}
	switch v := v.(type) {
	case bool:
		p.dst = strconv.AppendBool(p.dst, v)
	case string:
		p.dst = AppendString(p.dst, v)
	case int64:
		p.dst = strconv.AppendInt(p.dst, v, 10)
	case float64:
		p.dst = appendFloat(p.dst, v)
	case []any:
		p.array(v, depth)
	case map[string]any:
		p.object(v, depth)
	default:
		p.dst = append(p.dst, "null"...)
	}
}

func (p *printer) array(items []any, depth int) {
	p.dst = append(p.dst, '[')
	for i, item := range items {
		p.separate(i, depth+1)
		p.value(item, depth+1)
	}
	p.end(len(items), depth)
	p.dst = append(p.dst, ']')
}

func (p *printer) object(members map[string]any, depth int) {
	p.dst = append(p.dst, '{')
	start := len(p.keys)
	for key := range members {
		p.keys = append(p.keys, key)
	}
	end := len(p.keys)
	slices.Sort(p.keys[start:end])
	for i := start; i < end; i++ {
		key := p.keys[i] // looked up each time: printing a member may move the list
		p.separate(i-start, depth+1)
		p.dst = append(AppendString(p.dst, key), ':')
		if p.lines {
			p.dst = append(p.dst, ' ')
		}
		p.value(members[key], depth+1)
	}
	p.keys = p.keys[:start]
	p.end(len(members), depth)
	p.dst = append(p.dst, '}')
}

// separate comes before the member or item of that number.
func (p *printer) separate(i, depth int) {
	if i > 0 {
		p.dst = append(p.dst, ',')
	}
	p.newline(depth)
}

// end comes after the last of n members or items.
func (p *printer) end(n, depth int) {
	if n > 0 {
		p.newline(depth)
	}
}

func (p *printer) newline(depth int) {
	if !p.lines {
		return
	}
	p.dst = append(append(p.dst, '\n'), p.prefix...)
	for range depth {
		p.dst = append(p.dst, p.indent...)
	}
}

func appendFloat(dst []byte, f float64) []byte {
	const mostWhole, leastPlain = 1e15, 1e-6
	size := math.Abs(f)
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return append(dst, "null"...)
	case size <= mostWhole && f == math.Trunc(f):
		return strconv.AppendInt(dst, int64(f), 10)
	case size < leastPlain || size > mostWhole:
		dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
		// An exponent of one digit comes with a zero: 1e-09.
		if n := len(dst); dst[n-4] == 'e' && dst[n-2] == '0' {
			dst[n-2] = dst[n-1]
			dst = dst[:n-1]
		}
		return dst
	}
	return strconv.AppendFloat(dst, f, 'f', -1, 64)
}

// AppendString appends a text as a JSON string, with its quotes.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	done := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r != utf8.RuneError || size > 1 {
				i += size
				continue
			}
		}
		dst = append(dst, s[done:i]...)
		dst = appendEscape(dst, c)
		i++
		done = i
	}
	return append(append(dst, s[done:]...), '"')
}

// appendEscape appends a character that cannot stand in a string as it is. A byte above ASCII is not UTF-8.
func appendEscape(dst []byte, c byte) []byte {
	const hex = "0123456789abcdef"
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	case '\t':
		return append(dst, `\t`...)
	}
	if c >= utf8.RuneSelf {
		return append(dst, "\ufffd"...)
	}
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}
