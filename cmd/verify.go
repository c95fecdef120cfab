package cmd

import (
	"errors"
	"math/rand"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
)

// verify runs a program and its conversion, with runs that are given and generated ones, and compares the runs.
func (a *app) verify(f *convertFlags, c *conversion, given []run.Options) (*verify.Verdict, error) {
	p, to := c.source.program, dialects.Named(a.dialects, f.to)
	if p.Start() == nil {
		return nil, errors.New("there is nothing to run")
	}
	o := a.options()
	o.Settings = f.settings.instead(a.settings.values)
	target, err := convert.Read(to, c.raised.Definitions, c.options.Format, o)
	if err != nil {
		return nil, err
	}
	base, err := a.firstRun()
	if err != nil {
		return nil, err
	}
	base.MaxSteps = mostInvented
	made := verify.InventWithin(c.options.Domain, p, base, f.runs, rand.New(rand.NewSource(f.seed)))
	ctx, stop := a.Interrupted()
	defer stop()
	pair := &verify.Pair{Source: p, Target: target, Raised: c.raised, Domain: c.options.Domain}
	verdict, err := pair.Compare(ctx, given, made)
	if err != nil {
		return nil, err
	}
	verdict.Seed = f.seed
	if f.exhaustive {
		if c.exhaustive, err = a.exhaust(f, pair); err != nil {
			return nil, err
		}
	}
	if verdict.Differs != nil {
		fault, err := convert.Fault(ctx, p, to, c.options, c.raised, *verdict.Differs)
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

// firstRun is what all runs of both sides begin with.
func (a *app) firstRun() (run.Options, error) {
	start, err := iso8601.ParseInstant(defaultStart)
	if err != nil {
		return run.Options{}, err
	}
	most, err := iso8601.ParseDuration(defaultMaxTime)
	if err != nil {
		return run.Options{}, err
	}
	access, err := a.access() // the runs are generated: they write nothing
	if err != nil {
		return run.Options{}, err
	}
	return run.Options{Start: start, MaxTime: most, MaxSteps: defaultMaxSteps, MaxData: defaultMaxData, Input: value.NewObject(0), Access: access.Access, Clock: clock{a}}, nil
}

// givenRuns returns the inputs and answers of the named scenarios.
func (a *app) givenRuns(f *convertFlags) ([]run.Options, error) {
	base, err := a.firstRun()
	if err != nil {
		return nil, err
	}
	var given []run.Options
	for _, path := range f.scenarios {
		_, all, err := a.scenarios(path, false, a.readRegular)
		if err != nil {
			return nil, err
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
	return given, nil
}
