package verify_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestInventedItems generates lists with which iterations get to their steps and to their ends, whatever selects the items and the data for them.
func TestInventedItems(t *testing.T) {
	t.Parallel()
	const inline, distributed = `"ItemProcessor": {`, `"ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, `
	for name, fields := range map[string]string{
		"a filter":              `"QueryLanguage": "JSONata", "Items": "{% $states.input.parcels[weight > 20] %}", ` + inline,
		"a filter of texts":     `"QueryLanguage": "JSONata", "Items": "{% $states.input.parcels[state = 'ready'] %}", ` + inline,
		"a part of each item":   `"ItemsPath": "$.parcels", "ItemSelector": {"parcel.$": "$$.Map.Item.Value", "depot.$": "$.depot"}, ` + inline,
		"members of each item":  `"ItemsPath": "$.parcels", "ItemSelector": {"weight.$": "$$.Map.Item.Value.weight", "state.$": "$$.Map.Item.Value.label.state"}, ` + inline,
		"batches with an input": `"ItemsPath": "$.parcels", "ItemBatcher": {"MaxItemsPerBatch": 2, "BatchInput": {"depot.$": "$.depot"}}, ` + distributed,
		"tolerated failures":    `"ItemsPath": "$.parcels", "ToleratedFailureCountPath": "$.most", ` + distributed,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := programAt(t, "current", "x.asl.json", `{"StartAt": "Each", "States": {"Each": {"Type": "Map", `+fields+
				`"StartAt": "Send", "States": {"Send": {"Type": "Task", "Resource": "urn:task:send", "End": true}}}, "Next": "Sent"}, "Sent": {"Type": "Succeed"}}}`)
			if got := visitedBy(t, p, 30); !got["Send"] || !got["Sent"] {
				t.Errorf("the runs visit %q", slices.Sorted(maps.Keys(got)))
			}
		})
	}
}

// TestInventedAnswersWithLists generates answers with lists that an iteration goes through, where the language has the answer selected first.
func TestInventedAnswersWithLists(t *testing.T) {
	t.Parallel()
	p := programAt(t, "current", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Load", "States": {
	  "Load": {"Type": "Task", "Resource": "urn:load", "Output": {"cups": "{% $states.result.cups %}"}, "Next": "Each"},
	  "Each": {"Type": "Map", "Items": "{% $states.input.cups %}", "End": true, "ItemProcessor": {"StartAt": "Wash", "States": {"Wash": {"Type": "Task", "Resource": "urn:wash", "End": true}}}}}}`)
	if got := visitedBy(t, p, 20); !got["Wash"] {
		t.Errorf("the runs visit %q", slices.Sorted(maps.Keys(got)))
	}
}

// TestInventedNumbers generates a number for a part of the input that is assigned to a variable, from which something is subtracted later.
func TestInventedNumbers(t *testing.T) {
	t.Parallel()
	p := programAt(t, "current", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Load", "States": {
	  "Load": {"Type": "Task", "Resource": "urn:load", "Assign": {"left": "{% $states.input.left %}"}, "Next": "Pay"},
	  "Pay": {"Type": "Task", "Resource": "urn:pay", "Assign": {"left": "{% $left - $states.result.paid %}"}, "Next": "Paid?"},
	  "Paid?": {"Type": "Choice", "Choices": [{"Condition": "{% $left <= 0 %}", "Next": "Paid"}], "Default": "Open"},
	  "Paid": {"Type": "Succeed"}, "Open": {"Type": "Succeed"}}}`)
	if got := visitedBy(t, p, 30); !got["Paid"] || !got["Open"] {
		t.Errorf("the runs visit %q", slices.Sorted(maps.Keys(got)))
	}
}

// TestInventedRanges generates numbers between two that a condition compares with.
func TestInventedRanges(t *testing.T) {
	t.Parallel()
	p := program(t, "x.flow", "weigh → { ?`$[?(@.kilos > 0.5 && @.kilos < 0.9)]` letter ?`$[?(@.kilos >= 0.9)]` parcel }\n")
	if got := visitedBy(t, p, 30); !got["letter"] || !got["parcel"] {
		t.Errorf("the runs visit %q", slices.Sorted(maps.Keys(got)))
	}
}

