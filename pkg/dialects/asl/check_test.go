package asl

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
func check(t testing.TB, name, text, level string) (*source.File, []diag.Diagnostic) {
	t.Helper()
	f := source.NewFile(name, []byte(text))
	source.Parse(f)
	found := Dialect{}.Read(f, dialects.Options{ASLLevel: level}).Check()
	diag.Sort(found)
	return f, found
}

// placeOfFinding prints where a finding is and which rule it is of: "3:14 asl/unknown-field".
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
			_, found := check(t, r.Example.Name, r.Example.Text, r.Example.Level)
			if len(found) != 1 || found[0].Rule != r.ID || found[0].Severity != r.Severity {
				t.Errorf("example: %q", places(found))
			}
			_, found = check(t, r.Mended.Name, r.Mended.Text, r.Mended.Level)
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
			name := "x.asl.yaml"
			if strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
				name = "x.asl.json"
			}
			for level, want := range map[string][]string{"2016": tt.old, "current": tt.now} {
				_, found := check(t, name, text, level)
				if got := places(found); !slices.Equal(got, want) {
					t.Errorf("level %s\n got %q\nwant %q", level, got, want)
				}
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
			f, found := check(t, "x.asl.yaml", strings.TrimPrefix(tt.text, "\n"), tt.level)
			var got []string
			for _, d := range found {
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

// TestManyMistakes looks for a cost that grows faster than the definition, which here would be that of suggestions.
func TestManyMistakes(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("StartAt: S0\nStates:\n")
	for i := range 20_000 {
		fmt.Fprintf(&b, "  S%d: {Type: Pass, Next: Missing%d}\n", i, i)
	}
	_, found := check(t, "x.asl.yaml", b.String(), "")
	if len(found) != 20_000 {
		t.Errorf("%d findings", len(found))
	}
}

// TestRecognises tells definitions of this dialect from others by their content.
func TestRecognises(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`{"StartAt": "A"}`:                           true,
		`{"States": {"A": {"Type": "Pass"}}}`:        true,
		`{"States": {"A": "B"}}`:                     false,
		`{"States": ["A"]}`:                          false,
		`{"StartAt": 5}`:                             false,
		`{"states": [{"name": "a", "type": "end"}]}`: false,
		`{"initialState": "a", "states": {}}`:        false,
		`{"steps": []}`:                              false,
		`[]`:                                         false,
		`null`:                                       false,
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
	f.Add([]byte("StartAt: A\nStates: &s\n  A: {Type: Parallel, Branches: [*s, {StartAt: A, States: *s}]}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, name := range []string{"x.asl.json", "x.asl.yaml"} {
			for _, level := range []string{"2016", "current"} {
				file, found := check(t, name, string(text), level)
				for _, d := range found {
					inside(t, file, d.Span)
					for _, r := range d.Related {
						inside(t, file, r.Span)
					}
				}
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

// chain returns a definition of n states of several types, each of which goes to the next.
func chain(n int) string {
	var b strings.Builder
	b.WriteString("{\n  \"StartAt\": \"S0\",\n  \"States\": {\n")
	for i := range n - 1 {
		fmt.Fprintf(&b, "    \"S%d\": {", i)
		switch i % 3 {
		case 0:
			fmt.Fprintf(&b, `"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:f%d", "ResultPath": "$.r[%d]",
      "Retry": [{"ErrorEquals": ["Busy"], "MaxAttempts": 2}, {"ErrorEquals": ["States.ALL"]}], "Next": "S%d"`, i, i, i+1)
		case 1:
			fmt.Fprintf(&b, `"Type": "Choice", "Choices": [{"Variable": "$.n", "NumericLessThan": %d, "Next": "S%d"}], "Default": "S%d"`,
				i, n-1, i+1)
		default:
			fmt.Fprintf(&b, `"Type": "Pass", "Result": {"n": %d}, "Next": "S%d"`, i, i+1)
		}
		b.WriteString("},\n")
	}
	fmt.Fprintf(&b, "    \"S%d\": {\"Type\": \"Succeed\"}\n  }\n}\n", n-1)
	return b.String()
}

func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			f := source.NewFile("x.asl.json", []byte(chain(n)))
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
