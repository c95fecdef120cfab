package rewrite

import (
	"fmt"
	"slices"
	"strings"
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
	if !c.needsItems(&items) {
		return false
	}
	if c.itemAsMember(n) {
		return true
	}
	scope := *n
	e := c.NewElement(w, n.Element, "Prepare "+n.Name(), "")
	task := AddBefore(w, n, e, workflow.Task)
	stand := slug(e.Name)
	name, free := c.itemsPlace(n)
	if !free {
		name = stand
	}
	inputs := itemInputs{flow: w, node: &scope, list: orWhole(n.Data.Payload), items: items, at: []string{name}}
	form, beside := fmt.Sprintf("{%q: […]}", name), ""
	if !free && c.restoresAfter(n) {
		free = true
		inputs.at = append([]string{stand}, placeOfItems(inputs.list)...)
		form, beside = fmt.Sprintf("{%q: {%s, %q: …}}", stand, listUnder(inputs.at[1:]), preparedFor), ", and its input"
		if c.Able.AddsResults {
			inputs.results = n.Data.Combine.Path
			beside += ", with an empty list at `" + expr.Readable(inputs.results) + "`,"
		}
		beside += fmt.Sprintf(" as %q", preparedFor)
	}
	what := fmt.Sprintf("answers %s, with `%s` for each item of `%s`%s", form, expr.Readable(items.Select), expr.Readable(inputs.list), beside)
	by := dialects.Answerer(inputs)
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
	n.Body, n.Data.Payload = &body, expr.NewPath(expr.RootInput, inputs.at...)
	if beside != "" {
		within := expr.NewPath(expr.RootInput, stand, preparedFor)
		n.Data.Combine, n.Data.Output = under(n.Data.Combine, within), within
	}
	return true
}

// needsItems reports whether what is selected for each item is made by a task before the iteration.
func (c *Conversion) needsItems(items *workflow.Items) bool {
	out, _ := c.writtenValue(items.Select, &dialects.Sight{Domain: c.Options.Domain, Settings: c.Options.Settings, Item: true})
	return out == nil && items.Reader == nil && items.Batch == nil && items.Writer == nil
}

// lacksItemsPlace reports whether the input that is computed for the items of an iteration would stay in the document where somebody sees it.
func (c *Conversion) lacksItemsPlace(_ *workflow.Workflow, n *workflow.Node) bool {
	if n.Kind != workflow.Scope || !n.Body.Each || !c.Able.Each || n.Body.Items == nil || n.Body.Items.Select == nil || n.Data.Select != nil ||
		c.Options.Prefer == dialects.PreferNative || !c.needsItems(n.Body.Items) || c.onlyMember(n.Body.Items) != "" {
		return false
	}
	_, free := c.itemsPlace(n)
	return !free && !c.restoresAfter(n) && observes(n)
}

// The members of what is prepared for an iteration, where the document is restored after it: the document, and the items, which have the
// place there that the list has in the document, so that the definition shows of what they are made.
const (
	preparedItems = "items" // where the list has no such place
	preparedFor   = "document"
)

// placeOfItems are the members that lead to what is prepared for the items of a list.
func placeOfItems(list expr.Expr) []string {
	p, _ := meaningOrSelf(list).(*expr.Path)
	if dotted, plain := members(p); plain && p.Steps[0].Name != preparedFor {
		return strings.Split(dotted, ".")
	}
	return []string{preparedItems}
}

// listUnder describes a list that members lead to, as a member of an object.
func listUnder(at []string) string {
	text := fmt.Sprintf("%q: […]", at[len(at)-1])
	for _, name := range slices.Backward(at[:len(at)-1]) {
		text = fmt.Sprintf("%q: {%s}", name, text)
	}
	return text
}

// restoresAfter reports whether the document that came to an iteration, with its results, can be selected to go on from it. What an error
// leads to would get all that was prepared too.
func (c *Conversion) restoresAfter(n *workflow.Node) bool {
	d, into := &n.Data, n.Data.Combine
	_, merges := c.merges()
	timed := slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return t.Edge != nil })
	return c.Able.OutputParts && merges && c.Options.Domain.Disjoint && !handles(n) && !timed && observes(n) &&
		d.Output == nil && d.Result == nil && d.Assign == nil && into != nil && into.Mode == workflow.SetAt && into.Path.Root == expr.RootInput
}

// under is what puts an answer at a place of what is at a path of the document.
func under(into *workflow.Combine, at *expr.Path) *workflow.Combine {
	out, path := *into, *into.Path
	path.Steps = slices.Concat(at.Steps, path.Steps)
	path.Text = path.String()
	out.Path = &path
	return &out
}

// itemsPlace is the member of the document that the results of an iteration take, which its items can have until then. It reports false
// where there is none, where it may be seen before, and where results are added to what is there.
func (c *Conversion) itemsPlace(n *workflow.Node) (string, bool) {
	into := n.Data.Combine
	caught := slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Kind == workflow.OnError })
	if !c.Able.Each || c.Able.AddsResults || caught || into == nil || into.Mode != workflow.SetAt || len(into.Path.Steps) != 1 || into.Path.Steps[0].Kind != expr.StepChild {
		return "", false
	}
	return into.Path.Steps[0].Name, true
}

// An itemInputs answer is the list of what an iteration gives for each item, under a member, or under one of it with the input beside the
// list. It implements dialects.Answerer.
type itemInputs struct {
	flow  *workflow.Workflow
	node  *workflow.Node
	list  expr.Expr
	items workflow.Items
	at    []string
	// results is where the results are added to a list, which is empty in the input beside the items; nil where they replace what is there.
	results *expr.Path
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
	answer := computed{under: x.at[min(len(x.at)-1, 1):]}.placed(out).(*value.Object)
	if len(x.at) > 1 {
		if x.results != nil {
			if input, err = expr.Set(input, x.results, []any{}); err != nil {
				return nil, err
			}
		}
		answer.Set(preparedFor, input)
		answer = value.ObjectOf(value.Member{Key: x.at[0], Value: answer})
	}
	return answer, nil
}
