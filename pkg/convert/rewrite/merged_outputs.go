package rewrite

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var mergedOutputs = Rewrite{
	ID:     "rewrite/merged-output",
	What:   "a document that is computed from itself and an answer becomes an answer that is put into the document",
	When:   "always",
	Before: "check-stock; merge($, {\"stock\": answer}) becomes the document",
	After:  "check-stock; its answer is set at $.stock",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		changed := false
		for _, n := range w.Nodes {
			switch n.Kind {
			case workflow.Pass:
				changed = mergeOutput(&n.Data, expr.RootInput) || changed
			case workflow.Task, workflow.Scope:
				changed = c.passOnAll(&n.Data) || changed
				changed = passOnAnswer(&n.Data) || changed
				changed = c.gatherOutput(n) || c.joinOutput(n) || changed
				changed = mergeOutput(&n.Data, expr.RootAnswer) || changed
			}
			for _, e := range n.Out {
				if e.Kind == workflow.OnError {
					changed = mergeOutput(&e.Data, expr.RootError) || changed
				}
			}
		}
		return changed
	},
}

// passOnAll leaves out the selection of what a node passes on, where that is the whole document.
func (c *Conversion) passOnAll(d *workflow.Stages) bool {
	if d.Output == nil || !isWhole(expr.CommonValue(d.Output, c.domain())) {
		return false
	}
	d.Output = nil
	return true
}

// passOnAnswer makes a result take the place of the document that is put at a place of it, if what is at that place is what goes on.
func passOnAnswer(d *workflow.Stages) bool {
	selected, ok := meaningOrSelf(d.Output).(*expr.Path)
	if !ok || d.Combine == nil || d.Combine.Mode != workflow.SetAt || d.Assign != nil {
		return false
	}
	at, plain := members(d.Combine.Path)
	if goesOn, part := members(selected); !plain || !part || at != goesOn {
		return false
	}
	d.Combine, d.Output = nil, nil
	return true
}

// mergeOutput makes the result of a node, or of an edge that catches an error, what is put into the document, where it is the document
// with something merged into it. whole is the root that the result is if nothing else is selected; of a pass node it is the document.
func mergeOutput(d *workflow.Stages, whole expr.Root) bool {
	if d.Combine != nil || d.Select != nil || d.Result == nil || d.Payload != nil && whole == expr.RootInput {
		return false
	}
	if whole != expr.RootInput && isWhole(d.Result) && (whole == expr.RootError || d.Assign == nil) {
		d.Result, d.Combine = nil, &workflow.Combine{Mode: workflow.Drop, Span: d.Result.Range()}
		return true
	}
	added := mergedInto(d.Result, nil)
	if added == nil {
		return false
	}
	span := d.Result.Range()
	d.Combine = &workflow.Combine{Mode: workflow.MergeShallow, Span: span}
	names, leaf := placed(added, nil)
	a, applied := added.(*expr.Apply)
	switch {
	case len(names) > 1 || len(names) == 1 && whole != expr.RootInput:
		d.Combine.Mode, d.Combine.Path, added = workflow.SetAt, expr.NewPath(expr.RootInput, names...), leaf
	case applied && a.Do == expr.Without:
		d.Combine.Omit, added = a.Args[1].(*expr.Literal).Value.(string), a.Args[0]
	}
	if p, ok := added.(*expr.Path); ok && p.Root == whole && whole != expr.RootInput && len(p.Steps) == 0 {
		added = nil
	}
	d.Result = added
	return true
}

// mergedInto is what an expression merges into what is at some members of the document; nil for other expressions.
func mergedInto(x expr.Expr, at []string) expr.Expr {
	a, ok := x.(*expr.Apply)
	if !ok || a.Do != expr.Merge || len(a.Args) < 2 {
		return nil
	}
	base, ok := a.Args[0].(*expr.Path)
	if !ok || base.Root != expr.RootInput || len(base.Steps) != len(at) {
		return nil
	}
	for i, s := range base.Steps {
		if s.Kind != expr.StepChild || s.Name != at[i] {
			return nil
		}
	}
	if len(a.Args) == 2 {
		return a.Args[1]
	}
	return &expr.Apply{Do: expr.Merge, Args: a.Args[1:], Span: a.Span}
}

// placed takes an object with one member apart, as long as that is the member of the document with another one merged into it: the names of
// the members, and the value.
func placed(x expr.Expr, at []string) ([]string, expr.Expr) {
	o, ok := x.(*expr.Object)
	if !ok || len(o.Members) != 1 {
		return at, x
	}
	names := append(at[:len(at):len(at)], o.Members[0].Key)
	if inner := mergedInto(o.Members[0].Value, names); inner != nil {
		if deeper, leaf := placed(inner, names); len(deeper) > len(names) {
			return deeper, leaf
		}
	}
	return names, o.Members[0].Value
}

// gatherOutput has the results of parallel regions that are merged gathered so, and those of an iteration if the target merges results.
func (c *Conversion) gatherOutput(n *workflow.Node) bool {
	d := &n.Data
	if n.Kind != workflow.Scope || n.Body.Gather != workflow.GatherList || d.Combine != nil || d.Select != nil || n.Body.Each && !c.Able.Gathers.Has(dialects.GatherMerged) {
		return false
	}
	results := func(x expr.Expr) bool {
		p, ok := x.(*expr.Path)
		return ok && p.Root == expr.RootAnswer && len(p.Steps) == 0
	}
	a, ok := d.Result.(*expr.Apply)
	switch {
	case ok && a.Do == expr.Merge && len(a.Args) == 1 && results(a.Args[0]):
		d.Result = nil
	case ok && a.Do == expr.Merge && len(a.Args) == 2 && isWhole(a.Args[0]) && results(a.Args[1]):
	default:
		return false
	}
	n.Body.Gather = workflow.GatherMerged
	return true
}

// joinOutput has the results of parallel regions that are joined as one value gathered so, if the target joins results.
func (c *Conversion) joinOutput(n *workflow.Node) bool {
	d := &n.Data
	a, ok := d.Result.(*expr.Apply)
	if n.Kind != workflow.Scope || n.Body.Each || n.Body.Gather != workflow.GatherList || d.Combine != nil || d.Select != nil || !ok || a.Do != expr.Joined ||
		!c.Able.Gathers.Has(dialects.GatherJoined) {
		return false
	}
	gather, of := workflow.GatherJoined, a.Args[0]
	if lists, spread := of.(*expr.Apply); spread && lists.Do == expr.Spread {
		gather, of = workflow.GatherSpread, lists.Args[0]
	}
	p, ok := of.(*expr.Path)
	if !ok || p.Root != expr.RootAnswer || len(p.Steps) > 0 {
		return false
	}
	n.Body.Gather, d.Result = gather, nil
	return true
}
