package sw

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// What a definition holds and the model has no part for is what raising the model would leave out or spell otherwise: texts
// for people, unknown fields, values that are the default, the id of a state. It is found by raising each part as it was
// lowered and looking at the difference, and kept with that part.

// A part is an object of the definition, what the model gives back of it, and where the rest is kept.
type part struct {
	raise   func() *source.Node
	written *source.Node
	into    func(workflow.Extras)
}

// keep notes that an object of the definition has become a part of the model, whose parts were noted before.
func (l *lowering) keep(raise func() *source.Node, written *source.Node, into *workflow.Extras) {
	l.keepIn(raise, written, func(x workflow.Extras) { *into = x })
}

func (l *lowering) keepIn(raise func() *source.Node, written *source.Node, into func(workflow.Extras)) {
	if !l.unprinted {
		l.kept = append(l.kept, part{raise, written, into})
	}
}

// keepRest keeps what the model has no part for, of the parts that were noted, then of the states and of the workflow. A
// definition that cannot be lowered in full is not raised. Of one that is not written again only what the workflow has is kept, as hints for other
// dialects may be there.
func (l *lowering) keepRest(w *Workflow) {
	if len(l.flow.Unsupported) > 0 {
		return
	}
	for _, p := range l.kept {
		p.into(rest(p.raise(), p.written))
	}
	for _, s := range w.States {
		if n := l.nodeOf(s); n != nil && !l.unprinted {
			n.Element.Extras = rest(raiseState(n), s.Node)
		}
	}
	l.flow.Extras = rest(raiseAround(l.flow, w.StatesNode), w.Node)
}

// rest is what an object has beside what was raised of it, in the order of the text.
func rest(raised, written *source.Node) workflow.Extras {
	var out workflow.Extras
	for m := range written.EachLastMember {
		if x := raised.Get(m.Key); x == nil || !alike(x, m.Value) {
			out = append(out, words.Extra(m))
		}
	}
	return out
}

// alike compares trees by what they say. The members of an object may be in another order where they were put together:
// they are printed in that of their kind.
func alike(a, b *source.Node) bool {
	if a == b {
		return true
	}
	if a.Kind != b.Kind || a.Text != b.Text || len(a.Members) != len(b.Members) || len(a.Items) != len(b.Items) {
		return false
	}
	for i := range a.Members {
		if x := b.Get(a.Members[i].Key); x == nil || !alike(a.Members[i].Value, x) {
			return false
		}
	}
	for i := range a.Items {
		if !alike(a.Items[i], b.Items[i]) {
			return false
		}
	}
	return true
}

// putExtras adds the extras of a part. One by another name of a field is in place of that field.
func putExtras(n *source.Node, extras workflow.Extras) *source.Node {
	if len(extras) == 0 {
		return n
	}
	for _, x := range extras {
		for _, r := range renames {
			if r.old == x.Key && x.Key != r.name {
				remove(n, r.name)
			}
		}
	}
	dialects.PutExtras(n, extras)
	return n
}

// remove takes a member out of an object that is being made.
func remove(n *source.Node, key string) {
	for i := range n.Members {
		if n.Members[i].Key == key {
			n.Members = append(n.Members[:i], n.Members[i+1:]...)
			return
		}
	}
}
