package source

import (
	"unicode/utf8"
)

func printJSON(root *Node) []byte {
	out := appendJSON(nil, root, "\n")
	return append(out, '\n')
}

// appendJSON appends a value; indent is the line break and the blanks that its lines begin with.
func appendJSON(out []byte, n *Node, indent string) []byte {
	switch n.Kind {
	case Object:
		if len(n.Members) == 0 {
			return append(out, "{}"...)
		}
		inner := indent + "  "
		for i := range n.Members {
			out = append(out, opening("{,", i)...)
			out = append(out, inner...)
			out = appendString(out, n.Members[i].Key)
			out = append(out, ": "...)
			out = appendJSON(out, n.Members[i].Value, inner)
		}
		out = append(out, indent...)
		return append(out, '}')
	case Array:
		if len(n.Items) == 0 {
			return append(out, "[]"...)
		}
		inner := indent + "  "
		for i, item := range n.Items {
			out = append(out, opening("[,", i)...)
			out = append(out, inner...)
			out = appendJSON(out, item, inner)
		}
		out = append(out, indent...)
		return append(out, ']')
	case String:
		if n.Style == Bare {
			return append(out, n.Text...)
		}
		return appendString(out, n.Text)
	case Number, Bool:
		return append(out, n.Text...)
	default:
		return append(out, "null"...)
	}
}

// opening returns what stands before the part of an index: the first or the second of two bytes.
func opening(marks string, i int) string {
	if i == 0 {
		return marks[:1]
	}
	return marks[1:]
}

// appendString appends a string in quotes, with the escape sequences that JSON asks for (RFC 8259: "Strings").
func appendString(out []byte, s string) []byte {
	const hex = "0123456789abcdef"
	out = append(out, '"')
	done := 0
	for i := 0; i < len(s); {
		c, size := s[i], 1
		escape := ""
		switch {
		case c == '"':
			escape = `\"`
		case c == '\\':
			escape = `\\`
		case c == '\n':
			escape = `\n`
		case c == '\r':
			escape = `\r`
		case c == '\t':
			escape = `\t`
		case c == '\b':
			escape = `\b`
		case c == '\f':
			escape = `\f`
		case c < ' ':
			escape = `\u00` + hex[c>>4:c>>4+1] + hex[c&15:c&15+1]
		case c >= utf8.RuneSelf:
			var r rune
			if r, size = utf8.DecodeRuneInString(s[i:]); r == utf8.RuneError && size == 1 {
				escape = "\uFFFD"
			}
		}
		if escape != "" {
			out = append(out, s[done:i]...)
			out = append(out, escape...)
			done = i + size
		}
		i += size
	}
	out = append(out, s[done:]...)
	return append(out, '"')
}
