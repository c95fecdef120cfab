package dialects

import (
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Target is a dialect that convert writes by rewriting: the net of the source is rewritten until it needs nothing that the
// dialect lacks, and what comes out is written construct by construct.
type Target interface {
	Dialect
	// Abilities describe the nets that the dialect can write, with the options that were chosen.
	Abilities(o Raising) *Abilities
	// Condition returns a condition of the model in the language of the dialect, as reading its text would have given it, so that
	// it can be run and written. Of data outside of the domain it may give another answer. It returns nil, and what the condition
	// asks for that the language lacks, if it cannot be expressed: nothing near is ever returned. It is not asked for a condition that is
	// in the language already.
	Condition(x expr.Expr, s *Sight) (out expr.Expr, lacks string)
	// Value is the same for an expression whose value goes into the data.
	Value(x expr.Expr, s *Sight) (out expr.Expr, lacks string)
	// Write writes a program whose nets the dialect can write, one construct of the net by one of the dialect. It gives names that
	// the dialect allows to elements and tasks, and describes which.
	Write(p *workflow.Program, o Raising) *Raised
}

// A Sight is what an expression sees at its place in a net.
type Sight struct {
	Domain Domain
	// Settings are what was chosen of the options of the dialect.
	Settings Settings
	// Answer, Error and Item report that there is an answer of a task, an error, or an item of an iteration besides the document.
	Answer, Error, Item bool
	// Stored reports that the value goes into the document, and not to a task or an event, and does not take the place of the document.
	Stored bool
	// Raw reports that the document is the one that came to the node, and not what was selected of it.
	Raw bool
}

// A Domain is what the data is assumed to be like. A conversion has to be right for data inside of it.
type Domain struct {
	// Objects demands that inputs and answers are JSON objects, and what a definition selects of the data to take its place.
	Objects bool
	// Typed assumes that each field which an expression looks at is there, with the type of what it is compared or computed with.
	Typed bool
	// AnyTruth has Typed assume of a value that a condition takes for true or false only that it is not empty, and not that it is a boolean.
	AnyTruth bool
	// Disjoint has answers and added data not overwrite a part of a nested object that is already there, nor a member that what runs in
	// a parallel branch answers too.
	Disjoint bool
	// Renewed has Disjoint leave out answers that are put where the same run has put something before: of that, members may be gone.
	Renewed bool
}

// ParseDomain reads a list of assumptions, with commas between them, or "none".
func ParseDomain(list string) (Domain, error) {
	var d Domain
	if list == "none" || list == "" {
		return d, nil
	}
	for _, name := range strings.Split(list, ",") {
		switch strings.TrimSpace(name) {
		case "objects":
			d.Objects = true
		case "typed":
			d.Typed = true
		case "disjoint":
			d.Disjoint = true
		default:
			return Domain{}, fmt.Errorf("unknown assumption %q; expected some of objects, typed and disjoint, or none", name)
		}
	}
	return d, nil
}

// Names returns the assumptions as reports spell them.
func (d Domain) Names() []string {
	out := []string{}
	for _, a := range []struct {
		holds bool
		name  string
	}{{d.Objects, "objects"}, {d.Typed, "typed"}, {d.Disjoint, "disjoint"}} {
		if a.holds {
			out = append(out, a.name)
		}
	}
	return out
}

// Terms are the assumptions as package expr has them.
func (d Domain) Terms() expr.Domain {
	return expr.Domain{Objects: d.Objects, Typed: d.Typed, AnyTruth: d.AnyTruth}
}

// Without returns a domain with one assumption less, by its name. "booleans" is the part of "typed" that AnyTruth leaves out,
// and "repeated" that of "disjoint" which Renewed does.
func (d Domain) Without(name string) Domain {
	switch name {
	case "objects":
		d.Objects = false
	case "typed":
		d.Typed = false
	case "booleans":
		d.AnyTruth = true
	case "repeated":
		d.Renewed = true
	case "disjoint":
		d.Disjoint = false
	}
	return d
}

// Abilities are what the nets of a dialect may have. What a net of the source has beyond them is rewritten.
type Abilities struct {
	// Documents are what the data of a run may be.
	Documents workflow.Documents
	// Kinds are the kinds of nodes. A scope with Each is a kind of its own: see Each.
	Kinds KindSet
	// Answers are how the answer of a task can get into the document.
	Answers AnswerSet
	// Inputs are what a task can be given of the document.
	Inputs InputSet
	// Results reports that an answer can be reshaped before it gets into the document, and Outputs that the document can be after it.
	Results, Outputs bool
	// Titles reports that a branch of a choice has a title.
	Titles bool
	// Addresses reports that a task has an address besides its name.
	Addresses bool
	// OutputParts reports that a part of the document can be selected by a path to go on after an answer got into it, or from a choice.
	// A member of the document itself keeps its name then, and loses it after a pass node only.
	OutputParts bool
	// ChoiceOutputs reports that a branch of a choice can compute the document that goes on.
	ChoiceOutputs bool
	// Omits reports that an answer can be merged without one of its members.
	Omits bool
	// Variables reports that there are variables besides the document.
	Variables bool
	// Computes reports that values can be computed into the document, by pass nodes with a Result that is an object, and ComputesDeep that
	// objects in it are merged into those that are there.
	Computes, ComputesDeep bool
	// Sources reports that a workflow can begin with fixed data in place of its input, though values cannot be computed.
	Sources bool
	// Retries, Handlers and Timers are what can happen about errors and time.
	Retries  RetrySet
	Handlers HandlerSet
	// WholeDelays reports that the delays of retries are whole seconds.
	WholeDelays bool
	// Errors is where an error that is handled gets into the document; nil: anywhere, with any members.
	Errors *ErrorPlace
	// Ignores reports that the failures of a task whose answer is dropped can be ignored, though errors cannot be caught.
	Ignores bool
	// Asks reports that a task can be asked in place of a condition.
	Asks   bool
	Timers TimerSet
	// Joins are how what runs in parallel is brought together: by scopes, by a fork and its join, or by nodes that wait for all of
	// their edges.
	Joins JoinSet
	// Enough reports that parallel regions can be done when some of them are.
	Enough bool
	// Gathers are what can become of the results of parallel regions.
	Gathers GatherSet
	// WholeBranches reports that a parallel region that does more than call tasks gives its whole document, and not only what it changed.
	WholeBranches bool
	// ChangesInOrder reports that what branches changed is merged in their order when all have ended, and not as each of them ends.
	ChangesInOrder bool
	// KeepsFinished reports that what parts, or the items of an iteration, have changed when another one fails is in the document of the error
	// handler, and that the calls of parts which are retried together count their attempts over all retries.
	KeepsFinished bool
	// Parts reports that what a sequence of steps gives can get into the document as the answer of a task does.
	Parts bool
	// Each reports that a scope can run its region for each item of a list, and AtOnce that the number of those that run at the
	// same time can be bounded.
	Each, AtOnce bool
	// ItemMember is the member that an item is of the document of the region; empty: the item can be the document.
	ItemMember string
	// AddsResults reports that the results of such a scope are added to a list that is where they get.
	AddsResults bool
	// Awaits are the kinds of occurrences that a node can wait for: "userTask", "signal", "event". Empty: it cannot wait.
	Awaits []string
	// Tokens reports that a task can be answered from outside, by a token that it gets.
	Tokens bool
	// Default reports that a choice can have an edge that is taken if no guard holds, and NoMatch that it can have none and fail.
	Default, NoMatch bool
	// Cycles reports that an edge may lead back.
	Cycles bool
	// Calls reports that a workflow can call another, and Follows that another can follow it.
	Calls, Follows bool
	// BranchEnds reports that an end in a branch can end the whole run.
	BranchEnds bool
	// ErrorData reports that a step can fail with a text that is computed of the document as the cause, which a handler can read as data.
	ErrorData bool
	// Parameters reports that a task can have fixed parameters besides its input, and Described that a step has a description which people
	// see beside its task. Comments reports that it has a comment, which tools do not show.
	Parameters, Described, Comments bool
	// PlainParameters reports that these parameters can be a text or another plain value, and not only an object or a list.
	PlainParameters bool
	// FixedWaits reports that a wait and a timer last as long as the definition says, not until an instant and not as long as the data says.
	FixedWaits bool
	// Timeout reports that the time of a whole run can be bounded.
	Timeout bool
	// Schedule reports that a workflow can have one.
	Schedule bool
}

// An ErrorPlace is the member of the document that an error is which is handled, and the members that it has: its name and its cause.
// Timeout and TimeoutCause are those of the error of a time limit. Parts reports that one of the members can be there alone, and Unnamed that a
// step which fails on purpose cannot express with which error.
type ErrorPlace struct {
	Member, Name, Cause string
	Timeout             string
	TimeoutCause        string
	Parts, Unnamed      bool
}

// A KindSet is a set of kinds of nodes.
type KindSet uint32

// Kinds returns the set of some kinds.
func Kinds(list ...workflow.Kind) KindSet {
	var s KindSet
	for _, k := range list {
		s |= 1 << k
	}
	return s
}

// Has reports whether a kind is in the set.
func (s KindSet) Has(k workflow.Kind) bool { return s&(1<<k) != 0 }

// An AnswerSet is how the answer of a task can get into the document.
type AnswerSet uint8

// The ways of answers.
const (
	AnswerReplaces      AnswerSet = 1 << iota // it is the document from then on
	AnswerAt                                  // it is set at a path
	AnswerMergesDeep                          // its members are merged into the document, and objects in both in turn
	AnswerMergesShallow                       // its members replace those of the document
	AnswerDropped                             // it is dropped
)

// Has reports whether all of others are in the set.
func (s AnswerSet) Has(others AnswerSet) bool { return s&others == others }

// An InputSet is what a task can be given of the document.
type InputSet uint8

// The inputs, besides the whole document.
const (
	InputPath    InputSet = 1 << iota // what a path selects
	InputObject                       // an object of expressions and fixed values
	InputNothing                      // an empty object
)

// Has reports whether all of others are in the set.
func (s InputSet) Has(others InputSet) bool { return s&others == others }

// A RetrySet is what a retry can be like.
type RetrySet uint16

// The parts of retries.
const (
	RetryTasks    RetrySet = 1 << iota // tasks can be tried again
	RetryScopes                        // parallel parts and iterations can
	RetryByError                       // only after certain errors
	RetryAtOnce                        // without a delay
	RetryDelay                         // after a delay that is always the same
	RetryFactor                        // each delay is a multiple of the one before
	RetryAddition                      // each delay is longer by the same than the one before
	RetryLongest                       // delays are bounded
	RetryJitter                        // each delay is drawn between none and the length that it has
)

// Has reports whether all of others are in the set.
func (s RetrySet) Has(others RetrySet) bool { return s&others == others }

// A HandlerSet is what an error handler can be like.
type HandlerSet uint8

// The parts of handlers.
const (
	HandleTasks       HandlerSet = 1 << iota // errors of tasks can be caught
	HandleScopes                             // errors of parallel parts and iterations can
	HandleOwn                                // errors of waits, of choices and of nodes that compute can
	HandleByError                            // certain errors only
	HandleByCondition                        // those for which a condition holds
	HandleData                               // what is known of the error can go into the document
	HandleReported                           // those that a task reports, and none that a time limit raises
)

// Has reports whether all of others are in the set.
func (s HandlerSet) Has(others HandlerSet) bool { return s&others == others }

// A TimerSet is what a time limit can be like.
type TimerSet uint8

// The limits.
const (
	TimerAttempt  TimerSet = 1 << iota // an attempt at a task fails after a time
	TimerVisit                         // an edge is taken after a time that leaves the node
	TimerAttempts                      // the same where the node is retried: the time is that of all attempts
	TimerBeside                        // the same, and the node goes on
	TimerBeat                          // a task fails without a sign of life
	TimerComplete                      // a node goes on with what it has after a time
	TimerRequest                       // what a timer of a node that waits leads to can be requested by its name
)

// Has reports whether all of others are in the set.
func (s TimerSet) Has(others TimerSet) bool { return s&others == others }

// A JoinSet is how parallel parts are brought together.
type JoinSet uint8

// The joins.
const (
	JoinScopes JoinSet = 1 << iota // a node with regions
	JoinForks                      // a node that splits and one that joins
	JoinEdges                      // a node waits for all of its edges
)

// Has reports whether all of others are in the set.
func (s JoinSet) Has(others JoinSet) bool { return s&others == others }

// A GatherSet is what can become of the results of parallel regions.
type GatherSet uint8

// The ways to gather.
const (
	GatherLists   GatherSet = 1 << iota // a list in the order of the regions
	GatherChanges                       // what they merged into their documents is merged into that of the scope
	GatherShared                        // nothing: they share one document
	GatherMerged                        // the members of all results are those of one object: see [workflow.GatherMerged]
	GatherJoined                        // one value, or a list without empty objects: see [workflow.GatherJoined] and GatherSpread
)

// Has reports whether all of others are in the set.
func (s GatherSet) Has(others GatherSet) bool { return s&others == others }
