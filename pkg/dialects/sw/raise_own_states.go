package sw

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// asWritten is an expression as it was written; nil where there is none.
func asWritten(x expr.Expr) *source.Node {
	if x == nil {
		return nil
	}
	return dialects.Written(x)
}

// raiseState raises a state from its primary node.
func raiseState(n *workflow.Node) *source.Node {
	const usual = 6
	s := dialects.NewObjectFor(usual, "name", n.Element.Name, "type", n.Element.Kind)
	if n.Region.Start == n {
		dialects.Put(s, "start", dialects.NewObject("kind", "default"))
	}
	raiseBody(s, n)
	dialects.Put(s, "stateDataFilter", dialects.SomeObject("dataInputPath", asWritten(n.Data.Select), "dataOutputPath", asWritten(n.Data.Output)),
		"retry", dialects.SomeList(n.Retry, func(r workflow.Retrier) *source.Node { return raiseRetry(&r) }))
	raiseEdges(s, n)
	return putExtras(s, n.Element.Extras)
}

// raiseBody raises what a state does.
func raiseBody(s *source.Node, n *workflow.Node) {
	switch n.Element.Kind {
	case "event":
		raiseEventState(s, n)
	case "operation":
		if n.Body != nil {
			if len(n.Body.Regions) > 1 {
				dialects.Put(s, "actionMode", "parallel")
			}
			dialects.Put(s, "actions", raiseActions(n.Body.Regions...))
		}
	case "delay":
		dialects.Put(s, "timeDelay", asWritten(n.Until.Expr))
	case "parallel":
		raiseParallel(s, n)
	case "subflow":
		call := n.Call
		if n.Body != nil {
			call = n.Body.Regions[0].Start.Call
		} else {
			dialects.Put(s, "waitForCompletion", true)
		}
		dialects.Put(s, "workflowId", call.Task)
	case "inject":
		dialects.Put(s, "data", asWritten(n.Data.Result))
	case "foreach":
		raiseForEach(s, n)
	case "callback":
		raiseCallback(s, n)
	}
}

func raiseParallel(s *source.Node, n *workflow.Node) {
	if n.Body == nil {
		return
	}
	if enough, ok := n.Body.Enough.(*expr.Literal); ok && enough.Node == nil {
		dialects.Put(s, "completionType", "xor")
	} else if n.Body.Enough != nil {
		dialects.Put(s, "completionType", "n_of_m", "n", asWritten(n.Body.Enough))
	}
	dialects.Put(s, "branches", dialects.NewList(n.Body.Regions, raiseBranch))
}

func raiseBranch(r *workflow.Region) *source.Node {
	n := dialects.NewObject("name", dialects.TextOf(r.Name))
	raiseRegion(n, r)
	return putExtras(n, r.Extras)
}

// raiseRegion raises what a region does: it calls a workflow, or acts.
func raiseRegion(n *source.Node, r *workflow.Region) {
	if r.Start.Call != nil && r.Start.Call.Workflow {
		dialects.Put(n, "workflowId", r.Start.Call.Task)
		return
	}
	dialects.Put(n, "actions", raiseActions(r))
}

func raiseForEach(s *source.Node, n *workflow.Node) {
	dialects.Put(s, "inputCollection", asWritten(n.Data.Payload), "iterationParam", dialects.TextOf(n.Body.Item))
	if c := n.Data.Combine; c.Path != nil {
		dialects.Put(s, "outputCollection", "{{ "+c.Path.Text+" }}")
	}
	dialects.Put(s, "max", asWritten(n.Body.Most))
	raiseRegion(s, n.Body.Regions[0])
}

func raiseCallback(s *source.Node, n *workflow.Node) {
	r, awaits := n.Body.Regions[0], n.Body.Listens
	dialects.Put(s, "action", raiseAction(r.Start))
	trigger := &awaits.Awaits.For[0]
	dialects.Put(s, "eventRef", trigger.Name, "eventDataFilter", raiseEventFilter(trigger))
	raiseTimeout(s, "timeout", awaits)
}

// raiseEventState raises the entries of an event state: the triggers of one lead the same way.
func raiseEventState(s *source.Node, n *workflow.Node) {
	awaits := n.Body.Listens
	if awaits.Awaits.All {
		dialects.Put(s, "exclusive", false)
	}
	entries := &source.Node{Kind: source.Array}
	triggers := awaits.Awaits.For
	first := map[*workflow.Node]bool{} // of the actions of each entry
	for i := range triggers {
		if triggers[i].Edge != nil {
			first[triggers[i].Edge.To] = true
		}
	}
	for from := 0; from < len(triggers); {
		to := from + 1
		for to < len(triggers) && triggers[to].Edge == triggers[from].Edge {
			to++
		}
		entries.Items = append(entries.Items, raiseEntry(triggers[from:to], first))
		from = to
	}
	dialects.Put(s, "eventsActions", entries)
	raiseTimeout(s, "timeout", awaits)
}

func raiseEntry(triggers []workflow.Trigger, first map[*workflow.Node]bool) *source.Node {
	n := dialects.NewObject("eventRefs", dialects.NewList(triggers, func(t workflow.Trigger) *source.Node { return dialects.NewText(t.Name) }),
		"eventDataFilter", raiseEventFilter(&triggers[0]))
	e := triggers[0].Edge
	if e == nil {
		dialects.Put(n, "actions", &source.Node{Kind: source.Array})
		return n
	}
	if e.To.Kind == workflow.Scope {
		dialects.Put(n, "actionMode", "parallel", "actions", raiseActions(e.To.Body.Regions...))
		return n
	}
	dialects.Put(n, "actions", dialects.NewList(chainFrom(e.To, first), raiseAction))
	return n
}

// raiseEventFilter raises what is merged of an event; nil if that is what is merged without a filter.
func raiseEventFilter(t *workflow.Trigger) *source.Node {
	return dialects.SomeObject("dataOutputPath", asWritten(t.Data))
}

// raiseTimeout raises how long an action may take, or how long a state waits for its events.
func raiseTimeout(s *source.Node, field string, n *workflow.Node) {
	if len(n.Timers) > 0 {
		dialects.Put(s, field, asWritten(n.Timers[0].Length.Expr))
	}
}
