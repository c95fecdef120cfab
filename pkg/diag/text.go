package diag

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/source"
)

// minDigits is how many columns the number of a line takes at least.
const minDigits = 5

// defaultWidth is how many columns the lines of a snippet may have if nothing else is asked for.
const defaultWidth = 100

// A TextPrinter writes findings for people:
//
//	orders.asl.json:14:17: error: state "Validate" transitions to "Chrage", which does not exist [asl/unknown-target]
//	   14 |       "Next": "Chrage"
//	      |               ^~~~~~~~ did you mean "Charge"?
//
// The first line is never wrapped, so that editors and scripts can read it. Below it are the line at fault with its
// range underlined, the help, and the related places as notes with a snippet of their own. Of a range over several
// lines the first is shown, and how many follow. A finding about a file as a whole has neither position nor snippet.
//
// Whatever a definition contains, no control character but the line feeds and, with Color, the printer's own colours
// is written.
type TextPrinter struct {
	// Color reports whether to use ANSI escape sequences.
	Color bool
	// Width is how many columns a snippet may take; 0 stands for 100, and less than 40 for 40.
	Width int
}

// The parts of a finding that have a colour, as parameters of the ANSI sequence "select graphic rendition".
const (
	sgrPlace   = "1"
	sgrError   = "1;31"
	sgrWarning = "1;33"
	sgrInfo    = "1;36"
	sgrGutter  = "34"
	sgrHelp    = "36"
	sgrRule    = "2"
)

// Print writes the findings in the order in which they are given; see [Sort]. The error is that of w.
func (p TextPrinter) Print(w io.Writer, ds []Diagnostic) error {
	out := textWriter{w: bufio.NewWriter(w), color: p.Color, width: defaultWidth, digits: minDigits}
	if p.Width != 0 {
		out.width = max(40, p.Width)
	}
	for i := range ds {
		out.finding(&ds[i])
	}
	return out.w.Flush()
}

// A textWriter is the state of one Print. Errors of w are kept by it until it is flushed.
type textWriter struct {
	w     *bufio.Writer
	color bool
	width int
	ruler ruler

	digits int // how many columns the number of a line takes
}

func (t *textWriter) finding(d *Diagnostic) {
	t.place(d.File, d.Span)
	t.paint(severityColor(d.Severity), d.Severity.String()+":")
	t.w.WriteString(" " + Visible(d.Message))
	if d.Rule != "" {
		t.w.WriteByte(' ')
		t.paint(sgrRule, "["+Visible(d.Rule)+"]")
	}
	t.w.WriteByte('\n')
	t.snippet(d.File, d.Span, severityColor(d.Severity), Visible(d.Help))
	for _, r := range d.Related {
		t.gutter("", "=")
		t.paint(sgrInfo, "note:")
		t.w.WriteByte(' ')
		t.place(r.File, r.Span)
		t.w.WriteString(Visible(r.Message))
		t.w.WriteByte('\n')
		t.snippet(r.File, r.Span, sgrInfo, "")
	}
}

// place writes where something is: "file:line:column: ", "file: " for a file as a whole, nothing without a file.
func (t *textWriter) place(f *source.File, s source.Span) {
	switch {
	case f == nil:
		return
	case s.IsZero():
		t.paint(sgrPlace, VisibleName(f.Name)+":")
	default:
		at := t.ruler.position(f, clamp(f, s).Start)
		t.paint(sgrPlace, fmt.Sprintf("%s:%d:%d:", VisibleName(f.Name), at.Line, at.Column))
	}
	t.w.WriteByte(' ')
}

// snippet writes the line of a span, its underline, and the help: next to the underline if there is room, else below.
func (t *textWriter) snippet(f *source.File, s source.Span, color, help string) {
	t.digits = minDigits
	if f == nil || s.IsZero() {
		t.below(sgrHelp, "help:", help)
		return
	}
	s = clamp(f, s)
	last := t.ruler.position(f, max(s.Start, s.End-1)).Line
	first := t.ruler.position(f, s.Start).Line
	number := strconv.Itoa(first)
	t.digits = max(minDigits, len(number))

	line, offset := t.ruler.content()
	room := t.width - t.digits - len(" | ")
	start := max(0, min(s.Start-offset, len(line)))
	shown := cut(line, start, max(start, min(s.End-offset, len(line))), room)
	t.gutter(number, "|")
	t.w.WriteString(shown.before + shown.rest + "\n")
	t.gutter("", "|")
	t.w.WriteString(strings.Repeat(" ", shown.from))
	t.paint(color, shown.underline())

	left := room - shown.from - shown.length - 1
	if more := last - first; more > 0 {
		t.beside(left, sgrInfo, "note:", "and "+Number(more, "more line"))
		t.below(sgrHelp, "help:", help)
		return
	}
	t.beside(left, sgrHelp, "help:", help)
}

// beside ends the line of an underline with a text, if it fits into the columns that are left there; else the text is
// put below.
func (t *textWriter) beside(left int, sgr, label, text string) {
	if text == "" || width(text) > left {
		t.w.WriteByte('\n')
		t.below(sgr, label, text)
		return
	}
	t.w.WriteByte(' ')
	t.paint(sgr, text)
	t.w.WriteByte('\n')
}

// below writes a text on a line of its own, unless it is empty.
func (t *textWriter) below(sgr, label, text string) {
	if text == "" {
		return
	}
	t.gutter("", "=")
	t.paint(sgr, label)
	t.w.WriteString(" " + text + "\n")
}

// gutter writes what is to the left of a snippet, or of a line below it.
func (t *textWriter) gutter(number, sign string) {
	t.paint(sgrGutter, strings.Repeat(" ", t.digits-len(number))+number+" "+sign+" ")
}

// paint writes text in a colour, if there are any.
func (t *textWriter) paint(sgr, text string) {
	if t.color {
		text = "\x1b[" + sgr + "m" + text + "\x1b[0m"
	}
	t.w.WriteString(text)
}

func severityColor(s Severity) string {
	switch s {
	case Error:
		return sgrError
	case Warning:
		return sgrWarning
	default:
		return sgrInfo
	}
}
