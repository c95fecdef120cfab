package cmd

import (
	"errors"
	"math/rand"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
)

// verify runs a program and its conversion, and compares the runs.
func (a *app) verify(f *convertFlags, s *conversionSource, raised *dialects.Raised) (*verify.Verdict, error) {
	if s.program.Start() == nil {
		return nil, errors.New("there is nothing to run")
	}
	o := a.options()
	o.Settings = f.settings.instead(a.settings.values)
	target, err := convert.Read(dialects.Named(a.dialects, f.to), raised.Definitions, f.notation(s.file), o)
	if err != nil {
		return nil, err
	}
	given, made, err := a.plays(f, s)
	if err != nil {
		return nil, err
	}
	ctx, stop := a.Interrupted()
	defer stop()
	pair := &verify.Pair{Source: s.program, Target: target, Raised: raised, Domain: f.domain}
	verdict, err := pair.Compare(ctx, given, made)
	if err != nil {
		return nil, err
	}
	verdict.Seed = f.seed
	if verdict.Differs != nil {
		fault, err := convert.Fault(ctx, s.program, dialects.Named(a.dialects, f.to), f.raising(s.file), raised.Rewrites, *verdict.Differs)
		if err != nil {
			return nil, err
		}
		if fault != "" {
			*verdict.Difference += "\n" + fault
		}
	}
	return verdict, nil
}

// mostRuns bounds how many runs are generated, which are all held in memory.
const mostRuns = 100_000

// mostInvented bounds the steps of a generated run: one that loops shows nothing new after some rounds.
const mostInvented = 2_000

// plays returns the inputs and answers for the runs of both sides: those of the named scenarios, and generated ones.
func (a *app) plays(f *convertFlags, s *conversionSource) (given, made []run.Options, err error) {
	start, err := iso8601.ParseInstant(defaultStart)
	if err != nil {
		return nil, nil, err
	}
	most, err := iso8601.ParseDuration(defaultMaxTime)
	if err != nil {
		return nil, nil, err
	}
	access, err := a.access() // the runs are generated: they write nothing
	if err != nil {
		return nil, nil, err
	}
	base := run.Options{Start: start, MaxTime: most, MaxSteps: defaultMaxSteps, MaxData: defaultMaxData, Input: value.NewObject(0), Access: access.Access, Clock: clock{a}}
	for _, path := range f.scenarios {
		_, all, err := a.scenarios(path, false, files.ReadRegular)
		if err != nil {
			return nil, nil, err
		}
		for _, x := range all {
			o := base
			o.Stubs, o.Occurrences = x.Stubs, x.Occurrences
			o.Settings, o.Store = x.Machine, a.buckets(x.Buckets)
			if x.HasInput {
				o.Input = x.Input
			}
			if x.HasStart {
				o.Start = x.Start
			}
			given = append(given, o)
		}
	}
	base.MaxSteps = mostInvented
	return given, verify.InventWithin(f.domain, s.program, base, f.runs, rand.New(rand.NewSource(f.seed))), nil
}
