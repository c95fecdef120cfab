package asl

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

var wrongType = rule{Rule: diag.Rule{
	ID:       "asl/wrong-type",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "a value has the wrong type",
	Why: "An engine refuses the definition or misreads the value. A number or a boolean in quotes is a " +
		"string.",
	Source: `asl 2016: "Top-level fields", "State Types" and the sections of the states`,
}}

var missingField = rule{Rule: diag.Rule{
	ID:       "asl/missing-field",
	Severity: diag.Error,
	Summary:  "a required field is missing",
	Why:      "The state machine, state, retrier, catcher or choice rule is incomplete without it.",
	Source:   `asl 2016: "Top-level fields", "Table of State Types and Fields" and the sections of the states`,
	Levels:   `at level 2016 a Fail state needs "Error" and "Cause", which are optional today`,
}, Checks: slices.Concat(machines(missingInMachine), states(missingInState), today(states(checkMapParts)))}

var unknownField = rule{Rule: diag.Rule{
	ID:       "asl/unknown-field",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "unknown field",
	Why: "An unknown field has no effect and is usually a misspelled field name. Field names are case-sensitive. Put texts for " +
		"people into a \"Comment\".",
	Source: `asl 2016: "Table of State Types and Fields"`,
}}

var misplacedField = rule{Rule: diag.Rule{
	ID:       "asl/misplaced-field",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "a field is in the wrong place",
	Why: "The field exists, but not for a state of this type or not in this place, where it would have no effect. Either the " +
		"field or the type of the state is wrong.",
	Source: `asl 2016: "Table of State Types and Fields"`,
}}

var exclusiveFields = rule{Rule: diag.Rule{
	ID:       "asl/exclusive-fields",
	Severity: diag.Error,
	Summary:  "a state has two mutually exclusive fields",
	Why:      "A value is given either directly or by a path, not both.",
	Source:   "the language as AWS runs it today: each pair excludes the other",
	Levels:   "at level 2016 one of the two belongs to a later version, which is reported instead",
}, Checks: slices.Concat(states(checkExclusive), today(states(checkMapPairs)))}

var emptyList = rule{Rule: diag.Rule{
	ID:       "asl/empty",
	Aliases:  []string{"asl/empty-list"},
	Severity: diag.Error,
	Summary:  "a required list or object is empty",
	Why: "A machine without states cannot start, a Choice without rules selects nothing, and a retrier or catcher " +
		"without error names never matches.",
	Source: `asl 2016: "Choice State", "Retrying after error", "Fallback states"`,
	Levels: `an empty "Branches" is legal at level 2016`,
}, Checks: machines(checkEmptyStates)}

var outOfRange = rule{Rule: diag.Rule{
	ID:       "asl/out-of-range",
	Severity: diag.Error,
	Summary:  "a number is too small, too large or not whole",
	Why: "Intervals and timeouts are whole numbers of seconds from 1, \"MaxAttempts\" is 0 or more, and \"BackoffRate\" is " +
		"1.0 or more, because waits cannot get shorter.",
	Source: `asl 2016: "Retrying after error", "Task State", "Wait State"`,
	Levels: `a negative duration of a Wait state or a machine is a warning at level 2016`,
}, Checks: today([]func(*checker){checkSize})}

var unknownValue = rule{Rule: diag.Rule{
	ID:       "asl/unknown-value",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "unknown value of a field",
	Why:      "The field accepts a fixed list of values, which are case-sensitive.",
	Source:   "the language as AWS runs it today",
	Levels:   "at level 2016 the fields themselves belong to a later version, which is reported instead",
}}

// lacks reports missing fields, if there are any: `state "A" lacks the field "Type"`.
func (c *checker) lacks(span source.Span, who string, missing []string, help string) {
	if len(missing) == 0 {
		return
	}
	noun := "field"
	if len(missing) > 1 {
		noun = "fields"
	}
	if help == "" {
		help = "add " + strings.Join(missing, " and ")
	}
	c.Report(span, "%s has no %s %s", who, noun, strings.Join(missing, " and ")).Help = help
}

// stateLacks reports missing fields of a state, or of a part of it: "a retrier of ".
func (c *checker) stateLacks(span source.Span, s *State, part string, missing []string, help string) {
	if len(missing) > 0 {
		c.lacks(span, part+"state "+quote(s.Name), missing, help)
	}
}

func missingInMachine(c *checker, m *Machine) {
	help := ""
	if m.StartAt == nil && len(m.States) > 0 {
		help = `name the first state: "StartAt": ` + quote(m.States[0].Name)
	}
	c.lacks(c.Head(m.Node), m.description(), c.Lacking(m.Node, "StartAt", "States"), help)
}

