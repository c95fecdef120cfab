package verify_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/run"
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
