package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/explore"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// exploreFlags are the flags of explore.
type exploreFlags struct {
	format    string
	budget    int
	scenarios string
}

func (a *app) exploreCommand() *cobra.Command {
	var f exploreFlags
	c := &cobra.Command{
		Use:   "explore FILE…",
		Short: "List all outcomes of a workflow",
		Long: "explore follows every behaviour of a workflow: each condition is true or false unless the data decides it, each task answers or\n" +
			"fails, each timer may fire, each awaited event may come. It prints the outcomes, with an example path to each. Further\n" +
			"files are definitions that it may call.",
		Example: "  flowglot explore order.asl.json\n" +
			"  flowglot explore order.asl.json --format json\n" +
			"  flowglot explore order.asl.json --scenarios scenarios",
		Args: arguments(1, -1, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := oneOf("--format", f.format, "text", "json"); err != nil {
				return err
			}
			if f.budget < 1 {
				return errors.New("--budget must be 1 or more")
			}
			return a.explore(&f, args)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.format, "format", "text", "text or json")
	flags.IntVar(&f.budget, "budget", explore.DefaultBudget, "how many `states` are looked at")
	flags.StringVar(&f.scenarios, "scenarios", "", "write a scenario file into this `folder` for each outcome that a generated run reaches")
	complete(c, "format", "text", "json")
	a.stdinFlag(c)
	uses(c, prints, reads)
	return c
}

// explore prints the behaviours of a workflow.
func (a *app) explore(f *exploreFlags, paths []string) error {
	p, moves, findings, err := a.explorable(paths)
	if err != nil {
		return err
	}
	w := p.Start()
	if w == nil {
		return &exit{status: statusFound, message: paths[0] + " cannot be explored: it has no workflow"}
	}
	start, err := iso8601.ParseInstant(defaultStart)
	if err != nil {
		return err
	}
	s, err := explore.Summarize(w, explore.Options{Budget: f.budget, Program: p, Start: start})
	if err != nil {
		return fmt.Errorf("%s cannot be explored: %w", paths[0], err)
	}
	if f.scenarios != "" {
		if err := a.writeScenarios(f.scenarios, p, paths); err != nil {
			return err
		}
	}
	if err := a.printBehaviours(f, s, moves, findings); err != nil {
		return err
	}
	if slices.ContainsFunc(findings, func(d diag.Diagnostic) bool { return d.Severity == diag.Error }) {
		return &exit{status: statusFound}
	}
	return nil
}

// explorable reads definitions that are explored together, and prints their findings, which are those of lint. moves is what the engine of
// the first counts.
func (a *app) explorable(paths []string) (p *workflow.Program, moves string, found []diag.Diagnostic, err error) {
	var all []*load.Definition
	var findings []diag.Diagnostic
	for _, path := range paths {
		r, err := a.definition(path)
		if err != nil {
			return nil, "", nil, err
		}
		if err := a.report(r.Findings); err != nil {
			return nil, "", nil, err
		}
		if err := a.runnable(r); err != nil {
			return nil, "", nil, err
		}
		all, findings = append(all, r.Definition), append(findings, r.Findings...)
	}
	return load.Link(all...), all[0].Dialect.Terms().Moves, findings, nil
}

// printBehaviours prints what was explored in the form that was asked for.
func (a *app) printBehaviours(f *exploreFlags, s *explore.Summary, moves string, findings []diag.Diagnostic) error {
	if f.format == "json" {
		text, err := exploreJSON(s, moves, findings)
		if err != nil {
			return err
		}
		_, err = a.Stdout.Write(text)
		return err
	}
	for line := range strings.Lines(exploreText(s, moves)) {
		if _, err := fmt.Fprintln(a.Stdout, diag.Visible(strings.TrimSuffix(line, "\n"))); err != nil {
			return err
		}
	}
	return nil
}

// exploreText prints behaviours for people. moves is what the engine counts; empty is nothing.
func exploreText(s *explore.Summary, moves string) string {
	var b strings.Builder
	counted := fmt.Sprintf("outcomes: %d, states: %d", len(s.Outcomes), s.States)
	switch {
	case s.Complete:
		fmt.Fprintf(&b, "%s\n", counted)
	case s.Unbounded:
		fmt.Fprintf(&b, "%s; not complete: without an end, branches start their own fork again, workflows call themselves, or timers add tokens\n", counted)
	default:
		fmt.Fprintf(&b, "%s; not complete: --budget is used up, and there may be more\n", counted)
	}
	for i := range s.Outcomes {
		o := &s.Outcomes[i]
		fmt.Fprintf(&b, "\n%s\n", outcomeTitle(o))
		fmt.Fprintf(&b, "  path     %s\n", strings.Join(o.Path, " → "))
		for i, what := range o.Assumed {
			label := ""
			if i == 0 {
				label = "if"
			}
			fmt.Fprintf(&b, "  %-8s %s\n", label, what)
		}
		if o.Timed {
			fmt.Fprintf(&b, "  time     %s\n", o.Elapsed.Text(func(n int64) string { return iso8601.Human(time.Duration(n)) }))
		}
		if s.Counted {
			fmt.Fprintf(&b, "  calls    %s\n", o.Calls.Text(func(n int64) string { return fmt.Sprint(n) }))
			fmt.Fprintf(&b, "  entered  %s\n", o.Entered.Text(func(n int64) string { return fmt.Sprint(n) }))
		}
	}
	for _, t := range []struct {
		title string
		names []string
	}{{"always called", s.Always}, {"sometimes called", s.Sometimes}} {
		if len(t.names) > 0 {
			fmt.Fprintf(&b, "\n%s: %s\n", t.title, strings.Join(t.names, ", "))
		}
	}
	if s.Counted && len(s.Outcomes) > 0 {
		fmt.Fprintf(&b, "\nat worst: %s\n", worst(s, moves))
	}
	if s.Complete && !s.Counted {
		b.WriteString("\nconcurrent branches were not followed in every order, so that calls are not counted\n")
	}
	if s.Capped {
		b.WriteString("\nnot every retrier was used as often as it may be in a visit\n")
	}
	return b.String()
}

// worst describes what a run costs at most: "4 calls, 3 retries, 6 state transitions".
func worst(s *explore.Summary, moves string) string {
	number := func(r explore.Range, one, many string) string {
		if r.Unbounded {
			return many + " without a bound"
		}
		return count(int(r.Max), one, many)
	}
	out := []string{number(s.Calls, "call", "calls"), number(s.Retried, "retry", "retries")}
	if moves != "" {
		out = append(out, number(s.Moves, strings.TrimSuffix(moves, "s"), moves))
	}
	return strings.Join(out, ", ")
}

// outcomeTitle names an outcome: `failed with States.Timeout`.
func outcomeTitle(o *explore.Behaviour) string {
	title := string(o.Status)
	switch {
	case o.Status == explore.Failed && o.Error != "":
		title += " with " + o.Error
	case len(o.Ended) > 0:
		title += " at " + strings.Join(o.Ended, ", ")
	}
	for i, w := range o.Waiting {
		title += [...]string{" forever at ", ", "}[min(i, 1)] + fmt.Sprintf("%s (%s)", w.Node, w.Kind)
	}
	return title
}

// The JSON form; see docs/explore.md.
type (
	exploreReport struct {
		Version  int              `json:"version"`
		Complete bool             `json:"complete"`
		States   int              `json:"states"`
		Outcomes []exploreOutcome `json:"outcomes"`
		Tasks    exploreTasks     `json:"tasks"`
		Calls    *exploreRange    `json:"calls"`
		Retries  *exploreRange    `json:"retries"`
		Moves    *exploreRange    `json:"transitions"`
		Findings []any            `json:"findings"`
	}
	exploreOutcome struct {
		Status  explore.Status   `json:"status"`
		Error   *string          `json:"error"`
		Ended   []string         `json:"ended"`
		Waiting []exploreWaiting `json:"waiting"`
		Path    []string         `json:"path"`
		Elapsed *exploreRange    `json:"elapsed"`
		Calls   *exploreRange    `json:"calls"`
		Entered *exploreRange    `json:"entered"`
		Assumed []string         `json:"assumed"`
	}
	exploreWaiting struct {
		Node string `json:"node"`
		Kind string `json:"kind"`
		Name string `json:"name"`
	}
	exploreRange struct {
		Min any `json:"min"`
		Max any `json:"max"` // null: there is no bound
	}
	exploreTasks struct {
		Always    []string `json:"always"`
		Sometimes []string `json:"sometimes"`
	}
)

func exploreJSON(s *explore.Summary, moves string, findings []diag.Diagnostic) ([]byte, error) {
	count := func(n int64) any { return n }
	out := exploreReport{Version: 1, Complete: s.Complete, States: s.States, Outcomes: []exploreOutcome{},
		Tasks: exploreTasks{listed(s.Always), listed(s.Sometimes)}, Calls: rangeJSON(s.Calls, s.Counted, count), Retries: rangeJSON(s.Retried, s.Counted, count),
		Moves: rangeJSON(s.Moves, s.Counted && moves != "", count), Findings: diag.JSONFindings(findings)}
	for i := range s.Outcomes {
		o := &s.Outcomes[i]
		x := exploreOutcome{Status: o.Status, Ended: listed(o.Ended), Path: listed(o.Path), Assumed: listed(o.Assumed),
			Waiting: []exploreWaiting{}, Calls: rangeJSON(o.Calls, s.Counted, count), Entered: rangeJSON(o.Entered, s.Counted, count),
			Elapsed: rangeJSON(o.Elapsed, o.Timed, func(n int64) any { return iso8601.Format(time.Duration(n)) })}
		if o.Status == explore.Failed {
			x.Error = &o.Error
		}
		for _, w := range o.Waiting {
			x.Waiting = append(x.Waiting, exploreWaiting(w))
		}
		out.Outcomes = append(out.Outcomes, x)
	}
	text, err := json.MarshalIndent(out, "", "  ")
	return append(text, '\n'), err
}

// rangeJSON is a range; nil for one that is not known.
func rangeJSON(r explore.Range, known bool, of func(int64) any) *exploreRange {
	if !known {
		return nil
	}
	out := &exploreRange{Min: of(r.Min)}
	if !r.Unbounded {
		out.Max = of(r.Max)
	}
	return out
}

// listed is a list that JSON has as [] where it is empty.
func listed(names []string) []string {
	if names == nil {
		return []string{}
	}
	return names
}
