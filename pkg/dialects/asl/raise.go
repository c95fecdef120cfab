package asl

import (
	"fmt"
	"strconv"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Raise implements dialects.Dialect. It refuses a program with constructs that the model does not hold.
func (Dialect) Raise(p *workflow.Program, format source.Format) (text []byte, losses []diag.Diagnostic) {
	w := p.Start()
	for _, u := range w.Unsupported {
		losses = append(losses, diag.Diagnostic{Rule: "convert/unsupported", Severity: diag.Error, File: w.File, Span: u.Span,
			Dialect: w.Dialect, Message: u.Message("converted")})
	}
	if len(losses) > 0 {
		return nil, losses
	}
	root := raiseMachine(w.Root, w.Extras)
	if w.Timeout != nil {
		root.Members = append(root.Members, member("TimeoutSeconds", written(w.Timeout.Length.Expr)))
	}
	return source.Print(canonicalMachine(root), format), nil
}

// The raised definition is made as a tree of source nodes. What its author wrote is the node that he wrote, so that the
// spelling of numbers and the order of data stay; the rest is made anew.

func object() *source.Node { return &source.Node{Kind: source.Object} }

func text(s string) *source.Node { return &source.Node{Kind: source.String, Text: s} }

func member(key string, v *source.Node) source.Member { return source.Member{Key: key, Value: v} }

func number(f float64) *source.Node {
	return &source.Node{Kind: source.Number, Text: strconv.FormatFloat(f, 'f', -1, 64)}
}

// written is a literal as it was written, or, where nobody wrote it, as its value is.
func written(x expr.Expr) *source.Node {
	l, ok := x.(*expr.Literal)
	switch {
	case !ok:
		return text(x.(*expr.Path).Text)
	case l.Node != nil:
		return l.Node
	default:
		return value.Node(l.Value)
	}
}

// add adds a member unless its value is nil.
func add(n *source.Node, key string, v *source.Node) {
	if v != nil {
		n.Members = append(n.Members, member(key, v))
	}
}

// addExtras adds the extras of a definition that came from asl. One that the model has a part for, with the same key, is
// the value as it was spelled.
func addExtras(n *source.Node, extras workflow.Extras) {
	for _, x := range extras {
		if m := n.Member(x.Key); m != nil {
			m.Value = x.Value
			continue
		}
		add(n, x.Key, x.Value)
	}
}

func raiseMachine(r *workflow.Region, extras workflow.Extras) *source.Node {
	m, states := object(), object()
	add(m, "StartAt", text(r.Start.Name()))
	add(m, "States", states)
	for _, n := range r.Nodes {
		if n.Role == workflow.Primary {
			add(states, n.Name(), raiseState(n))
		}
	}
	addExtras(m, extras)
	return m
}

func raiseState(n *workflow.Node) *source.Node {
	s := object()
	add(s, "Type", text(typeOf(n).String()))
	raiseStages(s, &n.Data)
	switch n.Kind {
	case workflow.Task:
		add(s, "Resource", text(n.Call.Task))
		for _, t := range n.Timers {
			if t.Implied {
				continue
			}
			key := "TimeoutSeconds"
			if t.Raises == workflow.ClassHeartbeat {
				key = "HeartbeatSeconds"
			}
			add(s, key, written(t.Length.Expr))
		}
	case workflow.Wait:
		add(s, waitField(n.Until), written(n.Until.Expr))
	case workflow.Fail:
		if n.Raises.Name != nil {
			add(s, "Error", written(n.Raises.Name))
		}
		if n.Raises.Cause != nil {
			add(s, "Cause", written(n.Raises.Cause))
		}
	case workflow.Scope:
		branches := &source.Node{Kind: source.Array}
		for _, r := range n.Body.Regions {
			branches.Items = append(branches.Items, raiseMachine(r, r.Extras))
		}
		add(s, "Branches", branches)
	}
	if len(n.Retry) > 0 {
		retry := &source.Node{Kind: source.Array}
		for i := range n.Retry {
			retry.Items = append(retry.Items, raiseRetrier(&n.Retry[i]))
		}
		add(s, "Retry", retry)
	}
	raiseEdges(s, n)
	addExtras(s, n.Element.Extras)
	return s
}

// typeOf is the type of state that does what a node does.
func typeOf(n *workflow.Node) StateType {
	switch n.Kind {
	case workflow.Task:
		return Task
	case workflow.Choice:
		return Choice
	case workflow.Wait:
		return Wait
	case workflow.Scope:
		return Parallel
	case workflow.End:
		return Succeed
	case workflow.Fail:
		return Fail
	default:
		return Pass
	}
}

func raiseStages(s *source.Node, d *workflow.Stages) {
	if d.Result != nil {
		add(s, "Result", written(d.Result))
	}
	if d.Select != nil {
		add(s, "InputPath", selected(d.Select))
	}
	raiseCombine(s, d.Combine)
	if d.Output != nil {
		add(s, "OutputPath", selected(d.Output))
	}
}

// selected is a path, or null for the stage that selects the empty object.
func selected(x expr.Expr) *source.Node {
	if p, ok := x.(*expr.Path); ok {
		return text(p.Text)
	}
	return &source.Node{Kind: source.Null}
}

func raiseCombine(s *source.Node, c *workflow.Combine) {
	switch {
	case c == nil:
	case c.Mode == workflow.Drop:
		add(s, "ResultPath", &source.Node{Kind: source.Null})
	default:
		add(s, "ResultPath", text(c.Path.Text))
	}
}

// waitField is the field that says how long a Wait state waits.
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
	n := object()
	add(n, "ErrorEquals", raiseMatcher(r.On))
	if r.Interval != defaultInterval {
		add(n, "IntervalSeconds", number(r.Interval))
	}
	if r.Limit != defaultAttempts {
		add(n, "MaxAttempts", number(float64(r.Limit)))
	}
	if r.Factor != defaultBackoff {
		add(n, "BackoffRate", number(r.Factor))
	}
	addExtras(n, r.Extras)
	return n
}

