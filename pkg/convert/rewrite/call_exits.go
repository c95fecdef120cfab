package rewrite

import (
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// An exit is where a node goes on that failed or was out of time, and the member of an answer that tells it from the others. It is empty
// where the error itself does, which the document has then, and where nothing has to tell it.
type exit struct {
	edge   *workflow.Edge
	joins  bool // it leads to where the node goes on otherwise
	member string
	guard  expr.Expr // that the document has the error, where there is no member
	// resets reports that the member is false after the node was left otherwise, as it may be there from an earlier time, or as no condition of
	// the target asks whether it is there.
	resets bool
}

// taken is the condition that a node was left by an exit.
func (x *exit) taken() expr.Expr {
	if x.member == "" {
		return x.guard
	}
	at := expr.NewPath(expr.RootInput, x.member)
	if x.resets {
		return &expr.Test{Op: expr.TestEqual, Path: at, Value: true, Span: x.edge.Span}
	}
	return &expr.Test{Op: expr.TestPresent, Path: at, Null: expr.Yes, Missing: expr.No, Span: x.edge.Span}
}

// shown is a node of a part that puts the member of an exit into the document.
func (x *exit) shown(n *workflow.Node) {
	n.Data = workflow.Stages{Combine: &workflow.Combine{Mode: workflow.MergeShallow},
		Result: &expr.Literal{Value: value.ObjectOf(value.Member{Key: x.member, Value: true})}}
}

// exitsOf are the edges of errors and timers of a node. A member has the name of the first error that leads there, where there are several.
func exitsOf(n *workflow.Node) []exit {
	edges := slices.DeleteFunc(slices.Clone(n.Out), func(e *workflow.Edge) bool { return e.Kind != workflow.OnError && e.Kind != workflow.OnTimer })
	var out []exit
	numbers, taken, on := dialects.Numbers{}, map[string]bool{}, onwardEdge(n)
	for _, e := range edges {
		if on != nil && sameEnding(e.To, on.To) {
			out = append(out, exit{edge: e, joins: true})
			continue
		}
		name := "Failed"
		switch {
		case e.Kind == workflow.OnTimer:
			name = "TimedOut"
		case len(edges) > 1 && !takesAll(e.On) && len(e.On) > 0 && e.On[0].Name != "":
			name = " " + e.On[0].Name
		}
		member := memberName(n.Element.Name + name)
		first, size := utf8.DecodeRuneInString(member)
		out = append(out, exit{edge: e, member: numbers.Free(taken, string(unicode.ToLower(first))+member[size:], "")})
	}
	return out
}

// leaveBy makes the error in the document show that a node was left by an exit, or a member that stays there, where answers are merged.
func (c *Conversion) leaveBy(w *workflow.Workflow, n *workflow.Node, x *exit) {
	h := x.edge
	if h.Kind == workflow.OnError && replacing(h.Data.Combine) && observesFrom(h.To) {
		c.Lose(w, &lossMergedResult, h.Span, n.Element, "the error is merged into it", "the error of %q replaces the document in the source", n.Name())
	}
	if x.joins {
		return
	}
	if guard := c.shownBy(w, n, h); guard != nil {
		x.member, x.guard = "", guard
		return
	}
	c.leaveMarked(w, n, x)
}

// shownBy is the condition that the document has what a handler puts into it: the error, or something else at a place where nothing else is
// put. It is nil where nothing shows that the handler was taken.
func (c *Conversion) shownBy(w *workflow.Workflow, n *workflow.Node, h *workflow.Edge) expr.Expr {
	k := h.Data.Combine
	if set := replacing(k) || k.Mode == workflow.SetAt; !set || h.Kind != workflow.OnError || c.pastOf(w).hasError(w, n, h) {
		return nil
	}
	if h.Data.Result == nil && !handlesUnnamed(h) {
		guard, _ := errorShown(w, h)
		return guard
	}
	if whole := withWholeError(w, h); whole != nil && !handlesUnnamed(h) && !takesAll(h.On) && !slices.ContainsFunc(errorEdges(n), func(e *workflow.Edge) bool {
		return e != h && slices.Contains(membersPut(&e.Data), memberSet(k)) && !putsErrorAt(w, e, whole.Data.Combine.Path)
	}) {
		guard, _ := errorShown(w, whole)
		return guard
	}
	shared := slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e != h && slices.Contains(membersPut(&e.Data), memberSet(k)) })
	if shared || replacing(k) || h.Data.Result != nil && !neverNull(w, h.Data.Result) {
		return nil
	}
	return allOf(presence(k.Path, h.Span), h.Span)
}

