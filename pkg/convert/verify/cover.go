package verify

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A cover decides which losses let two sides differ, and where: a loss counts from its elements on, for all that its data or
// time reach.
type cover struct {
	losses []*dialects.Loss
	reach  []map[string]bool // the names of the elements that each loss reaches; nil is all
	known  map[string]bool   // the elements of the source
}

// newCover returns what the losses of a pair cover in a run. Those that are about the kinds of documents count only where a
// document is foreign to one of the sides.
func newCover(p *Pair, foreign bool) *cover {
	c := &cover{known: map[string]bool{}}
	for _, w := range p.Source.Workflows {
		for _, n := range w.Nodes {
			c.known[n.Name()] = true
		}
	}
	for _, l := range p.Raised.Losses {
		if l.Rule.ID == dialects.LossDocument.ID && !foreign {
			continue
		}
		c.losses = append(c.losses, l)
		c.reach = append(c.reach, reached(p.Source, l.From))
	}
	return c
}

// covering are the losses that cover a difference. A change of data may be the sum of several losses, of which
// one adds something and another takes something away: then nothing is known of it.
func (c *cover) covering(element string, a dialects.Aspect, change func(dialects.Change) bool) []*dialects.Loss {
	var all []*dialects.Loss
	kinds := map[dialects.Change]bool{}
	for i, l := range c.losses {
		reaches := element == "" || c.reach[i] == nil || c.reach[i][element]
		if l.Rule.Affects&a == 0 || !reaches {
			continue
		}
		if change == nil || l.Rule.Data == dialects.Same || change(l.Rule.Data) {
			return []*dialects.Loss{l}
		}
		kinds[l.Rule.Data] = true
		all = append(all, l)
	}
	if len(kinds) > 1 {
		return all
	}
	return nil
}

// reached are the names of the elements that can be entered after any of some, themselves included; nil is all of them.
// What the branches of a fork do to data that they share reaches one another.
func reached(p *workflow.Program, start []*workflow.Element) map[string]bool {
	if len(start) == 0 || len(p.Select) > 0 || len(p.Workflows) > 1 {
		return nil
	}
	flow := p.Start()
	seen := make(map[*workflow.Node]bool)
	var todo []*workflow.Node
	add := func(n *workflow.Node) {
		if n != nil && !seen[n] {
			seen[n] = true
			todo = append(todo, n)
		}
	}
	first := make(map[*workflow.Element]bool, len(start))
	for _, e := range start {
		first[e] = true
	}
	for _, n := range flow.Nodes {
		if first[n.Element] {
			add(n)
		}
	}
	for _, fork := range flow.Nodes {
		if fork.Split == workflow.SplitFork && fork.Region.Shared && between(fork, seen) {
			add(fork)
		}
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range n.Out {
			add(e.To)
		}
		if n.Body != nil {
			for _, r := range n.Body.Regions {
				add(r.Start)
			}
		}
		if n.Kind == workflow.End {
			add(n.Region.Scope)
		}
	}
	out := make(map[string]bool, len(seen))
	for n := range seen {
		out[n.Name()] = true
	}
	return out
}

// between reports whether any of some nodes lies between a fork and its join.
func between(fork *workflow.Node, some map[*workflow.Node]bool) bool {
	seen := map[*workflow.Node]bool{fork: true}
	todo := []*workflow.Node{fork}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range n.Out {
			if e.To == fork.Joins || seen[e.To] {
				continue
			}
			if some[e.To] {
				return true
			}
			seen[e.To] = true
			todo = append(todo, e.To)
		}
	}
	return false
}
