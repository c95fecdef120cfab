package arrow

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// A Flow is a text as it was written: statements and declarations in their order.
type Flow struct {
	Items []Item
	// Comments are where the comments are that are not inside of literals, in order, with their # signs.
	Comments []source.Span
	// Open reports whether a subflow is not closed, so that what follows it was read as a part of it.
	Open bool
}

// An Item is either a statement or a declaration.
type Item struct {
	Statement   *Statement
	Declaration *Declaration
	// Apart has an empty line before it, for one that comes through the model.
	Apart bool
}

// Span returns the range of the item, without the semicolon after it.
func (i Item) Span() source.Span {
	if i.Declaration != nil {
		return i.Declaration.Span
	}
	return i.Statement.Span
}

// A Statement is a chain of steps that arrows connect. A statement without a source begins at the start of its scope,
// one without a destination leads to the end.
type Statement struct {
	Span source.Span
	// From is the label before the first arrow: the source of the first step, ":start" included.
	From  *Label
	Steps []*Step
	// To is the label after the last arrow: the destination of the last step, ":end" included.
	To *Label
	// Broken means that a part of the statement could not be read, which was reported.
	Broken bool
}

// A Label names a junction of its scope.
type Label struct {
	Name string // without the colon
	Span source.Span
}

// The labels that are reserved for the start and the end of a scope.
const (
	startLabel = "start"
	endLabel   = "end"
)

// Kind is what a step does.
type Kind uint8

// The kinds of steps.
const (
	Task     Kind = iota // invokes a task by its name
	Resource             // <uri>: loads the resource, or stores its input there
	Data                 // <{…}>, <[…]>, <- … ->, <>: a literal as a source
	Subflow              // { … } or [ … ]
	List                 // A|B|C
)

// A Step is an invocation in its place, with what is around it: `:in > ? guard * NAME (- … -) :out`.
type Step struct {
	Kind Kind
	Span source.Span // from the first to the last of it, labels included
	In   *Label
	Out  *Label

	Merge bool   // > : the inputs are merged into one object
	Guard *Guard // ? `…`
	Each  bool   // * : once for each item of the input

	Name       string // Task: its name; Resource: the URI
	NameSpan   source.Span
	Cut        bool     // Resource: the URI is not closed, and may be another one
	Parameters *Literal // Task and Resource
	Literal    *Literal // Data; nil for <>
	Body       *Body    // Subflow
	Members    []*Step  // List; they have no labels
}

// A Body holds the statements of a subflow.
type Body struct {
	Open, Close source.Span // the brackets; Close is empty if there is none
	Statements  []*Statement
}

// A Guard is the condition of a step.
type Guard struct {
	Span source.Span // with the back quotes
	Text string
	Path *expr.Path // nil if the text is not a path, which was reported
}

// Form is how a literal is written.
type Form uint8

// The forms of literals.
const (
	YAMLForm   Form = iota // - … -
	ObjectForm             // { … }
	ArrayForm              // [ … ]
)

// A Literal is data in the text. Its tree has the positions of the file.
type Literal struct {
	Span source.Span // with the parentheses or angle brackets
	Form Form
	Node *source.Node // nil if it could not be read, which was reported
	Text string       // as it was written, for one that comes through the model; else it is at Span
}

// A Declaration describes the flow or a task: `@task NAME = ALIAS (- … -) ”' … ”' { … }`.
type Declaration struct {
	Span       source.Span
	Flow       bool // @flow; else it is @task
	Name       string
	NameSpan   source.Span
	Alias      *Alias
	Parameters *Literal
	Doc        *Doc
	Body       *Body
	Broken     bool
	Text       string // all of it as it is written, for one that comes through the model
}

// An Alias names the task that another one stands for.
type Alias struct {
	Name string
	Span source.Span
}

// A Doc is the documentation in a declaration.
type Doc struct {
	Span source.Span // with the quotes
	Text string      // what is between them
}
