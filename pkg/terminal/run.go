package terminal

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
)

// A RunView prints a run as it goes on: a line for everything that a reader of the definition wants to know, under the
// virtual time at which it happens, indented by the branches that it lies in.
type RunView struct {
	// Whole prints data in full, and not cut to a line, and what goes along each transition.
	Whole bool

	w     *lasting
	style styles
	start time.Time
	shown string // the time that was printed last
	any   bool   // something was printed
	begun bool   // the start is known
	lines folder
}

// NewRunView returns a view that prints to w.
func NewRunView(w io.Writer, color bool) *RunView {
	v := &RunView{w: &lasting{w: w}, style: newStyles(w, color)}
	v.lines.print = v.print
	return v
}

// Err is the first error of writing. After it nothing is written any more.
func (v *RunView) Err() error { return v.w.err }

// lasting is a writer that keeps its first error.
type lasting struct {
	w   io.Writer
	err error
}

// Write implements io.Writer.
func (l *lasting) Write(p []byte) (int, error) {
	if l.err != nil {
		return 0, l.err
	}
	var n int
	n, l.err = l.w.Write(p)
	return n, l.err
}

// line takes one line of the run, which is printed unless it is a part of a round like those before.
func (v *RunView) line(t *machine.Trace, mark string, parts ...string) {
	var b strings.Builder
	for _, p := range t.Path {
		b.WriteString(v.style.faint.Render(fmt.Sprintf("│%d ", p.Index+1)))
	}
	b.WriteString(mark)
	for _, p := range parts {
		if p != "" {
			b.WriteString(" " + p)
		}
	}
	l := shownLine{at: t.At, text: b.String(), like: b.String(), enters: t.Kind == machine.Entered}
	if t.Kind == machine.WaitStarted { // the instant at which it ends is another one in each round
		l.like = strings.TrimSuffix(l.text, parts[len(parts)-1])
	}
	v.lines.add(l)
}

// print prints a line, with its time if that is another one than before.
func (v *RunView) print(l shownLine) {
	at := iso8601.Human(l.at.Sub(v.start))
	if at == v.shown && v.any {
		at = ""
	} else {
		v.shown = at
	}
	v.any = true
	fmt.Fprintf(v.w, "%s  %s\n", v.style.time.Render(fmt.Sprintf("%12s", at)), l.text)
}

// StartAt is when a resumed run began. It is shown before the first of its events.
func (v *RunView) StartAt(t time.Time) { v.begun, v.start = true, t }

// Finish prints the result of the run, and of the workflows that followed. The error is that of writing.
func (v *RunView) Finish(r *run.Result) error {
	v.lines.flush()
	v.outcome(r, r.State != nil)
	for _, next := range r.Chain {
		fmt.Fprintf(v.w, "\nthen %s", diag.Visible(next.Workflow))
		v.outcome(next, r.State != nil)
	}
	return v.w.err
}

// outcome prints a result; suspended means that the run was stopped and can be resumed.
func (v *RunView) outcome(r *run.Result, suspended bool) {
	look := v.style.bad
	switch r.Status {
	case run.Succeeded, run.Resting:
		look = v.style.good
	case run.Waiting:
		look = v.style.wait
	}
	steps := fmt.Sprintf("%d steps", r.Steps)
	if r.Steps == 1 {
		steps = "1 step"
	}
	fmt.Fprintf(v.w, "\n%s after %s, %s\n", look.Render(string(r.Status)), iso8601.Human(r.Elapsed()), steps)
	if r.Error != nil {
		fmt.Fprintf(v.w, "  error   %s\n", failure(r.Error))
	}
	for _, w := range r.Waiting {
		why := waits(w)
		if suspended {
			why = "for " + expected(w)
		}
		fmt.Fprintf(v.w, "  waiting %s: %s\n", diag.Visible(w.Node), why)
	}
	if len(r.Visited) > 0 {
		fmt.Fprintf(v.w, "  path    %s\n", path(r.Visited))
	}
	for _, e := range r.Produced {
		fmt.Fprintf(v.w, "  event   %s\n", diag.Visible(string(value.Append(nil, e))))
	}
	if r.Status == run.Succeeded || r.Status == run.Resting {
		v.output(r.Output)
	}
}

// output prints a value over several lines.
func (v *RunView) output(x any) {
	out := bufio.NewWriterSize(v.w, 64<<10) // of a large value, a write for each line would take most of the time
	label := "  output  "
	for line := range strings.Lines(string(value.AppendIndent(nil, x, "          ", "  "))) {
		out.WriteString(label)
		out.WriteString(diag.Visible(strings.TrimSuffix(line, "\n")))
		out.WriteByte('\n')
		label = ""
	}
	out.Flush() // v.w keeps the first error
}

// expected is what a run that can be resumed waits for.
func expected(w machine.Awaited) string {
	switch w.Kind {
	case "deadEnd":
		return "nothing: no step follows"
	case "join":
		return "another branch"
	case "task":
		return "the answer of " + diag.Visible(w.Name)
	case "event":
		return "the event " + diag.Visible(w.Name)
	}
	return waitText(w.Kind)
}

func waits(w machine.Awaited) string {
	switch w.Kind {
	case "deadEnd":
		return "nothing leads on"
	case "join":
		return "a branch never arrived"
	case "task":
		return fmt.Sprintf("the task %s never answers", diag.Visible(w.Name))
	case "event":
		return fmt.Sprintf("the event %s never comes", diag.Visible(w.Name))
	default:
		return waitText(w.Kind) + " that never comes"
	}
}

// path is the path that a run took, with the middle of a long one left out.
func path(visited []string) string {
	const most = 40
	names := visited
	if len(names) > most {
		names = append(append(append([]string{}, names[:most/2]...), fmt.Sprintf("… %d more …", len(visited)-most)), names[len(names)-most/2:]...)
	}
	return diag.Visible(strings.Join(names, " → "))
}

// data is a value on one line, cut where it is long.
func (v *RunView) data(label string, x any) string {
	if v.Whole {
		return v.whole(label, x)
	}
	const most = 100
	s := diag.Visible(value.Preview(x, most))  // the whole of it may be too large to be printed
	if text := []rune(s); len(text) > most+1 { // control characters take more room now
		s = string(text[:most]) + "…"
	}
	if label != "" {
		s = label + " " + s
	}
	return v.style.faint.Render(s)
}

// whole is all of a value on one line.
func (v *RunView) whole(label string, x any) string {
	s := diag.Visible(string(value.Append(nil, x)))
	if label != "" {
		s = label + " " + s
	}
	return v.style.faint.Render(s)
}
