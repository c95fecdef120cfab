package verify_test

import (
	"context"
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestListedAnswers has a task answer a list where the definition iterates over its whole answer: such a run counts.
func TestListedAnswers(t *testing.T) {
	t.Parallel()
	const crates, runs = "unload → * weigh → note", 20
	p := program(t, "x.flow", crates)
	made := verify.InventWithin(whole, p, options(), runs, chance(4))
	lists := 0
	for _, o := range made {
		if _, isList := firstAnswer(o, "unload").([]any); isList {
			lists++
		}
	}
	if lists < runs/2 {
		t.Errorf("%d of %d runs have a list", lists, runs)
	}
	target := program(t, "x.flow", crates)
	for _, n := range target.Start().Nodes {
		if n.Call != nil && n.Call.Task == "note" {
			n.Call = &workflow.Call{Task: "other"}
		}
	}
	v := verdictOf(t, p, target, made)
	if v.Difference == nil {
		t.Errorf("another task is called after the iteration, and it is not noticed: %v", v)
	}
}

// TestConditionsOfListedAnswers has the items of such a list hold the condition of the iteration, which tests them, in some of the runs.
func TestConditionsOfListedAnswers(t *testing.T) {
	t.Parallel()
	p := program(t, "x.flow", "unload → * ?`$[?(@.kilos > 70)]` weigh → note")
	weighed := 0
	for _, o := range verify.InventWithin(whole, p, options(), 20, chance(4)) {
		r, err := run.Simulate(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(r.Calls, func(c run.Call) bool { return c.Task == "weigh" }) {
			weighed++
		}
	}
	if weighed == 0 {
		t.Error("nothing is weighed")
	}
}

// TestListedInputs has the input be a list where the definition iterates over the whole of it: such a run counts.
func TestListedInputs(t *testing.T) {
	t.Parallel()
	const runs = 20
	for text, want := range map[string]bool{
		"* weigh → note":                                                     true,
		"* { weigh → wrap } → note":                                          true,
		"{ * weigh\n count } → note":                                         true,
		"? `$[?(@.kilos > 70)]` count → * weigh":                             false,
		"{ ? `$[?(@.kilos > 70)]` * weigh\n ? `$[?(@.kilos <= 70)]` count }": false,
		"count → * weigh":                                                    false,
		"count → note":                                                       false,
	} {
		p := program(t, "x.flow", text)
		made := verify.InventWithin(whole, p, options(), runs, chance(4))
		lists := 0
		for _, o := range made {
			if _, isList := o.Input.([]any); isList {
				lists++
			}
		}
		if want != (lists > runs/2) || !want && lists > 0 {
			t.Errorf("%s: %d of %d runs have a list", text, lists, runs)
		}
		if v := verdictOf(t, p, p, made); want && v.Equal < runs/2 {
			t.Errorf("%s: %+v", text, v)
		}
	}
}

// TestListedItems has the items of such a list be lists where an iteration goes through the whole of each item, and no others.
func TestListedItems(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"* { * weigh → note }": true, "* { * weigh\n count } → note": true, "* { unpack → * weigh } → note": false} {
		p, lists, others := program(t, "x.flow", text), 0, 0
		for _, o := range verify.InventWithin(whole, p, options(), 20, chance(4)) {
			items, _ := o.Input.([]any)
			for _, item := range items {
				if _, isList := item.([]any); isList {
					lists++
				} else {
					others++
				}
			}
		}
		if want && (lists == 0 || others > 0) || !want && (lists > 0 || others == 0) {
			t.Errorf("%s: %d lists, and %d other items", text, lists, others)
		}
	}
}

// firstAnswer is the first answer of a task in a run.
func firstAnswer(o run.Options, task string) any {
	for _, s := range o.Stubs {
		if s.Name == task {
			return s.Replies[0].Return
		}
	}
	return nil
}

func verdictOf(t *testing.T, p, target *workflow.Program, made []run.Options) *verify.Verdict {
	t.Helper()
	v, err := (&verify.Pair{Source: p, Target: target, Raised: &dialects.Raised{}, Domain: whole}).Verify(context.Background(), made)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
