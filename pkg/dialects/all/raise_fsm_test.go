package all

import (
	"bytes"
	"errors"
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
	"github.com/flowglot/flowglot/pkg/dialects/fsm"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var updateFSM = flag.Bool("update-fsm", false, "write what definitions become as entity state machines")

// fsmSource reads a definition of any dialect and lowers it, or tells what is at fault.
func fsmSource(name string, text []byte) (*workflow.Program, error) {
	d := dialects.ByName(Dialects(), name)
	f := source.NewFile(name, text)
	if _, textual := d.(dialects.Textual); !textual {
		if found := source.Parse(f); len(found) > 0 {
			return nil, errors.New(found[0].Message)
		}
	}
	read := d.Read(f, dialects.Options{ASLLevel: "2016"})
	for _, x := range read.Check() {
		if x.Severity == diag.Error {
			return nil, errors.New(x.Message)
		}
	}
	if p := read.Lower(); p != nil {
		return p, nil
	}
	return nil, errors.New("it defines nothing")
}

// asFSM writes a definition as an entity state machine.
func asFSM(t testing.TB, name string, text []byte) *dialects.Raised {
	t.Helper()
	p, err := fsmSource(name, text)
	if err != nil {
		t.Fatal(err)
	}
	return fsm.Dialect{}.Raise(p, dialects.Raising{Format: source.JSON})
}

// fsmFindings are the errors and warnings of a definition that was written.
func fsmFindings(d dialects.Dialect, name string, text []byte) []string {
	f := source.NewFile(name, text)
	var out []string
	for _, p := range source.Parse(f) {
		out = append(out, p.Message)
	}
	for _, x := range d.Read(f, dialects.Options{}).Check() {
		if x.Severity != diag.Info {
			out = append(out, x.Message)
		}
	}
	return out
}

// fsmReport is what a conversion tells, line by line: the reason of a refusal, or what gets lost and where, and what is called
// otherwise.
func fsmReport(r *dialects.Raised) []byte {
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
		fmt.Fprintf(&b, "%s %s: %s %s\n", x.From.Kind, x.From.Name, x.To.Kind, x.To.Name)
	}
	for _, x := range r.Substitutes {
		fmt.Fprintf(&b, "substitute %s\n", x)
	}
	return b.Bytes()
}

// TestRaiseFSM writes definitions of other dialects as entity state machines. Each file in testdata/fsm is a definition, what it
// becomes, and what is told.
func TestRaiseFSM(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("testdata/fsm/*.txtar")
	if err != nil || len(paths) < 15 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			from := a.Files[0]
			p, err := fsmSource(from.Name, from.Data)
			if err != nil {
				t.Fatal(err)
			}
			r := fsm.Dialect{}.Raise(p, dialects.Raising{Format: source.YAML})
			got := []txtar.File{from, {Name: "told", Data: fsmReport(r)}}
			for _, d := range r.Definitions {
				name := d.ID + ".fsm.yaml"
				got = append(got, txtar.File{Name: name, Data: d.Text})
				if found := fsmFindings(fsm.Dialect{}, name, d.Text); len(found) > 0 {
					t.Errorf("%s: %s", name, strings.Join(found, "\n"))
				}
			}
			if again := (fsm.Dialect{}).Raise(p, dialects.Raising{Format: source.YAML}); !bytes.Equal(fsmReport(again), fsmReport(r)) {
				t.Error("it becomes something else the second time")
			}
			text := txtar.Format(&txtar.Archive{Comment: a.Comment, Files: got})
			if *updateFSM {
				if err := os.WriteFile(path, text, 0o644); err != nil {
					t.Fatal(err)
				}
			} else if want := txtar.Format(a); !bytes.Equal(text, want) {
				t.Errorf("got\n%s\nwant\n%s", text, want)
			}
		})
	}
}

// FuzzRaiseFSM writes any valid definition of any dialect as an entity state machine. What is written has no errors.
func FuzzRaiseFSM(f *testing.F) {
	paths, err := filepath.Glob("testdata/fsm/*.txtar")
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
		if dialects.ByName(Dialects(), name) == nil {
			return
		}
		p, err := fsmSource(name, text)
		if err != nil {
			return
		}
		for i, d := range (fsm.Dialect{}).Raise(p, dialects.Raising{Format: source.JSON}).Definitions {
			read := source.NewFile("x.fsm.json", d.Text)
			if found := source.Parse(read); len(found) > 0 {
				t.Fatalf("%s in\n%s", found[0].Message, d.Text)
			}
			for _, x := range (fsm.Dialect{}).Read(read, dialects.Options{}).Check() {
				if x.Severity == diag.Error {
					t.Errorf("definition %d: %s in\n%s", i, x.Message, d.Text)
				}
			}
		}
	})
}

