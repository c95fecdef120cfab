package diag

import (
	"bufio"
	"fmt"
	"io"
)

// writeConcise writes one line per finding, as compilers do, and a summary:
//
//	orders.asl.json:14:17: error: state "Validate" has no target "Chrage"; did you mean "Charge"? [asl/unknown-target]
//
// Editors, grep and problem matchers read it. A finding about a file as a whole has no position.
func writeConcise(w io.Writer, r *Report) error {
	out := textWriter{w: bufio.NewWriter(w), color: r.Color}
	for i := range r.Findings {
		d := &r.Findings[i]
		out.place(d.File, d.Span)
		out.paint(severityColor(d.Severity), d.Severity.String()+":")
		out.w.WriteString(" " + Visible(messageWithHelp(d)))
		if d.Rule != "" {
			out.w.WriteByte(' ')
			out.paint(sgrRule, "["+Visible(d.Rule)+"]")
		}
		out.w.WriteByte('\n')
	}
	fmt.Fprintln(out.w, Summary(len(r.Files), r.Findings))
	return out.w.Flush()
}
