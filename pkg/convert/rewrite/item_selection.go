package rewrite

import (
	"fmt"
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var itemSelection = Rewrite{
	ID:     "rewrite/item-selection",
	What:   "the input of an iteration for each item is computed by a task before it, for all items",
	When:   "cannot express that",
	Before: "for each of $.files, with {\"bucket\": $.bucket, \"file\": item}: load-file",
	After:  "prepare-load-files; for each of its answer: load-file",
	Losses: []*dialects.LossRule{&lossMergedResult},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.Each && !c.Able.Computes { // one task does what is done for all items
			return false
		}
		return eachNode(w, func(n *workflow.Node) bool {
			return n.Kind == workflow.Scope && n.Body.Each && n.Body.Items != nil && n.Body.Items.Select != nil && n.Data.Select == nil && !c.calls(w, n) && c.prepareItems(w, n)
		})
	},
}

// prepareItems makes a task make the list of what an iteration gives for each item, where the target cannot express that.
func (c *Conversion) prepareItems(w *workflow.Workflow, n *workflow.Node) bool {
	items := *n.Body.Items
	if out, _ := c.Target.Value(items.Select, &dialects.Sight{Domain: c.Options.Domain, Settings: c.Options.Settings, Item: true}); out != nil ||
		items.Reader != nil || items.Batch != nil || items.Writer != nil {
		return false
	}
	scope := *n
	e := c.NewElement(w, n.Element, "Prepare "+n.Name(), "")
	task := AddBefore(w, n, e, workflow.Task)
	stand := slug(e.Name)
	name, free := c.itemsPlace(n)
	if !free {
		name = stand
	}
	what := fmt.Sprintf("answers {%q: […]}, with `%s` for each item of `%s`", name, expr.Readable(items.Select), expr.Readable(orWhole(n.Data.Payload)))
	by := dialects.Answerer(itemInputs{flow: w, node: &scope, list: orWhole(n.Data.Payload), items: items, member: name})
	if mode, merges := c.merges(); merges {
		task.Data.Combine = &workflow.Combine{Mode: mode}
	} else {
		by, what = mergedAnswer{of: by}, what+", merged into its input"
	}
	task.Call = &workflow.Call{Task: c.StandIn(w, n.Element, stand, what)}
	c.Raised.StandIns[len(c.Raised.StandIns)-1].By = by
	if !free && observes(n) {
		c.Lose(w, &lossMergedResult, placeOf(n), n.Element, "a member of the document", "the input that is computed for the items of %q stays in the document", n.Name())
	}
	items.Select, items.List = nil, true
	body := *n.Body
	body.Items = &items
	n.Body, n.Data.Payload = &body, expr.NewPath(expr.RootInput, name)
	return true
}

// itemsPlace is the member of the document that the results of an iteration take, which its items can have until then. It reports false where
// there is none, where it may be seen before, and where results are added to what is there.
func (c *Conversion) itemsPlace(n *workflow.Node) (string, bool) {
	into := n.Data.Combine
	caught := slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Kind == workflow.OnError })
	if !c.Able.Each || c.Able.AddsResults || caught || into == nil || into.Mode != workflow.SetAt || len(into.Path.Steps) != 1 || into.Path.Steps[0].Kind != expr.StepChild {
		return "", false
	}
	return into.Path.Steps[0].Name, true
}

// An itemInputs answer is the list of what an iteration gives for each item, under a member. It implements dialects.Answerer.
type itemInputs struct {
	flow   *workflow.Workflow
	node   *workflow.Node
	list   expr.Expr
	items  workflow.Items
	member string
}

// Answer implements dialects.Answerer.
func (x itemInputs) Answer(input any, now time.Time) (any, error) {
	v, err := expr.Eval(x.list, &expr.Env{Input: input, Now: now})
	if err != nil {
		return nil, err
	}
	list, isList := v.([]any)
	switch {
	case isList:
	case x.items.Objects != nil:
		list = x.items.Objects(v)
	case x.items.List:
		return nil, fmt.Errorf("the items are %s, and not a list", value.TypeOf(v))
	default:
		list = []any{v}
	}
	out := make([]any, len(list))
	for i, item := range list {
		env := &expr.Env{Input: input, Now: now, Item: item}
		if x.flow.Context != nil {
			env.Context = x.flow.Context(&workflow.Facts{Workflow: x.flow, Node: x.node, Start: now, Entered: now, HasItem: true, Keyed: !isList && x.items.Objects != nil, Index: i, Item: item})
		}
		if out[i], err = expr.Eval(x.items.Select, env); err != nil {
			return nil, err
		}
	}
	return value.ObjectOf(value.Member{Key: x.member, Value: out}), nil
}
