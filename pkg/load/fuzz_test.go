package load_test

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/load"
)

// FuzzRead reads texts under any name, and the definitions inside them: nothing crashes, whatever dialect they look like, and findings have places in the text.
func FuzzRead(f *testing.F) {
	f.Add("x.asl.json", []byte(pass))
	f.Add("x.yaml", []byte("StartAt: A\nStates:\n  A: {Type: Pass, End: true}\n"))
	f.Add("x.flow", []byte("A -> B (- {a: 1} -)\n"))
	f.Add("<stdin>", []byte("A -> ["))
	f.Add("template.yaml", []byte("Resources:\n  M:\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n      Definition: {StartAt: A, States: {A: {Type: Pass, End: true}}}\n"))
	f.Add("x.json", []byte("{\"id\": \"\xff\", \"steps\": [{}]}"))
	f.Add("t.yaml", []byte("Resources:\n  M:\n    Type: AWS::Serverless::StateMachine\n    Properties:\n      DefinitionString: !Sub |\n        {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Pas\", \"InputPath\": \"$.a[\"}}}\n"))
	f.Add("t.json", []byte(`{"Resources": {"M": {"Type": "AWS::StepFunctions::StateMachine", "Properties": {"DefinitionString": {"Fn::Join": ["", ["{\"StartAt\": \"", {"Ref": "x"}, "\", \"States\": {}}"]]}}}}}`))
	f.Add("main.tf", []byte("resource \"aws_sfn_state_machine\" \"m\" {\n  definition = <<-EOF\n    {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"${a}\", \"Next\": \"B\"}}}\n  EOF\n}\n"))
	f.Add("x.asl.json.tpl", []byte(`{"StartAt": "A", "States": {"A": {"Type": "Wait", "Seconds": ${n}, %{ if c }"Next": "B"%{ else }"End": true%{ endif }}}}`))
	loader := load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{})}
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		definitions := loader.ReadAll(load.Text(name, text))
		for _, d := range definitions {
			findings := append(d.TextFindings(), d.Around...)
			if d.Syntax != nil {
				findings = append(findings, d.Syntax.Check()...)
			}
			d.Locate(findings)
			for _, x := range findings {
				if x.Span.Start < 0 || x.Span.End < x.Span.Start || x.Span.End > len(x.File.Text) {
					t.Errorf("%s is at %v of %d bytes", x.Rule, x.Span, len(x.File.Text))
				}
			}
			d.Lower()
		}
		load.Link(definitions...)
	})
}
