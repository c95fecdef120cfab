package rewrite

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// adapters keeps the work of many workers as it is: one worker that calls them is less to write than a change of each, and less to read
// about. What it has to do for each of them is in the name of the task, in its address, or in a plan:
//
//	answer-at/stock/check-stock                                                     answers {"stock": …}
//	{"do": "check-stock", "with": {"id": "$.order.id"}, "results": "$.stock"}       the same, for a part of the document
//	{"do": "check-stock", "with": "$"}                                              answers its input with the result merged in
var adapters = Rewrite{
	ID:     "rewrite/adapter",
	What:   "where more workers than a report has room for would have to select their input, or answer otherwise, one worker calls all of these and does that",
	When:   "cannot select the input of a task, or put its answer where it belongs, unless native constructs are preferred",
	Before: "check-stock, reserve, charge, pack, label and ship, which answer under a member each",
	After:  "answer-at/stock/check-stock, answer-at/booking/reserve, …: one worker, which calls the task after the last stroke, and answers under the member before it",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return w == c.Program.Start() && c.adapt()
	},
}

// mostLines is how many losses and contracts a report may have before workers that would have to do something else are called by another one,
// and fewestAdapted how many of these there have to be. Where there are more contracts than mostAdapted, nobody reads about them one by one, and
// an adapter for each would take as much memory as the step that calls it.
const mostLines, fewestAdapted, mostAdapted = 5, 3, 1_000

// adapt has one worker call all those that would have to select their input or answer otherwise, if there are too many of them.
func (c *Conversion) adapt() bool {
	if n := len(c.Raised.Contracts); c.Options.Prefer == dialects.PreferNative || n > mostAdapted || n+c.kindsOfLosses() <= mostLines {
		return false
	}
	adapted := c.adaptedCalls()
	if len(adapted) < fewestAdapted {
		return false
	}
	kept := make([]dialects.Contract, 0, len(c.Raised.Contracts)-len(adapted))
	for i := range c.Raised.Contracts {
		k := &c.Raised.Contracts[i]
		if at, ok := adapted[caller{k.Element, k.Task}]; ok {
			c.adaptCall(at.flow, at.node, k)
		} else {
			kept = append(kept, *k)
		}
	}
	c.Raised.Contracts, c.agreed = kept, nil
	return true
}

// kindsOfLosses is how many rules there are losses of.
func (c *Conversion) kindsOfLosses() int {
	rules := map[*dialects.LossRule]bool{}
	for _, l := range c.Losses() {
		rules[l.Rule] = true
	}
	return len(rules)
}

// A placedCall is a node with the workflow that it lies in.
type placedCall struct {
	flow *workflow.Workflow
	node *workflow.Node
}

// adaptedCalls are the only calls of tasks for which an adapter can do all that the contract asks of the worker, by the contracts.
func (c *Conversion) adaptedCalls() map[caller]placedCall {
	calls := map[string][]placedCall{}
	for _, w := range c.Program.Workflows {
		for _, n := range w.Nodes {
			if n.Call != nil {
				calls[n.Call.Task] = append(calls[n.Call.Task], placedCall{w, n})
			}
		}
	}
	out := map[caller]placedCall{}
	for i := range c.Raised.Contracts {
		k := &c.Raised.Contracts[i]
		if here := calls[k.Task]; len(here) == 1 && c.adaptable(here[0].node, k) {
			out[caller{k.Element, k.Task}] = here[0]
		}
	}
	return out
}

// adaptable reports whether an adapter can do what a contract asks of the worker of a node.
func (c *Conversion) adaptable(n *workflow.Node, k *dialects.Contract) bool {
	if k.AtOnce || len(k.Fails) > 0 || n.Kind != workflow.Task || n.Awaits != nil || n.Emits != nil || n.Call.Parameters != nil || n.Data.Select != nil || n.Data.Payload != nil ||
		c.callsWorkflow(n) || c.isSubstitute(k.Task) || c.Caller(n) != k.Element {
		return false
	}
	if k.From != nil && valueTold(k.From) == nil {
		return false
	}
	return c.namesPlace(k) || (c.Able.Parameters || c.Able.Described) && givenPlan(n) == nil
}

