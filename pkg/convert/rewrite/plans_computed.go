package rewrite

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A plan has a time or a cause that the data decides about as an expression for people, of which the way back makes the expression again:
//
//	{"name": "Pause", "wait": {"seconds": "$.job.interval"}}                   or a "duration", or "until" an instant
//	{"name": "Lost", "fail": "ExportLost", "cause": {"value": "$.look.why"}}

// planUnits are the words for the units of computed times.
var planUnits = map[workflow.Unit]string{workflow.Seconds: "seconds", workflow.Duration: "duration", workflow.Instant: "until"}

// computed is an expression as a plan has it under a key; nil if it cannot be told as one.
func (x *planning) computed(key string, e expr.Expr) any {
	common := expr.CommonValue(e, x.domain())
	text := expr.Readable(common)
	if read := expr.ParseReadable(text); !x.Options.Domain.Typed || key == "" || read == nil || expr.Readable(read) != text || !readsAlike(common) {
		return nil
	}
	return value.ObjectOf(value.Member{Key: key, Value: text})
}

// computedIn is the expression that a plan has under a key; nil if there is none.
func computedIn(v any, key string) expr.Expr {
	o, _ := v.(*value.Object)
	if o.Len() != 1 {
		return nil
	}
	text, ok := o.Get(key).(string)
	if !ok {
		return nil
	}
	return expr.ParseReadable(text)
}

// waitLength is how long a wait of a plan lasts; nil if the plan does not have that.
func (p *partPlan) waitLength() *workflow.Length {
	for unit, key := range planUnits {
		if x := computedIn(p.wait, key); x != nil {
			return &workflow.Length{Expr: x, Unit: unit}
		}
	}
	return (&partPlan{within: p.wait}).length()
}

// raisedCause is the cause of a failure of a plan; nil if it has none.
func (p *partPlan) raisedCause() expr.Expr {
	if text, fixed := p.cause.(string); fixed && text != "" {
		return &expr.Literal{Value: text}
	}
	return computedIn(p.cause, givenValue)
}
