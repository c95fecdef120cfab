package all_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var update = flag.Bool("update", false, "write what definitions become in other dialects")

// checked reads and checks a text as the dialect that it looks like.
func checked(name string, text []byte, o dialects.Options) *lint.Report {
	loader := load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{Options: o})}
	return (&lint.Linter{}).Check(loader.Read(load.Text(name, text)))
}

// program reads definitions of one dialect, of which the first starts; those of asl that have errors today, as they were in 2016.
// It is nil if one has errors.
func program(files ...txtar.File) *workflow.Program {
	for _, level := range []string{"current", "2016"} {
		var read []*load.Definition
		wrong := false
		for _, x := range files {
			r := checked(x.Name, x.Data, dialects.Options{Settings: dialects.Settings{"asl-level": level}})
			if wrong = wrong || r.Program == nil || r.Errors() > 0; wrong {
				break
			}
			read = append(read, r.Definition)
		}
		p := load.Link(read...)
		if !wrong && p.Start() != nil {
			return p
		}
	}
	return nil
}

func mustRead(t testing.TB, files ...txtar.File) *workflow.Program {
	t.Helper()
	p := program(files...)
	if p == nil {
		t.Fatal("the definition has errors")
	}
	return p
}

// raised writes a program in a dialect: one that writes nets in its own shape gets such nets.
func raised(to dialects.Dialect, p *workflow.Program, o dialects.Raising) *dialects.Raised {
	o.Domain = dialects.Domain{Objects: true, Typed: true, Disjoint: true}
	if _, ok := to.(dialects.Target); ok {
		return convert.Raise(all.Dialects(), to, p, o)
	}
	return to.Raise(p, o)
}

// flaws are the errors and warnings of a definition that was written, and that nothing can be made of it.
func flaws(name string, text []byte) []string {
	r := checked(name, text, dialects.Options{})
	var out []string
	for _, x := range r.Findings {
		if x.Severity == diag.Error && x.Rule != "asl/resource-arn" { // an address stays what it is
			out = append(out, fmt.Sprintf("%s: %s", x.Rule, x.Message))
		}
	}
	if r.Program == nil || len(r.Program.Workflows[0].Unsupported) > 0 {
		out = append(out, "it cannot be run")
	}
	return out
}

// report is what a conversion tells, line by line: the reason of a refusal, or what gets lost and where, and what is called
// otherwise.
func report(r *dialects.Raised) []byte {
	var b bytes.Buffer
	if r.Reason != "" {
		fmt.Fprintf(&b, "refused: %s\n", r.Reason)
		return b.Bytes()
	}
	for _, l := range r.Losses {
		p := l.File.Position(l.Span.Start)
		fmt.Fprintf(&b, "%d:%d %s %s: %s", p.Line, p.Column, strings.TrimPrefix(l.Rule.ID, "convert/"), l.Rule.Level, l.Message)
		if l.Instead != "" {
			fmt.Fprintf(&b, " (%s)", l.Instead)
		}
		for _, e := range l.From {
			fmt.Fprintf(&b, " @%s", e.Name)
		}
		b.WriteByte('\n')
	}
	for _, x := range r.Names {
		fmt.Fprintf(&b, "name %s: %s\n", x.From, x.To)
	}
	for _, x := range r.Tasks {
		fmt.Fprintf(&b, "task %s: %s\n", x.From, x.To)
	}
	for _, x := range r.Occurrences {
		fmt.Fprintf(&b, "%s: %s\n", strings.TrimSpace(x.From.Kind+" "+x.From.Name+" "+x.From.At), strings.TrimSpace(x.To.Kind+" "+x.To.Name+" "+x.To.Member))
	}
	for _, x := range r.Contracts {
		when := map[bool]string{true: ", at once"}[x.AtOnce]
		fmt.Fprintf(&b, "contract %s of %s: from %v, under %q, with input %t%s\n", x.Task, x.Element.Name, x.From, x.Under, x.WithInput, when)
	}
	for _, x := range r.StandIns {
		fmt.Fprintf(&b, "%s stands in for %s: %s\n", x.Task, x.Element, x.What)
	}
	for _, x := range r.Notes {
		fmt.Fprintf(&b, "note: %s\n", x)
	}
	for _, x := range r.Substitutes {
		fmt.Fprintf(&b, "substitute %s\n", x)
	}
	return b.Bytes()
}

// reported is the name of the file in which a conversion is told. The ones before it are definitions, and those behind it what
// they become.
const reported = "report"

