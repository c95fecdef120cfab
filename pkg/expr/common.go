package expr

// A Domain is what the data of a run is assumed to be like. What an expression means has to be right inside of it only.
type Domain struct {
	// Objects assumes that each document is an object.
	Objects bool
	// Typed assumes that each value which an expression compares or computes with is there, and is of the type that it is compared or computed
	// with. A member is looked for in an object, and `in` and a filter look at a list. A value may be missing or null, or of another
	// type, only where the expression itself asks for that.
	Typed bool
	// AnyTruth assumes of a value that a condition takes for true or false that it is missing, null, a boolean, or not empty. Without it Typed
	// assumes that it is a boolean.
	AnyTruth bool
	// Filters asks for a condition that is a filter as a question about the items of a list, or about an object that is not in one, where
	// without Typed it may be either.
	Filters bool
}

// CommonCondition returns a condition in the terms that languages have in common: *[Logic], *[Not], *[Test], *[Literal] of true and false,
// *[Compare] with the typing [Alike], and *[Apply] of a function that is true or false. It gives the same answer to all documents of the
// domain. What these terms cannot express stays as it is: a *[Path] asks whether it selects anything, and others are *[Loose], *[Foreign]
// and *[Compare] with the typing of a single language.
//
// Without [Domain.Typed] there are no computed operands, and the answers of a test are those of the source; with it they are [Free]
// wherever the data cannot be like that.
func CommonCondition(x Expr, d Domain) Expr {
	t := translator{domain: d}
	return Assume(t.condition(x), d)
}

// CommonValue returns an expression whose value is needed in the same terms: those of a condition, where it is one, and *[Literal],
// *[Path] that is definite, *[Object], *[List] and *[Apply].
func CommonValue(x Expr, d Domain) Expr {
	t := translator{domain: d}
	return Assume(t.value(x), d)
}

// A translator takes expressions into common terms.
type translator struct{ domain Domain }

// condition translates an expression that has to be true or false.
func (t *translator) condition(x Expr) Expr {
	switch x := x.(type) {
	case *Logic:
		out := &Logic{Op: x.Op, Span: x.Span}
		for _, o := range x.Operands {
			out.Operands = append(out.Operands, t.condition(o))
		}
		return out
	case *Not:
		return turned(t.condition(x.Operand))
	case *Foreign:
		if m := t.meaning(x); m != nil {
			return t.condition(m)
		}
	case *Call:
		if m := t.callMeaning(x); m != nil {
			return t.condition(m)
		}
	case *Focus:
		return t.focus(x, t.condition)
	case *Is:
		return t.kind(x)
	case *Compare:
		return t.comparison(x)
	case *Loose:
		return t.loose(x)
	case *Path:
		return t.exists(x)
	case *Apply:
		return t.apply(x)
	}
	return x
}

// value translates an expression whose value is needed.
func (t *translator) value(x Expr) Expr {
	switch x := x.(type) {
	case *Path:
		return t.selection(x)
	case *Foreign:
		if m := t.meaning(x); m != nil {
			return t.value(m)
		}
		return x
	case *Call:
		if m := t.callMeaning(x); m != nil {
			return t.value(m)
		}
		return x
	case *Focus:
		return t.focus(x, t.value)
	case *Object:
		out := &Object{Node: x.Node, Span: x.Span}
		for _, m := range x.Members {
			m.Value = t.value(m.Value)
			out.Members = append(out.Members, m)
		}
		return out
	case *List:
		out := &List{Node: x.Node, Span: x.Span}
		for _, item := range x.Items {
			out.Items = append(out.Items, t.value(item))
		}
		return out
	case *Apply:
		return t.apply(x)
	}
	return t.condition(x)
}

// apply translates the operands of a function.
func (t *translator) apply(x *Apply) Expr {
	out := &Apply{Do: x.Do, Span: x.Span}
	for i, a := range x.Args {
		if i == 0 && x.Do == Choose || i == 1 && (x.Do == Any || x.Do == All || x.Do == Where) {
			out.Args = append(out.Args, t.condition(a))
		} else {
			out.Args = append(out.Args, t.value(a))
		}
	}
	return out
}

// meaning is what an expression of one language means, if that holds in the domain; nil if it has none.
func (t *translator) meaning(x *Foreign) Expr {
	if x.MeansTyped != nil && t.domain.Typed {
		if m := x.MeansTyped(); m != nil {
			return m
		}
	}
	if x.Means == nil {
		return nil
	}
	return x.Means()
}