// TestInventedSelections generates answers with an object that is selected and passed on, of which a condition compares a member, and events with
// data of which a part is selected.
func TestInventedSelections(t *testing.T) {
	t.Parallel()
	p := program(t, "x.sw.json", `{"id": "x", "name": "x", "version": "1",
	  "functions": [{"name": "count", "resource": "urn:count"}, {"name": "tell", "resource": "urn:tell"}], "events": [{"name": "paid", "type": "bank.paid", "source": "bank"}], "states": [
	  {"name": "Count", "type": "operation", "start": {"kind": "default"}, "transition": {"nextState": "Broken?"},
	    "actions": [{"functionRef": {"refName": "count"}, "actionDataFilter": {"dataResultsPath": "{{ $.shelf }}"}}]},
	  {"name": "Broken?", "type": "switch", "dataConditions": [{"condition": "{{ $.shelf[?(@.broken > 0)] }}", "transition": {"nextState": "Tell"}}], "default": {"nextState": "Wait"}},
	  {"name": "Tell", "type": "operation", "actions": [{"functionRef": {"refName": "tell", "parameters": {"shelf": "{{ $.shelf }}"}}}], "transition": {"nextState": "Wait"}},
	  {"name": "Wait", "type": "switch", "eventConditions": [{"eventRef": "paid", "eventDataFilter": {"dataOutputPath": "{{ $.data.receipt }}"}, "transition": {"nextState": "Keep"}}],
	    "eventTimeout": "P1D", "default": {"nextState": "Ask"}},
	  {"name": "Keep", "type": "inject", "data": {"kept": true}, "end": {"kind": "default"}}, {"name": "Ask", "type": "inject", "data": {"asked": true}, "end": {"kind": "default"}}]}`)
	if got := visitedBy(t, p, 30); !got["Tell"] || !got["Keep"] {
		t.Errorf("the runs visit %q", slices.Sorted(maps.Keys(got)))
	}
	for _, o := range verify.InventWithin(whole, p, options(), 30, chance(3)) {
		for _, x := range o.Occurrences {
			data, _ := x.Value.(*value.Object).Get("data").(*value.Object)
			if _, there := data.Get("receipt").(*value.Object); !there && data.Len() > 0 {
				t.Errorf("the event has %s", value.Append(nil, data))
			}
		}
	}
}

// TestInventedMembers generates items with what the steps of an iteration compare, and inputs without what conditions ask for.
func TestInventedMembers(t *testing.T) {
	t.Parallel()
	p := programAt(t, "current", "x.asl.json", `{"StartAt": "Each", "States": {"Each": {"Type": "Map", "ItemsPath": "$.parcels", "ItemProcessor": {"StartAt": "Which", "States": {
  "Which": {"Type": "Choice", "Choices": [{"Not": {"Variable": "$.size", "IsPresent": true}, "Next": "Measure"}, {"Variable": "$.size", "StringEquals": "big", "Next": "Crane"}], "Default": "Carry"},
  "Measure": {"Type": "Succeed"}, "Crane": {"Type": "Succeed"}, "Carry": {"Type": "Succeed"}}}, "End": true}}}`)
	if got := visitedBy(t, p, 40); !got["Crane"] || !got["Carry"] {
		t.Errorf("the runs visit %q", slices.Sorted(maps.Keys(got)))
	}
	p = programAt(t, "current", "x.asl.json", `{"StartAt": "Which", "States": {
  "Which": {"Type": "Choice", "Choices": [{"Not": {"Variable": "$.size", "IsPresent": true}, "Next": "Measure"}, {"Variable": "$.hold", "IsNull": true, "Next": "Hold"}], "Default": "Carry"},
  "Measure": {"Type": "Succeed"}, "Hold": {"Type": "Succeed"}, "Carry": {"Type": "Succeed"}}}`)
	if got := visitedBy(t, p, 40); !got["Measure"] || !got["Hold"] || !got["Carry"] {
		t.Errorf("the runs visit %q", slices.Sorted(maps.Keys(got)))
	}
}

