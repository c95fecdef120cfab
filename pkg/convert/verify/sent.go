package verify

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/run"
)

// Calls with a token are answered by whoever gets that: no stub is asked for them, so that the book learns of them when the run has ended.

// addSent adds the calls that somebody answered with their tokens, or nobody did: no stub was asked for them.
func (b *book) addSent(r *run.Result) {
	tokens := map[string]bool{} // the elements whose calls have one
	for _, w := range b.pair.Source.Workflows {
		for _, n := range w.Nodes {
			if n.Call != nil && n.Call.Token {
				tokens[n.Name()] = true
			}
		}
	}
	if len(tokens) == 0 {
		return
	}
	for _, part := range append([]*run.Result{r}, r.Chain...) {
		for i := range part.Calls {
			c := &part.Calls[i]
			x := &entry{at: part.Start.Add(c.At), input: b.texts.of(c.Input), parameters: c.Parameters, element: c.Node, reply: sentReply(c)}
			if tokens[c.Node] && !b.pair.leavesOut(c.Node, c.Apart) && !b.has(c.Task, x) {
				b.add(c.Task, x)
				slices.SortStableFunc(b.entries[c.Task], func(a, b *entry) int { return a.at.Compare(b.at) })
			}
		}
	}
}

// has reports whether a call of a task is in the book.
func (b *book) has(task string, x *entry) bool {
	return slices.ContainsFunc(b.entries[task], func(y *entry) bool { return y.at.Equal(x.at) && y.element == x.element && y.input == x.input })
}

// sentReply is how a call was answered. An error that the run itself ended it with, such as a time limit, is none that somebody sent.
func sentReply(c *run.Call) run.Reply {
	switch after := length(c.Took); {
	case c.Answered:
		return run.Reply{Return: c.Result, After: after}
	case c.Error != nil && c.Error.Class == 0:
		return run.Reply{Fail: c.Error, After: after}
	}
	return run.Reply{Never: true}
}
