// Package sample finds plays that show what a program can do: of many made-up ones, one for each outcome, and further ones for
// elements that those do not enter, each as small as it can be made.
package sample

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Play is what a run gets from outside, and the result of it.
type Play struct {
	Options run.Options
	Result  *run.Result

	covers map[*scenario.Point]bool
	needed []*scenario.Point // what it covers and no play that was chosen before it
	first  bool              // it is the shortest with its outcome
	raised []string          // the errors of nodes, as something to compare
	serves *bool             // whether the caller can use it; nil: it was not asked
}

// Outcome is how the play ends, as something to compare and to name it by: "succeeded at Book order", "failed with OrderInvalid", or
// "failed as Book order fails", whatever its error is called, which is made up.
func (p *Play) Outcome() string {
	r := p.last()
	switch {
	case p.FailsAsTask():
		return "failed as " + r.Calls[len(r.Calls)-1].Node + " fails"
	case r.Status == run.Failed && r.Error != nil && r.Error.Name != "":
		return "failed with " + r.Error.Name
	case r.Status == run.Waiting || r.Status == run.Resting:
		at := append([]string(nil), r.Ended...)
		for _, w := range r.Waiting {
			if !slices.Contains(at, w.Node) {
				at = append(at, w.Node)
			}
		}
		return string(r.Status) + " at " + strings.Join(at, ", ")
	case len(r.Ended) > 0:
		return string(r.Status) + " at " + strings.Join(r.Ended, ", ")
	}
	return string(r.Status)
}

// FailsAsTask reports whether the play fails with the error of the task that was called last, and that nothing
// handled.
func (p *Play) FailsAsTask() bool {
	r := p.last()
	if r.Status != run.Failed || r.Error == nil || len(r.Calls) == 0 {
		return false
	}
	c := &r.Calls[len(r.Calls)-1]
	return c.Error != nil && c.Error.Name == r.Error.Name && slices.Index(r.Visited, c.Node) == len(r.Visited)-1
}

// last is the result of the last workflow of the chain.
func (p *Play) last() *run.Result {
	if n := len(p.Result.Chain); n > 0 {
		return p.Result.Chain[n-1]
	}
	return p.Result
}

// An Effort is how much is done to find plays.
type Effort struct {
	// Runs bounds how many runs are made besides those that are given, counting long ones, and those of large programs, several times.
	Runs int
	// Chance decides what is tried.
	Chance Chance
	// Serves reports for [Reach] whether a play is one that the caller can use; nil: each is. One that is not counts only where no play
	// serves.
	Serves func(run.Options) bool
}

// mostAborted is how many runs are made of a program of which each one is aborted: each takes as long as a run can, and the program
// has probably no end.
const mostAborted = 20

// Find runs made-up plays, with and without what happens from outside, changes them until they cover what they can, and returns a
// play for each outcome that came up, the shortest of each, and further ones until every point is covered that any of them covers:
// each edge, rule, retrier, catcher and timer has a play. What no play covers is returned besides them. Runs that were aborted,
// because they do not end, are left out. The error is that of a program that cannot be run, or of a context that ended.
func Find(ctx context.Context, p *workflow.Program, plays []run.Options, effort Effort) ([]Play, []Missing, error) {
	s := newSearch(ctx, p, effort)
	aborted := 0
	for _, o := range withSilence(plays) {
		if len(s.kept) == 0 && aborted == mostAborted {
			break
		}
		play, err := measured(ctx, p, s.points, o)
		if err != nil {
			return nil, nil, err
		}
		if s.note(play); play.Result.Status == run.Aborted {
			aborted++
		} else {
			s.keep(play)
		}
	}
	if len(s.kept) > 0 {
		s.explore()
	}
	chosen := choose(s.kept)
	shrink := &shrinking{ctx: ctx, program: p, points: s.points, left: mostShrinking}
	for i := range chosen {
		shrink.play, shrink.trials = &chosen[i], mostTrials
		shrink.shrink()
	}
	return chosen, s.reasons(), ctx.Err()
}

// withSilence adds to plays those in which nothing happens from outside: something that is awaited may never come.
func withSilence(plays []run.Options) []run.Options {
	out := slices.Clone(plays)
	for _, o := range plays {
		if len(o.Occurrences) > 0 {
			o.Occurrences = nil
			out = append(out, o)
		}
	}
	return out
}

// choose picks the plays to keep: in the order of their length, those that end as none before does, and those that cover what none
// before covers.
func choose(all []*Play) []Play {
	slices.SortStableFunc(all, func(a, b *Play) int { return size(a) - size(b) })
	var out []Play
	ends, covered := map[string]bool{}, map[*scenario.Point]bool{}
	take := func(p *Play) bool {
		for at := range p.covers {
			if !covered[at] {
				p.needed = append(p.needed, at)
				covered[at] = true
			}
		}
		slices.SortFunc(p.needed, func(a, b *scenario.Point) int {
			return cmp.Or(int(b.Kind)-int(a.Kind), strings.Compare(a.File.Name, b.File.Name), a.Span.Start-b.Span.Start, strings.Compare(a.Name, b.Name))
		})
		return len(p.needed) > 0
	}
	for _, p := range all {
		if end := p.Outcome(); !ends[end] {
			ends[end] = true
			take(p)
			p.first = true
			out = append(out, *p)
		}
	}
	for _, p := range all {
		if !p.first && take(p) {
			out = append(out, *p)
		}
	}
	slices.SortStableFunc(out, func(a, b Play) int { return rank(&a) - rank(&b) })
	return out
}

func size(p *Play) int {
	return len(p.Result.Visited)*4 + len(p.Result.Calls) + len(p.Options.Occurrences)
}

// rank has plays that succeed come first, and those that wait last.
func rank(p *Play) int {
	switch p.last().Status {
	case run.Succeeded:
		return 0
	case run.Failed:
		return 1
	}
	return 2
}