func (t *translator) callMeaning(x *Call) Expr {
	if x.Means == nil || !t.domain.Typed {
		return nil
	}
	return x.Means(x)
}

// focus translates an expression on another document: its paths begin at that.
func (t *translator) focus(x *Focus, translate func(Expr) Expr) Expr {
	on, ok := x.On.(*Path)
	if !ok || !on.Definite || len(selecting(on.Steps)) < len(on.Steps) {
		return x
	}
	out, known := MapPaths(translate(x.Of), func(p *Path) *Path {
		if p.Root != RootInput {
			return p
		}
		return moved(p, RootInput, on)
	})
	if !known {
		return x
	}
	return out
}

// kind translates a question about a type, of asl.
func (t *translator) kind(x *Is) Expr {
	p, ok := x.Operand.(*Path)
	if !ok {
		return x
	}
	var out Expr
	switch {
	case x.Type == IsPresent && !p.Definite:
		out = t.exists(p)
	case !p.Definite || !single(p.Steps):
		return x
	case x.Type == IsPresent:
		out = &Test{Op: TestPresent, Path: p, Null: Yes, Span: x.Span}
	case x.Type == IsNull:
		out = &Test{Op: TestEqual, Path: p, Missing: Fails, Span: x.Span}
	default:
		ops := map[Type]TestOp{IsText: TestText, IsNumber: TestNumber, IsBoolean: TestBoolean, IsInstant: TestInstant}
		out = &Test{Op: ops[x.Type], Path: p, Missing: Fails, Span: x.Span}
	}
	if x.Not {
		return turned(out)
	}
	return out
}

// loose translates a condition of entity state machines: as the test that is nearest to it, where it is known what the value is like.
func (t *translator) loose(x *Loose) Expr {
	p, ok := x.Left.(*Path)
	if !ok {
		return x
	}
	if t.domain.Typed && !p.Definite {
		one := *x
		return t.items(p, func(item *Path) Expr {
			one.Left = item
			return t.loose(&one)
		}, x)
	}
	if !single(p.Steps) {
		return x
	}
	if !t.domain.Typed {
		return portableLoose(x)
	}
	return t.looseTyped(x, p)
}

func (t *translator) looseTyped(x *Loose, p *Path) Expr {
	switch x.Op {
	case LooseItems:
		if parts := itemTests(x); parts != nil {
			return t.condition(parts)
		}
		return x
	case LooseLike, LooseMatches:
		if near, _ := nearestLoose(x); near == nil {
			return loosePattern(x, p)
		}
	case LooseEqual: // what is compared with a number is one, and not a text that reads as one
		number, numeric := LooseNumber(x.Right[0].Value)
		if _, text := x.Right[0].Value.(string); !numeric || text {
			break
		}
		equal := (&looseTest{Loose: x, path: p}).ask(TestEqual, number)
		if x.Negated {
			return turned(equal)
		}
		return equal
	case LooseGreater, LooseGreaterEqual, LooseLess, LooseLessEqual, LooseBetween, LooseBetweenOrEqual:
		for _, r := range x.Right { // of a text that reads as a number it is not known what the value is
			if _, numeric := LooseNumber(r.Value); numeric {
				if _, text := r.Value.(string); text {
					return x
				}
			}
		}
	}
	near, _ := nearestLoose(x)
	if near == nil {
		return x
	}
	if x.Fold {
		near = folded(near)
	}
	return near
}

// folded is a condition of tests of texts without regard to case.
func folded(x Expr) Expr {
	return mapTests(x, func(t *Test) Expr {
		if _, text := t.Value.(string); !text {
			return t
		}
		out := *t
		out.Fold = true
		return &out
	})
}

// loosePattern is a pattern as one that matches the whole of a text.
func loosePattern(x *Loose, p *Path) Expr {
	text, ok := LooseText(x.Right[0].Value)
	if !ok {
		return x
	}
	pattern := "(?s:.*)(?:" + text + ")(?s:.*)"
	if x.Op == LooseLike {
		pattern = LikePattern(text)
		pattern = pattern[len(`(?s)\A`) : len(pattern)-len(`\z`)]
		pattern = "(?s)" + pattern
	}
	var out Expr = &Compare{Op: Matches, As: Alike, Left: p, Right: &Literal{Value: pattern, Span: x.Span}, Span: x.Span}
	if x.Negated {
		return turned(out)
	}
	return out
}
