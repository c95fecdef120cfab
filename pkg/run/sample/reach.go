package sample

import (
	"context"
	"slices"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Reach returns plays for points that none of the given ones covers: each takes an edge, follows a rule, a retrier or a catcher, or lets a
// timer run down that no play before does, and if possible goes on to succeed, so that what went wrong on the way is seen in the output; or
// has a task fail more often than it is retried, or with an error that nobody handles. They are among the candidates, or one of the plays
// in which a task fails, is late or never answers, and all data is as it was; where that does not lead to a point, data is changed, too.
// Plays that do not serve are among them where no other covers a point. Reach stops where the effort is used; plays may exist that cover
// what it leaves uncovered. The error is that of [Find].
func Reach(ctx context.Context, p *workflow.Program, given, candidates []run.Options, effort Effort) ([]run.Options, error) {
	s := newSearch(ctx, p, effort)
	s.counts, s.own, s.limits, s.limitsAt = succeeds, true, limitsOf(p), map[string][]*limit{}
	for i := range s.limits {
		at := s.limits[i].point.Node.Name()
		s.limitsAt[at] = append(s.limitsAt[at], &s.limits[i])
	}
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
	s.failAndDelay()
	s.changeToReach()
	s.failAndDelay() // where the changes led
	var out []run.Options
	for i, fresh := range s.covering() {
		if fresh && i >= known {
			out = append(out, s.kept[i].Options)
		}
	}
	return out, ctx.Err()
}

// failAndDelay has tasks fail, be late and never answer, until nothing new comes of it: first for what no play reaches that serves, and
// then for what none does that succeeds.
func (s *search) failAndDelay() {
	for _, done := range []map[*scenario.Point]bool{s.reached, s.covered} {
		for before := -1; before < len(s.kept) && s.budget > 0; {
			before = len(s.kept)
			for _, at := range s.missing() {
				for _, base := range slices.Clone(s.bases[at.Node]) {
					if !done[at] && s.budget > 0 {
						s.aimFailure(at, base)
					}
				}
			}
		}
	}
}

// changeToReach changes the data of plays that come to a node, to cover points of it that no play which serves covers.
func (s *search) changeToReach() {
	const guesses = 25 // at a point, for each base
	for before := -1; before < len(s.kept) && s.budget > 0; {
		before = len(s.kept)
		for _, at := range s.missing() {
			for _, base := range slices.Clone(s.bases[at.Node]) {
				s.aimData(at, base, guesses, s.reached)
			}
		}
	}
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

// covering reports for each kept play whether it covers a point that no play before it does, or is the first with the point that
// succeeds. One that does not serve has to cover what none covers that does.
func (s *search) covering() []bool {
	type cover struct {
		at       *scenario.Point
		succeeds bool
	}
	out, known := make([]bool, len(s.kept)), map[cover]bool{}
	for i, p := range s.kept {
		if !s.isServing(p) {
			continue
		}
		ends := succeeds(p)
		for at := range p.covers {
			for _, c := range []cover{{at, false}, {at, ends}} {
				out[i] = out[i] || !known[c]
				known[c] = true
			}
		}
	}
	for i, p := range s.kept {
		if s.isServing(p) {
			continue
		}
		for at := range p.covers {
			out[i] = out[i] || !known[cover{at, false}]
			known[cover{at, false}] = true
		}
	}
	return out
}
