package value

import (
	"maps"
	"slices"
)

// Short prints a value as JSON for a message or a line of a trace: its first 60 characters, and … if there are more.
func Short(v any) string { return Preview(v, 60) }

// Preview prints the first characters of a value as JSON, and … if there are more. It looks at no more of the value than
// it prints: values share parts, and one that is small in memory may be enormous when it is written out.
func Preview(v any, most int) string {
	p := &preview{room: most + 1}
	p.value(v)
	if p.room > 0 {
		return string(p.out)
	}
	text := []rune(string(p.out))
	return string(text[:most]) + "…"
}

// preview prints until there is no room for a further character.
type preview struct {
	out  []byte
	room int // how many more characters are wanted
}

func (p *preview) text(s string) {
	for _, r := range s {
		if p.room <= 0 {
			return
		}
		p.out = append(p.out, string(r)...)
		p.room--
	}
}

func (p *preview) value(v any) {
	switch v := v.(type) {
	case []any:
		p.text("[")
		for i, x := range v {
			if p.room <= 0 {
				return
			}
			if i > 0 {
				p.text(",")
			}
			p.value(x)
		}
		p.text("]")
	case map[string]any:
		p.text("{")
		for i, k := range slices.Sorted(maps.Keys(v)) {
			if p.room <= 0 {
				return
			}
			if i > 0 {
				p.text(",")
			}
			p.value(k)
			p.text(":")
			p.value(v[k])
		}
		p.text("}")
	case string:
		if long := 4 * p.room; len(v) > long {
			v = v[:long] // more than there is room for, and its last character may be incomplete
		}
		p.text(string(Append(nil, v)))
	default:
		p.text(string(Append(nil, v)))
	}
}
