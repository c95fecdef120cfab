package verify

import (
	"fmt"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Invent generates runs of a program: inputs and answers whose members are the values that its
// conditions compare, on either side of the constants they compare with; failures with the names that it handles; tasks that never
// answer where there is a timeout; and occurrences for everything that it awaits. The same chance generates the same runs.
//
// Answers are objects, which every dialect takes, and no two of them take the same time.
func Invent(p *workflow.Program, base run.Options, runs int, random Chance) []run.Options {
	v := &inventor{random: random, program: p, now: base.Start}
	v.study()
	var out []run.Options
	for range runs {
		out = append(out, v.generateRun(base))
	}
	return out
}

// Chance decides what is generated. A *rand.Rand is one.
type Chance interface {
	// Intn returns a number from 0 on that is less than n.
	Intn(n int) int
	// Float64 returns a number from 0 on that is less than 1.
	Float64() float64
}

// An inventor generates runs of a program.
type inventor struct {
	random  Chance
	program *workflow.Program
	facts   []fact
	guards  []expr.Expr
	states  []*workflow.Node // in which entities begin
	now     time.Time
	tasks   []invented
	awaits  []run.Occurrence
	took    int
}

// generateRun generates one run.
func (v *inventor) generateRun(base run.Options) run.Options {
	o := base
	o.Input, o.Stubs, o.Occurrences = v.object([]float64{0.7, 1, 1}[v.random.Intn(3)]), nil, nil
	for _, t := range v.tasks {
		s := run.Stub{Name: t.name}
		for range 1 + v.random.Intn(3) {
			s.Replies = append(s.Replies, v.reply(&t))
		}
		o.Stubs = append(o.Stubs, s)
	}
	if len(v.states) > 0 && v.random.Intn(4) > 0 {
		v.requestPath(&o)
		return o
	}
	for range min(len(v.awaits)*2, 12) {
		if x := v.awaits[v.random.Intn(len(v.awaits))]; v.random.Intn(10) > 0 {
			o.Occurrences = append(o.Occurrences, v.occurrence(x))
		}
	}
	return o
}

// requestPath requests the transitions of an entity along a path from one state to another.
func (v *inventor) requestPath(o *run.Options) {
	const most = 12
	at := v.states[v.random.Intn(len(v.states))]
	for range most {
		if at == nil || at.Kind != workflow.State || len(at.Out) == 0 {
			return
		}
		e := at.Out[v.random.Intn(len(at.Out))]
		if e.Kind == workflow.Manual {
			o.Occurrences = append(o.Occurrences, v.occurrence(run.Occurrence{Kind: "transition", Node: e.Name}))
		}
		at = e.Target()
	}
}

// occurrence generates the data of an occurrence. The attributes of one event in ten are others than those of the rest.
func (v *inventor) occurrence(x run.Occurrence) run.Occurrence {
	data := v.object(0.6)
	if x.Kind != "event" {
		x.Value = data
		return x
	}
	given := x.Value.(*value.Object)
	e := given.Clone()
	for key, attribute := range given.All() {
		if attribute == "a" && v.random.Intn(10) == 0 {
			e.Set(key, "b")
		}
	}
	e.Set("data", data)
	x.Value = e
	return x
}

// reply generates an answer. One in six fails, and one in twelve never comes, if something bounds how long it may take.
func (v *inventor) reply(t *invented) run.Reply {
	v.took++
	took := iso8601.Duration{Clock: time.Duration(1+v.random.Intn(30))*time.Second + time.Duration(v.took)*time.Millisecond}
	switch v.random.Intn(12) {
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
	return run.Reply{Return: v.object([]float64{0.5, 0.9, 1}[v.random.Intn(3)]), After: took}
}

// object generates an object that contains each of the values that conditions compare with a likelihood. Mostly it is one of
// which a condition that is picked holds, or does not, if a few tries come to such a one.
func (v *inventor) object(likely float64) *value.Object {
	const tries = 12
	if len(v.guards) == 0 || v.random.Intn(4) == 0 {
		return v.draw(likely)
	}
	guard, want := v.guards[v.random.Intn(len(v.guards))], v.random.Intn(3) > 0
	for range tries {
		o := v.draw(likely)
		if holds, err := expr.Holds(guard, &expr.Env{Input: o, Now: v.now}); err == nil && holds == want {
			return o
		}
	}
	return v.draw(likely)
}

func (v *inventor) draw(likely float64) *value.Object {
	root := value.NewObject(0)
	for _, f := range v.facts {
		if v.random.Float64() > likely {
			continue
		}
		at := root
		for _, s := range f.steps[:len(f.steps)-1] {
			inner, ok := at.Get(s.Name).(*value.Object)
			if !ok {
				inner = value.NewObject(0)
				at.Set(s.Name, inner)
			}
			at = inner
		}
		at.Set(f.steps[len(f.steps)-1].Name, f.values[v.random.Intn(len(f.values))])
	}
	root.Set([]string{"note", "made", "seen"}[v.random.Intn(3)], int64(v.random.Intn(100)))
	return root
}
