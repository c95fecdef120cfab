package sw

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/blocks"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A net becomes states: each of its nodes one, with transitions as its edges are. What runs in parallel is a parallel state
// with the branches in it (raise_branches.go).

// writeWorkflow writes the definition of a workflow.
func (d *draft) writeWorkflow() {
	w := d.flow
	if w.Documents != workflow.ObjectDocument {
		at := w.Root.Start.Element.NameSpan
		if at.IsZero() {
			at = headOfSpan(w.Span)
		}
		d.lose(&dialects.LossDocument, at, w.Root.Start.Element, "objects",
			"sw can only hold objects: the input of a run and the results of tasks must be objects")
	}
	if t := w.Timeout; t != nil {
		d.lose(&dialects.LossTimeout, t.Length.Span, w.Root.Start.Element, "", "the timeout of the workflow is dropped: sw has none")
	}
	if w.Root.Start.Kind == workflow.State {
		d.addEntityLosses()
	}
	d.writeRegion(w.Root)
	d.addUnreachedLosses()
}

// writeRegion writes the states of a region.
func (d *draft) writeRegion(r *workflow.Region) {
	if r.Start.Split == workflow.SplitAll {
		d.writeNested(r)
		return
	}
	f, flaws := blocks.Flows(r)
	if d.refuseFlaws(flaws) {
		return
	}
	d.writeNet(f)
}

// refuseFlaws refuses a program with parts that are not blocks. An end in a branch terminates the run, and what parks waits.
func (d *draft) refuseFlaws(flaws []blocks.Flaw) bool {
	why := map[blocks.FlawKind]string{
		blocks.Cycles:    "a branch loops back while others run: %s",
		blocks.NoJoin:    "no join brings these branches together: %s",
		blocks.StrayJoin: "a join waits for branches of another fork: %s",
		blocks.TooDeep:   "it is nested too deeply: %s",
		blocks.TooLarge:  "too many branches share their steps: %s",
	}
	for _, f := range flaws {
		if reason := why[f.Kind]; reason != "" {
			var path []string
			for _, n := range f.Nodes {
				path = append(path, quote(n.Name()))
			}
			d.out.Refuse(d.flow, f.Nodes[0].Element.NameSpan, "an sw parallel state cannot express this concurrency: "+reason, strings.Join(path, " → "))
		}
	}
	return d.out.Reason != ""
}

// addUnreachedLosses adds the losses of unreachable states.
func (d *draft) addUnreachedLosses() {
	var starts []*workflow.Node
	for _, r := range d.flow.Regions {
		starts = append(starts, r.Start)
	}
	reach := d.flow.ReachFrom(starts...)
	for _, n := range d.flow.Nodes {
		if n.Role == workflow.Primary && !reach[n.ID] {
			d.lose(&lossUnreachable, n.Element.NameSpan, n.Element, "", "%s is dropped, as no path leads to it", quote(n.Name()))
		}
	}
}

// writeNet writes the nodes that one token moves through.
func (d *draft) writeNet(f *blocks.Flow) {
	d.exit, d.forks, d.joins = f.Exit, f.Forks, map[*workflow.Node]bool{}
	for _, fork := range f.Forks {
		d.joins[fork.Join] = true
	}
	for _, n := range f.Nodes {
		if n.Role != workflow.Processing && !d.joins[n] && !folds(n) {
			d.allot(n)
		}
	}
	d.setStart(d.entries[f.Entry], f.Entry)
	for _, n := range f.Nodes {
		if d.mains[n] != "" {
			d.write(n)
		}
	}
}

// allot names the states of a node.
func (d *draft) allot(n *workflow.Node) {
	name := d.names.unique(n.Element.Name)
	d.mains[n], d.entries[n] = name, name
	switch {
	case n.When != nil:
		d.entries[n] = d.names.unique("Check " + name)
	case n.Kind != workflow.Task && fixed(n.Data.Select) != nil:
		d.entries[n] = d.names.unique(name + " input")
	}
}

