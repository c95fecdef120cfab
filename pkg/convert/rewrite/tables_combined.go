package rewrite

import (
	"math/bits"
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// combine makes all rules that match give the outputs together, each combination its own: the larger ones come first, so that the
// first one whose rules all match has exactly those that do.
func (t *tableChoice) combine() {
	rules := len(t.was.Rules)
	var sets []uint
	for set := uint(1); set < 1<<rules; set++ {
		sets = append(sets, set)
	}
	slices.SortStableFunc(sets, func(a, b uint) int { return bits.OnesCount(b) - bits.OnesCount(a) })
	for _, set := range sets {
		var conditions []expr.Expr
		var matched []*workflow.TableRule
		for i := range rules {
			if set&(1<<i) != 0 {
				conditions = append(conditions, t.ifs[i])
				matched = append(matched, &t.was.Rules[i])
			}
		}
		if t.anyExclude(conditions) {
			continue
		}
		members, ok := t.together(matched)
		if !ok {
			t.lead(conjunction(conditions), t.fail(t.flow.Errors.Table.Aggregate))
			continue
		}
		t.lead(conjunction(conditions), t.outputs(members))
	}
}

func (t *tableChoice) anyExclude(conditions []expr.Expr) bool {
	for i := range conditions {
		for j := range conditions[:i] {
			if t.exclude(conditions[j], conditions[i]) {
				return true
			}
		}
	}
	return false
}

// together are the outputs of several rules. It reports false if a value that has to be a number is not one.
func (t *tableChoice) together(rules []*workflow.TableRule) ([]expr.ObjectMember, bool) {
	var columns []string
	for _, r := range rules {
		for _, o := range r.Outputs {
			if !slices.Contains(columns, o.Column) {
				columns = append(columns, o.Column)
			}
		}
	}
	var out []expr.ObjectMember
	for _, column := range columns {
		list := make([]expr.Expr, len(rules))
		for i, r := range rules {
			list[i] = &expr.Literal{}
			for _, o := range r.Outputs {
				if o.Column == column {
					list[i] = o.Value
				}
			}
		}
		v, ok := t.gathered(list)
		if !ok {
			return nil, false
		}
		out = append(out, expr.ObjectMember{Key: column, Value: v})
	}
	return out, true
}

// gathered is what a column has of the values that several rules give it.
func (t *tableChoice) gathered(list []expr.Expr) (expr.Expr, bool) {
	switch t.was.Policy {
	case workflow.Count:
		return &expr.Literal{Value: int64(len(list))}, true
	case workflow.Sum, workflow.Max, workflow.Min:
		return t.computed(list)
	}
	values := make([]any, len(list))
	for i, x := range list {
		l, ok := expr.Meant(x).(*expr.Literal)
		if !ok {
			return &expr.List{Items: list}, true
		}
		values[i] = l.Value
	}
	return &expr.Literal{Value: values}, true
}

// computed is the sum, or the greatest or least, of fixed numbers.
func (t *tableChoice) computed(list []expr.Expr) (expr.Expr, bool) {
	var out any
	for _, x := range list {
		v := expr.Meant(x).(*expr.Literal).Value
		if !value.IsNumber(v) {
			return nil, false
		}
		order, _ := value.Compare(v, out)
		switch {
		case out == nil, t.was.Policy == workflow.Max && order > 0, t.was.Policy == workflow.Min && order < 0:
			out = v
		case t.was.Policy == workflow.Sum:
			out = value.Sum(out, v)
		}
	}
	return &expr.Literal{Value: out}, true
}
