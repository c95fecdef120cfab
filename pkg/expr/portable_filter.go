package expr

import "regexp/syntax"

// filterMembership is what a filter asks that looks for a value in a list of fixed ones: whether it equals one of them. It is nil
// if the list is not fixed.
func filterMembership(c *Compare) Expr {
	path, ok := c.Left.(*Path)
	list, okay := c.Right.(*Literal)
	if !ok || !okay {
		return nil
	}
	at := itemPath(path)
	items, fixed := list.Value.([]any)
	if at == nil || !fixed {
		return nil
	}
	out := &Logic{Op: Or, Span: c.Span}
	for _, item := range items {
		out.Operands = append(out.Operands, &Test{Op: TestEqual, Path: at, Value: item, Span: c.Span})
	}
	return out.Reduced()
}

// filterPattern is what a filter asks that matches the whole of a text with a pattern: `(?s).*part.*`, and what begins or ends so, or
// is no more than a text. It is nil for other patterns. A dot that matches no line end is one of those.
func filterPattern(c *Compare) Expr {
	path, ok := c.Left.(*Path)
	pattern, okay := c.Right.(*Literal)
	if !ok || !okay {
		return nil
	}
	at := itemPath(path)
	text, isText := pattern.Value.(string)
	if at == nil || !isText {
		return nil
	}
	before, part, after, ok := partOf(text)
	if !ok {
		return nil
	}
	op := TestEqual
	switch {
	case before && after:
		op = TestContains
	case before:
		op = TestEndsWith
	case after:
		op = TestStartsWith
	}
	return &Test{Op: op, Path: at, Value: part, Span: c.Span}
}

// partOf takes a pattern apart that is a text, with anything before it or after it.
func partOf(pattern string) (before bool, part string, after, ok bool) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return false, "", false, false
	}
	parts := []*syntax.Regexp{re}
	if re.Op == syntax.OpConcat {
		parts = re.Sub
	}
	if len(parts) > 0 && isAnything(parts[0]) {
		before, parts = true, parts[1:]
	}
	if n := len(parts); n > 0 && isAnything(parts[n-1]) {
		after, parts = true, parts[:n-1]
	}
	switch {
	case len(parts) == 1 && parts[0].Op == syntax.OpLiteral && parts[0].Flags&syntax.FoldCase == 0:
		return before, string(parts[0].Rune), after, true
	case len(parts) == 1 && parts[0].Op == syntax.OpEmptyMatch, len(parts) == 0:
		return before, "", after, true
	}
	return false, "", false, false
}

// isAnything reports whether a pattern matches any text, line ends included.
func isAnything(re *syntax.Regexp) bool {
	return re.Op == syntax.OpStar && re.Sub[0].Op == syntax.OpAnyChar
}
