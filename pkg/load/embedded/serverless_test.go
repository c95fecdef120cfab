package embedded

import (
	"fmt"
	"testing"
)

// service is the configuration of a service with one machine, m.
func service(definition string) string {
	return "stepFunctions:\n  stateMachines:\n    m:\n      definition: " + definition
}

func TestServerless(t *testing.T) {
	t.Parallel()
	x := Finder{Read: func(path string) ([]byte, error) {
		if path == "flows/m.yml" {
			return nil, nil
		}
		return nil, fmt.Errorf("%s: no such file", path)
	}}
	for _, w := range []wanted{
		{"serverless.yml", "stepFunctions:\n  stateMachines: ${file(x.yml)}\n", nil},
		{"serverless.yml", service("\n        States:\n          A: {Seconds: \"${self:custom.n}\"}\n          B: {Resource: {Fn::GetAtt: [f, Arn]}}\n"), []string{"m", "6:11 A", "7:11 B"}},
		{"serverless.yml", service("|\n        {\"States\": {\"${self:custom.x}\": {}, \"B\": {}}}\n"), []string{"m", `5:21 "${self:custom.x}"`, `5:45 "B"`}},
		{"serverless.json", `{"stepFunctions": {"stateMachines": {"m": {"definition": {"States": {"A": {}}}}, "n": {"name": "x"}}}}`, []string{"m", `1:70 "A"`}},
		{"serverless.yml", service("${file(flows/m.yml)}\n"), []string{"m", "file flows/m.yml"}},
		{"serverless.yml", service("${file(./flows/n.yml)}\n"), []string{"m", `4:19-41 the definition of "m" cannot be read: flows/n.yml: no such file [missing-file]`}},
		{"serverless.yml", service("${file(flows/m.yml):machines.m}\n"), []string{"m", `4:19-50 the definition of "m" is not checked: it is the value of ${file(flows/m.yml):machines.m} [unreadable]`}},
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
