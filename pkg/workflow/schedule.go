package workflow

import (
	"time"

	"github.com/flowglot/flowglot/pkg/source"
)

// A Schedule describes when a workflow may be started, and when it is.
type Schedule struct {
	// Active reports whether an instant lies in the schedule. since is when the run began, for an interval that is no
	// more than a length.
	Active func(at, since time.Time) bool
	// From is when the only interval of the schedule begins; zero for any other.
	From time.Time
	// Next returns the first instant after another at which the workflow is started; false if there is none. It is nil
	// for a schedule that starts nothing by itself.
	Next func(after time.Time) (time.Time, bool)
	// Deny means that nobody may start the workflow while the schedule is not active. One that is called is then done.
	Deny bool
	// ByEvents means that events start the workflow, which is then never refused: it waits for them.
	ByEvents bool
	// Text is the schedule as it was written.
	Text string
	Span source.Span
}
