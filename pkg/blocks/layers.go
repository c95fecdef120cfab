package blocks

import (
	"cmp"
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// A section is a part of a reduced net between two points that every path goes through.
type section struct {
	from, to *point
	inner    []*point
}

// sections cuts the net at the points that every path from the start to the end goes through: at those at which no link leads
// from before the point to after it, in an order in which links lead forward.
func (n *net) sections() []section {
	var rest []*point
	for _, p := range n.points {
		if !p.gone {
			rest = append(rest, p)
		}
	}
	var out []section
	s := section{from: n.start}
	far := 0 // the farthest point that the ones before lead to
	for _, p := range rest {
		if p != n.start {
			if far <= p.order {
				s.to = p
				out = append(out, s)
				s = section{from: p}
			} else {
				s.inner = append(s.inner, p)
			}
		}
		for to := range p.out {
			far = max(far, to.order)
		}
	}
	return out
}

// layers returns a section whose points cannot be taken apart: its points, and what lies on its links, are the parts.
func (s *section) layers() *Block {
	out := &Block{Kind: Layers}
	l := &layering{block: out, index: map[*point]int{s.from: -1}}
	for _, p := range s.inner {
		after := l.into(p)
		l.index[p] = l.add(&Block{Node: p.node}, after)
	}
	out.Last = l.into(s.to)
	l.arrange()
	return out
}

// layering collects the parts of a section.
type layering struct {
	block *Block
	index map[*point]int // of the part that a point is
}

func (l *layering) add(b *Block, after []int) int {
	for _, i := range after {
		if i >= 0 {
			b.Layer = max(b.Layer, l.block.Parts[i].Layer+1)
		}
	}
	b.After = after
	l.block.Parts = append(l.block.Parts, b)
	return len(l.block.Parts) - 1
}

// into adds what lies on the links to a point, and returns the parts that it comes right after.
func (l *layering) into(p *point) []int {
	type arrival struct{ at, part int }
	var all []arrival
	for _, in := range inward(p) {
		from, ok := l.index[in.from]
		if !ok {
			continue // of another section
		}
		for _, w := range in.sorted() {
			part := from
			if w.node != nil {
				part = l.add(w.block(), []int{from})
			}
			all = append(all, arrival{w.at, part})
		}
	}
	slices.SortStableFunc(all, func(x, y arrival) int { return cmp.Compare(x.at, y.at) })
	out := make([]int, len(all))
	for i, a := range all {
		out[i] = a.part
	}
	return out
}

// inward are the links to a point, in the order of the points that they come from.
func inward(p *point) []*link {
	var out []*link
	for _, l := range p.in {
		out = append(out, l)
	}
	slices.SortFunc(out, func(x, y *link) int { return cmp.Compare(x.from.order, y.from.order) })
	return out
}

// arrange puts the parts in the order of their layers, and in these in the author's.
func (l *layering) arrange() {
	parts := l.block.Parts
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		return cmp.Or(cmp.Compare(parts[x].Layer, parts[y].Layer), cmp.Compare(parts[x].first().ID, parts[y].first().ID))
	})
	now := make([]int, len(parts))
	arranged := make([]*Block, len(parts))
	for i, old := range order {
		now[old], arranged[i] = i, parts[old]
	}
	l.block.Parts = arranged
	for _, list := range append(afters(arranged), l.block.Last) {
		for i, part := range list {
			if part >= 0 {
				list[i] = now[part]
			}
		}
	}
}

// first is the first node of a block that has one.
func (b *Block) first() *workflow.Node {
	if b.Kind == Single {
		return b.Node
	}
	for _, p := range b.Parts {
		if n := p.first(); n != nil {
			return n
		}
	}
	return nil
}

func afters(parts []*Block) [][]int {
	out := make([][]int, len(parts))
	for i, p := range parts {
		out[i] = p.After
	}
	return out
}
