package verify

import (
	"context"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
)

// mostSettled bounds the runs that [Pair.settle] makes.
const mostSettled = 12

// settle runs both sides again with data that already has what one of them added to it, until a run is equal to the end: a member that
// stays in the document of the target changes nothing where it is there from the start. The trials are those that were excused, in their
// order.
func (p *Pair) settle(ctx context.Context, v *Verdict, trials []*trial) error {
	for round, most := 0, mostSettled; round < most && len(trials) > 0; round++ {
		t := trials[0]
		trials = trials[1:]
		for _, o := range t.settled() {
			next := newMadeTrial(p, o)
			if err := next.run(ctx); err != nil {
				return err
			}
			if err := p.judge(ctx, v, next, 0); err != nil || !v.Unproven() || v.Difference != nil {
				return err
			}
			if next.excused {
				trials = append(trials, next) // what was added may lead to something else
			}
			if most--; round >= most {
				return nil
			}
		}
	}
	return nil
}

// settled returns the options of a trial with the output of the target merged into the input, and with that of both sides merged into all
// data; none if one of the sides did not succeed, or the target sets a member that only it has more than once: that changes such data, too.
func (t *trial) settled() []run.Options {
	output, ok := t.target.output.(*value.Object)
	input, isObject := t.options.Input.(*value.Object)
	if !ok || !isObject || t.source.class != class(run.Succeeded) || t.target.class != class(run.Succeeded) || t.setsAgain(output) {
		return nil
	}
	once := t.options
	once.Input = value.MergeDeep(input, output)
	both := output
	if o, ok := t.source.output.(*value.Object); ok {
		both, _ = value.MergeDeep(o, output).(*value.Object)
	}
	all := once
	all.Input, all.Stubs, all.Occurrences = value.MergeDeep(input, both), nil, nil
	for _, s := range once.Stubs {
		replies := s.Replies
		s.Replies = nil
		for _, r := range replies {
			if o, ok := r.Return.(*value.Object); ok {
				r.Return = value.MergeDeep(o, both)
			}
			s.Replies = append(s.Replies, r)
		}
		all.Stubs = append(all.Stubs, s)
	}
	for _, x := range once.Occurrences {
		x.Value = withMembers(x.Kind, x.Value, both)
		all.Occurrences = append(all.Occurrences, x)
	}
	return []run.Options{once, all}
}

// setsAgain reports whether a task of the target got another value of a member than the one in its output, which the output of the source
// does not have: the target set it again after that, as with the name of each of several decisions.
func (t *trial) setsAgain(output *value.Object) bool {
	ends, _ := t.source.output.(*value.Object)
	for i := range t.target.calls {
		input, ok := t.target.calls[i].Input.(*value.Object)
		if !ok {
			continue
		}
		for key, v := range output.All() {
			if before, has := input.Lookup(key); has && !ends.Has(key) && !value.Equal(before, v) {
				return true
			}
		}
	}
	return false
}

// withMembers returns what comes with an occurrence of a kind, with the members of an object merged in.
func withMembers(kind string, v any, more *value.Object) any {
	o, ok := v.(*value.Object)
	if !ok {
		return v
	}
	if kind != "event" {
		return value.MergeDeep(o, more)
	}
	data, ok := o.Get("data").(*value.Object)
	if !ok {
		return v
	}
	e := o.Clone()
	e.Set("data", value.MergeDeep(data, more))
	return e
}
