package embedded

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
)

// found is a part as the tests compare it: its name, its states with the text that is in the outer file at each, and the findings.
func found(f *source.File, parts []*Part) []string {
	var out []string
	for _, p := range parts {
		out = append(out, p.Name)
		if p.Path != "" {
			out = append(out, "file "+p.Path)
		}
		if p.File != nil {
			for _, m := range membersOf(p.File.Root.Get("States")) {
				at := f.Position(m.KeySpan.Start)
				out = append(out, fmt.Sprintf("%d:%d %s", at.Line, at.Column, f.Text[m.KeySpan.Start:m.KeySpan.End]))
			}
		}
		for _, x := range p.Problems {
			out = append(out, fmt.Sprintf("%s %s", placeOf(f, x.Span), x.Message))
		}
		for i := range p.Findings {
			d := &p.Findings[i]
			out = append(out, fmt.Sprintf("%s %s [%s]", placeOf(d.File, d.Span), d.Message, strings.TrimPrefix(d.Rule, "embedded/")))
		}
	}
	return out
}

func membersOf(n *source.Node) []source.Member {
	if n == nil {
		return nil
	}
	return n.Members
}

func placeOf(f *source.File, s source.Span) string {
	at, end := f.Position(s.Start), f.Position(s.End)
	return fmt.Sprintf("%d:%d-%d", at.Line, at.Column, end.Column)
}

// A wanted is an outer file with what is found in it.
type wanted struct {
	name, text string
	want       []string
}

func (w wanted) check(t *testing.T, x Finder) {
	t.Helper()
	f := source.NewFile(w.name, []byte(w.text))
	if IsTerraform(w.name) {
		f.Format = source.PlainText
	}
	if problems := source.Parse(f); len(problems) > 0 {
		t.Errorf("%s: %s", w.text, problems[0].Message)
	}
	if got := found(f, x.Find(f)); !slices.Equal(got, w.want) {
		t.Errorf("%s\n got %q\nwant %q", w.text, got, w.want)
	}
}

// resource is a template with one machine, M.
func resource(properties string) string {
	return "Resources:\n  M:\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n" + properties
}

