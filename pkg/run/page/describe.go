package page

import (
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A description is what the row of an event shows.
type description struct {
	mark, class, name, what string
	data                    bool // the event has data
}

// describe is the row of an event; without a mark there is none.
func describe(t *machine.Trace) description {
	d := described(t)
	if t.Node != nil && d.name == "" {
		d.name = t.Node.Name()
	}
	return d
}

// described describes an event of a trace for the time line; the zero value for one that is not shown.
func described(t *machine.Trace) description {
	switch t.Kind {
	case machine.RunStarted:
		return description{mark: "▶", name: t.Workflow, what: "starts with its input", data: true}
	case machine.Entered:
		return description{mark: "●", class: "enter", what: t.Node.Element.Kind, data: true}
	case machine.Skipped:
		return description{mark: "○", what: "skipped: its guard is false"}
	case machine.Called:
		return description{mark: "→", what: fmt.Sprintf("calls %s, attempt %d", t.Call.Task, t.Attempt), data: true}
	case machine.Answered:
		return description{mark: "←", class: "good", what: "answer", data: true}
	case machine.CallCancelled:
		return description{mark: "×", class: "wait", what: "call cancelled: " + t.Error.Name}
	case machine.Raised:
		return description{mark: "✗", class: "bad", what: strings.TrimSuffix(t.Error.Name+": "+t.Error.Cause, ": ")}
	case machine.Retrying:
		return description{mark: "↻", class: "wait", what: fmt.Sprintf("retry %d of %d in %s", t.Count, t.Limit, iso8601.Human(t.Until.Sub(t.At)))}
	case machine.WaitStarted:
		return description{mark: "⏱", class: "wait", what: "waits " + iso8601.Human(max(0, t.Until.Sub(t.At)))}
	case machine.Awaiting:
		return description{mark: "…", class: "wait", what: "waits for an event from outside"}
	case machine.Arrived:
		return description{mark: "✉", class: "good", what: "the awaited event arrived", data: true}
	case machine.Produced:
		return description{mark: "✉", class: "good", what: "produces an event", data: true}
	case machine.Noted:
		return description{mark: "!", class: "wait", what: t.Note}
	case machine.Assigned:
		return description{mark: "=", what: "variables", data: true}
	case machine.Staged:
		return description{mark: "⇢", what: "data " + string(t.Stage), data: true}
	case machine.GaveUp:
		return description{mark: "⏱", class: "wait", what: "its time is over: it continues with its current data"}
	case machine.TimedOut:
		return description{mark: "⏱", class: "wait", what: "its timer fires; next is " + target(t.Edge)}
	case machine.Joined:
		return description{mark: "⋈", what: fmt.Sprintf("waits for %d more", t.Count)}
	case machine.Parked:
		return description{mark: "■", class: "wait", what: "has no next step: the run stays there"}
	case machine.Rested:
		return description{mark: "·", what: "the entity rests", data: true}
	case machine.Abandoned:
		return description{mark: "×", class: "wait", what: "is given up"}
	case machine.Took:
		return description{mark: "⤷", what: "next is " + target(t.Edge), data: true}
	case machine.RegionEnded:
		return description{mark: "✓", what: fmt.Sprintf("branch or item %d is done", t.Index+1), data: true}
	case machine.Opened:
		return description{mark: "☰", what: fmt.Sprintf("%d items", t.Count)}
	case machine.RunEnded:
		if t.Error != nil {
			return description{mark: "◼", class: "bad", what: "the run fails with " + t.Error.Name}
		}
		return description{mark: "◼", class: "good", what: "the run ends", data: true}
	case machine.RunStalled:
		return description{mark: "◼", class: "wait", what: "the run waits: nothing is left that continues it"}
	}
	return description{}
}

func target(e *workflow.Edge) string {
	if n := e.Target(); n.Role == workflow.Primary {
		return n.Name()
	}
	return "the end"
}
