package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const limitedExport = `{"TimeoutSeconds": 60, "StartAt": "Export", "States": {
  "Export": {"Type": "Task", "Resource": "urn:task:export", "ResultPath": "$.file", "TimeoutSeconds": 40, "Next": "Send"},
  "Send": {"Type": "Task", "Resource": "urn:task:send", "ResultPath": "$.sent", "TimeoutSeconds": 40, "End": true}}}`

// waitingBeside is a target whose timers start paths beside a node, and that waits for signals.
func waitingBeside() dialects.Abilities {
	return dialects.Abilities{Timers: dialects.TimerVisit | dialects.TimerBeside, Awaits: []string{"userTask", "signal"}}
}

// TestRunLimit has a wait bound the time of a run, which begins beside it, and become that limit again.
func TestRunLimit(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", limitedExport)
	c := rewritten(t, p, waitingBeside(), boundaryTimers, timeLimits, runLimits)
	want := "time-limit await, next timed-out, timer Export, timer timed-out\nExport task, next Send, timer timed-out\nSend task, end ., timer timed-out\n"
	if got := drawn(c.Program.Start()); !strings.HasPrefix(got, want) || len(lost(c)) > 0 {
		t.Errorf("it became\n%s, lost is %q", got, lost(c))
	}
	plays := []play{
		{input: `{"n": 1}`, answers: map[string][]string{"urn:task:export": {`20 {"id": 7}`}, "urn:task:send": {`30 {}`}}},
		{input: `{"n": 1}`, answers: map[string][]string{"urn:task:export": {`35 {"id": 7}`}, "urn:task:send": {`30 {}`}}},
		{input: `{"n": 1}`, answers: map[string][]string{"urn:task:export": {`50 {"id": 7}`}, "urn:task:send": {`1 {}`}}},
		{input: `{"n": 1}`, answers: map[string][]string{"urn:task:export": {`2 fail Busy`}}},
	}
	alike(t, p, c, plays...)
	again := rewritten(t, c.Program, dialects.Abilities{Timeout: true}, runLimitAgain)
	if w := again.Program.Start(); w.Timeout == nil || w.Root.Start.Name() != "Export" || strings.Contains(drawn(w), "time-limit") {
		t.Errorf("it became\n%s", drawn(w))
	}
	alike(t, p, again, plays...)
}

// racing is a target whose branches can race, and that has no time limit of a run.
func racing() dialects.Abilities {
	return dialects.Abilities{Kinds: dialects.Kinds(workflow.Task, workflow.Wait, workflow.Scope, workflow.End, workflow.Fail), Joins: dialects.JoinScopes,
		Gathers: dialects.GatherChanges, WholeBranches: true, Enough: true}
}

// TestRunLimitRaces has a branch bound the time of a run beside it, and become the time limit again.
func TestRunLimitRaces(t *testing.T) {
	t.Parallel()
	export := func(seconds string) play {
		return play{input: `{"n": 1}`, answers: map[string][]string{"urn:task:export": {seconds + ` {"id": 7}`}, "urn:task:send": {`30 {}`}}}
	}
	for name, x := range map[string]struct {
		old, text string
		races     bool
	}{
		"as it is":                         {"", "", true},
		"an answer replaces the document":  {`"ResultPath": "$.file", `, "", false},
		"a part of the document is passed": {`"ResultPath": "$.sent", `, `"ResultPath": "$.sent", "OutputPath": "$.sent", `, false},
		"an error is handled":              {`"ResultPath": "$.file", `, `"ResultPath": "$.file", "Catch": [{"ErrorEquals": ["Busy"], "ResultPath": "$.busy", "Next": "Send"}], `, true},
		"an error replaces the document":   {`"ResultPath": "$.file", `, `"ResultPath": "$.file", "Catch": [{"ErrorEquals": ["Busy"], "Next": "Send"}], `, false},
	} {
		p := lowered(t, "x.asl.json", strings.Replace(limitedExport, x.old, x.text, 1))
		c := rewritten(t, p, racing(), runLimits)
		if start := c.Program.Start().Root.Start; (start.Kind == workflow.Scope) != x.races || x.races != (len(lost(c)) == 0) {
			t.Errorf("%s: it became\n%s, lost is %q", name, drawn(c.Program.Start()), lost(c))
		}
		if !x.races {
			continue
		}
		plays := []play{export("20"), export("35"), export("30"), export("50"), {input: `{"n": 1}`, answers: map[string][]string{"urn:task:export": {"2 fail Busy"}, "urn:task:send": {"30 {}"}}}}
		alike(t, p, c, plays...)
		again := rewritten(t, c.Program, dialects.Abilities{Timeout: true}, runLimitAgain)
		if w := again.Program.Start(); w.Timeout == nil || w.Root.Start.Name() != "Export" || strings.Contains(drawn(w), "time-limit") {
			t.Errorf("%s: it became\n%s", name, drawn(w))
		}
		alike(t, p, again, plays...)
	}
}