// setStart writes the start of the definition. A start that waits for an event would be one by that event: a state before it has the run
// begin with its input.
func (d *draft) setStart(name string, n *workflow.Node) {
	d.start = name
	if n != nil && (n.Kind == workflow.Await && (d.alone == n || !interrupted(n) && len(d.further(n)) == 0) || n.Kind == workflow.State && d.waitsFirst(n)) {
		d.start = d.names.unique("start")
		d.leave(d.add(d.start, Inject), way{to: name})
	}
}

// interrupted reports whether a timer has a node leave by another way.
func interrupted(n *workflow.Node) bool {
	return slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return t.Edge != nil && t.Interrupting })
}

// folds reports whether an end is written in the states that lead to it.
func folds(n *workflow.Node) bool {
	switch {
	case n.Kind != workflow.End:
		return false
	case n.Role == workflow.Ending:
		return true
	case !n.Data.IsZero() || metadataOf(n.Element) != nil || len(n.In) == 0:
		return false
	}
	for _, e := range n.In {
		plain := e.Kind == workflow.Next && e.From.Split != workflow.SplitFork
		if !plain || e.From.Kind == workflow.State || e.From.Kind == workflow.Await && len(e.From.Timers) > 0 {
			return false
		}
	}
	return true
}

// wayTo is the way to a node.
func (d *draft) wayTo(n *workflow.Node) way {
	switch {
	case n == d.exit:
		return way{}
	case d.entries[n] != "":
		return way{to: d.entries[n]}
	case n.Kind == workflow.End:
		return d.endWay(n)
	}
	return way{}
}

// endWay returns the way of an end. One in a branch ends the whole run.
func (d *draft) endWay(n *workflow.Node) way {
	inBranch := d.exit != nil
	root := n.Region == d.flow.Root
	switch then := d.flow.Then; {
	case then == nil || !root:
	case inBranch || then.ID == d.flow.ID:
		d.lose(&dialects.LossNext, then.Span, n.Element, "", "the workflow that follows in the source is not started from here")
	default:
		return way{to: d.callFollowing(then)}
	}
	return way{terminates: inBranch && root}
}

// callFollowing returns the state that calls the workflow that follows.
func (d *draft) callFollowing(then *workflow.Then) string {
	if d.after == "" {
		id := then.ID
		if w := d.program.Find(then.ID); w != nil && d.byFlow[w] != nil {
			id = d.byFlow[w].id
		} else {
			d.out.Substitutes = append(d.out.Substitutes, id)
		}
		d.after = d.names.unique(id)
		n := d.add(d.after, SubFlow)
		dialects.Put(n, "workflowId", dialects.NewText(id))
		dialects.Put(n, "waitForCompletion", newBool(true))
		d.leave(n, way{})
		d.lose(&lossFollowing, then.Span, d.flow.Root.Start.Element, "a call before the end", "the result of the workflow that follows is merged into its input")
	}
	return d.after
}

// next is the way on from a node that is done. One that nothing leads on from waits for what never comes.
func (d *draft) next(n *workflow.Node) way {
	if d.onward != nil {
		return *d.onward
	}
	for _, e := range n.Out {
		if e.Kind == workflow.Next || e.Kind == workflow.ToEnd {
			return d.wayTo(e.To)
		}
	}
	name := d.names.unique(n.Element.Name + " rests")
	s := d.add(name, EventState)
	dialects.Put(s, "eventsActions", list(awaiting(d.event("no way on"))))
	d.leave(s, way{})
	d.lose(&lossDeadEnd, n.Element.NameSpan, n.Element, "an event that nobody sends", "no path leads on from %s", quote(n.Name()))
	return way{to: name}
}

// wayAfter returns the way on from a node, through the filter of its output.
func (d *draft) wayAfter(n *workflow.Node) way {
	return d.giveFixed(n, d.next(n))
}

// giveFixed returns the way on from a node, through a state with the fixed value that replaces its document, if it has one.
func (d *draft) giveFixed(n *workflow.Node, w way) way {
	l := fixed(n.Data.Output)
	if l == nil {
		return w
	}
	name := d.names.unique(d.mains[n] + " output")
	d.writeReplacing(name, l, w)
	return way{to: name}
}

