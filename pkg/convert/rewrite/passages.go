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
	for _, i := range c.passagesTo(from.Name) {
		p := &c.Raised.Occurrences[i]
		if p.To.Kind == from.Kind && p.To.Name == from.Name && (p.To.Source == from.Source || from.Source == "") && (p.From.At == from.At || from.At == "") {
			answer := to
			if answer.Member == "" {
				answer.Member = p.To.Member
			}
			c.arriveAs(i, answer)
			source, found = p.From, true
		}
	}
	known := func(i int) bool { return c.Raised.Occurrences[i].From == from && c.Raised.Occurrences[i].To == to }
	if !found && !slices.ContainsFunc(c.passagesTo(to.Name), known) {
		c.Raised.Occurrences = append(c.Raised.Occurrences, dialects.Passage{From: from, To: to})
	}
	return source
}

// passagesTo are the indexes of the occurrences that arrive as one of a name, in their order.
func (c *Conversion) passagesTo(name string) []int {
	if c.arrivals == nil {
		c.arrivals = map[string][]int{}
	}
	for ; c.indexed < len(c.Raised.Occurrences); c.indexed++ {
		to := c.Raised.Occurrences[c.indexed].To.Name
		c.arrivals[to] = append(c.arrivals[to], c.indexed)
	}
	var out []int
	for _, i := range c.arrivals[name] {
		if c.Raised.Occurrences[i].To.Name == name {
			out = append(out, i)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// arriveAs has an occurrence arrive as another one than before.
func (c *Conversion) arriveAs(i int, to dialects.Occurrence) {
	c.Raised.Occurrences[i].To = to
	c.arrivals[to.Name] = append(c.arrivals[to.Name], i)
}

// noteOnce notes a difference that no run shows, however many places show it.
func (c *Conversion) noteOnce(format string, args ...any) {
	note := fmt.Sprintf(format, args...)
	if !slices.Contains(c.Raised.Notes, note) {
		c.Note(note)
	}
}
