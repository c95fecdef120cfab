package convert_test

import (
	"fmt"
	"strings"
)

// makeArrow makes up a flow.
func makeArrow(m *maker) string {
	var b strings.Builder
	subs := m.Intn(3)
	for i := range subs {
		fmt.Fprintf(&b, "@task sub%d {\n  %s\n} ;\n\n", i, m.arrows(1+m.Intn(3), 1, 0))
	}
	b.WriteString(m.arrows(2+m.Intn(4), 2, subs))
	b.WriteString("\n")
	return b.String()
}

// arrows is a chain of steps, with groups inside of it down to a depth. It calls some of so many subflows.
func (m *maker) arrows(steps, depth, subs int) string {
	var out []string
	for range steps {
		out = append(out, m.arrow(depth, subs))
	}
	return strings.Join(out, " → ")
}

func (m *maker) arrow(depth, subs int) string {
	switch m.Intn(8) {
	case 0, 1:
		if depth == 0 {
			break
		}
		var branches []string
		for range 2 + m.Intn(2) {
			x := m.arrows(1+m.Intn(2), depth-1, subs)
			if m.one(3) && !strings.HasPrefix(x, "?") {
				x = m.guard() + " " + x
			}
			branches = append(branches, "  "+x)
		}
		group := "{\n" + strings.Join(branches, "\n") + "\n}"
		if m.one(2) {
			group += " → > " + m.task()
		}
		return group
	case 2:
		return m.guard() + " " + m.task()
	case 3:
		if subs > 0 {
			return fmt.Sprintf("sub%d", m.Intn(subs))
		}
	case 4:
		return "* " + m.task()
	case 5:
		if m.one(2) {
			return fmt.Sprintf("%s (- n: %d -)", m.task(), m.Intn(5))
		}
	}
	return m.task()
}

func (m *maker) guard() string {
	at := "@." + m.member()
	return "?`$[?(" + pick(m, at+" == true", fmt.Sprintf("%s > %d", at, m.Intn(9)), at+" == 't1'", "!("+at+" == 2)") + ")]`"
}
