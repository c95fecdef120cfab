package fsm

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

// placeOfFinding prints where a finding is and which rule it is of: "3:14 fsm/unknown-field".
func placeOfFinding(d *diag.Diagnostic) string {
	p := d.File.Position(d.Span.Start)
	s := fmt.Sprintf("%d:%d %s", p.Line, p.Column, d.Rule)
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
			name := "x.fsm.yaml"
			if strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
				name = "x.fsm.json"
			}
			_, found := check(t, name, text)
			if got := places(found); !slices.Equal(got, tt.want) {
				t.Errorf("\n got %q\nwant %q", got, tt.want)
			}
		})
	}
}

// TestManyMistakes looks for a cost that grows faster than the definition, which here would be that of suggestions.
func TestManyMistakes(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("name: x\ninitialState: S0\nstates:\n")
	for i := range 20_000 {
		fmt.Fprintf(&b, "  S%d: {transitions: [{name: T, next: Missing%d, manual: true}]}\n", i, i)
	}
	_, found := check(t, "x.fsm.yaml", b.String())
	if len(found) != 20_000 {
		t.Errorf("%d findings", len(found))
	}
}

// TestRecognises tells definitions of this dialect from others by their content.
func TestRecognises(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`{"initialState": "A", "states": {}}`:                    true,
		`{"initialState": "A"}`:                                  true,
		`{"states": {"A": {"transitions": []}}}`:                 true,
		`[{"initialState": "A", "states": {}}]`:                  true,
		`{"importMode": "MERGE", "workflows": []}`:               true,
		`{"entityName": "a", "modelVersion": 1, "workflows":[]}`: true,
		`{"workflows": [{"initialState": "A"}]}`:                 true,
		`{"workflows": []}`:                                      false,
		`{"workflows": {}}`:                                      false,
		`{"states": {"A": {}}}`:                                  false,
		`{"initialState": "A", "states": []}`:                    false,
		`{"states": [{"name": "a", "type": "end"}]}`:             false,
		`{"StartAt": "A", "States": {"A": {"Type": "Pass"}}}`:    false,
		`{"steps": []}`:                                          false,
		`[]`:                                                     false,
		`null`:                                                   false,
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
	f.Add([]byte("name: x\ninitialState: A\ncriterion: &c {type: group, operator: AND, conditions: [*c]}\nstates: &s\n  A: *s\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, name := range []string{"x.fsm.json", "x.fsm.yaml"} {
			file, found := check(t, name, string(text))
			for _, d := range found {
				inside(t, file, d.Span)
				for _, r := range d.Related {
					inside(t, file, r.Span)
				}
			}
			d := Dialect{}.Read(file, dialects.Options{})
			if p := d.Lower(); p != nil && diag.Worst(found) < diag.Error {
				Dialect{}.Raise(p, file.Format)
			}
		}
	})
}

func inside(t *testing.T, f *source.File, s source.Span) {
	t.Helper()
	if s.Start < 0 || s.End < s.Start || s.End > len(f.Text) {
		t.Errorf("span %v of a file of %d bytes", s, len(f.Text))
	}
}

// chain returns a definition of n states, each of which goes to the next: by hand, by a criterion, and by processors.
func chain(n int) string {
	var b strings.Builder
	b.WriteString("{\n  \"name\": \"chain\",\n  \"initialState\": \"S0\",\n  \"states\": {\n")
	for i := range n - 1 {
		fmt.Fprintf(&b, "    \"S%d\": {\"transitions\": [{\"name\": \"GO\", \"next\": \"S%d\"", i, i+1)
		switch i % 3 {
		case 0:
			b.WriteString(`, "manual": true`)
		case 1:
			fmt.Fprintf(&b, `, "manual": false, "criterion": {"type": "simple", "jsonPath": "$.n", "operatorType": "GREATER_THAN", "value": %d}`, i)
		default:
			b.WriteString(`, "manual": false, "processors": [{"type": "EXTERNAL", "name": "p", "executionMode": "SYNC", "config": {"attachEntity": true}}]`)
		}
		fmt.Fprintf(&b, "}, {\"name\": \"BACK\", \"next\": \"S%d\", \"manual\": true}]},\n", i/2)
	}
	fmt.Fprintf(&b, "    \"S%d\": {}\n  }\n}\n", n-1)
	return b.String()
}

func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			f := source.NewFile("x.fsm.json", []byte(chain(n)))
			source.Parse(f)
			b.SetBytes(int64(len(f.Text)))
			b.ReportAllocs()
			for b.Loop() {
				if found := (Dialect{}).Read(f, dialects.Options{}).Check(); len(found) > 0 {
					b.Fatal(places(found))
				}
			}
		})
	}
}

func BenchmarkLower(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			f := source.NewFile("x.fsm.json", []byte(chain(n)))
			source.Parse(f)
			d := Dialect{}.Read(f, dialects.Options{})
			b.ReportAllocs()
			for b.Loop() {
				d.Lower()
			}
		})
	}
}
