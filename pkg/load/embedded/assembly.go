package embedded

import (
	"slices"
	"sort"

	"github.com/flowglot/flowglot/pkg/source"
)

// An assembly is a text that is put together of pieces of a file, with the place that each comes from.
type assembly struct {
	text   []byte
	pieces []piece
	// filled are the placeholders that the outer format fills, in their order.
	filled []source.Span
	// unknown is why the text is not known without deploying it; empty if it is.
	unknown   string
	unknownAt source.Span
	// values are what is known of the template; nil is nothing. steps is how many functions led to the text.
	values *values
	steps  int
}

// A piece is a range of an assembled text that comes from one place.
type piece struct {
	at    int         // where it begins in the text
	whole source.Span // the place of all of it, where exact is false
	exact bool
	from  source.Text // the content that it is a part of
	skip  int         // where it begins there
}

// add adds a part of the content of a string.
func (a *assembly) add(t source.Text, from, to int) {
	if from < to {
		a.pieces = append(a.pieces, piece{at: len(a.text), exact: true, from: t, skip: from})
		a.text = append(a.text, t.String[from:to]...)
	}
}

// stand adds a text that is not in the file as such, and stands for a range of it.
func (a *assembly) stand(text string, of source.Span) {
	if text != "" {
		a.pieces = append(a.pieces, piece{at: len(a.text), whole: of})
		a.text = append(a.text, text...)
	}
}

// placeholder adds a placeholder for a value of the outer format.
func (a *assembly) placeholder(name string, at source.Span) {
	start := len(a.text)
	a.stand("${"+legible(name)+"}", at)
	a.filled = append(a.filled, source.Span{Start: start, End: len(a.text)})
}

// fail notes why the text is not known.
func (a *assembly) fail(why string, at source.Span) {
	if a.unknown == "" {
		a.unknown, a.unknownAt = why, at
	}
}

// piece returns the piece that holds a byte of the text, and how far it reaches.
func (a *assembly) piece(at int) (p piece, end int) {
	i := sort.Search(len(a.pieces), func(i int) bool { return a.pieces[i].at > at }) - 1
	i = max(i, 0)
	if i+1 < len(a.pieces) {
		return a.pieces[i], a.pieces[i+1].at
	}
	return a.pieces[i], len(a.text)
}

// place returns the range of the file that a range of the text comes from.
func (a *assembly) place(s source.Span) source.Span {
	if len(a.pieces) == 0 {
		return source.Span{}
	}
	if s.Start >= len(a.text) || s.End <= s.Start {
		at := a.span(s.Start, s.Start)
		return source.Span{Start: at.Start, End: at.Start}
	}
	start, end := a.span(s.Start, s.Start+1), a.span(s.End-1, s.End)
	return source.Span{Start: start.Start, End: max(start.Start, end.End)}
}

// span returns the place of at most one byte. That of the end is the end of the last piece.
func (a *assembly) span(from, to int) source.Span {
	p, end := a.piece(from)
	if p.exact {
		return p.from.At(p.skip+from-p.at, p.skip+min(to, end)-p.at)
	}
	if from >= end {
		return source.Span{Start: p.whole.End, End: p.whole.End}
	}
	return p.whole
}

// content returns the text with the place of each byte.
func (a *assembly) content() source.Text {
	offsets := make([]int, len(a.text)+1)
	for i := range a.text {
		offsets[i] = a.place(source.Span{Start: i, End: i + 1}).Start
	}
	if n := len(a.text); n > 0 {
		offsets[n] = a.place(source.Span{Start: n - 1, End: n}).End
	}
	return source.Mapped(string(a.text), offsets)
}

// extents returns the ranges of the file that can be edited by themselves, in their order.
func (a *assembly) extents() []source.Span {
	var out []source.Span
	for i, p := range a.pieces {
		if !p.exact {
			continue
		}
		end := len(a.text)
		if i+1 < len(a.pieces) {
			end = a.pieces[i+1].at
		}
		out = append(out, a.place(source.Span{Start: p.at, End: end}))
	}
	return out
}

// parse reads the text as a definition of a part, in the given format.
func (a *assembly) parse(p *Part, outer *source.File, format source.Format) {
	f := &source.File{Name: outer.Name + "#" + p.Name, Text: a.text, Format: format}
	p.Problems = source.Parse(f)
	for i := range p.Problems {
		x := &p.Problems[i]
		x.Span = a.place(x.Span)
		if !x.Other.IsZero() {
			x.Other = a.place(x.Other)
		}
		edits := slices.Clone(x.Edits)
		for j := range edits {
			edits[j].Span = a.place(edits[j].Span)
		}
		x.Edits = edits
	}
	p.joins = a.extents()
	p.File = f.Within(outer, a.place)
}

// placeholders returns the placeholders of the text itself: ${Name}, without those that the outer format fills.
func (a *assembly) placeholders() []placeholder {
	var out []placeholder
	filled := a.filled
	for _, x := range placeholdersIn(string(a.text)) {
		for len(filled) > 0 && filled[0].End <= x.span.Start {
			filled = filled[1:]
		}
		if len(filled) > 0 && filled[0].Contains(x.span) {
			continue
		}
		x.span = a.place(x.span)
		out = append(out, x)
	}
	return out
}
