package expr

// Opposite is a condition that holds where another one does not. That of several conditions is made of their opposites, so that none is asked
// about more than one comparison.
func Opposite(x Expr) Expr {
	switch x := x.(type) {
	case *Not:
		return x.Operand
	case *Logic:
		out := &Logic{Op: And, Span: x.Span}
		if x.Op == And {
			out.Op = Or
		}
		for _, o := range x.Operands {
			out.Operands = append(out.Operands, Opposite(o))
		}
		return out
	}
	return &Not{Operand: x, Span: x.Range()}
}
