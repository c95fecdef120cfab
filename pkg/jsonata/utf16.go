package jsonata

import "unicode/utf8"

// JSONata counts the characters of a string in UTF-16 units, as JavaScript does: a character above U+FFFF counts as two. Strings here are
// UTF-8.

// utf16Length returns the length of a string in UTF-16 units.
func utf16Length(s string) int {
	n := 0
	for _, r := range s {
		if n++; r >= 0x10000 {
			n++
		}
	}
	return n
}

// A utf16Text cuts a text at UTF-16 offsets, which must not decrease.
type utf16Text struct {
	s          string
	unit, byte int
}

// byteAt returns the byte offset of a UTF-16 offset.
func (t *utf16Text) byteAt(unit int) int {
	if unit < t.unit {
		t.unit, t.byte = 0, 0
	}
	for t.unit < unit && t.byte < len(t.s) {
		r, size := utf8.DecodeRuneInString(t.s[t.byte:])
		t.byte += size
		if t.unit++; r >= 0x10000 {
			t.unit++
		}
	}
	return min(t.byte, len(t.s))
}

// between returns the text between two UTF-16 offsets.
func (t *utf16Text) between(from, to int) string {
	start := t.byteAt(from)
	return t.s[start:max(start, t.byteAt(to))]
}

// after returns the text from a UTF-16 offset on.
func (t *utf16Text) after(from int) string { return t.s[t.byteAt(from):] }

// unitsOf returns the UTF-16 units of a text.
func unitsOf(s string) []uint16 {
	var out []uint16
	for i := 0; i < len(s); {
		if u, ok := surrogate(s[i:]); ok {
			out = append(out, uint16(u))
			i += 3
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		if r >= 0x10000 {
			r -= 0x10000
			out = append(out, uint16(0xD800|r>>10), uint16(0xDC00|r&0x3FF))
			continue
		}
		out = append(out, uint16(r))
	}
	return out
}
