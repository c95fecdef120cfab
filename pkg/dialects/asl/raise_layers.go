package asl

import (
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/blocks"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// writeLayers adds a Parallel state for each layer, which waits for all of the one before. Its result is a list of what its parts make,
// and after them of what was made earlier and is still needed later. It returns the name of the first.
func (m *machine) writeLayers(b *blocks.Block, to way) string {
	for _, n := range b.Nodes() {
		m.raising.lose(&dialects.LossLayers, n.Element.Span, n.Element, "layers", "steps that depend on each other run in layers, each of which waits for the one before")
	}
	l := &layering{at: map[int]int{-1: 0}, single: true, needed: neededUntil(b)}
	start, before := "", &link{}
	var last *source.Node
	layers := layersOf(b)
	for i, parts := range layers {
		picks := make([]string, len(parts))
		side := make([]*blocks.Block, len(parts))
		for k, part := range parts {
			side[k], picks[k] = b.Parts[part], l.pick(b.Parts[part].After)
		}
		extra := l.kept(i)
		var handed []string
		for _, part := range extra {
			handed = append(handed, l.pick([]int{part}))
		}
		behind, name := &link{}, ""
		if i+1 == len(layers) {
			last, name = m.addParallel(side, picks, handed, to)
		} else {
			_, name = m.addParallel(side, picks, handed, way{link: behind})
		}
		if i == 0 {
			start = name
		}
		before.set(name)
		before = behind
		l.become(append(parts, extra...))
	}
	dialects.Put(last, "OutputPath", dialects.NewText(l.pick(b.Last)))
	return start
}

// addPick makes a state work on the part that a path selects, and returns its name: another one before it, if it puts its result into the
// document. Without a state, one is added that hands on what is selected.
func (m *machine) addPick(start, pick string) string {
	if s := m.states.Get(start); s != nil {
		switch {
		case pick == "$":
			return start
		case s.Member("ResultPath") == nil && s.Member("InputPath") == nil:
			dialects.Put(s, "InputPath", dialects.NewText(pick))
			return start
		}
	}
	name := m.raising.reserveName("Take " + pick)
	s := m.addPass(name, way{name: start})
	if pick != "$" {
		dialects.Put(s, "InputPath", dialects.NewText(pick))
	}
	return name
}

// layersOf are the parts of each layer, by their indexes.
func layersOf(b *blocks.Block) [][]int {
	var out [][]int
	for i, p := range b.Parts {
		if p.Layer == len(out) {
			out = append(out, nil)
		}
		out[p.Layer] = append(out[p.Layer], i)
	}
	return out
}

// neededUntil is the last layer that comes right after each part; what comes after all of them counts as one more.
func neededUntil(b *blocks.Block) map[int]int {
	out := map[int]int{}
	for _, p := range b.Parts {
		for _, part := range p.After {
			out[part] = max(out[part], p.Layer)
		}
	}
	for _, part := range b.Last {
		out[part] = b.Parts[len(b.Parts)-1].Layer + 1
	}
	return out
}

// layering knows what the document is between two layers: a list of what some parts made, or, at first, the value that all of them
// come after.
type layering struct {
	at     map[int]int // by the part, the index in the list
	single bool
	needed map[int]int
}

// pick selects what some parts made.
func (l *layering) pick(parts []int) string {
	if l.single {
		return "$"
	}
	at := make([]string, len(parts))
	for i, part := range parts {
		at[i] = strconv.Itoa(l.at[part])
	}
	return "$[" + strings.Join(at, ",") + "]"
}

// kept are the parts of the list that something after a layer needs, in the order of the list.
func (l *layering) kept(layer int) []int {
	var out []int
	for part := range l.at {
		if l.needed[part] > layer {
			out = append(out, part)
		}
	}
	slices.SortFunc(out, func(x, y int) int { return l.at[x] - l.at[y] })
	return out
}

// become makes the document a list of what these parts made.
func (l *layering) become(parts []int) {
	l.single, l.at = false, make(map[int]int, len(parts))
	for i, part := range parts {
		l.at[part] = i
	}
}
