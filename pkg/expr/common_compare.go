package expr

// What comparisons mean in common terms.

// comparison translates a comparison that is not part of a filter.
func (t *translator) comparison(c *Compare) Expr {
	if c.As == Jayway || c.As == Alike {
		left, right := t.value(c.Left), t.value(c.Right)
		return compareTerms(&Compare{Op: c.Op, As: c.As, Left: left, Right: right, Span: c.Span, pattern: c.pattern})
	}
	p, ok := c.Left.(*Path)
	if !ok || !p.Definite || !single(p.Steps) {
		return c
	}
	if out, ok := typedTest(c).(*Test); ok {
		return out
	}
	switch {
	case c.Op == Like:
		return likeTest(c, p)
	case !t.domain.Typed || c.As == Timestamp:
		return c
	}
	right, ok := t.value(c.Right).(*Path)
	if !ok || !right.Definite || !single(right.Steps) {
		return c
	}
	return &Compare{Op: c.Op, As: Alike, Left: p, Right: right, Span: c.Span}
}

// compareTerms is a comparison of values: one of a path with a fixed value is a test.
func compareTerms(c *Compare) Expr {
	if c.As != Alike {
		return c
	}
	op, left, right := c.Op, c.Left, c.Right
	if _, fixed := left.(*Literal); fixed {
		if turned, ok := mirrored[op]; ok {
			op, left, right = turned, right, left
		}
	}
	p, ok := left.(*Path)
	l, okay := right.(*Literal)
	if !ok || !okay || !p.Definite || !single(p.Steps) {
		return c
	}
	asks, known := testOps[op]
	test := &Test{Op: asks, Path: p, Value: l.Value, Wrong: Free, Null: Free, Missing: Free, Span: c.Span}
	switch {
	case op == NotEqual:
		test.Op = TestEqual
		return turned(test)
	case known && (op == Equal || ordered(l.Value)):
		return test
	case op == In:
		list, _ := l.Value.([]any)
		out := &Logic{Op: Or, Span: c.Span}
		for _, v := range list {
			one := *test
			one.Op, one.Value = TestEqual, v
			out.Operands = append(out.Operands, &one)
		}
		return simplified(out)
	}
	return c
}

// likeTest is a text with stars as the test for its fixed part; the comparison itself if it has stars elsewhere than at its ends.
func likeTest(c *Compare, p *Path) Expr {
	l, ok := c.Right.(*Literal)
	text, isText := "", false
	if ok {
		text, isText = l.Value.(string)
	}
	if !isText {
		return c
	}
	var stars []int
	var fixed []byte
	for at := 0; at < len(text); {
		b, wild, width := patternByte(text, at)
		if wild {
			stars = append(stars, len(fixed))
		} else {
			fixed = append(fixed, b)
		}
		at += width
	}
	test := &Test{Path: p, Value: string(fixed), Missing: Fails, Span: c.Span}
	before := len(stars) > 0 && stars[0] == 0
	after := len(stars) > 0 && stars[len(stars)-1] == len(fixed)
	for _, at := range stars {
		if at != 0 && at != len(fixed) {
			return c
		}
	}
	switch {
	case before && after:
		test.Op = TestContains
	case before:
		test.Op = TestEndsWith
	case after:
		test.Op = TestStartsWith
	default:
		test.Op = TestEqual
	}
	return test
}
