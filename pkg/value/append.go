package value

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Append appends the JSON text of a value: on one line without blanks, members in the order of the object, and every
// character as itself that JSON allows so. A double without a fraction prints as an integer up to 1e15 and with an
// exponent beyond, so that it reads back as a double. Bytes that are not UTF-8 print as U+FFFD, and what is not a value as
// null.
//
// Values share structure, so the text can be exponentially larger than the memory that the value takes: where the value is
// not known to be small, ask [Size] first, or use [AppendLimited].
func Append(dst []byte, v any) []byte {
	p := printer{dst: dst, most: math.MaxInt}
	p.value(v, 0)
	return p.dst
}

// AppendSorted is like [Append], with the members of each object sorted by their keys: equal values that hold the same
// types of numbers have the same text.
func AppendSorted(dst []byte, v any) []byte {
	p := printer{dst: dst, most: math.MaxInt, sorted: true}
	p.value(v, 0)
	return p.dst
}

// AppendExact is like [Append], but a double always has a point or an exponent, so that each number reads back as what it is.
func AppendExact(dst []byte, v any) []byte {
	p := printer{dst: dst, most: math.MaxInt, exact: true}
	p.value(v, 0)
	return p.dst
}

// AppendIndent is like [Append], with each member and item on a line of its own that begins with prefix and as many
// copies of indent as it is deep. The first line has no prefix, and the last no end.
func AppendIndent(dst []byte, v any, prefix, indent string) []byte {
	p := printer{dst: dst, most: math.MaxInt, lines: true, prefix: prefix, indent: indent}
	p.value(v, 0)
	return p.dst
}

// AppendLimited is like [Append], but appends no more than limit bytes, and stops when it has them: what it costs depends
// on the limit and not on the size of the value. It reports whether the text is whole; if not, it ends between two
// characters.
func AppendLimited(dst []byte, v any, limit int) ([]byte, bool) {
	start := len(dst)
	p := printer{dst: dst, most: start + max(0, limit)}
	p.value(v, 0)
	if len(p.dst) <= p.most {
		return p.dst, true
	}
	end := p.most
	for end > start && !utf8.RuneStart(p.dst[end]) {
		end--
	}
	return p.dst[:end], false
}

type printer struct {
	dst            []byte
	most           int  // with more bytes than that it stops
	lines          bool // a line for each member and item
	sorted         bool // members sorted by their keys
	exact          bool // a double without a fraction has a point
	prefix, indent string
	order          []Member // the members of the objects that are being printed sorted, the innermost last
}

func (p *printer) full() bool { return len(p.dst) > p.most }

func (p *printer) value(v any, depth int) {
	if depth > MaxDepth {
		v = nil
	}
	switch v := v.(type) {
	case bool:
		p.dst = strconv.AppendBool(p.dst, v)
	case string:
		p.string(v)
	case int64:
		p.dst = strconv.AppendInt(p.dst, v, 10)
	case float64:
		p.float(v)
	case []any:
		p.array(v, depth)
	case *Object:
		p.object(v, depth)
	default:
		p.dst = append(p.dst, "null"...)
	}
}

// string prints a text, as far as there is room.
func (p *printer) string(s string) {
	if room := p.most - len(p.dst); len(s) > room {
		s = s[:max(0, room)] + " " // the blank keeps what follows from completing a character
	}
	p.dst = AppendString(p.dst, s)
}

func (p *printer) array(items []any, depth int) {
	p.dst = append(p.dst, '[')
	for i, item := range items {
		if p.full() {
			return
		}
		p.separate(i, depth+1)
		p.value(item, depth+1)
	}
	p.end(len(items), depth)
	p.dst = append(p.dst, ']')
}

func (p *printer) object(o *Object, depth int) {
	p.dst = append(p.dst, '{')
	n, start := o.Len(), len(p.order)
	if p.sorted && n > 1 {
		p.order = append(p.order, o.members...)
		slices.SortFunc(p.order[start:], func(a, b Member) int { return strings.Compare(a.Key, b.Key) })
	}
	for i := range n {
		if p.full() {
			return
		}
		m := &o.members[i]
		if p.sorted && n > 1 {
			m = &p.order[start+i] // found each time: printing a member may move the list
		}
		p.member(m, i, depth+1)
	}
	p.order = p.order[:start]
	p.end(n, depth)
	p.dst = append(p.dst, '}')
}

func (p *printer) member(m *Member, i, depth int) {
	v := m.Value
	p.separate(i, depth)
	p.string(m.Key)
	p.dst = append(p.dst, ':')
	if p.lines {
		p.dst = append(p.dst, ' ')
	}
	p.value(v, depth)
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

// float prints a double; if it is to read back as one, with a point or an exponent.
func (p *printer) float(f float64) {
	start := len(p.dst)
	if p.dst = appendFloat(p.dst, f); !p.exact || f != math.Trunc(f) || slices.Contains(p.dst[start:], 'e') || math.IsInf(f, 0) {
		return
	}
	if f == 0 && math.Signbit(f) {
		p.dst = append(p.dst[:start], "-0"...)
	}
	p.dst = append(p.dst, ".0"...)
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

// appendEscape appends a character that cannot appear in a string as it is. A byte above ASCII is not UTF-8.
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
