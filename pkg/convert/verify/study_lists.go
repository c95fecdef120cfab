package verify

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// Generated inputs have to reach both sides of a decision. What a function or a filter reads of the document is noted here as facts: which
// values are worth trying at which path.

// studyApplied notes what a function reads of the document: what the condition of a conditional asks, and which values the other operands
// need.
func (v *inventor) studyApplied(x *expr.Apply) {
	if x.Do == expr.Choose {
		v.studyCondition(x.Args[0], true)
	}
	eachOperand(x, nil, func(operand expr.Expr, values []any) {
		if f, ok := operand.(*expr.Foreign); ok && f.Meaning() != nil {
			operand = f.Meaning()
		}
		p, isPath := operand.(*expr.Path)
		if !isPath || len(values) == 0 || v.studyList(p) {
			v.studySelection(operand)
			return
		}
		v.noteFact(p, values)
	})
}

// studyList notes lists (one with several items, one with a single item, an empty one) as values of a path that selects items, or to which
// a function is applied. It reports false for a path that does neither.
func (v *inventor) studyList(p *expr.Path) bool {
	at := slices.IndexFunc(p.Steps, func(s expr.Step) bool { return s.Kind != expr.StepChild && s.Kind != expr.StepIndex })
	if at < 0 {
		return false
	}
	list := *p
	list.Steps = p.Steps[:at:at]
	if p.Steps[at].Kind == expr.StepFunction {
		v.addFact(&list, []any{[]any{int64(1), int64(2)}, []any{}, []any{int64(5)}})
		return true
	}
	one, two := value.ObjectOf(value.Member{Key: "id", Value: int64(1)}), value.ObjectOf(value.Member{Key: "id", Value: int64(2)})
	if f, ok := p.Steps[at].Filter.(*expr.Path); ok && len(f.Steps) == 1 && f.Steps[0].Kind == expr.StepChild {
		two.Set(f.Steps[0].Name, true)
	}
	v.addFact(&list, []any{[]any{one, two}, []any{two}, []any{}})
	return true
}
