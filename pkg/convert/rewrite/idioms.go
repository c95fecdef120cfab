package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// heldAnswers takes out detours that authors need in a dialect whose documents cannot be replaced: an answer is merged under a member, and
// a filter then selects that member.
var heldAnswers = Rewrite{
	ID:     "rewrite/held-answer",
	What:   "an answer that is merged under a member and then selected replaces the document; so does data that is set there",
	When:   "always",
	Before: "book: {\"result\": {\"document\": …}} merged; then $.result.document is selected",
	After:  "book, whose answer replaces the document",
	Losses: []*dialects.LossRule{&lossHeldAnswer, &lossHeldError},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return editNodes(w, func(n *workflow.Node) bool {
			released := c.releaseError(w, n) || c.releaseAnswer(w, n) || releaseData(n)
			return releaseWait(w, n) || released
		})
	},
}

var lossHeldAnswer = dialects.LossRule{ID: "convert/held-answer", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Any, Moves: true,
	What:   "the whole answer becomes the document, and not only the part that the source selects",
	Remedy: "let the worker answer with that part alone"}

var lossHeldError = dialects.LossRule{ID: "convert/held-error", Level: dialects.Approximated,
	Affects: dialects.Inputs | dialects.Output | dialects.Time | dialects.Outcome, Data: dialects.Any,
	What:   "a task that gives the document with an error in it is not called: the document has the error where the target puts it",
	Remedy: "check that the task does nothing but give the document with the error"}

// heldAt is the path of an answer that replaces the document, where a filter that selects one member keeps the name of that member.
var heldAt = []string{"result", "document"}

// filterPath returns the path by which an expression selects, also if it falls back to the whole document where the path selects nothing.
func filterPath(x expr.Expr) (*expr.Path, bool) {
	x = meaningOrSelf(x)
	if a, ok := x.(*expr.Apply); ok && a.Do == expr.Choose && isWhole(a.Args[2]) {
		x = a.Args[1]
	}
	p, ok := x.(*expr.Path)
	return p, ok
}

// releaseAnswer makes the answer of a task replace the document, where only the answer is selected after it was merged.
func (c *Conversion) releaseAnswer(w *workflow.Workflow, n *workflow.Node) bool {
	d := &n.Data
	p, ok := filterPath(d.Output)
	if n.Kind != workflow.Task || !ok || !c.Options.Domain.Disjoint || d.Result != nil || d.Combine == nil || d.Combine.Mode != workflow.MergeDeep ||
		p.Root != expr.RootInput || len(p.Steps) < len(heldAt) || c.Able.OutputParts {
		return false
	}
	for i, name := range heldAt {
		if p.Steps[i].Kind != expr.StepChild || p.Steps[i].Name != name {
			return false
		}
	}
	d.Combine = nil
	if c.Able.Outputs {
		d.Output = p
		return true
	}
	rest := *p
	rest.Steps = slices.Clone(p.Steps[len(heldAt):])
	rest.Text = rest.String()
	d.Output = &rest
	if len(rest.Steps) == 0 {
		d.Output = nil
	}
	c.Lose(w, &lossHeldAnswer, placeOf(n), n.Element, "the answer itself", "only `%s` of the answer of %q becomes the document", expr.Readable(p), n.Name())
	return true
}

// releaseError takes out a task after a handler whose only purpose is to put the handled error into the document: the target does that
// itself.
func (c *Conversion) releaseError(w *workflow.Workflow, n *workflow.Node) bool {
	if n.Kind != workflow.Task || !placesError(n) {
		return false
	}
	c.Lose(w, &lossHeldError, placeOf(n), n.Element, "the error itself", "%q is assumed to give the document with the error, and is not called", n.Name())
	Splice(n)
	return true
}

// placesError reports whether a step has the shape and the name of one after handlers that only puts the error that they handle into the
// document. A number tells it from those after other handlers of the same step.
func placesError(n *workflow.Node) bool {
	p, ok := filterPath(n.Data.Output)
	if !ok || expr.Readable(p) != expr.Readable(expr.NewPath(expr.RootInput, heldAt...)) || len(n.In) == 0 || onwardEdge(n) == nil || handles(n) {
		return false
	}
	return !slices.ContainsFunc(n.In, func(e *workflow.Edge) bool {
		return e.Kind != workflow.OnError || !numberedName(n.Name(), "Error of "+e.From.Name())
	})
}

