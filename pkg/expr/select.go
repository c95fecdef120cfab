package expr

import "github.com/flowglot/flowglot/pkg/value"

// root returns the value at which a path begins.
func (e *evaluator) root(p *Path) (any, bool) {
	switch p.Root {
	case RootContext:
		return e.env.ContextObject(), true
	case RootAnswer:
		return e.env.Answer, true
	case RootError:
		return e.env.Error, true
	case RootItem:
		return e.item, true
	case RootVar:
		if e.env.Lookup == nil {
			return nil, false
		}
		return e.env.Lookup(p.Name)
	default:
		return e.env.Input, true
	}
}

// path computes what a path selects. It reports false if there is nothing: no such variable, nothing at the end of a
// definite path, or no value of the function.
func (e *evaluator) path(p *Path) (any, bool, error) {
	if err := e.visit(1 + len(p.Steps)); err != nil {
		return nil, false, err
	}
	v, ok := e.root(p)
	if !ok {
		return nil, false, nil
	}
	outer := e.project
	e.project = p.Project
	defer func() { e.project = outer }()
	for i := range p.Steps {
		step := &p.Steps[i]
		if p.Project && step.Kind == StepNames && i == len(p.Steps)-1 {
			v, ok := projection(v, step.Names)
			return v, ok, nil
		}
		if step.Kind != StepFunction && !single(p.Steps[i:i+1]) {
			list, err := e.gather(v, selecting(p.Steps[i:]), []any{})
			return collected(p, list, err)
		}
		next, ok := take(v, step)
		if !ok {
			if !single(selecting(p.Steps[i:])) {
				return collected(p, []any{}, nil)
			}
			return nil, p.OrNull && i == len(p.Steps)-1 && isObject(v), nil
		}
		v = next
	}
	return v, true, nil
}

// projection is an object with those members of an object that it has of the given names.
func projection(v any, names []string) (any, bool) {
	o, ok := v.(*value.Object)
	if !ok {
		return nil, false
	}
	out := value.NewObject(len(names))
	for _, name := range names {
		if m, ok := o.Lookup(name); ok {
			out.Set(name, m)
		}
	}
	return out, true
}

func isObject(v any) bool {
	_, ok := v.(*value.Object)
	return ok
}

// selecting returns the steps without the function at their end.
func selecting(steps []Step) []Step {
	if n := len(steps); n > 0 && steps[n-1].Kind == StepFunction {
		return steps[:n-1]
	}
	return steps
}

// collected is the value of a path that can select several: the list of them, or what its function makes of the list.
func collected(p *Path, list []any, err error) (any, bool, error) {
	if err != nil {
		return nil, false, err
	}
	if last := len(p.Steps) - 1; p.Steps[last].Kind == StepFunction {
		v, ok := call(p.Steps[last].Name, list)
		return v, ok, nil
	}
	return list, true, nil
}

// take follows a step that leads to one value at most.
func take(v any, s *Step) (any, bool) {
	switch s.Kind {
	case StepChild:
		members, _ := v.(*value.Object)
		return members.Lookup(s.Name)
	case StepIndex:
		return item(v, s.Index)
	case StepFunction:
		return call(s.Name, v)
	}
	return nil, false
}

// item returns the item of an array at an index, which from the end is negative.
func item(v any, index int) (any, bool) {
	items, _ := v.([]any)
	if index < 0 {
		index += len(items)
	}
	if index < 0 || index >= len(items) {
		return nil, false
	}
	return items[index], true
}

// gather appends what steps select from a value, in the order of the document: items and members in
// theirs, a value before what is below it.
func (e *evaluator) gather(v any, steps []Step, found []any) ([]any, error) {
	if err := e.visit(1); err != nil {
		return nil, err
	}
	if len(steps) == 0 {
		return append(found, v), nil
	}
	step, rest := &steps[0], steps[1:]
	var err error
	each := func(v any, ok bool) {
		if ok && err == nil {
			found, err = e.gather(v, rest, found)
		}
	}
	switch step.Kind {
	case StepNames:
		if e.project && len(rest) == 0 {
			each(projection(v, step.Names))
			break
		}
		members, _ := v.(*value.Object)
		for _, name := range step.Names {
			each(members.Lookup(name))
		}
	case StepIndexes:
		for _, index := range step.Indexes {
			each(item(v, index))
		}
	case StepSlice:
		items, _ := v.([]any)
		from, to, by := step.bounds(len(items))
		for i := from; i < to && by > 0 || i > to && by < 0; i += by {
			each(items[i], true)
		}
	case StepWildcard:
		for i := 0; err == nil; i++ {
			next, ok := child(v, i)
			if !ok {
				break
			}
			each(next, true)
		}
	case StepDescend:
		if len(rest) > 0 { // which is so in every path that was read
			return e.descend(v, rest, found, false, 0)
		}
	case StepFilter:
		return e.filter(v, step, rest, found)
	default:
		each(take(v, step))
	}
	return found, err
}

// bounds returns the range of indices that a slice of n items runs through: from one up or down to another that it does
// not reach (RFC 9535: "Array Slice Selector").
func (s *Step) bounds(n int) (from, to, by int) {
	by = 1
	if s.By != nil {
		by = *s.By
	}
	first, last := 0, n // the least and the greatest that a bound may be
	from, to = first, last
	if by < 0 {
		first, last = -1, n-1
		from, to = last, first
	}
	within := func(bound *int, otherwise int) int {
		if bound == nil {
			return otherwise
		}
		i := *bound
		if i < 0 {
			i += n
		}
		return max(first, min(i, last))
	}
	return within(s.From, from), within(s.To, to), clamp(by, n)
}

// clamp keeps a stride of a slice small enough to be added to an index.
func clamp(by, n int) int { return max(-n-1, min(by, n+1)) }

// child returns the i-th item of an array or member of an object, in their order, and whether there is one.
func child(v any, i int) (any, bool) {
	switch v := v.(type) {
	case []any:
		if i < len(v) {
			return v[i], true
		}
	case *value.Object:
		if i < v.Len() {
			return v.At(i).Value, true
		}
	}
	return nil, false
}

// filter applies a filter and what follows it: to the items of an array, to an object itself, to nothing else.
func (e *evaluator) filter(v any, s *Step, rest []Step, found []any) ([]any, error) {
	var candidates []any
	switch v := v.(type) {
	case []any:
		candidates = v
	case *value.Object:
		candidates = []any{v}
	}
	outer := e.item
	defer func() { e.item = outer }()
	for _, candidate := range candidates {
		e.item = candidate
		holds, err := e.holds(s.Filter)
		if err == nil && holds {
			found, err = e.gather(candidate, rest, found)
		}
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// descend applies steps to a value and to all that is below it. A filter tests each value once: an object that is an
// item was tested with its array.
func (e *evaluator) descend(v any, steps []Step, found []any, tested bool, depth int) ([]any, error) {
	if depth > value.MaxDepth {
		return nil, &EvalError{Span: steps[0].Span, Message: "the document is nested too deeply to search"}
	}
	err := e.visit(1)
	if _, object := v.(*value.Object); err == nil && !(tested && object) {
		found, err = e.gather(v, steps, found)
	}
	if err != nil {
		return nil, err
	}
	_, array := v.([]any)
	tested = array && steps[0].Kind == StepFilter
	for i := 0; ; i++ {
		next, ok := child(v, i)
		if !ok {
			return found, nil
		}
		if found, err = e.descend(next, steps, found, tested, depth+1); err != nil {
			return nil, err
		}
	}
}
