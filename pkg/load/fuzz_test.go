package load_test

import (
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/source"
)

// FuzzRead reads texts under any name, and the definitions inside them: nothing crashes, whatever dialect they look like, and findings have
// places in the text.
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
				findings = append(findings, d.Syntax.Check(0)...)
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

// FuzzFormat formats definitions inside other files: a second time changes nothing, the tree of the file is the same but for the texts of
// definitions, and each definition has the same tree.
func FuzzFormat(f *testing.F) {
	f.Add("t.yaml", []byte("Resources:\n  M:\n    Type: AWS::Serverless::StateMachine\n    Properties:\n      Definition:\n        # a\n        States:\n            A: # b\n                End: true\n                Type: !Ref x\n        StartAt: &a A\n      # c\n    Other: *a\n"))
	f.Add("t.yaml", []byte("Resources:\n  M:\n    Type: AWS::Serverless::StateMachine\n    Properties:\n      DefinitionString: !Sub |2-\n\n          {\"States\":\n         {\"A\": {\"End\": ${!b}, \"Type\": \"Pa${s}\"}}}\n\n    Other: x\n"))
	f.Add("t.yaml", []byte("Resources:\r\n  M:\r\n    Type: AWS::Serverless::StateMachine\r\n    Properties:\r\n      Definition: {States: {A: {End: 1, Type: |+\r\n  x}},\r\n  StartAt: A}\r\n"))
	f.Add("t.json", []byte("{\"Resources\": {\"M\": {\"Type\": \"AWS::Serverless::StateMachine\", \"Properties\": {\n\t\"Definition\": {\"States\": {\"A\": {\n\"End\": true}}, \"StartAt\": \"A\"}}}}}"))
	f.Add("s.yml", []byte("stepFunctions:\n  stateMachines:\n    m:\n      definition:\n        States: {A: {Seconds: \"${self:x}\", Type: Wait}}\n        StartAt: A\n"))
	f.Add("main.tf", []byte("resource \"aws_sfn_state_machine\" \"m\" {\n  definition = <<-EOF\n    {\n\"States\": {\"A\": {\"Next\": \"B\", \"Type\": \"${a[\"b\"]}\", \"C\": \"$${d}\"}}}\n  EOF\n}\n"))
	f.Add("main.tf", []byte("resource \"aws_sfn_state_machine\" \"m\" {\n  definition = jsonencode({\n  # a\n  States = { \"A\" : { Next = b(), Type = \"C${d}\" }, } // e\n  StartAt = \"A\", /* f */\n })\n}\n"))
	f.Add("main.tf", []byte("resource \"aws_sfn_state_machine\" \"m\" {\n  definition = jsonencode(yamldecode(<<EOF\n# a\nStates:\n    A: {End: true}\n    # b\nEOF\n))\n}\n"))
	f.Add("x.asl.json.tpl", []byte("\n{\"States\": {\"A\":\n{\"Seconds\": ${x(\"y\")}, \"Type\": \"Wait\"}}}\n"))
	loader := load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{})}
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		before := loader.ReadAll(load.Text(name, text))
		if before[0].Dialect == nil || before[0].Outer == nil {
			return
		}
		x := loader.Format(before)
		after := loader.ReadAll(load.Text(name, x.Text))
		if again := loader.Format(after); string(again.Text) != string(x.Text) {
			t.Fatalf("formatting\n%s\ngives\n%s\nand the second time\n%s", text, x.Text, again.Text)
		}
		if len(before) != len(after) {
			t.Fatalf("%d definitions became %d in\n%s", len(before), len(after), x.Text)
		}
		for i := range before {
			if a, b := before[i], after[i]; a.Part != b.Part || len(a.Problems) != len(b.Problems) || !source.Same(a.File.Root, b.File.Root, nil) {
				t.Fatalf("%s means something else in\n%s\nthan in\n%s", a.Part, x.Text, text)
			}
		}
		a, b := source.NewFile(name, text), source.NewFile(name, x.Text)
		source.Parse(a)
		source.Parse(b)
		definition := func(n *source.Node) bool {
			return n.Kind == source.String && slices.ContainsFunc(before, func(d *load.Definition) bool { return n.Span.Contains(d.Whole) || d.Whole.Contains(n.Span) })
		}
		if before[0].Part != "" && before[0].Owner().Format != source.PlainText && !source.Same(a.Root, b.Root, definition) {
			t.Fatalf("%s\nbecame\n%s", text, x.Text)
		}
	})
}
