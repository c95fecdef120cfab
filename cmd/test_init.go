package cmd

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/explore"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/sample"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// testInitFlags are the flags of test init.
type testInitFlags struct {
	output string
	runs   int
	seed   int64
	scaled bool // fewer runs of a large definition
}

func (a *app) testInitCommand() *cobra.Command {
	f := &testInitFlags{}
	c := &cobra.Command{
		Use:   "init FILE…",
		Short: "Write a scenario file with a case for each outcome",
		Long: "init makes up inputs, answers and occurrences for a definition, runs it with them, and writes a scenario file with one case for\n" +
			"each outcome, and further ones until each edge, rule, retrier, catcher and timer that was reached has a case. The data is made\n" +
			"up from what the expressions compare: replace it by your own. It lists what was not reached. Further files are definitions that it may call.",
		Example: "  flowglot test init order.asl.json\n" +
			"  flowglot test init order.asl.json -o -",
		Args: arguments(1, -1, "FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			f.scaled = !c.Flags().Changed("runs")
			return a.testInit(f, args)
		},
	}
	c.Flags().StringVarP(&f.output, "output", "o", "", "write to this `file`, or - for standard output; default: next to the definition, with its name")
	c.Flags().IntVar(&f.runs, "runs", defaultInvented, "how many runs are generated; the default is fewer for a definition of hundreds of elements")
	c.Flags().Int64Var(&f.seed, "seed", 1, "seed of the generated values")
	uses(c, prints, reads)
	return c
}

// testInit writes a scenario file for a definition.
func (a *app) testInit(f *testInitFlags, paths []string) error {
	if f.runs < 1 || f.runs > mostRuns {
		return fmt.Errorf("--runs must be between 1 and %d", mostRuns)
	}
	out := f.output
	if out == "" {
		out = a.scenarioBeside(paths[0])
	}
	if out != stdout {
		if _, err := os.Lstat(out); err == nil {
			return fmt.Errorf("%s exists already; choose another file with -o", out)
		}
	}
	p, err := a.program(paths)
	if err != nil {
		return err
	}
	if p.Start() == nil {
		return &exit{status: statusFound, message: paths[0] + " has no workflow that could be run"}
	}
	ctx, release := a.Interrupted()
	defer release()
	plays, missing, err := a.samples(ctx, p, f)
	if err != nil {
		return err
	}
	if len(plays) == 0 {
		return &exit{status: statusFound, message: "no generated run of " + paths[0] + " ends; write a scenario by hand"}
	}
	if err := a.print("--output", out, scenario.Print(sampled(plays, out, paths))); err != nil {
		return err
	}
	a.reportSamples(p, plays, missing, out)
	return nil
}

// scenarioBeside is the scenario file of a definition.
func (a *app) scenarioBeside(path string) string {
	name := filepath.Base(path)
	if d := dialects.ByName(a.dialects, path); d != nil {
		name = dialects.BaseName(d, path)
	} else {
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	return filepath.Join(filepath.Dir(path), name+".scenario.yaml")
}

// samples makes up runs of a program and picks those to write.
func (a *app) samples(ctx context.Context, p *workflow.Program, f *testInitFlags) ([]sample.Play, []sample.Missing, error) {
	start, err := iso8601.ParseInstant(defaultStart)
	if err != nil {
		return nil, nil, err
	}
	most, err := iso8601.ParseDuration(defaultMaxTime)
	if err != nil {
		return nil, nil, err
	}
	base := run.Options{Start: start, MaxTime: most, MaxSteps: mostInvented, MaxData: defaultMaxData, Input: value.NewObject(0), Clock: clock{a}}
	if err := a.reach(&base); err != nil {
		return nil, nil, err
	}
	random := rand.New(rand.NewSource(f.seed))
	runs := f.runs
	if f.scaled {
		runs = affordable(p, runs)
	}
	return sample.Find(ctx, p, verify.Invent(p, base, runs, random), sample.Effort{Runs: searched * runs, Chance: random})
}

// affordable is how many runs are made up of a program, at most a number: each has an answer for each task, with a member for each field
// that is read anywhere, so that the work grows with the square of the size.
func affordable(p *workflow.Program, most int) int {
	const least, work = 20, 8_000_000
	nodes := 1
	for _, w := range p.Workflows {
		nodes += len(w.Nodes)
	}
	return min(most, max(least, work/(nodes*nodes)))
}

// mostMissing bounds how many points are named that no case covers.
const mostMissing = 50

// defaultInvented is how many runs are made up to pick from, and searched how many times as many are made to cover what those do not.
const (
	defaultInvented = 400
	searched        = 60
)

// sampled is the scenario file of plays.
func sampled(plays []sample.Play, out string, paths []string) *value.Object {
	doc := sampledBy(out, paths)
	doc.Set("cases", sample.Cases(plays))
	return doc
}

// sampledBy is a scenario file that only names the definition that is run.
func sampledBy(out string, paths []string) *value.Object {
	doc := value.NewObject(6)
	doc.Set("workflow", workflowFrom(out, paths[0]))
	if len(paths) > 1 {
		var with []any
		for _, path := range paths[1:] {
			with = append(with, workflowFrom(out, path))
		}
		doc.Set("with", with)
	}
	return doc
}

// reportSamples describes what was written, which outcomes it lacks, and what it does not cover.
func (a *app) reportSamples(p *workflow.Program, plays []sample.Play, missing []sample.Missing, out string) {
	if out != stdout {
		_ = writeLine(a.Stderr, "%s: %s; replace the generated data with your own", out, count(len(plays), "case", "cases"))
	}
	for _, m := range missing[:min(len(missing), mostMissing)] {
		_ = writeLine(a.Stderr, "not reached: %s: %s", m.Point, m.Why)
	}
	if n := len(missing) - mostMissing; n > 0 {
		fmt.Fprintf(a.Stderr, "%d further points are not reached; flowglot test --coverage names them\n", n)
	}
	start, err := iso8601.ParseInstant(defaultStart)
	if err != nil {
		return
	}
	s, err := explore.Summarize(p.Start(), explore.Options{Program: p, Start: start})
	if err != nil {
		return
	}
	for i := range s.Outcomes {
		b := &s.Outcomes[i]
		if !slices.ContainsFunc(plays, func(play sample.Play) bool { return shows(&play, b, p.Start().Errors.Task.Name) }) {
			_ = writeLine(a.Stderr, "no generated run is %s; the path to it: %s", outcomeTitle(b), strings.Join(b.Path, " → "))
		}
	}
}

// shows reports whether a play ends as an outcome says. unnamed is what an error of a task is called that has no name.
func shows(p *sample.Play, b *explore.Behaviour, unnamed string) bool {
	r := p.Result
	if string(r.Status) != string(b.Status) {
		return false
	}
	if b.Status == explore.Failed {
		return b.Error == "" || r.Error != nil && r.Error.Name == b.Error || b.Error == unnamed && p.FailsAsTask()
	}
	return b.Status == explore.Waiting || b.Status == explore.Resting || slices.Equal(slices.Sorted(slices.Values(r.Ended)), slices.Sorted(slices.Values(b.Ended)))
}
