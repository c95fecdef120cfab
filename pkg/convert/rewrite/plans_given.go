package rewrite

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// givePlan gives a task a plan as its parameters, or describes it by the plan, after what its author says of it.
func (c *Conversion) givePlan(n *workflow.Node, plan *value.Object) {
	if c.Able.Parameters {
		n.Call.Parameters = &expr.Literal{Value: plan, Span: n.Span}
		return
	}
	text := string(value.Append(nil, plan))
	if n.Element.Doc != "" {
		text = n.Element.Doc + "\n" + text
	}
	n.Element.Doc = text
}

// takesAnswer reports whether an answer gets into the document as those of all stand-ins do where answers are merged: its members are merged,
// or the part of it that takes the place of the document is selected.
func takesAnswer(d *workflow.Stages) bool {
	if merging(d.Combine) {
		return *d == workflow.Stages{Combine: d.Combine}
	}
	p := filterPathOrNil(d.Output)
	return p != nil && *d == workflow.Stages{Output: d.Output} && expr.Readable(p) == expr.Readable(expr.NewPath(expr.RootInput, heldAt...))
}

// givenPlan is the object that is the plan of a task, if it has one: its parameters, or the end of its description. It is nil for other nodes.
func givenPlan(n *workflow.Node) *value.Object {
	if n.Call == nil {
		return nil
	}
	if n.Call.Parameters != nil {
		o, _ := n.Call.Parameters.Value.(*value.Object)
		return o
	}
	_, o := describedPlan(n.Element.Doc)
	return o
}

// describedPlan takes a description apart that ends with a line which is an object: what is before that line, and the object, nil if there
// is none.
func describedPlan(doc string) (before string, plan *value.Object) {
	last := strings.LastIndexByte(doc, '\n') + 1
	if !strings.HasPrefix(doc[last:], "{") {
		return doc, nil
	}
	v, err := value.Parse([]byte(doc[last:]))
	if plan, _ = v.(*value.Object); err != nil || plan == nil {
		return doc, nil
	}
	return strings.TrimSuffix(doc[:last], "\n"), plan
}
