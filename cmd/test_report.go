package cmd

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects/asl/stepfunctions"
	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/page"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// caseResult is the result of a case.
type caseResult struct {
	File        string   `json:"file"`
	Name        string   `json:"name"`
	Line        int      `json:"line"`
	Passed      bool     `json:"passed"`
	Differences []string `json:"differences"`
	Notes       []string `json:"notes"`
	Command     string   `json:"command,omitempty"` // runs a failed case

	*testCase   `json:"-"`
	mocks       string                  // the path of the mock file
	mocked      *stepfunctions.MockCase // answers its tasks; nil without --mocks
	result      *run.Result             // nil if it could not be run
	differences []scenario.Difference   // after Differences, unless it could not be run
	trace       string
	err         error // of printing the trace
	took        time.Duration
	interrupted bool // it has neither passed nor failed
	program     *workflow.Program
	used        scenario.Used
	shown       *page.Case     // its part of the page; nil without one, or if it could not be run
	drawing     *graph.Drawing // with its path
}

// testReport is what test prints as JSON.
type testReport struct {
	Version int          `json:"version"`
	Cases   []caseResult `json:"cases"`
	Summary testSummary  `json:"summary"`
	// Error is what kept cases from being run; nil if nothing did.
	Error *diag.Failure `json:"error,omitempty"`
}

type testSummary struct {
	Passed int `json:"passed"`
	Failed int `json:"failed"`
}

// fault notes why a case could not be run.
func (r *caseResult) fault(text string) { r.Differences = append(r.Differences, text) }

// print prints a result as text, as soon as it is known.
func (t *tester) print(r *caseResult) {
	if !r.Passed {
		r.Command = r.command()
		t.results[len(t.results)-1].Command = r.Command
	}
	if t.flags.format != "text" || t.flags.quiet && r.Passed && len(r.Notes) == 0 {
		return
	}
	file, name := diag.VisibleName(r.File), diag.Visible(r.Name)
	if r.Passed {
		fmt.Fprintf(t.out, "%s %s: %s (%s in %s)\n", t.paint("32", "ok  "), file, name, r.result.Status, iso8601.Human(r.result.Elapsed()))
	} else {
		fmt.Fprintf(t.out, "%s %s:%d: %s\n", t.paint("31", "FAIL"), file, r.Line, name)
		t.printDifferences(r)
	}
	for _, n := range r.Notes {
		fmt.Fprintf(t.out, "       note: %s\n", diag.Visible(n))
	}
	if r.Command != "" {
		fmt.Fprintf(t.out, "       run it: %s\n", diag.Visible(r.Command))
	}
	for line := range strings.Lines(r.trace) {
		fmt.Fprintf(t.out, "       %s\n", strings.TrimRight(line, "\n"))
	}
}

// printDifferences prints why a case failed.
func (t *tester) printDifferences(r *caseResult) {
	for _, d := range r.differences {
		fmt.Fprintf(t.out, "       %s: expected %s, got %s\n", diag.Visible(d.At), t.paint("32", diag.Visible(d.Want)), t.paint("31", diag.Visible(d.Got)))
	}
	if r.differences != nil {
		return
	}
	for _, d := range r.Differences {
		for line := range strings.Lines(d) {
			fmt.Fprintf(t.out, "       %s\n", diag.VisibleName(strings.TrimRight(line, "\n")))
		}
	}
}

func (t *tester) paint(color, s string) string {
	if t.colors(t.StdoutIsTerminal) {
		return "\x1b[" + color + "m" + s + "\x1b[0m"
	}
	return s
}

// command is the command line that runs a case alone, with its trace; empty if the scenario is not in a file.
func (r *caseResult) command() string {
	if r.stdin {
		return ""
	}
	words := []string{"flowglot", "run", named(r.File, r.scenario.Workflow), "--scenario", r.File}
	if r.mocks != "" {
		words = append(words, "--mocks", r.mocks)
	}
	switch {
	case r.selector != "":
		words = append(words, "--case", r.selector)
	case r.mocked != nil:
		words = append(words, "--case", r.mocked.FullName())
	}
	for i, w := range words {
		words[i] = quoteWord(w)
	}
	return strings.Join(words, " ")
}

// quoteWord is a word as a POSIX shell reads it.
func quoteWord(s string) string {
	plain := func(r rune) bool {
		return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune("_-./:=@%+,", r)
	}
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !plain(r) }) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// summarize prints the report as a whole, or the last line of the text.
func (t *tester) summarize(s testSummary, failure *diag.Failure) error {
	switch t.flags.format {
	case "json":
		return printJSON(t.out, testReport{1, append([]caseResult{}, t.results...), s, failure})
	case "junit":
		return t.printJUnit(failure)
	}
	_, err := fmt.Fprintf(t.out, "%d passed, %d failed\n", s.Passed, s.Failed)
	if n := len(t.cases) - len(t.results); err == nil && t.stopped && n > 0 {
		_, err = fmt.Fprintf(t.out, "%s not run (--fail-fast)\n", count(n, "case", "cases"))
	}
	return err
}

// printJUnit prints a report that CI systems read: a suite for each file.
func (t *tester) printJUnit(failure *diag.Failure) error {
	var cases []diag.JUnitCase
	for i := range t.results {
		r := &t.results[i]
		c := diag.JUnitCase{File: r.File, Name: r.Name, Out: strings.Join(r.Notes, "\n")}
		if !r.Passed {
			c.Failure = strings.Join(r.Differences, "\n")
			if r.Command != "" {
				c.Failure += "\nrun it: " + r.Command
			}
		}
		cases = append(cases, c)
	}
	return diag.WriteJUnitCases(t.out, "flowglot test", cases, failure)
}

// printTestFailure prints the report of a test that failed before any case was run.
func printTestFailure(w io.Writer, format string, f *diag.Failure) error {
	switch format {
	case "json":
		return printJSON(w, testReport{Version: 1, Cases: []caseResult{}, Error: f})
	case "junit":
		return diag.WriteJUnitCases(w, "flowglot test", nil, f)
	}
	return nil
}

// printTiming prints the cases that took the most real time. They are not part of the report, which is the same each time.
func (t *tester) printTiming() {
	if !t.flags.timing {
		return
	}
	const most = 10
	slow := slices.Clone(t.results)
	slices.SortStableFunc(slow, func(a, b caseResult) int { return cmp.Compare(b.took, a.took) })
	for _, r := range slow[:min(most, len(slow))] {
		fmt.Fprintf(t.Stderr, "%8.3f s  %s: %s\n", r.took.Seconds(), diag.VisibleName(r.File), diag.Visible(r.Name))
	}
}