// fsmRow is a definition of step in which so many workers follow one another.
func fsmRow(n int) []byte {
	var b strings.Builder
	b.WriteString(`{"id":"row","name":"Row","steps":[`)
	for i := range n {
		fmt.Fprintf(&b, `{"id":"s%d","name":"s","type":"SERVICE_TASK","jobType":"s%d","nextStep":"s%d"},`, i, i, i+1)
	}
	fmt.Fprintf(&b, `{"id":"s%d","name":"s","type":"END"}]}`, n)
	return []byte(b.String())
}

// fsmChoices is a definition of asl in which so many choices follow one another.
func fsmChoices(n int) []byte {
	var b strings.Builder
	b.WriteString(`{"StartAt":"c0","States":{`)
	for i := range n {
		fmt.Fprintf(&b, `"c%d":{"Type":"Choice","Choices":[{"Variable":"$.a","NumericEquals":%d,"Next":"c%d"}],"Default":"end"},`, i, i, i+1)
	}
	fmt.Fprintf(&b, `"c%d":{"Type":"Succeed"},"end":{"Type":"Succeed"}}}`, n)
	return []byte(b.String())
}

// fsmFork is a definition of step with so many branches.
func fsmFork(n int) []byte {
	var b strings.Builder
	b.WriteString(`{"id":"fork","name":"Fork","steps":[{"id":"split","name":"s","type":"PARALLEL_GATEWAY","parallelNextSteps":["s0"`)
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, `,"s%d"`, i)
	}
	b.WriteString(`],"joinStep":"join"},`)
	for i := range n {
		fmt.Fprintf(&b, `{"id":"s%d","name":"s","type":"SERVICE_TASK","jobType":"s%d","nextStep":"join"},`, i, i)
	}
	b.WriteString(`{"id":"join","name":"j","type":"JOIN_GATEWAY","nextStep":"end"},{"id":"end","name":"e","type":"END"}]}`)
	return []byte(b.String())
}

// TestRaiseFSMLong has more tasks follow one another than a request may take transitions, which are put on fewer then; and
// more choices, which cannot be.
func TestRaiseFSMLong(t *testing.T) {
	t.Parallel()
	for _, n := range []int{99, 100, 101, 500, 1000} {
		r := asFSM(t, "x.step.json", fsmRow(n))
		if r.Reason != "" {
			t.Fatalf("%d: %s", n, r.Reason)
		}
		text := r.Definitions[0].Text
		if found := fsmFindings(fsm.Dialect{}, "x.fsm.json", text); len(found) > 0 {
			t.Errorf("%d: %q", n, found)
		}
		for i := range n {
			if !bytes.Contains(text, fmt.Appendf(nil, `"name": "s%d",`, i)) {
				t.Errorf("of %d tasks, s%d is gone", n, i)
			}
		}
		if folded := n > 100; (len(r.Names) > 0) != folded {
			t.Errorf("of %d steps %d are called otherwise", n, len(r.Names))
		}
	}
	for n, want := range map[int]bool{100: false, 101: true} { // the last of which may be too far
		r := asFSM(t, "x.asl.json", fsmChoices(n))
		if got := slices.ContainsFunc(r.Losses, func(l *dialects.Loss) bool { return l.Rule.ID == "convert/cascade-limit" }); got != want {
			t.Errorf("%d choices: a request may take too many transitions, %t", n, got)
		}
	}
	// A choice, or somebody who asks, in front of a row is one transition more.
	for n := 97; n < 103; n++ {
		for _, first := range []string{
			`{"id":"first","name":"f","type":"USER_TASK","nextStep":"s0"}`,
			`{"id":"first","name":"f","type":"DECISION","conditionalNextSteps":{"a == 1":"s0","a == 2":"s1"}}`,
		} {
			text := bytes.Replace(fsmRow(n), []byte(`"steps":[`), []byte(`"steps":[`+first+","), 1)
			found := fsmFindings(fsm.Dialect{}, "x.fsm.json", asFSM(t, "x.step.json", text).Definitions[0].Text)
			if len(found) > 0 {
				t.Errorf("%d behind %s: %q", n, first, found)
			}
		}
	}
}

func BenchmarkRaiseFSM(b *testing.B) {
	for _, x := range []struct {
		name, file string
		text       []byte
	}{
		{"row of 10", "x.step.json", fsmRow(10)}, {"row of 1000", "x.step.json", fsmRow(1_000)}, {"row of 10000", "x.step.json", fsmRow(10_000)},
		{"fork of 1000", "x.step.json", fsmFork(1_000)}, {"choices 10000", "x.asl.json", fsmChoices(10_000)},
	} {
		p, err := fsmSource(x.file, x.text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(x.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				fsm.Dialect{}.Raise(p, dialects.Raising{Format: source.JSON})
			}
		})
	}
}
