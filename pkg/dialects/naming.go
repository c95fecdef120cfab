package dialects

import "github.com/flowglot/flowglot/pkg/source"

// A Name is a place at which a definition names something that is not an element of the model: a function, an event, a label, a
// variable. Editors go from one such place to the others.
type Name struct {
	Kind, Text string // "function", "sendMail"
	// Scope tells names apart that are spelled alike: two are the same thing where kind, text and scope are.
	Scope int
	// Span is the text of the name alone, without quotes or signs.
	Span source.Span
	// Defines reports whether the thing is defined here.
	Defines bool
	// Inherited reports that a workflow which is called can use the definition of the one that calls it.
	Inherited bool
}

// A Naming definition knows such names.
type Naming interface {
	Names() []Name
}

// A Mention is a place outside of the transitions of the model at which a definition names one of its elements, such as the one that it
// begins with.
type Mention struct {
	// Span is the place, with quotes or without, and Defined the place at which the element has its name.
	Span, Defined source.Span
}

// A Mentioning definition knows such places.
type Mentioning interface {
	Mentions() []Mention
}
