package arrow

// scopes calls visit for the statements of a flow at its top, and then for those of the subflows that tasks are declared
// with; of is that declaration, or nil.
func (f *Flow) scopes(visit func(scope []*Statement, of *Declaration)) {
	var top []*Statement
	for _, x := range f.Items {
		if x.Statement != nil {
			top = append(top, x.Statement)
		}
	}
	visit(top, nil)
	for _, x := range f.Items {
		if d := x.Declaration; d != nil && d.Body != nil {
			visit(d.Body.Statements, d)
		}
	}
}

// A position is the place of a step, by which it is decided whether a resource is a source or a sink.
type position struct {
	// source means that nothing but the start of its scope leads to the step, and so on outwards, so that a resource
	// there is loaded. Elsewhere its input is stored in it.
	source bool
}

// position returns where the i-th step of a statement is in a scope that itself is at outer. A step that is all
// of its statement hands on what comes to the scope, so that it is a source only if the scope is.
func (s *Statement) position(i int, outer position) position {
	first := i == 0 && s.Steps[0].In == nil && (s.From == nil || s.From.Name == startLabel)
	alone := len(s.Steps) == 1
	return position{source: first && (!alone || outer.source)}
}

// handsOn reports whether a statement leads from the start of its scope to the end without a step: a subflow with nothing else gives what
// comes to it (arrow: ":start is a reserved label for the start of the workflow and is the left-most task", and likewise :end).
func (s *Statement) handsOn() bool {
	return len(s.Steps) == 0 && !s.Broken && s.From != nil && s.From.Name == startLabel && s.To != nil && s.To.Name == endLabel
}

// outermost is the position of a flow as a whole.
var outermost = position{source: true}

// eachStep calls visit for all steps of a scope in the order of the text, those in lists and subflows included. Subflows
// nest no deeper than the parser lets them.
func eachStep(scope []*Statement, at position, visit func(*Step, position)) {
	for _, s := range scope {
		for i, step := range s.Steps {
			visitStep(step, s.position(i, at), visit)
		}
	}
}

func visitStep(step *Step, at position, visit func(*Step, position)) {
	visit(step, at)
	for _, m := range step.Members {
		visitStep(m, at, visit)
	}
	if step.Body != nil {
		eachStep(step.Body.Statements, at, visit)
	}
}
