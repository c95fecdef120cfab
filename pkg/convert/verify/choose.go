package verify

import (
	"context"
	"slices"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
)

// Serves reports whether a run that was made up can show that both sides differ: both can be given it, and its data is as the conversion
// assumes. Of others, a difference shows nothing. Where losses change data, one without any data serves, too: it shows what they leave.
func (p *Pair) Serves(ctx context.Context, o run.Options) (bool, error) {
	p.net() // which all trials share
	p.names()
	bare := *p
	bare.Measure = nil
	t := newMadeTrial(&bare, o)
	if err := t.runSource(ctx); err != nil {
		return false, err
	}
	return t.incomparable == "" && p.serves(t), nil
}

// serves is [Pair.Serves] of a trial whose source has run.
func (p *Pair) serves(t *trial) bool {
	return !p.claimsEqual() && hasNoData(t.options) || outside(p.Domain, t) == nil
}

// hasNoData reports whether the input and the answers of a run are empty.
func hasNoData(o run.Options) bool {
	empty := func(v any) bool {
		x, ok := v.(*value.Object)
		return ok && x.Len() == 0
	}
	return empty(o.Input) && !slices.ContainsFunc(o.Stubs, func(s run.Stub) bool {
		return slices.ContainsFunc(s.Replies, func(r run.Reply) bool { return !empty(r.Return) })
	})
}

// Choose takes a number of runs of those that were made up: those that serve, in their order, and where these are too few, the first of the
// others. It returns the rest as well.
func (p *Pair) Choose(ctx context.Context, made []run.Options, runs int) (chosen, rest []run.Options, err error) {
	var others []run.Options
	for i, o := range made {
		if len(chosen) == runs {
			rest = made[i:]
			break
		}
		serves, err := p.Serves(ctx, o)
		if err != nil {
			return nil, nil, err
		}
		if serves {
			chosen = append(chosen, o)
		} else {
			others = append(others, o)
		}
	}
	missing := min(runs-len(chosen), len(others))
	chosen = append(chosen, others[:missing]...)
	return chosen, append(others[missing:], rest...), nil
}
