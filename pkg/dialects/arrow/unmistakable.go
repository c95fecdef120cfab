package arrow

import (
	"bytes"
	"slices"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// Unmistakable implements dialects.Textual. A flow declares a task or itself, or at least half of its statements have an arrow, if all of
// it can be read or enough of it is like a flow. Words of prose can be read as statements too, but several of them share a line without a semicolon.
func (x Dialect) Unmistakable(text []byte) dialects.Evidence {
	f := &source.File{Text: text, Format: source.PlainText}
	flow, found := parse(f)
	declared, arrows, statements := false, 0, 0
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
		}
	}
	switch {
	case declared:
		return dialects.Evidence{Shows: "a declaration"}
	case arrows > 0 && 2*arrows >= statements && x.RecognisesText(text).Found():
		return dialects.Evidence{Shows: "lines that lead from one task to another"}
	case slices.ContainsFunc(found.List, func(d diag.Diagnostic) bool { return d.Severity == diag.Error }):
		if !x.RecognisesText(text).Found() {
			return dialects.Evidence{}
		}
		return dialects.Evidence{Lacks: "it cannot be read without an error"}
	case arrows == 0 || 2*arrows < statements:
		return dialects.Evidence{}
	}
	return dialects.Evidence{Shows: "lines that lead from one task to another"}
}

// startsLine reports whether nothing but a statement that a semicolon ends is before a place on its line.
func startsLine(flow *Flow, text []byte, at int) bool {
	before := bytes.TrimRight(bytes.TrimPrefix(text[:at], []byte("\ufeff")), " \t")
	return len(before) == 0 || bytes.ContainsAny(before[len(before)-1:], "\n\r;")
}
