package expr

// Assume relaxes what a condition in common terms answers about data that is not of the domain: the answers of its tests become [Free],
// and tests that nothing of the domain fails are left out. A value that the condition itself asks for (whether it is there, whether it
// is null, of which type it is) keeps its answers, but where what was asked before decides.
func Assume(x Expr, d Domain) Expr {
	if !d.Typed {
		return simplified(x)
	}
	a := assumption{asked: map[string]doubt{}, known: map[string]doubt{}}
	a.collect(x)
	return simplified(a.relax(x))
}

// A doubt is what a condition asks about a value.
type doubt uint8

const (
	maybeMissing doubt = 1 << iota
	maybeNull
	maybeOther // of another type
)

// A fact is what is known of a value at a place of a condition: which doubts about it do not exist there.
type fact struct {
	path string
	sure doubt
}

// An assumption goes through a condition.
type assumption struct {
	asked map[string]doubt // by the path that it is about
	known map[string]doubt // what is certain where it is
}

// learn adds facts to what is known, and returns what takes them back.
func (a *assumption) learn(facts []fact) (forget func()) {
	before := make([]doubt, len(facts))
	for i, f := range facts {
		before[i] = a.known[f.path]
		a.known[f.path] |= f.sure
	}
	return func() {
		for i := len(facts) - 1; i >= 0; i-- {
			a.known[facts[i].path] = before[i]
		}
	}
}

// collect finds out what the condition asks for.
func (a *assumption) collect(x Expr) {
	Walk(x, func(x Expr) {
		if t, ok := x.(*Test); ok {
			a.asked[t.Path.String()] |= doubts(t)
		}
	})
}

func operandPath(x *Apply) (*Path, bool) {
	if len(x.Args) == 0 {
		return nil, false
	}
	p, ok := x.Args[0].(*Path)
	return p, ok
}

// doubts are what a test asks for. One that has no other answers than an error asks for nothing.
func doubts(t *Test) doubt {
	switch {
	case t.asserts():
		return 0
	case t.Op == TestPresent:
		d := maybeMissing
		if t.Null == No {
			d |= maybeNull
		}
		if t.Missing == Fails || t.Missing == Free {
			d &^= maybeMissing
		}
		return d
	case t.unary():
		return maybeOther | maybeNull
	case t.Op == TestEqual && t.Value == nil && (t.Missing == Yes || t.Missing == No):
		return maybeNull | maybeMissing
	case t.Op == TestEqual && t.Value == nil:
		return maybeNull
	case t.Op == TestEqual && t.Value == false && t.Path.Truth: // of any value that is taken for true or false: see [Domain]
		return maybeOther
	}
	return 0
}

// asserts reports whether a test fails unless it holds: there is nothing to ask for in the domain.
func (x *Test) asserts() bool {
	refuses := func(a Answer) bool { return a == Fails || a == Free }
	switch {
	case x.Op == TestPresent:
		return refuses(x.Missing) && x.Null != No
	case x.Op == TestObject:
		return refuses(x.Missing) && refuses(x.Null) && refuses(x.Wrong)
	}
	return false
}

// relax relaxes a condition where it is.
func (a *assumption) relax(x Expr) Expr {
	switch x := x.(type) {
	case *Not:
		return turned(a.relax(x.Operand))
	case *Logic:
		return a.logic(x)
	case *Test:
		return a.test(x)
	case *Compare:
		return a.compare(x)
	case *Apply:
		return a.apply(x)
	case *Object:
		out := &Object{Node: x.Node, Span: x.Span}
		for _, m := range x.Members {
			m.Value = a.relax(m.Value)
			out.Members = append(out.Members, m)
		}
		return out
	case *List:
		out := &List{Node: x.Node, Span: x.Span}
		for _, item := range x.Items {
			out.Items = append(out.Items, a.relax(item))
		}
		return out
	case *Path:
		if x.OrNull && a.asked[x.String()]&^a.known[x.String()] == 0 {
			plain := *x
			plain.OrNull = false
			return &plain
		}
	}
	return x
}

// logic relaxes operands in their order: each is reached only if those before it hold, or, of a disjunction, do not.
func (a *assumption) logic(x *Logic) Expr {
	out := &Logic{Op: x.Op, Span: x.Span}
	for _, o := range x.Operands {
		out.Operands = append(out.Operands, a.relax(o))
		defer a.learn(establishes(o, x.Op == And))()
	}
	return out
}

