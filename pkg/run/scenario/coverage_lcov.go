package scenario

import (
	"fmt"
	"io"
	"slices"

	"github.com/flowglot/flowglot/pkg/source"
)

// A record is the coverage of one file in an lcov tracefile.
type record struct {
	file     *source.File
	lines    map[int]int // how often each was executed
	branches []branch
}

// A branch is one of the alternatives at a line.
type branch struct {
	line, block, index, hits int
	reached                  bool
}

// records sorts the points by file. A file may hold several workflows, and be read with several settings: what is at one line
// adds up.
func (c *Coverage) records() []*record {
	var out []*record
	byName := map[string]*record{}
	block := 0
	for _, f := range c.flows {
		entered := map[int]int{} // how often, by the group of the points
		blocks := map[int]int{}
		for _, p := range f.Points {
			r := byName[p.File.Path()]
			if r == nil {
				r = &record{file: p.File, lines: map[int]int{}}
				byName[p.File.Path()] = r
				out = append(out, r)
			}
			line := p.File.Position(p.Span.Start).Line
			if p.Kind == NodePoint {
				entered[p.group] = p.Hits
				r.lines[line] += p.Hits
				blocks[p.group] = block
				block++
				continue
			}
			// A branch must be at a line that is executed: that of its node, where it is written there, or its own.
			if _, known := r.lines[line]; !known {
				r.lines[line] = entered[p.group]
			}
			r.branches = append(r.branches, branch{line, blocks[p.group], p.branch, p.Hits, entered[p.group] > 0})
		}
	}
	return out
}

// write writes a record; see geninfo(1), "TRACEFILE FORMAT".
func (r *record) write(w io.Writer, name string) {
	fmt.Fprintf(w, "TN:\nSF:%s\n", name)
	slices.SortStableFunc(r.branches, func(a, b branch) int { return a.line - b.line })
	hit := 0
	for _, b := range r.branches {
		switch {
		case r.lines[b.line] == 0 || !b.reached:
			fmt.Fprintf(w, "BRDA:%d,%d,%d,-\n", b.line, b.block, b.index)
			continue
		case b.hits > 0:
			hit++
		}
		fmt.Fprintf(w, "BRDA:%d,%d,%d,%d\n", b.line, b.block, b.index, b.hits)
	}
	fmt.Fprintf(w, "BRF:%d\nBRH:%d\n", len(r.branches), hit)
	lines := make([]int, 0, len(r.lines))
	for line := range r.lines {
		lines = append(lines, line)
	}
	slices.Sort(lines)
	executed := 0
	for _, line := range lines {
		fmt.Fprintf(w, "DA:%d,%d\n", line, r.lines[line])
		if r.lines[line] > 0 {
			executed++
		}
	}
	fmt.Fprintf(w, "LF:%d\nLH:%d\nend_of_record\n", len(lines), executed)
}
