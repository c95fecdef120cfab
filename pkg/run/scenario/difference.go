package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/value"
)

// A Difference is one place where a result is not the expected one.
type Difference struct {
	// At is the path of the place in a result: "output.items[1].price".
	At string
	// Want and Got are what was expected and what the result has there, as text.
	Want, Got string
}

// String is the difference on one line.
func (d Difference) String() string {
	return fmt.Sprintf("%s: expected %s, got %s", d.At, d.Want, d.Got)
}

// there is nothing for a value that is not there.
const nothing = "nothing"

// mostDifferences bounds how many differences of one value are listed.
const mostDifferences = 8

// differences lists where two values differ, at most [mostDifferences] places.
func differences(at string, want, got any) []Difference {
	return collect(at, want, got, false)
}

// missing lists what a value lacks of an expected part. Members that the part does not have are of no concern.
func missing(at string, want, got any) []Difference {
	if value.Includes(want, got) {
		return nil
	}
	return collect(at, want, got, true)
}

func collect(at string, want, got any, part bool) []Difference {
	c := collector{part: part}
	c.walk(at, want, got, 0)
	if len(c.out) > mostDifferences {
		c.out = append(c.out[:mostDifferences], Difference{At: at, Want: "no further differences", Got: "more"})
	}
	return c.out
}

// collector walks two values at once and collects where they differ.
type collector struct {
	part bool // members that only the result has do not count
	out  []Difference
}

func (c *collector) add(at, want, got string) {
	c.out = append(c.out, Difference{at, want, got})
}

func (c *collector) walk(at string, want, got any, depth int) {
	if len(c.out) > mostDifferences || c.same(want, got) {
		return
	}
	const deepest = 100 // below it a value is shown as a whole
	switch w := want.(type) {
	case *value.Object:
		if g, ok := got.(*value.Object); ok && depth < deepest {
			c.objects(at, w, g, depth)
			return
		}
	case []any:
		if g, ok := got.([]any); ok && depth < deepest {
			c.lists(at, w, g, depth)
			return
		}
	}
	c.add(at, value.Short(want), value.Short(got))
}

func (c *collector) same(want, got any) bool {
	if c.part {
		return value.Includes(want, got)
	}
	return value.Equal(want, got)
}

func (c *collector) objects(at string, want, got *value.Object, depth int) {
	for k, x := range want.All() {
		if y, has := got.Lookup(k); has {
			c.walk(member(at, k), x, y, depth+1)
		} else {
			c.add(member(at, k), value.Short(x), nothing)
		}
	}
	for k, y := range got.All() {
		if !c.part && !want.Has(k) {
			c.add(member(at, k), nothing, value.Short(y))
		}
	}
}

// lists compares two lists. Items that both have at the start and at the end are aligned; those between them are compared one
// by one if they are equally many, else the ones that were put in or left out are shown.
func (c *collector) lists(at string, want, got []any, depth int) {
	first := 0
	for first < min(len(want), len(got)) && c.same(want[first], got[first]) {
		first++
	}
	last := 0
	for last < min(len(want), len(got))-first && c.same(want[len(want)-1-last], got[len(got)-1-last]) {
		last++
	}
	w, g := want[first:len(want)-last], got[first:len(got)-last]
	for i := range min(len(w), len(g)) {
		c.walk(item(at, first+i), w[i], g[i], depth+1)
	}
	for i := len(w); i < len(g); i++ {
		c.add(item(at, first+i), nothing, value.Short(g[i]))
	}
	for i := len(g); i < len(w); i++ {
		c.add(item(at, first+i), value.Short(w[i]), nothing)
	}
	if len(c.out) == 0 { // lists whose parts are alike, and which are not
		c.add(at, value.Short(want), value.Short(got))
	}
}

// member is the path of a member: "output.total", "output[\"unit price\"]".
func member(at, key string) string {
	plain := key != "" && !strings.ContainsFunc(key, func(r rune) bool {
		return r != '_' && r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
	if plain {
		return at + "." + key
	}
	return at + "[" + strconv.Quote(key) + "]"
}

func item(at string, i int) string { return at + "[" + strconv.Itoa(i) + "]" }

// sequenceDifference aligns two sequences of names at the first difference: what both have before it is cut short.
func sequenceDifference(at string, want, got []string) Difference {
	same := 0
	for same < min(len(want), len(got)) && want[same] == got[same] {
		same++
	}
	return Difference{At: item(at, same), Want: from(want, same), Got: from(got, same)}
}

// visitsDifference shows the first name that does not follow in the rest of a sequence.
func visitsDifference(want, got []string) Difference {
	i, after := 0, 0
	for ; i < len(want); i++ {
		next := slices.Index(got[after:], want[i])
		if next < 0 {
			break
		}
		after += next + 1
	}
	return Difference{At: item("visits", i), Want: want[i], Got: from(got, after)}
}

// from is what a sequence has from an index on, after the name before it.
func from(names []string, i int) string {
	const most = 8
	rest := names[i:]
	if len(rest) == 0 {
		if i == 0 {
			return "none"
		}
		return "the end after " + names[i-1]
	}
	text := sequence(rest[:min(most, len(rest))])
	if i > 0 {
		text = "… → " + text
	}
	if len(rest) > most {
		text += fmt.Sprintf(" → … %d more", len(rest)-most)
	}
	return text
}

// sequence is a list of names with arrows between them.
func sequence(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, " → ")
}

func sorted(s []string) []string {
	out := slices.Clone(s)
	slices.Sort(out)
	return out
}

// subsequence reports whether got contains all of want, in that order.
func subsequence(want, got []string) bool {
	i := 0
	for _, g := range got {
		if i < len(want) && want[i] == g {
			i++
		}
	}
	return i == len(want)
}
