package diag

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// writeGitHub writes the findings as workflow commands, which GitHub Actions shows as annotations of the changed files
// (GitHub: "Workflow commands for GitHub Actions"). The message repeats the place, because the log shows nothing else.
func writeGitHub(w io.Writer, r *Report) error {
	out := textWriter{w: bufio.NewWriter(w)}
	for i := range r.Findings {
		d := &r.Findings[i]
		out.w.WriteString("::" + githubLevel(d.Severity) + " ")
		title := "flowglot"
		if d.Rule != "" {
			title += " (" + d.Rule + ")"
		}
		where := ""
		if d.File != nil {
			fmt.Fprintf(out.w, "file=%s,", githubProperty(filepath.ToSlash(d.File.Name)))
			where = d.File.Name + ": "
			if !d.Span.IsZero() {
				s := clamp(d.File, d.Span)
				start, end := out.ruler.position(d.File, s.Start), out.ruler.position(d.File, s.End)
				fmt.Fprintf(out.w, "line=%d,", start.Line)
				if start.Line == end.Line { // columns are only allowed within one line
					fmt.Fprintf(out.w, "col=%d,endColumn=%d,", start.Column, end.Column)
				}
				fmt.Fprintf(out.w, "endLine=%d,", end.Line)
				where = fmt.Sprintf("%s:%d:%d: ", d.File.Name, start.Line, start.Column)
			}
		}
		fmt.Fprintf(out.w, "title=%s::%s\n", githubProperty(title), githubData(where+messageWithHelp(d)))
	}
	fmt.Fprintln(out.w, Summary(len(r.Files), r.Findings))
	return out.w.Flush()
}

func githubLevel(s Severity) string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	default:
		return "notice"
	}
}

// githubData escapes the text of a command: it ends with the line.
func githubData(text string) string {
	return strings.ReplaceAll(Visible(text), "%", "%25")
}

// githubProperty escapes the value of a property, which also ends with a comma or colons.
func githubProperty(text string) string {
	return Visible(strings.NewReplacer("%", "%25", ":", "%3A", ",", "%2C", "\r", "%0D", "\n", "%0A").Replace(text))
}
