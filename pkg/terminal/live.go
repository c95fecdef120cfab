package terminal

import (
	"bytes"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/mattn/go-runewidth"

	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
)

// mostTree bounds the lines of the tree.
const mostTree = 12

// A Live is a [RunView] on a terminal: below the lines of what has happened it shows, drawn again and again, where the run is: the
// states that it is in with their branches and iterations, what they call or wait for, and until when. It is safe for use by several
// goroutines.
type Live struct {
	View *RunView

	mutex sync.Mutex
	out   lasting
	width func() int
	lines bytes.Buffer // of what has happened, and that are not printed yet
	tree  tree
	start time.Time
	drawn int  // lines of the tree on the terminal
	dirty bool // something has happened since it was drawn
}

// NewLive returns a view that prints to a terminal. width returns how many columns it has.
func NewLive(w io.Writer, color bool, width func() int) *Live {
	l := &Live{out: lasting{w: w}, width: width}
	l.View = NewRunView(&l.lines, color)
	return l
}

// StartAt is when a resumed run began. It is shown before the first of its events.
func (l *Live) StartAt(t time.Time) {
	l.start = t
	l.View.StartAt(t)
}

// Observe takes one event of a run. It prints nothing by itself, unless there is much to print.
func (l *Live) Observe(t *machine.Trace) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if t.Kind == machine.RunStarted && l.start.IsZero() {
		l.start = t.At
	}
	l.View.Observe(t)
	l.tree.happens(t)
	l.dirty = true
	const much = 32 << 10
	if l.lines.Len() > much {
		l.draw()
	}
}

// Refresh prints what has happened since it was called last, and draws the tree again.
func (l *Live) Refresh() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.dirty {
		l.draw()
	}
}

// Clear removes the tree. It is not drawn again unless something more happens.
func (l *Live) Clear() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.tree.root.entries = nil
	l.draw()
}

// Finish removes the tree, and prints the result of the run as [RunView.Finish] does.
func (l *Live) Finish(r *run.Result) error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.tree.root.entries = nil
	_ = l.View.Finish(r) // which writes to memory
	l.draw()
	return l.out.err
}

// Err is the first error of writing.
func (l *Live) Err() error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.out.err
}

// draw prints a frame: it removes the tree, prints the lines that have come, and draws the tree.
func (l *Live) draw() {
	var frame bytes.Buffer
	if l.drawn > 0 {
		fmt.Fprintf(&frame, "\x1b[%dA\x1b[J", l.drawn)
	}
	frame.Write(l.lines.Bytes())
	l.lines.Reset()
	shown := l.tree.lines(l.start, mostTree)
	if n := l.View.lines.rounds; n > 0 && len(shown) > 0 {
		shown = append([]string{fmt.Sprintf("↻ %d rounds alike so far", n)}, shown...)
	}
	if len(shown) > 0 {
		shown = append([]string{"at " + iso8601.Human(l.tree.at.Sub(l.start))}, shown...)
	}
	width := max(l.width(), 20) - 1
	for _, line := range shown {
		frame.WriteString(l.View.style.wait.Render(runewidth.Truncate("▏ "+line, width, "…")))
		frame.WriteByte('\n')
	}
	l.drawn, l.dirty = len(shown), false
	_, _ = l.out.Write(frame.Bytes()) // which keeps the error
}
