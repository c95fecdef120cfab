package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects/asl/stepfunctions"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

func (a *app) replayCommand() *cobra.Command {
	var out string
	c := &cobra.Command{
		Use:   "replay HISTORY FILE",
		Short: "Turn the history of an execution into a scenario",
		Long: "replay prints a scenario with the input, the answers of the tasks and the outcome of an execution of AWS Step Functions, whose\n" +
			"history is the output of 'aws stepfunctions get-execution-history'. It runs the definition with them, and reports where it takes\n" +
			"another path today; the exit status then is 1.",
		Example: "  flowglot replay history.json order.asl.json\n" +
			"  flowglot replay history.json order.asl.json -o failure.scenario.yaml",
		Args: arguments(2, 2, "history and the FILE of its definition"),
		RunE: func(_ *cobra.Command, args []string) error { return a.replay(args[0], args[1], out) },
	}
	c.Flags().StringVarP(&out, "output", "o", "", "write to this `file`")
	a.stdinFlag(c)
	uses(c, prints, reads)
	return c
}

// readHistory reads the history of an execution, and prints what is wrong with it.
func (a *app) readHistory(path string) (*stepfunctions.Recorded, error) {
	s, err := a.open(path)
	if err != nil {
		return nil, err
	}
	findings := load.Findings(s.File, source.Parse(s.File))
	var recorded *stepfunctions.Recorded
	if len(findings) == 0 {
		recorded, findings = stepfunctions.ReadHistory(s.File)
	}
	if err := a.report(findings); err != nil {
		return nil, err
	}
	for _, d := range findings {
		if d.Severity == diag.Error {
			return nil, fmt.Errorf("the history %s cannot be replayed", s.File.Name)
		}
	}
	return recorded, nil
}

func (a *app) replay(history, definition, out string) error {
	recorded, err := a.readHistory(history)
	if err != nil {
		return err
	}
	program, err := a.program([]string{definition})
	if err != nil {
		return err
	}
	if dialect := program.Start().Dialect; dialect != stepfunctions.Dialect {
		return fmt.Errorf("%s is a definition of %s; only asl executions have histories", definition, dialect)
	}
	ctx, release := a.Interrupted()
	defer release()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	most, err := iso8601.ParseDuration(defaultMaxTime)
	if err != nil {
		return err
	}
	replay, err := recorded.Run(ctx, program, run.Options{MaxSteps: defaultMaxSteps, MaxData: defaultMaxData, MaxTime: most, Clock: clock{a}})
	if err != nil {
		return &exit{status: statusFound, message: err.Error()}
	}
	if err := a.print("--output", out, scenario.Print(replayed(recorded, replay, workflowFrom(out, definition)))); err != nil {
		return err
	}
	if len(replay.Findings) == 0 {
		return nil
	}
	diag.Sort(replay.Findings)
	if err := a.report(replay.Findings); err != nil {
		return err
	}
	return found
}

// replayed is the scenario of an execution.
func replayed(r *stepfunctions.Recorded, replay *stepfunctions.Replay, workflow string) *value.Object {
	doc := value.NewObject(5)
	doc.Set("workflow", workflow)
	doc.Set("start", r.Start.Format("2006-01-02T15:04:05.000Z07:00"))
	doc.Set("input", r.Input)
	if len(replay.Stubs) > 0 {
		doc.Set("tasks", scenario.Tasks(replay.Stubs))
	}
	expect := value.NewObject(3)
	switch {
	case r.Succeeded():
		expect.Set("status", string(run.Succeeded))
		if r.HasOutput {
			expect.Set("output", r.Output)
		}
	case r.Failed():
		expect.Set("status", string(run.Failed))
		if r.Error.Name != "" {
			expect.Set("error", value.ObjectOf(value.Member{Key: "name", Value: r.Error.Name}))
		}
	}
	if replay.Visited != nil {
		list := make([]any, len(replay.Visited))
		for i, name := range replay.Visited {
			list[i] = name
		}
		expect.Set("visited", list)
	}
	if expect.Len() > 0 {
		doc.Set("expect", expect)
	}
	return doc
}
