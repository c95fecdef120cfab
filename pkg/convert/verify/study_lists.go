package verify

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// studyApplied notes what is selected of the document for a function: what the condition asks of a choice, and what its other operands
// have to be.
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

// studyList makes the value that a path selects the items of, or computes a function of, a list. It reports false for a path that does
// neither.
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
