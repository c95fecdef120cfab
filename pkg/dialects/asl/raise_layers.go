package asl

import (
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/blocks"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// layers adds a Parallel state for each layer, which waits for all of the one before. Its result is a list of what its parts make,
// and behind them of what was made earlier and is still needed later. It returns the name of the first.
func (m *machine) layers(b *blocks.Block, to way) string {
	for _, n := range b.Nodes() {
		m.lose(&lossLayers, n.Element.Span, n.Element, "layers", "steps that need each other run in layers, each of which waits for the one before")
	}
	l := &layering{at: map[int]int{-1: 0}, single: true, needed: neededUntil(b)}
	start, before := "", &link{}
	for _, parts := range layersOf(b) {
		picks := make([]string, len(parts))
		blocksOf := make([]*blocks.Block, len(parts))
		for i, part := range parts {
			blocksOf[i], picks[i] = b.Parts[part], l.pick(b.Parts[part].After)
		}
		extra := l.kept(b.Parts[parts[0]].Layer)
		var handed []string
		for _, part := range extra {
			handed = append(handed, l.pick([]int{part}))
		}
		behind := &link{}
		name := m.parallelOf(blocksOf, picks, handed, way{link: behind})
		if start == "" {
			start = name
		}
		before.set(name)
		before = behind
		l.become(append(parts, extra...))
	}
	before.set(m.taken(l.pick(b.Last), to))
	return start
}

// taken adds a state that hands on what a path selects.
func (m *machine) taken(pick string, to way) string {
	name := m.name("Take " + pick)
	s := m.pass(name, to)
	dialects.Put(s, "InputPath", dialects.NewText(pick))
	return name
}

// picked adds a state that selects a value in front of another state, or of the end; an empty path is none.
func (m *machine) picked(start, pick string) string {
	if pick == "" || pick == "$" && start != "" {
		return start
	}
	name := m.name("Take " + pick)
	var s *source.Node
	if s = m.pass(name, way{name: start}); pick != "$" {
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

// kept are the parts of the list that something behind a layer needs, in the order of the list.
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
