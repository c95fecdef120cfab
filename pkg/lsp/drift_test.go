package lsp_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

// drifting are documents to edit, by their names: the dialects in each of their notations, and definitions inside other files. The words
// are some that edits insert.
var drifting = []struct {
	name, text string
	words      []string
}{
	{"order.asl.json", order, []string{"Ship", "Next", `"End": true,`}},
	{"order.asl.yaml", "StartAt: \"Päckchen 😀\"\nStates:\n  \"Päckchen 😀\": {Type: Pass, Next: Ship}\n  Ship: # flowglot-ignore net/zero-wait: short\n" +
		"    Type: Wait\n    Seconds: 0\n    Next: Done\n  Done:\n    Type: Succeed\n", []string{"  ", "Ship:", "- ", "# flowglot-ignore asl/*: x"}},
	{"garden.sw.json", `{
  "id": "gården", "version": "1.0", "specVersion": "0.8", "start": "Dig 🪴",
  "functions": [{"name": "dig", "operation": "http://x/y#z"}],
  "states": [
    {"name": "Dig 🪴", "type": "operation", "actions": [{"functionRef": "dig"}], "transition": "Rest"},
    {"name": "Rest", "type": "sleep", "duration": "PT0S", "transition": "Call"},
    {"name": "Call", "type": "operation", "actions": [{"subFlowRef": "elsewhere"}], "end": true}
  ]
}
`, []string{"Rest", `"end": true,`, "transition"}},
	{"loan.step.yaml", "id: loan\nname: Lån 😀\nsteps:\n- id: check\n  name: Check\n  type: SERVICE_TASK\n  jobType: checkCredit\n  nextStep: ok\n- id: ok\n  name: Ok?\n" +
		"  type: DECISION\n  decisionTables: []\n- id: end\n  name: End\n  type: END\n", []string{"nextStep: end", "  ", "- id: x", "END"}},
	{"door.fsm.json", `{
  "version": "1.0", "name": "dör 😀", "initialState": "open", "active": true,
  "states": {
    "open": {"transitions": [{"name": "shut", "next": "closed", "manual": false}]},
    "closed": {"transitions": []},
    "lost": {"transitions": []}
  }
}
`, []string{"closed", `"manual": true,`, "transitions"}},
	{"tea.flow", "# Té 😀\nfill kettle -> boil water\nboil water, get cup -> pour\npour -> add `milk` -> drink\ndrink -> :end -> x\n", []string{"->", "pour", "`", ":end", " -> * "}},
	{"template.yaml", `Resources:
  Größe:
    Type: AWS::Serverless::StateMachine
    Properties:
      DefinitionSubstitutions: {Table: !Ref T, Unused: 1}
      Definition:
        StartAt: Wait
        States:
          Wait: {Type: Wait, Seconds: 0, Next: "Päckchen 😀"}
          "Päckchen 😀": {Type: Task, Resource: "${Table}", Next: Dne}
          Done: {Type: Succeed}
  Second:
    Type: AWS::StepFunctions::StateMachine
    Properties:
      DefinitionString: !Sub |
        {
          "StartAt": "Ä 😀",
          "States": {
            "Ä 😀": {"Type": "Task", "Resource": "${T.Arn}", "Next": "B"},
            "B": {"Type": "Wait", "Seconds": 0, "End": true}
          }
        }
`, []string{"Done", "${Table}", "  ", "Next: Done", `\"`}},
	{"Shop.template.json", `{"Resources": {"M": {"Type": "AWS::StepFunctions::StateMachine", "Properties": {"DefinitionString": {"Fn::Join": ["", [
  "{\"StartAt\":\"Ä 😀\",\"States\":{\"Ä 😀\":{\"Type\":\"Task\",\"Resource\":\"", {"Ref": "F"}, "\",\"Next\":\"B\"},\"B\":{\"Type\":\"Wait\",\"Seconds\":0,\"End\":true}}}"
]]}}}}}
`, []string{`\"`, `\"C\"`, "😀", `\u00e4`}},
	{"main.tf", `resource "aws_sfn_state_machine" "m" {
  definition = <<EOF
  {
    "StartAt": "Ä 😀",
    "States": {
      "Ä 😀": {"Type": "Task", "Resource": "${aws_lambda_function.f.arn}", "Next": "B"},
      "B": {"Type": "Wait", "Seconds": 0, "End": true}
    }
  }
EOF
}
resource "aws_sfn_state_machine" "n" {
  definition = jsonencode({ StartAt = "A", States = { A = { Type = "Wait", Seconds = 0, Next = "Ä 😀" } } })
}
`, []string{"EOF", "${", "Next = ", "A"}},
	{"serverless.yml", `service: shop
stepFunctions:
  stateMachines:
    ship:
      definition:
        StartAt: "Ä 😀"
        States:
          "Ä 😀": {Type: Wait, Seconds: 0, Next: Done}
          Done: {Type: Succeed}
          Lost: {Type: Pass, End: true}
`, []string{"Done", "  ", "Next: Lost", "StartAt"}},
}

