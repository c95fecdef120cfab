package all

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/step"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var updateStep = flag.Bool("update-step", false, "write what definitions become as steps")

// lowered reads a text as a dialect, and returns what it found and the program; nil if there is none.
func lowered(d dialects.Dialect, name string, text []byte, o dialects.Options) (*workflow.Program, []diag.Diagnostic) {
	f := source.NewFile(name, text)
	if _, textual := d.(dialects.Textual); !textual {
		if problems := source.Parse(f); len(problems) > 0 {
			return nil, []diag.Diagnostic{{Severity: diag.Error, File: f, Message: problems[0].Message}}
		}
	}
	definition := d.Read(f, o)
	found := slices.DeleteFunc(definition.Check(), func(x diag.Diagnostic) bool { return x.Severity != diag.Error })
	return definition.Lower(), found
}

// TestRaiseStep holds what definitions of other dialects become as steps, and what gets lost, to their files.
func TestRaiseStep(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("testdata/step/*.txtar")
	if err != nil || len(paths) < 8 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			from := a.Files[0]
			p, found := lowered(dialects.ByName(Dialects(), from.Name), from.Name, from.Data, dialects.Options{})
			if p == nil || len(found) > 0 {
				t.Fatalf("it has errors: %v", found)
			}
			raised := step.Dialect{}.Raise(p, dialects.Raising{Format: source.YAML})
			got := []txtar.File{from, {Name: "report", Data: report(raised)}}
			for _, x := range raised.Definitions {
				got = append(got, txtar.File{Name: x.ID + ".step.yaml", Data: x.Text})
				if _, found := lowered(step.Dialect{}, x.ID+".step.yaml", x.Text, dialects.Options{}); len(found) > 0 {
					t.Errorf("what is written has errors: %v", found[0].Message)
				}
			}
			if *updateStep {
				if err := os.WriteFile(path, txtar.Format(&txtar.Archive{Comment: a.Comment, Files: got}), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if text := txtar.Format(&txtar.Archive{Files: got}); string(text) != string(txtar.Format(&txtar.Archive{Files: a.Files})) {
				t.Errorf("it becomes\n%s\nand the file says something else; -update-step writes it", text)
			}
		})
	}
}

// report prints what a conversion tells.
func report(r *dialects.Raised) []byte {
	var b strings.Builder
	for _, l := range r.Losses {
		p := l.File.Position(l.Span.Start)
		var from []string
		for _, e := range l.From {
			from = append(from, e.Name)
		}
		fmt.Fprintf(&b, "%d:%d %s %s: %s (%s)\n", p.Line, p.Column, l.Rule.ID, l.Rule.Level, l.Message, strings.Join(from, ", "))
	}
	for _, x := range r.Names {
		fmt.Fprintf(&b, "%s is called %s\n", x.From, x.To)
	}
	for _, x := range r.Tasks {
		fmt.Fprintf(&b, "the task %s is called %s\n", x.From, x.To)
	}
	for _, x := range r.Occurrences {
		fmt.Fprintf(&b, "%s %s of %q is %s %s, named in %q\n", x.From.Kind, x.From.Name, x.From.At, x.To.Kind, x.To.Name, x.To.Member)
	}
	for _, x := range r.Substitutes {
		fmt.Fprintf(&b, "%s stands in\n", x)
	}
	return []byte(b.String())
}

// FuzzRaiseStep writes valid definitions of all dialects as steps, which are read without an error.
func FuzzRaiseStep(f *testing.F) {
	for _, pattern := range []string{"testdata/step/*.txtar", "../../convert/testdata/models/*.txtar"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, path := range paths {
			a, err := txtar.ParseFile(path)
			if err != nil {
				f.Fatal(err)
			}
			for _, x := range a.Files {
				for i, d := range Dialects() {
					if dialects.ByName(Dialects(), "x."+x.Name) == d {
						f.Add(uint8(i), x.Data)
					}
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, dialect uint8, text []byte) {
		d := Dialects()[int(dialect)%len(Dialects())]
		p, found := lowered(d, "x"+d.Suffixes()[0], text, dialects.Options{ASLLevel: "2016"})
		if p == nil || len(found) > 0 {
			return
		}
		r := step.Dialect{}.Raise(p, dialects.Raising{Format: source.JSON})
		if (r.Reason == "") != (len(r.Definitions) > 0) {
			t.Fatalf("%d definitions, and refused: %q", len(r.Definitions), r.Reason)
		}
		for _, x := range r.Definitions {
			if q, found := lowered(step.Dialect{}, "x.step.json", x.Text, dialects.Options{}); len(found) > 0 || q == nil {
				t.Fatalf("%v\n%s", found, x.Text)
			}
		}
		again := step.Dialect{}.Raise(p, dialects.Raising{Format: source.JSON})
		if !slices.EqualFunc(r.Definitions, again.Definitions, func(a, b dialects.Printed) bool { return string(a.Text) == string(b.Text) }) {
			t.Fatal("a second time it is written otherwise")
		}
	})
}

// BenchmarkRaiseStep writes a long chain and a wide fork of other dialects as steps.
func BenchmarkRaiseStep(b *testing.B) {
	chain := strings.Builder{}
	chain.WriteString(`{"StartAt": "S0", "States": {`)
	const length = 10_000
	for i := range length {
		fmt.Fprintf(&chain, `"S%d": {"Type": "Task", "Resource": "urn:task:t%d", "Next": "S%d"}, `, i, i, i+1)
	}
	fmt.Fprintf(&chain, `"S%d": {"Type": "Succeed"}}}`, length)
	branches := make([]string, 1_000)
	for i := range branches {
		branches[i] = fmt.Sprintf(`{"StartAt": "B%d", "States": {"B%d": {"Type": "Task", "Resource": "urn:task:t", "TimeoutSeconds": 5, "End": true}}}`, i, i)
	}
	fork := `{"StartAt": "F", "States": {"F": {"Type": "Parallel", "Branches": [` + strings.Join(branches, ",") + `], "End": true}}}`
	steps := make([]string, 1_000)
	for i := range steps {
		steps[i] = fmt.Sprintf("A → T%d → { X%d → Y%d } → E", i, i, i)
	}
	for _, x := range []struct{ name, file, text string }{
		{"chain", "x.asl.json", chain.String()}, {"fork", "x.asl.json", fork}, {"flow", "x.flow", strings.Join(steps, "\n")},
		{"arrows", "x.flow", "A" + strings.Repeat(" → A", length)},
	} {
		b.Run(x.name, func(b *testing.B) {
			p, found := lowered(dialects.ByName(Dialects(), x.file), x.file, []byte(x.text), dialects.Options{ASLLevel: "2016"})
			if p == nil || len(found) > 0 {
				b.Fatal(found)
			}
			for b.Loop() {
				if r := (step.Dialect{}).Raise(p, dialects.Raising{Format: source.JSON}); r.Reason != "" {
					b.Fatal(r.Reason)
				}
			}
		})
	}
}
