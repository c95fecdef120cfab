package sw

import (
	"strconv"
	"strings"
)

// names are those that are taken among states, functions, events, branches or definitions.
type names map[string]int // how often a name was wanted

// unique returns a name that nothing else has: the one that is wanted, or that with a number after it.
func (n names) unique(want string) string {
	if strings.TrimSpace(want) == "" {
		want = "unnamed"
	}
	n[want]++
	for name, i := want, n[want]; ; i++ {
		if i > 1 {
			name = want + " " + strconv.Itoa(i)
		}
		if name == want || n[name] == 0 {
			n[name] = max(n[name], 1)
			n[want] = i
			return name
		}
	}
}
