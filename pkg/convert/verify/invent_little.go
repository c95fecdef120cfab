package verify

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
)

// littleTurn reports whether the run of an index is one with little data, and which of them it is. Three in four of those that do not aim
// at a condition are.
func littleTurn(i int) (k int, ok bool) {
	const every, of = 4, 16
	if i%every != every-1 || i%of == of-1 {
		return 0, false
	}
	return i/of*(of/every-1) + i%of/every, true
}

// generateLittle generates a run with little data in which every task answers at once, and everything that is awaited happens once. The
// first one has empty data only. In the others the input, every answer and what comes with an occurrence are one object: of these the
// odd ones have what decides about the path, the even ones all that the definition reads.
func (v *inventor) generateLittle(base run.Options, k int) run.Options {
	v.guard = nil
	if len(v.guards) > 0 {
		v.guard, v.want = v.guards[k%len(v.guards)], k%4 < 2
	}
	data := value.NewObject(0)
	if k > 0 {
		data = v.drawLittle(k%2 == 0)
	}
	o := base
	input := withoutVariables(data)
	if k > 0 {
		input = v.withoutPut(v.withReads(input, v.inputs, data))
	}
	o.Input, o.Stubs, o.Occurrences = input, nil, nil
	if len(v.inputLists) > 0 {
		o.Input = v.inputLists[k%len(v.inputLists)]
	}
	for i := range v.tasks {
		o.Stubs = append(o.Stubs, run.Stub{Name: v.tasks[i].name, Replies: []run.Reply{{Return: v.littleAnswer(&v.tasks[i], data, k)}}})
	}
	awaits := v.awaits
	if len(v.states) > 0 {
		awaits = v.requestPath()
	}
	for _, x := range awaits {
		sent := withoutVariables(data)
		if k > 0 {
			sent = v.withReads(sent, v.eventReads[text(x.Value, "type")], data)
		}
		o.Occurrences = append(o.Occurrences, littleOccurrence(x, sent))
	}
	return o
}

// drawLittle returns an object with the values that decide about the path, or with all that are read. It is one with which the condition
// that the run aims at holds, or does not, if some tries find one.
func (v *inventor) drawLittle(all bool) *value.Object {
	const tries = 24
	var o *value.Object
	for range tries {
		o = value.NewObject(0)
		for _, f := range v.facts {
			if f.least != nil {
				f.values = []any{f.least}
			}
			if (all || f.decides) && !v.omits(f) {
				v.put(o, f)
			}
		}
		if v.guard == nil {
			break
		}
		if holds, err := expr.Holds(v.guard, &expr.Env{Input: o, Now: v.now, Lookup: v.lookup(o)}); err == nil && holds == v.want {
			break
		}
	}
	return o
}

// littleAnswer returns what a task answers in a run whose data is an object: that, or what of it is at the place of the answer.
func (v *inventor) littleAnswer(t *invented, data *value.Object, k int) any {
	if t.decides && v.domain.Typed {
		return k%2 == 0
	}
	if len(t.lists) > 0 {
		return t.lists[k%len(t.lists)]
	}
	var out any = data
	if len(t.places) > 0 {
		for _, s := range t.places[k%len(t.places)] {
			out, _ = member(out, s.Name)
		}
	}
	o, ok := out.(*value.Object)
	if !ok {
		o = value.NewObject(0)
	}
	whole := o == data
	o = withoutVariables(o)
	if k > 0 && len(t.reads) > 0 {
		o = o.Clone()
		for _, f := range t.reads {
			v.put(o, v.compared(f, data))
		}
	}
	if whole {
		o = v.besideItem(t, o)
	}
	return v.withoutPut(o)
}

// littleOccurrence returns an occurrence with data.
func littleOccurrence(x run.Occurrence, data *value.Object) run.Occurrence {
	if x.Kind != "event" {
		x.Value = data
		return x
	}
	e := x.Value.(*value.Object).Clone()
	e.Set("data", data)
	x.Value = e
	return x
}
