// Package expr holds the expressions of all dialects: one tree whose operators are named by what they mean and not by
// how they are spelled, parsers and printers for the surface syntaxes, and one evaluator.
//
// Equality in one language is not equality in another: a comparison describes in its [Typing] how it looks at its operands.
// What a single language alone can express is a [Foreign] expression.
//
// Every expression knows where it is in its file. Expressions are not changed once they are made, and are safe for
// use by several goroutines.
package expr

import (
	"regexp"
	"time"

	"github.com/flowglot/flowglot/pkg/source"
)

// An Expr is a node of the tree: *[Literal], *[Path], *[Logic], *[Not], *[Compare], *[Loose], *[Test], *[Is], *[Object],
// *[List], *[Focus], *[Call], *[Apply] or *[Foreign].
type Expr interface {
	// Range is where the expression is in its file.
	Range() source.Span
}

// A Literal is a fixed JSON value.
type Literal struct {
	// Value is the value as data; see package value for its shape.
	Value any
	// Node is the value as it was written, with the order of members and the spelling of numbers; nil for a value that
	// nobody wrote.
	Node *source.Node
	Span source.Span
}

// LogicOp is a connective of any number of operands, evaluated in order until the answer is known.
type LogicOp uint8

// The connectives.
const (
	And LogicOp = iota // true if all are; true without operands
	Or                 // true if any is; false without operands
)

// Logic connects conditions.
type Logic struct {
	Op       LogicOp
	Operands []Expr
	Span     source.Span
}

// Reduced returns the connective in its shortest form: its only operand if it has one alone, and its value if it has none.
func (x *Logic) Reduced() Expr {
	switch len(x.Operands) {
	case 0:
		return &Literal{Value: x.Op == And, Span: x.Span}
	case 1:
		return x.Operands[0]
	}
	return x
}

// Not is true if its operand is not.
type Not struct {
	Operand Expr
	Span    source.Span
}

// CompareOp is a comparison by meaning.
type CompareOp uint8

// The comparisons.
const (
	Equal CompareOp = iota
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual
	Matches // the whole of the left text matches the regular expression (RE2) on the right
	In      // the left value is an item of the list on the right
	Like    // the left text fits the pattern on the right, in which * stands for any text
)

// Typing describes how a comparison looks at its operands.
type Typing uint8

// The typings.
const (
	// Jayway is the typing of JSONPath filters: numbers compare as numbers, texts as texts, values of different types
	// are not equal and have no order, a missing value makes any comparison false.
	Jayway Typing = iota
	// Text, Numeric, Boolean and Timestamp are the typings of asl choice rules: the comparison is false if an operand
	// is of another type; a missing operand is an error.
	Text
	Numeric
	Boolean
	Timestamp
	// CodeUnits compares texts as Text does, but orders them by their UTF-16 code units, as Java does.
	CodeUnits
	// Alike compares two values of one type, whatever that is. Numbers and texts alone have an order. An operand that is missing is
	// an error; two of different types are not equal, and to order them is an error.
	Alike
)

// Compare compares two values.
type Compare struct {
	Op          CompareOp
	As          Typing
	Left, Right Expr
	Span        source.Span

	pattern *regexp.Regexp // of Matches, where the right side is a text known to the parser
}

// A Foreign expression is one that only its own language can express.
type Foreign struct {
	Language string // "jsonata", "intrinsic", "step"
	Text     string
	// Run evaluates the expression; nil where only its text is known. It must be safe for use by several goroutines.
	Run func(env *Env) (any, error)
	// Means returns what the expression means in the terms of the tree, for those who take it to another language, or nil
	// if it means more than that; a nil function is not a meaning, too. What it means holds of the same documents and fails
	// of the same. It is called when it is needed, and must be safe for use by several goroutines.
	Means func() Expr
	// Reads returns what the expression looks at; nil, and a nil function, is not known. It must be safe for use by several goroutines.
	Reads func() *Reads
	// MeansTyped is the same for data that has the types which the expression is written for (see [Domain.Typed]), of which more can be
	// expressed.
	MeansTyped func() Expr
	// Judges returns what a condition depends on, for those who relate conditions that mean nothing in the terms of the tree; nil, and a nil
	// function, is more than the document. It must be safe for use by several goroutines.
	Judges func() *Judgement
	// Node is the expression as it was written, where it is more than its text; nil elsewhere.
	Node *source.Node
	Span source.Span
}

