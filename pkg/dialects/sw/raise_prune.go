package sw

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// What no way of a definition leads to is left out of it: a target that only a lost construct led to.

// prune leaves out the states that nothing leads to, and the functions and events that nothing uses then.
func (d *draft) prune() {
	at := make(map[string]*state, len(d.states))
	for _, s := range d.states {
		at[s.name] = s
	}
	reached := map[string]bool{}
	uses := map[string]bool{}
	todo := []string{d.start}
	for len(todo) > 0 {
		name := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if reached[name] || at[name] == nil {
			continue
		}
		reached[name] = true
		refers(at[name].node, func(key, to string) {
			if key == "nextState" {
				todo = append(todo, to)
			} else {
				uses[to] = true
			}
		})
	}
	if len(reached) == len(d.states) {
		return
	}
	d.states = slices.DeleteFunc(d.states, func(s *state) bool { return !reached[s.name] })
	unused := func(n *source.Node) bool { return !uses[n.Get("name").Text] }
	d.definedFuncs = slices.DeleteFunc(d.definedFuncs, unused)
	d.definedEvents = slices.DeleteFunc(d.definedEvents, unused)
	for _, r := range d.flow.Regions {
		for _, n := range r.Nodes {
			if main := d.mains[n]; main != "" && !reached[main] && n.Role == workflow.Primary {
				d.lose(&lossUnreachable, n.Element.NameSpan, n.Element, "", "%s is dropped, as no path leads to it any more", quote(n.Name()))
			}
		}
	}
}

// refers returns the names that a part of a state refers to: states, functions and events, with the key of their names.
func refers(n *source.Node, tell func(key, to string)) {
	for _, m := range n.Members {
		switch m.Key {
		case "data", "parameters", "metadata":
		case "nextState", "refName":
			tell(m.Key, m.Value.Text)
		case "eventRef":
			if m.Value.Kind == source.String {
				tell(m.Key, m.Value.Text)
			}
		case "eventRefs":
			for _, x := range m.Value.Items {
				tell(m.Key, x.Text)
			}
		default:
			refers(m.Value, tell)
		}
	}
	for _, x := range n.Items {
		refers(x, tell)
	}
}