// TestRaceStays leaves races alone that look like the time limit of a run.
func TestRaceStays(t *testing.T) {
	t.Parallel()
	const text = `{"id": "x", "name": "x", "functions": [{"name": "work"}], "states": [
  {"name": "time-limit", "type": "parallel", "start": {"kind": "default"}, "completionType": "xor", "branches": [{"name": "run", "workflowId": "a"}, {"name": "limit", "workflowId": "b"}], "end": {"kind": "default"}}]}`
	const run = `{"id": "a", "name": "a", "functions": [{"name": "work"}], "states": [
  {"name": "Work", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "work"}}], "end": {"kind": "default"}}]}`
	const late = `{"id": "b", "name": "b", "states": [{"name": "wait", "type": "delay", "start": {"kind": "default"}, "timeDelay": "PT1H", "transition": {"nextState": "timed-out"}},
  {"name": "timed-out", "type": "inject", "transition": {"nextState": "Finish", "expression": "{{ $[?(false)] }}"}}, {"name": "Finish", "type": "inject", "end": {"kind": "default"}}]}`
	for name, x := range map[string]struct {
		old, text string
		applied   bool
	}{
		"as it is written":          {"", "", true},
		"another name":              {`"name": "time-limit"`, `"name": "limit"`, false},
		"both branches have to end": {"xor", "and", false},
		"an error is handled":       {`"completionType"`, `"onError": [{"expression": "{{ $.error }}", "transition": {"nextState": "time-limit"}}], "completionType"`, false},
		"the wait is not all":       {"$[?(false)]", "$[?(@.ok == true)]", false},
		"it does not fail then":     {`, "expression": "{{ $[?(false)] }}"`, "", false},
		"the run goes on":           {`"workflowId": "b"}], "end": {"kind": "default"}}`, `"workflowId": "b"}], "transition": {"nextState": "Z"}}, {"name": "Z", "type": "delay", "timeDelay": "PT1S", "end": {"kind": "default"}}`, false},
		"a part goes on":            {`"refName": "work"}}], "end"`, `"refName": "work"}}], "stateDataFilter": {"dataOutputPath": "{{ $.a.b }}"}, "end"`, false},
	} {
		var p *workflow.Program
		for i, part := range []string{text, run, late} {
			q := read(t, string("abc"[i])+".sw.json", strings.Replace(part, x.old, x.text, 1)).Lower()
			if p == nil {
				p = q
				continue
			}
			p.Workflows = append(p.Workflows, q.Workflows...)
		}
		c := rewritten(t, p, dialects.Abilities{Timeout: true}, calledWorkflows, refusals, runLimitAgain)
		if (c.Program.Start().Timeout != nil) != x.applied {
			t.Errorf("%s: it became\n%s", name, drawn(c.Program.Start()))
		}
	}
}

// TestRunLimitStays leaves waits alone that look like one that bounds a run.
func TestRunLimitStays(t *testing.T) {
	t.Parallel()
	const text = `{"id": "x", "name": "X", "steps": [
  {"id": "time-limit", "name": "Limit", "type": "WAIT", "nextStep": "timed-out", "boundaryEvents": [
    {"type": "TIMER", "duration": "PT0S", "interrupting": false, "targetStepId": "work"}, {"type": "TIMER", "duration": "PT1H", "interrupting": true, "targetStepId": "timed-out"}]},
  {"id": "work", "name": "Work", "type": "SERVICE_TASK", "jobType": "work", "nextStep": "end"},
  {"id": "timed-out", "name": "Out", "type": "DECISION", "conditionalNextSteps": {"false": "end"}}, {"id": "end", "name": "End", "type": "END"}]}`
	for name, x := range map[string]struct {
		old, text string
		applied   bool
	}{
		"as it is written":    {"", "", true},
		"another name":        {`"id": "time-limit"`, `"id": "wait"`, false},
		"a later start":       {"PT0S", "PT1S", false},
		"another kind":        {"WAIT", "USER_TASK", false},
		"a start of its own":  {`"nextStep": "end"`, `"nextStep": "time-limit"`, false},
		"a signal goes on":    {`"nextStep": "timed-out"`, `"nextStep": "work"`, false},
		"the run stays alive": {`"false": "end"`, `"true": "end"`, false},
		"one timer is beside": {"true, \"targetStepId\"", "false, \"targetStepId\"", false},
	} {
		p := read(t, "x.step.json", strings.Replace(text, x.old, x.text, 1)).Lower()
		if c := rewritten(t, p, dialects.Abilities{Timeout: true}, constantGuards, runLimitAgain); (c.Program.Start().Timeout != nil) != x.applied {
			t.Errorf("%s: it became\n%s", name, drawn(c.Program.Start()))
		}
	}
}

