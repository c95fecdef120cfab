package rewrite

import (
	"cmp"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// answerAdapters keeps the work of many workers as it is: one worker in front of them is less to write than a change of each, and less to
// read about.
var answerAdapters = Rewrite{
	ID:     "rewrite/answer-adapter",
	What:   "where more workers than a report has room for would have to put their answers elsewhere, one worker calls all of these and does that",
	When:   "cannot put answers there, unless native constructs are preferred",
	Before: "check-stock, reserve, charge, pack, label and ship, which answer under a member each",
	After:  "answer-at/stock/check-stock, answer-at/booking/reserve, …: one worker, which calls the task after the last stroke, and answers under the member before it",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return w == c.Program.Start() && c.adaptAnswers()
	},
}

// mostLines is how many losses and contracts a report may have before workers that would have to answer elsewhere are called by another one,
// and fewestAdapted how many of these there have to be.
const mostLines, fewestAdapted = 5, 3

// adaptAnswers has one worker call all those that only have to put their answers elsewhere, if there are too many of them.
func (c *Conversion) adaptAnswers() bool {
	if c.Options.Prefer == dialects.PreferNative || !c.mergesOnly() || len(c.Raised.Contracts)+c.kindsOfLosses() <= mostLines {
		return false
	}
	adapted := c.adaptedCalls()
	if len(adapted) < fewestAdapted {
		return false
	}
	kept := c.Raised.Contracts[:0]
	for i := range c.Raised.Contracts {
		k := &c.Raised.Contracts[i]
		n, ok := adapted[caller{k.Element, k.Task}]
		if !ok {
			kept = append(kept, *k)
			continue
		}
		c.adaptAnswer(n.flow, n.node, k.Under)
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

// adaptedCalls are the only calls of tasks whose workers have to do nothing else but to put their answers elsewhere, by their contracts.
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
		here := calls[k.Task]
		if k.Under == "" || k.From != nil || k.WithInput || k.AtOnce || len(k.Fails) > 0 || len(here) != 1 {
			continue
		}
		n := here[0].node
		if n.Kind == workflow.Task && n.Awaits == nil && n.Emits == nil && n.Call.Parameters == nil && !c.callsWorkflow(n) && !c.isSubstitute(k.Task) && c.Caller(n) == k.Element {
			out[caller{k.Element, k.Task}] = here[0]
		}
	}
	return out
}

// adaptAnswer makes a node call a worker that calls its task, and puts the answer under some members.
func (c *Conversion) adaptAnswer(w *workflow.Workflow, n *workflow.Node, under string) {
	part := c.partWithin(w, n)
	part.node.Data, part.node.Retry, part.node.Timers, part.node.Out = workflow.Stages{}, nil, nil, nil
	part.under = strings.Split(under, ".")
	task, what := n.Call.Task, c.callText(&part.node)+", and answers the same under "+under
	name := dialects.TaskName(task, c.Options.Resource)
	call := *n.Call
	if c.Able.Addresses {
		call.Task, call.Resource = c.StandIn(w, n.Element, slug("call "+name), what), dialects.AdapterPrefix+under+"/"+task
	} else {
		call.Task = c.StandIn(w, n.Element, dialects.AdapterPrefix+under+"/"+name, what)
	}
	n.Call = &call
	s := &c.Raised.StandIns[len(c.Raised.StandIns)-1]
	s.By, s.Adapts, s.Under = part, task, under
}

// adaptersAgain restores the calls that adapters make.
var adaptersAgain = Rewrite{
	ID:     "rewrite/adapter-again",
	What:   "a task whose name says which task it calls, and where its answer gets to, becomes that task, with its answer there",
	When:   "always",
	Before: "answer-at/stock/check-stock",
	After:  "check-stock, whose answer is put at $.stock",
	Losses: []*dialects.LossRule{&lossPlannedTask},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return eachTask(w, c.callAdapted)
	},
}

// callAdapted makes a node call the task that its adapter calls. It reports false for other nodes.
func (c *Conversion) callAdapted(w *workflow.Workflow, n *workflow.Node) bool {
	place, named := strings.CutPrefix(cmp.Or(n.Call.Resource, n.Call.Task), dialects.AdapterPrefix)
	under, task, ok := strings.Cut(place, "/")
	d, members := &n.Data, strings.Split(under, ".")
	if !named || !ok || task == "" || n.Call.Workflow || d.Result != nil || !merging(d.Combine) || slices.Contains(members, "") {
		return false
	}
	c.Lose(w, &lossPlannedTask, placeOf(n), n.Element, "that task itself", "%q is assumed to call the task that its worker is named after, and to put the answer elsewhere", n.Name())
	c.Raised.Planned = append(c.Raised.Planned, task)
	call := *n.Call
	call.Task, call.Resource = task, ""
	n.Call = &call
	at := expr.NewPath(expr.RootInput, members...)
	if p, ok := filterPath(d.Output); ok && p.String() == at.String() {
		d.Combine, d.Output = nil, nil
		return true
	}
	d.Combine = &workflow.Combine{Mode: workflow.SetAt, Path: at, Span: d.Combine.Span}
	return true
}
