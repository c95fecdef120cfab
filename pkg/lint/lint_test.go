package lint

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/load"
)

// machine is a definition with these states, whose first is the start.
func machine(start string, states ...string) string {
	return fmt.Sprintf("{\"StartAt\": %q, \"States\": {\n%s\n}}", start, strings.Join(states, ",\n"))
}

// pass is a Pass state on a line of its own.
func pass(name, next string) string {
	if next == "" {
		return fmt.Sprintf("%q: {\"Type\": \"Pass\", \"End\": true}", name)
	}
	return fmt.Sprintf("%q: {\"Type\": \"Pass\", \"Next\": %q}", name, next)
}

// choice is a Choice state with one rule, and a default unless that is empty.
func choice(name, next, otherwise string) string {
	if otherwise != "" {
		otherwise = fmt.Sprintf(`, "Default": %q`, otherwise)
	}
	return fmt.Sprintf(`%q: {"Type": "Choice", "Choices": [{"Variable": "$.x", "BooleanEquals": true, "Next": %q}]%s}`, name, next, otherwise)
}

// findings spells what is found as "line:column severity rule".
func findings(text, level string) string {
	var out []string
	for _, d := range check(diag.Example{Name: "x.asl.json", Text: text, Level: level}) {
		p := d.File.Position(d.Span.Start)
		out = append(out, fmt.Sprintf("%d:%d %s %s", p.Line, p.Column, d.Severity, d.Rule))
	}
	return strings.Join(out, ", ")
}

func TestNetRules(t *testing.T) {
	t.Parallel()
	caught := func(name, next, handler string) string {
		return fmt.Sprintf(`%q: {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:111122223333:function:a", "Next": %q,`+
			` "Catch": [{"ErrorEquals": ["States.ALL"], "Next": %q}]}`, name, next, handler)
	}
	for _, test := range []struct {
		name, text    string
		at2016, today string
	}{
		{"a chain", machine("a", pass("a", "b"), pass("b", "")), "", ""},
		{"a state that nothing refers to", machine("a", pass("a", ""), pass("b", "a")),
			"3:1 warning net/unreferenced", "3:1 error net/unreferenced"},
		{"what only such a state leads to is not reported again", machine("a", pass("a", ""), pass("b", "c"), pass("c", "")),
			"3:1 warning net/unreferenced", "3:1 error net/unreferenced"},
		{"an island", machine("a", pass("a", ""), pass("b", "c"), pass("c", "b")),
			"3:1 warning net/unreachable", "3:1 error net/unreachable"},
		{"two islands", machine("a", pass("a", ""), pass("b", "b"), pass("c", "d"), pass("d", "c")),
			"3:1 warning net/unreferenced, 3:31 warning net/self-loop, 4:1 warning net/unreachable",
			"3:1 error net/unreferenced, 3:31 warning net/self-loop, 4:1 error net/unreachable"},
		{"nothing ends", machine("a", pass("a", "b"), pass("b", "a")), "2:1 warning net/no-end", "2:1 error net/no-end"},
		{"a trap", machine("a", caught("a", "e", "b"), pass("b", "c"), pass("c", "b"), pass("e", "")),
			"3:1 warning net/endless-cycle", "3:1 warning net/endless-cycle"},
		{"a cycle that an error leaves is none", machine("a", caught("a", "b", "e"), pass("b", "a"), pass("e", "")), "", ""},
		{"a state that goes to itself", machine("a", caught("a", "a", "e"), pass("e", "")),
			"2:95 warning net/self-loop", "2:95 warning net/self-loop"},
		{"a wait of no time", machine("a", `"a": {"Type": "Wait", "Seconds": 0, "End": true}`),
			"2:34 info net/zero-wait", "2:34 info net/zero-wait"},
		{"a choice between one state", machine("a", choice("a", "b", "b"), pass("b", "")), "2:1 warning net/same-target", "2:1 warning net/same-target"},
		{"a choice between two states", machine("a", choice("a", "b", "c"), pass("b", ""), pass("c", "")), "", ""},
		{"a choice that fails without a match", machine("a", choice("a", "b", ""), pass("b", "")), "", "2:1 warning asl/no-default"},
		{"a misspelled target explains what is not reached", machine("a", pass("a", "bb"), pass("b", "")),
			"2:31 error asl/unknown-target", "2:31 error asl/unknown-target"},
		{"an unknown target may", machine("a", pass("a", "elsewhere"), pass("b", "")),
			"2:31 error asl/unknown-target", "2:31 error asl/unknown-target"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := findings(test.text, "2016"); got != test.at2016 {
				t.Errorf("at level 2016: %s, want %s", got, test.at2016)
			}
			if got := findings(test.text, "current"); got != test.today {
				t.Errorf("at level current: %s, want %s", got, test.today)
			}
		})
	}
}