// releaseWait makes a branch a wait alone, where it calls a workflow that begins with nothing, waits, and ends: all that the branch changes is
// what comes then.
func releaseWait(w *workflow.Workflow, n *workflow.Node) bool {
	l, ok := n.Data.Result.(*expr.Literal)
	called := n.Region.Scope
	if n.Kind != workflow.Pass || n.Name() != startName || !ok || n.Data != (workflow.Stages{Result: l}) || called == nil || n.Region.Start != n || len(n.Region.Nodes) != 3 ||
		!mergesCalled(called) || called.Region.Scope == nil || !gathersChanges(called.Region.Scope) {
		return false
	}
	nothing, object := l.Value.(*value.Object)
	if wait := onwardEdge(n); !object || nothing.Len() > 0 || wait == nil || wait.To.Kind != workflow.Await {
		return false
	}
	Splice(n)
	unpack(w, called)
	return true
}

// releaseData simplifies a pass node that wraps data in a list of one item and then selects from that item: fixed data replaces the
// document, and a member of the wrapped document is selected from the document itself.
func releaseData(n *workflow.Node) bool {
	d := &n.Data
	p, ok := filterPath(d.Output)
	if n.Kind != workflow.Pass || !ok || p.Root != expr.RootInput || len(p.Steps) != 2 {
		return false
	}
	first, second := p.Steps[0], p.Steps[1]
	if d.Select != nil && d.Result == nil && first.Kind == expr.StepIndex && first.Index == 0 && second.Kind == expr.StepChild && listsAll(d.Select) {
		*d = workflow.Stages{Result: expr.NewPath(expr.RootInput, second.Name)}
		return true
	}
	l, fixed := d.Result.(*expr.Literal)
	if !fixed || d.Select != nil || first.Kind != expr.StepChild || second.Kind != expr.StepIndex || second.Index != 0 {
		return false
	}
	o, object := l.Value.(*value.Object)
	if !object || o.Len() != 1 {
		return false
	}
	list, isList := o.Get(first.Name).([]any)
	if !isList || len(list) != 1 {
		return false
	}
	*d = workflow.Stages{Result: &expr.Literal{Value: list[0], Span: l.Span}}
	return true
}

// listsAll reports whether an expression selects the document as the only item of a list: `$[?(true)]`.
func listsAll(x expr.Expr) bool {
	p, ok := filterPath(x)
	if !ok || p.Root != expr.RootInput || len(p.Steps) != 1 || p.Steps[0].Kind != expr.StepFilter {
		return false
	}
	l, fixed := p.Steps[0].Filter.(*expr.Literal)
	return fixed && l.Value == true
}

var namedEnds = Rewrite{
	ID:     "rewrite/named-end",
	What:   "a step that does nothing and ends the run becomes a named end",
	When:   "always",
	Before: "Ship → Shipped, which does nothing → end",
	After:  "Ship → the end Shipped",
	Apply: func(_ *Conversion, w *workflow.Workflow) bool {
		changed := false
		for _, n := range w.Nodes {
			if n.Kind == workflow.End && n.Role != workflow.Primary && len(n.In) == 0 && n.Region.Start != n { // of a step that no longer exists
				n.Region.TakeOut(n)
				changed = true
			}
			if n.Region != w.Root || n.Split != workflow.SplitOne || n == w.Root.Start || n.Role != workflow.Primary || !onlyGoesOn(n) {
				continue
			}
			end := n.Out[0].To
			if end.Kind != workflow.End || end.Terminates || end.Role == workflow.Primary || !end.Data.IsZero() {
				continue
			}
			n.Out[0].Disconnect()
			if len(end.In) == 0 {
				end.Region.TakeOut(end)
			}
			n.Kind, changed = workflow.End, true
		}
		if changed {
			Compact(w)
		}
		return changed
	},
}
