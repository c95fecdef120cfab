package workflow

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// Class is a set of the sorts that an error belongs to, besides its name.
type Class uint8

// The sorts of errors.
const (
	ClassTask      Class = 1 << iota // a task reported it
	ClassTimeout                     // a time limit passed
	ClassHeartbeat                   // a task gave no sign of life
	ClassData                        // a stage could not be applied to the document
	ClassNoMatch                     // no edge of a choice could be taken
	ClassFail                        // a fail node raised it
	ClassBranch                      // it came out of a region of a scope
)

// A Clause matches errors: all of them, or those of its classes, in both cases but for the names in Except; those of its name; or
// those for which a condition on the document and the error holds.
type Clause struct {
	If     expr.Expr // in place of the others
	All    bool
	Name   string
	Class  Class
	Except []string
	// Text is the clause as it was written, and Span where.
	Text string `fingerprint:"-"`
	Span source.Span
}

// Matches reports whether the clause takes an error of that name and class.
func (c *Clause) Matches(name string, class Class) bool {
	if c.Name == name && (name != "" || !c.All && c.Class == 0) {
		return true
	}
	return (c.All || c.Class&class != 0) && !slices.Contains(c.Except, name)
}

// A Matcher takes the errors that one of its clauses takes.
type Matcher []Clause

// Matches reports whether the matcher takes an error of that name and class.
func (m Matcher) Matches(name string, class Class) bool {
	for i := range m {
		if m[i].Matches(name, class) {
			return true
		}
	}
	return false
}

// String returns what the clause takes, for people: the name of the error, or the clause as it was written.
func (c *Clause) String() string {
	switch {
	case c.Name != "":
		return c.Name
	case c.Text != "":
		return c.Text
	case c.If != nil:
		return "errors for which " + expr.Readable(c.If)
	case c.All || c.Class != 0:
		return "any error"
	}
	return ""
}

// String returns what the matcher takes, for people.
func (m Matcher) String() string {
	out := make([]string, len(m))
	for i := range m {
		out[i] = m[i].String()
	}
	return strings.Join(out, ", ")
}

// A Retrier describes how often, and after which delays, a node is tried again after the errors it takes. Its count belongs
// to one visit of the node.
type Retrier struct {
	On Matcher
	// Limit is how many attempts follow the first at most; Most, if it is not nil, is evaluated instead.
	Limit int
	Most  expr.Expr
	// Interval is the delay before the first retry in seconds; each later delay is Factor times the one before.
	Interval, Factor float64
	// Longest bounds each delay in seconds; 0 is no bound.
	Longest float64
	// Delay, if it is not nil, is the delay before the first retry instead, and Longer by how much each later one is
	// longer than the one before.
	Delay, Longer *Length
	// Jitter draws each delay between 0 and what it would be.
	Jitter bool
	// Implied means that nobody wrote the limit as a number of its own.
	Implied bool `fingerprint:"-"`
	Span    source.Span
	Extras  Extras
}

// TimedOut is the cause that a run gives for an error that a time limit raises.
const TimedOut = "no answer within the time limit"

// An ErrorName is what an error that the machine raises is called.
type ErrorName struct {
	Name string
	// Fatal means that nothing retries or catches it.
	Fatal bool
}

// An ErrorTable names the errors that the machine raises, in the words of the dialect.
type ErrorTable struct {
	Task      ErrorName // a task that fails without a name
	Timeout   ErrorName // a time limit of a node
	Heartbeat ErrorName // a missing sign of life
	Expired   ErrorName // the time limit of the workflow
	Path      ErrorName // an expression that selects nothing, or a value of the wrong type where one is needed
	Combine   ErrorName // an answer that cannot be put into the document
	NoMatch   ErrorName // a choice without a match
	Table     TableErrors
	Answer    ErrorName // an answer of a task that is not of the kind it has to be
	File      ErrorName // a file that cannot be read or written
	Request   ErrorName // a request for a transition that the state does not have
	Require   ErrorName // an edge whose requirement does not hold
	Inactive  ErrorName // a start that its schedule does not allow
	Refused   ErrorName // a request that cannot be carried out: a condition that does not hold, a processor that fails
	Function  ErrorName // a function that has no value for its arguments; without a name it is Path
	Query     ErrorName // an expression of a query language that cannot be evaluated; without a name it is Path
	Items     ErrorName // items that cannot be read
	Results   ErrorName // results that cannot be written
	Tolerance ErrorName // more regions of a scope failed than it tolerates
	Payload   ErrorName // a value that is too large
	History   ErrorName // more happened in a run than its history holds

	// Hidden means that whatever a task calls its errors, they are called as Task says.
	Hidden bool
	// NameKey and CauseKey are the members of an object that stands for an error in the data of a run.
	NameKey, CauseKey string
	// Nulls reports that such an object always has both members, and that both are null for an error without a name.
	Nulls bool
}

// TableErrors names what goes wrong in a decision table.
type TableErrors struct {
	NoRule    ErrorName // no rule matches
	Unique    ErrorName // several rules match where one may
	Conflict  ErrorName // rules that match differ in what they give
	Aggregate ErrorName // a value that has to be a number is not one
	Cell      ErrorName // a condition cannot be evaluated, or is not a boolean
	Output    ErrorName // an output cannot be evaluated
}

// Object returns an error as data. An empty cause is left out, unless Nulls.
func (t *ErrorTable) Object(name, cause string) any {
	if t.Nulls {
		return t.withNulls(name, cause)
	}
	o := value.NewObject(2)
	o.Set(t.NameKey, name)
	if cause != "" {
		o.Set(t.CauseKey, cause)
	}
	return o
}

// withNulls returns an error as data that always has both members.
func (t *ErrorTable) withNulls(name, cause string) any {
	o := value.ObjectOf(value.Member{Key: t.NameKey, Value: name}, value.Member{Key: t.CauseKey, Value: cause})
	if name == "" {
		o.Set(t.NameKey, nil)
		if cause == "" {
			o.Set(t.CauseKey, nil)
		}
	}
	return o
}
