package fsm

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
)

// A phrase is a condition being converted to the words of the dialect, which knows no negation but that of its operators.
type phrase struct {
	prefix  *expr.Path // of all paths
	differs []string   // its differences, each once
}

func (p *phrase) addDifference(why string) {
	for _, known := range p.differs {
		if known == why {
			return
		}
	}
	p.differs = append(p.differs, why)
}

// noteLoose notes what an operator answers otherwise than a test: each by itself, as it is a cause of its own.
func (p *phrase) noteLoose(x *expr.Loose) {
	if _, words := expr.Nearest(x); words != "" {
		for word := range strings.SplitSeq(words, ", ") {
			p.addDifference(word)
		}
	}
}

// translate translates a condition, or its opposite; it returns nil if the dialect cannot express it.
func (p *phrase) translate(x expr.Expr, not bool) expr.Expr {
	switch x := x.(type) {
	case *expr.Not:
		return p.translate(x.Operand, !not)
	case *expr.Literal:
		if b, ok := x.Value.(bool); ok {
			return &expr.Literal{Value: b != not}
		}
	case *expr.Logic:
		return groupOf(x, not, p.translate)
	case *expr.Test:
		return p.translateTest(x, not)
	}
	return nil
}

// path is where a test looks, from the entity on; nil if conditions cannot look there.
func (p *phrase) path(at *expr.Path) *expr.Path {
	if at.Root != expr.RootInput {
		return nil
	}
	out := &expr.Path{Definite: true, Steps: at.Steps}
	if p.prefix != nil {
		if p.prefix.Root != expr.RootInput {
			return nil
		}
		out.Steps = append(append([]expr.Step{}, p.prefix.Steps...), at.Steps...)
	}
	for i := range out.Steps {
		s := &out.Steps[i]
		if s.Kind != expr.StepChild && (s.Kind != expr.StepIndex || s.Index < 0 || i == 0) {
			return nil
		}
	}
	out.Text = out.String()
	return out
}

// Differences of conditions, besides those that [expr.Nearest] returns.
const (
	nullIsMissing  = "null counts as missing"
	noError        = "a value that is an error in the source gives a result"
	otherKinds     = "values of another type give another result"
	instantsAsText = "timestamps are compared as strings"
)

// translateTest translates a test, or its opposite.
func (p *phrase) translateTest(t *expr.Test, not bool) expr.Expr {
	path := p.path(t.Path)
	switch {
	case path == nil:
		return nil
	case len(path.Steps) == 0 && (t.Op == expr.TestPresent || t.Op == expr.TestObject):
		return &expr.Literal{Value: !not}
	case len(path.Steps) == 0:
		return nil
	case t.Op == expr.TestPresent || t.Op == expr.TestObject:
		return p.translatePresence(t, path, not)
	}
	x := operation(t, path, not)
	switch {
	case x == nil:
		return nil
	case x.Op == expr.LooseItems:
		p.addDifference(otherKinds)
	}
	p.noteLoose(x)
	if t.Instant {
		p.addDifference(instantsAsText)
	}
	if x.Op == expr.LooseNull {
		if p.noteAnswers(t); t.Wrong == expr.Yes {
			p.addDifference(otherKinds)
		}
		return x
	}
	return p.completed(t, x, not)
}

// translatePresence translates the test whether something is there. Where it makes no difference, or would be an error, there is nothing to ask.
func (p *phrase) translatePresence(t *expr.Test, path *expr.Path, not bool) expr.Expr {
	object := t.Op == expr.TestObject
	if t.Null == expr.Fails || t.Missing == expr.Fails || object && t.Wrong == expr.Fails {
		p.addDifference(noError)
	}
	if t.Null != t.Missing && t.Null != expr.Fails && t.Missing != expr.Fails {
		p.addDifference(nullIsMissing)
	}
	if object && t.Wrong == expr.No {
		p.addDifference(otherKinds)
	}
	if absent(t) != expr.No {
		return &expr.Literal{Value: !not}
	}
	x := &expr.Loose{Op: expr.LooseNull, Negated: !not, Left: path}
	p.noteLoose(x)
	return x
}

// absent is the answer of a test for null and for what is missing, which conditions do not distinguish.
func absent(t *expr.Test) expr.Answer {
	if t.Missing == expr.Fails || t.Path.OrNull && t.Null != expr.Fails {
		return t.Null
	}
	return t.Missing
}

// completed adds to an operator what makes its answer for null and for what is missing that of the test.
func (p *phrase) completed(t *expr.Test, x *expr.Loose, not bool) expr.Expr {
	p.noteAnswers(t)
	want := absent(t)
	if t.Wrong != expr.Fails && (t.Wrong == expr.Yes) != not != x.Negated {
		p.addDifference(otherKinds)
	}
	null := &expr.Loose{Op: expr.LooseNull, Left: x.Left}
	switch yes := (want == expr.Yes) != not; {
	case want == expr.Fails || yes == x.Negated:
		return x
	case yes:
		return &expr.Logic{Op: expr.Or, Operands: []expr.Expr{x, null}}
	default:
		null.Negated = true
		return &expr.Logic{Op: expr.And, Operands: []expr.Expr{x, null}}
	}
}

// noteAnswers notes which answers of a test cannot be distinguished, or are not an answer at all.
func (p *phrase) noteAnswers(t *expr.Test) {
	if t.Wrong == expr.Fails || t.Null == expr.Fails && t.Value != nil || t.Missing == expr.Fails {
		p.addDifference(noError)
	}
	null := t.Null
	if t.Value == nil {
		null = expr.Yes
	}
	if null != expr.Fails && t.Missing != expr.Fails && null != t.Missing {
		p.addDifference(nullIsMissing)
	}
}
