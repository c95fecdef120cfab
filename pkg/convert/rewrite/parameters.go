package rewrite

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var parameters = Rewrite{
	ID:     "rewrite/parameters",
	What:   "the fixed parameters of a task become members of its input",
	When:   "has no parameters besides the input",
	Before: "load-file (mode: append) gets the document",
	After:  "load-file gets the document with \"mode\": \"append\"",
	Losses: []*dialects.LossRule{&lossParameters, &lossParametersDropped},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return !c.Able.Parameters && eachTask(w, c.mergeParameters)
	},
}

// mergeParameters makes the parameters of a task members of what it gets.
func (c *Conversion) mergeParameters(w *workflow.Workflow, n *workflow.Node) bool {
	p := n.Call.Parameters
	if p == nil {
		return false
	}
	call := *n.Call
	call.Parameters = nil
	n.Call = &call
	o, ok := p.Value.(*value.Object)
	payload, object := expr.Meant(n.Data.Payload).(*expr.Object)
	switch {
	case ok && object:
		merged := &expr.Object{Members: append([]expr.ObjectMember(nil), payload.Members...)}
		merged.Members = append(merged.Members, literals(o)...)
		n.Data.Payload = merged
	case ok && n.Data.Payload == nil && c.Able.Inputs.Has(dialects.InputObject) && c.writes(inputWith(o)):
		n.Data.Payload = inputWith(o)
	case ok && n.Data.Payload == nil && n.Data.Select == nil && c.Able.Computes:
		e := c.NewElement(w, n.Element, "Parameters of "+n.Name(), "")
		pass := AddBefore(w, n, e, workflow.Pass)
		pass.Data.Result = &expr.Object{Members: literals(o)}
		pass.Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow}
	default:
		c.Lose(w, &lossParametersDropped, p.Span, n.Element, "", "the parameters of %q are dropped: give them to the worker of %s by other means", n.Name(), call.Task)
		return true
	}
	c.Lose(w, &lossParameters, p.Span, n.Element, "", "%q gets its parameters as members of its input", n.Name())
	return true
}

// lacksPlain reports whether parameters are a text or another plain value, and the target has only objects and lists.
func (c *Conversion) lacksPlain(parameters *expr.Literal) bool {
	switch parameters.Value.(type) {
	case *value.Object, []any:
		return false
	}
	return !c.Able.PlainParameters
}

// inputWith is the input of a task with the members of an object.
func inputWith(o *value.Object) expr.Expr {
	return &expr.Apply{Do: expr.Merge, Args: []expr.Expr{expr.NewPath(expr.RootInput), &expr.Object{Members: literals(o)}}}
}

// writes reports whether the target can express a value.
func (c *Conversion) writes(x expr.Expr) bool {
	v, _ := c.writtenValue(x, &dialects.Sight{Domain: c.Options.Domain})
	return v != nil
}

// literals are the members of an object as expressions.
func literals(o *value.Object) []expr.ObjectMember {
	out := make([]expr.ObjectMember, 0, o.Len())
	for k, v := range o.All() {
		out = append(out, expr.ObjectMember{Key: k, Value: &expr.Literal{Value: v}})
	}
	return out
}
