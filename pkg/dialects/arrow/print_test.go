package arrow

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/dialecttest"
	"github.com/flowglot/flowglot/pkg/source"
)

func format(text string) string {
	return string(Dialect{}.Read(source.NewFile("x.flow", []byte(text)), dialects.Options{}).Format())
}

// TestFormat holds the canonical form to texts and their form.
func TestFormat(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"arrows and lines", "A->B\n→\nC;D", "A → B → C\nD\n"},
		{"labels", ":x→A:b :y;A:z→ :x", ":x → A:b :y\nA:z → :x\n"},
		{"semicolons where they part something", "A;:x→B;C→:x;D;:start→E→:end;:y F;G→:y;H :y", "A ;\n:x → B\nC → :x ;\nD\n:start → E → :end\n:y F\nG → :y ;\nH :y\n"},
		{"subflows", "A→[B;C→{D}]→E", "A → {\n  B\n  C → {\n    D\n  }\n} → E\n"},
		{"lists and signs", "A | B|C→* >?`$.a`D", "A|B|C → > ? `$.a` * D\n"},
		{"literals", "A(- b:  1 -)→<c>({\"d\" :1}) ; <- e: 1 ->→F;<>→G", "A (- b:  1 -) → <c> ({\"d\" :1})\n<- e: 1 -> → F\n<> → G\n"},
		{"literals of several lines", "  A (-\nb: 1\n-) → C", "A (-\nb: 1\n-) → C\n"},
		{"declarations", "@flow f'''doc\n'''@task A=B({}) @task C[D]A→C", "@flow f '''doc\n''' ;\n@task A = B ({}) ;\n@task C {\n  D\n}\nA → C\n"},
		{"subflows behind declarations", "@task C{D};{A B}→C", "@task C {\n  D\n} ;\n{\n  A\n  B\n} → C\n"},
		{"comments", "# head  \n\nA → # inside\nB;# behind\n # between\n\n\n\nC → {# open\nD # d\n# last\n} # close\n# end", "# head\n\n# inside\nA → B  # behind\n# between\n\nC → {  # open\n  D  # d\n  # last\n}  # close\n# end\n"},
		{"comments alone", "#a\n\n\n#b", "#a\n\n#b\n"},
		{"a text that cannot be read", "A →  ;B", ""},
		{"carriage returns in what stays as it was written",
			"@flow f '''doc\r\nof two lines'''\r\nA (-\r\nb: |\r\n  c\r\n  d\r\n-) → ? `$.a\r\n> 1` C ({\r})\r\n",
			"@flow f '''doc\nof two lines''' ;\nA (-\nb: |\n  c\n  d\n-) → ? `$.a\n> 1` C ({\n})\n"},
		{"a byte order mark and carriage returns", "\ufeffA\r\n\r\nB # c\r\n", "A\n\nB  # c\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := format(tt.text)
			if got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
			if again := format(got); again != got {
				t.Errorf("formatted again it is\n%s", again)
			}
		})
	}
}

// texts are flows that can be read: those of testdata, fixed examples and the seeds of the tests.
func texts(t testing.TB) []string {
	t.Helper()
	var out []string
	paths, err := filepath.Glob("../../../testdata/arrow/*.flow")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no flows: %v", err)
	}
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(text))
	}
	for _, r := range (Dialect{}).Rules() {
		out = append(out, r.Fixed.Text, r.Example.Text)
	}
	for _, tt := range findingTests {
		out = append(out, tt.Text)
	}
	for _, tt := range netTests {
		out = append(out, tt.text)
	}
	return append(out, lines(20))
}

var comment = regexp.MustCompile(`(?m)(^|\s)#.*$`)

// bare is a text without comments and empty lines.
func bare(text string) string {
	var out []string
	for line := range strings.Lines(comment.ReplaceAllString(text, "")) {
		if line = strings.TrimRight(line, " \t\r\n"); line != "" {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// TestModelLosesNothing prints every flow from its text and through the model: both are the same but for comments.
func TestModelLosesNothing(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, text := range texts(t) {
		d := Dialect{}.Read(source.NewFile("x.flow", []byte(text)), dialects.Options{})
		p := d.Lower()
		if p == nil || diag.Worst(d.Check(0)) == diag.Error || len(p.Start().Unsupported) > 0 {
			continue
		}
		compared++
		got, losses := dialecttest.Raise(Dialect{}, p, source.PlainText)
		if want := string(d.Format()); len(losses) > 0 || bare(string(got)) != bare(want) {
			t.Errorf("through the model it is\n%s\nand from its text\n%s", got, want)
		}
	}
	if compared < 40 {
		t.Errorf("only %d flows were compared", compared)
	}
}

// FuzzFormat formats what can be read: the form is read as the same graph, keeps all comments, and is its own form.
func FuzzFormat(f *testing.F) {
	for _, text := range texts(f) {
		f.Add([]byte(text))
		f.Add([]byte(strings.ReplaceAll(text, "\n", "\r\n")))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		first := read(source.NewFile("x.flow", text), dialects.Options{})
		if unreadable(first.findings.List) {
			return
		}
		formatted := first.Format()
		second := read(source.NewFile("x.flow", formatted), dialects.Options{})
		if unreadable(second.findings.List) {
			t.Fatalf("%q became %q, which has %q", text, formatted, dialecttest.Places(second.findings.List))
		}
		if a, b := graph(first), graph(second); !slices.Equal(a, b) {
			t.Errorf("%q became %q: the graph was %q and is %q", text, formatted, a, b)
		}
		if len(first.flow.Comments) != len(second.flow.Comments) {
			t.Errorf("%q became %q: %d comments, now %d", text, formatted, len(first.flow.Comments), len(second.flow.Comments))
		}
		if again := second.Format(); !bytes.Equal(again, formatted) {
			t.Errorf("%q became %q and then %q", text, formatted, again)
		}
	})
}

// FuzzModel takes what can be read through the model and back.
func FuzzModel(f *testing.F) {
	for _, text := range texts(f) {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		d := read(source.NewFile("x.flow", text), dialects.Options{})
		p := d.Lower()
		if p == nil || diag.Worst(d.Check(0)) == diag.Error || len(p.Start().Unsupported) > 0 {
			return
		}
		raised, losses := dialecttest.Raise(Dialect{}, p, source.PlainText)
		if len(losses) > 0 {
			t.Fatal(losses[0].Message)
		}
		again := read(source.NewFile("x.flow", raised), dialects.Options{})
		if a, b := graph(d), graph(again); !slices.Equal(a, b) {
			t.Errorf("%q was raised as %q: the graph was %q and is %q", text, raised, a, b)
		}
	})
}
