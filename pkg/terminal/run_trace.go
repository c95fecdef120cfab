package terminal

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

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
	case machine.Staged:
		v.line(t, "  ⇢", v.style.faint.Render(string(t.Stage)), v.data("", t.Data))
	case machine.Assigned:
		v.line(t, "  =", v.data("variables", t.Data))
	case machine.Noted:
		v.line(t, "  !", v.style.wait.Render(diag.Visible(t.Note)))
	case machine.Took:
		v.took(t)
	case machine.RegionEnded:
		v.line(t, "  ✓", endedRegion(t), v.data("with", t.Data))
	default:
		v.observeWaiting(t)
	}
}

// observeWaiting prints one event about time and what comes from outside.
func (v *RunView) observeWaiting(t *machine.Trace) {
	switch t.Kind {
	case machine.WaitStarted:
		v.line(t, "  ⏱", v.style.wait.Render("wait "+iso8601.Human(max(0, t.Until.Sub(t.At)))),
			v.style.faint.Render("until "+t.Until.UTC().Format(time.RFC3339)))
	case machine.Awaiting:
		v.line(t, "  …", v.style.wait.Render("waits for "+awaited(t.Node.Awaits)))
	case machine.Arrived:
		v.line(t, "  ✉", v.style.good.Render(v.arrived(t)), v.data("with", t.Data))
	case machine.Produced:
		v.line(t, "  ✉", v.style.good.Render("produces "+diag.Visible(producedBy(t))), v.data("", t.Data))
	case machine.GaveUp:
		v.line(t, "  ⏱", v.style.wait.Render("its time is over: it continues with its current data"))
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
	}
}

// took prints why an edge was taken, and with which data, if there is something to print.
func (v *RunView) took(t *machine.Trace) {
	why := v.why(t.Edge)
	if v.Whole && t.Data != nil {
		why = strings.TrimSpace(why + " " + v.data("with", t.Data))
	}
	if why != "" {
		v.line(t, "  ⤷", why)
	}
}

// endedRegion names what a region that has ended is part of.
func endedRegion(t *machine.Trace) string {
	switch {
	case t.Node.Role == workflow.Processing:
		return "processors done"
	case t.Node.Call != nil:
		return diag.Visible(t.Node.Call.Task) + " done"
	case t.Node.Body != nil && t.Node.Body.Each && t.Node.Body.Item != "":
		return fmt.Sprintf("item %d of %s done", t.Index+1, diag.Visible(t.Node.Name()))
	}
	return fmt.Sprintf("branch %d of %s done", t.Index+1, diag.Visible(t.Node.Name()))
}

// waitText is what an await node waits for, in words.
func waitText(kind string) string {
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
		return waitText(a.Kind)
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
	return waitText(t.Node.Awaits.Kind)
}

// entered describes what sort of element it is that a token came to.
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

// why explains why an edge was taken, where that is not plain.
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

// producedBy is what a produced event is called: by its definition, or by its type.
func producedBy(t *machine.Trace) string {
	if t.Node.Emits != nil {
		return t.Node.Emits.Name
	}
	e, _ := t.Data.(*value.Object)
	kind, _ := e.Get("type").(string)
	return kind
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