func TestBranchesWithoutAnEnd(t *testing.T) {
	t.Parallel()
	text := machine("p", fmt.Sprintf(`"p": {"Type": "Parallel", "End": true, "Branches": [%s]}`, machine("a", pass("a", "b"), pass("b", "a"))))
	if got := findings(text, "current"); got != "3:1 error net/no-end" {
		t.Error(got)
	}
}

func TestSelection(t *testing.T) {
	t.Parallel()
	rules := Rules(all.Dialects())
	text := machine("a", pass("a", ""), pass("b", "c"), pass("c", "b"), pass("d", "a"))
	for _, test := range []struct {
		enable, disable, severities []string
		want                        string
	}{
		{nil, nil, nil, "error net/unreachable, error net/unreferenced"},
		{nil, []string{"net/*"}, nil, ""},
		{[]string{"net/unreachable"}, []string{"*"}, nil, "error net/unreachable"},
		{nil, nil, []string{"net/*=info", "net/unreachable=warning"}, "warning net/unreachable, info net/unreferenced"},
	} {
		s, err := NewSelection(rules, test.enable, test.disable, test.severities)
		if err != nil {
			t.Fatal(err)
		}
		l := &Linter{Selection: s}
		var out []string
		for _, d := range l.Check(read("x.asl.json", []byte(text))).Findings {
			out = append(out, d.Severity.String()+" "+d.Rule)
		}
		if got := strings.Join(out, ", "); got != test.want {
			t.Errorf("%v: %s, want %s", test, got, test.want)
		}
	}
	for _, wrong := range []string{"net/unreachable", "net/unreachable=bad", "nothing=error"} {
		if _, err := NewSelection(rules, nil, nil, []string{wrong}); err == nil {
			t.Errorf("%q was accepted", wrong)
		}
	}
}

// one reads a file that is one definition.
func one(name string, text []byte) []*load.Definition { return []*load.Definition{read(name, text)} }

func TestEachKeepsTheOrder(t *testing.T) {
	t.Parallel()
	const n = 200
	l := &Linter{}
	open := func(i int) ([]*load.Definition, error) {
		if i == 17 {
			return nil, fmt.Errorf("file %d", i)
		}
		return one(fmt.Sprintf("%d.asl.json", i), []byte(machine("a", pass("a", "")))), nil
	}
	next := 0
	l.Each(n, 8, open, func(i int, _ []*Report, err error) bool {
		if i != next {
			t.Fatalf("file %d came in place of %d", i, next)
		}
		next++
		if (err != nil) != (i == 17) {
			t.Errorf("file %d: %v", i, err)
		}
		return i < n-10
	})
	if next != n-9 {
		t.Errorf("it went on to %d", next)
	}
}

// TestEachReleasesFiles keeps the findings of many files, which must keep neither the text nor the tree of the files; their pointers,
// positions and lines are there all the same.
func TestEachReleasesFiles(t *testing.T) {
	t.Parallel()
	text := []byte(strings.ReplaceAll(machine("a", pass("a", ""), pass("lost", "a"), pass("lost", "a")), "},", "},\n"))
	open := func(int) ([]*load.Definition, error) { return one("x.asl.json", text), nil }
	whole := (&Linter{}).CheckFile(one("x.asl.json", text))[0].Findings
	(&Linter{}).Each(20, 4, open, func(_ int, all []*Report, _ error) bool {
		r := all[0]
		if len(r.Findings) < 2 || len(r.Findings) != len(whole) {
			t.Fatalf("%d findings", len(r.Findings))
		}
		for i, d := range r.Findings {
			if d.File.Root != nil || len(d.File.Text) >= len(text) {
				t.Errorf("%s keeps the file", d.Rule)
			}
			x := whole[i]
			at, was := d.File.Position(d.Span.Start), x.File.Position(x.Span.Start)
			if at != was || d.File.Line(at.Line) != x.File.Line(was.Line) {
				t.Errorf("%s is at %v: %q, not at %v", d.Rule, at, d.File.Line(at.Line), was)
			}
			if pointer, ok := d.Pointer(); !ok || pointer != "/States/lost" {
				t.Errorf("%s points to %q", d.Rule, pointer)
			}
		}
		return true
	})
}

