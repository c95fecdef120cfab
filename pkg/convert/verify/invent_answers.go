package verify

import (
	"fmt"
	"time"

	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
)

// reply generates an answer, with a member by which it differs from those of other tasks. One in six fails, and one in twelve never
// comes, if something bounds how long it may take; of a program with many tasks, fewer.
func (v *inventor) reply(t *invented, mark string) run.Reply {
	// Sums of such lengths differ, so that tasks that run at the same time end at different instants.
	took := iso8601.Duration{Clock: time.Duration(1+v.random.Intn(30))*time.Second + time.Duration(1+v.random.Intn(999_999))*time.Microsecond}
	const some, few = 12, 36 // of a program with many tasks, each fails less often, so that runs get through it
	switch v.random.Intn(max(some, 3*(len(v.tasks)-few))) {
	case 0, 1:
		name := fmt.Sprintf("Trouble%d", v.random.Intn(2))
		if len(t.errors) > 0 && v.random.Intn(3) > 0 {
			name = t.errors[v.random.Intn(len(t.errors))]
		}
		return run.Reply{Fail: &machine.Error{Name: name, Cause: "made up"}, After: took}
	case 2:
		if t.limit {
			return run.Reply{Never: true}
		}
	}
	answer := v.answer(t, mark)
	if o, isObject := answer.(*value.Object); isObject {
		answer = v.withoutPut(o)
	}
	return run.Reply{Return: answer, After: took}
}

// answer generates what a task returns. Where the answer is put at a path of the document, it is what a document has there.
func (v *inventor) answer(t *invented, mark string) any {
	if t.decides && v.domain.Typed {
		return v.random.Intn(2) == 0
	}
	if len(t.lists) > 0 && v.random.Intn(8) > 0 {
		return t.lists[v.random.Intn(len(t.lists))]
	}
	document := v.document([]float64{0.5, 0.9, 1}[v.random.Intn(3)], mark)
	var out any = document
	if len(t.places) > 0 {
		for _, s := range t.places[v.random.Intn(len(t.places))] {
			out, _ = member(out, s.Name)
		}
	}
	o, ok := out.(*value.Object)
	if !ok {
		o = value.NewObject(0)
	}
	whole := o == document
	if whole && len(v.facts) > mostAnswered && t.beside == 0 {
		o = v.near(document, v.taskAt[t.name])
	}
	o = v.apart(withoutVariables(o)).Clone()
	if t.beside > 0 && v.domain.Disjoint { // each member is in the answer of one of them
		o = v.share(o, t.beside-1)
	}
	for _, f := range t.reads {
		v.put(o, v.compared(f, document))
	}
	if whole {
		o = v.besideItem(t, o)
		if at := v.placed(o); v.domain.Disjoint && len(at) > 0 && v.random.Intn(2) == 0 { // as a step before it may have put another one there
			for _, name := range at {
				o = o.Without(name)
			}
		}
	}
	o.Set(mark, int64(v.random.Intn(100)))
	return o
}

// compared returns a fact about an answer with the value that a document has where it gets to, if something is known of the values there.
func (v *inventor) compared(f fact, document *value.Object) fact {
	if f.becomes == nil {
		return f
	}
	at := v.fact(f.becomes)
	if at != nil && at.free && !v.asked[keyOf(f.becomes)] {
		return f
	}
	var x any = document
	for _, s := range f.becomes {
		var there bool
		if x, there = member(x, s.Name); !there {
			return f
		}
	}
	if _, object := x.(*value.Object); (at == nil || at.free) && !object { // something may be known of its members
		return f
	}
	f.values = []any{x}
	return f
}

// share returns what one of the tasks that run at the same time answers of an object.
func (v *inventor) share(o *value.Object, of int) *value.Object {
	out := value.NewObject(0)
	for _, f := range v.facts {
		name := f.steps[0].Name
		if x, ok := o.Lookup(name); ok && v.memberAt[name]%v.besides == of {
			out.Set(name, x)
		}
	}
	return out
}
