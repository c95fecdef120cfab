package load_test

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/source"
)

const pass = `{"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true}}}`

func TestRead(t *testing.T) {
	t.Parallel()
	arrow := dialects.Named(all.Dialects(), "arrow")
	for _, test := range []struct {
		name, text string
		forced     dialects.Dialect
		dialect    string
		format     source.Format
		problems   int
	}{
		{"x.asl.json", pass, nil, "asl", source.JSON, 0},
		{"x.json", pass, nil, "asl", source.JSON, 0},
		{"x.asl.json", pass[:20], nil, "asl", source.JSON, 1},
		{"x.flow", "A -> B\n", nil, "arrow", source.PlainText, 0},
		// Neither of these names shows that the text has no tree.
		{"<stdin>", "A -> B\n", nil, "arrow", source.PlainText, 0},
		{"x.json", "A -> [\n", arrow, "arrow", source.PlainText, 0},
		{"x.json", "[1]", nil, "", source.JSON, 0},
	} {
		loader := load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{Dialect: test.forced})}
		s := load.Text(test.name, []byte(test.text))
		d := loader.Read(s)
		name := ""
		if d.Dialect != nil {
			name = d.Dialect.Name()
		}
		if name != test.dialect || d.File.Format != test.format || len(d.Problems) != test.problems {
			t.Errorf("%s %q is %q in the format %d with %d problems", test.name, test.text, name, d.File.Format, len(d.Problems))
		}
		if d.File.Format == source.PlainText && d.File.Root != nil {
			t.Errorf("%s %q has a tree", test.name, test.text)
		}
		if p := d.Lower(); p != d.Lower() || (p == nil) != (name == "" || test.problems > 0) {
			t.Errorf("%s %q becomes the program %v", test.name, test.text, p)
		}
	}
}

// TestSettingsDependOnThePath reads two files at two levels of a language.
func TestSettingsDependOnThePath(t *testing.T) {
	t.Parallel()
	loader := load.Loader{Dialects: all.Dialects(), Settings: func(path string) load.Settings {
		if strings.HasPrefix(path, "legacy/") {
			return load.Settings{Options: dialects.Options{Settings: dialects.Settings{"asl-level": "2016"}}}
		}
		return load.Settings{}
	}}
	text := []byte(`{"StartAt": "A", "States": {"A": {"Type": "Pass", "Parameters": {}, "End": true}}}`)
	for path, want := range map[string]bool{"legacy/x.asl.json": true, "x.asl.json": false} {
		errors := diag.Worst(loader.Read(load.Text(path, text)).Syntax.Check(0)) == diag.Error
		if errors != want {
			t.Errorf("%s has errors: %v", path, errors)
		}
	}
}

// TestLocate finds a mistake in a definition that is written inside of another file, as a string of JSON with escapes.
func TestLocate(t *testing.T) {
	t.Parallel()
	text := `{"Resources": {"Order": {"Type": "AWS::StepFunctions::StateMachine", "Properties": {"DefinitionString":
  "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Pass\", \"End\": tru}}}"}}}}`
	all := (&load.Loader{Dialects: all.Dialects()}).ReadAll(load.Text("template.json", []byte(text)))
	if len(all) != 1 || all[0].Part != "Order" || all[0].Outer == nil {
		t.Fatalf("%d definitions: %+v", len(all), all[0])
	}
	d := all[0]
	findings := d.TextFindings()
	if len(findings) != 1 {
		t.Fatalf("%d findings", len(findings))
	}
	findings[0].Related = []diag.Related{{File: d.File, Span: source.Span{Start: 0, End: 1}}}
	findings[0].Fix = &diag.Fix{Edits: []diag.Edit{{Span: findings[0].Span, Text: `"x"`}}}
	d.Locate(findings)
	x := findings[0]
	if at := d.Outer.Position(x.Span.Start); x.File != d.Outer || at != (source.Position{Line: 2, Column: 75}) {
		t.Errorf("it is at %v of %s", at, x.File.Name)
	}
	if x.Related[0].File != d.Outer || x.Fix.Edits[0].Text != `\"x\"` {
		t.Errorf("related %+v, edits %+v", x.Related, x.Fix.Edits)
	}
	if whole := d.Where(source.Span{}); text[whole.Start:whole.End][:5] != `"{\"S` {
		t.Errorf("the whole is at %v", whole)
	}
}

func TestLink(t *testing.T) {
	t.Parallel()
	loader := load.Loader{Dialects: all.Dialects()}
	broken := loader.Read(load.Text("x.asl.json", []byte("{")))
	first := loader.Read(load.Text("first.asl.json", []byte(pass)))
	second := loader.Read(load.Text("second.asl.json", []byte(pass)))
	p := load.Link(broken, first, second)
	if len(p.Workflows) != 2 || p.Start() != first.Lower().Start() {
		t.Errorf("%d workflows, of which %s starts", len(p.Workflows), p.Start().ID)
	}
	if load.Link() == nil || load.Link().Start() != nil {
		t.Error("no definitions are not an empty program")
	}
}

func TestOpen(t *testing.T) {
	t.Parallel()
	loader := load.Loader{Stdin: strings.NewReader(pass), StdinName: "x.asl.json"}
	s, err := loader.Open("-")
	if err != nil || s.File.Name != "x.asl.json" || string(s.File.Text) != pass {
		t.Errorf("%+v, %v", s.File, err)
	}
	if _, err := (&load.Loader{}).Open("-"); err == nil {
		t.Error("there is no standard input, and it was read")
	}
	if _, err := loader.Open(t.TempDir()); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("a directory: %v", err)
	}
}