func TestCloudFormation(t *testing.T) {
	t.Parallel()
	x := Finder{Read: func(path string) ([]byte, error) {
		if path == "flows/m.asl.json" {
			return []byte(`{"Resource": "${Known} ${Other}"}`), nil
		}
		return nil, fmt.Errorf("%s: no such file", path)
	}}
	for _, w := range []wanted{
		{"t.yaml", "Resources:\n  M: {Type: AWS::SQS::Queue}\n", nil},
		{"t.yaml", "Resources: [1]\n", nil},
		{"t.yaml", resource("      RoleArn: x\n"), nil},
		{"t.yaml", resource("      Definition:\n        States:\n          A: {Resource: !GetAtt M.Arn}\n"), []string{"M", "7:11 A"}},
		// Lines of a block are indented, and folded ones are joined.
		{"t.yaml", resource("      DefinitionString: |\n          {\n            \"States\": {\"é\": {}, \"B\": {}}}\n"), []string{"M", `7:24 "é"`, `7:33 "B"`}},
		{"t.yaml", resource("      DefinitionString: !Sub >-\n        {\"States\":\n        {\"A\": {},\n        \"${M}\": {}, \"C\": {}}}\n"),
			[]string{"M", `7:10 "A"`, `8:9 "${M}"`, `8:21 "C"`}},
		{"t.yaml", resource("      DefinitionString: '{\"States\": {\"it''s\": {}, \"B\": {}}}'\n"), []string{"M", `5:38 "it''s"`, `5:51 "B"`}},
		{"t.yaml", resource("      DefinitionString: \"{\\\"States\\\": {\\\"\\\\u00e9\\\": {},\\\n        \\\"B\\\": {}}}\"\n"), []string{"M", `5:40 \"\\u00e9\"`, `6:9 \"B\"`}},
		// The variables of Fn::Sub have values, and ${!Name} is left for the substitutions.
		{"t.yaml", resource("      DefinitionString: !Sub\n        - '{\"States\": {\"${!A}\": {}, \"${B}\": {}}}'\n        - {B: 1}\n"),
			[]string{"M", `6:24 "${!A}"`, `6:37 "${B}"`, `6:25-30 the definition of "M" has the placeholder ${A}, which gets no value [missing-substitution]`}},
		{"t.json", `{"Resources": {"M": {"Type": "AWS::Serverless::StateMachine", "Properties": {"DefinitionString":
{"Fn::Join": ["", ["{\"States\": {\"A\": {\"Resource\": \"", {"Fn::GetAtt": ["M", "Arn"]}, "\"}, \"B\": {}}}"]]}}}}}`,
			[]string{"M", `2:35 \"A\"`, `2:98 \"B\"`}},
		{"t.yaml", resource("      DefinitionString: !Join [',', ['{\"States\": {\"A\": {}', '\"B\": {}}}']]\n"), []string{"M", `5:51 "A"`, `5:62 "B"`}},
		{"t.yaml", resource("      DefinitionString: !Ref M\n"), []string{"M", `5:30-31 the definition of "M" is not checked: it is the value of M [unreadable]`}},
		{"t.yaml", resource("      Definition: {\"Fn::If\": [C, {}, {}]}\n"), []string{"M", "M-otherwise"}},
		{"t.yaml", "Conditions: {C: !Equals [a, b]}\n" + resource("      Definition: !If [C, {States: {A: {}}}, {States: {B: {}}}]\n"), []string{"M", "6:56 B", "M-otherwise", "6:37 A"}},
		{"t.yaml", resource("      DefinitionString: [1]\n"), []string{"M", `5:25-28 the definition of "M" is not checked: an array is not a text [unreadable]`}},
		{"t.yaml", resource("      DefinitionString: '{\"States\": {\"A\": {}}'\n"), []string{"M", `5:38 "A"`, `5:46-46 expected '}' to close an object, found the end of the text`}},
		// A file of its own.
		{"t.yaml", resource("      DefinitionUri: flows/m.asl.json\n      DefinitionSubstitutions: {Known: a, Othr: b, More: c}\n"), []string{"M", "file flows/m.asl.json",
			`6:43-47 the definition of "M" has the placeholder ${Other}, which gets no value [missing-substitution]`, `6:52-56 the definition of "M" has no placeholder ${More} [unused-substitution]`}},
		{"t.yaml", resource("      DefinitionUri: flows/n.asl.json\n"), []string{"M", `5:22-38 the definition of "M" cannot be read: flows/n.asl.json: no such file [missing-file]`}},
		{"t.yaml", resource("      DefinitionUri: s3://bucket/key\n"), []string{"M", `5:22-37 the definition of "M" is not checked: it is in a bucket [unreadable]`}},
		{"t.yaml", resource("      DefinitionUri: !ImportValue Path\n"), []string{"M", `5:35-39 the definition of "M" is not checked: the path of its file is known only at deployment [unreadable]`}},
		{"t.yaml", resource("      DefinitionS3Location: {Bucket: a, Key: b}\n"), []string{"M", `5:29-48 the definition of "M" is not checked: it is in a bucket [unreadable]`}},
		// What a deployment adds.
		{"t.yaml", resource("      Definition: {Fn::Transform: {Name: AWS::Include}}\n"), []string{"M", `5:19-56 the definition of "M" is not checked: it is the value of Fn::Transform [unreadable]`}},
		{"t.yaml", resource("      Definition: {States: {Fn::Transform: {Name: AWS::Include}}}\n"),
			[]string{"M", `5:28-65 a part of the definition of "M" is not checked: Fn::Transform makes it at deployment [unreadable]`}},
		{"t.yaml", resource("      Definition: {States: {A: {}, Fn::Transform: {Name: AWS::Include}}}\n"),
			[]string{"M", `5:36-49 the definition of "M" is not checked: Fn::Transform adds to it on deployment [unreadable]`}},
		{"t.yaml", resource("      Definition: {States: {A: {}, Fn::ForEach::L: [N, [B], {\"${N}\": {}}]}}\n"),
			[]string{"M", `5:36-50 the definition of "M" is not checked: Fn::ForEach::L adds to it on deployment [unreadable]`}},
		{"t.yaml", "Resources:\n  Fn::ForEach::L:\n    - N\n    - [a, b]\n    - M${N}: {Type: AWS::StepFunctions::StateMachine}\n",
			[]string{"M${N}", `2:3-17 the definition of "M${N}" is not checked: a loop of the template makes it [unreadable]`}},
		{"t.yaml", resource("      Definition: {Resource: '${A} ${B} ${a b} ${', '${K}': 1}\n      DefinitionSubstitutions: {A: 1, B: {Ref: M}, K: 1}\n"), []string{"M"}},
		// References within the template.
		{"t.yaml", "Parameters: {P: {Type: String}}\n" + resource("      Definition:\n        a: [!Ref P, !Ref M, !Ref Q, !GetAtt F.Arn, !GetAtt [G, Arn], {Ref: AWS::Region}, !GetAtt MRole.Arn]\n"+
			"        b: !Sub ['${P} ${H.Arn} ${x} ${!J}', {x: !Ref K}]\n      DefinitionSubstitutions: {J: !Sub '${L}'}\n"),
			[]string{"M", `7:34-35 the template has no parameter or resource "Q" [unknown-reference]`, `7:45-46 the template has no parameter or resource "F" [unknown-reference]`,
				`7:61-62 the template has no parameter or resource "G" [unknown-reference]`, `8:26-27 the template has no parameter or resource "H" [unknown-reference]`,
				`8:55-56 the template has no parameter or resource "K" [unknown-reference]`, `9:44-45 the template has no parameter or resource "L" [unknown-reference]`}},
		{"t.yaml", "Transform: [AWS::Serverless-2016-10-31, Ours]\n" + resource("      Definition: {a: !Ref Q}\n"), []string{"M"}},
		{"t.yaml", resource("      Definition: {Resource: '${A}'}\n      DefinitionSubstitutions: {'Fn::Transform': {}}\n"), []string{"M"}},
	} {
		w.check(t, x)
	}
}
