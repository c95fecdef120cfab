package convert_test

import (
	"fmt"
	"strings"
)

// makeAlternatives makes up a flow with steps and brackets under conditions that exclude one another, beside others and in one another, and
// with steps that merge what these give.
func makeAlternatives(m *maker) string { return m.task() + " → " + m.row(3) + "\n" }

// row is a chain of steps and brackets, with others inside of them down to a depth.
func (m *maker) row(depth int) string {
	out := []string{m.bracket(depth)}
	for range pick(m, 0, 1, 1, 2) {
		x := m.bracket(depth)
		switch {
		case !m.one(3):
		case strings.ContainsAny(x[:1], "{?*"): // the brackets come after it
			x = "> " + m.task()
		default:
			x = "> " + x
		}
		out = append(out, x)
	}
	return strings.Join(out, " → ")
}

// bracket is a step, or brackets around some.
func (m *maker) bracket(depth int) string {
	if depth == 0 {
		return m.task()
	}
	at := "@." + m.member()
	is := func(comparison string) string { return "?`$[?(" + at + " " + comparison + ")]` " }
	switch m.Intn(10) {
	case 0, 1:
		return is(fmt.Sprintf("= %d", 1+m.Intn(2))) + m.alternative(depth-1)
	case 2, 3:
		return "{ " + is("= 'x'") + m.alternative(depth-1) + " " + is("!= 'x'") + m.alternative(depth-1) + " }"
	case 4:
		return "{ " + is("= 1") + m.alternative(depth-1) + " " + is("= 2") + m.alternative(depth-1) + " }"
	case 5:
		return "{ " + m.alternative(depth-1) + " " + m.alternative(depth-1) + " }"
	case 6:
		return "* " + m.alternative(depth-1)
	}
	return m.task()
}

// alternative is a step, or a row in brackets.
func (m *maker) alternative(depth int) string {
	if m.one(2) {
		return m.task()
	}
	return "{ " + m.row(depth) + " }"
}
