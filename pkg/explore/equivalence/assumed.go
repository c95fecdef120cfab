package equivalence

import "slices"

// A place is a state of an automaton after some labels of a word.
type place struct{ state, at int }

// An arrival is a place with the step that leads to it.
type arrival struct {
	place
	before place
	by     *step // nil for the first
}

// assumed lists the answers of conditions on a path that has a word, and as few of them as possible.
func (a *automaton) assumed(word []int) []string {
	from := map[place]arrival{}
	layers := [][]arrival{{{}}} // by how many answers were needed
	for n := 0; n < len(layers); n++ {
		for i := 0; i < len(layers[n]); i++ {
			p := layers[n][i]
			if _, known := from[p.place]; known {
				continue
			}
			from[p.place] = p
			if p.at == len(word) {
				return answersTo(p, from)
			}
			for k := range a.steps[p.state] {
				t := &a.steps[p.state][k]
				next := arrival{place{t.to, p.at}, p.place, t}
				if t.label != 0 {
					if t.label != word[p.at] {
						continue
					}
					next.at++
				}
				cost := n + len(t.decisions)
				for len(layers) <= cost {
					layers = append(layers, nil)
				}
				layers[cost] = append(layers[cost], next)
			}
		}
	}
	return []string{}
}

// answersTo lists the answers on the path to a place.
func answersTo(p arrival, from map[place]arrival) []string {
	out := []string{}
	for ; p.by != nil; p = from[p.before] {
		for _, d := range slices.Backward(p.by.decisions) {
			out = append(out, d.String())
		}
	}
	slices.Reverse(out)
	return out
}
