package embedded

import (
	"fmt"
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
)

// head is what the templates of this test have in common.
const head = `Parameters:
  Name: {Type: String, Default: charge}
  Size: {Type: Number, Default: 3}
  Open: {Type: String}
  Blank: {Type: String, Default: ""}
  Kept: {Type: "AWS::SSM::Parameter::Value<String>", Default: /shop/name}
  Stage: {Type: String, Default: dev}
Mappings: {Of: {dev: {Seconds: 5}, prod: {Seconds: 90}}}
Conditions:
  IsProd: !Equals [!Ref Stage, prod]
  IsSmall: !And [!Not [!Condition IsProd], {"Fn::Equals": [!Sub "${Size}x", 3x]}]
  Asks: !Equals [!Ref Open, yes]
Resources:
  M:
    Type: AWS::StepFunctions::StateMachine
    Properties:
`

// TestValues reads values of definitions: the kind and the text that they have, and the place.
func TestValues(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ properties, want string }{
		{"      Definition: {x: !Ref Name}\n", `string "charge" at 17:28 to 17:32`},
		{"      Definition: {x: !Ref Size}\n", `number "3" at 17:28 to 17:32`},
		{"      Definition: {x: !Ref Open}\n", `string "${Open}" at 17:28 to 17:32`},
		{"      Definition: {x: !Ref Blank}\n", `string "${Blank}" at 17:28 to 17:33`},
		{"      Definition: {x: !Ref Kept}\n", `string "${Kept}" at 17:28 to 17:32`},
		{"      Definition: {x: !Sub 'a-${Name}-${Open}'}\n", `string "a-charge-${Open}" at 17:28 to 17:47`},
		{"      Definition: {x: !Join [':', [arn, !Ref Name, !GetAtt M.Arn]]}\n", `string "arn:charge:${M.Arn}" at 17:29 to 17:67`},
		{"      Definition: {x: !If [IsProd, 1, !If [IsSmall, 2, 3]]}\n", `number "2" at 17:53 to 17:54`},
		{"      Definition: {x: !If [Asks, a, b]}\n", `string "a" at 17:34 to 17:35`},
		{"      Definition: {x: !FindInMap [Of, !Ref Stage, Seconds]}\n", `number "5" at 8:32 to 8:33`},
		{"      Definition: {y: 1, x: !If [IsProd, 1, !Ref AWS::NoValue]}\n", `nothing`},
		{"      Definition: {x: '${A}'}\n      DefinitionSubstitutions: {A: !Ref Size}\n", `number "3" at 17:23 to 17:29`},
		{"      Definition: {x: 'a ${A} ${B}'}\n      DefinitionSubstitutions: {A: !Ref Name, B: !GetAtt M.Arn}\n", `string "a charge ${B}" at 17:23 to 17:36`},
		{"      DefinitionString: !Sub '{\"x\": ${Size}}'\n", `number "3" at 17:37 to 17:44`},
		{"      DefinitionString: '{\"x\": \"${A}!\"}'\n      DefinitionSubstitutions: {A: !Sub '${Name}${Size}'}\n", `string "charge3!" at 17:32 to 17:39`},
		{"      DefinitionString: !Sub ['{\"x\": \"${A}\"}', {A: !Ref Name}]\n", `string "charge" at 17:38 to 17:44`},
	} {
		f := source.NewFile("t.yaml", []byte(head+test.properties))
		if problems := source.Parse(f); len(problems) > 0 {
			t.Fatal(problems[0].Message)
		}
		p := Finder{}.Find(f)[0]
		got := "nothing"
		if p.File == nil {
			got = fmt.Sprint(p.Findings)
		} else if n := p.File.Root.Get("x"); n != nil {
			at, end := f.Position(n.Span.Start), f.Position(n.Span.End)
			got = fmt.Sprintf("%s %q at %d:%d to %d:%d", []string{"?", "null", "bool", "number", "string"}[kindIndex(n.Kind)], n.Text, at.Line, at.Column, end.Line, end.Column)
		}
		if got != test.want {
			t.Errorf("%sgot %s, want %s", test.properties, got, test.want)
		}
	}
}

func kindIndex(k source.Kind) int {
	switch k {
	case source.Null:
		return 1
	case source.Bool:
		return 2
	case source.Number:
		return 3
	case source.String:
		return 4
	}
	return 0
}

// TestFilled reads a file with values for some of its placeholders.
func TestFilled(t *testing.T) {
	t.Parallel()
	text := `{"a": ${N}, "b": "${B}/${S}", "c": 1}`
	f := source.NewFile("x.asl.json", []byte(text))
	p := Filled(f, source.JSON, map[string]string{"N": "12", "S": "x"})
	if len(p.Problems) > 0 {
		t.Fatal(p.Problems[0].Message)
	}
	if a, b := p.File.Root.Get("a"), p.File.Root.Get("b"); a.Kind != source.Number || a.Text != "12" || b.Text != "${B}/x" {
		t.Errorf("%q %q", a.Text, b.Text)
	}
	if c := p.File.Root.Get("c"); text[c.Span.Start:c.Span.End] != "1" {
		t.Errorf("the place of c is %v", c.Span)
	}
	if _, ok := p.Edit(p.File.Root.Get("a").Span, "13"); ok {
		t.Error("a value of the template can be edited in the file")
	}
}
