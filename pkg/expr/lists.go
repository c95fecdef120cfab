package expr

// Jayway's library has words for what lists hold: `@.tags size 2`, `@.tags empty false`, `@.tags anyof ['a','b']`, `noneof` and
// `subsetof`. Each describes what the rest of the language can express too, and is read as that.

// ofList reads a comparison by one of these words, of which the left side was read. It is nil if there is none of them here.
func (p *parser) ofList(left Expr, start int) (Expr, *SyntaxError) {
	at := p.at
	for _, word := range [...]struct {
		text string
		read func(list *Path, start int) (Expr, *SyntaxError)
	}{{"size", p.size}, {"empty", p.empty}, {"anyof", p.anyOf}, {"noneof", p.noneOf}, {"subsetof", p.subsetOf}} {
		if !p.word(word.text) {
			continue
		}
		list, ok := left.(*Path)
		if !ok || len(selecting(list.Steps)) < len(list.Steps) {
			return nil, p.fail(at, p.at, "write the path first, as in @.items "+word.text+" …", "`%s` needs a path before it", word.text)
		}
		// What it stands for nests deeper than it looks.
		for range 3 {
			if err := p.enter(); err != nil {
				return nil, err
			}
			defer p.leave()
		}
		p.blanks()
		return word.read(list, start)
	}
	return nil, nil
}

// length is how many items the value of a path has, compared with a number. It has no answer for what has no items, so that
// the comparison is false.
func (p *parser) length(list *Path, op CompareOp, n Expr, start int) Expr {
	of := *list
	of.Steps = append(of.Steps[:len(of.Steps):len(of.Steps)], Step{Kind: StepFunction, Name: "length", Span: list.Span})
	of.Definite = true
	return &Compare{Op: op, As: Jayway, Left: &of, Right: n, Span: p.spanFrom(start)}
}

func (p *parser) none(start int) Expr { return &Literal{Value: int64(0), Span: p.spanFrom(start)} }

func (p *parser) size(list *Path, start int) (Expr, *SyntaxError) {
	n, err := p.operand("a path or a value after `size`")
	if err != nil {
		return nil, err
	}
	return p.length(list, Equal, n, start), nil
}

func (p *parser) empty(list *Path, start int) (Expr, *SyntaxError) {
	switch {
	case p.word("true"):
		return p.length(list, Equal, p.none(start), start), nil
	case p.word("false"):
		return p.length(list, Greater, p.none(start), start), nil
	}
	return nil, p.expected("true or false after `empty`", "")
}

// items reads the list on the right side.
func (p *parser) items() (*Literal, *SyntaxError) {
	if p.peek() != '[' {
		return nil, p.expected("a list", "write the values as ['a','b']")
	}
	x, err := p.list()
	if err != nil {
		return nil, err
	}
	list, _ := x.(*Literal)
	return list, nil
}

// anyOf asks whether any of some values is an item of a list.
func (p *parser) anyOf(list *Path, start int) (Expr, *SyntaxError) {
	items, err := p.items()
	if err != nil {
		return nil, err
	}
	values, _ := items.Value.([]any)
	out := &Logic{Op: Or, Span: p.spanFrom(start)}
	for _, v := range values {
		out.Operands = append(out.Operands, &Compare{Op: In, As: Jayway, Left: &Literal{Value: v, Span: items.Span}, Right: list, Span: out.Span})
	}
	switch len(values) {
	case 0:
		return &Literal{Value: false, Span: out.Span}, nil
	case 1:
		return out.Operands[0], nil
	}
	return out, nil
}

// noneOf asks whether none of some values is an item of a list, which has to be there.
func (p *parser) noneOf(list *Path, start int) (Expr, *SyntaxError) {
	found, err := p.anyOf(list, start)
	if err != nil {
		return nil, err
	}
	span := p.spanFrom(start)
	return &Logic{Op: And, Operands: []Expr{p.length(list, GreaterEqual, p.none(start), start), &Not{Operand: found, Span: span}}, Span: span}, nil
}

// subsetOf asks whether a list, which has to be there, has no other items than some values.
func (p *parser) subsetOf(list *Path, start int) (Expr, *SyntaxError) {
	items, err := p.items()
	if err != nil {
		return nil, err
	}
	span := p.spanFrom(start)
	item := &Path{Root: RootItem, Definite: true, Text: "@", Span: span}
	other := *list
	other.Steps = append(other.Steps[:len(other.Steps):len(other.Steps)], Step{Kind: StepFilter, Span: span,
		Filter: &Not{Operand: &Compare{Op: In, As: Jayway, Left: item, Right: items, Span: span}, Span: span}})
	other.Definite, other.Truth = false, p.truth
	return &Logic{Op: And, Operands: []Expr{p.length(list, GreaterEqual, p.none(start), start), &Not{Operand: &other, Span: span}}, Span: span}, nil
}