// write writes the states of a node.
func (d *draft) write(n *workflow.Node) {
	switch l := fixed(n.Data.Select); {
	case n.When != nil:
		d.writeGuard(n)
	case d.entries[n] != d.mains[n]:
		d.writeReplacing(d.entries[n], l, way{to: d.mains[n]})
	}
	if timers := d.further(n); len(timers) > 0 || d.lasts(n) {
		d.writeBeside(n, timers)
		return
	}
	switch n.Kind {
	case workflow.Task:
		d.writeTask(n)
	case workflow.Choice:
		d.writeChoice(n)
	case workflow.Table:
		d.writeTable(n)
	case workflow.Wait:
		d.writeWait(n)
	case workflow.Await:
		d.writeAwait(n)
	case workflow.State:
		d.writeEntity(n)
	case workflow.Scope:
		d.writeScope(n)
	case workflow.Resource:
		d.writeFile(n)
	case workflow.End:
		d.writeEnd(n)
	case workflow.Fail:
		d.writeFailing(n)
	default:
		d.writePass(n)
	}
}

// writeEnd writes an end that is a state.
func (d *draft) writeEnd(n *workflow.Node) {
	s := d.add(d.mains[n], Inject)
	d.describe(s, n.Element, d.mains[n])
	d.writeFilters(s, n)
	d.leave(s, d.giveFixed(n, d.endWay(n)))
}

// writeFailing writes a state that raises an error: its transition is not allowed.
func (d *draft) writeFailing(n *workflow.Node) {
	s := d.add(d.mains[n], Inject)
	m := metadataOf(n.Element)
	if m == nil {
		m = dialects.NewObject()
	}
	if x := n.Raises.Name; x != nil {
		dialects.Put(m, "error", dialects.NewText(dialects.Written(x).Text))
	}
	if x := n.Raises.Cause; x != nil {
		dialects.Put(m, "cause", dialects.NewText(dialects.Written(x).Text))
	}
	if len(m.Members) > 0 {
		dialects.Put(s, "metadata", m)
	}
	d.noteName(n.Element.Name, d.mains[n])
	dialects.Put(s, "transition", d.stuck())
	d.lose(&dialects.LossErrorName, n.Element.NameSpan, n.Element, "a transition that is not allowed", "sw cannot fail with a named error")
}

// writeWait writes a delay.
func (d *draft) writeWait(n *workflow.Node) {
	length, ok := duration8601(n.Until)
	kind := Delay
	if !ok {
		kind = Inject
		d.lose(&dialects.LossWait, n.Until.Span, n.Element, "", "a wait that depends on data is dropped: sw needs a fixed length")
		if _, fixed := n.Until.Expr.(*expr.Literal); !fixed {
			d.lose(&dialects.LossPathError, n.Until.Span, n.Element, "", "a missing wait length of %s is not an error", quote(n.Name()))
		}
	}
	s := d.add(d.mains[n], kind)
	if ok {
		dialects.Put(s, "timeDelay", dialects.NewText(length))
	}
	d.describe(s, n.Element, d.mains[n])
	d.writeFilters(s, n)
	d.leave(s, d.wayAfter(n))
}

// writeFile writes the reading or writing of a file, which a function does.
func (d *draft) writeFile(n *workflow.Node) {
	s := d.add(d.mains[n], Operation)
	dialects.Put(s, "actions", list(objectOf("functionRef", objectOf("refName", dialects.NewText(d.function(n.File.Name))))))
	d.out.Substitutes = append(d.out.Substitutes, n.File.Name)
	d.out.StandIns = append(d.out.StandIns, dialects.StandIn{Element: n.Name(), Task: n.File.Name})
	d.lose(&dialects.LossFile, n.File.Span, n.Element, "a function", "sw cannot read or write files: a function has to")
	d.describe(s, n.Element, d.mains[n])
	d.leave(s, d.wayAfter(n))
}
