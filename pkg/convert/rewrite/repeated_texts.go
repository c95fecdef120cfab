package rewrite

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// repeatedText describes what is repeated in a part and how that ends, for people.
func (c *Conversion) repeatedText(b *workflow.Body) string {
	waits, rest := c.repeatedUntil(b)
	text := "repeats its steps"
	if calls := c.bodyText(b, deepText); calls != "" {
		text = "calls " + calls + ", again and again"
	}
	if waits != "" {
		text += ", with a wait " + waits
	}
	return text + rest
}

// repeatedInside is the same for a part among other steps, without the word for what is done with tasks. What lies deeper than some levels
// is left out.
func (c *Conversion) repeatedInside(b *workflow.Body, levels int) string {
	waits, rest := c.repeatedUntil(b)
	switch calls := c.bodyText(b, levels); {
	case calls == "" && waits == "":
		return ""
	case calls == "":
		return "waits " + waits + rest
	case waits != "":
		return calls + ", again and again, with a wait " + waits + rest
	default:
		return calls + ", again and again" + rest
	}
}

// repeatedUntil describes for what a part waits each time, and until when its steps are repeated.
func (c *Conversion) repeatedUntil(b *workflow.Body) (waiting, until string) {
	var waits, ends []string
	failures := ""
	for _, n := range b.Regions[0].Nodes {
		switch n.Kind {
		case workflow.Wait:
			waits = append(waits, "of "+lengthText(n.Until))
		case workflow.Await:
			waits = append(waits, c.awaitedText(n))
		}
		decides := n.Kind == workflow.Choice || n.Kind == workflow.Await
		for _, e := range n.Out {
			switch {
			case e.To.Kind == workflow.End && decides:
				ends = append(ends, c.reasonText(e))
			case e.To.Kind == workflow.Fail && decides:
				failures += ", or fails with " + cmp.Or(raisedName(e.To), "an error") + " when " + c.reasonText(e)
			case e.To.Kind == workflow.Fail && e.Kind == workflow.OnError:
				failures += ", or fails with " + cmp.Or(raisedName(e.To), "an error")
				if on := names(e.On); on != raisedName(e.To) {
					failures += " after " + on
				}
			case e.To.Kind != workflow.Pass || len(e.To.Out) == 0 || e.To.Out[0].To.Kind != workflow.End || e.To.Data.Result == nil:
			case e.Kind == workflow.OnError:
				failures += ", or after " + cmp.Or(names(e.On), "a time limit") + " with `" + expr.Readable(e.To.Data.Result) + "` in the document"
			case decides:
				failures += ", or until " + c.reasonText(e) + ", with `" + expr.Readable(e.To.Data.Result) + "` in the document then"
			}
		}
	}
	if len(ends) > 0 {
		until = ", until " + strings.Join(ends, " or ")
	}
	return strings.Join(waits, " and "), until + failures
}

// awaitedText describes what a step waits for, for people, with what becomes of its data.
func (c *Conversion) awaitedText(n *workflow.Node) string {
	var what []string
	if len(n.Awaits.For) == 0 {
		what = append(what, fmt.Sprintf("the %s of %q", plannedAnswers[n.Awaits.Kind], n.Name()))
	}
	for i := range n.Awaits.For {
		what = append(what, c.happeningText(&n.Awaits.For[i]))
	}
	text := "for " + strings.Join(what, " or ") + ", whose data is merged into the document"
	for i := range n.Timers {
		text += ", for at most " + lengthText(&n.Timers[i].Length)
	}
	return text
}

// happeningText describes an event that is waited for, for people.
func (c *Conversion) happeningText(t *workflow.Trigger) string {
	switch from := c.requested[t.Event]; from.Kind {
	case "transition":
		return fmt.Sprintf("the request %q", from.Name)
	case "update":
		return "an update"
	}
	return fmt.Sprintf("the event %q", t.Event.Type)
}

// arrivalText describes after what a step that waits goes along an edge, for people.
func (c *Conversion) arrivalText(e *workflow.Edge) string {
	if e.Kind == workflow.OnTimer {
		return "that time"
	}
	var what []string
	for i := range e.From.Awaits.For {
		if t := &e.From.Awaits.For[i]; t.Edge == e || t.Edge == nil && e.Kind != workflow.Guarded {
			what = append(what, c.happeningText(t))
		}
	}
	return cmp.Or(strings.Join(what, " or "), "it")
}

// reasonText describes when a choice goes along an edge, for people: its condition, or that none of the others holds. From a step that waits
// it is what comes.
func (c *Conversion) reasonText(e *workflow.Edge) string {
	if e.From.Kind == workflow.Await && e.Kind == workflow.OnTimer {
		return "that time is over"
	}
	if e.From.Kind == workflow.Await {
		return c.arrivalText(e) + " comes"
	}
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
