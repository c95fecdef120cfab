package jsonata

// A Range is the part of an expression's text that a node takes, as byte offsets: from Start up to and without End.
type Range struct{ Start, End int }

// Span returns the range itself. Every node has it by embedding a Range.
func (r Range) Span() Range { return r }

// A Node is a node of the tree that [Parse] returns. The tree follows the text: parentheses are a [Block], a name is a
// [Name], and what applies to a step of a path (a predicate, an order, a grouping) contains that step as its Target.
//
// Nodes are pointers to the structs of this package. A converter builds them with composite literals; their ranges may
// then be left out, because [Print] does not read them.
type Node interface {
	// Span returns the part of the text that the node takes.
	Span() Range
	node()
}

// Literals.
type (
	// A String is a text in quotes. Value is what it means, without quotes and escapes.
	String struct {
		Range
		Value string
	}
	// A Number is a number. Value is an int64 if it is whole and exact as a double, else a float64.
	Number struct {
		Range
		Value any
	}
	// A Boolean is true or false.
	Boolean struct {
		Range
		Value bool
	}
	// A Null is null.
	Null struct{ Range }
	// A Regex is a regular expression between slashes, with the flags i and m.
	Regex struct {
		Range
		Pattern, Flags string
	}
)

// What selects from the context.
type (
	// A Name is the name of a member, bare or between backquotes.
	Name struct {
		Range
		Value string
	}
	// A Variable is $name. Name is "" for $, the context, and "$" for $$, the document.
	Variable struct {
		Range
		Name string
	}
	// A Wildcard is *, the values of all members.
	Wildcard struct{ Range }
	// A Descendants is **, the context and everything in it at any depth.
	Descendants struct{ Range }
	// A Parent is %, the object that contains the context.
	Parent struct{ Range }
	// A Path is the steps between dots, two or more of them.
	Path struct {
		Range
		Steps []Node
	}
	// A Filter is Target[Predicate]: those for which the predicate holds, or the one at an index.
	Filter struct {
		Range
		Target, Predicate Node
	}
	// A Keep is Target[]: a single value remains an array of one.
	Keep struct {
		Range
		Target Node
	}
	// A Sort is Target^(terms).
	Sort struct {
		Range
		Target Node
		Terms  []SortTerm
	}
	// A Group is Target{key: value, …}, which groups values by key.
	Group struct {
		Range
		Target  Node
		Members []Pair
	}
	// A Focus is Target@$name: the step binds its value to a variable and keeps the context.
	Focus struct {
		Range
		Target Node
		Name   *Variable
	}
	// An Index is Target#$name: the step binds the position of its value, counted from 0.
	Index struct {
		Range
		Target Node
		Name   *Variable
	}
)

// A SortTerm is a key of an order.
type SortTerm struct {
	Range
	Descending bool
	Key        Node
}

// A Pair is a member of an object constructor or of a grouping.
type Pair struct{ Key, Value Node }

// What makes and combines values.
type (
	// An Array is [items]. An item may be a [Binary] of the operator "..", which occurs nowhere else.
	Array struct {
		Range
		Items []Node
	}
	// An Object is {key: value, …}.
	Object struct {
		Range
		Members []Pair
	}
	// A Block is (a; b; …): its value is that of the last expression. One expression in parentheses is a Block too.
	Block struct {
		Range
		Expressions []Node
	}
	// A Negate is -Operand.
	Negate struct {
		Range
		Operand Node
	}
	// A Binary is an operation of two operands. Op is one of
	// + - * / % & = != < <= > >= and or in .. ~> ?? ?: and At is where it is written.
	Binary struct {
		Range
		Op          string
		At          Range
		Left, Right Node
	}
	// A Conditional is If ? Then : Else. Else is nil if there is none.
	Conditional struct {
		Range
		If, Then, Else Node
	}
	// A Bind is $name := Value.
	Bind struct {
		Range
		Name  *Variable
		Value Node
	}
	// A Transform is |Pattern|Update, Delete|. Delete is nil if there is none.
	Transform struct {
		Range
		Pattern, Update, Delete Node
	}
)

// Functions.
type (
	// A Call is Function(arguments). It is a partial application if one of its arguments is a [Placeholder].
	Call struct {
		Range
		Function  Node
		Arguments []Node
	}
	// A Placeholder is ? as an argument.
	Placeholder struct{ Range }
	// A Lambda is function($a, …)<signature>{Body}. Signature is "" or begins with <.
	Lambda struct {
		Range
		Params    []*Variable
		Signature string
		Body      Node
	}
)

// A Bad takes the place of what could not be read, in the tree of an expression with a syntax error.
type Bad struct{ Range }

func (*String) node()      {}
func (*Number) node()      {}
func (*Boolean) node()     {}
func (*Null) node()        {}
func (*Regex) node()       {}
func (*Name) node()        {}
func (*Variable) node()    {}
func (*Wildcard) node()    {}
func (*Descendants) node() {}
func (*Parent) node()      {}
func (*Path) node()        {}
func (*Filter) node()      {}
func (*Keep) node()        {}
func (*Sort) node()        {}
func (*Group) node()       {}
func (*Focus) node()       {}
func (*Index) node()       {}
func (*Array) node()       {}
func (*Object) node()      {}
func (*Block) node()       {}
func (*Negate) node()      {}
func (*Binary) node()      {}
func (*Conditional) node() {}
func (*Bind) node()        {}
func (*Transform) node()   {}
func (*Call) node()        {}
func (*Placeholder) node() {}
func (*Lambda) node()      {}
func (*Bad) node()         {}

// Partial reports whether the call is a partial application: an argument is left open with ?.
func (c *Call) Partial() bool {
	for _, a := range c.Arguments {
		if _, open := a.(*Placeholder); open {
			return true
		}
	}
	return false
}