// TestRunLimitRacesWithWhatIsSelectedAfterIt has a run that replaces the document race as well, where its last answer can be selected after
// the race.
func TestRunLimitRacesWithWhatIsSelectedAfterIt(t *testing.T) {
	t.Parallel()
	able := racing()
	able.OutputParts, able.Answers = true, dialects.AnswerMergesDeep
	p := lowered(t, "x.asl.json", strings.NewReplacer(`"ResultPath": "$.file", `, "", `"ResultPath": "$.sent", `, "").Replace(limitedExport))
	c := rewritten(t, p, able, resultPlace, runLimits)
	if start := c.Program.Start().Root.Start; start.Kind != workflow.Scope || start.Data.Output == nil || len(lost(c)) > 0 {
		t.Fatalf("it became\n%s, lost is %q", drawn(c.Program.Start()), lost(c))
	}
	again := rewritten(t, c.Program, dialects.Abilities{Timeout: true}, runLimitAgain)
	if w := again.Program.Start(); w.Timeout == nil || strings.Contains(drawn(w), "time-limit") {
		t.Errorf("it became\n%s", drawn(w))
	}
	for _, seconds := range []string{"20", "35", "50"} {
		was := observed(t, p, play{input: `{"n": 1}`, answers: map[string][]string{"urn:task:export": {seconds + ` {"id": 7}`}, "urn:task:send": {`30 {"sent": 1}`}}})
		held := play{input: `{"n": 1}`, answers: map[string][]string{"urn:task:export": {seconds + ` {"result": {"document": {"id": 7}}}`}, "urn:task:send": {`30 {"result": {"document": {"sent": 1}}}`}}}
		for _, program := range []*workflow.Program{c.Program, again.Program} {
			if is := observed(t, program, held); is != was {
				t.Errorf("after %s s it did\n%s\nand does\n%s", seconds, was, is)
			}
		}
	}
}

// TestRunLimitRacesWithReshapedErrors has a run race whose workers put handled errors where the source has them: they give the whole
// document, with the error in it. One that gives the error in place of the document does not.
func TestRunLimitRacesWithReshapedErrors(t *testing.T) {
	t.Parallel()
	able := racing()
	able.Answers, able.OutputParts, able.Computes = dialects.AnswerMergesDeep, true, true
	able.Handlers = dialects.HandleTasks | dialects.HandleByError | dialects.HandleData
	able.Errors = &dialects.ErrorPlace{Member: "error", Name: "name", Cause: "message", Timeout: "Timeout", TimeoutCause: "too late"}
	for place, races := range map[string]bool{`"ResultPath": "$.busy", `: true, ``: false} {
		catch := `"Catch": [{"ErrorEquals": ["Busy"], ` + place + `"Next": "Send"}], `
		p := lowered(t, "x.asl.json", strings.Replace(limitedExport, `"ResultPath": "$.file", `, `"ResultPath": "$.file", `+catch, 1))
		c := rewritten(t, p, able, errorShapes, runLimits)
		if start := c.Program.Start().Root.Start; (start.Kind == workflow.Scope) != races || len(c.Raised.StandIns) != 1 {
			t.Errorf("with %s it became\n%s, and the stand-ins are %+v", place, drawn(c.Program.Start()), c.Raised.StandIns)
		}
		if !races {
			continue
		}
		again := rewritten(t, c.Program, dialects.Abilities{Timeout: true}, runLimitAgain)
		if w := again.Program.Start(); w.Timeout == nil || strings.Contains(drawn(w), "time-limit") {
			t.Errorf("it became\n%s", drawn(w))
		}
	}
}
