package rewrite

import (
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// Arrives notes that an occurrence of the net arrives as another one. The element that awaits it is the first one's At. What the
// occurrence replaced itself arrives as the new one then. It returns the occurrence of the source.
func (c *Conversion) Arrives(from, to dialects.Occurrence) dialects.Occurrence {
	source, found := from, false
	for _, i := range c.passagesTo(from.Name, from.At) {
		p := &c.Raised.Occurrences[i]
		if p.To.Kind == from.Kind && p.To.Name == from.Name && (p.To.Source == from.Source || from.Source == "") {
			answer := to
			if answer.Member == "" {
				answer.Member = p.To.Member
			}
			c.arriveAs(i, answer)
			source, found = p.From, true
		}
	}
	known := func(i int) bool { return c.Raised.Occurrences[i].From == from && c.Raised.Occurrences[i].To == to }
	if !found && !slices.ContainsFunc(c.passagesTo(to.Name, from.At), known) {
		c.Raised.Occurrences = append(roomier(c.Raised.Occurrences), dialects.Passage{From: from, To: to})
	}
	return source
}

// An arrival is the name that an occurrence arrives by, with the element of the source that awaits it, or with none for those of all elements.
type arrival struct{ name, at string }

// passagesTo are the indexes of the occurrences that arrive as one of a name, in their order: those that an element of the source awaits, or
// all of them if that has no name.
func (c *Conversion) passagesTo(name, at string) []int {
	for ; c.indexed < len(c.Raised.Occurrences); c.indexed++ {
		c.arrives(c.indexed)
	}
	var out []int
	for _, i := range c.arrivals[arrival{name, at}] {
		if c.Raised.Occurrences[i].To.Name == name {
			out = append(out, i)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// arrives lists an occurrence under the name that it arrives by now.
func (c *Conversion) arrives(i int) {
	if c.arrivals == nil {
		c.arrivals = map[arrival][]int{}
	}
	p := &c.Raised.Occurrences[i]
	all := arrival{name: p.To.Name}
	c.arrivals[all] = append(c.arrivals[all], i)
	if p.From.At != "" {
		own := arrival{p.To.Name, p.From.At}
		c.arrivals[own] = append(c.arrivals[own], i)
	}
}

// arriveAs has an occurrence arrive as another one than before.
func (c *Conversion) arriveAs(i int, to dialects.Occurrence) {
	c.Raised.Occurrences[i].To = to
	c.arrives(i)
}

// noteOnce notes a difference that no run shows, however many places show it.
func (c *Conversion) noteOnce(format string, args ...any) {
	note := fmt.Sprintf(format, args...)
	if !slices.Contains(c.Raised.Notes, note) {
		c.Note(note)
	}
}