// namesPlace reports whether the name of a task, or its address, expresses all that an adapter has to do in place of a contract.
func (c *Conversion) namesPlace(k *dialects.Contract) bool {
	return c.mergesOnly() && k.Under != "" && k.From == nil
}

// adaptCall makes a node call an adapter, which calls its task as a contract has it.
func (c *Conversion) adaptCall(w *workflow.Workflow, n *workflow.Node, k *dialects.Contract) {
	part := c.partWithin(w, n)
	part.node.Data, part.node.Retry, part.node.Timers, part.node.Out = workflow.Stages{Payload: valueTold(k.From)}, nil, nil, nil
	answers, place := "the same", whole()
	switch {
	case k.Under != "":
		part.under = strings.Split(k.Under, ".")
		answers, place = "the same under "+k.Under, expr.NewPath(expr.RootInput, part.under...)
	case k.WithInput:
		part.node.Data.Combine = &workflow.Combine{Mode: mergedIn(k.Element)}
		answers, place = answerText(&part.node), nil
	}
	what := c.callText(&part.node) + ", and answers " + answers
	task, name := n.Call.Task, c.taskName(n)
	call := *n.Call
	n.Call = &call
	like := adaptsByName
	switch {
	case !c.namesPlace(k):
		call.Task = c.StandIn(w, n.Element, slug("call "+name), what)
		plan := value.ObjectOf(value.Member{Key: planDo, Value: name}, value.Member{Key: planWith, Value: k.From})
		if k.From == nil {
			plan.Set(planWith, expr.Readable(whole()))
		}
		if place != nil {
			plan.Set(planResults, expr.Readable(place))
		}
		c.givePlan(n, plan)
		like = c.adaptsByPlan(place != nil)
	case c.Able.Addresses:
		call.Task, call.Resource = c.StandIn(w, n.Element, slug("call "+name), what), dialects.AdapterPrefix+k.Under+"/"+task
	default:
		call.Task = c.StandIn(w, n.Element, dialects.AdapterPrefix+k.Under+"/"+name, what)
	}
	s := &c.Raised.StandIns[len(c.Raised.StandIns)-1]
	s.By, s.Adapts, s.Like = part, task, like
}

// mergedIn is how deep the source merges the answer of an element.
func mergedIn(e *workflow.Element) workflow.Mode {
	if n := e.Primary; n != nil && n.Data.Combine != nil && n.Data.Combine.Mode == workflow.MergeShallow {
		return workflow.MergeShallow
	}
	return workflow.MergeDeep
}

// adaptsByName describes adapters whose name, or address, is all that they need.
const adaptsByName = "\"" + dialects.AdapterPrefix + "PLACE/TASK\", which calls TASK, and answers its result under the members that PLACE names"

// adaptsByPlan describes adapters that have a plan.
func (c *Conversion) adaptsByPlan(places bool) string {
	by := "tasks that are given "
	if !c.Able.Parameters {
		by = "steps that are described by "
	}
	if places {
		return by + `{"do": TASK, "with": INPUT, "results": PLACE}, which calls TASK with INPUT, and answers its result at PLACE`
	}
	return by + `{"do": TASK, "with": INPUT}, which calls TASK with INPUT, and answers its own input with the result merged in`
}

// planWith is the member of a plan with what the task gets of the document: a path, or an object of paths and fixed values.
const planWith = "with"

// calledName is what the target calls the task of a node, or the one that an adapter calls there.
func (c *Conversion) calledName(n *workflow.Node) string {
	if s := c.standIn(n.Call.Task); s != nil && s.Adapts != "" {
		return dialects.TaskName(s.Adapts, c.Options.Resource)
	}
	return c.taskName(n)
}

