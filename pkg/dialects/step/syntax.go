package step

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/reading"
	"github.com/flowglot/flowglot/pkg/source"
)

// The types here are what a definition holds, in the words of the specification. Reading recovers: what is absent is
// nil, and so is what is of the wrong type, which has been reported. A rule or a lowering that meets a nil field thus
// never has to report it again. What is marked as Broken has been reported too, and is passed over by what comes later.
//
// A key that appears twice counts once: the last one wins.

// A Workflow is a whole definition (step: "Top-level fields").
type Workflow struct {
	Node *source.Node // an object

	ID, Name, Description *Text
	AutoStart             *Bool // autoStartNextWorkflow
	NextID                *Text // nextWorkflowId
	Metadata              *source.Node

	// StepsNode is the value of the field steps, whatever its kind; nil if absent.
	StepsNode *source.Node
	// Steps are the steps in the order of the text, broken ones among them. The first is where the workflow starts.
	Steps []*Step

	// Extra are the members that no field above stands for, in the order of the text: unknown ones, misplaced ones and
	// those of a wrong type.
	Extra []*source.Member

	byID map[string]*Step
}

// Step returns the first step of that id, or nil.
func (w *Workflow) Step(id string) *Step { return w.byID[id] }

// A StepType is the value of a step's field type.
type StepType uint8

// The types of steps. NoType is that of a step whose type is absent or not known.
const (
	NoType StepType = iota
	ServiceTask
	UserTask
	Decision
	DecisionTable
	Transformation
	Wait
	ParallelGateway
	JoinGateway
	End
)

// String returns the type as definitions spell it; it is empty for NoType.
func (t StepType) String() string {
	return [...]string{"", "SERVICE_TASK", "USER_TASK", "DECISION", "DECISION_TABLE", "TRANSFORMATION", "WAIT", "PARALLEL_GATEWAY",
		"JOIN_GATEWAY", "END"}[t]
}

// A Step is an item of steps (step: "Step object"). A field of the specification that the type of the step may not have
// is nil even if it is there: it is among Extra. A step with NoType has all the fields that are there.
type Step struct {
	Node *source.Node // never nil
	// Broken means that Node is not an object, or that the type is NoType.
	Broken bool
	index  int // among the steps of the workflow

	ID, Name, Description *Text
	Type                  StepType
	TypeNode              *source.Node // nil if absent

	Next                   *Reference // nextStep
	JobType, DelegateClass *Text
	RetryCount             *Integer
	BoundaryEvents         []*BoundaryEvent

	Branches        []*Branch     // DECISION: conditionalNextSteps
	Transformations []*Assignment // TRANSFORMATION
	HitPolicy       *HitPolicy    // DECISION_TABLE
	Rules           []*Rule       // DECISION_TABLE: decisionTable.rules; broken ones among them

	Parallel []*Reference // PARALLEL_GATEWAY: parallelNextSteps
	Join     *Reference   // PARALLEL_GATEWAY: joinStep

	// TableNode is the object decisionTable, and TableExtra its members other than the rules.
	TableNode  *source.Node
	TableExtra []*source.Member
	// Parts are the values of the fields that hold several things (conditionalNextSteps, transformations, rules,
	// parallelNextSteps), by the name of the field.
	Parts map[string]*source.Node

	Extra []*source.Member
}

// id returns the id of a step for messages; it is empty for one that has none.
func (s *Step) id() string {
	if s.ID == nil {
		return ""
	}
	return s.ID.Value
}

// String names the step in messages: `step "charge"`.
func (s *Step) String() string {
	if s.ID == nil || s.ID.Value == "" {
		return "a step without an id"
	}
	return "step " + quote(s.ID.Value)
}

// at returns where to report what concerns a step as a whole: its id, or where it begins.
func (s *Step) at(f *dialects.Findings) source.Span {
	if s.ID != nil {
		return s.ID.Node.Span
	}
	return f.Whole(s.Node)
}

// The plain values of a definition.
type (
	Text    = reading.Text
	Integer = reading.Integer
	Bool    = reading.Bool
)

// A Reference names a step.
type Reference struct {
	Node  *source.Node // a string
	Field string       // that it is in: "nextStep"
	ID    string
	// Target is the step of that id, or nil, which was reported.
	Target *Step
	// Meant is the step that the author most likely meant where Target is nil: the one with the nearest id; nil if none
	// is near.
	Meant *Step

	guess dialects.Guess // which step is Meant
}

// A Branch is a member of conditionalNextSteps (step: "DECISION").
type Branch struct {
	Member *source.Member
	If     *Expression
	To     *Reference // nil if the target is not a string, which was reported
}

// An Assignment is a member of transformations or outputs: a variable and its value.
type Assignment struct {
	Member *source.Member
	// Value is the expression inside of "${…}", with those; nil for a literal.
	Value *Expression
}

// A HitPolicy is the value of hitPolicy (step: "Hit policies"). It is one of the nine.
type HitPolicy struct {
	Node *source.Node
	Code string
}

// Policy returns the code of the step's hit policy, U by default.
func (s *Step) Policy() string {
	if s.HitPolicy == nil {
		return defaultPolicy
	}
	return s.HitPolicy.Code
}

const defaultPolicy = "U"

// policies are the hit policies in the order of the specification.
func policies() []string { return []string{"U", "F", "A", "R", "C", "C+", "C#", "C>", "C<"} }

// A Rule is a row of a decision table.
type Rule struct {
	Node    *source.Node
	Broken  bool // Node is not an object
	Cells   []*Cell
	Outputs []*Assignment
	Extra   []*source.Member // an empty when and empty outputs among them
}

// A Cell is a member of when.
type Cell struct {
	Member *source.Member
	// If is nil for a blank cell, which always matches.
	If *Expression
}

// A BoundaryEvent is an item of boundaryEvents (step: "Boundary Events").
type BoundaryEvent struct {
	Node         *source.Node
	Broken       bool // Node is not an object, or its type is not TIMER
	Type         *Text
	Duration     *Text // checked: a duration of ISO 8601
	Interrupting *Bool
	Target       *Reference
	Extra        []*source.Member
}
