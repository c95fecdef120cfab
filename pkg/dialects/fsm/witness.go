package fsm

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// candidates are values that may well meet a demand: the constants it compares with, and values beside and between them.
func candidates(x *expr.Loose) []any {
	var out []any
	for _, right := range x.Right {
		switch v := right.Value.(type) {
		case int64:
			out = append(out, v, v+1, v-1)
		case float64:
			out = append(out, v, v+1, v-1)
		case string:
			switch x.Op {
			case expr.LooseLike:
				out = append(out, strings.NewReplacer("%", "", "_", "a").Replace(v))
			case expr.LooseMatches:
				out = append(out, strings.Trim(v, "^$"))
			default:
				out = append(out, v, v+"0")
			}
		case []any:
			out = append(out, v)
		default:
			out = append(out, v)
		}
	}
	if len(x.Right) == 2 {
		low, ok := x.Right[0].Value.(int64)
		high, okay := x.Right[1].Value.(int64)
		if ok && okay {
			out = append(out, low/2+high/2, float64(low)+0.5)
		}
	}
	return append(out, "x", int64(0), true)
}

// with returns a value that has another one at the end of a path, or reports that it cannot have. Objects and arrays in
// the value are changed.
func with(in any, steps []expr.Step, v any) (any, bool) {
	const most = 100 // items that are made up
	if len(steps) == 0 {
		return v, true
	}
	step := &steps[0]
	if step.Kind == expr.StepChild {
		o, ok := in.(*value.Object)
		if in != nil && !ok {
			return nil, false
		}
		if o == nil {
			o = value.NewObject(1)
		}
		made, ok := with(o.Get(step.Name), steps[1:], v)
		o.Set(step.Name, made)
		return o, ok
	}
	list, ok := in.([]any)
	if in != nil && !ok || step.Index < 0 || step.Index >= most {
		return nil, false
	}
	for len(list) <= step.Index { // a wildcard has the index 0
		list = append(list, nil)
	}
	list[step.Index], ok = with(list[step.Index], steps[1:], v)
	return list, ok
}