// withWholeError is a handler that puts the whole error where another one puts its name alone, at the place that this has in an error; nil for
// other handlers.
func withWholeError(w *workflow.Workflow, h *workflow.Edge) *workflow.Edge {
	k := h.Data.Combine
	if k == nil || k.Mode != workflow.SetAt || len(k.Path.Steps) < 2 || h.Data.Result == nil {
		return nil
	}
	last := len(k.Path.Steps) - 1
	p, ok := meaningOrSelf(h.Data.Result).(*expr.Path)
	if !ok || p.Root != expr.RootError || len(p.Steps) != 1 || p.Steps[0].Name != w.Errors.NameKey || k.Path.Steps[last].Name != w.Errors.NameKey {
		return nil
	}
	at := *k.Path
	at.Steps = at.Steps[:last:last]
	at.Text = expr.Readable(&at)
	whole := *h
	whole.Data = workflow.Stages{Combine: &workflow.Combine{Mode: workflow.SetAt, Path: &at, Span: k.Span}}
	return &whole
}

// putsErrorAt reports whether a handler puts the error at a place, or the name of it where that is in an error.
func putsErrorAt(w *workflow.Workflow, h *workflow.Edge, at *expr.Path) bool {
	if whole := withWholeError(w, h); whole != nil {
		h = whole
	}
	k := h.Data.Combine
	return h.Data.Result == nil && k != nil && k.Mode == workflow.SetAt && expr.Readable(k.Path) == expr.Readable(at)
}

// neverNull reports whether what a handler makes of an error is something else than null: fixed data, or the name of the error.
func neverNull(w *workflow.Workflow, x expr.Expr) bool {
	if v, fixed := fixedData(x); fixed {
		return v != nil
	}
	p, ok := meaningOrSelf(x).(*expr.Path)
	return ok && p.Root == expr.RootError && len(p.Steps) == 1 && p.Steps[0].Kind == expr.StepChild && p.Steps[0].Name == w.Errors.NameKey
}

// leaveMarked makes a member that stays in the document show that a node was left by an exit.
func (c *Conversion) leaveMarked(w *workflow.Workflow, n *workflow.Node, x *exit) {
	x.resets = c.pastOf(w).repeats(n) || !c.expresses(x.taken())
	if x.resets || observesFrom(x.edge.To) {
		c.Lose(w, &lossDecision, x.edge.Span, n.Element, "the member "+strconv.Quote(x.member), "the mark that %q failed stays in the document", n.Name())
	}
}

// chooseExit adds the choice by which error a task handled, in place of the edges of errors and timers. Those that lead to where the node
// goes on otherwise need none.
func (c *Conversion) chooseExit(w *workflow.Workflow, n *workflow.Node, exits []exit) {
	exits = slices.DeleteFunc(slices.Clone(exits), func(x exit) bool {
		if x.joins {
			x.edge.Disconnect()
		}
		return x.joins
	})
	if len(exits) == 0 {
		return
	}
	choice := AddAfter(w, n, c.NewElement(w, n.Element, n.Name()+failedSuffix, ""), workflow.Choice)
	on := slices.Clone(choice.Out)
	choice.Out = nil
	for _, x := range exits {
		branch := w.Connect(choice, x.edge.To, workflow.Guarded, x.edge.Span)
		branch.Guard = x.taken()
		if c.shown == nil {
			c.shown = map[*workflow.Edge][]string{}
		}
		c.shown[branch] = append(membersPut(&x.edge.Data), memberOfError(w, x.edge))
		x.edge.Disconnect()
	}
	branches := slices.Clone(choice.Out)
	choice.Out = append(choice.Out, on...)
	for _, e := range on {
		e.Kind = workflow.Default
	}
	for i, x := range exits {
		if x.member == "" {
			continue
		}
		c.forgetOn(w, choice, x.member, branches[i:i+1])
	}
}
