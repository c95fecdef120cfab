package asl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Raise implements dialects.Dialect.
func (Dialect) Raise(p *workflow.Program, o dialects.Raising) *dialects.Raised {
	r := &dialects.Raised{}
	if r.RefuseUnsupported(p, (Dialect{}).Name()) {
		return r
	}
	for _, w := range p.Workflows {
		r.Definitions = append(r.Definitions, dialects.Printed{ID: w.ID, Text: dialects.PrintLike(canonicalMachine(raiseWorkflow(w)), w.File, o.Format)})
	}
	return r
}

// raiseWorkflow makes the tree of a program that came from this dialect: all of it comes back as it was.
func raiseWorkflow(w *workflow.Workflow) *source.Node {
	root := raiseMachine(w.Root, w.Extras)
	if w.Timeout != nil {
		dialects.Put(root, "TimeoutSeconds", dialects.Written(w.Timeout.Length.Expr))
	}
	return root
}

func number(f float64) *source.Node {
	return &source.Node{Kind: source.Number, Text: strconv.FormatFloat(f, 'f', -1, 64)}
}

func raiseMachine(r *workflow.Region, extras workflow.Extras) *source.Node {
	states := dialects.NewObject()
	m := dialects.NewObject("StartAt", r.Start.Name(), "States", states)
	for _, n := range r.Nodes {
		if n.Role == workflow.Primary {
			dialects.Put(states, n.Name(), raiseState(n))
		}
	}
	dialects.PutExtras(m, extras)
	return m
}

// raiseState writes a state of asl as it was read, with its transitions, from its primary node.
func raiseState(n *workflow.Node) *source.Node {
	s := dialects.NewObject("Type", stateType(n).String())
	raiseStages(s, n)
	switch n.Kind {
	case workflow.Task:
		dialects.Put(s, "Resource", n.Call.Task)
		for _, t := range n.Timers {
			switch {
			case t.Implied:
			case t.Raises == workflow.ClassHeartbeat:
				dialects.Put(s, "HeartbeatSeconds", plain(t.Length.Expr))
			default:
				dialects.Put(s, "TimeoutSeconds", plain(t.Length.Expr))
			}
		}
	case workflow.Wait:
		if _, computed := n.Until.Expr.(*expr.Foreign); !computed {
			dialects.Put(s, waitField(n.Until), dialects.Written(n.Until.Expr))
		}
	case workflow.Fail:
		dialects.Put(s, "Error", plain(n.Raises.Name), "Cause", plain(n.Raises.Cause))
	case workflow.Scope:
		if n.Body.Items != nil {
			r := n.Body.Regions[0]
			dialects.Put(s, processorField(n), raiseMachine(r, r.Extras))
			break
		}
		dialects.Put(s, "Branches", dialects.NewList(n.Body.Regions, func(r *workflow.Region) *source.Node { return raiseMachine(r, r.Extras) }))
	}
	dialects.Put(s, "Retry", dialects.Unempty(dialects.NewList(n.Retry, func(r workflow.Retrier) *source.Node { return raiseRetrier(&r) })))
	raiseEdges(s, n)
	dialects.PutExtras(s, withoutMarks(n.Element.Extras))
	return s
}

// plain is a plain value of a field; nil for what is computed, which is among the extras as it was written.
func plain(x expr.Expr) *source.Node {
	if l, ok := x.(*expr.Literal); ok {
		return dialects.Written(l)
	}
	return nil
}

// oldProcessor marks a Map state whose processor is in the field Iterator, which is the old name of that field.
const oldProcessor = "(Iterator)"

// processorField is the field of a Map state that has its processor.
func processorField(n *workflow.Node) string {
	if n.Element.Extras.Get(oldProcessor) != nil {
		return "Iterator"
	}
	return "ItemProcessor"
}

// withoutMarks are the extras that are fields.
func withoutMarks(extras workflow.Extras) workflow.Extras {
	return slices.DeleteFunc(slices.Clone(extras), func(x workflow.Extra) bool { return x.Key == oldProcessor })
}

// stateTypes are the types of states that do what nodes do.
var stateTypes = map[workflow.Kind]StateType{workflow.Pass: Pass, workflow.Task: Task, workflow.Emit: Task, workflow.Choice: Choice, workflow.Wait: Wait,
	workflow.Scope: Parallel, workflow.End: Succeed, workflow.Fail: Fail}

// stateType is the type of state that does what a node does.
func stateType(n *workflow.Node) StateType {
	if n.Body != nil && n.Body.Each {
		return Map
	}
	return stateTypes[n.Kind]
}

// raiseStages writes the paths of a state, and the result of a Pass state. Templates and expressions are among the extras.
func raiseStages(s *source.Node, n *workflow.Node) {
	d := &n.Data
	if n.Kind == workflow.Pass && d.Result != nil && n.Element.Extras.Get("Output") == nil {
		dialects.Put(s, "Result", dialects.Written(d.Result))
	}
	dialects.Put(s, "InputPath", selected(d.Select))
	raiseCombine(s, d.Combine)
	dialects.Put(s, "OutputPath", selected(d.Output))
}

