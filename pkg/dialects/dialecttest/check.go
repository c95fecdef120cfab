package dialecttest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// A Case is a small definition with what is found in it, as [Places] or [Messages] have it. A line break before the text is
// not part of it.
type Case struct {
	Name, Text string
	Want       []string
}

// file is the name of a file with a text: that of JSON for an object or array in brackets, else the dialect's last.
func file(d dialects.Dialect, text string) string {
	suffixes := d.Suffixes()
	if strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") || len(suffixes) == 1 {
		return "x" + suffixes[0]
	}
	return "x" + suffixes[1]
}

// FindingsOf holds the findings of definitions to their very places.
func FindingsOf(t *testing.T, d dialects.Dialect, o dialects.Options, cases []Case) {
	t.Helper()
	for _, tt := range cases {
		t.Run(tt.Name, func(t *testing.T) {
			t.Parallel()
			text := strings.TrimPrefix(tt.Text, "\n")
			_, found := Check(d, o, file(d, text), text)
			FixesAreDocumented(t, d, found)
			if got := Places(found); !slices.Equal(got, tt.Want) {
				t.Errorf("\n got %q\nwant %q", got, tt.Want)
				for _, x := range found {
					t.Log(x.Message, "|", x.Help)
				}
			}
		})
	}
}

// MessagesOf holds the messages, helps and related places of findings to their words, except for those of the severity Info.
func MessagesOf(t *testing.T, d dialects.Dialect, o dialects.Options, cases []Case) {
	t.Helper()
	for _, tt := range cases {
		t.Run(tt.Name, func(t *testing.T) {
			t.Parallel()
			text := strings.TrimPrefix(tt.Text, "\n")
			_, found := Check(d, o, file(d, text), text)
			FixesAreDocumented(t, d, found)
			Messages(t, slices.DeleteFunc(found, func(x diag.Diagnostic) bool { return x.Severity == diag.Info }), tt.Want)
		})
	}
}

// Fuzz varies definitions, and expects that whatever is found lies in them.
func Fuzz(f *testing.F, d dialects.Dialect, options []dialects.Options, cases []Case, more ...string) {
	f.Helper()
	Seed(f, d)
	for _, tt := range cases {
		f.Add([]byte(tt.Text))
	}
	for _, text := range more {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, suffix := range d.Suffixes()[:min(2, len(d.Suffixes()))] {
			for _, o := range options {
				_, found := Check(d, o, "x"+suffix, string(text))
				Inside(t, found)
				FixesAreDocumented(t, d, found)
			}
		}
	})
}

// BenchmarkCheck measures reading and checking definitions with 10, 1,000 and 100,000 parts, which have no mistake.
func BenchmarkCheck(b *testing.B, d dialects.Dialect, definition func(parts int) string) {
	b.Helper()
	for _, n := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			f := source.NewFile("x"+d.Suffixes()[0], []byte(definition(n)))
			if _, textual := d.(dialects.Textual); !textual {
				source.Parse(f)
			}
			b.SetBytes(int64(len(f.Text)))
			b.ReportAllocs()
			for b.Loop() {
				if found := d.Read(f, dialects.Options{}).Check(0); diag.Worst(found) == diag.Error {
					b.Fatal(Places(found)[:1])
				}
			}
		})
	}
}
