package rewrite

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// callsText describes what the regions of a node call, for people.
func (c *Conversion) callsText(n *workflow.Node) string {
	if repeatsAll(n.Body) {
		return c.repeatedText(n.Body)
	}
	text := fmt.Sprintf("does what the parts of %q do", n.Name())
	if n.Body.Each {
		text = fmt.Sprintf("does what %q does for each item", n.Name())
		if list := cmp.Or(n.Data.Payload, n.Data.Select); list != nil {
			text += " of `" + expr.Readable(expr.CommonValue(list, c.domain())) + "`"
		}
		if n.Body.Item != "" {
			text += ", as `$." + n.Body.Item + "`"
		}
		if items := n.Body.Items; items != nil && items.Select != nil {
			text += ", with the input `" + expr.Readable(expr.CommonValue(items.Select, c.domain())) + "`"
		}
		text += itemsText(n.Body.Items)
		if n.Body.Bounded() {
			text += ", " + numberText(n.Body.Most) + " at once"
		}
	}
	if calls := c.bodyText(n.Body, deepText); calls != "" {
		text += ": calls " + calls
	}
	if n.Body.Enough != nil {
		ended := numberText(n.Body.Enough) + " of them have ended"
		if l, fixed := n.Body.Enough.(*expr.Literal); fixed && value.Equal(l.Value, int64(1)) {
			ended = "one of them has ended"
		}
		text += ", until " + ended
	}
	return text
}

// thenText is between what is called first and what after it.
const thenText = " and then "

// deepText is how many levels of regions in regions are described to people.
const deepText = 4

// bodyText describes which tasks regions call, and when, for people; it is empty if they call none. What lies deeper than some levels is left out.
func (c *Conversion) bodyText(b *workflow.Body, levels int) string {
	if levels == 0 {
		return "…"
	}
	var branches []string
	for _, r := range b.Regions {
		var steps []string
		text, last := "", (*workflow.Node)(nil) // of them
		for _, x := range r.Nodes {
			step := ""
			switch {
			case x.Call != nil:
				step = c.stepText(x) + c.conditionText(x)
			case x.Body != nil:
				if repeatsAll(x.Body) {
					step = c.repeatedInside(x.Body, levels-1)
				} else if step = c.bodyText(x.Body, levels-1); step != "" && x.Body.Each {
					step += ", for each item"
				}
				condition := c.conditionText(x)
				if strings.ContainsAny(step, ";,") || condition != "" && strings.Contains(step, thenText) {
					step = "(" + step + ")"
				}
				if step != "" {
					step += condition
				}
			case x.Kind == workflow.Table:
				step = fmt.Sprintf("the decision table %q", x.Name())
			}
			follows := len(x.In) == 1 && x.In[0].From == last // a step on another path is written once
			if step != "" && (follows || !slices.Contains(steps, step)) {
				switch {
				case last == nil:
				case follows || reachable(following(last))[x]:
					text += thenText
				default: // instead of the one before
					text += " or "
				}
				text += step
				steps, last = append(steps, step), x
			}
		}
		if len(steps) > 0 {
			branches = append(branches, text)
		}
	}
	text := strings.Join(branches, "; ")
	if len(branches) > 1 {
		text += ", at the same time"
	}
	return text
}

// stepText describes a call in a part, for people: what the task gets, how often it is tried, and where its answer goes.
func (c *Conversion) stepText(n *workflow.Node) string {
	d := &n.Data
	text := dialects.TaskName(n.Call.Task, c.Options.Resource) + c.inputText(d)
	if attempts := attemptsText(n); attempts != "" {
		text += " (" + strings.TrimPrefix(attempts, ", ") + ")"
	}
	return text + takenText(d)
}

// takenText describes where the answer goes of a call in a part, for people; it is empty where that is the document, or is merged into it.
func takenText(d *workflow.Stages) string {
	text, taken := "", ", whose answer"
	if d.Result != nil {
		taken = ", of whose answer " + resultText(d.Result)
	}
	switch k := d.Combine; {
	case k != nil && k.Mode == workflow.Drop:
		text = ", whose answer is dropped"
	case k != nil && k.Mode == workflow.SetAt:
		text = taken + " is put at `" + expr.Readable(k.Path) + "`"
	case k != nil && k.Mode == workflow.AppendAt:
		text = taken + " is added to the list at `" + expr.Readable(k.Path) + "`"
	case d.Result != nil && replacing(k):
		text = taken + " goes on"
	case d.Result != nil:
		text = taken + " is merged in"
	}
	if d.Output != nil {
		text += ", after which " + meaningText(d.Output) + " is selected"
	}
	return text
}

// conditionText describes in which case a step comes after a choice, for people; it is empty if it comes in any. Steps between them that call
// nothing are passed over.
func (c *Conversion) conditionText(n *workflow.Node) string {
	for range n.Region.Nodes {
		if len(n.In) == 1 && n.In[0].From.Kind == workflow.Pass {
			n = n.In[0].From
		}
	}
	if n == n.Region.Start { // it comes first, whatever leads back to it
		return ""
	}
	if len(n.In) == 1 && n.In[0].From.Kind == workflow.Await {
		return " after " + c.arrivalText(n.In[0])
	}
	if len(n.In) == 1 && n.In[0].Kind == workflow.OnError {
		return " after " + cmp.Or(names(n.In[0].On), "a time limit") + errorPlaceText(n.In[0])
	}
	if len(n.In) != 1 || n.In[0].From.Kind != workflow.Choice {
		return ""
	}
	switch e := n.In[0]; {
	case e.Guard != nil:
		return " if `" + expr.Readable(e.Guard) + "`"
	case e.Kind == workflow.Default:
		return " otherwise"
	}
	return ""
}