// TestEditsDoNotDrift makes 10,000 random edits, in UTF-16 positions, and compares what the server finds, and where, with what lint finds in
// the text.
func TestEditsDoNotDrift(t *testing.T) {
	t.Parallel()
	edits := 10_000 / len(drifting)
	if testing.Short() {
		edits = 30
	}
	for _, x := range drifting {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			drift(t, x.name, x.text, x.words, edits)
		})
	}
}

func drift(t *testing.T, name, original string, words []string, edits int) {
	const uri = "file:///w/"
	e := started(t)
	version, path := 1, "/w/"+name
	compare := func(p published, text string) {
		t.Helper()
		if want, got := found(path, text), shown(p); want != got {
			t.Fatalf("after %d edits the server finds\n%s\nand lint\n%s\nin\n%s", version-1, got, want, text)
		}
	}
	p := e.openAs(t, uri+name, original)
	if len(p.Diagnostics) == 0 {
		t.Fatal("nothing is found, so that nothing is compared")
	}
	compare(p, original)
	random := rand.New(rand.NewSource(int64(len(original))))
	words = append([]string{"", "", "\"", "{", "}", "😀", "\n", ",", "\r\n", "é", " ", "\t"}, words...)
	text := original
	for range edits {
		version++
		if version%50 == 0 { // so that it does not become nonsense altogether
			text = original
			compare(e.changeIn(t, uri+name, version, map[string]any{"text": text}), text)
			continue
		}
		units := utf16.Encode([]rune(text))
		from := random.Intn(len(units) + 1)
		to := min(len(units), from+random.Intn(4))
		for inside(units, from) {
			from--
		}
		for inside(units, to) {
			to++
		}
		with := words[random.Intn(len(words))]
		p := e.changeIn(t, uri+name, version, map[string]any{"text": with, "range": map[string]any{"start": positionOf(units, from), "end": positionOf(units, to)}})
		text = string(utf16.Decode(units[:from])) + with + string(utf16.Decode(units[to:]))
		compare(p, text)
	}
}

// shown are the findings that an editor gets, a line for each.
func shown(p published) string {
	var b strings.Builder
	for _, d := range p.Diagnostics {
		fmt.Fprintf(&b, "%d:%d-%d:%d %s %s\n", d.Range.Start.Line, d.Range.Start.Character, d.Range.End.Line, d.Range.End.Character, d.Code, d.Message)
	}
	return b.String()
}

// found are the findings of lint in the form of shown.
func found(path, text string) string {
	var b strings.Builder
	_, findings := check(path, []byte(text))
	for _, d := range findings {
		message := d.Message
		if d.Help != "" {
			message += "; " + d.Help
		}
		place := ""
		for _, offset := range []int{d.Span.Start, max(d.Span.Start, d.Span.End)} {
			before := text[:offset]
			for !utf8.ValidString(before) { // no position of the protocol is inside a character
				before = before[:len(before)-1]
			}
			at := positionOf(utf16.Encode([]rune(before)), -1)
			place += fmt.Sprintf("-%d:%d", at["line"], at["character"])
		}
		fmt.Fprintf(&b, "%s %s %s\n", place[1:], d.Rule, message)
	}
	return b.String()
}

// inside reports whether an offset is inside a character of two units, or a line break of two.
func inside(units []uint16, at int) bool {
	return at > 0 && at < len(units) && (units[at] >= 0xDC00 && units[at] < 0xE000 || units[at] == '\n' && units[at-1] == '\r')
}

// positionOf is the position after some units of a text, or after all if that is negative.
func positionOf(units []uint16, at int) map[string]any {
	if at < 0 {
		at = len(units)
	}
	line, character := 0, 0
	for _, u := range units[:at] {
		character++
		if u == '\n' {
			line, character = line+1, 0
		}
	}
	return map[string]any{"line": line, "character": character}
}
