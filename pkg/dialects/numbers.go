package dialects

import "strconv"

// Numbers has the last number that was put after each name to tell it from others. With them thousands of elements of one name take a time
// that grows with their number, and not with its square.
type Numbers map[string]int

// Free returns a name that is not taken: the one that is wished for, or that with a gap and a number after it. It is taken from then on.
func (n Numbers) Free(taken map[string]bool, wish, gap string) string {
	name := wish
	for i := max(n[wish], 1) + 1; taken[name]; i++ {
		name, n[wish] = wish+gap+strconv.Itoa(i), i
	}
	taken[name] = true
	return name
}
