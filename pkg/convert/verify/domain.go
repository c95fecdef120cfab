package verify

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// LossAssumption is the cause of the loss that is added when a given run has data outside of what a conversion assumes.
var LossAssumption = dialects.LossRule{ID: "convert/assumption", Level: dialects.Approximated,
	Affects: dialects.Inputs | dialects.Output | dialects.Outcome | dialects.ErrorName | dialects.Time, Data: dialects.Any,
	What:   "a run that was given has data outside of what the conversion assumes",
	Remedy: "let the workers answer, and callers send, what the conversion assumes"}

// LossRefusedRequest is the cause of the loss that is added when a given run requests what the source refuses.
var LossRefusedRequest = dialects.LossRule{ID: "convert/refused-request", Level: dialects.Approximated, Affects: dialects.Outcome | dialects.ErrorName,
	Data:   dialects.Same,
	What:   "a run that was given requests a transition that the state of the entity does not have: the source refuses it with an error, and the target takes no notice",
	Remedy: "let whoever requests transitions look at the state first"}

// An Outside is a run whose data is outside of a domain, and in which the sides differ.
type Outside struct {
	Run        int    // from 1, of the given ones; 0 for one that was made up
	Assumption string // that does not hold, as [dialects.Domain] spells it
	What       string // shows that, in words that follow "the run has"
}

// outside returns what the source of a trial got or made that a domain excludes; nil if there is nothing.
func outside(d dialects.Domain, t *trial) *Outside {
	for _, assumption := range []struct {
		name  string
		made  bool
		looks []func(*trial) string
	}{
		{"objects", d.Objects, []func(*trial) string{notObject}},
		{"booleans", d.Typed && !d.AnyTruth, []func(*trial) string{notBoolean}},
		{"typed", d.Typed, []func(*trial) string{untyped, unfit, unlisted, absent, causeless}},
		{"repeated", d.Disjoint && !d.Renewed, []func(*trial) string{renewed}},
		{"disjoint", d.Disjoint, []func(*trial) string{overwritten, overwrittenByParts, overwrittenFromOutside, answersError, answeredTwice, givenBack, listedBefore,
			arrivedTwice, namedAsVariable, namedAsItem}},
	} {
		if !assumption.made {
			continue
		}
		for _, look := range assumption.looks {
			if what := look(t); what != "" {
				return &Outside{Assumption: assumption.name, What: what}
			}
		}
	}
	return nil
}

// notObject describes an input or an answer that is not an object, nor a list where an iteration asks for that, or data that was selected
// to be the document and that the target cannot have as its document.
func notObject(t *trial) string {
	_, isList := t.options.Input.([]any)
	if _, ok := t.options.Input.(*value.Object); !ok && !(isList && t.pair.net().lists) {
		return fmt.Sprintf("%s as its input", value.TypeOf(t.options.Input))
	}
	for i := range t.source.calls {
		c := &t.source.calls[i]
		if _, ok := c.Result.(*value.Object); !ok && c.Answered && c.Error == nil && !t.pair.net().decide[c.Task] && !t.listsItems(c) {
			return fmt.Sprintf("%s as the answer of %q", value.TypeOf(c.Result), c.Task)
		}
		if c.Input == nil && t.pair.Source.Start().Documents == workflow.ObjectDocument && t.pair.net().getsDocument(c.Node) {
			return fmt.Sprintf("null as the document that %q gets", c.Node)
		}
	}
	if n, v := selectedValue(t); n != nil {
		return fmt.Sprintf("%s as what %q selects", value.TypeOf(v), n.Name())
	}
	return askedOfList(t)
}

// askedOfList describes a list of which a condition is asked that tests an object, or the items of a list.
func askedOfList(t *trial) string {
	for _, n := range t.pair.net().nodes {
		filters := slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return filtersDocument(e.Guard) })
		if !filters && !filtersDocument(n.When) {
			continue
		}
		for _, v := range t.happened.visits[n] {
			if _, isList := v.data.([]any); isList {
				return fmt.Sprintf("a list as what the condition of %q tests", n.Name())
			}
		}
	}
	return ""
}

// filtersDocument reports whether a condition has a filter of the document itself: it tests the document, or the items of one that is a list.
func filtersDocument(x expr.Expr) bool {
	if x == nil {
		return false
	}
	found := false
	expr.Walk(x, func(x expr.Expr) {
		p, ok := x.(*expr.Path)
		found = found || ok && p.Root == expr.RootInput && len(p.Steps) > 0 && p.Steps[0].Kind == expr.StepFilter
	})
	return found
}

