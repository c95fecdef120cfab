package sw

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

// placeOfFinding prints where a finding is and which rule it is of: "3:14 sw/unknown-field".
func placeOfFinding(d *diag.Diagnostic) string {
	p := d.File.Position(d.Span.Start)
	s := fmt.Sprintf("%d:%d %s", p.Line, p.Column, strings.TrimPrefix(d.Rule, "sw/"))
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
			name := "x.sw.yaml"
			if strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
				name = "x.sw.json"
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
			f, found := check(t, "x.sw.yaml", strings.TrimPrefix(tt.text, "\n"))
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
		"id: a\nname: A\nstates:\n  - {name: first, type: Delay, start: {kind: DEFAULT}, timeDelay: PT1S, transition: {nextState: finsih}}\n" +
			"  - {name: finish, type: inject, end: {kind: default}}\n",
		`{"id": "a", "name": "A", "version": 1.0, "states": [{"name": "w", "type": "switch", "start": {"kind": "default"},
			"dataConditions": [{"condition": "$.x", "transition": {"nextState": "e"}}], "default": {"nextStat": "e"}},
			{"name": "e", "type": "injekt", "end": {"kind": "default"}}]}`,
		`{"id": "a", "name": "A", "events": [{"name": "Rain", "type": "r", "source": "s"}], "states": [
			{"name": "e", "type": "event", "start": {"kind": "default"}, "exclusive": "true",
			"onEvents": [{"eventRefs": ["Rian"], "actions": [], "eventDataFilter": {"inputPath": "{{ $ }}"}}], "end": {"kind": "default"}}]}`,
	} {
		f, found := check(t, "x", text)
		for _, d := range slices.Backward(found) {
			if d.Rule == "sw/unused-event" || d.Rule == "sw/missing-field" {
				continue // follows from a misspelt name
			}
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
		`{"states": [{"type": "inject"}]}`:                 true,
		`{"id": "x", "states": []}`:                        true,
		`{"functions": [], "states": [{}]}`:                true,
		`{"states": [{"name": "a", "transitions": []}]}`:   false,
		`{"initialState": "A", "states": {"A": {}}}`:       false,
		`{"initialState": "A", "states": [{"type": "x"}]}`: false,
		`{"steps": []}`:    false,
		`{"StartAt": "A"}`: false,
		`{"States": {}}`:   false,
		`[]`:               false,
		`null`:             false,
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
	f.Add([]byte("id: a\nstates: &s\n  - {name: a, type: inject, end: {kind: default}, states: *s}\n  - *s\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, name := range []string{"x.sw.json", "x.sw.yaml"} {
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

// chain returns a definition of n states of several types, each of which goes to the next.
func chain(n int) string {
	var b strings.Builder
	b.WriteString("{\n  \"id\": \"big\", \"name\": \"Big\",\n  \"functions\": [{\"name\": \"work\", \"resource\": \"w\"}],\n  \"states\": [\n")
	for i := range n - 1 {
		fmt.Fprintf(&b, "    {\"name\": \"s%d\", ", i)
		if i == 0 {
			b.WriteString(`"start": {"kind": "default"}, `)
		}
		switch i % 3 {
		case 0:
			fmt.Fprintf(&b, `"type": "operation", "actions": [{"functionRef": {"refName": "work"}}], "transition": {"nextState": "s%d"}`, i+1)
		case 1:
			fmt.Fprintf(&b, `"type": "switch", "dataConditions": [{"condition": "{{ $[?(@.n > %d)] }}", "transition": {"nextState": "s%d"}}], "default": {"nextState": "s%d"}`, i, n-1, i+1)
		default:
			fmt.Fprintf(&b, `"type": "delay", "timeDelay": "PT%dS", "transition": {"nextState": "s%d"}`, i, i+1)
		}
		b.WriteString("},\n")
	}
	fmt.Fprintf(&b, "    {\"name\": \"s%d\", \"type\": \"inject\", \"end\": {\"kind\": \"default\"}}\n  ]\n}\n", n-1)
	return b.String()
}

func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			f := source.NewFile("x.sw.json", []byte(chain(n)))
			source.Parse(f)
			b.SetBytes(int64(len(f.Text)))
			b.ReportAllocs()
			for b.Loop() {
				Dialect{}.Read(f, dialects.Options{}).Check()
			}
		})
	}
}
