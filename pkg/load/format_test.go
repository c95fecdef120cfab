package load_test

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/load"
)

// sam is a template with one machine, M, whose property begins in line 5.
func sam(property string) string {
	return "Resources:\n  M:\n    Type: AWS::Serverless::StateMachine\n    Properties:\n" + property
}

// terraform is a configuration with one machine, m.
func terraform(definition string) string {
	return "resource \"aws_sfn_state_machine\" \"m\" {\n  name       = \"m\" # its name\n  definition = " + definition + "\n}\n"
}

// TestFormatInside formats definitions inside other files: their text alone changes, and a second time changes nothing.
func TestFormatInside(t *testing.T) {
	t.Parallel()
	loader := load.Loader{Dialects: all.Dialects()}
	for _, c := range []struct {
		what, name, text, want string
	}{
		{"an object of YAML with comments, at its place", "template.yaml",
			sam("      Definition: # of the shop\n        # where it begins\n        StartAt: A\n        States:\n            A: # first\n                End: true\n                Resource: !GetAtt  F.Arn\n" +
				"                Type: Task\n        # the end\n      Name:   m # as it is\n"),
			sam("      Definition: # of the shop\n        # where it begins\n        StartAt: A\n        States:\n          A: # first\n            Type: Task\n            Resource: !GetAtt F.Arn\n" +
				"            End: true\n        # the end\n      Name:   m # as it is\n")},
		{"an object of YAML in a list", "template.yaml",
			sam("      Definition: !If\n        - C\n        - States:\n            A: {End: true, Type: Pass}\n          StartAt: A\n        - {StartAt: B, States: {B: {End: true, Type: Pass}}}\n"),
			sam("      Definition: !If\n        - C\n        - StartAt: A\n          States:\n            A: { Type: Pass, End: true }\n        - { StartAt: B, States: { B: { Type: Pass, End: true } } }\n")},
		{"a block scalar, with placeholders", "template.yaml",
			sam("      DefinitionString:   !Sub |-\n\n          {\n            \"StartAt\":\"A\", \"States\": {\"A\": {\"End\":true,\"Seconds\":${N},\"Resource\":\"${!R}\",\n          \"Type\":\"Task\"}}}\n\n      Name:   m\n"),
			sam("      DefinitionString:   !Sub |-\n\n          {\n            \"StartAt\": \"A\",\n            \"States\": { \"A\": { \"Type\": \"Task\", \"Resource\": \"${!R}\", \"Seconds\": ${N}, \"End\": true } }\n          }\n\n      Name:   m\n")},
		{"an object of JSON", "x.template",
			`{"Resources":{"M":{"Type":"AWS::StepFunctions::StateMachine","Properties":{"Name":"m",` + "\n" + `    "Definition":{"States":{"A":{"End":true,"Type":"Pass"}},` + "\n" + `"StartAt":"A"}}}}}`,
			`{"Resources":{"M":{"Type":"AWS::StepFunctions::StateMachine","Properties":{"Name":"m",` + "\n" + `    "Definition":{ "StartAt": "A", "States": { "A": { "Type": "Pass", "End": true } } }}}}}`},
		{"a heredoc, with interpolations", "main.tf",
			terraform("<<-EOF\n      {\n\"StartAt\":\"A\",\n\"States\":{\"A\":{\"End\":true,\"Type\":\"Task\",\"Resource\":\"${f[\"x\"]}\",\"Comment\":\"$${y}\"}}}\n  EOF"),
			terraform("<<-EOF\n{\n  \"StartAt\": \"A\",\n  \"States\": { \"A\": { \"Type\": \"Task\", \"Comment\": \"$${y}\", \"Resource\": \"${f[\"x\"]}\", \"End\": true } }\n}\n  EOF")},
		{"jsonencode, with comments", "main.tf",
			terraform("jsonencode({\n      States = { A = { End = true, Type = \"Pass\" } } # all of them\n    # where it begins\n    StartAt = \"A\",\n  })"),
			terraform("jsonencode({\n    # where it begins\n    StartAt = \"A\"\n    States  = { A = { Type = \"Pass\", End = true } }, # all of them\n  })")},
		{"yamldecode", "main.tf",
			terraform("jsonencode(yamldecode(<<-EOF\n    StartAt: A\n    States:\n        A: # first\n            End: true\n            Type: Pass\n  EOF\n  ))"),
			terraform("jsonencode(yamldecode(<<-EOF\n    StartAt: A\n    States:\n      A: # first\n        Type: Pass\n        End: true\n  EOF\n  ))")},
		{"a template", "x.asl.json.tpl", "{\n\"StartAt\": \"A\", \"States\":\n{\"A\": {\"End\": ${lookup(v, \"x\")}, \"Type\": \"${t}\"}}}\n\n",
			"{\n  \"StartAt\": \"A\",\n  \"States\": { \"A\": { \"Type\": \"${t}\", \"End\": ${lookup(v, \"x\")} } }\n}\n\n"},
		{"lines that end as on Windows", "template.yaml",
			strings.ReplaceAll(sam("      Definition:\n        States:\n          A: {End: true, Type: Pass}\n        StartAt: A\n"), "\n", "\r\n"),
			strings.ReplaceAll(sam("      Definition:\n        StartAt: A\n        States:\n          A: { Type: Pass, End: true }\n"), "\n", "\r\n")},
		{"the Serverless Framework", "serverless.yml",
			"stepFunctions:\n  stateMachines:\n    m:\n      definition:\n        States: {A: {End: true, Type: Wait, Seconds: \"${self:custom.n}\"}}\n        StartAt: A\n",
			"stepFunctions:\n  stateMachines:\n    m:\n      definition:\n        StartAt: A\n        States: { A: { Type: Wait, Seconds: \"${self:custom.n}\", End: true } }\n"},
	} {
		x := loader.Format(loader.ReadAll(load.Text(c.name, []byte(c.text))))
		if len(x.Broken)+len(x.Kept) > 0 {
			t.Errorf("%s: %v %v", c.what, x.Broken, x.Kept)
		}
		if string(x.Text) != c.want {
			t.Errorf("%s is\n%s\nand should be\n%s", c.what, x.Text, c.want)
		}
		if again := loader.Format(loader.ReadAll(load.Text(c.name, x.Text))); string(again.Text) != string(x.Text) {
			t.Errorf("%s is, the second time,\n%s", c.what, again.Text)
		}
	}
}

