package verify_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
)

// TestManyTasks generates runs that get to the end of a long definition, and some in which a task fails.
func TestManyTasks(t *testing.T) {
	t.Parallel()
	const tasks = 120
	var b strings.Builder
	for i := range tasks {
		next := fmt.Sprintf(`"Next": "S%d"`, i+1)
		if i == tasks-1 {
			next = `"End": true`
		}
		fmt.Fprintf(&b, `, "S%d": {"Type": "Task", "Resource": "urn:task:t%d", "ResultPath": "$.r%d", %s}`, i, i, i, next)
	}
	p := program(t, "x.asl.json", `{"StartAt": "S0", "States": {`+b.String()[2:]+`}}`)
	ended, failed := 0, 0
	for _, o := range verify.InventWithin(whole, p, options(), 24, chance(3)) {
		r, err := run.Simulate(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Status == run.Succeeded && len(o.Stubs[0].Replies) > 1 { // little runs have one answer for each task
			ended++
		}
		if r.Status == run.Failed {
			failed++
		}
	}
	if ended < 4 || failed < 4 {
		t.Errorf("%d runs get to the end, and %d fail", ended, failed)
	}
}

// TestManyConditions generates runs of a definition with many tasks and conditions: what the answers have together is in proportion to the
// definition, and both sides of almost every condition are tried.
func TestManyConditions(t *testing.T) {
	t.Parallel()
	const conditions, runs = 150, 24
	var b strings.Builder
	for i := range conditions {
		fmt.Fprintf(&b, `, "C%d": {"Type": "Choice", "Choices": [{"Variable": "$.v%d", "NumericGreaterThan": %d, "Next": "T%d"}], "Default": "C%d"}`, i, i, i, i, i+1)
		fmt.Fprintf(&b, `, "T%d": {"Type": "Task", "Resource": "urn:task:t%d", "ResultPath": "$.r%d", "Next": "C%d"}`, i, i, i, i+1)
	}
	fmt.Fprintf(&b, `, "C%d": {"Type": "Succeed"}`, conditions)
	p := program(t, "x.asl.json", `{"StartAt": "C0", "States": {`+b.String()[2:]+`}}`)
	members, calls := 0, map[string]int{}
	for _, o := range verify.InventWithin(whole, p, options(), runs, chance(3)) {
		for _, s := range o.Stubs {
			for _, r := range s.Replies {
				if answer, ok := r.Return.(*value.Object); ok && len(s.Replies) > 1 { // little runs have one object for all
					members += answer.Len()
				}
			}
		}
		r, err := run.Simulate(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range r.Calls {
			calls[c.Task]++
		}
	}
	if most := runs * conditions * 4 * 40; members > most {
		t.Errorf("the answers have %d members, more than %d", members, most)
	}
	both := 0
	for _, n := range calls {
		if n < runs {
			both++
		}
	}
	if both < conditions*9/10 {
		t.Errorf("both sides of %d of %d conditions are tried", both, conditions)
	}
}
