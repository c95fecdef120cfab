package arrow

// labelUses are the places at which a scope uses a label, in the order of the text: where a step leads into it, and where
// it leads into a step.
type labelUses struct {
	name    string
	outputs []*Label // after a step: T :x
	inputs  []*Label // before a step: :x T
	to      []*Label // … → :x
	from    []*Label // :x → …
}

// produced and consumed return the first place at which something leads into the label, and out of it; nil is none.
func (u *labelUses) produced() *Label { return earlier(u.outputs, u.to) }
func (u *labelUses) consumed() *Label { return earlier(u.inputs, u.from) }

func earlier(a, b []*Label) *Label {
	switch {
	case len(a) == 0 && len(b) == 0:
		return nil
	case len(a) == 0 || len(b) > 0 && b[0].Span.Start < a[0].Span.Start:
		return b[0]
	default:
		return a[0]
	}
}

// labelsOf returns the labels of a scope but for :start and :end, in the order of their first use.
func labelsOf(scope []*Statement) []*labelUses {
	known := map[string]*labelUses{}
	var all []*labelUses
	add := func(l *Label, list func(*labelUses) *[]*Label) {
		if l == nil || l.Name == startLabel || l.Name == endLabel {
			return
		}
		u := known[l.Name]
		if u == nil {
			u = &labelUses{name: l.Name}
			known[l.Name] = u
			all = append(all, u)
		}
		uses := list(u)
		*uses = append(*uses, l)
	}
	for _, s := range scope {
		add(s.From, func(u *labelUses) *[]*Label { return &u.from })
		for _, step := range s.Steps {
			add(step.In, func(u *labelUses) *[]*Label { return &u.inputs })
			add(step.Out, func(u *labelUses) *[]*Label { return &u.outputs })
		}
		add(s.To, func(u *labelUses) *[]*Label { return &u.to })
	}
	return all
}

// eachScope calls visit for a scope and for the subflows in it.
func eachScope(scope []*Statement, visit func([]*Statement)) {
	visit(scope)
	var inner func(*Step)
	inner = func(s *Step) {
		if s.Body != nil {
			eachScope(s.Body.Statements, visit)
		}
		for _, m := range s.Members {
			inner(m)
		}
	}
	for _, s := range scope {
		for _, step := range s.Steps {
			inner(step)
		}
	}
}
