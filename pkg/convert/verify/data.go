package verify

import (
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// data returns the loss that allows data of an aspect to differ at an element by an instant: one about the call itself, or one that
// changed the document before. Where losses add and take away, or what they change is computed with, nothing is known of how
// the data differs, but only members that one of them touches may.
// The source had its data at an instant, which may be before that.
func (x *excuses) data(element string, at, had time.Time, a dialects.Aspect, source, target any) *effect {
	var all []*effect
	for _, l := range x.losses {
		if l.at.After(at) || !x.changes(l, element, a) {
			continue
		}
		all = append(all, l)
	}
	if len(all) == 0 || !x.readsUnlisted(all, element) && x.dropsAnswer(all, had, source, target) {
		return nil
	}
	for _, l := range all {
		if x.allows(l, source, target) && x.touches([]*effect{l}, source, target) {
			return l
		}
	}
	if !x.mixed(all) || !x.touches(all, source, target) {
		return nil
	}
	return all[0]
}

// dropsAnswer reports whether the target lacks a member that the source has of the answer of a task which no loss is about, and which
// came after all that some are about: whatever those changed, it was not that answer. The source had its data at an instant.
func (x *excuses) dropsAnswer(all []*effect, had time.Time, source, target any) bool {
	for i := range x.calls {
		c := &x.calls[i]
		answer, ok := c.Result.(*value.Object)
		if !ok || c.Error != nil || x.start.Add(c.At+c.Took).After(had) {
			continue
		}
		later := x.later(all, c)
		for key, v := range answer.All() {
			if (later || x.moves(all) && x.alone(c, key)) && has(source, key, v, value.Equal) && !has(target, key, v, includes) && !x.answeredToo(all, c, key, v) {
				return true
			}
		}
	}
	return false
}

// readsUnlisted reports whether an element reads a list of what branches give, which the target does not make: what is in it is not found there.
func (x *excuses) readsUnlisted(all []*effect, element string) bool {
	for _, l := range all {
		for _, n := range l.nodes {
			if l.Rule != &dialects.LossJoin || n.Body == nil || n.Body.Gather != workflow.GatherList || n.Data.Combine == nil || n.Data.Combine.Mode != workflow.SetAt {
				continue
			}
			if x.reads(element, n.Data.Combine.Path.Steps) {
				return true
			}
		}
	}
	return false
}

// reads reports whether the input of an element is selected or computed of a part of the document.
func (x *excuses) reads(element string, part []expr.Step) bool {
	within := func(at []expr.Step) bool { return len(at) >= len(part) && sameMembers(at[:len(part)], part) }
	return slices.ContainsFunc(x.net.byName[element], func(n *workflow.Node) bool {
		return slices.ContainsFunc(membersRead(n.Data.Payload), within) || slices.ContainsFunc(membersRead(n.Data.Select), within)
	})
}

// answeredToo reports whether a task that losses may be about answered a member with the same value as another one, or the input has it: then
// nobody knows whose it is.
func (x *excuses) answeredToo(all []*effect, c *call, key string, v any) bool {
	if o, ok := x.input.(*value.Object); ok && o.Has(key) && value.Equal(o.Get(key), v) {
		return true
	}
	for i := range x.calls {
		if other := &x.calls[i]; other != c && !x.later(all, other) {
			if o, ok := other.Result.(*value.Object); ok && o.Has(key) && value.Equal(o.Get(key), v) {
				return true
			}
		}
	}
	return false
}

// moves reports whether losses only put data at other places.
func (x *excuses) moves(all []*effect) bool {
	return !slices.ContainsFunc(all, func(l *effect) bool { return !l.Rule.Moves && l.Rule.Data != dialects.Includes })
}

// alone reports whether a task is the only one with a member of a name in its answer, which it got to once, and nothing from outside has
// one.
func (x *excuses) alone(c *call, key string) bool {
	if slices.ContainsFunc(x.sent, func(v any) bool { o, ok := v.(*value.Object); return ok && o.Has(key) }) {
		return false
	}
	for i := range x.calls {
		if o, ok := x.calls[i].Result.(*value.Object); ok && o.Has(key) && &x.calls[i] != c {
			return false
		}
	}
	return true
}

// later reports whether a call came after the elements of all of some losses, and none is about it. A loss about how a node joins what
// comes to it is not about its answer.
func (x *excuses) later(all []*effect, c *call) bool {
	for _, l := range all {
		for _, n := range l.nodes {
			if n.Name() == c.Node && (n.Join != workflow.JoinEdges || l.Rule != &dialects.LossJoin) {
				return false
			}
			if takesAway(l.Rule) && slices.ContainsFunc(x.net.byName[c.Node], func(in *workflow.Node) bool { return x.net.within(in, n) }) {
				return false
			}
			if mayReplace(l.Rule) && x.inOtherBranch(n, c) {
				return false
			}
			list := x.source.visits[n]
			if len(list) == 0 { // the visits of a part are those of its whole
				list = x.source.visits[visited(n)]
			}
			if len(list) > 0 && x.comesAfter(n, list[len(list)-1].at, c) {
				return false
			}
		}
	}
	return true
}

// comesAfter reports whether a node that was entered at an instant came after a call, or may have: of what happens at one instant, the net
// has the order.
func (x *excuses) comesAfter(n *workflow.Node, at time.Time, c *call) bool {
	called := x.start.Add(c.At)
	return at.After(called) || at.Equal(called) && n.Name() != c.Node && x.net.reach(x.net.byName[c.Node], nil)[n]
}

// mayReplace reports whether another value may be in the document because of a loss.
func mayReplace(r *dialects.LossRule) bool { return changesDocument(r) && r.Data == dialects.Any }

// inOtherBranch reports whether neither a node nor a call leads to the other one: their data meets where the branches are joined, and which
// of them was earlier does not matter then.
func (x *excuses) inOtherBranch(n *workflow.Node, c *call) bool {
	calls := x.net.byName[c.Node]
	if slices.Contains(calls, n) || x.net.reach(calls, nil)[n] {
		return false
	}
	after := x.net.reach([]*workflow.Node{n}, nil)
	return !slices.ContainsFunc(calls, func(m *workflow.Node) bool { return after[m] })
}

// takesAway reports whether the document may lack something because of a loss.
func takesAway(r *dialects.LossRule) bool {
	return changesDocument(r) && (r.Data == dialects.Part || r.Data == dialects.Any)
}

// includes reports whether a value is another one, or that with further members, as merging it into what was there gives.
func includes(v, part any) bool { return value.Equal(v, part) || allows(dialects.Includes, part, v) }

// has reports whether a value has a member of a name anywhere that is a certain value, as a function says.
func has(v any, key string, want any, is func(x, want any) bool) bool {
	switch v := v.(type) {
	case *value.Object:
		if x, ok := v.Lookup(key); ok && is(x, want) {
			return true
		}
		for _, x := range v.All() {
			if has(x, key, want, is) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, func(x any) bool { return has(x, key, want, is) })
	}
	return false
}

// changes reports whether a loss changes data of an aspect at an element.
func (x *excuses) changes(l *effect, element string, a dialects.Aspect) bool {
	if l.Rule.Affects&a != 0 && (len(l.From) == 0 || element == "" || l.isAt(element)) {
		return true
	}
	return a != dialects.Parameters && changesDocument(l.Rule) && l.covers(x.net.byName[element], element)
}

// allows reports whether data differs only by the change of a loss. Where the documents of parts become the items of a list after it, each
// item may differ by that.
func (x *excuses) allows(l *effect, source, target any) bool {
	if allows(l.Rule.Data, source, target) {
		return true
	}
	if !x.listed(l) {
		return false
	}
	if l.Rule.Data == dialects.Part {
		return includesItems(target, source)
	}
	return includesItems(source, target)
}

// listed reports whether a node after a loss, or around it, makes a list of what its regions give.
func (x *excuses) listed(l *effect) bool {
	return slices.ContainsFunc(x.net.nodes, func(n *workflow.Node) bool {
		lists := n.Body != nil && (n.Body.Gather == workflow.GatherList || n.Body.Gather == workflow.GatherEach)
		return lists && (l.reach == nil || l.reach[n] || slices.ContainsFunc(l.nodes, func(inner *workflow.Node) bool { return x.net.inside(inner, n, nil) }))
	})
}

// includesItems is [value.Includes], but items of lists may have further members, too.
func includesItems(want, got any) bool {
	switch want := want.(type) {
	case []any:
		got, ok := got.([]any)
		return ok && len(want) == len(got) && eachIncludes(want, got)
	case *value.Object:
		got, ok := got.(*value.Object)
		if !ok {
			return false
		}
		for key, v := range want.All() {
			if w, has := got.Lookup(key); !has || !includesItems(v, w) {
				return false
			}
		}
		return true
	}
	return value.Equal(want, got)
}

// eachIncludes reports whether the items of a list include those of another one of the same length, one by one.
func eachIncludes(want, got []any) bool {
	for i := range want {
		if !includesItems(want[i], got[i]) {
			return false
		}
	}
	return true
}

// allows reports whether data differs only by a change.
func allows(c dialects.Change, source, target any) bool {
	switch c {
	case dialects.Includes:
		return value.Includes(source, target)
	case dialects.Part:
		return value.Includes(target, source)
	}
	return true
}

// mixed reports whether several losses together may change data in any way: they change it in different ways, or it is computed with.
func (x *excuses) mixed(all []*effect) bool {
	for _, l := range all[1:] {
		if l.Rule.Data != all[0].Rule.Data {
			return true
		}
	}
	return slices.ContainsFunc(all, x.computed)
}

// computed reports whether a node after a loss computes with the document.
func (x *excuses) computed(l *effect) bool {
	for _, w := range x.pair.Source.Workflows {
		for _, n := range w.Nodes {
			if (l.reach == nil || l.reach[n]) && (computes(n.Data.Select) || computes(n.Data.Payload) || computes(n.Data.Result) || computes(n.Data.Output)) {
				return true
			}
		}
	}
	return false
}

// computes reports whether an expression does more than select.
func computes(x expr.Expr) bool {
	switch x := x.(type) {
	case nil, *expr.Literal:
		return false
	case *expr.Path:
		return !x.Definite
	case *expr.Object:
		return slices.ContainsFunc(x.Members, func(m expr.ObjectMember) bool { return computes(m.Value) })
	case *expr.Foreign:
		if m := x.Meaning(); m != nil {
			return computes(m)
		}
	}
	return true
}

// touches reports whether the members in which two objects differ are among those that losses are about.
func (x *excuses) touches(all []*effect, source, target any) bool {
	a, isObject := source.(*value.Object)
	b, both := target.(*value.Object)
	if !isObject || !both {
		return true
	}
	touched := map[string]bool{}
	for _, l := range all {
		members := x.touched(l)
		if members == nil {
			return true
		}
		for m := range members {
			touched[m] = true
		}
	}
	for _, key := range differing(a, b) {
		if !touched[key] {
			return false
		}
	}
	return true
}

// differing are the members that two objects do not have alike.
func differing(a, b *value.Object) []string {
	var out []string
	for key, v := range a.All() {
		if w, ok := b.Lookup(key); !ok || !value.Equal(v, w) {
			out = append(out, key)
		}
	}
	for key := range b.All() {
		if !a.Has(key) {
			out = append(out, key)
		}
	}
	return out
}

// touched are the members of the document that the answers get into of the tasks that a loss is about; nil if it may be all, as for a loss
// about what a task gets.
func (x *excuses) touched(l *effect) map[string]bool {
	if l.Rule.Data != dialects.Any || !changesDocument(l.Rule) || len(l.nodes) == 0 || x.computed(l) {
		return nil
	}
	out := map[string]bool{}
	for _, n := range l.nodes {
		c := n.Data.Combine
		if n.Call == nil || c == nil || n.Data.Output != nil || n.Data.Result != nil || x.pair.leavesOut(n.Name(), false) { // whose calls are not seen
			return nil
		}
		switch c.Mode {
		case workflow.SetAt, workflow.AppendAt:
			if c.Path == nil || len(c.Path.Steps) == 0 {
				return nil
			}
			out[c.Path.Steps[0].Name] = true
		case workflow.Replace:
			return nil
		}
		for _, answer := range x.answers[n.Name()] {
			o, ok := answer.(*value.Object)
			if !ok {
				return nil
			}
			for key := range o.All() {
				out[key] = true
			}
		}
		if l.Rule.ID == dialects.LossErrorData.ID {
			for _, key := range x.errorPlaces(n) {
				out[key] = true
			}
		}
	}
	return out
}

// errorPlaces are the members of the document in which the target puts the errors of an element.
func (x *excuses) errorPlaces(n *workflow.Node) []string {
	elements := inverse(x.pair.elements())
	var out []string
	for _, w := range x.pair.Target.Workflows {
		for _, to := range w.Nodes {
			if original(elements, to.Name()) != n.Name() {
				continue
			}
			for _, e := range to.Out {
				if e.Kind == workflow.OnError {
					out = append(out, membersSet(&e.Data)...)
				}
			}
		}
	}
	return out
}
