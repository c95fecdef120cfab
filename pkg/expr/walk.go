package expr

// Walk calls f with an expression and, in their order, with all that it is made of; the filters of paths are not looked into.
func Walk(x Expr, f func(Expr)) {
	if x == nil {
		return
	}
	f(x)
	for _, part := range parts(x) {
		Walk(part, f)
	}
}

// Size is of how many parts expressions consist, as [Walk] comes to them: each takes at least a byte where it is written.
func Size(all ...Expr) int {
	n := 0
	for _, x := range all {
		Walk(x, func(Expr) { n++ })
	}
	return n
}

// parts are the operands of an expression.
func parts(x Expr) []Expr {
	switch x := x.(type) {
	case *Logic:
		return x.Operands
	case *Not:
		return []Expr{x.Operand}
	case *Compare:
		return []Expr{x.Left, x.Right}
	case *Is:
		return []Expr{x.Operand}
	case *Loose:
		return []Expr{x.Left}
	case *Test:
		return []Expr{x.Path}
	case *List:
		return x.Items
	case *Call:
		return x.Args
	case *Apply:
		return x.Args
	case *Object:
		out := make([]Expr, len(x.Members))
		for i, m := range x.Members {
			out[i] = m.Value
		}
		return out
	case *Focus:
		return []Expr{x.On, x.Of}
	}
	return nil
}

// mapTests returns a condition with each of its tests replaced.
func mapTests(x Expr, f func(t *Test) Expr) Expr {
	switch x := x.(type) {
	case *Test:
		return f(x)
	case *Not:
		return turned(mapTests(x.Operand, f))
	case *Logic:
		out := &Logic{Op: x.Op, Span: x.Span}
		for _, o := range x.Operands {
			out.Operands = append(out.Operands, mapTests(o, f))
		}
		return out
	}
	return x
}

// simplified is a condition without operands that decide nothing: groups of one operand, groups in groups of their kind, and what is
// always true or false where no operand before it can fail.
func simplified(x Expr) Expr {
	switch x := x.(type) {
	case *Not:
		return turned(simplified(x.Operand))
	case *Apply:
		out := &Apply{Do: x.Do, Span: x.Span}
		for _, a := range x.Args {
			out.Args = append(out.Args, simplified(a))
		}
		return out
	case *Logic:
		return simplifiedLogic(x)
	}
	return x
}

func simplifiedLogic(x *Logic) Expr {
	out := &Logic{Op: x.Op, Span: x.Span}
	for _, o := range x.Operands {
		o = simplified(o)
		if inner, ok := o.(*Logic); ok && inner.Op == x.Op {
			out.Operands = append(out.Operands, inner.Operands...)
			continue
		}
		if l, ok := o.(*Literal); ok {
			if l.Value == (x.Op == And) {
				continue
			}
			if l.Value == (x.Op == Or) && !fallible(out) {
				return l
			}
		}
		out.Operands = append(out.Operands, o)
	}
	return out.Reduced()
}

// fallible reports whether a condition may be an error for data of the domain.
func fallible(x Expr) bool {
	found := false
	Walk(x, func(x Expr) {
		switch x := x.(type) {
		case *Test:
			found = found || x.Wrong == Fails || x.Null == Fails || x.Missing == Fails
		case *Compare, *Foreign, *Call:
			found = true
		case *Apply:
			found = true
		}
	})
	return found
}
