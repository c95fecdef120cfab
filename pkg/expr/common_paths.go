package expr

import "slices"

// What paths and filters mean in common terms.

// exists translates a path that asks whether it selects anything, or whether what it selects is true.
func (t *translator) exists(p *Path) Expr {
	switch {
	case p.Definite && single(p.Steps) && p.Truth && t.domain.Typed && p.OfObject:
		return &Test{Op: TestPresent, Path: p, Span: p.Span}
	case p.Definite && single(p.Steps) && p.Truth && t.domain.Typed && t.domain.AnyTruth:
		untrue := &Test{Op: TestEqual, Path: p, Value: false, Null: Free, Missing: Free, Span: p.Span}
		return &Logic{Op: And, Operands: []Expr{&Test{Op: TestPresent, Path: p, Span: p.Span}, &Not{Operand: untrue, Span: p.Span}}, Span: p.Span}
	case p.Definite && single(p.Steps) && p.Truth && t.domain.Typed:
		return &Test{Op: TestEqual, Path: p, Value: true, Wrong: Free, Null: Free, Missing: Free, Span: p.Span}
	case p.Definite && single(p.Steps) && p.Truth:
		return truthTest(p)
	case p.Definite && single(p.Steps):
		return &Test{Op: TestPresent, Path: p, Null: Yes, Span: p.Span}
	case p.Definite: // of a function
		return p
	case t.domain.Objects && p.Root == RootInput && len(p.Steps) == 1 && p.Steps[0].Kind == StepFilter:
		whole := &Path{Definite: true}
		if x := t.filter(p.Steps[0].Filter, whole); x != nil {
			return x
		}
		return p
	case p.OfObject && t.domain.Typed:
		if x := t.ofObject(p); x != nil {
			return x
		}
	case t.domain.Filters && !t.domain.Typed:
		if x := t.filtered(p); x != nil {
			return x
		}
	}
	return t.items(p, func(item *Path) Expr {
		if len(item.Steps) == 0 {
			return &Literal{Value: true, Span: p.Span}
		}
		part := *item
		part.Truth = false
		return t.exists(&part)
	}, p)
}

// ofObject translates a path that ends with a filter of an object: nil if the filter has no common terms.
func (t *translator) ofObject(p *Path) Expr {
	of := p.WithoutFilter()
	if of == nil {
		return nil
	}
	return t.filter(p.Steps[len(p.Steps)-1].Filter, of)
}

// WithoutFilter is the path to what a path with a filter at its end filters; nil for any other path, and for one to several values.
func (p *Path) WithoutFilter() *Path {
	last := len(p.Steps) - 1
	if last < 1 || p.Steps[last].Kind != StepFilter || !single(p.Steps[:last]) {
		return nil
	}
	of := *p
	of.Steps, of.Definite, of.Truth, of.OfObject = p.Steps[:last:last], true, false, false
	of.Text = of.String()
	return &of
}

// filtered translates a path that ends with a filter, of what may be a list, an object, or neither: nil if the filter has no common terms.
func (t *translator) filtered(p *Path) Expr {
	of := p.WithoutFilter()
	if of == nil {
		return nil
	}
	last := len(p.Steps) - 1
	item, object := t.filter(p.Steps[last].Filter, &Path{Root: RootItem, Definite: true}), t.filter(p.Steps[last].Filter, of)
	if item == nil || object == nil {
		return nil
	}
	is := func(op TestOp, and Expr) Expr {
		return &Logic{Op: And, Operands: []Expr{&Test{Op: op, Path: of, Wrong: No, Null: No, Missing: No, Span: p.Span}, and}, Span: p.Span}
	}
	some := &Apply{Do: Any, Args: []Expr{of, simplified(item)}, Span: p.Span}
	return &Logic{Op: Or, Operands: []Expr{is(TestList, some), is(TestObject, simplified(object))}, Span: p.Span}
}

// items translates a question that is asked of what a path selects of a list: whether some item answers it. It returns otherwise if
// the path selects differently.
func (t *translator) items(p *Path, ask func(item *Path) Expr, otherwise Expr) Expr {
	list, filter, rest := t.list(p)
	if list == nil {
		return otherwise
	}
	question := ask(rest)
	if q, ok := question.(*Path); ok && q == rest {
		return otherwise
	}
	if filter != nil {
		question = &Logic{Op: And, Operands: []Expr{filter, question}, Span: p.Span}
	}
	return &Apply{Do: Any, Args: []Expr{list, simplified(question)}, Span: p.Span}
}

