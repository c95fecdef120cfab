package nearest

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A meter measures how far names are from one word. It has the buffers that this takes.
type meter struct {
	word    string
	runes   []rune
	letters uint64 // the set of its letters
	name    []rune
	rows    [3][]int // of the table of distances: the row before the last, the last, and the one being made
}

func newMeter(word string) *meter {
	m := &meter{word: word}
	if len(word) > maxLength {
		return m
	}
	m.runes = []rune(word)
	m.letters = letters(word)
	for i := range m.rows {
		m.rows[i] = make([]int, len(m.runes)+1)
	}
	return m
}

// cost returns how far a name is from the word, and whether that is near and not beyond a limit.
func (m *meter) cost(name string, limit int) (int, bool) {
	if sameSpelling(m.word, name) {
		return 0, true
	}
	if len(m.word) > maxLength || len(name) > maxLength {
		return 0, false
	}
	length := utf8.RuneCountInString(name)
	edits := min(allowed(max(len(m.runes), length)), limit/editCost)
	if m.couldBeNear(name, length, edits) {
		m.name = m.name[:0]
		for _, r := range name {
			m.name = append(m.name, r)
		}
		// Differences of case come on top of the edits, as long as they do not add up to one.
		if cost := m.distance(edits, min(limit, edits*editCost+editCost-1)); cost >= 0 {
			return cost, true
		}
	}
	if limit >= prefixCost && m.sharesPrefix(name, length) {
		return prefixCost, true
	}
	return 0, false
}

// allowed returns how many edits keep two names near, the longer of which has n characters.
func allowed(n int) int { return min((n+1)/3, maxEdits) }

// couldBeNear rules out most names without measuring them: each edit changes the length by one at most, and brings in
// at most one letter and takes away one.
func (m *meter) couldBeNear(name string, length, edits int) bool {
	if length-len(m.runes) > edits || len(m.runes)-length > edits {
		return false
	}
	set := letters(name)
	return bits.OnesCount64(m.letters&^set) <= edits && bits.OnesCount64(set&^m.letters) <= edits
}

// letters returns the set of the characters of a text, without their case, in a word of 64 bits that several share.
func letters(text string) uint64 {
	set := uint64(0)
	for _, r := range text {
		set |= 1 << (fold(r) & 63)
	}
	return set
}

// sharesPrefix reports whether the shorter of the word and a name is the start of the other, in any case, and enough
// of it to be meant.
func (m *meter) sharesPrefix(name string, length int) bool {
	const least = 3
	short, long := m.word, name
	if length < len(m.runes) {
		short, long = long, short
	}
	shorter, longer := min(length, len(m.runes)), max(length, len(m.runes))
	if shorter < least || 2*shorter < longer {
		return false
	}
	for _, r := range short {
		other, size := utf8.DecodeRuneInString(long)
		if fold(r) != fold(other) {
			return false
		}
		long = long[size:]
	}
	return true
}

// distance returns the cost of the path from the word to m.name, or -1 if it is beyond a limit. Only the band of the
// table is filled that so many edits can reach.
func (m *meter) distance(edits, limit int) int {
	const beyond = 1 << 20
	before, last, row := m.rows[0], m.rows[1], m.rows[2]
	width, leastBefore := len(m.runes), 0
	for j := range width + 1 {
		last[j] = j * editCost
	}
	for i, r := range m.name {
		from, to := max(1, i+1-edits), min(width, i+1+edits)
		row[from-1] = beyond
		if from == 1 {
			row[0] = (i + 1) * editCost
		}
		least := row[from-1]
		for j := from; j <= to; j++ {
			cost := last[j-1] + replaceCost(m.runes[j-1], r)
			cost = min(cost, row[j-1]+editCost)
			if j < i+1+edits { // the cell above the end of the band was not filled
				cost = min(cost, last[j]+editCost)
			}
			if i > 0 && j > 1 {
				cost = min(cost, before[j-2]+swapCost(m.runes[j-2], m.runes[j-1], m.name[i-1], r))
			}
			row[j] = cost
			least = min(least, cost)
		}
		if min(least, leastBefore+editCost) > limit { // a swap reaches over a row
			return -1
		}
		leastBefore = least
		before, last, row = last, row, before
	}
	if last[width] > limit {
		return -1
	}
	return last[width]
}

// replaceCost returns what it costs to write b in place of a.
func replaceCost(a, b rune) int {
	switch {
	case a == b:
		return 0
	case fold(a) == fold(b):
		return caseCost
	}
	return editCost
}

// swapCost returns what it costs to write c and d in place of a and b by swapping them.
func swapCost(a, b, c, d rune) int {
	if fold(a) != fold(d) || fold(b) != fold(c) {
		return 2 * editCost
	}
	return editCost + replaceCost(a, d) + replaceCost(b, c)
}

// fold returns the same rune for all cases of a letter.
func fold(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return unicode.ToLower(unicode.ToUpper(r))
}

// sameSpelling reports whether two names differ in nothing but case and separators.
func sameSpelling(a, b string) bool {
	for {
		a, b = strings.TrimLeftFunc(a, separates), strings.TrimLeftFunc(b, separates)
		if a == "" || b == "" {
			return a == b
		}
		r, n := utf8.DecodeRuneInString(a)
		s, k := utf8.DecodeRuneInString(b)
		if fold(r) != fold(s) {
			return false
		}
		a, b = a[n:], b[k:]
	}
}

// separates reports whether a rune is between the words of a name.
func separates(r rune) bool { return r == '_' || r == '-' || unicode.IsSpace(r) }
