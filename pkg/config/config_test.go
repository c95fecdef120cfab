package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

func vocabulary() Vocabulary {
	return Vocabulary{
		Rules:    []string{"a/name", "a/path", "net/loop", "net/dead"},
		Dialects: []string{"one", "two"},
		Options:  []Option{{Key: "oneLevel", Values: []string{"2016", "current"}}, {Key: "most"}},
	}
}

// loader returns a loader of files that are given by their absolute paths.
func loader(files map[string]string) *Loader {
	return &Loader{Dir: "/repo", Vocabulary: vocabulary(), Read: func(path string) ([]byte, error) {
		if text, ok := files[path]; ok {
			return []byte(text), nil
		}
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}}
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"no version", "failOn: error\n", `1:1: the configuration has no version; add version: 1`},
		{"another version", "version: 2\n", `1:10: version must be 1, found 2`},
		{"misspelled key", "version: 1\nexcludes: [a]\n", `2:1: unknown key "excludes" in the configuration; did you mean "exclude"?`},
		{"misspelled rule", "version: 1\nrules:\n  net/lop: off\n", `3:3: there is no rule "net/lop"; did you mean "net/loop"?`},
		{"pattern without a rule", "version: 1\nrules: {zz/*: off}\n", `2:9: there is no rule "zz/*"; 'flowglot rules' lists them`},
		{"misspelled level", "version: 1\nrules:\n  net/loop: eror\n", `3:13: invalid level "eror"; did you mean "error"?`},
		{"unknown dialect", "version: 1\nfiles:\n  - {match: x, dialect: tow}\n", `3:25: invalid dialect "tow"; did you mean "two"?`},
		{"option out of range", "version: 1\nfiles: [{match: x, oneLevel: 2017, most: 0}]\n",
			`2:30: invalid oneLevel 2017; use 2016 or current
2:42: most must be a whole number of 1 or more, found 0`},
		{"section without match", "version: 1\nfiles:\n  - dialect: one\n", `3:5: a section of files has no match; add a pattern, such as match: "flows/**"`},
		{"bad pattern", "version: 1\nexclude: ['[a']\n", `2:11: invalid pattern "[a" in exclude`},
		{"no reason", "version: 1\nrules:\n  a/name:\n    ignore:\n      - path: x\n", `5:9: an ignored place has no reason; add why: reason: "…"`},
		{"bad pointer", "version: 1\nrules:\n  a/name: {ignore: [{pointer: States, reason: r}]}\n",
			`3:31: invalid pointer "States"; a JSON pointer begins with "/", such as /States/Poll`},
		{"broken YAML", "version: 1\nrules: [\n", `2:9: expected`},
		{"not a mapping", "- a\n", `1:1: the configuration must be a mapping, found an array`},
		{"lists", "version: 1\nfiles: {}\nrules: []\n", `2:8: files must be a list of sections, found an object
3:8: rules must be a mapping of rules to levels, found an array`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := source.NewFile(FileName, []byte(test.text))
			c := Read(f, "/repo", vocabulary())
			if got := said(c.Findings); !strings.HasPrefix(got, test.want) || test.name != "broken YAML" && got != test.want+"\n" {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func said(ds []diag.Diagnostic) string {
	var b strings.Builder
	for _, d := range ds {
		p := d.File.Position(d.Span.Start)
		fmt.Fprintf(&b, "%d:%d: %s", p.Line, p.Column, d.Message)
		if d.Help != "" {
			b.WriteString("; " + d.Help)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// nested is a repository with a configuration at its root and one below it.
var nested = map[string]string{
	"/repo/.flowglot.yaml": `version: 1
exclude: ["vendor/**", generated]
files:
  - {match: "flows/legacy/**", dialect: one, oneLevel: 2016}
  - {match: ["flows/**", "*.flow.json"], dialect: two, oneLevel: current, most: 3, rules: {net/dead: info}}
rules:
  net/*: error
  net/loop: off
  a/name: {severity: warning, ignore: [{path: "flows/poll.json", pointer: "/States/Poll", reason: "limited upstream"}]}
failOn: warning
`,
	"/repo/flows/new/.flowglot.yaml": "version: 1\nextends: ../..\nfiles: [{match: '*', most: 9}]\nrules: {net/loop: on, a/*: off}\n",
}

func TestSettings(t *testing.T) {
	t.Parallel()
	l := loader(nested)
	tests := []struct{ file, want string }{
		{"README.md", `# README.md
failOn: warning    # .flowglot.yaml:10
rules:
  net/loop: off    # .flowglot.yaml:8
  a/name: warning  # .flowglot.yaml:9
  net/*: error     # .flowglot.yaml:7
`},
		{"vendor/a/b.json", "exclude: vendor/**  # .flowglot.yaml:2\n"},
		{"x/generated/y.json", "exclude: generated  # .flowglot.yaml:2\n"},
		{"flows/legacy/a.json", "dialect: one       # .flowglot.yaml:4\noneLevel: 2016     # .flowglot.yaml:4\nfailOn"},
		{"x/y.flow.json", "dialect: two       # .flowglot.yaml:5\nmost: 3            # .flowglot.yaml:5\noneLevel: current  # .flowglot.yaml:5\n"},
		{"flows/new/a.json", `# flows/new/a.json
dialect: two       # .flowglot.yaml:5
most: 9            # flows/new/.flowglot.yaml:3
oneLevel: current  # .flowglot.yaml:5
failOn: warning    # .flowglot.yaml:10
rules:
  net/loop: on     # flows/new/.flowglot.yaml:4
  a/*: off         # flows/new/.flowglot.yaml:4
  net/dead: info   # .flowglot.yaml:5
  net/loop: off    # .flowglot.yaml:8
  a/name: warning  # .flowglot.yaml:9
  net/*: error     # .flowglot.yaml:7
`},
		{"flows/poll.json", "ignored:\n  a/name at flows/poll.json /States/Poll: limited upstream  # .flowglot.yaml:9\n"},
		{"/elsewhere/a.json", "# no configuration; the defaults hold\n"},
	}
	for _, test := range tests {
		var b bytes.Buffer
		if err := l.For(test.file).Show(&b, test.file); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(squeezed(b.String()), squeezed(test.want)) {
			t.Errorf("%s:\n%s\nlacks\n%s", test.file, &b, test.want)
		}
	}
	if found := l.Findings(); len(found) > 0 {
		t.Error(said(found))
	}
}

// squeezed is a text with one blank where there are several.
func squeezed(s string) string {
	for strings.Contains(s, "  ") {
		s = strings.ReplaceAll(s, "  ", " ")
	}
	return s
}

func TestLevel(t *testing.T) {
	t.Parallel()
	s := loader(nested).For("flows/new/a.json")
	for rule, want := range map[string]RuleLevel{
		"net/loop": {}, "net/dead": {Severity: diag.Info}, "a/name": {Off: true}, "a/path": {Off: true},
	} {
		got, ok := s.Level(rule)
		if !ok || got.Off != want.Off || got.Severity != want.Severity {
			t.Errorf("%s: %+v, %v", rule, got, ok)
		}
	}
	if _, ok := s.Level("source/syntax"); ok {
		t.Error("nothing is said of source/syntax")
	}
}

func TestIgnored(t *testing.T) {
	t.Parallel()
	s := loader(nested).For("flows/poll.json")
	f := source.NewFile("flows/poll.json", []byte(`{"States": {"Poll": {"x": 1}, "Poll2": 2}}`))
	source.Parse(f)
	for text, want := range map[string]bool{`1`: true, `"Poll"`: true, `2}`: false} {
		at := bytes.Index(f.Text, []byte(text))
		d := diag.Diagnostic{Rule: "a/name", File: f, Span: source.Span{Start: at, End: at + 1}}
		if got := s.Ignored(&d) != nil; got != want {
			t.Errorf("%s: %v", text, got)
		}
		d.Rule = "a/path"
		if s.Ignored(&d) != nil {
			t.Error("another rule is ignored")
		}
	}
}

func TestExtendsGoneWrong(t *testing.T) {
	t.Parallel()
	l := loader(map[string]string{
		"/repo/.flowglot.yaml":   "version: 1\nextends: [a, nowhere]\n",
		"/repo/a/.flowglot.yaml": "version: 1\nextends: ../.flowglot.yaml\nrules: {net/loop: off}\n",
	})
	if got, _ := l.For("x.json").Level("net/loop"); !got.Off {
		t.Error("what is extended does not hold")
	}
	want := "2:14: the configuration \"nowhere\" does not exist\n2:10: the configuration extends itself through \"../.flowglot.yaml\"\n"
	if diff := cmp.Diff(want, said(l.Findings())); diff != "" {
		t.Error(diff)
	}
}

func TestInitial(t *testing.T) {
	t.Parallel()
	text := Initial([]Found{
		{Path: "a.asl.json", Dialect: "one", Telling: true},
		{Path: "flows/a.json", Dialect: "one"}, {Path: "flows/b.json", Dialect: "one"},
		{Path: "mixed/a.yaml", Dialect: "two"}, {Path: "mixed/b.yaml"}, {Path: "top.json", Dialect: "two"},
	})
	f := source.NewFile(FileName, text)
	c := Read(f, "/repo", vocabulary())
	if len(c.Findings) > 0 {
		t.Errorf("%s\n%s", text, said(c.Findings))
	}
	var got []string
	for _, s := range c.Sections {
		got = append(got, s.Match[0].Text+" "+s.Dialect.Text)
	}
	if diff := cmp.Diff([]string{"flows/*.json one", "mixed/a.yaml two", "top.json two"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestSchema(t *testing.T) {
	t.Parallel()
	schema, err := jsonschema.CompileString("config.json", string(Schema(vocabulary())))
	if err != nil {
		t.Fatal(err)
	}
	check := func(text string) error {
		f := source.NewFile(FileName, []byte(text))
		source.Parse(f)
		return schema.Validate(plain(f.Root))
	}
	for path, text := range nested {
		if err := check(text); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, wrong := range []string{"version: 2", "version: 1\nrules: {net/lop: off}", "version: 1\nfiles: [{dialect: one}]",
		"version: 1\nfiles: [{match: x, most: 0}]", "version: 1\nrules: {a/name: {ignore: [{path: x}]}}"} {
		if check(wrong) == nil {
			t.Errorf("the schema accepts %q", wrong)
		}
	}
}

// plain returns a tree as the values that the schema library knows.
func plain(n *source.Node) any {
	switch n.Kind {
	case source.Object:
		out := map[string]any{}
		for _, m := range n.Members {
			out[m.Key] = plain(m.Value)
		}
		return out
	case source.Array:
		out := []any{}
		for _, x := range n.Items {
			out = append(out, plain(x))
		}
		return out
	case source.Number:
		return json.Number(n.Text)
	case source.Bool:
		return n.Text == "true"
	case source.String:
		return n.Text
	}
	return nil
}

// FuzzRead reads hostile configurations and asks for the settings of a file.
func FuzzRead(f *testing.F) {
	for _, text := range nested {
		f.Add(text)
	}
	f.Add("version: 1\nextends: .\nfiles: [&a {match: *a}]\nrules: {'*': {ignore: [*a]}}")
	f.Add("rules: {a/name: {ignore: {}, severity: []}}\nexclude: '**/{a,b'\nfiles: [[], 1, null]")
	f.Fuzz(func(t *testing.T, text string) {
		l := loader(map[string]string{"/repo/.flowglot.yaml": text})
		s := l.For("a/b.json")
		var b bytes.Buffer
		if err := s.Show(&b, "a/b.json"); err != nil {
			t.Fatal(err)
		}
		s.Ignored(&diag.Diagnostic{Rule: "a/name"})
		for _, d := range l.Findings() {
			if d.Span.Start < 0 || d.Span.End > len(text) || d.Span.Start > d.Span.End {
				t.Errorf("%q has no place: %v", d.Message, d.Span)
			}
		}
	})
}
