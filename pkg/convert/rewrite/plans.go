package rewrite

import (
	"cmp"
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// The members of a plan, which a task that stands in for parts of a workflow is given: the names of the tasks that it calls. A plan is the
// name of a task, a list of plans that are carried out one after the other, or an object:
//
//	{"do": plan, "name": …, "ifFails": {"Busy": plan}}             with the name of the step, and what is done when it fails
//	{"do": "load", "with": {"id": "$.order.id"}}                   a task that gets that of the document (see adapters.go)
//	{"do": "approve", "within": "PT48H", "retries": 2}             a task that has some time: a duration, or a number of seconds; and is retried at once
//	{"do": "await-payment", "answeredBy": {"event": "bank.paid"}, "within": "P14D"}  a task that an event answers
//	{"do": "quote", "answers": {"value": "$.price"}, "within": 60} a task, and what is made of its answer
//	{"do": "approve", "meanwhile": [{"after": "PT24H", "do": plan}]}  a task beside which something is done when some time is over
//	{"parallel": [plan, …], "results": "$.checks"}                 several at the same time
//	{"forEach": "$.files", "do": plan, "atOnce": 4, "results": …}  one for each item of a list
//	{"choose": [{"if": "$[?(@.ok == true)]", "do": plan}, …]}      the first whose condition holds, if it has one; with the name of the step
//	{"name": "No score", "answer": {"score": 0}}                   fixed data, which is the document then, or with "add" is merged into it
//	{"name": "Count", "value": "merge($, {\"n\": $.n + 1})"}       computed data, which is the document then
//	{"end": "History done"}                                        an end with a name
//	{"repeat": plan}                                               steps that are done once more each time when "again" is reached
//	{"again": true}                                                the beginning of these steps
//	{"leave": true}                                                what follows these steps
//	{"name": "Pause", "wait": "PT1M"}                              a wait: a duration, or a number of seconds
//	{"name": "Lost", "fail": "ExportLost", "cause": "no file"}     a failure with an error, which all of it fails with
//	{"name": "Review", "await": [{"request": "APPROVE", …}, …]}    a wait for somebody (see plans_awaits.go)
//	{"name": "Pause", "wait": {"seconds": "$.interval"}}           a time, or a cause, that the data decides about (see plans_computed.go)
//
// The results are where the list of them, or the answer of a task, is put, which is "$" if it is the document then; without that member,
// they are merged into the document.
const (
	planDo       = "do"
	planWithin   = "within"
	planRetries  = "retries"
	planAnswered = "answeredBy"
	planAnswers  = "answers"
	planBeside   = "meanwhile"
	planAfter    = "after"
	planName     = "name"
	planOnError  = "ifFails"
	planParallel = "parallel"
	planResults  = "results"
	planEach     = "forEach"
	planAtOnce   = "atOnce"
	planChoose   = "choose"
	planIf       = "if"
	planEnd      = "end"
	planRepeat   = "repeat"
	planAgain    = "again"
	planLeave    = "leave"
	planWait     = "wait"
	planFail     = "fail"
	planCause    = "cause"
	planAny      = "*" // any error
)

var plannedParts = Rewrite{
	ID:     "rewrite/planned-part",
	What:   "a task in the place of parallel parts, or of an iteration, is given the names of the tasks that it calls, or its description has them",
	When:   "has parameters of tasks, or descriptions of steps",
	Before: "call-checks, which calls credit and fraud at the same time",
	After:  "call-checks({\"parallel\": [\"credit\", \"fraud\"]})",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return (c.Able.Parameters || c.Able.Described) && eachTask(w, func(_ *workflow.Workflow, n *workflow.Node) bool {
			s := c.standIn(n.Call.Task)
			if s == nil || n.Call.Parameters != nil {
				return false
			}
			part, worked := s.By.(*calledPart)
			if !worked || part.node.Body == nil {
				return false
			}
			plan, described := c.planFor(&part.node, part.named, &part.flow.Errors)
			if described {
				c.givePlan(n, plan)
			}
			return described
		})
	},
}

// planFor is the plan of a node with regions, if a plan can describe it. The steps have the names that they are given, or their own.
func (c *Conversion) planFor(n *workflow.Node, named map[*workflow.Node]string, errors *workflow.ErrorTable) (plan *value.Object, described bool) {
	x := &planning{Conversion: c, named: named, errors: errors, seen: map[*workflow.Node]bool{}, arrived: map[*workflow.Node]int{}}
	plan = x.part(n)
	return plan, !x.lacks
}

// A planning makes the plan of a part.
type planning struct {
	*Conversion
	lacks   bool // a plan cannot describe the part
	named   map[*workflow.Node]string
	errors  *workflow.ErrorTable
	seen    map[*workflow.Node]bool
	arrived map[*workflow.Node]int // how many of the edges to a node with several are described
	again   *workflow.Node         // the beginning of the steps that are repeated; nil where none are
	depth   int                    // how many branches and parts are open
	meets   []*workflow.Node       // where the branches go on that are open
}

// deepestPlan is how many branches and parts may lie in one another in a plan that somebody is to read.
const deepestPlan = 100

