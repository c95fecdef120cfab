package dialects

import "github.com/flowglot/flowglot/pkg/workflow"

// HintsKey is the name under which a definition holds hints: what it carries for the way back to another dialect. They are
// in an object of metadata, there as a text, or in the parameters of a flow. Package convert/hints writes and reads them.
const HintsKey = "flowglot"

// A Holder is a dialect whose definitions are not trees and have a place for hints: those of [Raising].
type Holder interface {
	Dialect
	// KeptLines are the lines of a workflow that are kept for readers if the restored form does something else; nil for none.
	KeptLines(w *workflow.Workflow) []string
}

// An Outline describes where the elements of a dialect's definitions are, so that hints can be assigned to elements.
type Outline struct {
	// Elements is the member that holds them: an object by name, or, if there is a Key, a list of objects that have their
	// name there.
	Elements, Key string
	// Type is the member of an element that has its type; empty if there are no types.
	Type string
	// Inside is the member of an element that holds a list of definitions within it; empty: there is none.
	Inside string
	// Transitions are the members of an element that hold its successors, and nothing else. One is the name of another element, or, if
	// there is a Next, an object that has the name there and no other member.
	Transitions []string
	Next        string
	// Begins is the member of an element that marks it as the first one; empty if another member names the first.
	Begins string
	// ID is the member of the whole by which others know it; empty: there is none.
	ID string
	// Texts are the members, of an element and of the whole, with texts for readers.
	Texts []string
	// Metadata is the member of the whole in which hints are held; empty if there is none. Worded is true if only texts may be in it.
	Metadata string
	Worded   bool
}

// Outlined is a dialect whose definitions are trees, which can be put together again with hints.
type Outlined interface {
	Dialect
	Outline() Outline
}
