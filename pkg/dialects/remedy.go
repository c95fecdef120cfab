package dialects

import (
	"bytes"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// Remedy completes a finding about an expression that cannot be read.
func Remedy(d *diag.Diagnostic, err *expr.SyntaxError) {
	d.Help = err.Help
	if len(err.Edits) == 0 {
		return
	}
	d.Fix = &diag.Fix{Description: err.Help}
	for _, e := range err.Edits {
		d.Fix.Edits = append(d.Fix.Edits, diag.Edit{Span: e.Span, Text: e.Text})
	}
}

// Correct suggests the nearest of some words for the one that a finding is about, which the text has as it is, without quotes. It
// reports whether there is one.
func (f *Findings) Correct(d *diag.Diagnostic, word string, candidates []string) bool {
	g := f.Guess(word, candidates)
	if d.Help = g.Help; g.Name == "" {
		return false
	}
	if text := string(f.File.Text[d.Span.Start:d.Span.End]); g.Sure && strings.HasSuffix(text, word) && !strings.ContainsAny(g.Name, "\"\\") {
		at := source.Span{Start: d.Span.End - len(word), End: d.Span.End}
		d.Fix = &diag.Fix{Description: "write " + g.Name, Edits: []diag.Edit{{Span: at, Text: g.Name}}}
	}
	return true
}

// Remove offers to remove a member of an object. The fix is not safe where the author may have meant the member. A member of a block in
// YAML goes with its lines, if it is alone on them and not the only one.
func (f *Findings) Remove(d *diag.Diagnostic, n *source.Node, key string, unsafe bool) {
	if n.Kind != source.Object {
		return
	}
	for i := range n.Members {
		if n.Members[i].Key != key {
			continue
		}
		span := n.Members[i].Span()
		inBlock := f.File.Format == source.YAML && (n.Span.Start >= len(f.File.Text) || f.File.Text[n.Span.Start] != '{')
		switch {
		case inBlock && (len(n.Members) < 2 || span.Start > span.End):
			return
		case inBlock:
			var whole bool
			if span, whole = f.lines(span); !whole {
				return
			}
		case i > 0:
			span.Start = n.Members[i-1].Span().End
		case len(n.Members) > 1:
			span.End = n.Members[1].KeySpan.Start
		}
		if span.Start > span.End || f.File.Format == source.YAML && !inBlock && bytes.ContainsAny(f.File.Text[span.Start:span.End], "\n#") {
			return // the text is put together of pieces of a file, in another order, or has comments in between
		}
		d.Fix = &diag.Fix{Description: "remove " + Quote(key), Unsafe: unsafe, Edits: []diag.Edit{{Span: span}}}
		return
	}
}

// lines returns the lines of a part of the text with their ends, and whether there is nothing else on them but a comment.
func (f *Findings) lines(part source.Span) (_ source.Span, whole bool) {
	text := f.File.Text
	before := bytes.LastIndexByte(text[:part.Start], '\n') + 1
	after := len(text)
	if part.End > 0 && text[part.End-1] == '\n' {
		after = part.End
	} else if end := bytes.IndexByte(text[part.End:], '\n'); end >= 0 {
		after = part.End + end + 1
	}
	rest := bytes.TrimSpace(text[part.End:after])
	whole = len(bytes.Trim(text[before:part.Start], " ")) == 0 && (len(rest) == 0 || rest[0] == '#')
	return source.Span{Start: before, End: after}, whole
}

// Append offers to add a member at the end of an object in JSON, laid out as the members before it.
func (f *Findings) Append(d *diag.Diagnostic, n *source.Node, member string, unsafe bool) {
	if f.File.Format != source.JSON || n.Kind != source.Object || len(n.Members) == 0 {
		return
	}
	last := &n.Members[len(n.Members)-1]
	from := n.Span.Start + 1
	if len(n.Members) > 1 {
		from = n.Members[len(n.Members)-2].Span().End
	}
	if from > last.KeySpan.Start || last.KeySpan.Start > last.Span().End {
		return // the text is put together of pieces of a file, in another order
	}
	gap := string(f.File.Text[from:last.KeySpan.Start])
	if comma := strings.IndexByte(gap, ','); comma >= 0 {
		gap = gap[comma+1:]
	}
	if gap == "" || strings.Trim(strings.NewReplacer(`\n`, "", `\r`, "", `\t`, "").Replace(gap), " \t") == "" {
		gap = " " // on the same line, or in a string of another file, which has its lines as escapes
	}
	if strings.Trim(gap, " \t\r\n") != "" {
		return
	}
	at := last.Span().End
	d.Fix = &diag.Fix{Description: "add " + member, Unsafe: unsafe, Edits: []diag.Edit{{Span: source.Span{Start: at, End: at}, Text: "," + gap + member}}}
}
