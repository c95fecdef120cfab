package jsonata

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"
)

// encodeBase64 encodes the lower eight bits of each UTF-16 unit, as the reference implementation does.
func encodeBase64(c *Context, args []any) (any, *Error) {
	s, ok := args[0].(string)
	if !ok {
		return Undefined{}, nil
	}
	units := unitsOf(s)
	bytes := make([]byte, len(units))
	for i, u := range units {
		bytes[i] = byte(u)
	}
	return base64.StdEncoding.EncodeToString(bytes), c.m.spendBytes(2 * len(bytes))
}

// decodeBase64 decodes to characters U+0000 to U+00FF. It passes over what is not of the alphabet, takes the alphabet of
// URLs too, and ends at =.
func decodeBase64(c *Context, args []any) (any, *Error) {
	s, ok := args[0].(string)
	if !ok {
		return Undefined{}, nil
	}
	s, _, _ = strings.Cut(s, "=")
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '-':
			return '+'
		case r == '_':
			return '/'
		case r < utf8.RuneSelf && (isASCIILetter(byte(r)) || r >= '0' && r <= '9' || r == '+' || r == '/'):
			return r
		}
		return -1
	}, s)
	if len(s)%4 == 1 {
		s = s[:len(s)-1]
	}
	bytes, err := base64.RawStdEncoding.DecodeString(s)
	if err != nil {
		return nil, fail("D3137").about(err.Error())
	}
	runes := make([]rune, len(bytes))
	for i, b := range bytes {
		runes[i] = rune(b)
	}
	return string(runes), c.m.spendBytes(2 * len(bytes))
}

// encodeURL makes a function that escapes all but some characters.
func encodeURL(name, plain string) func(*Context, []any) (any, *Error) {
	return func(c *Context, args []any) (any, *Error) {
		s, ok := args[0].(string)
		if !ok {
			return Undefined{}, nil
		}
		if !utf8.ValidString(s) {
			return nil, fail("D3140").about("the text of $" + name)
		}
		const hex = "0123456789ABCDEF"
		var b strings.Builder
		for i := range len(s) {
			if strings.IndexByte(plain, s[i]) >= 0 {
				b.WriteByte(s[i])
			} else {
				b.Write([]byte{'%', hex[s[i]>>4], hex[s[i]&15]})
			}
		}
		return b.String(), c.m.spendBytes(b.Len())
	}
}

// decodeURL makes a function that replaces escapes, but those of some characters.
func decodeURL(name, kept string) func(*Context, []any) (any, *Error) {
	return func(c *Context, args []any) (any, *Error) {
		s, ok := args[0].(string)
		if !ok {
			return Undefined{}, nil
		}
		var out []byte
		for i := 0; i < len(s); {
			if s[i] != '%' {
				out = append(out, s[i])
				i++
				continue
			}
			decoded, n := unescapeRune(s[i:])
			if n == 0 {
				return nil, fail("D3140").about("the text of $" + name)
			}
			if len(decoded) == 1 && strings.IndexByte(kept, decoded[0]) >= 0 {
				out = append(out, s[i:i+n]...)
			} else {
				out = append(out, decoded...)
			}
			i += n
		}
		return string(out), c.m.spendBytes(len(out))
	}
}

// unescapeRune reads the escapes of one character. It returns its UTF-8 and the length of the escapes, 0 if they are
// wrong.
func unescapeRune(s string) (decoded []byte, n int) {
	for n+2 < len(s) && s[n] == '%' {
		high, low := unhex(s[n+1]), unhex(s[n+2])
		if high < 0 || low < 0 {
			return nil, 0
		}
		decoded = append(decoded, byte(high<<4|low))
		n += 3
		if utf8.Valid(decoded) {
			return decoded, n
		}
		if len(decoded) == utf8.UTFMax {
			break
		}
	}
	return nil, 0
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
