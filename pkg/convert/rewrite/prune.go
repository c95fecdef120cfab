package rewrite

import (
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A severed edge was taken out of the net, which is a loss. The loss names what only the edge led to, once that is known.
type severed struct {
	to      *workflow.Node
	rule    *dialects.LossRule
	at      source.Span
	from    *workflow.Element
	message string
}

// sever takes an edge out of the net, which is a loss at a place and from an element on. The loss is noted by the next [Conversion.prune].
func (c *Conversion) sever(e *workflow.Edge, rule *dialects.LossRule, at source.Span, from *workflow.Element, format string, args ...any) {
	c.severed = append(c.severed, severed{e.To, rule, at, from, fmt.Sprintf(format, args...)})
	e.Disconnect()
}

// prune takes out what nothing leads to any more. The losses of severed edges name the elements of the source are dropped with them; of
// the others a loss of its own does.
func (c *Conversion) prune(w *workflow.Workflow) {
	claimed := map[*workflow.Node]bool{}
	for _, r := range w.Regions {
		if r.Start != nil {
			reach(r.Start, claimed)
		}
	}
	named := map[*workflow.Element]bool{}
	for _, s := range c.severed {
		if left := leftOut(s.to, claimed, named); len(left) > 0 {
			s.message += fmt.Sprintf("; left out with it, as nothing else leads there: %s", quoted(left))
		}
		c.Lose(w, s.rule, s.at, s.from, "", "%s", s.message)
	}
	c.severed = nil
	var gone []string
	var first *workflow.Element
	for _, e := range Prune(w) {
		if ofSource(e) && !named[e] {
			gone = append(gone, e.Name)
			if first == nil {
				first = e.Original()
			}
		}
	}
	if len(gone) > 0 {
		c.Lose(w, &lossUnreached, first.NameSpan, nil, "", "%s is left out, as nothing leads there any more", quoted(gone))
	}
}

// leftOut are the elements of the source that a node leads to and that nothing has led to so far. They are reached and named from then on.
func leftOut(n *workflow.Node, reached map[*workflow.Node]bool, named map[*workflow.Element]bool) []string {
	var out []string
	todo := []*workflow.Node{n}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		if reached[at] {
			continue
		}
		reached[at] = true
		if e := at.Element; e.Primary == at && ofSource(e) {
			named[e] = true
			out = append(out, e.Name)
		}
		for _, e := range at.Out {
			todo = append(todo, e.To)
		}
	}
	return out
}

// ofSource reports whether an element is one of the source, and not one that a rewrite added.
func ofSource(e *workflow.Element) bool {
	o := e.Original()
	return o != e && o.Name == e.Name
}

func quoted(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = fmt.Sprintf("%q", s)
	}
	return strings.Join(out, ", ")
}
