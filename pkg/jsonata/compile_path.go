package jsonata

// path compiles the steps between dots. Each step joins those before it, and what [], ^, @ or # make of a step stays
// with that step.
func (c *compiler) path(n *Path) *unit {
	var u *unit
	for i, node := range n.Steps {
		step := c.unit(node)
		if i == 0 {
			u = c.asPath(step, n.Range)
			if p, ok := step.run.(*parent); ok {
				u.seeking = []*slot{p.slot}
			}
			continue
		}
		p := u.run.(*path)
		if rest, ok := step.run.(*path); ok {
			p.steps = append(p.steps, rest.steps...)
		} else {
			step.stages, step.filters = append(step.stages, step.filters...), nil
			p.steps = append(p.steps, step)
		}
		c.check(p)
		c.resolve(u)
	}
	u.at = n.Range
	return u
}

// asPath returns a unit as a path: itself, or a path of one step.
func (c *compiler) asPath(u *unit, at Range) *unit {
	if u.kind == pathKind {
		return u
	}
	out := &unit{at: at}
	c.setPath(out, u, false)
	return out
}

// check applies what holds for the steps of a path: strings are names, other literals are mistakes, array constructors at
// either end are not flattened.
func (c *compiler) check(p *path) {
	for _, s := range p.steps {
		switch s.kind {
		case stringKind:
			s.run, s.kind = &member{s.run.(*literal).value.(string)}, nameKind
		case literalKind:
			c.fail(failAt("S0213", s.at).about(describe(s.run.(*literal).value)))
		}
		p.keep = p.keep || s.keep
	}
	for _, s := range []*unit{p.steps[0], p.steps[len(p.steps)-1]} {
		if s.kind == arrayKind {
			s.cons = true
		}
	}
}

// last returns the step that what follows a unit applies to: the last one of a path, or the unit.
func last(u *unit) *unit {
	if p, ok := u.run.(*path); ok {
		return p.steps[len(p.steps)-1]
	}
	return u
}

func (c *compiler) filter(n *Filter) *unit {
	u := c.unit(n.Target)
	step := last(u)
	if step.group != nil {
		c.fail(failAt("S0209", n.Range))
	}
	predicate := c.unit(n.Predicate)
	for _, s := range predicate.seeking {
		if s.level == 1 {
			c.seek(step, s)
		} else {
			s.level--
		}
	}
	if len(predicate.seeking) > 0 {
		c.push(step, predicate)
	}
	if u.kind == pathKind {
		step.stages = append(step.stages, stage{filter: predicate})
	} else {
		step.filters = append(step.filters, stage{filter: predicate})
	}
	return u
}

func (c *compiler) group(n *Group) *unit {
	u := c.unit(n.Target)
	p, isPath := u.run.(*path)
	if u.group != nil || isPath && p.group != nil {
		c.fail(failAt("S0210", n.Range))
	}
	g := c.grouper(nil, n.Members, n.Range)
	if isPath {
		p.group = g
	} else {
		u.group = g
	}
	return u
}

func (c *compiler) sort(n *Sort) *unit {
	u := c.asPath(c.unit(n.Target), n.Range)
	step := &unit{at: n.Range, kind: sortKind}
	order := &order{at: n.Range}
	for _, t := range n.Terms {
		key := c.unit(t.Key)
		c.push(step, key)
		order.keys, order.descending = append(order.keys, key), append(order.descending, t.Descending)
	}
	step.run = order
	p := u.run.(*path)
	p.steps = append(p.steps, step)
	c.resolve(u)
	return u
}

func (c *compiler) focus(n *Focus) *unit {
	u := c.unit(n.Target)
	step := last(u)
	switch {
	case len(step.stages) > 0 || len(step.filters) > 0:
		c.fail(failAt("S0215", n.Range))
	case step.kind == sortKind:
		c.fail(failAt("S0216", n.Range))
	}
	if c.keeps[n] {
		step.keep = true
	}
	step.focus, step.tuple = n.Name.Name, true
	return u
}

func (c *compiler) index(n *Index) *unit {
	u := c.unit(n.Target)
	step := last(u)
	if u.kind != pathKind {
		u = c.asPath(u, n.Range)
		step.stages, step.filters = append(step.stages, step.filters...), nil
	}
	if len(step.stages) == 0 {
		step.index = n.Name.Name
	} else {
		step.stages = append(step.stages, stage{index: n.Name.Name})
	}
	step.tuple = true
	return u
}

// push hands the % of a part, whose steps have not been found, to the whole.
func (c *compiler) push(whole, part *unit) {
	whole.seeking = append(whole.seeking, part.seeking...)
	if p, ok := part.run.(*parent); ok {
		whole.seeking = append(whole.seeking, p.slot)
	}
}

// resolve looks among the steps of a path for those that the % in its last step mean.
func (c *compiler) resolve(u *unit) {
	p := u.run.(*path)
	final := p.steps[len(p.steps)-1]
	slots := final.seeking
	if parent, ok := final.run.(*parent); ok {
		slots = append(slots[:len(slots):len(slots)], parent.slot)
	}
	for _, s := range slots {
		for i := len(p.steps) - 2; s.level > 0; {
			if i < 0 {
				u.seeking = append(u.seeking, s)
				break
			}
			step := p.steps[i]
			i--
			// Steps in a row that bind the context share it.
			for i >= 0 && step.focus != "" && p.steps[i].focus != "" {
				step = p.steps[i]
				i--
			}
			c.seek(step, s)
		}
	}
}

// seek moves a % up through a step, and has the step carry its context if that is what the % means.
func (c *compiler) seek(u *unit, s *slot) {
	switch u.kind {
	case nameKind, wildcardKind:
		if s.level--; s.level > 0 {
			return
		}
		if u.ancestor != nil {
			s.label = u.ancestor.label
		}
		u.ancestor, u.tuple = s, true
	case parentKind:
		s.level++
	case blockKind:
		if list := u.run.(*block).list; len(list) > 0 {
			u.tuple = true
			c.seek(list[len(list)-1], s)
		}
	case pathKind:
		u.tuple = true
		steps := u.run.(*path).steps
		i := len(steps) - 1
		c.seek(steps[i], s)
		for i--; s.level > 0 && i >= 0 && c.err == nil; i-- {
			c.seek(steps[i], s)
		}
	default:
		c.fail(failAt("S0217", u.at))
		s.level = 0
	}
}
