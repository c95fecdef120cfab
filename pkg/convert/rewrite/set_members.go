package rewrite

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// setMembers has a pass node that merges fixed data into the document set each member of it by a node of its own, where the target puts values
// at places of the document, and merges none. It reports whether it did.
func (x *translation) setMembers(n *workflow.Node) bool {
	if !x.c.lacksMerging(n) || n.When != nil || n.Data.Output != nil || n.Data.Assign != nil || !x.c.Able.Answers.Has(dialects.AnswerAt) {
		return false
	}
	fixed, _ := fixedData(n.Data.Result)
	o, isObject := fixed.(*value.Object)
	if !isObject || o.Len() == 0 {
		return false
	}
	var members []workflow.Stages
	for key, v := range o.All() {
		if _, nested := v.(*value.Object); nested && n.Data.Combine.Mode == workflow.MergeDeep {
			return false
		}
		set := workflow.Stages{Combine: &workflow.Combine{Mode: workflow.SetAt, Path: expr.NewPath(expr.RootInput, key), Span: n.Data.Combine.Span}}
		set.Result, _ = x.c.writtenValue(&expr.Literal{Value: v}, x.sight(dialects.Sight{Stored: true}))
		if set.Result == nil {
			return false
		}
		members = append(members, set)
	}
	for i := len(members) - 1; i > 0; i-- {
		added := AddAfter(x.w, n, x.c.NewElement(x.w, n.Element, n.Name(), ""), workflow.Pass)
		added.Data = members[i]
	}
	n.Data.Result, n.Data.Combine, x.changed = members[0].Result, members[0].Combine, true
	return true
}