// TestFormatKept has definitions that stay as they are, with the reason.
func TestFormatKept(t *testing.T) {
	t.Parallel()
	loader := load.Loader{Dialects: all.Dialects()}
	for _, c := range []struct {
		name, text, why string
	}{
		{"x.json", `{"Resources": {"M": {"Type": "AWS::Serverless::StateMachine", "Properties": {"DefinitionString": "{\"States\": {}, \"StartAt\": \"A\"}"}}}}`, "it is a string in quotes"},
		{"t.yaml", sam("      DefinitionString: !Join ['', ['{\"States\": {}, ', '\"StartAt\": \"A\"}']]\n"), "it is the result of a function"},
		{"t.yaml", sam("      DefinitionString: !Sub |\n        {\"States\": {\"A\": {\"Comment\": \"\\u0024{A}\"}}}\n"), "its file would mean something else"},
		{"t.yaml", "x: &x { Type: Pass, End: true }\n" + sam("      Definition:\n        States: {A: *x}\n"), "it cannot be read without the rest of its file"},
		{"main.tf", terraform(`"{\"States\": {}, \"StartAt\": \"A\"}"`), "it is a string in quotes"},
		{"main.tf", terraform("<<EOF\n{\"States\": {%{ if c }\"A\": {}%{ endif }}}\nEOF"), "parts of it depend on conditions, or are repeated"},
		{"main.tf", terraform("jsonencode({ States = { (a) = {} } })"), "its file would mean something else"},
	} {
		x := loader.Format(loader.ReadAll(load.Text(c.name, []byte(c.text))))
		if len(x.Kept) != 1 || x.Kept[0].Why != c.why || string(x.Text) != c.text || len(x.Broken) > 0 {
			t.Errorf("%s is kept as %v, with the problems %v, and should be kept: %s", c.text, x.Kept, x.Broken, c.why)
		}
	}
}

// TestFormatBroken has definitions inside files that cannot be parsed: nothing changes.
func TestFormatBroken(t *testing.T) {
	t.Parallel()
	loader := load.Loader{Dialects: all.Dialects()}
	for _, text := range []string{
		sam("      DefinitionString: !Sub |\n        {\"States\": {\"A\": \n"),
		sam("      Definition:\n        States: {A: {Type: Pass}\n"),
	} {
		x := loader.Format(loader.ReadAll(load.Text("t.yaml", []byte(text))))
		if len(x.Broken) == 0 || string(x.Text) != text {
			t.Errorf("%s has the problems %v", text, x.Broken)
		}
	}
}
