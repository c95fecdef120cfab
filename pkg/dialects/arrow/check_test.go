package arrow

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// nothing is there of what resources name.
func nothing(string) bool { return false }

// check reads a text and returns all findings in order.
func check(t testing.TB, text string) (*source.File, []diag.Diagnostic) {
	t.Helper()
	f := source.NewFile("x.flow", []byte(text))
	found := Dialect{}.Read(f, dialects.Options{Exists: nothing}).Check()
	diag.Sort(found)
	return f, found
}

// placeOf prints where a finding is and which rule it is of: "3:14 arrow/syntax".
func placeOf(d *diag.Diagnostic) string {
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
		out = append(out, placeOf(&found[i]))
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
			_, found := check(t, r.Example.Text)
			if len(found) != 1 || found[0].Rule != r.ID || found[0].Severity != r.Severity {
				t.Errorf("example: %q", places(found))
			}
			_, found = check(t, r.Mended.Text)
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

// TestFindings holds the findings of small flows to their very places.
func TestFindings(t *testing.T) {
	t.Parallel()
	for _, tt := range findingTests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, found := check(t, strings.TrimPrefix(tt.text, "\n"))
			if got := places(found); !slices.Equal(got, tt.want) {
				t.Errorf("got %q\nwant %q", got, tt.want)
				for _, d := range found {
					t.Log(d.Message, "|", d.Help)
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
			f, found := check(t, strings.TrimPrefix(tt.text, "\n"))
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

// TestFixes applies what findings offer.
func TestFixes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{"A → B # so\n:x → C ;\nD → :x\n", "A → B ; # so\n:x → C ;\nD → :x\n"},
		{"C → :x ;\nA → :x\nB → D\n", "C → :x ;\nA → :x ;\nB → D\n"},
		{"A → `$[?(@.a)]` B\n", "A → ? `$[?(@.a)]` B\n"},
		{"A → { B ]\n", "A → { B }\n"},
	} {
		_, found := check(t, tt.text)
		got := tt.text
		for i := len(found) - 1; i >= 0; i-- {
			if found[i].Fix == nil {
				continue
			}
			for _, e := range found[i].Fix.Edits {
				got = got[:e.Span.Start] + e.Text + got[e.Span.End:]
			}
		}
		if got != tt.want {
			t.Errorf("%q became %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestManyMistakes looks for a cost that grows faster than the text.
func TestManyMistakes(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"A → :x%d\n", ":x%d → A ;\n", "A ({\"a\": \n", "A (- {a: \n", "A ('''\n", "A → ? `$[?(@.a%d)] B\n", "A → { B\n", "} %d\n", "@task T%d = U%d ;\n",
		"A :x%d → \n", "<- a: \"b\n", "( %d\n", "@task T%d {\n", "A :x → :x B ; %d\n", "A → {{{{ %d\n",
	} {
		var b strings.Builder
		for i := range 20_000 {
			b.WriteString(strings.ReplaceAll(line, "%d", fmt.Sprint(i)))
		}
		check(t, b.String())
	}
}

// TestMillionLines reads a text that takes too long unless the cost of a line is the same wherever it stands.
func TestMillionLines(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	const n = 1_000_000
	line := "fetch → resize :small → store ; # each its own\n"
	flow, found := parse(source.NewFile("x.flow", []byte(strings.Repeat(line, n))))
	if len(flow.Items) != n || len(flow.Comments) != n || len(found.List) > 0 {
		t.Errorf("%d statements, %d comments, %d findings", len(flow.Items), len(flow.Comments), len(found.List))
	}
}

func FuzzCheck(f *testing.F) {
	for _, r := range (Dialect{}).Rules() {
		if r.ID != tooLarge.ID {
			f.Add([]byte(r.Example.Text))
			f.Add([]byte(r.Mended.Text))
		}
	}
	for _, tt := range findingTests {
		f.Add([]byte(tt.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file, found := check(t, string(text))
		for _, d := range found {
			inside(t, file, d.Span)
			for _, r := range d.Related {
				inside(t, file, r.Span)
			}
			if d.Fix != nil {
				for _, e := range d.Fix.Edits {
					inside(t, file, e.Span)
				}
			}
		}
		Dialect{}.Read(file, dialects.Options{}).Lower()
	})
}

func inside(t *testing.T, f *source.File, s source.Span) {
	t.Helper()
	if s.Start < 0 || s.End < s.Start || s.End > len(f.Text) {
		t.Errorf("span %v of a file of %d bytes", s, len(f.Text))
	}
}

// lines returns a flow of n lines of several kinds.
func lines(n int) string {
	var b strings.Builder
	for i := range n {
		switch i % 5 {
		case 0:
			fmt.Fprintf(&b, "fetch%d → resize%d → :meet%d store%d # of picture %d\n", i, i, i, i, i)
		case 1:
			fmt.Fprintf(&b, "scan%d → :meet%d ;\n", i, i-1)
		case 2:
			fmt.Fprintf(&b, "tag%d ({\"model\": \"v%d\"}) → ? `$[?(@.n > %d)]` { crop%d → scale%d audit%d }\n", i, i, i, i, i, i)
		case 3:
			fmt.Fprintf(&b, "A%d|B%d|C%d → D%d :out%d\n", i, i, i, i, i)
		default:
			fmt.Fprintf(&b, "; :out%d → * E%d\n", i-1, i)
		}
	}
	return b.String()
}

func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			f := source.NewFile("x.flow", []byte(lines(n)))
			b.SetBytes(int64(len(f.Text)))
			b.ReportAllocs()
			for b.Loop() {
				if found := (Dialect{}).Read(f, dialects.Options{}).Check(); diag.Worst(found) > diag.Info+1 {
					b.Fatal(places(found)[:1])
				}
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			f := source.NewFile("x.flow", []byte(lines(n)))
			b.SetBytes(int64(len(f.Text)))
			b.ReportAllocs()
			for b.Loop() {
				parse(f)
			}
		})
	}
}

func BenchmarkLower(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			d := read(source.NewFile("x.flow", []byte(lines(n))), dialects.Options{})
			b.ReportAllocs()
			for b.Loop() {
				d.Lower()
			}
		})
	}
}
