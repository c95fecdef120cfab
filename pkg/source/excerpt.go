package source

import (
	"slices"
	"sort"
)

// Excerpt returns a file with the lines alone that the given places are on, and a function that returns where such a place is in it.
// The lines keep their numbers. Whoever keeps places of thousands of files keeps a few lines of each, and neither text nor tree.
func (f *File) Excerpt(places []Span) (*File, func(Span) Span) {
	f.once.Do(f.index)
	lines := []int{0} // the zero span stays the only one that names no place
	for _, s := range places {
		s = f.clamp(s)
		lines = append(lines, f.line(s.Start), f.line(max(s.Start, s.End-1)), f.line(s.End))
	}
	slices.Sort(lines)
	lines = slices.Compact(lines)
	out := &File{Name: f.Name, path: f.path, Format: f.Format, numbers: make([]int, 0, len(lines)+1)}
	starts := make([]int, len(lines))
	for i, line := range lines {
		starts[i] = len(out.Text)
		out.Text = append(out.Text, f.Text[f.lines[line]:f.lineEnd(line)]...)
		out.numbers = append(out.numbers, line+1)
	}
	out.Text = slices.Clip(out.Text)
	last := lines[len(lines)-1]
	out.once.Do(func() { // a line may end with "\r" and the next one that is kept begin with "\n", so that the text alone does not show them
		out.lines, out.marks = slices.Clone(starts), nil
		if last+1 < len(f.lines) {
			out.lines, out.numbers = append(out.lines, len(out.Text)), append(out.numbers, last+2)
		}
		if f.marks != nil {
			out.mark()
		}
	})
	at := func(offset int) int {
		line := f.line(offset)
		i, _ := slices.BinarySearch(lines, line)
		return starts[i] + offset - f.lines[line]
	}
	return out, func(s Span) Span {
		if s.IsZero() {
			return s
		}
		s = f.clamp(s)
		return Span{Start: at(s.Start), End: at(s.End)}
	}
}

// clamp puts a span into the bounds of the text, and its end not before its start.
func (f *File) clamp(s Span) Span {
	start := max(0, min(s.Start, len(f.Text)))
	return Span{Start: start, End: max(start, min(s.End, len(f.Text)))}
}

// line returns the index of the line that an offset within the text is on.
func (f *File) line(offset int) int {
	return sort.SearchInts(f.lines, offset+1) - 1
}

// lineEnd returns the offset after the end of a line.
func (f *File) lineEnd(line int) int {
	if line+1 < len(f.lines) {
		return f.lines[line+1]
	}
	return len(f.Text)
}

// number returns the number of a line by its index.
func (f *File) number(line int) int {
	if f.numbers == nil {
		return line + 1
	}
	return f.numbers[line]
}

// numbered returns the index of the line of a number, or of the next one that there is; it is that of no line if none is left.
func (f *File) numbered(n int) int {
	if f.numbers == nil {
		return n - 1
	}
	return sort.SearchInts(f.numbers, n)
}
