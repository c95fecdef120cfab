package dialects

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Raising holds the options for writing a program.
type Raising struct {
	// Format is how a definition that is a tree is printed.
	Format source.Format
	// Settings are what the user chose of the options of the dialect. Definitions that were written with some are read with
	// the same.
	Settings Settings
	// Resource makes an address of the name of a task, where a dialect calls tasks by their addresses. The name is in it
	// as {task}. An address of that form is the task again. Empty is [DefaultResource].
	Resource string
	// Hints are written into the first definition, where the dialect is a [Holder].
	Hints *source.Node
}

// DefaultResource is the form of an address that is made of the name of a task.
const DefaultResource = "urn:task:{task}"

// Raised is what came of writing a program in a dialect.
type Raised struct {
	// Definitions are what was written; the first is the one that starts. None are, if the program was refused.
	Definitions []Printed
	// Reason is why the program was refused: the construct, and what the dialect lacks.
	Reason string
	// Losses are in the order of their places. Where the program was refused they have the places that are the cause.
	Losses []*Loss
	// Names are the elements that are called otherwise than in the source, and Tasks the tasks.
	Names, Tasks []Renaming
	// Occurrences map the occurrences of the source to those of the target that replace them.
	Occurrences []Passage
	// Substitutes are the tasks of the target that replace something else: an answer to one is not a call of the source.
	Substitutes []string
	// StandIns are the elements that do something themselves, and the substitutes that do it in their place: an answer to one is
	// what came of the element.
	StandIns []Renaming
}

// A Printed is a definition that was written.
type Printed struct {
	// ID is by what others refer to it.
	ID   string
	Text []byte
}

// A Renaming is what a name of the source became.
type Renaming struct{ From, To string }

// A Passage is an occurrence of the source and the one that takes its place.
type Passage struct{ From, To Occurrence }

// An Occurrence is something that happens outside a run, as a definition may await it.
type Occurrence struct {
	// Kind is "complete", "signal", "event", "transition" or "update". In what takes the place of an occurrence it may also be
	// "task": the occurrence is the answer of a task then, which is one of the substitutes.
	Kind string
	// Name is that of the element or the transition, of the task, or the type of the event; empty for an update.
	Name string
	// At is the element of the source that awaits it, where Name is not that.
	At string
	// Source is the source of an event.
	Source string
	// Member, if it is not empty, is the member of the data that comes with it in which the name of the source's occurrence has
	// to be: two occurrences of the source may be distinguished by it.
	Member string
}

// Answered notes that the events which answer a node of the source are the answers of a task of the target.
func (r *Raised) Answered(n *workflow.Node, task string) {
	for i := range n.Awaits.For {
		if e := n.Awaits.For[i].Event; e != nil {
			r.Occurrences = append(r.Occurrences, Passage{From: Occurrence{Kind: "event", Name: e.Type, At: n.Name(), Source: e.Source},
				To: Occurrence{Kind: "task", Name: task}})
		}
	}
}

// Refuse refuses the conversion for a reason at a place.
func (r *Raised) Refuse(w *workflow.Workflow, at source.Span, format string, args ...any) {
	reason := fmt.Sprintf(format, args...)
	r.Losses = append(r.Losses, &Loss{Rule: &LossUnsupported, File: w.File, Span: at, Message: reason})
	if r.Reason == "" {
		r.Reason = reason
	}
	r.Definitions = nil
}

// RefuseUnsupported refuses a program with constructs that the model does not hold, or that only their own dialect can write
// again, which the one it is raised to is not; and reports whether there are some.
func (r *Raised) RefuseUnsupported(p *workflow.Program, to string) bool {
	for _, w := range p.Workflows {
		for i := range w.Unsupported {
			r.Refuse(w, w.Unsupported[i].Span, "%s", w.Unsupported[i].Message("converted"))
		}
		for i := range w.Untranslated {
			if w.Dialect != to {
				r.Refuse(w, w.Untranslated[i].Span, "%s", w.Untranslated[i].Message("converted"))
			}
		}
	}
	return r.Reason != ""
}

// LossUnsupported is the rule of what has a program refused.
var LossUnsupported = LossRule{ID: "convert/unsupported", Level: Dropped, Affects: Outcome,
	What: "the target has no counterpart of the construct, and nothing is written"}
