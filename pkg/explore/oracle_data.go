package explore

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// treeOf is what is known of the members of a document, or of a value that an expression has.
func (o *oracle) treeOf(doc any) any {
	at, object := doc.(*value.Object)
	if !object {
		return constant(doc, 0)
	}
	if tree := o.trees[at]; tree != nil {
		return tree
	}
	return anything{}
}

// noteUnwritten records an error about something that is read and that nothing has written, and returns the error.
func (o *oracle) noteUnwritten(err error) error {
	if u, ok := err.(*Unwritten); ok {
		o.unwritten = append(o.unwritten, u)
	}
	return err
}

// seen reports whether a variable has a value, of those that are assigned somewhere.
func (o *oracle) seen(isSet func(name string) bool) func(name string) bool {
	return func(name string) bool { return !o.variables[name] || isSet(name) }
}

// checkReads records, and returns as an error, what a condition always reads and nothing has written.
func (o *oracle) checkReads(x expr.Expr, doc any, isSet func(name string) bool) error {
	if !o.data {
		return nil
	}
	if err := (&reader{o.seen(isSet)}).condition(x, o.treeOf(doc)); err != nil {
		return o.noteUnwritten(err)
	}
	return nil
}

// checkFirstReads does the same for the first guard of a choice, which is always evaluated.
func (o *oracle) checkFirstReads(n *workflow.Node, doc any, isSet func(name string) bool) error {
	if !o.data {
		return nil
	}
	for _, e := range n.Out {
		if e.Kind == workflow.Guarded && e.Guard != nil {
			return o.checkReads(e.Guard, doc, isSet)
		}
	}
	return nil
}

// missing is what a condition without an answer reads of a document that is not there; nil if nothing is missing.
func (o *oracle) missing(x expr.Expr, at *value.Object) error {
	tree := o.trees[at]
	if tree == nil {
		return nil
	}
	r := &reader{func(string) bool { return true }}
	var found error
	expr.Walk(x, func(part expr.Expr) {
		if found != nil {
			return
		}
		switch part := part.(type) {
		case *expr.Path:
			_, found = r.path(part, tree, part.Span)
		case *expr.Test:
			_, found = r.path(part.Path, tree, part.Path.Span)
		case *expr.Foreign:
			if part.MeansTyped != nil {
				if m := part.MeansTyped(); m != nil {
					if err := o.missing(m, at); err != nil {
						found = &Unwritten{At: part.Span, What: err.(*Unwritten).What, Name: err.(*Unwritten).Name}
					}
				}
			}
		}
	})
	return found
}

// knownValues are the values that a member may have by what is known of its document; nil if that is nothing.
func knownValues(v *variable, tree any) []any {
	if v.text != "" || tree == nil {
		return nil
	}
	for _, name := range v.at {
		o, ok := tree.(*value.Object)
		switch {
		case !ok:
			if _, free := tree.(anything); free {
				return nil
			}
			return []any{absent{}}
		case !o.Has(name):
			return []any{absent{}}
		}
		tree = o.Get(name)
	}
	_, object := tree.(*value.Object) // of whose members nothing may be known
	if _, free := tree.(anything); free || object && v.some {
		return nil
	}
	return []any{tree}
}
