package expr

import "github.com/flowglot/flowglot/pkg/source"

// Root describes where a path begins.
type Root uint8

// The roots of paths.
const (
	RootInput   Root = iota // $ : the document that the expression is applied to
	RootContext             // $$ : what the engine tells about the run
	RootItem                // @ : the item that a filter looks at
	RootVar                 // $name : a variable
	RootAnswer              // what the body of a node answered; it has no spelling of its own
	RootError               // the error that is handled, as data; the same
)

// A Path selects values of a document: JSONPath as Jayway's library reads it, or a reference path.
type Path struct {
	Root  Root
	Name  string // of the variable, for RootVar
	Steps []Step
	// Definite means that the path can select one value at most. A definite path that selects nothing has no value;
	// the value of an indefinite one is the list of what it selects, which may be empty.
	Definite bool
	// Truth means that the path, where it is a condition, asks whether what it selects is true, and not whether it selects
	// anything.
	Truth bool
	// Project reports that several names as the last step select one object with those members, as in Jayway's library, and not
	// the list of their values.
	Project bool
	// OfObject reports that what the filter at the end tests is an object, and not the items of a list, in data that has the types for which
	// the definition is written: it reads members of the same value elsewhere.
	OfObject bool
	// OrNull means that a definite path whose last member is missing in an object has the value null there, as in languages that
	// take it so. It has no spelling in paths.
	OrNull bool
	// Loose is what is wrong with the first operator of its conditions that is spelled as Jayway's library does not have it: `=`,
	// `and`, `or` or `not`, which some dialects have. It is nil where all are spelled well.
	Loose *SyntaxError
	// Text is the path as it was written.
	Text string
	Span source.Span
}

// StepKind describes how a step of a path goes on from the values selected so far.
type StepKind uint8

// The kinds of steps.
const (
	StepChild    StepKind = iota // .name ['name'] : the member of that name
	StepNames                    // ['a','b'] : members of several names
	StepIndex                    // [2] [-1] : the item at an index; a negative one counts from the end
	StepIndexes                  // [0,2] : the items at several indexes
	StepSlice                    // [1:3] [:2] [-2:] [::2] : a range of items; asl 2016 writes [0..1] for [0:2]
	StepWildcard                 // .* [*] : all members or items
	StepDescend                  // .. : the step that follows is applied to the value and to everything below it
	StepFilter                   // [?(…)] : the items, or the object itself, for which Filter holds
	StepFunction                 // .length() .min() … : what a function makes of the value; always the last step
)

// A Step is one step of a path. Only the fields of its kind are set.
type Step struct {
	Kind    StepKind
	Name    string   // StepChild: the member; StepFunction: the function
	Names   []string // StepNames
	Index   int      // StepIndex
	Indexes []int    // StepIndexes
	// From, To and By are the bounds of a StepSlice and how far apart its items are, To exclusive; a nil one was left
	// out. Negative bounds count from the end, a negative By goes backwards.
	From, To, By *int
	Filter       Expr // StepFilter
	Span         source.Span
}

// definite reports whether the steps lead to one value at most. A function makes one value of many.
func definite(steps []Step) bool {
	return len(selecting(steps)) < len(steps) || single(steps)
}

// single reports whether the steps are members and items, one after the other.
func single(steps []Step) bool {
	for i := range steps {
		if steps[i].Kind != StepChild && steps[i].Kind != StepIndex {
			return false
		}
	}
	return true
}