// TestRaise holds what definitions become in another dialect to files. Those in testdata/NAME become definitions of the dialect
// NAME.
func TestRaise(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil || len(paths) < 50 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	for _, path := range paths {
		to := dialects.Named(all.Dialects(), filepath.Base(filepath.Dir(path)))
		t.Run(to.Name()+"/"+strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := &txtar.Archive{Comment: a.Comment, Files: sources(a)}
			o := dialects.Raising{Format: source.YAML}
			if strings.Contains(string(a.Comment), "at the level 2016") {
				o.Settings = dialects.Settings{"asl-level": "2016"}
			}
			r := raised(to, mustRead(t, got.Files...), o)
			got.Files = append(got.Files, txtar.File{Name: reported, Data: report(r)})
			for _, d := range r.Definitions {
				name := d.ID + "." + to.Name() + ".yaml"
				got.Files = append(got.Files, txtar.File{Name: name, Data: d.Text})
				if found := flaws(name, d.Text); len(found) > 0 {
					t.Errorf("%s: %s", name, strings.Join(found, "\n"))
				}
			}
			text := txtar.Format(got)
			if *update {
				if err := os.WriteFile(path, text, 0o644); err != nil {
					t.Fatal(err)
				}
			} else if want := txtar.Format(a); !bytes.Equal(text, want) {
				t.Errorf("got\n%s\nand the file says something else; -update writes it", text)
			}
		})
	}
}

// sources are the definitions that an archive begins with.
func sources(a *txtar.Archive) []txtar.File {
	for i, f := range a.Files {
		if f.Name == reported {
			return a.Files[:i:i]
		}
	}
	return a.Files
}

// FuzzRaise writes any valid definition in each dialect. It does not crash, what is written has no errors and is the same the
// second time, and a refusal has a reason and a place.
func FuzzRaise(f *testing.F) {
	for _, d := range all.Dialects() {
		for _, r := range d.Rules() {
			f.Add("x"+d.Suffixes()[0], []byte(r.Fixed.Text))
		}
	}
	for _, pattern := range []string{"testdata/*/*.txtar", "../../convert/testdata/models/*.txtar"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, path := range paths {
			a, err := txtar.ParseFile(path)
			if err != nil {
				f.Fatal(err)
			}
			for _, x := range sources(a) {
				f.Add("x."+x.Name, x.Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		p := program(txtar.File{Name: name, Data: text})
		if p == nil {
			return
		}
		for _, to := range all.Dialects() {
			r := raised(to, p, dialects.Raising{Format: source.JSON})
			if (r.Reason != "") == (len(r.Definitions) > 0) || r.Reason != "" && len(r.Losses) == 0 {
				t.Fatalf("%s: %d definitions, the reason %q, %d losses", to.Name(), len(r.Definitions), r.Reason, len(r.Losses))
			}
			if again := raised(to, p, dialects.Raising{Format: source.JSON}); !bytes.Equal(report(again), report(r)) {
				t.Fatalf("%s: it becomes something else the second time:\n%s\n%s", to.Name(), report(r), report(again))
			}
			for _, d := range r.Definitions {
				found := checked("x"+to.Suffixes()[0], d.Text, dialects.Options{})
				if to.Name() != p.Start().Dialect && found.Errors() > 0 {
					t.Fatalf("%s: what is written has errors: %v\n%s", to.Name(), found.Findings, d.Text)
				}
			}
		}
	})
}

// BenchmarkRaise writes long rows, and forks of many branches, in each dialect.
func BenchmarkRaise(b *testing.B) {
	for _, size := range []int{10, 1_000, 10_000} {
		for name, text := range map[string][]byte{"row": fsmRow(size), "fork": manyBranches(size)} {
			p := mustRead(b, txtar.File{Name: "x.step.json", Data: text})
			for _, to := range all.Dialects() {
				b.Run(fmt.Sprintf("%s/%d/%s", name, size, to.Name()), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						if r := raised(to, p, dialects.Raising{Format: source.JSON}); r.Reason != "" {
							b.Fatal(r.Reason)
						}
					}
				})
			}
		}
	}
}

// manyBranches is a definition of step with so many branches.
func manyBranches(n int) []byte {
	var ids, steps []string
	for i := range n {
		ids = append(ids, fmt.Sprintf(`"s%d"`, i))
		steps = append(steps, fmt.Sprintf(`{"id": "s%d", "name": "s", "type": "SERVICE_TASK", "jobType": "s%d", "nextStep": "join"}`, i, i))
	}
	return fmt.Appendf(nil, `{"id": "fork", "name": "Fork", "steps": [{"id": "split", "name": "s", "type": "PARALLEL_GATEWAY",
		"parallelNextSteps": [%s], "joinStep": "join"}, %s, {"id": "join", "name": "j", "type": "JOIN_GATEWAY", "nextStep": "end"},
		{"id": "end", "name": "e", "type": "END"}]}`, strings.Join(ids, ", "), strings.Join(steps, ", "))
}
