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
func (x *excuses) data(element string, at time.Time, a dialects.Aspect, source, target any) *effect {
	var all []*effect
	for _, l := range x.losses {
		if l.at.After(at) || !x.changes(l, element, a) {
			continue
		}
		if allows(l.Rule.Data, source, target) && x.touches([]*effect{l}, source, target) {
			return l
		}
		all = append(all, l)
	}
	if len(all) == 0 || !x.mixed(all) || !x.touches(all, source, target) {
		return nil
	}
	return all[0]
}

// changes reports whether a loss changes data of an aspect at an element.
func (x *excuses) changes(l *effect, element string, a dialects.Aspect) bool {
	if l.Rule.Affects&a != 0 && (len(l.From) == 0 || element == "" || l.isAt(element)) {
		return true
	}
	return a != dialects.Parameters && changesDocument(l.Rule) && l.covers(x.net.byName[element], element)
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
		if x.Means != nil && x.Means() != nil {
			return computes(x.Means())
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

// touched are the members of the document that the answers get into of the tasks that a loss is about; nil if it may be all.
func (x *excuses) touched(l *effect) map[string]bool {
	if !x.pair.rewritten() || l.Rule.Data != dialects.Any || len(l.nodes) == 0 || x.computed(l) {
		return nil
	}
	out := map[string]bool{}
	for _, n := range l.nodes {
		c := n.Data.Combine
		if n.Call == nil || c == nil || n.Data.Output != nil || n.Data.Result != nil {
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
	}
	return out
}
