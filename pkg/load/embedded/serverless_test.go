package embedded

import (
	"fmt"
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
)

// TestServerlessVariables reads values of a definition, and definitions in other files.
func TestServerlessVariables(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"x.yml": "n: 3\nname: ${self:service}\nmachine:\n  definition: {x: \"${self:custom.n}\"}\nonly: {x: 1}\n",
	}
	x := Finder{Read: func(path string) ([]byte, error) {
		if text, ok := files[path]; ok {
			return []byte(text), nil
		}
		return nil, fmt.Errorf("%s: no such file", path)
	}}
	const head = "service: shop\ncustom: {n: 60, dev: {n: 5}, again: \"${self:custom.again}\", o: {a: 1}}\n"
	for _, test := range []struct{ text, want string }{
		{head + service("{x: \"${self:custom.n}\"}\n"), `number "60" at 6:23 in s.yml`},
		{head + service("{x: \"${file(x.yml):n}\"}\n"), `number "3" at 6:23 in s.yml`},
		{head + service("{x: \"${file(x.yml):name}\"}\n"), `string "shop" at 6:23 in s.yml`},
		{head + service("{x: \"${opt:stage, 'dev'}\"}\n"), `string "dev" at 6:23 in s.yml`},
		{head + service("{x: \"${opt:n, self:custom.n}\"}\n"), `number "60" at 6:23 in s.yml`},
		{head + service("{x: \"${self:custom.${opt:stage, 'dev'}.n}\"}\n"), `number "5" at 6:23 in s.yml`},
		{head + service("{x: \"a-${self:service}-${opt:q}-${sls:stage}\"}\n"), `string "a-shop-${opt:q}-dev" at 6:23 in s.yml`},
		{head + service("{x: \"${self:custom.again}\"}\n"), `string "${self:custom.again}" at 6:23 in s.yml`},
		{head + service("{x: \"${AWS::Region}\"}\n"), `string "${AWS::Region}" at 6:23 in s.yml`},
		{head + service("'{\"x\": ${self:custom.n}}'\n"), `number "60" at 6:26 in s.yml`},
		{head + service("${file(x.yml):only}\n"), `number "1" at 5:11 in x.yml`},
		{head + "stepFunctions: {stateMachines: {m: \"${file(x.yml):machine}\"}}\n", `number "60" at 4:19 in x.yml`},
		{head + "stepFunctions: {stateMachines: {m: {definition: \"${self:custom.o}\"}}}\n", `nothing`},
	} {
		f := source.NewFile("s.yml", []byte(test.text))
		if problems := source.Parse(f); len(problems) > 0 {
			t.Fatal(problems[0].Message)
		}
		p := x.Find(f)[0]
		if p.Through != nil {
			p = x.FindWithin(p.Through, p.Path)[0]
		}
		got := "nothing"
		if p.File == nil {
			got = fmt.Sprint(p.Findings)
		} else if n, outer := p.File.Root.Get("x"), f; n != nil {
			if p.Outer != nil {
				outer = p.Outer
			}
			at := outer.Position(n.Span.Start)
			got = fmt.Sprintf("%s %q at %d:%d in %s", []string{"?", "null", "bool", "number", "string"}[kindIndex(n.Kind)], n.Text, at.Line, at.Column, outer.Name)
		}
		if got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

// service is the configuration of a service with one machine, m.
func service(definition string) string {
	return "stepFunctions:\n  stateMachines:\n    m:\n      definition: " + definition
}

func TestServerless(t *testing.T) {
	t.Parallel()
	x := Finder{Read: func(path string) ([]byte, error) {
		switch path {
		case "flows/m.yml":
			return nil, nil
		case "machines.js":
			return []byte("module.exports.all = () => ({})\n"), nil
		case "broken.yml":
			return []byte("m:\n  a: [b\n"), nil
		}
		return nil, fmt.Errorf("%s: no such file", path)
	}}
	for _, w := range []wanted{
		{"serverless.yml", "stepFunctions:\n  stateMachines: ${file(x.yml)}\n", []string{"stateMachines", `2:18-32 the list of state machines cannot be read: x.yml: no such file [missing-file]`}},
		{"serverless.yml", service("\n        States:\n          A: {Seconds: \"${self:custom.n}\"}\n          B: {Resource: {Fn::GetAtt: [f, Arn]}}\n"), []string{"m", "6:11 A", "7:11 B"}},
		{"serverless.yml", service("|\n        {\"States\": {\"${self:custom.x}\": {}, \"B\": {}}}\n"), []string{"m", `5:21 "${self:custom.x}"`, `5:45 "B"`}},
		{"serverless.json", `{"stepFunctions": {"stateMachines": {"m": {"definition": {"States": {"A": {}}}}, "n": {"name": "x"}}}}`, []string{"m", `1:70 "A"`}},
		{"serverless.yml", service("${file(flows/m.yml)}\n"), []string{"m", "file flows/m.yml"}},
		{"serverless.yml", service("${file(./flows/n.yml)}\n"), []string{"m", `4:19-41 the definition of "m" cannot be read: flows/n.yml: no such file [missing-file]`}},
		{"serverless.yml", service("${file(flows/m.yml):machines.m}\n"), []string{"m", `4:19-50 the definition of "m" cannot be read: flows/m.yml:1:1: the file is empty [missing-file]`}},
		{"serverless.yml", service("${file(broken.yml):m}\n"), []string{"m", `4:19-40 the definition of "m" cannot be read: broken.yml:2:6: the list is not closed [missing-file]`}},
		{"serverless.yml", "stepFunctions: ${file(broken.yml)}\n", []string{"stateMachines", `1:16-35 the list of state machines cannot be read: broken.yml:2:6: the list is not closed [missing-file]`}},
		{"serverless.yml", "stepFunctions:\n  stateMachines: {m: \"${file(broken.yml):m}\"}\n", []string{"m", `2:22-45 the definition of "m" cannot be read: broken.yml:2:6: the list is not closed [missing-file]`}},
		{"serverless.yml", "stepFunctions:\n  stateMachines: ${file(machines.js):all}\n", []string{"stateMachines", `2:18-42 the list of state machines is not checked: it is the value of ${file(machines.js):all} [unreadable]`}},
		{"serverless.yml", service("${self:custom.m}\n"), []string{"m", `4:19-35 the definition of "m" is not checked: it is the value of ${self:custom.m} [unreadable]`}},
		{"main.tf.json", `{"resource": {"aws_sfn_state_machine": {"m": {"definition": "{\"States\": {\"${a}\": {}, \"B\": {}}}"}}}}`,
			[]string{"aws_sfn_state_machine.m", `1:76 \"${a}\"`, `1:90 \"B\"`}},
		{"main.tf.json", `{"resource": {"aws_sfn_state_machine": {"m": {"definition": "${jsonencode({})}"}}}}`,
			[]string{"aws_sfn_state_machine.m", `1:61-80 the definition of "aws_sfn_state_machine.m" is not checked: it is the value of an expression [unreadable]`}},
		{"other.json", `{"resource": {"aws_sfn_state_machine": {"m": {"definition": "{}"}}}}`, nil},
	} {
		w.check(t, x)
	}
}