// part is the plan of a node with regions.
func (x *planning) part(n *workflow.Node) *value.Object {
	x.depth++
	defer func() { x.depth-- }()
	b := n.Body
	x.lacks = x.lacks || x.depth > deepestPlan || b.Enough != nil || b.Detached || len(b.Regions) == 0 || !plainItems(b.Items)
	plans := x.regions(b)
	out := value.NewObject(3)
	switch {
	case x.lacks:
		return nil
	case b.Each:
		list := n.Data.Payload
		if list == nil {
			list = n.Data.Select
		}
		if list == nil {
			list = whole()
		}
		at, ok := expr.CommonValue(list, x.domain()).(*expr.Path)
		if x.lacks = !ok || at.Root != expr.RootInput; x.lacks {
			return nil
		}
		out.Set(planEach, expr.Readable(at))
		out.Set(planDo, plans[0])
		if most, fixed := b.Most.(*expr.Literal); fixed && !value.Equal(most.Value, int64(0)) {
			out.Set(planAtOnce, most.Value)
		}
	case b.Gather == workflow.GatherOne && isLoop(b.Regions[0]):
		out.Set(planRepeat, plans[0])
		return out
	case b.Gather == workflow.GatherOne:
		out.Set(planDo, plans[0])
		return out
	default:
		out.Set(planParallel, plans)
	}
	switch k := n.Data.Combine; {
	case b.Gather == workflow.GatherChanges || b.Gather == workflow.GatherMerged || n.Data.Result != nil:
	case replacing(k):
		out.Set(planResults, expr.Readable(whole()))
	case (k.Mode == workflow.SetAt || k.Mode == workflow.AppendAt) && k.Path.Root == expr.RootInput:
		out.Set(planResults, expr.Readable(k.Path))
	}
	return out
}

// regions are the plans of the regions of a node.
func (x *planning) regions(b *workflow.Body) []any {
	var plans []any
	for _, r := range b.Regions {
		if x.lacks = x.lacks || r.Start == nil; x.lacks {
			return nil
		}
		outer := x.again
		if x.again = nil; isLoop(r) {
			x.again = r.Start
		}
		list, end := x.from(r.Start)
		x.again = outer
		switch {
		case isLoop(r) && end == r.Start:
			list = append(list, value.ObjectOf(value.Member{Key: planAgain, Value: true}))
		case isLoop(r) && end == endless:
		default:
			x.lacks = x.lacks || end == nil || end.Kind != workflow.End || end.Terminates
		}
		plan := alone(list)
		if isLoop(r) && b.Gather != workflow.GatherOne {
			plan = value.ObjectOf(value.Member{Key: planRepeat, Value: plan})
		}
		plans = append(plans, plan)
	}
	return plans
}

// alone is a list of plans, or the only one in it.
func alone(plans []any) any {
	if len(plans) == 1 {
		return plans[0]
	}
	return append([]any{}, plans...)
}

// from is what a region does from a node on, and the end of the region that is reached then, or the node that other paths lead to as well.
func (x *planning) from(n *workflow.Node) (plans []any, end *workflow.Node) {
	for n.Kind != workflow.End {
		if n.Kind == workflow.Fail {
			return append(plans, x.failure(n)), n
		}
		leaving := func(t workflow.Timer) bool { return t.Edge != nil }
		if x.seen[n] || n.When != nil || n.Kind != workflow.Await && slices.ContainsFunc(n.Timers, leaving) {
			x.lacks = true
		}
		x.seen[n] = true
		if x.lacks {
			return nil, nil
		}
		next, split := (*workflow.Node)(nil), false
		switch e := onwardEdge(n); {
		case n.Kind == workflow.Choice, n.Kind == workflow.Await:
			var plan any
			plan, next = x.branches(n)
			plans, split = append(plans, plan), true
		case e == nil:
			x.lacks = true
		case n.Kind == workflow.Task && n.Call != nil:
			next, split = e.To, handles(n)
			plans = append(plans, x.task(n, next))
			x.arrived[next]++
		case n.Kind == workflow.Pass && !handles(n):
			next = e.To
			plans = append(plans, x.data(n))
			x.arrived[next]++
		case n.Kind == workflow.Wait && !handles(n):
			next = e.To
			plans = append(plans, x.wait(n))
			x.arrived[next]++
		case n.Kind == workflow.Scope && !handles(n):
			next = e.To
			plan := x.part(n)
			if plan != nil {
				plan.Set(planName, n.Name())
			}
			plans = append(plans, plan)
			x.arrived[next]++
		default:
			x.lacks = true
		}
		if next == nil && !x.lacks {
			return plans, endless
		}
		if x.lacks || next == x.again || slices.Contains(x.meets, next) || len(next.In) > 1 && next.Kind != workflow.Fail && !(split && x.arrived[next] == len(next.In)) {
			return plans, next
		}
		n = next
	}
	if n.Role == workflow.Primary {
		plans = append(plans, value.ObjectOf(value.Member{Key: planEnd, Value: n.Name()}))
	}
	return plans, n
}