// missingInState reports the required fields that a state of its type lacks.
func missingInState(c *checker, s *State) {
	switch s.Type {
	case NoType:
		c.stateLacks(s.NameSpan, s, "", c.Lacking(s.Node, "Type"), "")
	case Task:
		c.stateLacks(s.NameSpan, s, "", c.Lacking(s.Node, "Resource"), "name the task to run by its URI")
	case Choice:
		c.stateLacks(s.NameSpan, s, "", c.Lacking(s.Node, "Choices"), "")
	case Parallel:
		c.stateLacks(s.NameSpan, s, "", c.Lacking(s.Node, "Branches"), "")
	case Fail:
		if c.level == Level2016 {
			c.stateLacks(s.NameSpan, s, "", c.lackingInFail(s.Node), "they are optional at level current")
		}
	case Map:
		if c.level == Current && !c.Has(s.Node, "Iterator") {
			c.stateLacks(s.NameSpan, s, "", c.Lacking(s.Node, "ItemProcessor"), "")
		}
	}
	for _, x := range s.Retry {
		if !x.Broken {
			c.stateLacks(c.Head(x.Node), s, "a retrier of ", c.Lacking(x.Node, "ErrorEquals"), `name the errors, or "States.ALL"`)
		}
	}
	for _, x := range s.Catch {
		if !x.Broken {
			c.stateLacks(c.Head(x.Node), s, "a catcher of ", c.Lacking(x.Node, "ErrorEquals", "Next"), "")
		}
	}
	for _, x := range s.Choices {
		missingInRule(c, s, x, true)
	}
}

// lackingInFail leaves out what a field of a later version stands for, which was reported.
func (c *checker) lackingInFail(n *source.Node) []string {
	var missing []string
	for _, name := range []string{"Error", "Cause"} {
		if !c.Has(n, name+"Path") {
			missing = append(missing, c.Lacking(n, name)...)
		}
	}
	return missing
}

// missingInRule looks at a choice rule and at those inside of it. Only the outermost describes where to go.
func missingInRule(c *checker, s *State, x *Rule, outermost bool) {
	if x.Node.Kind != source.Object {
		return
	}
	var missing []string
	compares := x.Kind == RuleCompare || x.Kind == RuleLater && x.Operator != nil && x.Operator.Key != "Condition"
	if compares {
		missing = c.Lacking(x.Node, "Variable")
	}
	if outermost {
		missing = append(missing, c.Lacking(x.Node, "Next")...)
	}
	c.stateLacks(c.Head(x.Node), s, "a choice rule of ", missing, "")
	for _, inner := range x.Rules {
		missingInRule(c, s, inner, false)
	}
}

// checkEmptyStates looks for a machine without states. States that are missing are for another rule.
func checkEmptyStates(c *checker, m *Machine) {
	if m.StatesNode != nil && m.StatesNode.Kind == source.Object && len(m.StatesNode.Members) == 0 {
		c.Report(m.StatesNode.Span, `"States" is empty; a machine needs at least one state`)
	}
}

// exclusive are the pairs of fields of which a state has one at most. Those of a Wait state have a rule of their own.
var exclusive = [][2]string{
	{"TimeoutSeconds", "TimeoutSecondsPath"}, {"HeartbeatSeconds", "HeartbeatSecondsPath"}, {"Error", "ErrorPath"},
	{"Cause", "CausePath"}, {"ItemProcessor", "Iterator"}, {"ItemSelector", "Parameters"},
	{"MaxConcurrency", "MaxConcurrencyPath"}, {"ToleratedFailureCount", "ToleratedFailureCountPath"},
	{"ToleratedFailurePercentage", "ToleratedFailurePercentagePath"},
}

func checkExclusive(c *checker, s *State) {
	if c.level == Level2016 || len(s.Later) == 0 || s.Broken {
		return
	}
	for _, pair := range exclusive {
		first, second := s.Node.Member(pair[0]), s.Node.Member(pair[1])
		if first == nil || second == nil || placesOf(pair[1])&placeOf(s.Type) == 0 {
			continue
		}
		if second.KeySpan.Start < first.KeySpan.Start {
			first, second = second, first
		}
		c.Report(second.KeySpan, "state %s has both %s and %s; use one of them", quote(s.Name), quote(first.Key),
			quote(second.Key)).Related = c.Related(first.KeySpan, "the other one")
	}
}
