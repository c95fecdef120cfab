package rewrite_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/value"
)

const stockThenShip = `{"StartAt": "Check stock", "States": {
  "Check stock": {"Type": "Task", "Resource": "check-stock", "ResultPath": "$.stock", "Next": "Enough?"},
  "Enough?": {"Type": "Choice", "Choices": [{"Variable": "$.stock.count", "NumericGreaterThan": 0, "Next": "Ship"}], "Default": "Sold out"},
  "Ship": {"Type": "Task", "Resource": "ship", "InputPath": "$.order", "ResultPath": "$.shipment", "End": true},
  "Sold out": {"Type": "Fail", "Error": "SoldOut"}}}`

const twoTasks = `{"StartAt": "Check", "States": {
  "Check": {"Type": "Task", "Resource": "check", "Next": "Book"},
  "Book": {"Type": "Task", "Resource": "book", "End": true}}}`

const partsGoOn = `{"StartAt": "Check", "States": {
  "Check": {"Type": "Task", "Resource": "check", "ResultPath": "$.check", "OutputPath": "$.place.at", "Next": "Mark"},
  "Mark": {"Type": "Pass", "Result": {"z": 3}, "ResultPath": "$.y.w", "Next": "Book"},
  "Book": {"Type": "Task", "Resource": "book", "ResultPath": "$.booking", "OutputPath": "$.booking", "End": true}}}`

const caught = `{"StartAt": "Charge", "States": {
  "Charge": {"Type": "Task", "Resource": "charge", "ResultPath": "$.charge",
    "Catch": [{"ErrorEquals": ["CardDeclined"], "ResultPath": "$.error", "Next": "Refuse"}], "Next": "Ship"},
  "Ship": {"Type": "Task", "Resource": "ship", "ResultPath": null, "End": true},
  "Refuse": {"Type": "Task", "Resource": "refuse", "ResultPath": null, "End": true}}}`

const retried = `{"StartAt": "Load", "States": {
  "Load": {"Type": "Task", "Resource": "load", "End": true,
    "Retry": [{"ErrorEquals": ["States.ALL"], "IntervalSeconds": 5, "MaxAttempts": 3, "BackoffRate": 2.0}]}}}`

func TestRewritesKeepWhatARunShows(t *testing.T) {
	t.Parallel()
	order := `{"order": {"id": 7}}`
	for _, c := range []struct {
		name, text, input string
		answers           answers
		target            func(*dialects.Abilities)
		contracts, losses []string
		differs           bool
	}{
		{name: "an answer at a path, into a target that merges", text: stockThenShip, input: order,
			answers: answers{"check-stock": {map[string]any{"count": int64(3)}}, "ship": {map[string]any{"parcel": "p1"}}},
			target: func(a *dialects.Abilities) {
				a.Answers, a.Inputs = dialects.AnswerMergesDeep, 0
			},
			contracts: []string{"check-stock under stock", "ship from $.order under shipment"}},
		{name: "a choice on the answer, the other way", text: stockThenShip, input: order,
			answers:   answers{"check-stock": {map[string]any{"count": int64(0)}}},
			target:    func(a *dialects.Abilities) { a.Answers = dialects.AnswerMergesDeep },
			contracts: []string{"check-stock under stock", "ship under shipment"}},
		{name: "an answer that replaces, where a part of the document can go on", text: twoTasks, input: order,
			answers:   answers{"check": {map[string]any{"ok": true}}, "book": {map[string]any{"number": int64(1)}}},
			target:    func(a *dialects.Abilities) { a.Answers = dialects.AnswerMergesDeep },
			contracts: []string{"check under result", "book under result"}},
		{name: "an answer that replaces, where a path selects what goes on", text: twoTasks, input: order,
			answers: answers{"check": {map[string]any{"ok": true}}, "book": {map[string]any{"number": int64(1)}}},
			target: func(a *dialects.Abilities) {
				a.Answers, a.Outputs, a.OutputParts, a.ComputesDeep = dialects.AnswerMergesDeep, false, true, true
			},
			contracts: []string{"check under result.document", "book under result.document"}},
		{name: "what goes on is a member of the document", text: partsGoOn, input: `{"order": {"id": 7}, "place": {"at": {"x": 1}, "of": 2}}`,
			answers: answers{"check": {map[string]any{"ok": true}}, "book": {map[string]any{"number": int64(1)}}},
			target: func(a *dialects.Abilities) {
				a.Answers, a.Outputs, a.OutputParts, a.ComputesDeep = dialects.AnswerMergesDeep, false, true, true
			},
			contracts: []string{"check under check", "book under result.document"}},
		{name: "an answer that replaces, where it can only be merged", text: twoTasks, input: order,
			answers: answers{"check": {map[string]any{"ok": true}}, "book": {map[string]any{"number": int64(1)}}},
			target: func(a *dialects.Abilities) {
				a.Answers, a.Outputs = dialects.AnswerMergesDeep, false
			},
			losses: []string{"convert/merged-result", "convert/merged-result"}, differs: true},
		{name: "an error that the worker answers", text: caught, input: order,
			answers: answers{"charge": {map[string]any{"id": "c1"}}},
			target: func(a *dialects.Abilities) {
				a.Handlers = 0
			},
			losses: []string{"convert/error-as-data"}},
		{name: "retries at once", text: retried, input: order,
			answers: answers{"load": {"!Busy", map[string]any{}}},
			target:  func(a *dialects.Abilities) { a.Retries = dialects.RetryTasks | dialects.RetryAtOnce },
			losses:  []string{"convert/retry-interval"}, differs: true},
		{name: "nothing is lacking", text: caught, input: order,
			answers: answers{"charge": {"!CardDeclined"}},
			target:  func(*dialects.Abilities) {}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := &fakeTarget{able: everything()}
			c.target(&f.able)
			a := answers{}
			for task, list := range c.answers {
				for _, v := range list {
					a[task] = append(a[task], ordered(v))
				}
			}
			source, converted := applied(t, "x.asl.json", c.text, f)
			got := play(t, converted.Program, parsed(t, c.input), a, converted.Raised.Contracts)
			want := play(t, source, parsed(t, c.input), a, nil)
			if (got != want) != c.differs {
				t.Errorf("the source does\n%s\nand what it became\n%s", want, got)
			}
			if got := contractTexts(converted.Raised.Contracts); !slices.Equal(got, c.contracts) {
				t.Errorf("contracts %q, want %q", got, c.contracts)
			}
			var losses []string
			for _, l := range converted.Losses() {
				losses = append(losses, l.Rule.ID)
			}
			if !slices.Equal(losses, c.losses) {
				t.Errorf("losses %q, want %q", losses, c.losses)
			}
		})
	}
}

