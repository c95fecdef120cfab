package sample

import (
	"context"
	"slices"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Reach returns plays for points that none of the given ones covers: each takes an edge, follows a rule, a retrier or a catcher, or
// lets a timer run down that no play before does, and if possible goes on to succeed, so that what went wrong on the way is seen in the
// output. They are among the candidates, or a play in which a task fails, is late or never answers, and all data is as it was. Reach stops
// where the effort is used; plays may exist that cover what it leaves uncovered. The error is that of [Find].
func Reach(ctx context.Context, p *workflow.Program, given, candidates []run.Options, effort Effort) ([]run.Options, error) {
	s := newSearch(ctx, p, effort)
	s.counts = succeeds
	for _, o := range given {
		play, err := measured(ctx, p, s.points, o)
		if err != nil {
			return nil, err
		}
		if play.Result.Status != run.Aborted {
			s.note(play)
			s.keep(play)
		}
	}
	known := len(s.kept)
	for _, o := range candidates {
		s.run(o)
	}
	for before := -1; before < len(s.kept) && s.budget > 0; {
		before = len(s.kept)
		for _, at := range s.missing() {
			for _, base := range slices.Clone(s.bases[at.Node]) {
				if !s.covered[at] && s.budget > 0 {
					s.aimFailure(at, base)
				}
			}
		}
	}
	var out []run.Options
	for i, fresh := range covering(s.kept) {
		if fresh && i >= known {
			out = append(out, s.kept[i].Options)
		}
	}
	return out, ctx.Err()
}

// aimFailure tries to cover a point with tasks that fail, are late or never answer.
func (s *search) aimFailure(at *scenario.Point, base *Play) {
	switch at.Kind {
	case scenario.CatcherPoint:
		s.raise(at, base, at.Edge.On)
	case scenario.RetrierPoint:
		s.raise(at, base, at.Node.Retry[at.Index].On)
	case scenario.TimerPoint:
		s.delay(at, base)
	}
}

func succeeds(p *Play) bool { return p.last().Status == run.Succeeded }

// covering reports for each play whether it covers a point that no play before it does, or is the first with the point that succeeds.
func covering(plays []*Play) []bool {
	type cover struct {
		at       *scenario.Point
		succeeds bool
	}
	out, known := make([]bool, len(plays)), map[cover]bool{}
	for i, p := range plays {
		ends := succeeds(p)
		for at := range p.covers {
			for _, c := range []cover{{at, false}, {at, ends}} {
				out[i] = out[i] || !known[c]
				known[c] = true
			}
		}
	}
	return out
}
