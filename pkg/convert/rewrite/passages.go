package rewrite

import (
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
	x := &c.arrivals
	for ; x.known < len(c.Raised.Occurrences); x.known++ {
		x.add(x.known, &c.Raised.Occurrences[x.known])
	}
	var out []int
	for l := x.latest[arrival{name, at}]; l > 0; l = x.links[l-1].before {
		if i := x.links[l-1].occurrence; c.Raised.Occurrences[i].To.Name == name {
			out = append(out, i)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// arrivals are the occurrences by what they have arrived as so far. Those of one name are linked: mostly there is one.
type arrivals struct {
	latest map[arrival]int // counted from 1 in links
	links  []struct{ occurrence, before int }
	known  int // how many occurrences, the first ones, are listed
}

// add lists an occurrence under the name that it arrives by now.
func (x *arrivals) add(i int, p *dialects.Passage) {
	x.link(arrival{name: p.To.Name}, i)
	if p.From.At != "" {
		x.link(arrival{p.To.Name, p.From.At}, i)
	}
}

// expect makes room for so many occurrences that different elements await, before there are any.
func (x *arrivals) expect(occurrences int) {
	if x.latest == nil {
		x.latest = make(map[arrival]int, 2*occurrences)
	}
}

func (x *arrivals) link(by arrival, i int) {
	x.expect(0)
	x.links = append(x.links, struct{ occurrence, before int }{i, x.latest[by]})
	x.latest[by] = len(x.links)
}

// arriveAs has an occurrence arrive as another one than before.
func (c *Conversion) arriveAs(i int, to dialects.Occurrence) {
	c.Raised.Occurrences[i].To = to
	c.arrivals.add(i, &c.Raised.Occurrences[i])
}
