package dialects

import (
	"cmp"
	"maps"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Numbers has the last number that was put after each name to tell it from others. With them thousands of elements of one name take a time
// that grows with their number, and not with its square.
type Numbers map[string]int

// Free returns a name that is not taken: the one that is wished for, or that with a gap and a number after it. It is taken from then on.
func (n Numbers) Free(taken map[string]bool, wish, gap string) string {
	return (&Names{taken: taken, numbers: n, gap: gap}).Free(wish)
}

// Names are names of which no two may be the same.
type Names struct {
	// Unnamed is the name of what has a blank one, and Longest how many characters a name may have; 0: any number.
	Unnamed string
	Longest int

	taken   map[string]bool
	numbers Numbers
	gap     string
}

// NewNames returns no names yet, with room for some. gap is between a name and the number that tells it from others.
func NewNames(gap string, room int) *Names {
	return &Names{taken: make(map[string]bool, room), numbers: Numbers{}, gap: gap}
}

// Clone returns the same names, of which more can be taken apart from these.
func (n *Names) Clone() *Names {
	out := *n
	out.taken, out.numbers = maps.Clone(n.taken), maps.Clone(n.numbers)
	return &out
}

// Has reports whether a name is taken, and Take takes it.
func (n *Names) Has(name string) bool { return n.taken[name] }
func (n *Names) Take(name string)     { n.taken[name] = true }

// Free returns a name that is not taken, and takes it: the one that is wished for, or that with a number after it.
func (n *Names) Free(wish string) string {
	if strings.TrimSpace(wish) == "" {
		wish = cmp.Or(n.Unnamed, wish)
	}
	name := n.within(wish, 0)
	if n.taken[name] {
		for i := max(n.numbers[wish], 1) + 1; n.taken[name]; i++ {
			number := n.gap + strconv.Itoa(i)
			name, n.numbers[wish] = n.within(wish, len(number))+number, i
		}
	}
	n.taken[name] = true
	return name
}

// within is the beginning of a name that is not too long with so many characters after it.
func (n *Names) within(name string, more int) string {
	if n.Longest == 0 || utf8.RuneCountInString(name) <= n.Longest-more {
		return name
	}
	return string([]rune(name)[:n.Longest-more])
}