// Meant is an expression in the terms of the tree, if it means something in them: see [Foreign.Means].
func Meant(x Expr) Expr {
	if f, ok := x.(*Foreign); ok && f.Means != nil {
		if m := f.Means(); m != nil {
			return Meant(m)
		}
	}
	return x
}

// Meaning returns what Means returns or, where that is nothing, what MeansTyped does; nil if both are nothing. It holds of data that has
// the types which the expression is written for.
func (x *Foreign) Meaning() Expr {
	if x.Means != nil {
		if m := x.Means(); m != nil {
			return m
		}
	}
	if x.MeansTyped != nil {
		return x.MeansTyped()
	}
	return nil
}

// An Object makes an object from expressions.
type Object struct {
	Members []ObjectMember
	// Node is the object as it was written, where that is a template; nil elsewhere.
	Node *source.Node
	Span source.Span
}

// An ObjectMember is a member of an [Object].
type ObjectMember struct {
	Key     string
	KeySpan source.Span
	Value   Expr
}

// Reads is what a [Foreign] expression looks at.
type Reads struct {
	Variables []string // of the workflow, by name
	Needs     []string // those among them without which there is no value, as far as is known
	// Input and Answer report that it may read them, and Whole that it may take the input as a whole.
	Input, Answer, Whole bool
	// Run reports that it may read what is known of a run besides its data.
	Run bool
}

// A Judgement is a condition that depends on the document alone. Conditions of one text have the same answer for the same document.
type Judgement struct {
	Text    string // without a negation around it
	Negated bool
	// Reads are the members of the document that it looks at, as names from the outside in; an empty list of names is the whole document.
	Reads [][]string
}

// Range implements [Expr].
func (x *Literal) Range() source.Span { return x.Span }

// Range implements [Expr].
func (x *Path) Range() source.Span { return x.Span }

// Range implements [Expr].
func (x *Logic) Range() source.Span { return x.Span }

// Range implements [Expr].
func (x *Not) Range() source.Span { return x.Span }

// Range implements [Expr].
func (x *Compare) Range() source.Span { return x.Span }

// Range implements [Expr].
func (x *Foreign) Range() source.Span { return x.Span }

// Range implements [Expr].
func (x *Object) Range() source.Span { return x.Span }

// An Env is what an expression sees while it is evaluated.
type Env struct {
	Input   any                           // $
	Context any                           // $$
	Tell    func() any                    // makes Context when it is asked for; nil: Context is what it is
	Item    any                           // @
	Answer  any                           // of the body of a node, where it is made into its result
	Error   any                           // where an error is matched or made into data
	Lookup  func(name string) (any, bool) // variables; nil where there are none
	Now     time.Time                     // the virtual instant
	Random  func() uint64                 // the next number of the run's own sequence; nil where there is none
	Note    func(note string)             // is told what the author should know; nil: nobody asks
}

// ContextObject returns what $$ stands for. It is made when it is first asked for.
func (env *Env) ContextObject() any {
	if env.Context == nil && env.Tell != nil {
		env.Context = env.Tell()
	}
	return env.Context
}

// A SyntaxError is a mistake in the text of an expression, at the very characters that are at fault.
type SyntaxError struct {
	Span    source.Span
	Message string // "the path ends after '.', a name is missing"
	Help    string
	// Edits do what Help has, where that can be done; nil elsewhere.
	Edits []Edit
}

// An Edit replaces a part of the file that an expression is in.
type Edit struct {
	Span source.Span
	Text string
}

// Error returns the message.
func (e *SyntaxError) Error() string { return e.Message }

// An EvalError reports that an expression has no value for the data it was given. It is the run's data that is at fault,
// not the text.
type EvalError struct {
	Span    source.Span
	Missing bool // the expression is a path that selects nothing
	Fault   Fault
	Message string
}

// Fault describes what could not be evaluated, as engines name errors by it.
type Fault uint8

// The faults.
const (
	DataFault     Fault = iota // what a path selects
	FunctionFault              // a function, for the arguments it was given
	QueryFault                 // an expression of a query language
)

// Error returns the message.
func (e *EvalError) Error() string { return e.Message }
