package asl

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/reading"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// The types here are what a definition holds, in the words of the specification. Reading recovers: what is absent is
// nil, and so is what is of the wrong type, which has been reported. A rule or a lowering that meets a nil field thus
// never has to report it again. What is marked as Broken has been reported too, and is passed over by what comes later.
//
// A key that appears twice counts once: the last one wins.

// A Machine is a state machine: a whole definition, a branch of a Parallel state, or the processor of a Map state.
type Machine struct {
	// Node is the object that the machine was read from. It is never nil, but of another kind if Broken.
	Node *source.Node
	// Scope is the state whose branch or processor the machine is; nil for the whole definition.
	Scope *State
	// Broken means that Node is not an object; there is nothing else in the machine then.
	Broken bool

	Comment        *Text
	Version        *Text       // "1.0" if nil
	StartAt        *Transition // nil if absent or not a string
	TimeoutSeconds *Number     // nil is no limit
	// QueryLanguage is of a later version: "JSONPath" or "JSONata".
	QueryLanguage *Text

	// ProcessorConfig is of a later version, and of the processor of a Map state alone.
	ProcessorConfig *ProcessorConfig

	// StatesNode is the value of the field States, whatever its kind; nil if absent.
	StatesNode *source.Node
	// States are the states in the order of the text, broken ones among them. Names are unique here.
	States []*State

	// Extra are the members that no field above stands for, in the order of the text: unknown ones, misplaced ones,
	// those of a wrong type and those of later versions.
	Extra []*source.Member
	// Later are what a later version of the language brought, in the order of the text.
	Later []LaterField

	byName map[string]*State
}

// State returns the state of that name in the machine itself, or nil; it does not look into branches.
func (m *Machine) State(name string) *State { return m.byName[name] }

// A StateType is the value of a state's field Type.
type StateType uint8

// The types of states. NoType is that of a state whose Type is absent or not known.
const (
	NoType StateType = iota
	Pass
	Task
	Choice
	Wait
	Succeed
	Fail
	Parallel
	Map // of a later version
)

// String returns the type as definitions spell it; it is empty for NoType.
func (t StateType) String() string {
	return [...]string{"", "Pass", "Task", "Choice", "Wait", "Succeed", "Fail", "Parallel", "Map"}[t]
}

// A State is a field of States. A field of the specification that the type of the state may not have is nil even if it is
// there: it is among Extra. A state with NoType has all the fields that are there.
type State struct {
	Name     string
	NameSpan source.Span  // the key
	Node     *source.Node // the value; never nil
	Machine  *Machine     // that the state is in
	index    int          // in the States of the machine
	// Broken means that Node is not an object, or that Type is NoType; only a Type with placeholders was not reported.
	Broken bool

	Type       StateType
	TypeNode   *source.Node // nil if absent
	Comment    *Text
	InputPath  *Path // Null is the empty object
	OutputPath *Path // Null is the empty object
	ResultPath *Path // a reference path; Null drops the result

	Next  *Transition
	End   *Bool
	Retry []*Retrier
	Catch []*Catcher

	Result   *source.Node // Pass: any value, and data through and through
	Resource *Text        // Task

	TimeoutSeconds, HeartbeatSeconds *Number // Task

	Choices []*Rule     // Choice
	Default *Transition // Choice

	// Wait has one of these four. If it has several, all of them are here (and the state was reported).
	Seconds       *Number
	SecondsPath   *Path
	Timestamp     *Text // checked: a timestamp as the text wants it, unless it has placeholders
	TimestampPath *Path

	Error, Cause *Text // Fail

	Branches []*Machine // Parallel: broken ones among them, so that indexes count as in the text

	// Processor is of a later version: the body of a Map state, from ItemProcessor or Iterator.
	Processor *Machine
	// QueryLanguage is of a later version: "JSONPath" or "JSONata".
	QueryLanguage *Text
	Today

	Extra []*source.Member // as in Machine
	Later []LaterField     // as in Machine; those of its retriers, catchers and choice rules are in theirs
}

// Ends reports whether the state is a terminal one: Succeed, Fail, or marked with "End": true (asl 2016: "States").
func (s *State) Ends() bool {
	return s.Type == Succeed || s.Type == Fail || s.End != nil && s.End.Value
}

// JSONata reports whether the expressions of the state are of that language: by its own QueryLanguage or by that of
// the definition. It is of a later version.
func (s *State) JSONata() bool {
	if s.QueryLanguage != nil {
		return s.QueryLanguage.Value == "JSONata"
	}
	m := s.Machine
	for m.Scope != nil {
		m = m.Scope.Machine
	}
	return m.QueryLanguage != nil && m.QueryLanguage.Value == "JSONata"
}

