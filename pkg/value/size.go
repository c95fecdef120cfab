package value

import "unicode/utf8"

// Size returns how many bytes the text of a value has, see [Append], as far as that is not more than limit: as soon as it
// is, counting stops and Size returns a number greater than limit. So it costs no more than the limit, also for values
// whose parts are shared so often that nobody could print them.
func Size(v any, limit int) int {
	s := sizer{limit: limit}
	s.value(v, 0)
	return s.size
}

type sizer struct {
	size, limit int
	scratch     [32]byte // for numbers
}

func (s *sizer) value(v any, depth int) {
	if depth > MaxDepth {
		v = nil
	}
	switch v := v.(type) {
	case string:
		s.string(v)
	case []any:
		s.size += 2 + max(0, len(v)-1) // the brackets and the commas
		for i := 0; i < len(v) && s.size <= s.limit; i++ {
			s.value(v[i], depth+1)
		}
	case *Object:
		s.size += 2 + max(0, 2*v.Len()-1) // the braces, the colons and the commas
		for i := 0; i < v.Len() && s.size <= s.limit; i++ {
			s.string(v.members[i].Key)
			s.value(v.members[i].Value, depth+1)
		}
	default:
		s.size += len(Append(s.scratch[:0], v))
	}
}

func (s *sizer) string(text string) {
	s.size += 2 + len(text)
	if s.size > s.limit {
		return
	}
	for i := 0; i < len(text); {
		c := text[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(text[i:])
			if r == utf8.RuneError && n == 1 {
				s.size += utf8.RuneLen(utf8.RuneError) - 1
			}
			i += n
			continue
		}
		switch i++; {
		case c == '"' || c == '\\' || c == '\n' || c == '\r' || c == '\t':
			s.size++
		case c < ' ':
			s.size += len(`\u0000`) - 1
		}
	}
}
