package jsonata

import (
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/value"
)

// text returns a value as the operand of &: what is undefined is empty.
func (m *machine) text(v any) (string, *Error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case Undefined:
		return "", nil
	case int64:
		return formatInt(v), nil
	}
	return m.format(v, false)
}

// format writes a value as $string does: strings as they are, functions as nothing, the rest as JSON.
func (m *machine) format(v any, pretty bool) (string, *Error) {
	switch x := v.(type) {
	case string:
		return x, nil
	case *Function, *closure:
		return "", nil
	case float64:
		if math.IsInf(x, 0) || math.IsNaN(x) {
			err := fail("D3001")
			err.Value = v
			return "", err
		}
	case *sequence:
		if x.outer {
			v = x.items[0]
		}
	}
	w := &writer{m: m, pretty: pretty}
	if err := w.write(v, 0); err != nil {
		return "", err
	}
	return string(w.out), m.spendBytes(len(w.out))
}

// A writer writes values as JSON.stringify does.
type writer struct {
	m      *machine
	out    []byte
	pretty bool
}

func (w *writer) write(v any, depth int) *Error {
	if err := w.m.nested(depth); err != nil {
		return err
	}
	switch v := v.(type) {
	case nil, Undefined: // a predicate may select what is undefined
		w.out = append(w.out, "null"...)
	case bool:
		w.out = strconv.AppendBool(w.out, v)
	case int64:
		w.out = strconv.AppendInt(w.out, v, 10)
	case float64:
		if _, err := numeric(v); err != nil {
			return err
		}
		w.out = append(w.out, formatNumber(rounded(v))...)
	case string:
		w.out = appendQuoted(w.out, v)
	case []any, *sequence:
		return w.array(items(v), depth)
	case *value.Object:
		return w.object(v, depth)
	case *tuple:
		return w.write(v.value, depth)
	default:
		w.out = append(w.out, `""`...)
	}
	return nil
}

// rounded returns a number with at most 15 significant digits.
func rounded(f float64) float64 {
	if f == math.Trunc(f) || math.IsNaN(f) {
		return f
	}
	r, err := strconv.ParseFloat(strconv.FormatFloat(f, 'g', 15, 64), 64)
	if err != nil {
		return f
	}
	return r
}

func (w *writer) array(list []any, depth int) *Error {
	w.out = append(w.out, '[')
	for i, item := range list {
		w.separate(i, depth+1)
		if err := w.write(item, depth+1); err != nil {
			return err
		}
	}
	w.end(len(list), depth)
	w.out = append(w.out, ']')
	return w.m.spendBytes(2 * len(list))
}

func (w *writer) object(o *value.Object, depth int) *Error {
	w.out = append(w.out, '{')
	for i := range o.Len() {
		w.separate(i, depth+1)
		member := o.At(i)
		w.out = append(appendQuoted(w.out, member.Key), ':')
		if w.pretty {
			w.out = append(w.out, ' ')
		}
		if err := w.write(member.Value, depth+1); err != nil {
			return err
		}
	}
	w.end(o.Len(), depth)
	w.out = append(w.out, '}')
	return w.m.spendBytes(2 * o.Len())
}

func (w *writer) separate(i, depth int) {
	if i > 0 {
		w.out = append(w.out, ',')
	}
	w.line(depth)
}

func (w *writer) end(n, depth int) {
	if n > 0 {
		w.line(depth)
	}
}

func (w *writer) line(depth int) {
	if !w.pretty {
		return
	}
	w.out = append(w.out, '\n')
	for range depth {
		w.out = append(w.out, ' ', ' ')
	}
}

// appendQuoted appends a text as a JSON string, with the escapes of JSON.stringify.
func appendQuoted(out []byte, s string) []byte {
	const hex = "0123456789abcdef"
	out = append(out, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if u, ok := surrogate(s[i:]); ok {
				out = append(out, '\\', 'u', 'd', hex[u>>8&15], hex[u>>4&15], hex[u&15])
				i += 3
				continue
			}
			out = utf8.AppendRune(out, r)
			i += size
			continue
		}
		i++
		switch {
		case c == '"' || c == '\\':
			out = append(out, '\\', c)
		case c >= ' ':
			out = append(out, c)
		case c == '\n':
			out = append(out, '\\', 'n')
		case c == '\r':
			out = append(out, '\\', 'r')
		case c == '\t':
			out = append(out, '\\', 't')
		case c == '\b':
			out = append(out, '\\', 'b')
		case c == '\f':
			out = append(out, '\\', 'f')
		default:
			out = append(out, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	return append(out, '"')
}

// surrogate reads a surrogate that has lost its other half from the beginning of a text.
func surrogate(s string) (rune, bool) {
	if len(s) < 3 || s[0] != 0xED || s[1] < 0xA0 || s[1] > 0xBF || s[2]&0xC0 != 0x80 {
		return 0, false
	}
	return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), true
}
