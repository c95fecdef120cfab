package jsonata

import (
	"github.com/flowglot/flowglot/pkg/value"
)

// A path evaluates steps one after the other, each for every value that the one before it results in.
type path struct {
	steps []*unit
	keep  bool
	group *grouper
	unit  *unit     // the path as a part of the expression
	names []*member // the steps of a path of names alone
}

// simplify notes whether all steps of a path are names, with nothing that applies to them.
func (p *path) simplify() {
	if p.group != nil || p.keep {
		return
	}
	names := make([]*member, len(p.steps))
	for i, s := range p.steps {
		name, ok := s.run.(*member)
		if !ok || !s.simple() {
			return
		}
		names[i] = name
	}
	p.names = names
}

// follow goes from member to member, as long as all are objects, which most paths never leave. It reports false if the
// path leads through something else.
func (p *path) follow(m *machine, v any) (any, bool) {
	m.steps += len(p.names)
	for _, name := range p.names {
		o, ok := v.(*value.Object)
		if !ok {
			return v, IsUndefined(v)
		}
		if v, ok = o.Lookup(name.name); !ok {
			return Undefined{}, true
		}
	}
	if _, ok := v.(*sequence); ok {
		return nil, false
	}
	return v, true
}

func (p *path) eval(m *machine, context any, f *frame) (any, *Error) {
	if p.names != nil {
		if v, ok := p.follow(m, context); ok {
			return v, nil
		}
	}
	var single [1]any
	input, isArray := array(context)
	if _, absolute := p.steps[0].run.(*variable); !isArray || absolute {
		single[0] = context
		input = single[:]
	}
	result, tuples, err := p.walk(m, context, input, f)
	if err != nil {
		return nil, err
	}
	if tuples != nil && p.group == nil {
		result = tuples
		if !p.carries() {
			result = m.values(tuples)
		}
	}
	if p.keep {
		result = keep(result)
	}
	if p.group == nil {
		return result, nil
	}
	if tuples != nil {
		result = tuples
	}
	return p.group.eval(m, result, f)
}

// carries reports whether the path is a step of another that needs its tuples.
func (p *path) carries() bool { return p.unit != nil && p.unit.tuple }

// simple reports whether a step does nothing but evaluate.
func (u *unit) simple() bool {
	return u.stages == nil && !u.tuple && !u.keep && u.filters == nil && u.group == nil
}

// walk evaluates the steps. If a step binds variables, the result is a sequence of tuples.
func (p *path) walk(m *machine, context any, input []any, f *frame) (result any, tuples *sequence, err *Error) {
	result = Undefined{}
	carrying := false
	for i, s := range p.steps {
		carrying = carrying || s.tuple
		switch {
		case i == 0 && s.cons:
			if _, isArray := array(context); !isArray {
				context = &sequence{items: []any{context}}
			}
			result, err = s.eval(m, context, f)
		case carrying:
			tuples, err = m.tupleStep(s, input, tuples, f)
		default:
			result, err = m.pathStep(s, input, f, i == len(p.steps)-1)
		}
		if err != nil {
			return nil, nil, err
		}
		if carrying {
			continue
		}
		list, isArray := array(result)
		if isArray && len(list) == 0 || IsUndefined(result) {
			break
		}
		if s.focus == "" {
			input = list
			if !isArray {
				input = []any{result}
			}
		}
	}
	return result, tuples, nil
}

// keep marks a sequence as one that remains an array.
func keep(v any) any {
	switch v := v.(type) {
	case *sequence:
		if v.plain {
			return &sequence{items: []any{v}, keep: true}
		}
		v.keep = true
		return v
	}
	return v
}

// pathStep evaluates a step for each value of the input. Arrays that it results in become one sequence; but if the last
// step results in one array, that is the result.
func (m *machine) pathStep(s *unit, input []any, f *frame, isLast bool) (any, *Error) {
	if order, ok := s.run.(*order); ok {
		sorted, err := order.sort(m, &sequence{items: input}, f)
		if err != nil {
			return nil, err
		}
		return m.stages(s, sorted, f)
	}
	name, isName := s.run.(*member)
	isName = isName && s.simple()
	var first any = Undefined{}
	var out []any
	n := 0
	for _, item := range input {
		var v any
		var err *Error
		if o, ok := item.(*value.Object); ok && isName {
			if err = m.step(); err != nil {
				return nil, err.at(s.at)
			}
			v = name.of(o)
		} else if v, err = s.eval(m, item, f); err != nil {
			return nil, err
		}
		for i := range s.stages {
			if v, err = m.filter(s.stages[i].filter, v, f); err != nil {
				return nil, err
			}
		}
		if IsUndefined(v) {
			continue
		}
		if n++; n == 1 {
			first = v
			continue
		}
		if n == 2 {
			out = make([]any, 0, min(len(input), 64))
			out = flattenInto(out, first)
		}
		out = flattenInto(out, v)
	}
	if n == 1 {
		if _, isArray := array(first); isLast && isArray && !isSequence(first) {
			return first, nil
		}
		out = flattenInto(nil, first)
	}
	if err := m.spend(len(out)); err != nil {
		return nil, err.at(s.at)
	}
	return &sequence{items: out}, nil
}

// flattenInto appends a value of a step, or the items of an array unless a constructor made it to be one item.
func flattenInto(out []any, v any) []any {
	switch v := v.(type) {
	case []any:
		return append(out, v...)
	case *sequence:
		if !v.plain {
			return append(out, v.items...)
		}
	}
	return append(out, v)
}

// stages applies the stages of a step to what it results in.
func (m *machine) stages(s *unit, v any, f *frame) (any, *Error) {
	for i := range s.stages {
		if name := s.stages[i].index; name != "" {
			for j, t := range items(v) {
				t.(*tuple).bind(name, int64(j))
			}
			continue
		}
		var err *Error
		if v, err = m.filter(s.stages[i].filter, v, f); err != nil {
			return nil, err
		}
	}
	return v, nil
}
