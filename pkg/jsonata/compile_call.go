package jsonata

func (c *compiler) call(u *unit, n *Call) {
	args := make([]*unit, len(n.Arguments))
	for i, a := range n.Arguments {
		if _, open := a.(*Placeholder); open {
			continue // nil
		}
		args[i] = c.unit(a)
		c.push(u, args[i])
	}
	callee := callee{function: c.unit(n.Function), arguments: args, at: n.Range}
	switch f := n.Function.(type) {
	case *Variable:
		callee.name = f.Name
	case *Name:
		callee.name, callee.bare = f.Value, true
	}
	if n.Partial() {
		u.run = &partial{callee}
		return
	}
	u.run, u.kind = &call{callee: callee}, callKind
}

func (c *compiler) lambda(u *unit, n *Lambda) {
	l := &lambda{at: n.Range, body: c.unit(n.Body)}
	for _, p := range n.Params {
		l.params = append(l.params, p.Name)
	}
	if n.Signature != "" {
		s, err := parseSignature(n.Signature)
		if err != nil {
			c.fail(err.at(n.Range))
		}
		l.signature = s
	}
	markTail(l.body)
	u.run = l
}

// markTail marks the calls that end a function: they need no level of their own.
func markTail(u *unit) {
	plain := len(u.filters) == 0 && u.group == nil && !u.keep
	switch run := u.run.(type) {
	case *call:
		if plain {
			run.tail = true
		}
	case *condition:
		if plain {
			markTail(run.then)
			if run.otherwise != nil {
				markTail(run.otherwise)
			}
		}
	case *block:
		if plain && len(run.list) > 0 {
			markTail(run.list[len(run.list)-1])
		}
	}
}