// TestEachReleasesTreesOfDisabledFindings looks beyond the findings that are kept: those that were left out hold no tree either.
func TestEachReleasesTreesOfDisabledFindings(t *testing.T) {
	t.Parallel()
	selection, err := NewSelection(Rules(all.Dialects()), nil, []string{"source/*"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	open := func(int) ([]*load.Definition, error) {
		return one("x.asl.json", []byte(machine("a", pass("a", ""), pass("lost", "a"), pass("lost", "a")))), nil
	}
	(&Linter{Selection: selection}).Each(1, 1, open, func(_ int, all []*Report, _ error) bool {
		r := all[0]
		if len(r.Findings) != 1 {
			t.Errorf("%d findings", len(r.Findings))
		}
		for _, d := range r.Findings[:cap(r.Findings)] {
			if d.File != nil && d.File.Root != nil {
				t.Errorf("%s keeps the tree of its file", d.Rule)
			}
		}
		return true
	})
}

// TestFindingsAreBounded has a file with an error for each of its lines, after a warning for each of as many others.
func TestFindingsAreBounded(t *testing.T) {
	t.Parallel()
	states := []string{pass("a", "")}
	const n = 800
	for i := range n {
		states = append(states, fmt.Sprintf(`"warned%d": {"Type": "Task", "Resource": "urn:t", "End": true}`, i))
	}
	for i := range n {
		states = append(states, pass(fmt.Sprint("x", i), fmt.Sprint("gone", i)))
	}
	all := (&Linter{}).Check(read("x.asl.json", []byte(machine("a", states...)))).Findings
	errors := 0
	for _, d := range all {
		if d.Severity == diag.Error {
			errors++
		}
	}
	last := all[len(all)-1]
	if len(all) != mostFindings+1 || errors < n || last.Rule != tooManyRule.ID || last.Severity == diag.Info ||
		!strings.HasSuffix(last.Message, " more findings are not reported") {
		t.Errorf("%d findings, %d errors, the last: %s %s: %s", len(all), errors, last.Severity, last.Rule, last.Message)
	}
}

// chain is the text of a definition of n states in a row.
func chain(n int) []byte {
	type state map[string]any
	states := make(map[string]state, n)
	for i := range n - 1 {
		states[fmt.Sprint("s", i)] = state{"Type": "Pass", "Next": fmt.Sprint("s", i+1)}
	}
	states[fmt.Sprint("s", n-1)] = state{"Type": "Succeed"}
	text, err := json.Marshal(map[string]any{"StartAt": "s0", "States": states})
	if err != nil {
		panic(err)
	}
	return text
}

func BenchmarkCheck(b *testing.B) {
	for _, size := range []int{10, 1_000, 100_000} {
		text := chain(size)
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			b.ReportAllocs()
			l := &Linter{}
			for b.Loop() {
				l.Check(read("x.asl.json", text))
			}
		})
	}
}

// BenchmarkManyFiles checks 200 definitions of about 5 kB.
func BenchmarkManyFiles(b *testing.B) {
	text := chain(120)
	l := &Linter{}
	b.ReportAllocs()
	for b.Loop() {
		l.Each(200, 0, func(int) ([]*load.Definition, error) { return one("x.asl.json", text), nil },
			func(int, []*Report, error) bool { return true })
	}
}

func FuzzCheck(f *testing.F) {
	for _, r := range Rules(all.Dialects()) {
		f.Add(r.Example.Name, []byte(r.Example.Text))
	}
	f.Add("x.json", []byte("[[[[[{"))
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		l := &Linter{}
		r := l.Check(read(name, text))
		for _, d := range r.Findings {
			if d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(text) {
				t.Errorf("%s: span %v of a text of %d bytes", d.Rule, d.Span, len(text))
			}
			if d.Message == "" || d.Rule == "" || d.Severity == 0 {
				t.Errorf("a finding lacks something: %+v", d)
			}
		}
	})
}