func raiseMatcher(m workflow.Matcher) *source.Node {
	names := &source.Node{Kind: source.Array}
	for _, c := range m {
		names.Items = append(names.Items, text(c.Name))
	}
	return names
}

// raiseEdges adds the transitions of a state.
func raiseEdges(s *source.Node, n *workflow.Node) {
	choices, catch := &source.Node{Kind: source.Array}, &source.Node{Kind: source.Array}
	for _, e := range n.Out {
		to := text(e.To.Name())
		switch e.Kind {
		case workflow.Next:
			add(s, "Next", to)
		case workflow.ToEnd:
			add(s, "End", &source.Node{Kind: source.Bool, Text: "true"})
		case workflow.Default:
			add(s, "Default", to)
		case workflow.Guarded:
			rule := raiseRule(e.Guard, e.Extras, "")
			add(rule, "Next", to)
			choices.Items = append(choices.Items, rule)
		case workflow.OnError:
			c := object()
			add(c, "ErrorEquals", raiseMatcher(e.On))
			raiseCombine(c, e.Data.Combine)
			add(c, "Next", to)
			addExtras(c, e.Extras)
			catch.Items = append(catch.Items, c)
		}
	}
	if n.Kind == workflow.Choice {
		add(s, "Choices", choices)
	}
	if len(catch.Items) > 0 {
		add(s, "Catch", catch)
	}
}

// raiseRule makes a choice rule of a condition. Extras whose key begins with the pointer at are those of the rule.
func raiseRule(x expr.Expr, extras workflow.Extras, at string) *source.Node {
	n := object()
	switch x := x.(type) {
	case *expr.Compare:
		add(n, "Variable", text(x.Left.(*expr.Path).Text))
		add(n, operatorFor(x), written(x.Right))
	case *expr.Not:
		add(n, "Not", raiseRule(x.Operand, extras, at+"0/"))
	case *expr.Logic:
		parts := &source.Node{Kind: source.Array}
		for i, part := range x.Operands {
			parts.Items = append(parts.Items, raiseRule(part, extras, fmt.Sprintf("%s%d/", at, i)))
		}
		key := "And"
		if x.Op == expr.Or {
			key = "Or"
		}
		add(n, key, parts)
	}
	for _, e := range extras {
		if key, ok := cutPointer(e.Key, at); ok {
			add(n, key, e.Value)
		}
	}
	return n
}

// cutPointer returns the last part of a pointer whose other parts are at.
func cutPointer(pointer, at string) (string, bool) {
	if len(pointer) <= len(at) || pointer[:len(at)] != at {
		return "", false
	}
	key := pointer[len(at):]
	for i := range len(key) {
		if key[i] == '/' {
			return "", false
		}
	}
	return key, true
}

// operatorFor is the name of the operator that compares as a comparison does.
func operatorFor(x *expr.Compare) string {
	for name, o := range operators {
		if o.kind == RuleCompare && o.as == x.As && o.op == x.Op {
			return name
		}
	}
	return ""
}