// listsItems reports whether a call is answered with a list, as an iteration over the whole answer asks for: that is not a matter of the
// data.
func (t *trial) listsItems(c *call) bool {
	_, isList := c.Result.([]any)
	return isList && t.pair.net().listed[c.Node]
}

// selectedValue returns a node that selects a part of the data as the document, and the part, if one of the sides cannot have that as its
// document; nil if there is none. A list that the definition itself makes, of the results of branches, is not a matter of the data.
func selectedValue(t *trial) (*workflow.Node, any) {
	source, target := t.pair.Source.Start().Documents, t.pair.Target.Start().Documents
	held := func(v any) bool { return source.Holds(v) && target.Holds(v) }
	for _, n := range t.pair.net().nodes {
		if !selectsDocument(n) {
			continue
		}
		for _, v := range t.happened.visits[n] {
			if x := n.Data.Select; selects(x) && n.Call == nil {
				part, err := expr.Eval(x, &expr.Env{Input: v.data, Now: v.at})
				if err == nil && part != nil && v.data != nil && !held(part) {
					return n, part
				}
			}
			selected := v.left
			if v.edge == nil && t.source.class == class(run.Succeeded) { // the run ended there
				selected = t.source.output
			}
			if selected != nil && !held(selected) {
				return n, selected
			}
		}
	}
	return nil, nil
}

// selectsDocument reports whether a node makes another document of the data by selecting from it, or by computing.
func selectsDocument(n *workflow.Node) bool {
	return selects(n.Data.Output) || n.Call == nil && selects(n.Data.Select) || n.Call != nil && replacesDocument(n) && selects(n.Data.Result)
}

func selects(x expr.Expr) bool {
	if f, ok := x.(*expr.Foreign); ok {
		if m := f.Meaning(); m != nil {
			x = m
		}
	}
	switch x := x.(type) {
	case nil, *expr.Literal, *expr.Object:
		return false
	case *expr.Path:
		return len(x.Steps) > 0
	}
	return true
}

// A typing is what conditions assume of the types of the data: of what is taken for true or false that it is a boolean, or with anyTruth only
// that it is not empty.
type typing struct{ anyTruth bool }

// typing is what a conversion assumes of the types of the data.
func (p *Pair) typing() typing { return typing{p.Domain.AnyTruth} }

// notBoolean describes a value that a condition takes for true or false, if only such values are not as the conversion assumes: they are no
// booleans.
func notBoolean(t *trial) string {
	if what := (typing{}).untyped(t); what != "" && (typing{anyTruth: true}).untyped(t) == "" {
		return what
	}
	return ""
}

// untyped describes a field that a condition compares and that is not there, or has another type; or an expression that failed.
func untyped(t *trial) string { return t.pair.typing().untyped(t) }

func (as typing) untyped(t *trial) string {
	for _, c := range t.pair.Source.Select {
		if p := as.mistypedIn(c.If, &expr.Env{Input: t.options.Input, Now: t.options.Start}); p != nil {
			return fmt.Sprintf("no %s of the type that the criterion of %q asks for", expr.Readable(p), c.Workflow.ID)
		}
	}
	for i := range t.source.calls {
		c := &t.source.calls[i]
		if _, ok := c.Result.(bool); !ok && c.Answered && c.Error == nil && t.pair.net().decide[c.Task] {
			return fmt.Sprintf("%s as the answer of %q, which decides about a path", value.TypeOf(c.Result), c.Task)
		}
	}
	for _, n := range t.pair.net().nodes {
		for _, v := range t.happened.visits[n] {
			p, decided := as.mistypedIn(n.When, v.env(v.data)), v.env(v.decidedOn(n))
			for _, e := range n.Out {
				asked := decided
				if e.Kind == workflow.Manual && e == v.edge { // it is asked of what came with the request, too
					asked = v.env(v.left)
				}
				p = cmp.Or(p, as.mistypedIn(e.Guard, asked), as.mistypedIn(e.Require, asked))
				if e == v.edge && e.Kind == workflow.Guarded && n.Split == workflow.SplitOne { // the conditions after it are not asked
					break
				}
			}
			if p != nil {
				return fmt.Sprintf("no %s of the type that %q asks for", expr.Readable(p), n.Name())
			}
		}
	}
	if len(t.happened.data) > 0 {
		return fmt.Sprintf("data with which %q fails", slices.Sorted(maps.Keys(t.happened.data))[0])
	}
	return ""
}
