package expr

// MapPaths returns an expression with each of its paths replaced by what f makes of it, also in filters and in what a [Foreign]
// expression means. It reports false where the expression has a part that means more than the tree can, whose paths are not known.
func MapPaths(x Expr, f func(*Path) *Path) (Expr, bool) {
	m := &pathMap{f: f, known: true}
	return m.expr(x), m.known
}

type pathMap struct {
	f     func(*Path) *Path
	known bool
}

// expr returns an expression with its paths replaced; nil stays nil.
func (m *pathMap) expr(x Expr) Expr {
	switch x := x.(type) {
	case nil:
		return nil
	case *Path:
		return m.path(x)
	case *Logic:
		return &Logic{Op: x.Op, Operands: m.list(x.Operands), Span: x.Span}
	case *Not:
		return &Not{Operand: m.expr(x.Operand), Span: x.Span}
	case *Compare:
		c := *x
		c.Left, c.Right = m.expr(x.Left), m.expr(x.Right)
		return &c
	case *Loose:
		c := *x
		c.Left = m.expr(x.Left)
		return &c
	case *Test:
		c := *x
		c.Path = m.path(x.Path)
		return &c
	case *Is:
		c := *x
		c.Operand = m.expr(x.Operand)
		return &c
	case *Object:
		c := &Object{Span: x.Span}
		for _, o := range x.Members {
			o.Value = m.expr(o.Value)
			c.Members = append(c.Members, o)
		}
		return c
	case *List:
		return &List{Items: m.list(x.Items), Span: x.Span}
	case *Call:
		c := *x
		c.Args = m.list(x.Args)
		return &c
	case *Apply:
		return &Apply{Do: x.Do, Args: m.list(x.Args), Span: x.Span}
	case *Foreign:
		return m.foreign(x)
	case *Literal:
		return x
	}
	m.known = false
	return x
}

func (m *pathMap) list(xs []Expr) []Expr {
	out := make([]Expr, len(xs))
	for i, x := range xs {
		out[i] = m.expr(x)
	}
	return out
}

// foreign is what a foreign expression means, as only that can be changed.
func (m *pathMap) foreign(x *Foreign) Expr {
	for _, means := range []func() Expr{x.Means, x.MeansTyped} {
		if means != nil {
			if meaning := means(); meaning != nil {
				return m.expr(meaning)
			}
		}
	}
	m.known = false
	return x
}

func (m *pathMap) path(p *Path) *Path {
	c := *p
	for i, s := range p.Steps {
		if s.Filter != nil {
			c.Steps = append([]Step(nil), c.Steps...)
			c.Steps[i].Filter = m.expr(s.Filter)
		}
	}
	return m.f(&c)
}

// NewPath returns the path of a member of what a root stands for.
func NewPath(root Root, names ...string) *Path {
	p := &Path{Root: root, Definite: true, Steps: make([]Step, len(names))}
	for i, name := range names {
		p.Steps[i] = Step{Kind: StepChild, Name: name}
	}
	p.Text = Readable(p)
	return p
}
