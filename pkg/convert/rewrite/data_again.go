package rewrite

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// The parameters of a task that stands in for fixed data: the document that it answers, or what it answers its input with.
const (
	givenAnswer = "answer"
	givenAdded  = "add"
	givenValue  = "value" // computed: see [Conversion.toldValue]
)

var dataAgain = Rewrite{
	ID:     "rewrite/data-again",
	What:   "a task that is given the fixed data that it answers, or has the expression that it computes, becomes a step that sets the data, as such steps are written that became tasks",
	When:   "has steps that set data",
	Before: "give-up({\"add\": {\"failed\": true}})",
	After:  "Give up: failed = true",
	Losses: []*dialects.LossRule{&lossDataTask},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return eachTask(w, c.setAgain)
	},
}

var lossDataTask = dialects.LossRule{ID: "convert/data-task", Level: dialects.Approximated, Data: dialects.Any,
	Affects: dialects.Inputs | dialects.Output | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome,
	What:    "a task that is given the fixed data that it answers is not called: the step sets the data",
	Remedy:  "check that the task does nothing but answer the data"}

// givenData are the parameters of a task that stands in for a step which sets fixed data; nil if the data is not fixed, or goes elsewhere.
func givenData(s *workflow.Stages) *value.Object {
	v, fixed := fixedData(s.Result)
	k := s.Combine
	if !fixed || s.Output != nil || s.Assign != nil || k != nil && k.Effective {
		return nil
	}
	switch {
	case replacing(k):
		return value.ObjectOf(value.Member{Key: givenAnswer, Value: v})
	case k.Mode == workflow.MergeDeep || k.Mode == workflow.MergeShallow:
		return value.ObjectOf(value.Member{Key: givenAdded, Value: v})
	}
	return nil
}

// fixedData is the value of an expression that does not depend on anything.
func fixedData(x expr.Expr) (any, bool) { return expr.Constant(meaningOrSelf(x)) }

// setAgain makes a task a step that sets data, if it has the shape and the name of one that stands in for such a step.
func (c *Conversion) setAgain(w *workflow.Workflow, n *workflow.Node) bool {
	alone := *n
	if n.Call.Parameters == nil && takesAnswer(&n.Data) {
		alone.Data = workflow.Stages{} // the data has the place of the answer
	}
	given := givenPlan(n)
	if given == nil || given.Len() != 1 || !c.standsAlone(&alone) || !sameName(c.taskName(n), n.Name()) || n.Call.Parameters == nil && !given.Has(givenValue) {
		return false
	}
	stages, ok := c.dataStages(given, n)
	if !ok {
		return false
	}
	answered := n.Data
	n.Data = stages
	if !c.Able.Computes && !(c.Able.Sources && isSource(n)) {
		n.Data = answered
		return false
	}
	n.Element.Doc, _ = describedPlan(n.Element.Doc)
	c.Lose(w, &lossDataTask, placeOf(n), n.Element, "the data itself", "%q is assumed to answer the data that it is given, and is not called", n.Name())
	n.Kind, n.Call = workflow.Pass, nil
	return true
}

// dataStages are the stages of a step that sets the data which a task is given in its place. It reports false if the target cannot have
// them, or the task is given something else.
func (c *Conversion) dataStages(given *value.Object, because *workflow.Node) (workflow.Stages, bool) {
	combine := &workflow.Combine{Mode: workflow.Replace}
	if v, told := given.Lookup(givenValue); told {
		x := valueTold(v)
		if x == nil || !c.Options.Domain.Typed {
			return workflow.Stages{}, false
		}
		if added := addedTo(x); added != nil {
			x, combine = added, &workflow.Combine{Mode: workflow.MergeShallow}
		}
		out, _ := c.writtenValue(x, &dialects.Sight{Domain: c.Options.Domain, Settings: c.Options.Settings, Stored: true})
		return workflow.Stages{Result: x, Combine: combine}, out != nil && (shapeOf(x) == objectShape || c.Able.Documents != workflow.ObjectDocument)
	}
	v, replaces := given.Lookup(givenAnswer)
	if !replaces {
		o, added := given.Get(givenAdded).(*value.Object)
		if !added {
			return workflow.Stages{}, false
		}
		mode, merges := c.merges()
		switch {
		case merges:
			v, combine = o, &workflow.Combine{Mode: mode}
		case o.Len() == 1 && c.Able.Answers.Has(dialects.AnswerAt): // one member is set at its path, which is what merging it would do
			m := o.At(0)
			v, combine = m.Value, &workflow.Combine{Mode: workflow.SetAt, Path: expr.NewPath(expr.RootInput, m.Key)}
		default:
			return workflow.Stages{}, false
		}
	}
	_, object := v.(*value.Object)
	return workflow.Stages{Result: &expr.Literal{Value: v, Span: because.Span}, Combine: combine}, object || c.Able.Documents != workflow.ObjectDocument
}

// standsAlone reports whether a task has nothing but its name and its parameters, and is not a stand-in of this conversion.
func (c *Conversion) standsAlone(n *workflow.Node) bool {
	return n.Kind == workflow.Task && n.Call != nil && !n.Call.Workflow && n.Call.Child == nil && !n.Call.Token && n.Awaits == nil && n.Emits == nil && n.When == nil &&
		len(n.Retry)+len(n.Timers) == 0 && !handles(n) && n.Data.IsZero() && !c.isSubstitute(n.Call.Task)
}
