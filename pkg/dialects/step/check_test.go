package step

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// check reads a text as a file of that name and returns all findings in order.
func check(t testing.TB, name, text string) (*source.File, []diag.Diagnostic) {
	t.Helper()
	f := source.NewFile(name, []byte(text))
	source.Parse(f)
	found := Dialect{}.Read(f, dialects.Options{}).Check()
	diag.Sort(found)
	return f, found
}

// placeOfFinding prints where a finding is and which rule it is of: "3:14 step/unknown-field".
func placeOfFinding(d *diag.Diagnostic) string {
	p := d.File.Position(d.Span.Start)
	s := fmt.Sprintf("%d:%d %s", p.Line, p.Column, strings.TrimPrefix(d.Rule, "step/"))
	if d.Severity != diag.Error {
		s += " (" + d.Severity.String() + ")"
	}
	return s
}

func places(found []diag.Diagnostic) []string {
	var out []string
	for i := range found {
		out = append(out, placeOfFinding(&found[i]))
	}
	return out
}

// TestExamples holds each rule to what its documentation shows.
func TestExamples(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range (Dialect{}).Rules() {
		if seen[r.ID] {
			t.Errorf("%s stands twice among the rules", r.ID)
		}
		seen[r.ID] = true
		t.Run(r.ID, func(t *testing.T) {
			t.Parallel()
			if r.Summary == "" || r.Why == "" || r.Source == "" || r.Severity == 0 {
				t.Error("the rule is not documented in full")
			}
			_, found := check(t, r.Example.Name, r.Example.Text)
			if len(found) != 1 || found[0].Rule != r.ID || found[0].Severity != r.Severity {
				t.Errorf("example: %q", places(found))
			}
			_, found = check(t, r.Mended.Name, r.Mended.Text)
			if len(found) > 0 || r.Mended.Text == "" {
				t.Errorf("mended: %q", places(found))
			}
		})
	}
	files, err := examples.ReadDir("examples")
	if err != nil || len(files) != 2*len(seen) {
		t.Errorf("there are %d examples for %d rules", len(files), len(seen))
	}
}

// TestFindings holds the findings of small definitions to their very places.
func TestFindings(t *testing.T) {
	t.Parallel()
	for _, tt := range findingTests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text := strings.TrimPrefix(tt.text, "\n")
			name := "x.step.yaml"
			if strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
				name = "x.step.json"
			}
			if _, found := check(t, name, text); !slices.Equal(places(found), tt.want) {
				t.Errorf("\n got %q\nwant %q", places(found), tt.want)
			}
		})
	}
}

// TestMessages holds messages, helps and related places to their words.
func TestMessages(t *testing.T) {
	t.Parallel()
	for _, tt := range messageTests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f, found := check(t, "x.step.yaml", strings.TrimPrefix(tt.text, "\n"))
			var got []string
			for _, d := range found {
				if d.Severity == diag.Info {
					continue
				}
				got = append(got, d.Message)
				if d.Help != "" {
					got = append(got, "help: "+d.Help)
				}
				for _, r := range d.Related {
					p := f.Position(r.Span.Start)
					got = append(got, fmt.Sprintf("%d:%d: %s", p.Line, p.Column, r.Message))
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}

// TestFixes applies the fixes of definitions and expects that nothing is found any more.
func TestFixes(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"id: a\nname: A\nsteps:\n  - {id: first, name: F, type: SERVICE_TASK, jobType: x, nextStep: finsih}\n  - {id: finish, name: E, type: END}\n",
		`{"id": "a", "name": "A", "steps": [{"id": "w", "name": "W", "type": "SERVICE_TASKS", "jobTyp": "x", "retryCount": "2", "nextStep": "e"},
			{"id": "e", "name": 5, "type": "END"}]}`,
		`{"id": "a", "name": "A", "steps": [{"id": "d", "name": "D", "type": "DECISION", "conditionalNextSteps": {"x = 1": "e", "y == null": "e", "true": "e"}},
			{"id": "e", "name": "E", "type": "END"}]}`,
	} {
		f, found := check(t, "x", text)
		for _, d := range slices.Backward(found) {
			if d.Fix == nil {
				t.Errorf("no fix: %s", d.Message)
				continue
			}
			for _, e := range d.Fix.Edits {
				text = text[:e.Span.Start] + e.Text + text[e.Span.End:]
			}
		}
		if _, left := check(t, "x", text); len(found) == 0 || len(left) > 0 {
			t.Errorf("%s\nfixed to\n%s\nleft: %q", f.Text, text, places(left))
		}
	}
}

// TestRecognises tells definitions of this dialect from others by their content.
func TestRecognises(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`{"steps": []}`:          true,
		`{"id": 1, "steps": []}`: true,
		`{"steps": {}}`:          false,
		`{"StartAt": "A"}`:       false,
		`{"states": []}`:         false,
		`[]`:                     false,
		`null`:                   false,
	} {
		f := source.NewFile("x.json", []byte(text))
		source.Parse(f)
		if got := (Dialect{}).Recognises(f.Root); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, r := range (Dialect{}).Rules() {
		f.Add([]byte(r.Example.Text))
		f.Add([]byte(r.Mended.Text))
	}
	for _, tt := range findingTests {
		f.Add([]byte(tt.text))
	}
	f.Add([]byte("id: a\nsteps: &s\n  - {id: a, type: END, steps: *s}\n  - *s\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, name := range []string{"x.step.json", "x.step.yaml"} {
			file, found := check(t, name, string(text))
			for _, d := range found {
				inside := func(s source.Span) {
					if s.Start < 0 || s.End < s.Start || s.End > len(file.Text) {
						t.Errorf("span %v of a file of %d bytes", s, len(file.Text))
					}
				}
				inside(d.Span)
				for _, r := range d.Related {
					inside(r.Span)
				}
			}
		}
	})
}

// chain returns a definition of n steps of several types, each of which goes to the next.
func chain(n int) string {
	var b strings.Builder
	b.WriteString("{\n  \"id\": \"big\", \"name\": \"Big\",\n  \"steps\": [\n")
	for i := range n - 1 {
		fmt.Fprintf(&b, "    {\"id\": \"s%d\", \"name\": \"S %d\", ", i, i)
		switch i % 3 {
		case 0:
			fmt.Fprintf(&b, `"type": "SERVICE_TASK", "jobType": "work", "retryCount": 2, "nextStep": "s%d"`, i+1)
		case 1:
			fmt.Fprintf(&b, `"type": "DECISION", "conditionalNextSteps": {"#n < %d": "s%d", "true": "s%d"}`, i, n-1, i+1)
		default:
			fmt.Fprintf(&b, `"type": "TRANSFORMATION", "transformations": {"n": "${n + %d}"}, "nextStep": "s%d"`, i, i+1)
		}
		b.WriteString("},\n")
	}
	fmt.Fprintf(&b, "    {\"id\": \"s%d\", \"name\": \"End\", \"type\": \"END\"}\n  ]\n}\n", n-1)
	return b.String()
}

func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			f := source.NewFile("x.step.json", []byte(chain(n)))
			source.Parse(f)
			b.SetBytes(int64(len(f.Text)))
			b.ReportAllocs()
			for b.Loop() {
				Dialect{}.Read(f, dialects.Options{}).Check()
			}
		})
	}
}
