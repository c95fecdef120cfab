package all

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/sw"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var updateSW = flag.Bool("update-sw", false, "write what definitions of other dialects become in Serverless Workflow")

// read reads a valid text as the dialect that its name ends with; nil if it is not valid.
func read(name string, text []byte) *workflow.Program {
	d := dialects.ByName(Dialects(), name)
	if d == nil {
		return nil
	}
	f := source.NewFile(name, text)
	if _, textual := d.(dialects.Textual); !textual && len(source.Parse(f)) > 0 {
		return nil
	}
	def := d.Read(f, dialects.Options{})
	if diag.Worst(def.Check()) == diag.Error {
		return nil
	}
	return def.Lower()
}

// readable holds what was written as Serverless Workflow to being read without a finding.
func readable(t *testing.T, defs []dialects.Printed) {
	t.Helper()
	for _, d := range defs {
		f := source.NewFile("x.sw.yaml", d.Text)
		source.Parse(f)
		def := sw.Dialect{}.Read(f, dialects.Options{})
		for _, x := range def.Check() {
			if x.Severity == diag.Error {
				t.Errorf("%s: %s in\n%s", x.Rule, x.Message, d.Text)
			}
		}
		if p := def.Lower(); p == nil || len(p.Workflows[0].Unsupported) > 0 {
			t.Errorf("it cannot be run:\n%s", d.Text)
		}
	}
}

// TestRaiseSW takes definitions to Serverless Workflow. Each file in testdata/sw has a definition, and behind it what becomes of
// it and what gets lost.
func TestRaiseSW(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("testdata/sw/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no definitions", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			in := a.Files[0]
			p := read(in.Name, in.Data)
			if p == nil {
				t.Fatal("the definition is not valid")
			}
			r := sw.Dialect{}.Raise(p, dialects.Raising{Format: source.YAML})
			readable(t, r.Definitions)
			got := &txtar.Archive{Comment: a.Comment, Files: []txtar.File{in}}
			for _, d := range r.Definitions {
				got.Files = append(got.Files, txtar.File{Name: d.ID + ".sw.yaml", Data: d.Text})
			}
			got.Files = append(got.Files, txtar.File{Name: "report", Data: reported(r)})
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if text := txtar.Format(got); *updateSW {
				if err := os.WriteFile(path, text, 0o644); err != nil {
					t.Fatal(err)
				}
			} else if !bytes.Equal(text, want) {
				t.Errorf("got\n%s\n-update-sw writes it", text)
			}
		})
	}
}

// reported is what a conversion tells: losses with their places and elements, names, occurrences and substitutes.
func reported(r *dialects.Raised) []byte {
	var b bytes.Buffer
	if r.Reason != "" {
		fmt.Fprintf(&b, "refused: %s\n", r.Reason)
	}
	for _, l := range r.Losses {
		at := l.File.Position(l.Span.Start)
		var from []string
		for _, e := range l.From {
			from = append(from, e.Name)
		}
		fmt.Fprintf(&b, "%d:%d %s %s from %s: %s\n", at.Line, at.Column, l.Rule.ID, l.Rule.Level, strings.Join(from, ", "), l.Message)
	}
	for _, n := range append(append([]dialects.Renaming(nil), r.Names...), r.Tasks...) {
		fmt.Fprintf(&b, "%s is called %s\n", n.From, n.To)
	}
	for _, p := range r.Occurrences {
		fmt.Fprintf(&b, "%v becomes %v\n", p.From, p.To)
	}
	for _, s := range r.Substitutes {
		fmt.Fprintf(&b, "%s stands in for something else\n", s)
	}
	return b.Bytes()
}

// FuzzRaiseSW takes valid definitions of all dialects to Serverless Workflow, where they are read without errors.
func FuzzRaiseSW(f *testing.F) {
	for _, d := range Dialects() {
		for _, r := range d.Rules() {
			f.Add(r.Mended.Name, []byte(r.Mended.Text))
		}
	}
	paths, err := filepath.Glob("testdata/sw/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(a.Files[0].Name, a.Files[0].Data)
	}
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		p := read(name, text)
		if p == nil || p.Start() == nil || p.Start().Dialect == "sw" {
			return
		}
		r := sw.Dialect{}.Raise(p, dialects.Raising{Format: source.JSON})
		if (len(r.Definitions) == 0) != (r.Reason != "") {
			t.Fatalf("%d definitions, refused because of %q", len(r.Definitions), r.Reason)
		}
		readable(t, r.Definitions)
	})
}

// BenchmarkRaiseSW takes a chain of 10,000 tasks and a fork of 1,000 branches to Serverless Workflow.
func BenchmarkRaiseSW(b *testing.B) {
	var chain, fork, branches, parts bytes.Buffer
	chain.WriteString(`{"StartAt": "s0", "States": {`)
	for i := range 10_000 {
		fmt.Fprintf(&chain, `"s%d": {"Type": "Task", "Resource": "urn:task:t%d", "ResultPath": "$.r", "Next": "s%d"},`, i, i, i+1)
	}
	chain.WriteString(`"s10000": {"Type": "Succeed"}}}`)
	for i := range 1_000 {
		if i > 0 {
			branches.WriteByte(',')
		}
		fmt.Fprintf(&branches, `"a%d"`, i)
		fmt.Fprintf(&parts, `{"id": "a%d", "name": "a", "type": "USER_TASK", "nextStep": "b%d"}, {"id": "b%d", "name": "b", "type": "SERVICE_TASK", "jobType": "b", "nextStep": "join"},`, i, i, i)
	}
	fmt.Fprintf(&fork, `{"id": "wide", "name": "Wide", "steps": [{"id": "fork", "name": "f", "type": "PARALLEL_GATEWAY", "parallelNextSteps": [%s], "joinStep": "join"},
		%s {"id": "join", "name": "j", "type": "JOIN_GATEWAY", "nextStep": "end"}, {"id": "end", "name": "e", "type": "END"}]}`, branches.Bytes(), parts.Bytes())
	for name, text := range map[string][]byte{"chain.asl.json": chain.Bytes(), "fork.step.json": fork.Bytes()} {
		b.Run(name, func(b *testing.B) {
			p := read(name, text)
			if p == nil {
				b.Fatal("the definition is not valid")
			}
			for b.Loop() {
				if r := (sw.Dialect{}).Raise(p, dialects.Raising{Format: source.JSON}); len(r.Definitions) == 0 {
					b.Fatal(r.Reason)
				}
			}
		})
	}
}
