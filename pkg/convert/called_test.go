package convert_test

import (
	"context"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// delivery is a workflow that calls others: in a row, in a branch, and without waiting for it.
const delivery = `{"id": "delivery", "name": "Delivery", "version": "1",
  "functions": [{"name": "pack", "resource": "urn:pack"}, {"name": "label", "resource": "urn:label"}],
  "states": [
    {"name": "pack", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "pack"}}],
     "transition": {"nextState": "send"}},
    {"name": "send", "type": "subflow", "workflowId": "transport", "waitForCompletion": true, "transition": {"nextState": "both"}},
    {"name": "both", "type": "parallel", "transition": {"nextState": "tell"},
     "branches": [{"name": "back", "workflowId": "transport"}, {"name": "paper", "actions": [{"functionRef": {"refName": "label"}}]}]},
    {"name": "tell", "type": "subflow", "workflowId": "news", "waitForCompletion": false, "transition": {"nextState": "label"}},
    {"name": "label", "type": "operation", "actions": [{"functionRef": {"refName": "label"}}], "end": {"kind": "default"}}]}`

// transport is called by it, and calls another one in its turn.
const transport = `{"id": "transport", "name": "Transport", "version": "1",
  "functions": [{"name": "van", "resource": "urn:van"}, {"name": "lorry", "resource": "urn:lorry"}],
  "states": [
    {"name": "heavy?", "type": "switch", "start": {"kind": "default"},
     "dataConditions": [{"condition": "{{ $.[?(@.kilos > 30)] }}", "transition": {"nextState": "lorry"}}], "default": {"nextState": "van"}},
    {"name": "lorry", "type": "operation", "actions": [{"functionRef": {"refName": "lorry"}}], "end": {"kind": "default"}},
    {"name": "van", "type": "operation", "actions": [{"functionRef": {"refName": "van"}}], "transition": {"nextState": "tell"}},
    {"name": "tell", "type": "subflow", "workflowId": "news", "waitForCompletion": true, "end": {"kind": "default"}}]}`

const news = `{"id": "news", "name": "News", "version": "1", "functions": [{"name": "mail", "resource": "urn:mail"}],
  "states": [{"name": "mail", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "mail"}}],
    "end": {"kind": "default"}}]}`

// TestCalledWorkflows converts workflows together with those that they call: no task stands in for one of them.
func TestCalledWorkflows(t *testing.T) {
	t.Parallel()
	p := &workflow.Program{}
	for _, text := range []string{delivery, transport, news} {
		p.Workflows = append(p.Workflows, program(t, "x.sw.json", text).Workflows...)
	}
	before := len(p.Start().Nodes)
	for _, to := range all.Dialects() {
		if to.Name() == "sw" {
			continue
		}
		raised := convert.Raise(all.Dialects(), to, p, dialects.Raising{Format: source.JSON, Domain: dialects.Domain{Objects: true, Typed: true, Disjoint: true}})
		if raised.Reason != "" {
			t.Errorf("%s refuses: %s", to.Name(), raised.Reason)
			continue
		}
		for _, l := range raised.Losses {
			if l.Rule.ID == "convert/called-workflow" || l.Rule == &dialects.LossStandIn {
				t.Errorf("%s: %s", to.Name(), l.Message)
			}
		}
		if whole := string(raised.Definitions[0].Text); strings.Contains(whole, "urn:task:transport") || strings.Contains(whole, `"jobType": "transport"`) {
			t.Errorf("%s has a task in the place of a workflow:\n%s", to.Name(), whole)
		}
		target, err := convert.Read(to, raised.Definitions, source.JSON, dialects.Options{})
		if err != nil {
			t.Fatal(err)
		}
		v, err := (&verify.Pair{Source: p, Target: target, Raised: raised, Domain: written(to).Domain}).Verify(context.Background(), verify.InventWithin(written(to).Domain, p, options(), 40, chance(3)))
		if err != nil || v.Failed() || v.NotComparable == v.Runs {
			t.Errorf("%s: %+v, %v", to.Name(), v, err)
			if v != nil && v.Difference != nil {
				t.Log(*v.Difference)
			}
		}
	}
	if len(p.Start().Nodes) != before || p.Start().Nodes[0].Region.Scope != nil {
		t.Error("the program itself has changed")
	}
}

// TestCalledWorkflowsThatSelect converts workflows that call such as end with a part of their document: that part alone is merged.
func TestCalledWorkflowsThatSelect(t *testing.T) {
	t.Parallel()
	calling := map[string]string{
		"in a branch": `{"name": "both", "type": "parallel", "start": {"kind": "default"}, "transition": {"nextState": "sell"},
      "branches": [{"name": "cakes", "workflowId": "bake"}, {"name": "paper", "actions": [{"functionRef": {"refName": "label"}}]}]}`,
		"by a state": `{"name": "both", "type": "subflow", "start": {"kind": "default"}, "workflowId": "bake", "waitForCompletion": true, "transition": {"nextState": "sell"}}`,
	}
	const baking = `{"id": "bake", "name": "Bake", "version": "1", "functions": [{"name": "mix", "resource": "urn:mix"}, {"name": "heat", "resource": "urn:heat"}],
  "states": [
    {"name": "mix", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "mix"}}], "transition": {"nextState": "heat"}},
    {"name": "heat", "type": "operation", "actions": [{"functionRef": {"refName": "heat"}}], "stateDataFilter": {"dataOutputPath": "{{ $.cake }}"}, "end": {"kind": "default"}}]}`
	for what, state := range calling {
		p := &workflow.Program{}
		for _, text := range []string{`{"id": "shop", "name": "Shop", "version": "1",
  "functions": [{"name": "label", "resource": "urn:label"}, {"name": "sell", "resource": "urn:sell"}],
  "states": [` + state + `, {"name": "sell", "type": "operation", "actions": [{"functionRef": {"refName": "sell"}}], "end": {"kind": "default"}}]}`, baking} {
			p.Workflows = append(p.Workflows, program(t, "x.sw.json", text).Workflows...)
		}
		to := dialects.Named(all.Dialects(), "asl")
		raised := convert.Raise(all.Dialects(), to, p, written(to))
		target, err := convert.Read(to, raised.Definitions, source.JSON, dialects.Options{})
		if err != nil {
			t.Fatal(err)
		}
		v, err := (&verify.Pair{Source: p, Target: target, Raised: raised, Domain: written(to).Domain}).Verify(context.Background(),
			verify.InventWithin(written(to).Domain, p, options(), 40, chance(3)))
		switch {
		case err != nil:
			t.Fatal(err)
		case v.Failed():
			t.Errorf("%s: %s\n%s", what, *v.Difference, cameOut(raised))
		case v.Equal < 10 || len(raised.Losses) > 0:
			t.Errorf("%s: %d runs are equal, lost is %q", what, v.Equal, lost(raised.Losses))
		}
	}
}

// TestCalledByThemselves converts workflows that call one another in a circle, and such that would become too large.
func TestCalledByThemselves(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	call := func(id string, others ...string) string {
		var b strings.Builder
		b.WriteString(`{"id": "` + id + `", "name": "X", "version": "1", "states": [`)
		for i, other := range others {
			name, start, end := string(rune('a'+i)), "", `"transition": {"nextState": "`+string(rune('b'+i))+`"}}, `
			if i == 0 {
				start = `"start": {"kind": "default"}, `
			}
			if i == len(others)-1 {
				end = `"end": {"kind": "default"}}`
			}
			b.WriteString(`{"name": "` + name + `", "type": "subflow", "workflowId": "` + other + `", "waitForCompletion": true, ` + start + end)
		}
		b.WriteString(`]}`)
		return b.String()
	}
	circle := &workflow.Program{}
	for _, text := range []string{call("one", "two"), call("two", "one")} {
		circle.Workflows = append(circle.Workflows, program(t, "x.sw.json", text).Workflows...)
	}
	doubling := &workflow.Program{}
	for i := range 24 {
		next := string(rune('A' + i + 1))
		doubling.Workflows = append(doubling.Workflows, program(t, "x.sw.json", call(string(rune('A'+i)), next, next)).Workflows...)
	}
	for _, p := range []*workflow.Program{circle, doubling} {
		for _, to := range all.Dialects() {
			if to.Name() != "step" && to.Name() != "fsm" {
				continue
			}
			raised := convert.Raise(all.Dialects(), to, p, dialects.Raising{Format: source.JSON, Domain: dialects.Domain{Objects: true, Typed: true, Disjoint: true}})
			if len(raised.Definitions) == 0 {
				t.Errorf("%s: %s", to.Name(), raised.Reason)
			}
			for _, d := range raised.Definitions {
				if len(d.Text) > 1<<24 {
					t.Errorf("%s writes %d bytes", to.Name(), len(d.Text))
				}
			}
		}
	}
}

// TestCalledForOneTask converts a workflow of which the only step is a task of the target, into dialects that have it in the place of the
// call: arrow declares that as a part with one step.
func TestCalledForOneTask(t *testing.T) {
	t.Parallel()
	p := &workflow.Program{}
	for _, text := range []string{
		`{"id": "letter", "name": "Letter", "version": "1", "states": [
		  {"name": "write", "type": "subflow", "start": {"kind": "default"}, "waitForCompletion": true, "workflowId": "reply", "end": {"kind": "default"}}]}`,
		`{"id": "reply", "name": "Reply", "version": "1", "functions": [{"name": "ask", "resource": "urn:ask"}], "events": [{"name": "told", "source": "desk", "type": "desk.told"}],
		  "states": [{"name": "wait", "type": "callback", "start": {"kind": "default"}, "action": {"functionRef": {"refName": "ask"}}, "eventRef": "told", "timeout": "PT1H",
		    "eventDataFilter": {"dataOutputPath": "{{ $.score }}"}, "end": {"kind": "default"}}]}`} {
		p.Workflows = append(p.Workflows, program(t, "x.sw.json", text).Workflows...)
	}
	for _, to := range all.Dialects() {
		if raised := convert.Raise(all.Dialects(), to, p, written(to)); raised.Reason != "" {
			t.Errorf("into %s: %s", to.Name(), raised.Reason)
		} else if _, err := convert.Read(to, raised.Definitions, source.JSON, dialects.Options{}); err != nil {
			t.Errorf("into %s: %v", to.Name(), err)
		}
	}
}
