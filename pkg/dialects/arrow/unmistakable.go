package arrow

import (
	"bytes"
	"slices"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// Unmistakable implements dialects.Textual. A flow declares a task or itself; or at least half of its statements have an arrow, and it has
// notation that other texts lack. Names with "->" between them are also calls of functions, dependencies, renamed files and edges of
// graphs. Words of prose can be read as statements too, but several of them share a line without a semicolon.
func (x Dialect) Unmistakable(text []byte) dialects.Evidence {
	f := &source.File{Text: text, Format: source.PlainText}
	flow, found := parse(f)
	broken := brokenLines(f, found.List)
	declared, arrows, statements, whole := false, 0, 0, 0
	for _, item := range flow.Items {
		if !startsLine(flow, text, item.Span().Start) {
			return dialects.Evidence{}
		}
		if d := item.Declaration; d != nil {
			declared = declared || !d.Broken && bytes.IndexByte(text[d.Span.Start:d.NameSpan.Start], '\n') < 0
			continue
		}
		statements++
		if s := item.Statement; s.From != nil || s.To != nil || len(s.Steps) > 1 {
			arrows++
			if !broken[f.Position(item.Span().Start).Line] {
				whole++
			}
		}
	}
	like := arrows > 0 && 2*arrows >= statements && x.RecognisesText(text).Found()
	switch {
	case declared:
		return dialects.Evidence{Shows: "a declaration"}
	case like && arrows > 1 && whole == 0:
		return dialects.Evidence{Lacks: "none of its lines can be read without an error"}
	case like && hasNotation(flow, text):
		return dialects.Evidence{Shows: "the notation of flows"}
	case like:
		return dialects.Evidence{Lacks: `it has nothing but names with "->" between them: no →, label, guard, operator, literal or @flow`}
	case len(broken) > 0 && x.RecognisesText(text).Found():
		return dialects.Evidence{Lacks: "it cannot be read without an error"}
	}
	return dialects.Evidence{}
}

// brokenLines are the lines of a file in which errors begin.
func brokenLines(f *source.File, found []diag.Diagnostic) map[int]bool {
	lines := map[int]bool{}
	for i := range found {
		if found[i].Severity == diag.Error {
			lines[f.Position(found[i].Span.Start).Line] = true
		}
	}
	return lines
}

// hasNotation reports whether a flow has more than names with "->" between them, brackets and semicolons, which languages for graphs have
// as well.
func hasNotation(flow *Flow, text []byte) bool {
	from := 0
	for _, c := range append(slices.Clone(flow.Comments), source.Span{Start: len(text), End: len(text)}) {
		if from < c.Start && bytes.Contains(text[from:c.Start], []byte("→")) {
			return true
		}
		from = c.End
	}
	return slices.ContainsFunc(flow.Items, func(item Item) bool { return item.Statement != nil && item.Statement.hasNotation() })
}

// hasNotation reports whether a statement has labels, or a step with more than a name.
func (s *Statement) hasNotation() bool {
	return s.From != nil || s.To != nil || slices.ContainsFunc(s.Steps, (*Step).hasNotation)
}

// hasNotation reports whether a step has more than a name.
func (s *Step) hasNotation() bool {
	if s.In != nil || s.Out != nil || s.Merge || s.Guard != nil || s.Each || s.Parameters != nil || s.Kind == Resource || s.Kind == Data {
		return true
	}
	return s.Body != nil && slices.ContainsFunc(s.Body.Statements, (*Statement).hasNotation) || slices.ContainsFunc(s.Members, (*Step).hasNotation)
}

// startsLine reports whether nothing but a statement that a semicolon ends is before a place on its line.
func startsLine(flow *Flow, text []byte, at int) bool {
	before := bytes.TrimRight(bytes.TrimPrefix(text[:at], []byte("\ufeff")), " \t")
	return len(before) == 0 || bytes.ContainsAny(before[len(before)-1:], "\n\r;")
}
