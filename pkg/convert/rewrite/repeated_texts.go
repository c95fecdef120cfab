package rewrite

import (
	"cmp"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// repeatedText describes what is repeated in a part and how that ends, for people.
func (c *Conversion) repeatedText(b *workflow.Body) string {
	var waits, ends []string
	failures := ""
	for _, n := range b.Regions[0].Nodes {
		if n.Kind == workflow.Wait {
			waits = append(waits, lengthText(n.Until))
		}
		for _, e := range n.Out {
			switch {
			case e.To.Kind == workflow.End && n.Kind == workflow.Choice:
				ends = append(ends, c.reasonText(e))
			case e.To.Kind == workflow.Fail && n.Kind == workflow.Choice:
				failures += ", or fails with " + cmp.Or(raisedName(e.To), "an error") + " when " + c.reasonText(e)
			case e.Kind == workflow.OnError && e.To.Kind == workflow.Pass && e.To.Out[0].To.Kind == workflow.End:
				failures += ", or after " + cmp.Or(names(e.On), "a time limit") + " with `" + expr.Readable(e.To.Data.Result) + "` in the document"
			}
		}
	}
	text := "calls " + cmp.Or(c.bodyText(b, deepText), "nothing") + ", again and again"
	if len(waits) > 0 {
		text += ", with a wait of " + strings.Join(waits, " and of ")
	}
	if len(ends) > 0 {
		text += ", until " + strings.Join(ends, " or ")
	}
	return text + failures
}

// reasonText describes when a choice goes along an edge, for people: its condition, or that none of the others holds.
func (c *Conversion) reasonText(e *workflow.Edge) string {
	condition := func(x expr.Expr) string { return "`" + expr.Readable(expr.CommonCondition(x, c.domain())) + "`" }
	if e.Guard != nil {
		return condition(e.Guard)
	}
	var others []string
	for _, other := range e.From.Out {
		if other.Guard != nil {
			others = append(others, condition(other.Guard))
		}
	}
	if len(others) == 1 {
		return "not " + others[0]
	}
	return "none of " + strings.Join(others, ", ")
}

// raisedName is the error that a failure always has; empty if it depends on the data.
func raisedName(n *workflow.Node) string {
	if n.Raises == nil {
		return ""
	}
	name, _ := fixedText(n.Raises.Name)
	return name
}