// data is the plan of a step that sets data, or nothing.
func (x *planning) data(n *workflow.Node) any {
	given := givenData(&n.Data)
	if given == nil && !ofRun(&n.Data) {
		given = x.toldValue(&n.Data)
	}
	if n.Data.IsZero() {
		given = value.ObjectOf(value.Member{Key: givenAdded, Value: value.NewObject(0)})
	}
	if x.lacks = x.lacks || given == nil; x.lacks {
		return nil
	}
	out := value.ObjectOf(value.Member{Key: planName, Value: n.Name()})
	out.Set(given.At(0).Key, given.At(0).Value)
	return out
}

// task is the plan of a call, with what is done after its errors before the step that follows it.
func (x *planning) task(n, next *workflow.Node) any {
	task := x.taskName(n)
	out, failed := value.NewObject(3), value.NewObject(1)
	out.Set(planDo, task)
	name := n.Element.Name
	if x.again != nil { // its name has to tell it from the others
		name = cmp.Or(x.named[n], name)
	}
	if !sameName(task, name) {
		out.Set(planName, name)
	}
	for _, h := range n.Out {
		if h.Kind != workflow.OnError {
			continue
		}
		plan := x.branch(h, next)
		for i := range h.On {
			name := h.On[i].Name
			if h.On[i].All {
				name = planAny
			}
			x.lacks = x.lacks || name == "" || failed.Has(name)
			failed.Set(name, plan)
		}
	}
	if failed.Len() > 0 {
		out.Set(planOnError, failed)
	}
	if k := n.Data.Combine; k != nil && k.Mode == workflow.SetAt && k.Path.Root == expr.RootInput {
		out.Set(planResults, expr.Readable(k.Path))
	}
	if out.Len() == 1 {
		return task
	}
	return out
}

// branch is what is done on an edge before the node where the branches go on.
func (x *planning) branch(e *workflow.Edge, next *workflow.Node) any {
	x.depth++
	x.meets = append(x.meets, next)
	defer func() { x.depth, x.meets = x.depth-1, x.meets[:len(x.meets)-1] }()
	if x.lacks = x.lacks || x.depth > deepestPlan; x.lacks {
		return nil
	}
	list, end := []any(nil), e.To
	if (len(e.To.In) == 1 || e.To.Kind == workflow.Fail) && e.To != x.again { // a failure is described on each way to it
		list, end = x.from(e.To)
	} else {
		x.arrived[end]++
	}
	switch {
	case end == nil:
		x.lacks = true
	case end == x.again:
		list = append(list, value.ObjectOf(value.Member{Key: planAgain, Value: true}))
	case x.again != nil && end.Kind == workflow.End && end.Role == workflow.Ending && next != nil && !sameEnd(end, next):
		list = append(list, value.ObjectOf(value.Member{Key: planLeave, Value: true}))
	case end.Kind != workflow.Fail:
		x.lacks = x.lacks || next != nil && !sameEnd(end, next)
	}
	return alone(list)
}

// branches is the plan of a choice, or of a step that waits for somebody, and the node where all branches of it go on.
func (x *planning) branches(n *workflow.Node) (any, *workflow.Node) {
	if n.Kind == workflow.Await {
		return x.await(n)
	}
	return x.choice(n)
}

// choice is the plan of a choice, and the node where all branches of it go on.
func (x *planning) choice(n *workflow.Node) (any, *workflow.Node) {
	var list []any
	var guards []expr.Expr
	next := x.meeting(n)
	for _, e := range n.Out {
		one := value.NewObject(2)
		switch {
		case e.Kind == workflow.Guarded && e.Guard != nil && e.Ask == nil && e.Require == nil:
			at := x.filter(e.Guard)
			if x.lacks = x.lacks || at == nil; x.lacks {
				return nil, nil
			}
			one.Set(planIf, expr.Readable(at))
			guards = append(guards, at)
		case e.Kind != workflow.Default:
			x.lacks = true
		}
		x.lacks = x.lacks || !e.Data.IsZero()
		if x.lacks {
			return nil, nil
		}
		plan := x.branch(e, next)
		one.Set(planDo, plan)
		if nothing, empty := plan.([]any); e.Kind != workflow.Default || !empty || len(nothing) > 0 {
			list = append(list, one)
		}
	}
	if !x.hasDefault(n) && !x.matches(n) {
		x.lacks = x.lacks || n.NoMatch != workflow.MatchOrFail
		list = append(list, x.unmatched(n))
	}
	out := value.ObjectOf(value.Member{Key: planChoose, Value: list})
	if !sameName(question(guards), n.Name()) {
		out.Set(planName, n.Name())
	}
	return out, next
}

// filter is a condition as a path that selects something where it holds; nil if there is none.
func (x *planning) filter(guard expr.Expr) *expr.Path {
	condition := expr.CommonCondition(guard, x.domain())
	if at, ok := condition.(*expr.Path); ok {
		if at.Definite || at.Root != expr.RootInput {
			return nil
		}
		return at
	}
	at, _ := expr.FilterPath(condition, expr.FilterStyle{})
	return at
}
