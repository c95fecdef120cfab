// Package sample finds plays that show what a program can do: of many made-up ones, one for each outcome, and further ones for
// elements that those do not enter, each as small as it can be made.
package sample

import (
	"context"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Play is what a run gets from outside, and what came of it.
type Play struct {
	Options run.Options
	Result  *run.Result
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

// Find plays a program, with and without what happens from outside, and returns a play for each outcome that came up, the shortest of each, and then further plays until every element
// that any of them enters is entered. Runs that were aborted, because they do not end, are left out. The error is that of a program
// that cannot be run, or of a context that ended.
func Find(ctx context.Context, p *workflow.Program, plays []run.Options) ([]Play, error) {
	var all []Play
	for _, o := range withSilence(plays) {
		r, err := run.Simulate(ctx, p, o)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		if r.Status != run.Aborted {
			all = append(all, Play{o, r})
		}
	}
	chosen := choose(all)
	for i := range chosen {
		s := &shrinking{ctx: ctx, program: p, play: &chosen[i], trials: mostTrials}
		s.shrink()
	}
	return chosen, ctx.Err()
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

// choose picks the plays to keep: in the order of their length, those that end as none before does, and those that enter what none
// before enters.
func choose(all []Play) []Play {
	slices.SortStableFunc(all, func(a, b Play) int { return size(&a) - size(&b) })
	var out []Play
	ends, entered := map[string]bool{}, map[string]bool{}
	for _, p := range all {
		if ends[p.Outcome()] {
			continue
		}
		ends[p.Outcome()] = true
		out = append(out, p)
		note(entered, &p)
	}
	for _, p := range all {
		if note(entered, &p) {
			out = append(out, p)
		}
	}
	slices.SortStableFunc(out, func(a, b Play) int { return rank(&a) - rank(&b) })
	return out
}

// note notes what a play enters, and reports whether something of it is new.
func note(entered map[string]bool, p *Play) bool {
	fresh := false
	for _, r := range append([]*run.Result{p.Result}, p.Result.Chain...) {
		for _, name := range r.Visited {
			key := r.Workflow + "\x00" + name
			fresh = fresh || !entered[key]
			entered[key] = true
		}
	}
	return fresh
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
