package terminal

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A RunView prints a run as it goes on: a line for everything that a reader of the definition wants to know, under the
// virtual time at which it happens, indented by the branches that it lies in.
type RunView struct {
	// Whole has data be printed in full, and not cut to a line, and what goes along each transition.
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

// Observe prints one event of a run.
func (v *RunView) Observe(t *machine.Trace) {
	switch t.Kind {
	case machine.RunStarted:
		if !v.begun {
			v.begun, v.start = true, t.At
		}
		v.line(t, "▶", strings.TrimSpace("start "+v.style.name.Render(diag.Visible(t.Workflow))), v.data("with", t.Data))
	case machine.Entered:
		entered := v.entered(t)
		if v.Whole {
			entered += " " + v.data("with", t.Data)
		}
		v.line(t, "●", v.style.name.Render(diag.Visible(t.Node.Name())), entered)
	case machine.Skipped:
		v.line(t, "○", diag.Visible(t.Node.Name()), v.style.faint.Render("skipped: its guard is false"))
	case machine.Called:
		v.line(t, "  →", "call "+diag.Visible(t.Call.Task), attempt(t.Attempt), v.data("with", t.Data))
	case machine.Answered:
		v.line(t, "  ←", v.style.good.Render("answer"), v.data("", t.Data))
		for _, printed := range t.Printed {
			v.line(t, "  ¦", v.style.faint.Render(diag.Visible(printed)))
		}
	case machine.CallCancelled:
		if t.Error.Name == machine.Cancelled { // any other error is shown as the one that the node fails with
			v.line(t, "  ×", v.style.wait.Render("call cancelled"))
		}
	case machine.Raised:
		v.line(t, "  ✗", v.style.bad.Render(failure(t.Error)))
	case machine.Retrying:
		v.line(t, "  ↻", v.style.wait.Render(fmt.Sprintf("retry %d of %d in %s", t.Count, t.Limit, iso8601.Human(t.Until.Sub(t.At)))))
	case machine.WaitStarted:
		v.line(t, "  ⏱", v.style.wait.Render("wait "+iso8601.Human(max(0, t.Until.Sub(t.At)))),
			v.style.faint.Render("until "+t.Until.UTC().Format(time.RFC3339)))
	case machine.Awaiting:
		v.line(t, "  …", v.style.wait.Render("waits for "+awaited(t.Node.Awaits)))
	case machine.Arrived:
		v.line(t, "  ✉", v.style.good.Render(v.arrived(t)), v.data("with", t.Data))
	case machine.Produced:
		v.line(t, "  ✉", v.style.good.Render("produces "+diag.Visible(producedBy(t))), v.data("", t.Data))
	case machine.Staged:
		v.line(t, "  ⇢", v.style.faint.Render(string(t.Stage)), v.data("", t.Data))
	case machine.GaveUp:
		v.line(t, "  ⏱", v.style.wait.Render("its time is over: it continues with its current data"))
	case machine.Assigned:
		v.line(t, "  =", v.data("variables", t.Data))
	case machine.Noted:
		v.line(t, "  !", v.style.wait.Render(diag.Visible(t.Note)))
	case machine.TimedOut:
		v.line(t, "  ⏱", v.style.wait.Render("its timer fired"), "⤷ "+diag.Visible(t.Edge.Target().Name()))
	case machine.Joined:
		v.line(t, "  ⋈", fmt.Sprintf("%s waits for %d more", diag.Visible(t.Node.Name()), t.Count))
	case machine.Parked:
		v.line(t, "  ■", v.style.wait.Render(diag.Visible(t.Node.Name())+" has no next step: the run stays there"))
	case machine.Rested:
		v.line(t, "  ·", v.style.faint.Render("rests in "+diag.Visible(t.Node.Name())))
	case machine.Abandoned:
		v.line(t, "  ×", v.style.wait.Render(diag.Visible(t.Node.Name())+" is given up"))
	case machine.Took:
		why := v.why(t.Edge)
		if v.Whole && t.Data != nil {
			why = strings.TrimSpace(why + " " + v.data("with", t.Data))
		}
		if why != "" {
			v.line(t, "  ⤷", why)
		}
	case machine.RegionEnded:
		what := fmt.Sprintf("branch %d of %s done", t.Index+1, diag.Visible(t.Node.Name()))
		switch {
		case t.Node.Role == workflow.Processing:
			what = "processors done"
		case t.Node.Call != nil:
			what = diag.Visible(t.Node.Call.Task) + " done"
		case t.Node.Body != nil && t.Node.Body.Each && t.Node.Body.Item != "":
			what = fmt.Sprintf("item %d of %s done", t.Index+1, diag.Visible(t.Node.Name()))
		}
		v.line(t, "  ✓", what, v.data("with", t.Data))
	}
}

// said is what an await node waits for, in words.
func said(kind string) string {
	switch kind {
	case "userTask":
		return "a user task"
	case "event":
		return "an event"
	}
	return "a " + kind
}

// awaited names what an await node waits for.
func awaited(a *workflow.Awaits) string {
	var names []string
	for i := range a.For {
		if name := diag.Visible(a.For[i].Name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	joined := " or "
	if a.All {
		joined = " and "
	}
	if len(names) == 0 {
		return said(a.Kind)
	}
	return strings.Join(names, joined)
}

// arrived names what came: an event by its type.
func (v *RunView) arrived(t *machine.Trace) string {
	if e, ok := t.Data.(*value.Object); ok && t.Node.Awaits.For != nil {
		if s, ok := e.Get("type").(string); ok {
			return "event " + diag.Visible(s)
		}
	}
	return said(t.Node.Awaits.Kind)
}

// entered says what sort of element it is that a token came to.
func (v *RunView) entered(t *machine.Trace) string {
	kind := t.Node.Element.Kind
	if n := len(branches(t.Node)); n > 0 && !t.Node.Body.Each {
		if n == 1 {
			kind += ", 1 branch"
		} else {
			kind += fmt.Sprintf(", %d branches", n)
		}
	}
	return v.style.faint.Render(kind)
}

// branches are the regions of a scope that people take for branches: not those that hold a sequence of actions.
func branches(n *workflow.Node) []*workflow.Region {
	switch {
	case n.Kind != workflow.Scope, n.Body.Each && n.Body.Item != "", n.Body.Detached:
		return nil
	case len(n.Body.Regions) == 1 && n.Body.Gather == workflow.GatherChanges:
		return nil
	}
	return n.Body.Regions
}

// why says why an edge was taken, where that is not plain.
func (v *RunView) why(e *workflow.Edge) string {
	to := "the end"
	if target := e.Target(); target.Role == workflow.Primary {
		to = diag.Visible(target.Name())
	}
	if e.Name != "" {
		to = diag.Visible(e.Name) + " to " + to // a transition has a name of its own
	}
	reason := ""
	switch {
	case e.Ask != nil:
		reason = "because " + diag.Visible(e.Ask.Task) + " said so"
	case e.From.Kind == workflow.Await:
		return ""
	case e.Kind == workflow.Guarded:
		reason = "because " + diag.Visible(expr.Readable(e.Guard))
	case e.Kind == workflow.Manual:
		reason = "as asked for"
	case e.Kind == workflow.Default:
		reason = "by default: no rule matches"
	case e.Kind == workflow.OnError:
		reason = "catches the error"
	case e.Name == "":
		return ""
	}
	return strings.TrimSpace(to + " " + v.style.faint.Render(reason))
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

// Finish prints the result of the run, and of the workflows that followed. The error is that of writing.
func (v *RunView) Finish(r *run.Result) error {
	v.lines.flush()
	v.outcome(r)
	for _, next := range r.Chain {
		fmt.Fprintf(v.w, "\nthen %s", diag.Visible(next.Workflow))
		v.outcome(next)
	}
	return v.w.err
}

func (v *RunView) outcome(r *run.Result) {
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
		fmt.Fprintf(v.w, "  waiting %s: %s\n", diag.Visible(w.Node), waits(w))
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

func waits(w machine.Awaited) string {
	switch w.Kind {
	case "deadEnd":
		return "nothing leads on"
	case "join":
		return "a branch never came"
	case "task":
		return fmt.Sprintf("the task %s never answers", diag.Visible(w.Name))
	case "event":
		return fmt.Sprintf("the event %s never comes", diag.Visible(w.Name))
	default:
		return said(w.Kind) + " that never comes"
	}
}

// path is the way that a run took, with the middle of a long one left out.
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

func attempt(n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprintf("(attempt %d)", n)
}

func failure(e *machine.Error) string {
	switch {
	case e.Name == "" && e.Cause == "":
		return "an error without a name"
	case e.Name == "":
		return diag.Visible(e.Cause)
	default:
		return diag.Visible(e.Name + cause(e))
	}
}

func cause(e *machine.Error) string {
	if e == nil || e.Cause == "" {
		return ""
	}
	return diag.Visible(": " + e.Cause)
}

// producedBy is what a produced event is called: by its definition, or by its type.
func producedBy(t *machine.Trace) string {
	if t.Node.Emits != nil {
		return t.Node.Emits.Name
	}
	e, _ := t.Data.(*value.Object)
	kind, _ := e.Get("type").(string)
	return kind
}