// adaptersAgain restores the calls that adapters make: where answers are merged, before those that are selected after that, and elsewhere when
// the net is plain.
func adaptersAgain(of func(*workflow.Node) *adapted) Rewrite {
	return Rewrite{
		ID:     "rewrite/adapter-again",
		What:   "a task whose name, address or plan says which task it calls, with what, and where its answer gets to, becomes that task",
		When:   "always",
		Before: "answer-at/stock/check-stock",
		After:  "check-stock, whose answer is put at $.stock",
		Losses: []*dialects.LossRule{&lossPlannedTask},
		Apply: func(c *Conversion, w *workflow.Workflow) bool {
			return eachTask(w, func(w *workflow.Workflow, n *workflow.Node) bool {
				if n.Call.Workflow || n.Data.Result != nil || n.Data.Select != nil {
					return false
				}
				a := of(n)
				if a == nil {
					return false
				}
				c.Lose(w, &lossPlannedTask, placeOf(n), n.Element, "that task itself", "the worker of %q is assumed to call the task that it is given, and to do no more", n.Name())
				c.Raised.Planned = append(c.Raised.Planned, a.task)
				n.Element.Doc, _ = describedPlan(n.Element.Doc)
				n.Call = &workflow.Call{Task: a.task, Span: n.Call.Span}
				n.Data.Payload = a.with
				a.place(&n.Data)
				return true
			})
		},
	}
}

// An adapted task is what an adapter does.
type adapted struct {
	task string
	with expr.Expr // what the task gets; nil if that is the document
	// at is where the answer gets to: the path of the document if it is the answer of the adapter, and nil if it is merged into its input.
	at *expr.Path
}

// adaptedAndMerged is what a task does whose answer is merged in place of another one, by its name, its address or its plan; nil if it is no
// adapter.
func adaptedAndMerged(n *workflow.Node) *adapted {
	if !merging(n.Data.Combine) {
		return nil
	}
	for _, by := range []string{n.Call.Resource, n.Call.Task} {
		place, named := strings.CutPrefix(by, dialects.AdapterPrefix)
		under, task, ok := strings.Cut(place, "/")
		members := strings.Split(under, ".")
		if named && ok && task != "" && !slices.Contains(members, "") {
			return &adapted{task: task, at: expr.NewPath(expr.RootInput, members...)}
		}
	}
	return adaptedByPlan(n)
}

// adaptedByPlan is what a task has a plan of; nil if that is not the call of another task.
func adaptedByPlan(n *workflow.Node) *adapted {
	given := givenPlan(n)
	if given == nil || !given.Has(planWith) || n.Data.Payload != nil {
		return nil
	}
	a := &adapted{}
	for key, v := range given.All() {
		ok := true
		switch key {
		case planDo:
			a.task, ok = v.(string)
		case planWith:
			if a.with = valueTold(v); a.with != nil && isWhole(a.with) {
				a.with = nil
			} else {
				ok = a.with != nil
			}
		case planResults:
			a.at, ok = readPlanPath(v)
			ok = ok && a.at.Root == expr.RootInput && a.at.Definite
		default:
			ok = false
		}
		if !ok {
			return nil
		}
	}
	if a.task == "" {
		return nil
	}
	return a
}

// place puts the answer of a task into the document where its adapter put it.
func (a *adapted) place(d *workflow.Stages) {
	switch p, ok := filterPath(d.Output); {
	case a.at == nil:
		d.Combine = &workflow.Combine{Mode: workflow.MergeDeep}
	case len(a.at.Steps) == 0: // the answer of the adapter
	case ok && p.String() == a.at.String():
		d.Combine, d.Output = nil, nil
	default:
		d.Combine = &workflow.Combine{Mode: workflow.SetAt, Path: a.at}
	}
}
