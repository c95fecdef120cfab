package terminal

import (
	"fmt"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A tree is where a run is: the states that it has entered and not left, with those of their branches and iterations below them.
type tree struct {
	root branch
	at   time.Time // of the last event
}

// A branch is a region of a scope that has begun.
type branch struct {
	index   int
	entries []*entry
}

// An entry is a state that was entered and not left.
type entry struct {
	node     *workflow.Node
	mark     string
	what     string    // what it does
	until    time.Time // when that is over; zero: nobody knows
	branches []*branch // of a scope, in the order in which they began
	items    int       // of a loop over items
	done     int       // branches and items that have ended
}

// happens changes the tree by one event of the run.
func (t *tree) happens(e *machine.Trace) {
	t.at = e.At
	if e.Kind == machine.RunStarted || e.Kind == machine.RunEnded || e.Kind == machine.RunStalled {
		t.root.entries = nil
		return
	}
	if e.Node == nil {
		return
	}
	b := t.branch(e.Path)
	if e.Kind == machine.Entered {
		b.entries = append(b.entries, &entry{node: e.Node, mark: "●"})
		return
	}
	x := b.find(e.Node.Element)
	if x == nil {
		return
	}
	switch e.Kind {
	case machine.Called:
		x.now("→", "call "+diag.Visible(e.Call.Task)+attemptText(e.Attempt))
	case machine.Answered:
		x.now("←", "answered")
	case machine.Retrying:
		x.now("↻", fmt.Sprintf("retry %d of %d in %s", e.Count, e.Limit, iso8601.Human(e.Until.Sub(e.At))))
		x.until, x.branches, x.done = e.Until, nil, 0
	case machine.WaitStarted:
		x.now("⏱", "wait "+iso8601.Human(max(0, e.Until.Sub(e.At))))
		x.until = e.Until
	case machine.Awaiting:
		x.now("…", "waits for "+awaited(e.Node.Awaits))
	case machine.Opened:
		x.items = e.Count
	case machine.RegionEnded:
		x.ended(e.Index)
	case machine.Parked:
		x.now("■", "has no next step")
	case machine.Raised:
		x.now("✗", failure(e.Error))
		x.branches = nil
	case machine.Took, machine.Abandoned:
		b.leave(x)
	case machine.TimedOut:
		if e.Edge != nil && e.Edge.From == e.Node && interrupts(e) {
			b.leave(x)
		}
	}
}

// interrupts reports whether the timer that fired ends its state.
func interrupts(e *machine.Trace) bool {
	for i := range e.Node.Timers {
		if x := &e.Node.Timers[i]; x.Edge == e.Edge {
			return x.Interrupting
		}
	}
	return false
}

func attemptText(n int) string {
	if n < 2 {
		return ""
	}
	return fmt.Sprintf(" (attempt %d)", n)
}

// now notes what a state does now.
func (x *entry) now(mark, what string) { x.mark, x.what, x.until = mark, what, time.Time{} }

// ended drops a branch that has ended.
func (x *entry) ended(index int) {
	x.done++
	for i, b := range x.branches {
		if b.index == index {
			x.branches = append(x.branches[:i], x.branches[i+1:]...)
			return
		}
	}
}

// branch returns the branch that a path leads to, and begins those that have not begun.
func (t *tree) branch(path []machine.Place) *branch {
	at := &t.root
	for _, p := range path {
		x := at.find(p.Scope)
		if x == nil { // its scope was entered before the tree was
			x = &entry{node: p.Scope.Primary, mark: "●"}
			at.entries = append(at.entries, x)
		}
		at = x.branch(p.Index)
	}
	return at
}

func (x *entry) branch(index int) *branch {
	for _, b := range x.branches {
		if b.index == index {
			return b
		}
	}
	b := &branch{index: index}
	x.branches = append(x.branches, b)
	return b
}

// find returns the latest entry of an element; nil: there is none.
func (b *branch) find(e *workflow.Element) *entry {
	for i := len(b.entries) - 1; i >= 0; i-- {
		if b.entries[i].node.Element == e {
			return b.entries[i]
		}
	}
	return nil
}

func (b *branch) leave(x *entry) {
	for i := range b.entries {
		if b.entries[i] == x {
			b.entries = append(b.entries[:i], b.entries[i+1:]...)
			return
		}
	}
}

// lines are the tree as lines, as many as most, and a line about the rest.
func (t *tree) lines(start time.Time, most int) []string {
	var out []string
	count := 0
	t.root.lines("", start, func(line string) {
		if count++; count <= most {
			out = append(out, line)
		}
	})
	if count > most {
		out = append(out, fmt.Sprintf("… and %d more", count-most))
	}
	return out
}

func (b *branch) lines(indent string, start time.Time, print func(string)) {
	for _, x := range b.entries {
		text := indent + x.mark + " " + diag.Visible(x.node.Name())
		for _, part := range []string{x.what, x.progress()} {
			if part != "" {
				text += ", " + part
			}
		}
		if !x.until.IsZero() {
			text += ", until " + iso8601.Human(x.until.Sub(start))
		}
		print(text)
		for _, inner := range x.branches {
			inner.lines(indent+fmt.Sprintf("│%d ", inner.index+1), start, print)
		}
	}
}

// progress is how many branches or items of a scope have ended.
func (x *entry) progress() string {
	n := x.items
	if n == 0 {
		n = len(branches(x.node))
	}
	if n < 2 {
		return ""
	}
	return strings.TrimSpace(fmt.Sprintf("%d of %d done", x.done, n))
}