// String names the state in messages: `state "A"`.
func (s *State) String() string { return "state " + quote(s.Name) }

// The plain values of a definition.
type (
	Text   = reading.Text
	Number = reading.Number
	Bool   = reading.Bool
)

// A Path is the value of a field that holds a path or a reference path.
type Path struct {
	Node *source.Node // a string or null
	// Path is the path itself. It is nil if Null; if the text is not a path, which was reported; if it has
	// placeholders; or if only a later version knows its syntax.
	Path *expr.Path
	// Call is the call of an intrinsic function, where one may appear for a path.
	Call *expr.Call
	// Null means that the value is null.
	Null bool
}

// A Transition names the state to go to.
type Transition struct {
	Node *source.Node // a string
	Name string
	// Target is the state of that name in the same machine, or nil. Where it is nil, the transition was reported, unless
	// Placeholder.
	Target *State
	// Meant is the state that the author most likely meant where Target is nil: the one with the nearest name in the
	// same machine; nil if none is near.
	Meant *State
	// Placeholder means that the name holds a substitution such as ${Name}.
	Placeholder bool

	guess dialects.Guess // which state is Meant
}

// A Retrier is an item of Retry.
type Retrier struct {
	Node   *source.Node
	Broken bool // Node is not an object

	// ErrorEquals are the names that are strings; the rest was reported.
	ErrorEquals     []*Text
	IntervalSeconds *Number // 1 if nil
	MaxAttempts     *Number // 3 if nil
	BackoffRate     *Number // 2.0 if nil
	Comment         *Text
	// MaxDelaySeconds and JitterStrategy are of a later version: no bound, and "NONE", if nil.
	MaxDelaySeconds *Number
	JitterStrategy  *Text

	Extra []*source.Member
	Later []LaterField
}

// A Catcher is an item of Catch.
type Catcher struct {
	Node   *source.Node
	Broken bool // Node is not an object

	ErrorEquals []*Text // as in Retrier
	Next        *Transition
	ResultPath  *Path // as in State
	Comment     *Text
	// Assign and Output are of a later version; Output is of JSONata.
	Assign *Assignments
	Output *Template

	Extra []*source.Member
	Later []LaterField
}

// A RuleKind tells the operator of a choice rule.
type RuleKind uint8

// The kinds of choice rules.
const (
	// NoRule is a rule that has no operator that is known, or several; it was reported.
	NoRule RuleKind = iota
	RuleAnd
	RuleOr
	RuleNot
	RuleCompare // a comparison of Variable with Operand
	// RuleLater has an operator of a later version: one that tests a type, matches a pattern, compares two paths, or
	// holds a JSONata condition.
	RuleLater
)

// combines reports whether rules of the kind consist of other rules.
func (k RuleKind) combines() bool { return k == RuleAnd || k == RuleOr || k == RuleNot }

// compares reports whether rules of the kind compare a variable with something.
func (k RuleKind) compares() bool { return k == RuleCompare || k == RuleLater }

// A Rule is a choice rule: one of Choices, or one inside of And, Or or Not.
type Rule struct {
	Node *source.Node
	Kind RuleKind
	// Broken means that the rule itself was reported, so that what it means is not known. It is not set for the rules
	// around one that is broken.
	Broken bool

	// Operator is the member of the operator; nil for NoRule.
	Operator *source.Member
	Rules    []*Rule // RuleAnd, RuleOr; one for RuleNot

	// Of RuleCompare: how Compare looks at its operands is As. Variable is nil if it is absent or not a string, and
	// Operand if it is of the wrong type; both were reported. With the typing expr.Timestamp, Operand is a timestamp as
	// the text wants it.
	Variable *Path
	Compare  expr.CompareOp
	As       expr.Typing
	Operand  *source.Node

	Next    *Transition // of a rule of Choices; nil inside of And, Or and Not
	Comment *Text

	// The rest is of later versions. Of RuleLater: Test is what an operator such as IsNull asks, OperandPath where the operand of
	// a comparison is, and Condition the JSONata expression, or nil where Operand is true or false in its place.
	Test        *TypeTest
	OperandPath *Path
	Condition   *Computed
	Assign      *Assignments
	Output      *Template // JSONata

	Extra []*source.Member
	Later []LaterField
}

// A LaterField is a construct that is not in the text of 2016. It is there at either level; at the level of 2016 it was
// reported too.
type LaterField struct {
	// Member is where it is. For a construct inside of a value (an intrinsic function, the context object) it is the
	// member with that value.
	Member *source.Member
	// Span is the construct itself: a key, or a string.
	Span source.Span
	// What names it for messages: the field "Parameters", "the context object".
	What string
}
