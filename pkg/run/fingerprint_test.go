package run_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// definitions are files of all dialects that can be run.
func definitions(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{"arrow/*.flow", "asl/*.asl.*", "asl/*/*.asl.*", "step/*.step.*", "sw/*.sw.*", "fsm/*.fsm.*", "stepfunctions/*.asl.json"} {
		paths, err := filepath.Glob(filepath.Join("../../testdata", pattern))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(paths), err)
		}
		out = append(out, paths...)
	}
	return out
}

// read reads a definition of which the text is given, under the name of a file.
func read(t testing.TB, path string, text []byte) *workflow.Program {
	t.Helper()
	l := &load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{})}
	d := l.Read(load.Source{File: source.NewFile(path, text)})
	p := load.Link(d)
	if len(p.Workflows) == 0 {
		return nil
	}
	return p
}

// TestFingerprintsDoNotDependOnFormatting writes definitions in another form. They have the same fingerprints.
func TestFingerprintsDoNotDependOnFormatting(t *testing.T) {
	t.Parallel()
	for _, path := range definitions(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			text := content(t, path)
			p := read(t, path, text)
			if p == nil {
				t.Fatal("it cannot be read")
			}
			q := read(t, path, otherwise(t, path, text))
			if q == nil {
				t.Fatal("it cannot be read in another form")
			}
			before, chosen := p.Fingerprints()
			after, chosenAfter := q.Fingerprints()
			if len(before) != len(after) || chosen != chosenAfter {
				t.Fatalf("%d workflows, then %d; %s, then %s", len(before), len(after), chosen, chosenAfter)
			}
			for i := range before {
				if d := after[i].Difference(before[i]); d != "" {
					t.Errorf("%s: %s", before[i].ID, d)
				}
			}
		})
	}
}

// otherwise writes a definition in another form: JSON on one line, YAML as JSON, text with comments and space.
func otherwise(t *testing.T, path string, text []byte) []byte {
	t.Helper()
	if strings.HasSuffix(path, ".flow") {
		return append([]byte("# another form\n\n"), text...)
	}
	f := source.NewFile(path, text)
	if problems := source.Parse(f); len(problems) > 0 {
		t.Fatal(problems)
	}
	out := value.Append([]byte("\n\n  "), value.Of(f.Root))
	return append(out, '\n')
}

func content(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestFingerprintsTellWhatChanged changes definitions where it matters, and where it does not.
func TestFingerprintsTellWhatChanged(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ path, old, new, want string }{
		{"asl/subscription.asl.json", `"Comment": "The payment`, `"Comment": "Our payment`, ""},
		{"asl/subscription.asl.json", `"MaxAttempts": 4`, `"MaxAttempts": 3`, `"ChargeCard" has changed`},
		{"asl/today/archive.asl.json", `"COMPACT"`, `"FLATTEN"`, `"Archive" has changed`},
		{"asl/today/import.asl.json", `"CSV"`, `"JSONL"`, `"Import" has changed`},
		{"asl/thermostat.asl.yaml", "StartAt: Measure", "StartAt: Decide", "what holds for all of it has changed, such as its start, its time limit or its options"},
		{"step/claim.step.json", `"payable"`, `"due"`, `"grant", "refused" and "expired" have changed`},
		{"sw/frost.sw.json", `"nextState": "Dusk"`, `"nextState": "Rest"`, `"Cold" has changed`},
		{"fsm/claim.fsm.json", `"IN_REVIEW"`, `"LOOKED_AT"`, `"REPORTED" has changed, "IN_REVIEW" was removed, "LOOKED_AT" was added`},
		{"arrow/orders.flow", "> 1000", "> 900", `"review" has changed`},
	} {
		path := filepath.Join("../../testdata", c.path)
		text := content(t, path)
		if !bytes.Contains(text, []byte(c.old)) {
			t.Errorf("%s does not have %s", c.path, c.old)
			continue
		}
		before, _ := read(t, path, text).Fingerprints()
		after, _ := read(t, path, bytes.ReplaceAll(text, []byte(c.old), []byte(c.new))).Fingerprints()
		if got := after[0].Difference(before[0]); got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.path, c.new, got, c.want)
		}
	}
}
