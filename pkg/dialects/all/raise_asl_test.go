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

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/dialects/asl"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var updateASL = flag.Bool("update-asl", false, "write what comes of the models in testdata/asl")

// sourceOfASL reads definitions of one dialect, of which the first starts. It is nil if one has errors.
func sourceOfASL(files ...txtar.File) *workflow.Program {
	p := &workflow.Program{}
	linter := &lint.Linter{Dialects: all.Dialects()}
	for _, x := range files {
		r := linter.Check(source.NewFile(x.Name, x.Data))
		if r.Program == nil || r.Errors() > 0 {
			return nil
		}
		p.Workflows = append(p.Workflows, r.Program.Workflows...)
		if p.Fallback == nil {
			p.Select, p.Fallback = r.Program.Select, r.Program.Fallback
		}
	}
	return p
}

// cameOfASL says what came of a program: the definitions, what gets lost, and what names and occurrences became.
func cameOfASL(r *dialects.Raised) string {
	var b bytes.Buffer
	for _, d := range r.Definitions {
		fmt.Fprintf(&b, "%s", d.Text)
	}
	if r.Reason != "" {
		fmt.Fprintf(&b, "refused: %s\n", r.Reason)
		return b.String()
	}
	for _, l := range r.Losses {
		var from []string
		for _, e := range l.From {
			from = append(from, e.Name)
		}
		fmt.Fprintf(&b, "loss: %s %s: %s (%s)\n", l.Rule.ID, l.Rule.Level, l.Message, strings.Join(from, ", "))
	}
	for _, x := range r.Names {
		fmt.Fprintf(&b, "name: %s is %s\n", x.From, x.To)
	}
	for _, x := range r.Occurrences {
		fmt.Fprintf(&b, "occurrence: %s is %s %s\n", strings.TrimSpace(x.From.Kind+" "+x.From.Name+" "+x.From.At), x.To.Kind, strings.TrimSpace(x.To.Name+" "+x.To.Member))
	}
	return b.String()
}

// TestRaiseASL writes small models of other dialects as asl. Each file of testdata/asl holds a definition, or several of which the
// first starts, and what comes of them.
func TestRaiseASL(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("testdata/asl/*.txtar")
	if err != nil || len(paths) < 20 {
		t.Fatalf("%d models, %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			last := len(a.Files) - 1
			p := sourceOfASL(a.Files[:last]...)
			if p == nil {
				t.Fatal("the model has errors")
			}
			o := dialects.Raising{Format: source.YAML}
			if strings.Contains(string(a.Comment), "at the level 2016") {
				o.ASLLevel = "2016"
			}
			r := asl.Dialect{}.Raise(p, o)
			for _, d := range r.Definitions {
				if sourceOfASL(txtar.File{Name: "x.asl.yaml", Data: d.Text}) == nil {
					t.Error("what is written has errors")
				}
			}
			got := cameOfASL(r)
			if *updateASL {
				a.Files[last].Data = []byte(got)
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want := string(a.Files[last].Data); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestRaiseASLNames makes names and resources that asl takes.
func TestRaiseASLNames(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 90)
	p := sourceOfASL(txtar.File{Name: "x.step.json", Data: []byte(`{"id": "x", "name": "x", "steps": [
  {"id": "` + long + `b", "name": "b", "type": "SERVICE_TASK", "jobType": "two words", "nextStep": "` + long + `c"},
  {"id": "` + long + `c", "name": "c", "type": "SERVICE_TASK", "jobType": "arn:aws:lambda:eu-west-1:1:function:f", "nextStep": "end"},
  {"id": "end", "name": "end", "type": "END"}]}`)})
	r := asl.Dialect{}.Raise(p, dialects.Raising{Resource: "https://tasks.example/{task}/run"})
	if len(r.Names) != 2 || r.Names[0].To != long[:80] || r.Names[1].To != long[:78]+" 2" {
		t.Errorf("names %v", r.Names)
	}
	if len(r.Tasks) != 1 || r.Tasks[0] != (dialects.Renaming{From: "two words", To: "https://tasks.example/two%20words/run"}) {
		t.Errorf("tasks %v", r.Tasks)
	}
	if !bytes.Contains(r.Definitions[0].Text, []byte(`"arn:aws:lambda:eu-west-1:1:function:f"`)) {
		t.Errorf("%s", r.Definitions[0].Text)
	}
}

// FuzzRaiseASL writes definitions of any dialect as asl: it does not crash, what is written has no errors, and a refusal has a
// reason and a place.
func FuzzRaiseASL(f *testing.F) {
	paths, _ := filepath.Glob("testdata/asl/*.txtar")
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(a.Files[0].Name, a.Files[0].Data)
	}
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		p := sourceOfASL(txtar.File{Name: name, Data: text})
		if p == nil || len(p.Workflows) == 0 {
			return
		}
		r := asl.Dialect{}.Raise(p, dialects.Raising{})
		if (r.Reason != "") == (len(r.Definitions) > 0) || r.Reason != "" && len(r.Losses) == 0 {
			t.Fatalf("%d definitions, the reason %q, %d losses", len(r.Definitions), r.Reason, len(r.Losses))
		}
		if p.Workflows[0].Dialect == "asl" {
			return
		}
		for _, d := range r.Definitions {
			if sourceOfASL(txtar.File{Name: "x.asl.json", Data: d.Text}) == nil {
				t.Fatalf("what is written has errors:\n%s", d.Text)
			}
		}
	})
}

// BenchmarkRaiseASL writes a long chain, and a fork of many branches.
func BenchmarkRaiseASL(b *testing.B) {
	for _, size := range []int{10, 1_000, 10_000} {
		var chain, fork, ids []string
		var flow strings.Builder
		for i := range size {
			next := "end"
			if i+1 < size {
				next = fmt.Sprintf("s%d", i+1)
			}
			chain = append(chain, fmt.Sprintf(`{"id": "s%d", "name": "s", "type": "SERVICE_TASK", "jobType": "s", "nextStep": "%s"}`, i, next))
			fork = append(fork, fmt.Sprintf(`{"id": "b%d", "name": "b", "type": "SERVICE_TASK", "jobType": "b", "nextStep": "join"}`, i))
			ids = append(ids, fmt.Sprintf(`"b%d"`, i))
			fmt.Fprintf(&flow, "A → B%d\n", i)
		}
		const end = `{"id": "end", "name": "end", "type": "END"}`
		for _, m := range []struct{ name, file, text string }{
			{"chain", "x.step.json", `{"id": "x", "name": "x", "steps": [` + strings.Join(append(chain, end), ",") + `]}`},
			{"fork", "x.step.json", `{"id": "x", "name": "x", "steps": [{"id": "fork", "name": "f", "type": "PARALLEL_GATEWAY", "joinStep": "join", "parallelNextSteps": [` +
				strings.Join(ids, ",") + `]}, ` + strings.Join(fork, ",") + `, {"id": "join", "name": "j", "type": "JOIN_GATEWAY", "nextStep": "end"}, ` + end + `]}`},
			{"flow", "x.flow", flow.String()},
		} {
			p := sourceOfASL(txtar.File{Name: m.file, Data: []byte(m.text)})
			if p == nil {
				b.Fatal("the model has errors")
			}
			b.Run(fmt.Sprint(m.name, size), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if r := (asl.Dialect{}).Raise(p, dialects.Raising{}); r.Reason != "" {
						b.Fatal(r.Reason)
					}
				}
			})
		}
	}
}
