package sample

import (
	"context"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// mostTrials bounds how often a play is tried with less, and mostShrinking how much is run for all plays of a program, see cost.
const (
	mostTrials    = 400
	mostShrinking = 20_000
)

// A shrinking takes out of a play what it does not need to enter the same elements and end the same.
type shrinking struct {
	ctx     context.Context
	program *workflow.Program
	points  *scenario.Points
	play    *Play
	trials  int
	left    int
}

func (s *shrinking) shrink() {
	s.dropUnused()
	for i := len(s.play.Options.Occurrences) - 1; i >= 0; i-- {
		s.try(func(o *run.Options) { o.Occurrences = slices.Delete(slices.Clone(o.Occurrences), i, i+1) })
	}
	for i := range s.play.Options.Stubs {
		for k := range s.play.Options.Stubs[i].Replies {
			s.shrinkReply(i, k)
		}
	}
	s.try(func(o *run.Options) { o.Settings.Context = nil })
	if c := s.play.Options.Settings.Context; c != nil {
		s.shrinkValue(c, func(o *run.Options, v any) { o.Settings.Context = v })
	}
	s.shrinkValue(s.play.Options.Input, func(o *run.Options, v any) { o.Input = v })
	for i := range s.play.Options.Occurrences {
		if s.play.Options.Occurrences[i].Kind == "event" {
			continue // its attributes decide who takes it
		}
		s.shrinkValue(s.play.Options.Occurrences[i].Value, func(o *run.Options, v any) {
			o.Occurrences = slices.Clone(o.Occurrences)
			o.Occurrences[i].Value = v
		})
	}
}

// try changes the play if it enters the same elements, ends the same and covers what it is needed for afterwards.
func (s *shrinking) try(change func(*run.Options)) bool {
	if s.trials == 0 || s.left <= 0 || s.ctx.Err() != nil {
		return false
	}
	s.trials--
	o := s.play.Options
	change(&o)
	tried, err := measured(s.ctx, s.program, s.points, o)
	if err != nil {
		return false
	}
	s.left -= cost(s.program, tried)
	if tried.Outcome() != s.play.Outcome() || path(tried.Result) != path(s.play.Result) ||
		slices.ContainsFunc(s.play.needed, func(at *scenario.Point) bool { return !tried.covers[at] }) {
		return false
	}
	tried.needed, tried.first = s.play.needed, s.play.first
	*s.play = *tried
	return true
}

// path is what a run enters, as something to compare.
func path(r *run.Result) string {
	parts := []string{strings.Join(r.Visited, "\x00")}
	for _, next := range r.Chain {
		parts = append(parts, strings.Join(next.Visited, "\x00"))
	}
	return strings.Join(parts, "\x01")
}

// dropUnused takes out the answers that no call got.
func (s *shrinking) dropUnused() {
	calls := map[string]int{}
	for _, r := range append([]*run.Result{s.play.Result}, s.play.Result.Chain...) {
		for _, c := range r.Calls {
			calls[c.Task]++
		}
	}
	s.try(func(o *run.Options) {
		var kept []run.Stub
		for _, stub := range o.Stubs {
			n := calls[stub.Name]
			if n == 0 {
				continue
			}
			stub.Replies = stub.Replies[:min(n, len(stub.Replies))]
			kept = append(kept, stub)
		}
		o.Stubs = kept
	})
}

// shrinkReply takes out of an answer what nothing needs.
func (s *shrinking) shrinkReply(stub, at int) {
	change := func(f func(*run.Reply)) func(*run.Options) {
		return func(o *run.Options) {
			o.Stubs = slices.Clone(o.Stubs)
			o.Stubs[stub].Replies = slices.Clone(o.Stubs[stub].Replies)
			f(&o.Stubs[stub].Replies[at])
		}
	}
	s.try(change(func(r *run.Reply) { r.After = iso8601.Duration{} }))
	if s.play.Options.Stubs[stub].Replies[at].Fail != nil {
		return
	}
	s.shrinkValue(s.play.Options.Stubs[stub].Replies[at].Return, func(o *run.Options, v any) {
		change(func(r *run.Reply) { r.Return = v })(o)
	})
}

// shrinkValue takes members out of an object, one by one, and of the objects in it, and returns what is left of it.
func (s *shrinking) shrinkValue(v any, put func(*run.Options, any)) any {
	o, ok := v.(*value.Object)
	if !ok {
		return v
	}
	var keys []string
	for k := range o.All() {
		keys = append(keys, k)
	}
	for _, k := range keys {
		less := value.NewObject(o.Len())
		for other, member := range o.All() {
			if other != k {
				less.Set(other, member)
			}
		}
		if s.try(func(x *run.Options) { put(x, less) }) {
			o = less
			continue
		}
		left := s.shrinkValue(o.Get(k), func(x *run.Options, member any) { put(x, with(o, k, member)) })
		o = with(o, k, left)
	}
	return o
}

// with is an object with another value of a member.
func with(o *value.Object, key string, v any) *value.Object {
	out := o.Clone()
	out.Set(key, v)
	return out
}
