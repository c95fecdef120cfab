package expr

import "slices"

// Values and paths in filters.

// operand writes an operand of a comparison: a fixed value, or a path, which may end with a function.
func (w *filterWriting) operand(x Expr, document Root) Expr {
	switch x := x.(type) {
	case *Literal:
		if scalarOrList(x.Value) {
			return &Literal{Value: x.Value}
		}
	case *Path:
		if x.Definite {
			return w.path(x, document)
		}
	case *Apply:
		if p := w.selection(x, document); p != nil {
			return p
		}
	}
	return w.fail("`" + Readable(x) + "`")
}

// pathEnds are the functions that end a path. The sum of an empty list, which is 0, is not among them: `.sum()` has no value for one.
var pathEnds = map[Function]string{Length: "length", Count: "length", Letters: "length", Least: "min", Greatest: "max", Keys: "keys"}

// selection writes what a path can compute; nil if none does.
func (w *filterWriting) selection(x Expr, document Root) *Path {
	if p, ok := x.(*Path); ok {
		return w.path(p, document)
	}
	a, ok := x.(*Apply)
	if !ok || len(a.Args) == 0 {
		return nil
	}
	of := w.selection(a.Args[0], document)
	if of == nil || len(selecting(of.Steps)) < len(of.Steps) {
		return nil
	}
	out := *of
	end := Step{Kind: StepFunction, Name: pathEnds[a.Do]}
	switch a.Do {
	case Where:
		end = Step{Kind: StepFilter, Filter: w.inner(a.Args[1])}
	case Each:
		p, ok := a.Args[1].(*Path)
		if !ok || p.Root != RootItem || !p.Definite {
			return nil
		}
		if len(of.Steps) == 0 || of.Steps[len(of.Steps)-1].Kind != StepFilter {
			out.Steps = append(slices.Clone(out.Steps), Step{Kind: StepWildcard})
		}
		out.Steps = append(slices.Clone(out.Steps), p.Steps...)
		out.Definite = false
		return &out
	case Nth:
		index, ok := a.Args[1].(*Literal)
		n, whole := int64(0), false
		if ok {
			n, whole = index.Value.(int64)
		}
		if !whole || !of.Definite || n != int64(int(n)) {
			return nil
		}
		end = Step{Kind: StepIndex, Index: int(n)}
	default:
		if end.Name == "" {
			return nil
		}
	}
	out.Steps = append(slices.Clone(out.Steps), end)
	out.Definite = definite(out.Steps)
	return &out
}

// apply writes a function that is true or false.
func (w *filterWriting) apply(x *Apply, document Root) Expr {
	switch x.Do {
	case Any:
		list := w.selection(x.Args[0], document)
		if list == nil || len(selecting(list.Steps)) < len(list.Steps) || !list.Definite {
			break
		}
		out := *list
		out.Definite = false
		step := Step{Kind: StepFilter}
		if l, ok := x.Args[1].(*Literal); ok && l.Value == true {
			step.Kind = StepWildcard
		} else {
			step.Filter = w.inner(x.Args[1])
		}
		out.Steps = append(slices.Clone(out.Steps), step)
		return &out
	case All:
		return negated(w.apply(&Apply{Do: Any, Args: []Expr{x.Args[0], turned(x.Args[1])}}, document))
	case Choose:
		yes := &Logic{Op: And, Operands: []Expr{x.Args[0], x.Args[1]}}
		no := &Logic{Op: And, Operands: []Expr{turned(x.Args[0]), x.Args[2]}}
		return w.condition(&Logic{Op: Or, Operands: []Expr{yes, no}}, document)
	case HasPart, HasStart, HasEnd:
		p, ok := x.Args[0].(*Path)
		l, okay := x.Args[1].(*Literal)
		if ok && okay {
			return w.test(&Test{Op: map[Function]TestOp{HasPart: TestContains, HasStart: TestStartsWith, HasEnd: TestEndsWith}[x.Do], Path: p, Value: l.Value}, document)
		}
	}
	return w.fail("`" + Readable(x) + "`")
}

// inner writes the condition on the items of a list: the document is $ there.
func (w *filterWriting) inner(x Expr) Expr { return w.condition(x, RootInput) }

// path writes a path: from the document, or from the item of a list.
func (w *filterWriting) path(p *Path, document Root) *Path {
	out := &Path{Root: p.Root, Steps: p.Steps, Definite: p.Definite}
	switch {
	case p.Root == RootInput:
		out.Root = document
	case p.Root == RootItem && document == RootInput:
	case p.Root == RootAnswer:
		w.fail("the answer of the task alone")
	case p.Root == RootError:
		w.fail("data of an error")
	case p.Root == RootVar:
		w.fail("the variable $" + p.Name)
	default:
		w.fail("what the run itself provides")
	}
	out.Text = out.String()
	return out
}

// existence writes whether a path selects anything. Where a path by itself asks for truth, those in its filters ask for presence in words.
func (w *filterWriting) existence(p *Path, document Root) *Path {
	out := w.path(p, document)
	if !w.style.Truth || !w.style.Exact {
		return out
	}
	out.Steps = slices.Clone(out.Steps)
	for i := range out.Steps {
		if out.Steps[i].Filter != nil {
			out.Steps[i].Filter = w.presences(out.Steps[i].Filter)
		}
	}
	out.Text = out.String()
	return out
}

// presences is a filter in which paths ask for presence in words.
func (w *filterWriting) presences(x Expr) Expr {
	switch x := x.(type) {
	case *Logic:
		out := &Logic{Op: x.Op, Operands: slices.Clone(x.Operands)}
		for i, o := range out.Operands {
			out.Operands[i] = w.presences(o)
		}
		return out
	case *Not:
		return negated(w.presences(x.Operand))
	case *Path:
		if x.Definite {
			return w.present(x)
		}
		return w.existence(x, x.Root)
	}
	return x
}

// SelectionPath returns an expression in common terms whose value is needed as a path: `$.order.total`, `$.items[?(@.qty > 10)].name`,
// `$.items.length()`. It returns nil, and what paths lack, if they cannot express it.
func SelectionPath(x Expr, style FilterStyle) (*Path, string) {
	w := &filterWriting{style: style}
	p := w.selection(x, RootInput)
	switch {
	case w.lacks != "":
		return nil, w.lacks
	case p == nil:
		return nil, "`" + Readable(x) + "`"
	}
	return p, ""
}
