// Package dialecttest has what the tests of all dialects share: reading a text, saying where its findings are, and
// holding the rules to what their documentation shows.
package dialecttest

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// Check reads a text as a file of that name and returns the findings in order, without those of rules that are off.
func Check(d dialects.Dialect, o dialects.Options, name, text string) (*source.File, []diag.Diagnostic) {
	return checkWith(d, o, name, text, "")
}

// checkWith is Check with a rule turned on.
func checkWith(d dialects.Dialect, o dialects.Options, name, text, rule string) (*source.File, []diag.Diagnostic) {
	f := source.NewFile(name, []byte(text))
	if _, textual := d.(dialects.Textual); !textual {
		source.Parse(f)
	}
	found := slices.DeleteFunc(d.Read(f, o).Check(0), func(x diag.Diagnostic) bool { return x.Off && x.Rule != rule })
	diag.Sort(found)
	return f, found
}

// Places prints where findings are and which rules they are of: "3:14 asl/unknown-field". A severity other than an
// error follows it.
func Places(found []diag.Diagnostic) []string {
	var out []string
	for i := range found {
		d := &found[i]
		p := d.File.Position(d.Span.Start)
		s := fmt.Sprintf("%d:%d %s", p.Line, p.Column, d.Rule)
		if d.Severity != diag.Error {
			s += " (" + d.Severity.String() + ")"
		}
		out = append(out, s)
	}
	return out
}

// Messages holds the messages, helps and related places of findings to their words.
func Messages(t *testing.T, found []diag.Diagnostic, want []string) {
	t.Helper()
	var got []string
	for _, d := range found {
		got = append(got, d.Message)
		if d.Help != "" {
			got = append(got, "help: "+d.Help)
		}
		for _, r := range d.Related {
			p := d.File.Position(r.Span.Start)
			got = append(got, fmt.Sprintf("%d:%d: %s", p.Line, p.Column, r.Message))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Examples holds each rule of a dialect to what its documentation shows: the example is flagged by it and by nothing
// else, and the fixed one by nothing. No file in the folder "examples" is left over.
func Examples(t *testing.T, d dialects.Dialect, o dialects.Options, files embed.FS) {
	t.Helper()
	seen := map[string]bool{}
	for _, r := range d.Rules() {
		if seen[r.ID] {
			t.Errorf("%s occurs twice among the rules", r.ID)
		}
		seen[r.ID] = true
		t.Run(r.ID, func(t *testing.T) {
			t.Parallel()
			if r.Summary == "" || r.Why == "" || r.Source == "" || r.Severity == 0 {
				t.Error("the rule is not documented in full")
			}
			o := o
			o.Settings = dialects.AtLevel(d, r.Example.Level)
			_, found := checkWith(d, o, r.Example.Name, r.Example.Text, r.ID)
			if len(found) != 1 || found[0].Rule != r.ID || found[0].Severity != r.Severity {
				t.Errorf("example: %q", Places(found))
			}
			o.Settings = dialects.AtLevel(d, r.Fixed.Level)
			_, found = checkWith(d, o, r.Fixed.Name, r.Fixed.Text, r.ID)
			if len(found) > 0 || r.Fixed.Text == "" {
				t.Errorf("fixed: %q", Places(found))
			}
		})
	}
	list, err := files.ReadDir("examples")
	if err != nil || len(list) != 2*len(seen) {
		t.Errorf("there are %d examples for %d rules (%v)", len(list), len(seen), err)
	}
}

// Fixed returns a text with all the fixes that its findings offer.
func Fixed(text string, found []diag.Diagnostic) string {
	for _, d := range slices.Backward(found) {
		if d.Fix == nil {
			continue
		}
		for _, e := range d.Fix.Edits {
			text = text[:e.Span.Start] + e.Text + text[e.Span.End:]
		}
	}
	return text
}

// Recognises holds a dialect to which texts are its own by their content.
func Recognises(t *testing.T, d dialects.Dialect, texts map[string]bool) {
	t.Helper()
	for text, want := range texts {
		f := source.NewFile("x.json", []byte(text))
		source.Parse(f)
		if got := d.Recognises(f.Root).Found(); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// Seed gives a fuzz target the examples of all rules that are short enough to be varied.
func Seed(f *testing.F, d dialects.Dialect) {
	f.Helper()
	const most = 64 << 10
	for _, r := range d.Rules() {
		for _, text := range []string{r.Example.Text, r.Fixed.Text} {
			if len(text) <= most {
				f.Add([]byte(text))
			}
		}
	}
}

// FixesAreDocumented expects that the rules of a dialect of which findings have a fix are those that are documented to have one. Findings
// of other rules, such as those of the syntax of JSON, are passed over.
func FixesAreDocumented(t *testing.T, d dialects.Dialect, found []diag.Diagnostic) {
	t.Helper()
	var rules []diag.Rule
	for i := range found {
		if found[i].Fix == nil {
			continue
		}
		if rules == nil {
			rules = d.Rules()
		}
		for _, r := range rules {
			if r.ID == found[i].Rule && !r.Fixable {
				t.Errorf("a finding of %s has a fix, and the rule is not Fixable: %s", r.ID, found[i].Message)
			}
		}
	}
}

// Inside expects that all that findings point to is in their file.
func Inside(t *testing.T, found []diag.Diagnostic) {
	t.Helper()
	for _, d := range found {
		spans := []source.Span{d.Span}
		for _, r := range d.Related {
			spans = append(spans, r.Span)
		}
		if d.Fix != nil {
			for _, e := range d.Fix.Edits {
				spans = append(spans, e.Span)
			}
		}
		for _, s := range spans {
			if s.Start < 0 || s.End < s.Start || s.End > len(d.File.Text) {
				t.Errorf("%s: span %v of a file of %d bytes", d.Rule, s, len(d.File.Text))
			}
		}
	}
}
