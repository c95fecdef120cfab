package diag

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/flowglot/flowglot/pkg/source"
)

// marked returns a file and the span of what stands between "«" and "»" in a text, which are taken out of it.
func marked(name, text string) (*source.File, source.Span) {
	before, rest, _ := strings.Cut(text, "«")
	within, after, _ := strings.Cut(rest, "»")
	span := source.Span{Start: len(before), End: len(before) + len(within)}
	return source.NewFile(name, []byte(before+within+after)), span
}

func TestTextPrinter(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		text    string // with the range between « and »
		message string // "m" if it is empty
		help    string
		width   int
		want    string
	}{
		{
			name:    "help beside the range",
			text:    "{\n  \"States\": {\n      \"Next\": «\"Chrage\"»\n  }\n}",
			message: `state "Validate" transitions to "Chrage", which does not exist`, help: `did you mean "Charge"?`,
			want: `
f.json:3:15: error: state "Validate" transitions to "Chrage", which does not exist [asl/rule]
    3 |       "Next": "Chrage"
      |               ^~~~~~~~ did you mean "Charge"?
`,
		},
		{
			name: "help below the range", text: "ab «cdefghijklmnopqrstuvwxyz»", help: "write something else", width: 40,
			want: `
f.json:1:4: error: m [asl/rule]
    1 | ab cdefghijklmnopqrstuvwxyz
      |    ^~~~~~~~~~~~~~~~~~~~~~~~
      = help: write something else
`,
		},
		{
			name: "an empty range", text: "a «»b",
			want: `
f.json:1:3: error: m [asl/rule]
    1 | a b
      |   ^
`,
		},
		{
			name: "the end of the text", text: "a\n«»",
			want: "\nf.json:2:1: error: m [asl/rule]\n    2 | \n      | ^\n",
		},
		{
			name: "a line end", text: "ab«\r\n»c",
			want: `
f.json:1:3: error: m [asl/rule]
    1 | ab
      |   ^
`,
		},
		{
			name: "several lines", text: "x\n  «{\r\n    \"a\": 1\r\n  }»\r\n", help: "drop it",
			want: `
f.json:2:3: error: m [asl/rule]
    2 |   {
      |   ^ and 2 more lines
      = help: drop it
`,
		},
		{
			name: "two lines", text: "ab «cd\n»ef «»",
			want: `
f.json:1:4: error: m [asl/rule]
    1 | ab cd
      |    ^~
`,
		},
		{
			name: "two lines and some", text: "ab «cd\re»f",
			want: `
f.json:1:4: error: m [asl/rule]
    1 | ab cd
      |    ^~ and 1 more line
`,
		},
		{
			name: "several lines from the edge", text: strings.Repeat("0", 30) + "«{\n}»", width: 40, help: "h",
			want: `
f.json:1:31: error: m [asl/rule]
    1 | 000000000000000000000000000000{
      |                               ^
      = note: and 1 more line
      = help: h
`,
		},
		{
			name: "a high number", text: strings.Repeat("\n", 123455) + "a «b»",
			want: `
f.json:123456:3: error: m [asl/rule]
123456 | a b
       |   ^
`,
		},
		{
			name: "tabs", text: "\t\"a\":\t«\"b\tc\"»\td",
			want: `
f.json:1:7: error: m [asl/rule]
    1 |     "a":    "b  c"  d
      |             ^~~~~~
`,
		},
		{
			name: "wide characters", text: `{"状態": «"検証する"», "x": 1}`,
			want: `
f.json:1:8: error: m [asl/rule]
    1 | {"状態": "検証する", "x": 1}
      |          ^~~~~~~~~~
`,
		},
		{
			name: "emoji and combining marks", text: "👍🏽 👨‍👩‍👧 e\u0301 🇩🇪 «e\u0301🚀»!",
			want: "\nf.json:1:16: error: m [asl/rule]\n    1 | 👍🏽 👨‍👩‍👧 e\u0301 🇩🇪 e\u0301🚀!\n      |            ^~~\n",
		},
		{
			name: "control characters", text: "a\x1b[31m«b\x00\x07»\u009b\x7f\u202e\u2028\ufeffz\x0b", message: "x\x1b]0;y\x07\nz", help: "\x1b[0m\u2066",
			want: `
f.json:1:7: error: x␛]0;y␇␊z [asl/rule]
    1 | a␛[31mb␀␇<U+009B>␡<U+202E><U+2028><U+FEFF>z␋
      |       ^~~ ␛[0m<U+2066>
`,
		},
		{
			name: "no UTF-8", text: "a\xff\xfe«b\xe2\x82»c",
			want: `
f.json:1:4: error: m [asl/rule]
    1 | a��b��c
      |    ^~~
`,
		},
		{
			name: "a byte order mark", text: "\ufeff«ab» c",
			want: `
f.json:1:1: error: m [asl/rule]
    1 | ab c
      | ^~
`,
		},
		{
			name: "a long line, its start", text: "{«\"a\"»:" + strings.Repeat("0123456789", 20), help: "h", width: 48,
			want: `
f.json:1:2: error: m [asl/rule]
    1 | {"a":0123456789012345678901234567890123…
      |  ^~~ h
`,
		},
		{
			name: "a long line, its middle", text: strings.Repeat("0123456789", 20) + "«\"a\"»" + strings.Repeat("0123456789", 20), width: 48,
			want: `
f.json:1:201: error: m [asl/rule]
    1 | …34567890123456789"a"012345678901234567…
      |                   ^~~
`,
		},
		{
			name: "a long line, its end", text: strings.Repeat("0123456789", 20) + "«\"a\"»}", width: 48,
			want: `
f.json:1:201: error: m [asl/rule]
    1 | …34567890123456789"a"}
      |                   ^~~
`,
		},
		{
			name: "a long line, all of it", text: "[«" + strings.Repeat("0123456789", 20) + "»]", width: 48,
			want: `
f.json:1:2: error: m [asl/rule]
    1 | [01234567890123456789012345678901234567…
      |  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
`,
		},
		{
			name: "a long line, a long range in it", text: strings.Repeat("0123456789", 20) + "«" + strings.Repeat("abcdefghij", 20) + "»]", width: 48,
			want: `
f.json:1:201: error: m [asl/rule]
    1 | …123456789abcdefghijabcdefghijabcdefghi…
      |           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
`,
		},
		{
			name: "a long line of joined emoji", text: strings.Repeat("👨‍👩‍👧", 20) + "«x»" + strings.Repeat("👨‍👩‍👧", 20), width: 40,
			want: "\nf.json:1:101: error: m [asl/rule]\n    1 | …" + strings.Repeat("👨‍👩‍👧", 7) + "x" +
				strings.Repeat("👨‍👩‍👧", 7) + "…\n      |                ^\n",
		},
		{
			name: "a long line of wide characters", text: strings.Repeat("状態", 50) + "«検»" + strings.Repeat("証", 50), width: 40,
			want: `
f.json:1:101: error: m [asl/rule]
    1 | …態状態状態状態検証証証証証証証…
      |                ^~
`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			file, span := marked("f.json", test.text)
			message := test.message
			if message == "" {
				message = "m"
			}
			d := Diagnostic{Rule: "asl/rule", Severity: Error, File: file, Span: span, Message: message, Help: test.help}
			got := printed(t, TextPrinter{Width: test.width}, d)
			if diff := cmp.Diff(strings.TrimPrefix(test.want, "\n"), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func printed(t testing.TB, p TextPrinter, ds ...Diagnostic) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Print(&b, ds); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// twice are two findings, the second with related places in two files.
func twice() []Diagnostic {
	text := "{\n  \"Charge\": {},\n  \"Charge\": {}\n}\n"
	first, second := source.Span{Start: 4, End: 12}, source.Span{Start: 20, End: 28}
	file := source.NewFile("a\tb.json", []byte(text))
	other, span := marked("other.json", "«[]»")
	return []Diagnostic{
		{Rule: "source/whole", Severity: Info, File: file, Message: "about the file", Help: "try"},
		{
			Rule: "source/duplicate-key", Severity: Warning, File: file, Span: second, Message: `the key "Charge" stands twice`,
			Help: "drop one", Dialect: "asl",
			Related: []Related{
				{File: file, Span: first, Message: "the first one is here"},
				{File: other, Message: "which also"},
				{File: other, Span: span, Message: "in particular"},
			},
			Fix: &Fix{Description: "drop the second", Edits: []Edit{{Span: source.Span{Start: 16, End: 32}, Text: ""}}},
		},
		{Severity: Error, Message: "about nothing"},
	}
}

func TestTextPrinterRelated(t *testing.T) {
	t.Parallel()
	want := `a␉b.json: info: about the file [source/whole]
      = help: try
a␉b.json:3:3: warning: the key "Charge" stands twice [source/duplicate-key]
    3 |   "Charge": {}
      |   ^~~~~~~~ drop one
      = note: a␉b.json:2:3: the first one is here
    2 |   "Charge": {},
      |   ^~~~~~~~
      = note: other.json: which also
      = note: other.json:1:1: in particular
    1 | []
      | ^~
error: about nothing
`
	if diff := cmp.Diff(want, printed(t, TextPrinter{}, twice()...)); diff != "" {
		t.Error(diff)
	}
}

func TestTextPrinterColor(t *testing.T) {
	t.Parallel()
	file, span := marked("f.json", "a «b»")
	d := Diagnostic{Rule: "r", Severity: Warning, File: file, Span: span, Message: "m", Help: "h"}
	want := "\x1b[1mf.json:1:3:\x1b[0m \x1b[1;33mwarning:\x1b[0m m \x1b[2m[r]\x1b[0m\n" +
		"\x1b[34m    1 | \x1b[0ma b\n" +
		"\x1b[34m      | \x1b[0m  \x1b[1;33m^\x1b[0m \x1b[36mh\x1b[0m\n"
	if diff := cmp.Diff(want, printed(t, TextPrinter{Color: true}, d)); diff != "" {
		t.Error(diff)
	}
}

// failing is a writer that fails.
type failing struct{}

var errFull = errors.New("full")

func (failing) Write([]byte) (int, error) { return 0, errFull }

func TestPrintErrors(t *testing.T) {
	t.Parallel()
	many := make([]Diagnostic, 1000)
	for _, ds := range [][]Diagnostic{twice(), many} {
		if err := (TextPrinter{}).Print(failing{}, ds); !errors.Is(err, errFull) {
			t.Errorf("text: got %v", err)
		}
		if err := PrintJSON(failing{}, 1, ds); !errors.Is(err, errFull) {
			t.Errorf("JSON: got %v", err)
		}
	}
}

// FuzzPrint checks that any span of any text can be printed, that nothing of the text gets to a terminal raw, and that
// no line of a snippet is wider than it may be.
func FuzzPrint(f *testing.F) {
	f.Add("{\n\t\"a\": \"状態\"\r\n}", "m", 4, 9, 60)
	f.Add("\x1b[31m\u009b\u202e", "\x1b]0;\x07", 0, 100, 0)
	f.Add(strings.Repeat("👨‍👩‍👧e\u0301\xff\t", 100), "\u2028", 600, 700, 40)
	f.Add("a\rb\nc\r\n", "", 3, -1, 1)
	f.Fuzz(func(t *testing.T, text, words string, start, end, columns int) {
		file := source.NewFile(words, []byte(text))
		span := source.Span{Start: start, End: end}
		d := Diagnostic{
			Rule: words, Severity: Warning, File: file, Span: span, Message: words, Help: words,
			Related: []Related{{File: file, Span: source.Span{Start: end, End: start}, Message: words}},
			Fix:     &Fix{Description: words, Edits: []Edit{{Span: span, Text: words}}},
		}
		columns %= 500
		p := TextPrinter{Width: columns}
		out := printed(t, p, d)
		if !utf8.ValidString(out) {
			t.Fatalf("not UTF-8: %q", out)
		}
		if i := strings.IndexFunc(out, func(r rune) bool { return hidden(r) && r != '\n' }); i >= 0 {
			t.Fatalf("%q gets through in %q", out[i:], out)
		}
		limit := max(columns, 40)
		if columns == 0 {
			limit = defaultWidth
		}
		for line := range strings.Lines(out) {
			line = strings.TrimSuffix(line, "\n")
			if gutter, _, ok := strings.Cut(line, " | "); ok && strings.Trim(gutter, " 0123456789") == "" && width(line) > limit {
				t.Fatalf("%d columns, not %d: %q", width(line), limit, line)
			}
		}
		var b bytes.Buffer
		if err := PrintJSON(&b, 1, []Diagnostic{d}); err != nil {
			t.Fatal(err)
		}
		if i := bytes.IndexFunc(b.Bytes(), func(r rune) bool { return unicode.Is(unicode.Cc, r) && r != '\n' }); i >= 0 {
			t.Fatalf("%q gets through in JSON", b.Bytes()[i:])
		}
	})
}

// FuzzRuler checks that the ruler says what the file says, in whatever order it is asked.
func FuzzRuler(f *testing.F) {
	f.Add("\ufeffa\nb\r\né", 3, 1)
	f.Add("a\x80\x80\x80\x80\x80é", 1, 3)
	f.Fuzz(func(t *testing.T, unit string, a, b int) {
		if len(unit) > 100 {
			return
		}
		long := strings.ReplaceAll(unit, "\n", "")
		file := source.NewFile("", []byte(unit+strings.Repeat(long, 2*markEvery/max(1, len(long)))+unit))
		var r ruler
		for _, offset := range []int{a, b, b + markEvery, a + markEvery, 0, b - markEvery, len(file.Text) + a, len(file.Text), b} {
			if got, want := r.position(file, offset), file.Position(offset); got != want {
				t.Fatalf("%d: got %v, want %v", offset, got, want)
			}
		}
	})
}

// many returns findings all over a file of n states, on one line or on a line each, with a related place at its end.
func many(n int, separator string) []Diagnostic {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"State %d": {"Type": "Pass"},%s`, i, separator)
	}
	file := source.NewFile("f.yaml", []byte(b.String()))
	step := len(file.Text) / n
	ds := make([]Diagnostic, n)
	for i := range ds {
		ds[i] = Diagnostic{
			Rule: "r", Severity: Error, File: file, Span: source.Span{Start: i*step + 1, End: i*step + 9}, Message: "m", Help: "h",
			Related: []Related{{File: file, Span: source.Span{Start: len(file.Text) - 9, End: len(file.Text)}, Message: "m"}},
		}
	}
	return ds
}

func BenchmarkPrint(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		for name, separator := range map[string]string{"lines": "\n", "line": ""} {
			ds := many(n, separator)
			b.Run(fmt.Sprintf("text/%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					if err := (TextPrinter{}).Print(&bytes.Buffer{}, ds); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run(fmt.Sprintf("json/%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					if err := PrintJSON(&bytes.Buffer{}, 1, ds); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
