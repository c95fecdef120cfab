package load_test

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/load"
)

// FuzzRead reads texts under any name: nothing crashes, whatever dialect they look like, and findings have places in the text.
func FuzzRead(f *testing.F) {
	f.Add("x.asl.json", []byte(pass))
	f.Add("x.yaml", []byte("StartAt: A\nStates:\n  A: {Type: Pass, End: true}\n"))
	f.Add("x.flow", []byte("A -> B (- {a: 1} -)\n"))
	f.Add("<stdin>", []byte("A -> ["))
	f.Add("template.yaml", []byte("Resources:\n  M:\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n      Definition: {StartAt: A, States: {A: {Type: Pass, End: true}}}\n"))
	f.Add("x.json", []byte("{\"id\": \"\xff\", \"steps\": [{}]}"))
	loader := load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{})}
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		d := loader.Read(load.Text(name, text))
		findings := d.TextFindings()
		if d.Syntax != nil {
			findings = append(findings, d.Syntax.Check()...)
		}
		d.Locate(findings)
		for _, x := range findings {
			if x.Span.Start < 0 || x.Span.End < x.Span.Start || x.Span.End > len(x.File.Text) {
				t.Errorf("%s is at %v of %d bytes", x.Rule, x.Span, len(x.File.Text))
			}
		}
		if p := d.Lower(); p != nil {
			load.Link(d)
		}
	})
}