// list takes a path apart that selects of the items of a list: the path to the list, the condition on an item, or nil, and the path
// that begins at the item. All are nil if the path is not like that, or it is not known that there is a list.
func (t *translator) list(p *Path) (list *Path, filter Expr, rest *Path) {
	if !t.domain.Typed {
		return nil, nil, nil
	}
	at := slices.IndexFunc(p.Steps, func(s Step) bool { return s.Kind != StepChild && s.Kind != StepIndex })
	if at < 0 || at == 0 && t.domain.Objects && p.Root == RootInput {
		return nil, nil, nil
	}
	switch s := p.Steps[at]; s.Kind {
	case StepFilter:
		if filter = t.filter(s.Filter, &Path{Root: RootItem, Definite: true}); filter == nil {
			return nil, nil, nil
		}
	case StepWildcard:
	default:
		return nil, nil, nil
	}
	before := *p
	before.Steps, before.Definite, before.Truth = p.Steps[:at:at], true, false
	before.Text = before.String()
	rest = &Path{Root: RootItem, Steps: p.Steps[at+1:], Definite: definite(p.Steps[at+1:]), Span: p.Span}
	rest.Text = rest.String()
	return &before, filter, rest
}

// selection translates a path whose value is needed.
func (t *translator) selection(p *Path) Expr {
	if last := len(p.Steps) - 1; last >= 0 && p.Steps[last].Kind == StepFunction {
		return t.function(p)
	}
	if last := len(p.Steps) - 1; p.Definite || p.Project && p.Steps[last].Kind == StepNames {
		return p
	}
	list, filter, rest := t.list(p)
	if list == nil || !rest.Definite {
		return p
	}
	var out Expr = list
	if filter != nil {
		out = &Apply{Do: Where, Args: []Expr{list, filter}, Span: p.Span}
	}
	if len(rest.Steps) > 0 {
		out = &Apply{Do: Each, Args: []Expr{out, t.value(rest)}, Span: p.Span}
	}
	return out
}

// pathFunctions are the functions that paths may end with.
var pathFunctions = map[string]Function{"length": Length, "sum": Sum, "min": Least, "max": Greatest, "keys": Keys}

// function translates a path that ends with a function.
func (t *translator) function(p *Path) Expr {
	if !t.domain.Typed {
		return p
	}
	last := len(p.Steps) - 1
	of := *p
	of.Steps = p.Steps[:last:last]
	of.Definite, of.Truth = definite(of.Steps), false
	of.Text = of.String()
	operand := t.selection(&of)
	if x, still := operand.(*Path); still && !x.Definite {
		return p
	}
	switch name := p.Steps[last].Name; name {
	case "first", "last":
		index := int64(0)
		if name == "last" {
			index = -1
		}
		return &Apply{Do: Nth, Args: []Expr{operand, &Literal{Value: index, Span: p.Span}}, Span: p.Span}
	default:
		if do, ok := pathFunctions[name]; ok {
			return &Apply{Do: do, Args: []Expr{operand}, Span: p.Span}
		}
	}
	return p
}

// filter translates the condition of a filter, whose item is where a path leads; nil if a part of it has no common terms.
func (t *translator) filter(x Expr, item *Path) Expr {
	switch x := x.(type) {
	case *Logic:
		out := &Logic{Op: x.Op, Span: x.Span}
		for _, o := range x.Operands {
			part := t.filter(o, item)
			if part == nil {
				return nil
			}
			out.Operands = append(out.Operands, part)
		}
		return out
	case *Not:
		if part := t.filter(x.Operand, item); part != nil {
			return turned(part)
		}
	case *Literal:
		if _, ok := x.Value.(bool); ok {
			return x
		}
	case *Compare:
		return t.filterComparison(x, item)
	case *Path:
		out := t.exists(moved(x, RootItem, item))
		if _, still := out.(*Path); !still {
			return out
		}
	}
	return nil
}

// filterComparison translates a comparison in a filter.
func (t *translator) filterComparison(c *Compare, item *Path) Expr {
	tested := filterComparison
	switch c.Op {
	case In:
		tested = filterMembership
	case Matches:
		tested = filterPattern
	}
	if out := tested(c); out != nil {
		at, _ := MapPaths(out, func(p *Path) *Path { return moved(p, RootInput, item) }) // they began at the item
		return at
	}
	if !t.domain.Typed {
		return nil
	}
	left, right := t.operand(c.Left, item), t.operand(c.Right, item)
	if left == nil || right == nil {
		return nil
	}
	return &Compare{Op: c.Op, As: Alike, Left: left, Right: right, Span: c.Span, pattern: c.pattern}
}

// operand translates an operand of a comparison in a filter; nil if it has no common terms.
func (t *translator) operand(x Expr, item *Path) Expr {
	p, ok := x.(*Path)
	if !ok {
		return x
	}
	out := t.selection(moved(p, RootItem, item))
	if still, ok := out.(*Path); ok && (!still.Definite || !single(still.Steps)) {
		return nil
	}
	return out
}

// moved is a path that begins at a root as one that begins where another leads; one that begins elsewhere stays.
func moved(p *Path, from Root, to *Path) *Path {
	out := *p
	if p.Root == from {
		out.Root, out.Name, out.Steps = to.Root, to.Name, slices.Concat(to.Steps, p.Steps)
		out.Text = out.String()
	}
	return &out
}
