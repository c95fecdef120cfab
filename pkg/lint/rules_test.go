package lint

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/source"
)

// check lints an example, with these rules turned on.
func check(x diag.Example, enabled ...string) []diag.Diagnostic {
	o := dialects.Options{Settings: dialects.Settings{}, Exists: func(string) bool { return false }}
	for _, d := range all.Dialects() {
		maps.Copy(o.Settings, dialects.AtLevel(d, x.Level))
	}
	loader := load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{Options: o})}
	batch := Batch{Linter: &Linter{Rules: Rules(all.Dialects()), Selection: &Selection{enabled: enabled}}}
	batch.Add(batch.Linter.CheckFile(loader.ReadAll(load.Text(x.Name, []byte(x.Text))))...)
	return batch.Findings()
}

// read reads a text as the dialect that it looks like.
func read(name string, text []byte) *load.Definition {
	return (&load.Loader{Dialects: all.Dialects()}).Read(load.Text(name, text))
}

// TestRulesByTheirExamples holds every rule to what it says of itself: its example is flagged by it, and mended there is
// neither a finding of it nor any error.
func TestRulesByTheirExamples(t *testing.T) {
	t.Parallel()
	// The example of the first would be as deep as the bound, and one needs a second file; the others are not of lint.
	without := []string{"source/depth", "source/too-many-findings", "net/unknown-next-workflow", "net/unknown-called-workflow", "embedded/missing-file", "run/unsupported", "convert/unsupported",
		"scenario/invalid", "scenario/unknown-name", "mocks/invalid", "mocks/unused", "replay/invalid", "replay/differs", "config/invalid"}
	seen := map[string]bool{}
	for _, r := range Rules(all.Dialects()) {
		t.Run(r.ID, func(t *testing.T) {
			t.Parallel()
			if r.Summary == "" || r.Why == "" || r.Source == "" || r.Severity == 0 {
				t.Error("a rule has a summary, a reason, a source and a severity")
			}
			if strings.HasSuffix(r.Summary, ".") {
				t.Errorf("the summary ends with a full stop: %q", r.Summary)
			}
			if slices.Contains(without, r.ID) {
				return
			}
			found := check(r.Example, r.ID)
			if !slices.ContainsFunc(found, func(d diag.Diagnostic) bool { return d.Rule == r.ID }) {
				t.Errorf("the example has no finding of the rule, but %s", brief(found))
			}
			for _, d := range check(r.Fixed, r.ID) {
				if d.Rule == r.ID || d.Severity == diag.Error {
					t.Errorf("the fixed example has: %s [%s]", d.Message, d.Rule)
				}
			}
		})
		if seen[r.ID] {
			t.Errorf("two rules are called %s", r.ID)
		}
		seen[r.ID] = true
	}
}

// TestFindingsAreDocumented lints every example and looks for findings whose rule does not exist.
func TestFindingsAreDocumented(t *testing.T) {
	t.Parallel()
	rules := Rules(all.Dialects())
	for _, r := range rules {
		for _, d := range append(check(r.Example), check(r.Fixed)...) {
			if !slices.ContainsFunc(rules, func(x diag.Rule) bool { return x.ID == d.Rule }) {
				t.Errorf("a finding is of the rule %q, which does not exist", d.Rule)
			}
		}
	}
}

func brief(ds []diag.Diagnostic) string {
	var out []string
	for _, d := range ds {
		p := d.File.Position(d.Span.Start)
		out = append(out, strings.Join([]string{d.Severity.String(), d.Rule, d.Message}, " ")+" at "+place(p))
	}
	if out == nil {
		return "none"
	}
	return strings.Join(out, "; ")
}

func place(p source.Position) string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

var update = flag.Bool("update", false, "write docs/rules.md")

// TestRulesPage compares docs/rules.md with the rules.
func TestRulesPage(t *testing.T) {
	t.Parallel()
	var want bytes.Buffer
	if err := Markdown(&want, Rules(all.Dialects())); err != nil {
		t.Fatal(err)
	}
	const page = "../../docs/rules.md"
	if *update {
		if err := os.WriteFile(page, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Error("docs/rules.md is out of date; -update writes it")
	}
}
