package diag

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// writeMarkdown writes a summary and a table of the findings in GitHub's Markdown, for a comment or a job summary.
func writeMarkdown(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "**flowglot lint**: %s\n", Summary(len(r.Files), r.Findings))
	if r.Failure != nil {
		fmt.Fprintf(out, "\nThe check is not complete: %s\n", escapeMarkdown(strings.ReplaceAll(r.Failure.Message, "\n", "; ")))
	}
	if len(r.Findings) > 0 {
		out.WriteString("\n| place | severity | finding | rule |\n|---|---|---|---|\n")
	}
	var places placer
	for i := range r.Findings {
		d := &r.Findings[i]
		name, at, _ := places.place(d.File, d.Span)
		place := escapeMarkdown(name)
		if d.File != nil && !d.Span.IsZero() {
			place = fmt.Sprintf("%s:%d:%d", place, at.Line, at.Column)
		}
		fmt.Fprintf(out, "| %s | %s | %s | %s |\n", place, d.Severity, escapeMarkdown(messageWithHelp(d)), escapeMarkdown(d.Rule))
	}
	return out.Flush()
}

// escapeMarkdown returns text that Markdown shows as it is, within a cell of a table. A comment after "@" and "#" keeps
// hosts from turning what follows into a mention of a person or a link to an issue.
func escapeMarkdown(text string) string {
	var b strings.Builder
	for _, r := range Visible(text) {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '@' || r == '#':
			b.WriteRune(r)
			b.WriteString("<!-- -->")
		case strings.ContainsRune("\\`*_{}[]()|~!$", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