func ordered(v any) any {
	m, ok := v.(map[string]any)
	if !ok {
		return v
	}
	o := value.NewObject(len(m))
	for k, v := range m {
		o.Set(k, v)
	}
	return o
}

func contractTexts(all []dialects.Contract) []string {
	var out []string
	for _, k := range all {
		text := k.Task
		if from, ok := k.From.(string); ok {
			text += " from " + from
		}
		if k.Under != "" {
			text += " under " + k.Under
		}
		if k.WithInput {
			text += " with its input"
		}
		out = append(out, text)
	}
	return out
}

func TestConditionThatTheTargetLacksIsAsked(t *testing.T) {
	t.Parallel()
	for _, aside := range []bool{true, false} { // the answer is a variable, or a member of the document
		askedInPlace(t, aside)
	}
}

func askedInPlace(t *testing.T, aside bool) {
	t.Helper()
	f := &fakeTarget{able: everything(), mute: "$.stock.count > 0"}
	f.able.Variables = aside
	_, c := applied(t, "x.asl.json", stockThenShip, f)
	if len(c.Raised.StandIns) != 1 {
		t.Fatalf("stand-ins %+v, conditions that were asked for: none", c.Raised.StandIns)
	}
	s := c.Raised.StandIns[0]
	if s.Element != "Enough?" || !strings.Contains(s.What, "$.stock.count > 0") {
		t.Errorf("the stand-in is %+v", s)
	}
	yes := answers{"check-stock": {parsed(t, `{"count": 3}`)}, s.Task: {true}, "ship": {parsed(t, `{}`)}}
	if got := play(t, c.Program, parsed(t, `{"order": {}}`), yes, nil); !strings.Contains(got, "ship at") || strings.Contains(got, `"`+s.Task+`"`) == aside {
		t.Errorf("with the answer yes:\n%s", got)
	}
	no := answers{"check-stock": {parsed(t, `{"count": 3}`)}, s.Task: {false}}
	if got := play(t, c.Program, parsed(t, `{"order": {}}`), no, nil); !strings.Contains(got, "SoldOut") {
		t.Errorf("with the answer no:\n%s", got)
	}
}

func TestStatesThatOnlyADroppedHandlerReachesAreNamed(t *testing.T) {
	t.Parallel()
	f := &fakeTarget{able: everything()}
	f.able.Handlers, f.able.Answers = 0, dialects.AnswerReplaces
	_, c := applied(t, "x.asl.json", caught, f)
	var text []string
	for _, l := range c.Losses() {
		text = append(text, l.Message)
	}
	if all := strings.Join(text, "\n"); !strings.Contains(all, `"Refuse"`) || !strings.Contains(all, "CardDeclined") {
		t.Errorf("the losses do not name the handler and its state:\n%s", all)
	}
}