// establishes are the facts that are known where a condition holds, or where it does not.
func establishes(x Expr, holds bool) []fact {
	switch x := x.(type) {
	case *Not:
		return establishes(x.Operand, !holds)
	case *Logic:
		if (x.Op == And) != holds {
			break
		}
		var all []fact
		for _, o := range x.Operands {
			all = append(all, establishes(o, holds)...)
		}
		return all
	case *Test:
		switch {
		case holds && x.Op == TestPresent && x.Null == Yes:
			return []fact{{x.Path.String(), maybeMissing}}
		case holds && x.Op == TestPresent && x.Missing != Yes:
			return []fact{{x.Path.String(), maybeMissing | maybeNull}}
		case holds && x.unary():
			return []fact{{x.Path.String(), maybeMissing | maybeNull | maybeOther}}
		case !holds && x.Op == TestEqual && x.Value == nil && x.Missing == Yes:
			return []fact{{x.Path.String(), maybeNull | maybeMissing}}
		case !holds && x.Op == TestEqual && x.Value == nil:
			return []fact{{x.Path.String(), maybeNull}}
		case holds && !x.unary() && x.Value != nil && x.Wrong != Yes && x.Null != Yes && x.Missing != Yes:
			return []fact{{x.Path.String(), maybeMissing | maybeNull | maybeOther}}
		}
	}
	return nil
}

// test relaxes the answers of a test.
func (a *assumption) test(x *Test) Expr {
	if x.asserts() {
		return &Literal{Value: true, Span: x.Span}
	}
	open := a.open(x.Path)
	out := *x
	if open&maybeMissing == 0 || x.Missing == Fails {
		out.Missing = Free
	}
	switch {
	case x.Op == TestPresent:
		if open&maybeNull == 0 && x.Null != No {
			out.Null = Free
		}
	case x.unary():
	case open&maybeOther == 0 && x.Value != nil:
		out.Wrong = Free
		fallthrough
	default:
		if open&maybeNull == 0 || x.Null == Fails {
			out.Null = Free
		}
		if x.Wrong == Fails {
			out.Wrong = Free
		}
	}
	if x.Op == TestPresent && open&maybeMissing == 0 && x.Missing != Fails && x.Null == Yes {
		return &Literal{Value: true, Span: x.Span} // it is known to be there
	}
	return &out
}

// open are the doubts about what a path leads to: those of the path, and whether what has it as a member is there.
func (a *assumption) open(p *Path) doubt {
	at := p.String()
	out := a.asked[at] &^ a.known[at]
	for n := len(p.Steps) - 1; n > 0; n-- {
		before := *p
		before.Steps = p.Steps[:n]
		at := before.String()
		if a.asked[at]&^a.known[at] != 0 && a.known[p.String()]&maybeMissing == 0 {
			out |= maybeMissing
		}
	}
	return out
}

// compare takes both operands for values of one type.
func (a *assumption) compare(c *Compare) Expr {
	if c.As == Timestamp || c.Op == Like {
		return c
	}
	out := *c
	out.As, out.Left, out.Right = Alike, a.relax(c.Left), a.relax(c.Right)
	switch x := compareTerms(&out).(type) {
	case *Test:
		return a.test(x)
	case *Not:
		return a.relax(x)
	default:
		return x
	}
}

func (a *assumption) apply(x *Apply) Expr {
	switch p, ok := operandPath(x); {
	case x.Do == OrNull && (!ok || a.open(p) == 0):
		return a.relax(x.Args[0])
	case x.Do == Truth && ok && p.Definite && single(p.Steps):
		return a.test(&Test{Op: TestEqual, Path: p, Value: true, Span: x.Span})
	case x.Do == Truth:
		return a.relax(x.Args[0])
	}
	out := &Apply{Do: x.Do, Span: x.Span}
	for i, arg := range x.Args {
		forget := func() {}
		if x.Do == Choose && i > 0 {
			forget = a.learn(establishes(x.Args[0], i == 1))
		}
		out.Args = append(out.Args, a.relax(arg))
		forget()
	}
	return out
}
