package cmd

import (
	"cmp"
	"errors"
	"math/rand"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/run/sample"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
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
	base.MaxSteps = max(mostInvented, min(2*len(p.Start().Nodes), longestInvented))
	random := rand.New(rand.NewSource(f.seed))
	made := verify.InventWithin(c.options.Domain, p, base, f.runs+spares(p, f.runs), random)
	ctx, stop := a.Interrupted()
	defer stop()
	points := scenario.PointsOfProgram(p)
	pair := &verify.Pair{Source: p, Target: target, Raised: c.raised, Domain: c.options.Domain, Measure: func(n *workflow.Node, part machine.Part, index int) {
		if at := points.At(n, part, index); at != nil {
			at.Hits++
		}
	}}
	chosen, rest, err := pair.Choose(ctx, made, f.runs)
	if err != nil {
		return nil, err
	}
	var unable error
	further, err := sample.Reach(ctx, p, chosen, rest, sample.Effort{Runs: reaching * f.runs, Chance: random, Serves: func(o run.Options) bool {
		serves, err := pair.Serves(ctx, o)
		unable = cmp.Or(unable, err)
		return serves
	}})
	if err = cmp.Or(err, unable); err != nil {
		return nil, err
	}
	verdict, err := pair.Compare(ctx, given, append(chosen, further...))
	if err != nil {
		return nil, err
	}
	verdict.Seed, verdict.Untried = f.seed, untried(points)
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

// reaching is how many runs are tried for each generated one, to reach what the generated ones do not.
const reaching = 20

// spares is how many runs are generated beside those that are asked for: those are taken that reach what no other reaches.
func spares(p *workflow.Program, runs int) int {
	const of, largest = 5, 2000 // nodes; each run has something for every node
	if len(p.Start().Nodes) > largest {
		return 0
	}
	return of * min(runs, 100)
}

// untried are the points that no run covers: each alternative of a node that some run enters, and each node that none does.
func untried(points *scenario.Points) []verify.Untried {
	var out []verify.Untried
	for _, f := range points.Flows {
		entered := map[*workflow.Node]bool{}
		for _, at := range f.Points {
			entered[at.Node] = entered[at.Node] || at.Kind == scenario.NodePoint && at.Hits > 0
		}
		for _, at := range f.Points {
			if at.Hits == 0 && (at.Kind == scenario.NodePoint || entered[at.Node]) {
				where := at.File.Position(at.Span.Start)
				out = append(out, verify.Untried{What: at.Title(), File: at.File.Name, Line: where.Line, Column: where.Column})
			}
		}
	}
	return out
}

// mostRuns bounds how many runs are generated, which are all held in memory.
const mostRuns = 100_000

// The steps of a generated run are bounded: one that loops shows nothing new after some rounds. Of a long definition a run may take more,
// so that it gets to the end.
const mostInvented, longestInvented = 2_000, 20_000

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
