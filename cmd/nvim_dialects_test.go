package cmd

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// An editing is a definition that Neovim edits: its one mistake is fixed, a name in it asked about and replaced, and a word typed again.
type editing struct {
	File     string `json:"file"`
	Wrong    string `json:"wrong"`    // the mistake
	Right    string `json:"right"`    // what is typed for it where no fix is offered
	Use      string `json:"use"`      // the text that has the name,
	Into     int    `json:"into"`     // which begins after so many bytes
	Name     string `json:"name"`     // the new name
	Complete string `json:"complete"` // the text with a word that is typed again,
	From     int    `json:"from"`     // which begins after so many bytes

	text, want string
}

var editings = []editing{
	{
		File: "order.asl.yaml", Wrong: "Shp", Right: "Ship", Use: "Next: \"Ship\"", Into: 7, Name: "Send", Complete: "Type: Succeed", From: 6,
		text: "StartAt: Päckchen\nStates:\n    Päckchen: {Type: Pass, Next: Shp} # first\n    Ship:\n        Type: Pass\n        Next: Done\n    Done:\n        Type: Succeed\n",
		want: `findings 1
  3:35 asl/unknown-target state "Päckchen" transitions to "Shp", which does not exist; did you mean "Ship"?
action write "Ship"
findings 0
definition 4:5
references 3:34,4:5
hover **Ship** (Pass)
symbols Päckchen,Ship,Done
rename
  3: Päckchen: {Type: Pass, Next: "Send"} # first
  4: Send:
findings 0
completion Choice,Fail,Map,Parallel,Pass,Succeed,Task,Wait
findings 0
formatting
  3: Päckchen: { Type: Pass, Next: "Send" } # first
  4: Send:
  5: Type: Pass
  6: Next: Done
  7: Done:
  8: Type: Succeed
findings 0
drawing <svg
`,
	},
	{
		File: "template.yaml", Wrong: "Shp", Right: "Ship", Use: `"Pack": {`, Into: 1, Name: "Wrap", Complete: `"Next": "Done"`, From: 9,
		text: "Resources:\n  Order:\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n      DefinitionString: |\n        {\n          \"StartAt\": \"Pack\",\n          \"States\": {\n            \"Pack\": {\"Type\": \"Pass\", \"Next\": \"Shp\"},\n            \"Ship\": {\"Type\": \"Pass\", \"Next\": \"Done\"},\n            \"Done\": {\"Type\": \"Succeed\"}\n          }\n        }\n",
		want: `findings 1
  9:46 asl/unknown-target state "Pack" transitions to "Shp", which does not exist; did you mean "Ship"?
action write "Ship"
findings 0
definition 9:13
references 7:22,9:13
hover **Pack** (Pass)
symbols Pack,Ship,Done
rename
  7: "StartAt": "Wrap",
  9: "Wrap": {"Type": "Pass", "Next": "Ship"},
findings 0
completion Done,Ship,Wrap
findings 0
formatting
  9: "Wrap": { "Type": "Pass", "Next": "Ship" },
  10: "Ship": { "Type": "Pass", "Next": "Done" },
  11: "Done": { "Type": "Succeed" }
findings 0
drawing <svg
`,
	},
	{
		File: "tea.sw.json", Wrong: "Drw", Right: "Draw", Use: `"nextState": "Draw"`, Into: 15, Name: "Steep", Complete: `"type": "delay"`, From: 9,
		text: `{
  "id": "tea", "name": "Tea", "version": "1", "functions": [{"name": "boil", "resource": "urn:boil"}],
  "states": [
    {"name": "Boil", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "boil"}}], "transition": {"nextState": "Drw"}},
    {"name": "Draw", "type": "delay", "timeDelay": "PT3M", "end": {"kind": "default"}}
  ]
}
`,
		want: `findings 1
  4:152 sw/unknown-target the state "Drw" does not exist; did you mean "Draw"?
action write "Draw"
findings 0
definition 5:14
references 4:152,5:14
hover **Draw** (delay)
symbols Boil,Draw
rename
  4: {"name": "Boil", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "boil"}}], "transition": {"nextState": "Steep"}},
  5: {"name": "Steep", "type": "delay", "timeDelay": "PT3M", "end": {"kind": "default"}}
findings 0
completion callback,delay,event,foreach,inject,operation,parallel,subflow,switch
findings 0
formatting
  2: "id": "tea",
  3: "name": "Tea",
  4: "version": "1",
  5: "functions": [{ "name": "boil", "resource": "urn:boil" }],
  6: "states": [
  7: {
  8: "name": "Boil",
  9: "type": "operation",
  10: "start": { "kind": "default" },
  11: "actions": [{ "functionRef": { "refName": "boil" } }],
  12: "transition": { "nextState": "Steep" }
  13: },
  14: { "name": "Steep", "type": "delay", "timeDelay": "PT3M", "end": { "kind": "default" } }
  15: ]
  16: }
findings 0
drawing <svg
`,
	},
	{
		File: "tea.step.json", Wrong: "prepre", Right: "prepare", Use: `"nextStep": "prepare"`, Into: 14, Name: "lay", Complete: `"nextStep": "served"`, From: 13,
		text: `{
  "id": "tea", "name": "Tea", "steps": [
    {"id": "boil", "name": "Boil", "type": "SERVICE_TASK", "jobType": "boil", "nextStep": "prepre"},
    {"id": "prepare", "name": "Prepare", "type": "SERVICE_TASK", "jobType": "prepare", "nextStep": "served"},
    {"id": "served", "name": "Served", "type": "END"}
  ]
}
`,
		want: `findings 1
  3:91 step/unknown-target step "boil" has the unknown target "prepre"; did you mean "prepare"?
action write "prepare"
findings 0
definition 4:12
references 3:91,4:12
hover **prepare** (SERVICE_TASK)
symbols boil,prepare,served
rename
  3: {"id": "boil", "name": "Boil", "type": "SERVICE_TASK", "jobType": "boil", "nextStep": "lay"},
  4: {"id": "lay", "name": "Prepare", "type": "SERVICE_TASK", "jobType": "prepare", "nextStep": "served"},
findings 0
completion boil,lay,served
findings 0
formatting
  2: "id": "tea",
  3: "name": "Tea",
  4: "steps": [
  5: { "id": "boil", "name": "Boil", "type": "SERVICE_TASK", "jobType": "boil", "nextStep": "lay" },
  6: { "id": "lay", "name": "Prepare", "type": "SERVICE_TASK", "jobType": "prepare", "nextStep": "served" },
  7: { "id": "served", "name": "Served", "type": "END" }
  8: ]
  9: }
findings 0
drawing <svg
`,
	},
	{
		File: "tea.flow", Wrong: ":tidid", Right: ":tidied", Use: ":served →", Into: 1, Name: "drunk", Complete: "tidy →", From: 0,
		text: "boil → pot → serve :served ;\n:served →   tidy → :tidied ;\n:tidid → rest\n",
		want: `findings 1
  3:1 arrow/unproduced-label the label ":tidid" has no source; did you mean ":tidied"?
action write :tidied
findings 0
definition 1:21
references 1:21,2:2
hover **served** (label)
symbols boil,pot,serve,tidy,rest
rename
  1: boil → pot → serve :drunk ;
  2: :drunk →   tidy → :tidied ;
findings 0
completion boil,drunk,pot,rest,serve
findings 0
formatting
  2: :drunk → tidy → :tidied
findings 0
drawing <svg
`,
	},
	{
		File: "tea.fsm.json", Wrong: "HTO", Right: "HOT", Use: `"next": "HOT"`, Into: 9, Name: "WARM", Complete: `"next": "SERVED"`, From: 9,
		text: `{
  "version": "1", "name": "tea", "initialState": "COLD", "active": true,
  "states": {
    "COLD": {"transitions": [{"name": "boil", "next": "HTO", "manual": true}]},
    "HOT": {"transitions": [{"name": "serve", "next": "SERVED", "manual": true}]},
    "SERVED": {}
  }
}
`,
		want: `findings 1
  4:55 fsm/unknown-target transition "boil" of state "COLD" has the unknown target "HTO"; did you mean "HOT"?
action write "HOT"
findings 0
definition 5:5
references 4:55,5:5
hover **HOT** (State)
symbols COLD,HOT,SERVED
rename
  4: "COLD": {"transitions": [{"name": "boil", "next": "WARM", "manual": true}]},
  5: "WARM": {"transitions": [{"name": "serve", "next": "SERVED", "manual": true}]},
findings 0
completion COLD,SERVED,WARM
findings 0
formatting
  2: "version": "1",
  3: "name": "tea",
  4: "initialState": "COLD",
  5: "active": true,
  6: "states": {
  7: "COLD": { "transitions": [{ "name": "boil", "next": "WARM", "manual": true }] },
  8: "WARM": { "transitions": [{ "name": "serve", "next": "SERVED", "manual": true }] },
  9: "SERVED": {}
  10: }
  11: }
findings 0
drawing <svg
`,
	},
}