// selected is a path, or null for the stage that selects the empty object; nil where there is no stage.
func selected(x expr.Expr) *source.Node {
	switch x := x.(type) {
	case nil:
		return nil
	case *expr.Path:
		return dialects.NewText(x.Text)
	}
	return nothing()
}

func raiseCombine(s *source.Node, c *workflow.Combine) {
	switch {
	case c == nil:
	case c.Mode == workflow.Drop:
		dialects.Put(s, "ResultPath", nothing())
	default:
		dialects.Put(s, "ResultPath", c.Path.Text)
	}
}

// waitField is the field with the length of a Wait state.
func waitField(l *workflow.Length) string {
	field := "Seconds"
	if l.Unit == workflow.Instant {
		field = "Timestamp"
	}
	if _, ok := l.Expr.(*expr.Path); ok {
		field += "Path"
	}
	return field
}

func raiseRetrier(r *workflow.Retrier) *source.Node {
	n := dialects.NewObject("ErrorEquals", raiseMatcher(r.On))
	putDelays(n, r.Interval, r.Limit, r.Factor)
	dialects.PutExtras(n, r.Extras)
	return n
}

// putDelays adds when and how often a retrier retries, as far as it is not the default.
func putDelays(n *source.Node, seconds float64, attempts int, factor float64) {
	for _, x := range []struct {
		field     string
		is, usual float64
	}{{"IntervalSeconds", seconds, defaultInterval}, {"MaxAttempts", float64(attempts), defaultAttempts}, {"BackoffRate", factor, defaultBackoff}} {
		if x.is != x.usual {
			dialects.Put(n, x.field, number(x.is))
		}
	}
}

func raiseMatcher(m workflow.Matcher) *source.Node {
	return dialects.NewList(m, func(c workflow.Clause) *source.Node { return dialects.NewText(c.Name) })
}

// raiseEdges adds the transitions of a state.
func raiseEdges(s *source.Node, n *workflow.Node) {
	choices, catch := list(), list()
	for _, e := range n.Out {
		to := dialects.NewText(e.To.Name())
		switch e.Kind {
		case workflow.Next:
			dialects.Put(s, "Next", to)
		case workflow.ToEnd:
			dialects.Put(s, "End", true)
		case workflow.Default:
			dialects.Put(s, "Default", to)
		case workflow.Guarded:
			rule := raiseRule(e.Guard, e.Extras, "")
			dialects.Put(rule, "Next", to)
			choices.Items = append(choices.Items, rule)
		case workflow.OnError:
			c := dialects.NewObject("ErrorEquals", raiseMatcher(e.On))
			raiseCombine(c, e.Data.Combine)
			dialects.Put(c, "Next", to)
			dialects.PutExtras(c, e.Extras)
			catch.Items = append(catch.Items, c)
		}
	}
	if n.Kind == workflow.Choice {
		dialects.Put(s, "Choices", choices)
	}
	dialects.Put(s, "Catch", dialects.Unempty(catch))
}

// raiseRule makes a choice rule of a condition. Extras whose key begins with the pointer at are those of the rule.
func raiseRule(x expr.Expr, extras workflow.Extras, at string) *source.Node {
	n := dialects.NewObject()
	switch x := x.(type) {
	case *expr.Compare:
		dialects.Put(n, "Variable", x.Left.(*expr.Path).Text, operatorFor(x), dialects.Written(x.Right))
	case *expr.Is:
		dialects.Put(n, "Variable", x.Operand.(*expr.Path).Text, testFor(x.Type), truthNode(!x.Not))
	case *expr.Not:
		dialects.Put(n, "Not", raiseRule(x.Operand, extras, at+"0/"))
	case *expr.Logic:
		parts := list()
		for i, part := range x.Operands {
			parts.Items = append(parts.Items, raiseRule(part, extras, fmt.Sprintf("%s%d/", at, i)))
		}
		key := "And"
		if x.Op == expr.Or {
			key = "Or"
		}
		dialects.Put(n, key, parts)
	}
	for _, e := range extras {
		if key, ok := cutPointer(e.Key, at); ok {
			dialects.Put(n, key, e.Value)
		}
	}
	return n
}

// cutPointer returns the last part of a pointer whose other parts are at.
func cutPointer(pointer, at string) (string, bool) {
	key, ok := strings.CutPrefix(pointer, at)
	return key, ok && key != "" && !strings.Contains(key, "/")
}

// operatorFor is the name of the operator that compares as a comparison does.
func operatorFor(x *expr.Compare) string {
	as := x.As
	if as == expr.CodeUnits {
		as = expr.Text
	}
	_, twin := x.Right.(*expr.Path)
	return operatorsByMeaning[comparisonKey{as, x.Op, twin}]
}

// testFor is the name of the operator that asks whether a value is of a type.
func testFor(t expr.Type) string {
	for name, o := range operators {
		if o.test && o.is == t {
			return name
		}
	}
	return ""
}
