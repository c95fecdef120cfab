// Package nearest finds the names that somebody may have meant who wrote one that does not exist.
//
// Two names are as far apart as the cheapest path from one to the other: a character added, dropped, replaced, or two
// neighbours swapped (the optimal string alignment distance). A letter in the other case costs little, and names that
// differ in nothing but case, blanks, "_" and "-" are nearest of all. How far is too far depends on the length of the
// names, so that a word unlike any of them gets no suggestion.
package nearest

import (
	"cmp"
	"slices"
	"strconv"
	"unicode/utf8"
)

// The cost of the steps from one name to another, and of what is not a step.
const (
	caseCost   = 1 // a letter in the other case
	editCost   = 4 // a character added, dropped, replaced or swapped with its neighbour
	maxEdits   = 5 // no names are near that are further apart
	prefixCost = (maxEdits + 1) * editCost
)

// maxLength is the length in bytes from which on names are compared for spelling alone. No one types longer ones.
const maxLength = 256

// Names returns the candidates that are near to a word, the nearest first and at most so many. Among those that are
// equally near the order is that of length and then of the alphabet, whatever the order of the candidates. The word
// itself is not among them, and no name twice.
//
// A word of one character has no near names but itself in the other case; one of 2 to 4 may differ in one character,
// one of 5 to 7 in two, and so on up to five. A name that only begins with the word, or the word with it, is further
// away than all of these; the shorter of them must have at least three characters, and half of those of the longer.
//
// The cost is one pass over the candidates, and for those that could be near, five times their length.
func Names(word string, candidates []string, most int) []string {
	found := search(word, candidates, most)
	names := make([]string, len(found))
	for i, m := range found {
		names[i] = m.name
	}
	return names
}

// Help returns the remedy that a message about an unknown name ends with: `did you mean "Charge"?`, or two names if
// they are equally near, or nothing if no candidate is near.
func Help(word string, candidates []string) string {
	found := search(word, candidates, 2)
	switch {
	case len(found) == 0:
		return ""
	case len(found) == 2 && found[1].cost == found[0].cost:
		return "did you mean " + strconv.Quote(found[0].name) + " or " + strconv.Quote(found[1].name) + "?"
	}
	return "did you mean " + strconv.Quote(found[0].name) + "?"
}

// A match is a candidate with its distance.
type match struct {
	name string
	cost int
}

func (m match) compare(other match) int {
	return cmp.Or(
		cmp.Compare(m.cost, other.cost),
		cmp.Compare(utf8.RuneCountInString(m.name), utf8.RuneCountInString(other.name)),
		cmp.Compare(m.name, other.name),
	)
}

// search returns the nearest candidates. It keeps the best that it has seen in order, so that whatever is further away
// than the last of them can be given up early.
func search(word string, candidates []string, most int) []match {
	if most <= 0 || word == "" {
		return nil
	}
	var found []match
	m := newMeter(word)
	for _, name := range candidates {
		if name == word || name == "" {
			continue
		}
		limit := prefixCost
		if len(found) == most {
			limit = found[most-1].cost
		}
		cost, near := m.cost(name, limit)
		if !near {
			continue
		}
		next := match{name, cost}
		at, twice := slices.BinarySearchFunc(found, next, match.compare)
		if twice || at == most {
			continue
		}
		found = slices.Insert(found[:min(len(found), most-1)], at, next)
	}
	return found
}
