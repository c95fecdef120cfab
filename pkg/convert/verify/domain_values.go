package verify

import (
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// unfit describes a value that a node computes of data for which the expression is not written: of a text and an object, say. Its language
// makes something of that, and the meaning of the expression in the terms that all dialects share has no value.
func unfit(t *trial) string {
	for _, n := range t.pair.net().nodes {
		for _, v := range t.documentsOf(n) {
			made := []expr.Expr{n.Data.Payload}
			if n.Kind == workflow.Pass {
				made = append(made, n.Data.Result, n.Data.Output)
			}
			if slices.ContainsFunc(made, func(x expr.Expr) bool { return hasNoMeaning(x, expr.RootInput, v.env(v.data)) }) {
				return fmt.Sprintf("data that the expressions of %q are not written for", n.Name())
			}
			for _, e := range n.Out {
				if document := v.decidedOn(n); document != nil && hasNoMeaning(e.Guard, expr.RootInput, v.env(document)) {
					return fmt.Sprintf("data that a condition of %q is not written for", n.Name())
				}
			}
		}
		for _, answer := range answersOf(n, t.source) {
			if hasNoMeaning(n.Data.Result, expr.RootAnswer, &expr.Env{Answer: answer}) {
				return fmt.Sprintf("an answer that the expressions of %q are not written for", n.Name())
			}
		}
	}
	return ""
}

// hasNoMeaning reports whether an expression, or a member of an object of them, reads nothing but a root and variables, and its meaning in
// common terms fails there.
func hasNoMeaning(x expr.Expr, root expr.Root, env *expr.Env) bool {
	switch x := x.(type) {
	case *expr.Object:
		return slices.ContainsFunc(x.Members, func(m expr.ObjectMember) bool { return hasNoMeaning(m.Value, root, env) })
	case *expr.Foreign, *expr.Call:
		m := expr.CommonValue(x, expr.Domain{Objects: true, Typed: true})
		if _, foreign := m.(*expr.Foreign); m == nil || foreign {
			return false
		}
		computes, other := false, false
		expr.Walk(m, func(x expr.Expr) {
			switch x := x.(type) {
			case *expr.Apply:
				computes = true
			case *expr.Path:
				other = other || x.Root != root && x.Root != expr.RootVar
			}
		})
		if !computes || other {
			return false
		}
		_, err := expr.Eval(m, env)
		return err != nil
	}
	return false
}

// unlisted describes an iteration over a value that is not a list, also where the source would take it for the only item of one.
func unlisted(t *trial) string {
	for _, n := range t.pair.net().nodes {
		visits := t.happened.visits[n]
		if n.Kind != workflow.Scope || !n.Body.Each || n.Body.Items != nil && n.Body.Items.Reader != nil {
			continue
		}
		for _, v := range visits {
			items := v.data
			for _, x := range []expr.Expr{n.Data.Select, n.Data.Payload} {
				if x == nil {
					continue
				}
				if f, ok := x.(*expr.Foreign); ok {
					if p := expr.OneOrMany(f.Meaning()); p != nil {
						x = p
					}
				}
				made, err := expr.Eval(x, &expr.Env{Input: items, Now: v.at})
				if err != nil {
					return ""
				}
				items = made
			}
			if _, isList := items.([]any); !isList {
				return fmt.Sprintf("%s for the iteration %q", value.TypeOf(items), n.Name())
			}
		}
	}
	return ""
}

// absent describes a value that an expression takes for null because it is missing.
func absent(t *trial) string {
	for _, x := range t.source.produced {
		e, _ := x.(*value.Object)
		if e.Has("data") && e.Get("data") == nil {
			return "null as the data of an event"
		}
	}
	if what := absentOfEvent(t); what != "" {
		return what
	}
	for _, n := range t.pair.net().nodes {
		list := []expr.Expr{n.Data.Payload, n.Data.Result}
		if n.Emits != nil {
			list = append(list, n.Emits.Data)
		}
		for _, answer := range answersOf(n, t.source) {
			if p := missingOf(n.Data.Result, expr.RootAnswer, &expr.Env{Answer: answer}, false); p != nil {
				return fmt.Sprintf("no %s in the answer of %q", expr.Readable(p), n.Name())
			}
		}
		if p := absentInCall(t, n); p != nil {
			return fmt.Sprintf("no %s, which %q reads", expr.Readable(p), n.Name())
		}
		if p := absentAfter(t, n); p != nil {
			return fmt.Sprintf("no %s after %q, which selects it", expr.Readable(p), n.Name())
		}
		for _, v := range t.documentsOf(n) {
			for _, x := range list {
				if p := missingIn(x, v.data); p != nil {
					return fmt.Sprintf("no %s, which %q reads", expr.Readable(p), n.Name())
				}
			}
		}
	}
	return ""
}

// absentInCall returns the path of a value that a call in an iteration got as null, because the item does not have it; nil if there is
// none. What a part of an iteration reads shows in its calls alone.
func absentInCall(t *trial, n *workflow.Node) *expr.Path {
	scope := n.Region.Scope
	if n.Call == nil || scope == nil || !scope.Body.Each || scope.Body.Item == "" {
		return nil
	}
	for _, c := range t.source.callsOf(n) {
		if p := nullOf(n.Data.Payload, c.Input); p != nil && len(p.Steps) > 0 && p.Steps[0].Name == scope.Body.Item {
			return p
		}
	}
	return nil
}

// nullOf returns the path that is null in what was made of an expression, because it selects nothing; nil if there is none.
func nullOf(x expr.Expr, made any) *expr.Path {
	if f, ok := x.(*expr.Foreign); ok {
		x = f.Meaning()
	}
	switch x := x.(type) {
	case *expr.Path:
		if x.OrNull && made == nil {
			return x
		}
	case *expr.Object:
		o, _ := made.(*value.Object)
		for _, m := range x.Members {
			if v, ok := o.Lookup(m.Key); ok {
				if p := nullOf(m.Value, v); p != nil {
					return p
				}
			}
		}
	}
	return nil
}

// documentsOf are the visits of a node with the documents that it got, as far as they are known. Of the parts of an element, the element
// is what is visited: they get what it selects of its document. There are none for the parts of an iteration that is one element.
func (t *trial) documentsOf(n *workflow.Node) []visit {
	of := visited(n)
	visits := t.happened.visits[of]
	if of == n || n.Region.Scope == nil {
		return visits
	}
	if n.Region.Scope.Body.Each {
		return nil
	}
	if n.Region.Scope != of || of.Data.Select == nil {
		return visits
	}
	var inside []visit
	for _, v := range visits {
		if part, err := expr.Eval(of.Data.Select, &expr.Env{Input: v.data, Now: v.at}); err == nil {
			v.data = part
			inside = append(inside, v)
		}
	}
	return inside
}

// absentAfter returns the path that a node selects to go on, where neither the document nor an answer that is merged into it there has what
// it selects; nil if there is none.
func absentAfter(t *trial, n *workflow.Node) *expr.Path {
	if n.Data.Output == nil || len(t.happened.visits[n]) == 0 {
		return nil
	}
	var documents []any
	for _, v := range t.happened.visits[n] {
		documents = append(documents, v.data)
	}
	for _, inner := range t.pair.net().nodes {
		if inner != n && !within(inner, n) {
			continue
		}
		switch c := inner.Data.Combine; {
		case inner.Data.Result != nil || c != nil && c.Mode != workflow.MergeShallow && c.Mode != workflow.MergeDeep && c.Mode != workflow.Replace:
			return nil // what is made of an answer is not known
		}
		documents = append(documents, answersOf(inner, t.source)...)
	}
	var found *expr.Path
	for _, document := range documents {
		if found = missingOf(n.Data.Output, expr.RootInput, &expr.Env{Input: document}, false); found == nil {
			return nil
		}
	}
	return found
}

// within reports whether a node is in a scope.
func within(n, scope *workflow.Node) bool {
	for at := n.Region.Scope; at != nil; at = at.Region.Scope {
		if at == scope {
			return true
		}
	}
	return false
}

// absentOfEvent describes a member that is selected of an event which does not have it.
func absentOfEvent(t *trial) string {
	for _, a := range t.book.record.arrivals {
		kind, _ := member(a.event, "type")
		for _, n := range t.pair.net().byName[a.node] {
			if n.Awaits == nil {
				continue
			}
			for i := range n.Awaits.For {
				x := &n.Awaits.For[i]
				if x.Event == nil || x.Event.Type != kind {
					continue
				}
				if p := missingOf(x.Data, expr.RootInput, &expr.Env{Input: a.event}, false); p != nil {
					return fmt.Sprintf("no %s in the event %q", expr.Readable(p), x.Name)
				}
			}
		}
	}
	return ""
}

// missingIn returns a path of the document that an expression takes for null there, as it selects nothing; else nil.
func missingIn(x expr.Expr, document any) *expr.Path {
	return missingOf(x, expr.RootInput, &expr.Env{Input: document}, true)
}

// missingOf returns a path from a root that selects nothing in an expression; nil if there is none. With null, only those count of which
// the expression makes null then.
func missingOf(x expr.Expr, root expr.Root, env *expr.Env, null bool) *expr.Path {
	if f, ok := x.(*expr.Foreign); ok {
		x = f.Meaning()
	}
	if x == nil {
		return nil
	}
	var found *expr.Path
	expr.Walk(x, func(x expr.Expr) {
		p, ok := x.(*expr.Path)
		if !ok || null && !p.OrNull || p.Root != root || found != nil {
			return
		}
		plain := *p
		plain.OrNull = false
		if _, err := expr.Eval(&plain, env); err != nil {
			found = p
		}
	})
	return found
}

// answersOf are the answers that a node got to its calls.
func answersOf(n *workflow.Node, o *observation) []any {
	var out []any
	for _, c := range o.callsOf(n) {
		if c.Answered && c.Error == nil {
			out = append(out, c.Result)
		}
	}
	return out
}

// isTruth reports whether what a path leads to is of a type that a condition assumes which takes it for true or false. One that asks for an
// object finds it, or nothing.
func (as typing) isTruth(p *expr.Path, env *expr.Env) bool {
	v, err := expr.Eval(p, env)
	if !as.anyTruth && !p.OfObject {
		_, is := v.(bool)
		return err == nil && is
	}
	if err != nil || v == nil || v == false {
		return err != nil || v == nil || !p.OfObject
	}
	_, object := v.(*value.Object)
	return expr.Truthy(v) && (object || !p.OfObject)
}

// mistypedPath returns the part of a path as a condition whose value has another type than the path asks for: what is taken for true is a
// boolean, and what is filtered is a list, or the document. It returns nil if there is none.
func (as typing) mistypedPath(p *expr.Path, env *expr.Env) *expr.Path {
	if p.Definite {
		if p.Truth && !as.isTruth(p, env) {
			return p
		}
		return nil
	}
	if p.OfObject {
		of := p.WithoutFilter()
		v, err := expr.Eval(of, env)
		in := *env
		in.Item = v
		if _, object := v.(*value.Object); err != nil || !object || as.mistyped(p.Steps[len(p.Steps)-1].Filter, &in) != nil {
			return of
		}
		return nil
	}
	at := slices.IndexFunc(p.Steps, func(s expr.Step) bool { return s.Kind != expr.StepChild && s.Kind != expr.StepIndex })
	list := *p
	list.Steps, list.Definite, list.Truth = p.Steps[:max(at, 0)], true, false
	list.Text = list.String()
	v, err := expr.Eval(&list, env)
	if err != nil {
		return &list
	}
	items, isList := v.([]any)
	if !isList {
		if at == 0 && p.Root == expr.RootInput {
			items = []any{v}
		} else {
			return &list
		}
	}
	filter := p.Steps[max(at, 0)].Filter
	for _, item := range items {
		in := *env
		in.Item = item
		if filter != nil && as.mistyped(filter, &in) != nil {
			return &list
		}
	}
	return nil
}