// TestArgumentsOfFunctions generates data of the types that intrinsic functions take.
func TestArgumentsOfFunctions(t *testing.T) {
	t.Parallel()
	for _, call := range []string{"States.StringSplit($.text, ',')", "States.ArrayPartition($.list, 2)", "States.ArrayContains($.list, 3)", "States.JsonMerge($.one, $.other, false)",
		"States.MathAdd($.n, 1)", "States.ArrayRange(1, $.n, 1)", "States.Base64Encode($.text)"} {
		p := programAt(t, "current", "x.asl.json", `{"StartAt": "Make", "States": {"Make": {"Type": "Pass", "Parameters": {"made.$": "`+call+`"}, "Next": "Made"}, "Made": {"Type": "Succeed"}}}`)
		if got := visitedBy(t, p, 20); !got["Made"] {
			t.Errorf("%s: the runs visit %q", call, slices.Sorted(maps.Keys(got)))
		}
	}
}

// visitedBy are the nodes that generated runs of a program visit.
func visitedBy(t *testing.T, p *workflow.Program, runs int) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for _, o := range verify.InventWithin(whole, p, options(), runs, chance(3)) {
		r, err := run.Simulate(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range r.Visited {
			out[name] = true
		}
	}
	return out
}

// TestAnswersWithoutItem has answers that are merged into the document of an item leave the item there, where answers do not overwrite what
// else is there.
func TestAnswersWithoutItem(t *testing.T) {
	t.Parallel()
	p := programAt(t, "current", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Each", "States": {
	  "Each": {"Type": "Map", "Items": "{% $states.input.cups %}", "ItemSelector": {"cup": "{% $states.context.Map.Item.Value %}"}, "End": true,
	    "ItemProcessor": {"StartAt": "Rinse", "States": {
	      "Rinse": {"Type": "Task", "Resource": "urn:rinse", "Arguments": {"cup": "{% $states.input.cup %}"}, "Output": "{% $merge([$states.input, $states.result]) %}", "End": true}}}}}}`)
	for _, disjoint := range []bool{true, false} {
		there := false
		for _, o := range verify.InventWithin(dialects.Domain{Objects: true, Typed: true, Disjoint: disjoint}, p, options(), 40, chance(1)) {
			for _, s := range o.Stubs {
				for _, r := range s.Replies {
					answer, ok := r.Return.(*value.Object)
					there = there || ok && answer.Has("cup")
				}
			}
		}
		if there == disjoint {
			t.Errorf("data is disjoint: %t; an answer has the item: %t", disjoint, there)
		}
	}
}

// TestComparedResults generates answers in an iteration with what conditions compare of its results, so that both sides are reached.
func TestComparedResults(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct{ file, text string }{
		"results in an output": {"x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Each", "States": {
		  "Each": {"Type": "Map", "Items": "{% $states.input.cups %}", "Output": {"washed": "{% $states.result %}"}, "Next": "All clean?",
		    "ItemProcessor": {"StartAt": "Wash", "States": {"Wash": {"Type": "Task", "Resource": "urn:wash", "End": true}}}},
		  "All clean?": {"Type": "Choice", "Choices": [{"Condition": "{% $count($states.input.washed[clean = false]) > 0 %}", "Next": "Again"}], "Default": "Dry"},
		  "Again": {"Type": "Succeed"}, "Dry": {"Type": "Succeed"}}}`},
		"results in a list": {"x.sw.json", `{"id": "x", "name": "x", "version": "1", "functions": [{"name": "wash", "resource": "urn:wash"}], "states": [
		  {"name": "Each", "type": "foreach", "start": {"kind": "default"}, "inputCollection": "{{ $.cups }}", "iterationParam": "cup", "outputCollection": "{{ $.washed }}",
		    "actions": [{"functionRef": {"refName": "wash", "parameters": {"cup": "{{ $.cup }}"}}}], "transition": {"nextState": "All clean?"}},
		  {"name": "All clean?", "type": "switch", "dataConditions": [{"condition": "{{ $.washed[?(@.clean == false)] }}", "transition": {"nextState": "Again"}}], "default": {"nextState": "Dry"}},
		  {"name": "Again", "type": "inject", "data": {"again": true}, "end": {"kind": "default"}}, {"name": "Dry", "type": "inject", "data": {"dry": true}, "end": {"kind": "default"}}]}`},
	} {
		p := programAt(t, "current", x.file, x.text)
		if got := visitedBy(t, p, 30); !got["Again"] || !got["Dry"] {
			t.Errorf("%s: the runs visit %q", name, slices.Sorted(maps.Keys(got)))
		}
	}
}
