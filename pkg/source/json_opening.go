package source

import (
	"encoding/json"
	"slices"
	"strings"
)

// An opening bracket or a quotation mark that is missing makes a reader misunderstand all that follows. If the text is JSON with one of
// them added near the first problem, that is the mistake, and the text is read as if it were there.

// mostOpenings bounds how many places are tried, mostRead how many bytes are read for it, openingRange how far from the problem marks are
// tried, and mostRepaired how long the text may be, in bytes.
const (
	mostOpenings = 200
	mostRead     = 8 << 20
	openingRange = 200
	mostRepaired = 1 << 20
)

// An absentOpening is a bracket or a mark that may be missing at a place of the text.
type absentOpening struct {
	at   int
	char byte // '{', '[' or '"'
}

// readWithOpening reads a text in which one opening is missing, and returns the one problem that it is with those that have another
// cause. It reports false if that is not the mistake.
func readWithOpening(f *File, text string, found []Problem) ([]Problem, bool) {
	i := slices.IndexFunc(found, func(p Problem) bool { return p.Rule == ruleSyntax })
	if i < 0 || len(text) > mostRepaired {
		return nil, false
	}
	tried := openings(text, found[i].Span.Start)
	for _, x := range tried[:min(len(tried), mostRead/max(1, len(text)))] {
		with := text[:x.at] + string(x.char) + text[x.at:]
		if !json.Valid([]byte(with)) {
			continue
		}
		f.Root, f.Incomplete = nil, false
		again := &jsonReader{file: f, text: with, slab: newSlab(len(with))}
		others := again.parse()
		shift := shifter{x.at}
		shift.node(f.Root)
		for i := range others {
			shift.problem(&others[i])
		}
		all := append([]Problem{x.problem(text)}, others...)
		slices.SortStableFunc(all, func(a, b Problem) int { return a.Span.Start - b.Span.Start })
		return all, true
	}
	return nil, false
}

// openings are the places at which an opening may be missing for a problem, those that explain it best first.
func openings(text string, at int) []absentOpening {
	var out []absentOpening
	if at < len(text) && text[at] == ':' { // an object that began before the key
		if key := strings.LastIndexByte(text[:max(0, strings.LastIndexByte(text[:at], '"'))], '"'); key >= 0 {
			out = append(out, absentOpening{len(strings.TrimRight(text[:key], " \t\r\n")), '{'})
		}
	}
	if at < len(text) && (text[at] == ']' || text[at] == '{') { // an array that began after a colon, with an item on the next line
		for end := at; len(out) < mostOpenings/8; {
			end = strings.LastIndexByte(text[:end], '\n')
			if end < 0 {
				break
			}
			if line := strings.TrimRight(text[:end], " \t\r"); strings.HasSuffix(line, ":") {
				out = append(out, absentOpening{len(line), '['})
			}
		}
	}
	line := text[lineStart(text, at):lineEnd(text, at)]
	odd := (strings.Count(line, `"`)-strings.Count(line, `\"`))%2 == 1
	if !odd && strings.TrimSpace(text[min(at+1, len(text)):]) == "" { // a bracket after the value, which more likely is one too many
		return out
	}
	from, to := max(lineStart(text, at), at-openingRange), min(lineEnd(text, at), at+openingRange)
	for i := from; i <= to && len(out) < mostOpenings; i++ {
		switch {
		case odd && mayLackQuote(text, i, from, to):
			out = append(out, absentOpening{i, '"'})
		case !odd && i < at && (text[i] == ':' || text[i] == ',' || text[i] == '['):
			out = append(out, absentOpening{i + 1, '{'}, absentOpening{i + 1, '['})
		}
	}
	return out
}

// mayLackQuote reports whether a string may begin or end at a place within a line: beside its blanks and what separates values.
func mayLackQuote(text string, at, from, to int) bool {
	const separators = " \t\r:,{}[]"
	before := at == from || strings.IndexByte(separators, text[at-1]) >= 0
	after := at == to || strings.IndexByte(separators, text[at]) >= 0
	return before != after
}

// problem is that the opening is missing.
func (x absentOpening) problem(text string) Problem {
	p := Problem{Rule: ruleSyntax, Span: Span{x.at, x.at}, Edits: []Replacement{{Span: Span{x.at, x.at}, Text: string(x.char)}}}
	if x.char == '"' {
		side := "closing"
		if x.at < len(text) && strings.IndexByte(" \t\r\n:,]}", text[x.at]) < 0 {
			side = "opening"
		}
		p.Message, p.Help = "the string has no "+side+" quote", `add "`
		return p
	}
	next := x.at + len(text[x.at:]) - len(strings.TrimLeft(text[x.at:], " \t\r\n"))
	p.Message, p.Help = "expected '"+string(x.char)+"', found "+describe(text, next), "add '"+string(x.char)+"'"
	switch {
	case x.at == 0: // a place at the beginning would be the whole file
		p.Span.End = next + 1
	case text[x.at-1] == ':':
		p.Edits[0].Text = " " + p.Edits[0].Text
	}
	return p
}

// A shifter moves the places of a text with one byte added to those of the text without it.
type shifter struct{ at int }

func (s shifter) span(x Span) Span {
	move := func(at int) int {
		if at > s.at {
			return at - 1
		}
		return at
	}
	return Span{move(x.Start), move(x.End)}
}

func (s shifter) node(n *Node) {
	n.Span = s.span(n.Span)
	for i := range n.Members {
		n.Members[i].KeySpan = s.span(n.Members[i].KeySpan)
		s.node(n.Members[i].Value)
	}
	for _, x := range n.Items {
		s.node(x)
	}
}

func (s shifter) problem(p *Problem) {
	p.Span, p.Other = s.span(p.Span), s.span(p.Other)
	for i := range p.Edits {
		p.Edits[i].Span = s.span(p.Edits[i].Span)
	}
}
