package arrow

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/dialecttest"
	"github.com/flowglot/flowglot/pkg/source"
)

// nothing is there of what resources name.
func nothing(string) bool { return false }

// check reads a text and returns all findings in order.
func check(text string) (*source.File, []diag.Diagnostic) {
	return dialecttest.Check(Dialect{}, dialects.Options{Exists: nothing}, "x.flow", text)
}

// TestExamples holds each rule to what its documentation shows.
func TestExamples(t *testing.T) {
	t.Parallel()
	dialecttest.Examples(t, Dialect{}, dialects.Options{Exists: nothing}, examples)
}

// TestFindings holds the findings of small definitions to their very places.
func TestFindings(t *testing.T) {
	t.Parallel()
	dialecttest.FindingsOf(t, Dialect{}, dialects.Options{Exists: nothing}, findingTests)
}

// TestMessages holds messages, helps and related places to their words.
func TestMessages(t *testing.T) {
	t.Parallel()
	dialecttest.MessagesOf(t, Dialect{}, dialects.Options{Exists: nothing}, messageTests)
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
		_, found := check(tt.text)
		got := dialecttest.Fixed(tt.text, found)
		if got != tt.want {
			t.Errorf("%q became %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestManyMistakes looks for a cost that grows faster than the text.
func TestManyMistakes(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	for _, line := range []string{
		"A → :x%d\n", ":x%d → A ;\n", "A ({\"a\": \n", "A (- {a: \n", "A ('''\n", "A → ? `$[?(@.a%d)] B\n", "A → { B\n", "} %d\n", "@task T%d = U%d ;\n",
		"A :x%d → \n", "<- a: \"b\n", "( %d\n", "@task T%d {\n", "A :x → :x B ; %d\n", "A → {{{{ %d\n",
	} {
		var b strings.Builder
		for i := range 20_000 {
			b.WriteString(strings.ReplaceAll(line, "%d", fmt.Sprint(i)))
		}
		check(b.String())
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
	dialecttest.Seed(f, Dialect{})
	for _, tt := range findingTests {
		f.Add([]byte(tt.Text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file, found := check(string(text))
		dialecttest.Inside(t, found)
		dialecttest.FixesAreDocumented(t, Dialect{}, found)
		Dialect{}.Read(file, dialects.Options{}).Lower()
	})
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

func BenchmarkCheck(b *testing.B) { dialecttest.BenchmarkCheck(b, Dialect{}, lines) }

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
