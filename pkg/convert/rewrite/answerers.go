package rewrite

import (
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A decided answer is whether a condition holds. It implements dialects.Answerer.
type decided struct {
	condition expr.Expr // in the language of the source
	// before are the conditions that come first in the source, which are asked after it here: where it fails and one of these holds, it does
	// not hold.
	before []expr.Expr
	// member is that of the answer which has it; empty: it is the answer itself. withInput makes the answer the input with it merged in.
	member    string
	withInput bool
	// beside are two members, of which the first holds all of the answer, and the second, in it, the input.
	beside []string
}

// Answer implements dialects.Answerer.
func (d *decided) Answer(input any, now time.Time) (any, error) {
	holds, err := expr.Holds(d.condition, &expr.Env{Input: input, Now: now})
	if err != nil && d.decidedBefore(input, now) {
		holds, err = false, nil
	}
	if err != nil || d.member == "" {
		return holds, err
	}
	answer := value.ObjectOf(value.Member{Key: d.member, Value: holds})
	switch {
	case d.beside != nil:
		if d.withInput {
			answer.Set(d.beside[1], input)
		}
		return value.ObjectOf(value.Member{Key: d.beside[0], Value: answer}), nil
	case d.withInput:
		return value.MergeShallow(input, answer), nil
	}
	return answer, nil
}

// decidedBefore reports whether one of the conditions that come first holds.
func (d *decided) decidedBefore(input any, now time.Time) bool {
	return slices.ContainsFunc(d.before, func(x expr.Expr) bool {
		holds, err := expr.Holds(x, &expr.Env{Input: input, Now: now})
		return err == nil && holds
	})
}

// A forgetting answer is the input without some members. It implements dialects.Answerer.
type forgetting struct{ members []string }

// Answer implements dialects.Answerer.
func (f *forgetting) Answer(input any, _ time.Time) (any, error) {
	o, ok := input.(*value.Object)
	if !ok {
		return input, nil
	}
	for _, name := range f.members {
		o = o.Without(name)
	}
	return o, nil
}

// A computed answer is the value of an expression of the source. It implements dialects.Answerer.
type computed struct {
	expr.Expr
	// under are the members that lead to the value in the answer.
	under []string
}

// Answer implements dialects.Answerer.
func (c computed) Answer(input any, now time.Time) (any, error) {
	v, err := expr.Eval(c.Expr, &expr.Env{Input: input, Now: now})
	if err != nil {
		return nil, err
	}
	return c.placed(v), nil
}

// placed is a value under the members that lead to it.
func (c computed) placed(v any) any {
	for _, name := range slices.Backward(c.under) {
		v = value.ObjectOf(value.Member{Key: name, Value: v})
	}
	return v
}

// A madeBySource answer is what the source makes of its element, under the members that lead to it. It implements dialects.Placer.
type madeBySource struct{ computed }

// Place implements dialects.Placer.
func (m madeBySource) Place(made any) any { return m.placed(made) }

// A waiting answer comes after some time: the input, or nothing. It implements dialects.Delayer.
type waiting struct {
	time  time.Duration
	echos bool
}

// Answer implements dialects.Answerer.
func (w waiting) Answer(input any, _ time.Time) (any, error) {
	if w.echos {
		return input, nil
	}
	return value.NewObject(0), nil
}

// Delay implements dialects.Delayer.
func (w waiting) Delay() time.Duration { return w.time }

// A failing answer is an error of the source. It implements dialects.Answerer.
type failing struct{ raises *workflow.Raises }

// Answer implements dialects.Answerer.
func (f failing) Answer(input any, now time.Time) (any, error) {
	out := &dialects.Failure{}
	for at, x := range map[*string]expr.Expr{&out.Name: f.raises.Name, &out.Cause: f.raises.Cause} {
		if x == nil {
			continue
		}
		v, err := expr.Eval(x, &expr.Env{Input: input, Now: now})
		if err != nil {
			return nil, err
		}
		*at, _ = v.(string)
	}
	return nil, out
}

// A mergedAnswer is the input of a task with another answer merged in. It implements dialects.Answerer.
type mergedAnswer struct {
	of   dialects.Answerer
	deep bool
}

// Answer implements dialects.Answerer.
func (m mergedAnswer) Answer(input any, now time.Time) (any, error) {
	v, err := m.of.Answer(input, now)
	switch {
	case err != nil:
		return nil, err
	case m.deep:
		return value.MergeDeep(input, v), nil
	}
	return value.MergeShallow(input, v), nil
}

// Work implements dialects.Worker.
func (m mergedAnswer) Work(input any, now, began time.Time, carryOut func(*workflow.Program, any) (any, error)) (any, error) {
	by, ok := m.of.(dialects.Worker)
	if !ok {
		return m.Answer(input, now)
	}
	v, err := by.Work(input, now, began, carryOut)
	switch {
	case err != nil:
		return nil, err
	case m.deep:
		return value.MergeDeep(input, v), nil
	}
	return value.MergeShallow(input, v), nil
}

// A publishing answer is that of a task which publishes the event of a node: the input, or nothing. It implements dialects.Publisher.
type publishing struct {
	emission     *workflow.Emission // in the language of the source
	kind, source string
	echos        bool
}

// Answer implements dialects.Answerer.
func (p publishing) Answer(input any, now time.Time) (any, error) {
	return waiting{echos: p.echos}.Answer(input, now)
}

// Event implements dialects.Publisher.
func (p publishing) Event(input any, now time.Time) (any, error) {
	out := value.ObjectOf(value.Member{Key: "type", Value: p.kind}, value.Member{Key: "source", Value: p.source})
	if p.emission.Data == nil {
		return out, nil
	}
	data, err := expr.Eval(p.emission.Data, &expr.Env{Input: input, Now: now})
	if err != nil {
		return nil, err
	}
	out.Set("data", data)
	return out, nil
}
