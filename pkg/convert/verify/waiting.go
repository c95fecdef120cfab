package verify

import (
	"maps"
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// awaitingElements are the elements of the source that await what elements of the target do, by the names of those.
func awaitingElements(p *Pair) map[string]string {
	out := map[string]string{}
	for _, x := range p.Raised.Occurrences {
		switch {
		case x.From.At == "":
		case x.To.Kind == "complete" || x.To.Kind == "signal":
			out[x.To.Name] = x.From.At
		case x.To.Kind == "event":
			for _, n := range p.awaitEvent(x.To.Name) {
				out[n.Name()] = x.From.At
			}
		case x.To.Kind == "task":
			for _, n := range p.nodesCalling(x.To.Name) {
				out[n.Name()] = x.From.At
			}
		}
	}
	return out
}

// awaitEvent returns the nodes of the target that await an event of a type.
func (p *Pair) awaitEvent(kind string) []*workflow.Node {
	return p.nodesOfTarget(func(n *workflow.Node) bool {
		return n.Awaits != nil && slices.ContainsFunc(n.Awaits.For, func(t workflow.Trigger) bool { return t.Event != nil && t.Event.Type == kind })
	})
}

// nodesCalling returns the nodes of the target that call a task.
func (p *Pair) nodesCalling(task string) []*workflow.Node {
	return p.nodesOfTarget(func(n *workflow.Node) bool { return n.Call != nil && n.Call.Task == task })
}

func (p *Pair) nodesOfTarget(are func(n *workflow.Node) bool) []*workflow.Node {
	var out []*workflow.Node
	for _, w := range p.Target.Workflows {
		for _, n := range w.Nodes {
			if are(n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// renameWaiting puts the names of the source into what a run of the target waits for. A task that stands in for an await does not hang.
func (o *observation) renameWaiting(p *Pair, elements map[string]string) {
	awaiting, hanging := awaitingElements(p), map[string]string{}
	for i, name := range o.waiting {
		from := name
		if at := awaiting[name]; at != "" {
			from = at
		}
		if o.waiting[i] = original(elements, from); len(p.Raised.Waiters[name]) == 1 {
			o.waiting[i] = p.Raised.Waiters[name][0].Name
		}
		if task, hangs := o.hanging[name]; hangs && p.makesCalls(task) {
			hanging[o.waiting[i]] = task
		}
	}
	o.hanging = hanging
}

// waiters are elements of the source at which a run waits. Of those for which one of the target waits in their place, it is the first.
func (p *Pair) waiters(elements []string) []string {
	out := slices.Clone(elements)
	for _, name := range slices.Sorted(maps.Keys(p.Raised.Waiters)) {
		list := p.Raised.Waiters[name]
		for _, e := range list {
			if i := slices.Index(out, e.Name); i >= 0 {
				out[i] = list[0].Name
			}
		}
	}
	return out
}

// awaited are the elements at which something is awaited but the answer of a task, each once.
func (o *observation) awaited() []string {
	return slices.DeleteFunc(slices.Clone(o.waiting), func(name string) bool {
		_, hangs := o.hanging[name]
		return hangs
	})
}