// TestNeovimDialects has one Neovim edit definitions of all dialects, and one inside a template. It is skipped only where Neovim is not
// installed.
func TestNeovimDialects(t *testing.T) {
	t.Parallel()
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip("Neovim is not installed")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "flowglot")
	if out, err := exec.Command("go", "build", "-o", program, "..").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var want strings.Builder
	var cases []editing
	for _, e := range editings {
		want.WriteString("# " + e.File + "\n" + e.want)
		e.File = filepath.Join(dir, e.File)
		if err := os.WriteFile(e.File, []byte(e.text), 0o644); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, e)
	}
	want.WriteString("stopped true\n")
	list, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	listed, result := filepath.Join(dir, "cases.json"), filepath.Join(dir, "result.txt")
	if err := os.WriteFile(listed, list, 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // far longer than it takes: it ends what hangs
	defer cancel()
	c := exec.CommandContext(ctx, nvim, "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", "luafile testdata/nvim/dialects.lua")
	c.Env = append(os.Environ(), "FLOWGLOT="+program, "CASES="+listed, "RESULT="+result, "XDG_STATE_HOME="+dir, "XDG_DATA_HOME="+dir)
	out, err := c.CombinedOutput()
	got, readErr := os.ReadFile(result)
	if err != nil || readErr != nil {
		t.Fatalf("%v, %v: %s\n%s", err, readErr, out, got)
	}
	if diff := cmp.Diff(want.String(), string(got)); diff != "" {
		t.Errorf("the answers (-want +got):\n%s", diff)
	}
}
