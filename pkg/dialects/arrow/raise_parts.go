package arrow

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// enter counts the subflows that the walk is in, and refuses too many of them in one another. leave ends one.
func (x *translated) enter(n *workflow.Node) bool {
	if x.depth++; x.depth > maxSubflows {
		x.refuse(placeOf(n), "the part that %q begins is nested too deeply: a flow has at most %d nested subflows", n.Name(), maxSubflows)
	}
	return x.out.Reason == ""
}

func (x *translated) leave() { x.depth-- }

// translateFork returns the branches between a fork and its join.
func (x *translated) translateFork(l *line, n *workflow.Node) chain {
	if n.Joins == nil {
		x.refuse(placeOf(n), "no join brings the branches of %q together", n.Name())
		return nil
	}
	defer x.leave()
	if !x.enter(n) {
		return nil
	}
	p := &part{shared: true}
	for _, e := range waysOut(n) {
		if c := x.walk(&line{l.meetings, n.Joins, n}, e.To); len(c) > 0 {
			p.branches = append(p.branches, c)
		}
	}
	x.add(&dialects.LossJoin, placeOf(n.Joins), n.Joins.Element, "the merged results of the branches", "branches do not share one document")
	return p.sideBySide()
}

// sideBySide is a part that is made of branches as a chain.
func (p *part) sideBySide() chain {
	switch len(p.branches) {
	case 0:
		return nil
	case 1:
		return p.branches[0]
	}
	return chain{p}
}

// translateScope returns the regions of a scope: in parallel, or one for each item.
func (x *translated) translateScope(n *workflow.Node) chain {
	defer x.leave()
	if !x.enter(n) {
		return nil
	}
	x.addPassedLosses(n)
	x.addCombineLosses(n)
	x.addOutputLosses(n)
	p := &part{shared: n.Body.Gather == workflow.GatherChanges}
	for _, r := range n.Body.Regions {
		if c := x.translateRegion(r); len(c) > 0 {
			p.branches = append(p.branches, c)
		}
	}
	x.addCompletionLosses(n)
	if !n.Body.Each {
		return p.sideBySide()
	}
	if len(p.branches) == 0 {
		return nil
	}
	return chain{{each: p.branches[0]}}
}

// addCompletionLosses adds the losses of the completion and the results of a scope, where a subflow differs.
func (x *translated) addCompletionLosses(n *workflow.Node) {
	b := n.Body
	at := placeOf(n)
	if b.Most != nil {
		x.add(&dialects.LossOrder, spanOf(b.Most.Range(), at), n.Element, "", "the limit on parallel iterations is dropped")
	}
	switch {
	case b.Enough != nil:
		x.add(&dialects.LossJoinedLate, spanOf(b.Enough.Range(), at), n.Element, "a wait for all branches", "the source does not wait for all branches of %q", n.Name())
	case b.Detached:
		x.add(&dialects.LossJoinedLate, at, n.Element, "a wait for its end", "the source does not wait for the end of the part that %q starts", n.Name())
	}
	switch {
	case b.Each && (n.Data.Payload != nil || b.Item != "" || b.Gather != workflow.GatherList):
		x.add(&dialects.LossIteration, at, n.Element, "the items of the document, and a list of the results", "%q iterates over other items, and collects their results differently", n.Name())
		x.add(&dialects.LossPathError, at, n.Element, "", "a value that is not a list of items is not an error")
	case b.Each, len(b.Regions) == 1 && b.Gather != workflow.GatherList:
	case b.Gather == workflow.GatherList:
		x.add(&dialects.LossJoin, at, n.Element, "a list without empty objects, or one value as it is", "in the source, the branches of %q result in a list with one item each", n.Name())
	default:
		x.add(&dialects.LossJoin, at, n.Element, "the merged results of the branches", "branches do not share one document")
	}
}

// translateCall returns the invocation of another workflow, which is a task with a subflow, declared once.
func (x *translated) translateCall(n *workflow.Node, w *workflow.Workflow) chain {
	if x.calling[w] || w == x.main {
		x.refuse(placeOf(n), "the workflow %q calls itself, and a flow cannot contain itself", w.ID)
		return nil
	}
	p, known := x.called[w]
	if !known {
		p = x.declare(w)
		x.called[w] = p
	}
	if p == nil {
		return nil
	}
	copied := *p
	return chain{&copied}
}

// declare declares a workflow as a task with a subflow, and returns what invokes it; nil if it does nothing.
func (x *translated) declare(w *workflow.Workflow) *part {
	outer := x.w
	x.w, x.calling[w] = w, true
	defer func() { x.w, x.calling[w] = outer, false }()
	c := x.translateWorkflow(w)
	if x.out.Reason != "" {
		return nil
	}
	statements := x.statements(x.settle(c, false, true))
	switch {
	case len(statements) == 0:
		return nil
	case tooDeep(statements, maxNesting):
		x.refuse(w.Span, "its parts are nested too deeply: a flow has at most %d nested subflows", maxNesting)
	}
	d := &Declaration{Name: x.names.unique(legal(w.ID), "flow"), Doc: documentation(w.ID, w.Title, w.Doc), Body: &Body{Statements: statements}}
	x.names.order = append(x.names.order, d)
	return &part{step: &Step{Name: d.Name}, calls: true, opens: c.open()}
}

// calls returns the ids of the workflows that others of a program call.
func calls(p *workflow.Program) map[string]bool {
	out := map[string]bool{}
	for _, w := range p.Workflows {
		for _, n := range w.Nodes {
			if n.Call != nil && n.Call.Workflow {
				out[n.Call.Task] = true
			}
		}
	}
	return out
}

// createStandIn returns a task that replaces a construct that a flow cannot express.
func (x *translated) createStandIn(n *workflow.Node, parameters *source.Node, format string) chain {
	s := x.names.substitute(n)
	if parameters != nil {
		s.Parameters = literalOf(parameters, "(", ")")
	}
	x.add(&dialects.LossStandIn, placeOf(n), n.Element, "the task `"+s.Name+"`", format, n.Name())
	return chain{{step: s}}
}

// createFailing returns a task that replaces the raising of an error.
func (x *translated) createFailing(n *workflow.Node) chain {
	parameters := &source.Node{Kind: source.Object}
	if n.Raises != nil {
		if v := fixedData(n.Raises.Name); v != nil {
			parameters.Members = append(parameters.Members, source.Member{Key: "error", Value: v})
		}
		if v := fixedData(n.Raises.Cause); v != nil {
			parameters.Members = append(parameters.Members, source.Member{Key: "cause", Value: v})
		}
	}
	if len(parameters.Members) == 0 {
		parameters = nil
	}
	return x.createStandIn(n, parameters, "a task has to fail in place of %q")
}

// createTable returns a task that replaces a decision table.
func (x *translated) createTable(n *workflow.Node) chain {
	x.addOutputLosses(n)
	return x.createStandIn(n, nil, "a task has to decide in place of the table %q")
}
