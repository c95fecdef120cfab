package convert_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
)

// TestWorkGrowsWithSize converts definitions of several shapes and of two sizes. Eight times as many parts may take at most twelve times as
// many bytes: what looks at the whole definition for each of its parts takes sixty-four times as many.
func TestWorkGrowsWithSize(t *testing.T) {
	shapes := []struct {
		name, file string
		text       func(parts int) string
		to         string
		few        int
	}{
		{"parallel parts in a row", "x.asl.json", parallelParts, "sw", 32},
		{"parallel parts in a row", "x.asl.json", parallelParts, "step", 32},
		{"blocks of branches in a row", "x.flow", blocks, "sw", 32},
		{"iterations in a row", "x.today.asl.json", iterations, "step", 32},
		{"a gateway of many branches", "x.step.json", gateway, "asl", 32},
		{"a gateway of many branches", "x.step.json", gateway, "fsm", 32},
		{"blocks of branches in a row", "x.flow", blocks, "fsm", 128},
		{"tasks with an input that is computed", "x.today.asl.json", computedInputs, "step", 600},
		{"requests of the same names in a row", "x.fsm.json", approvals, "step", 32},
	}
	for _, s := range shapes {
		t.Run(s.name+" to "+s.to, func(t *testing.T) {
			to := dialects.Named(all.Dialects(), s.to)
			few, many := s.few, 8*s.few
			grown := allocated(t, s.file, s.text(many), to) / allocated(t, s.file, s.text(few), to)
			if t.Logf("%d parts take %.1f times the memory of %d", many, grown, few); grown > 12 {
				t.Error("that is more than 12 times")
			}
		})
	}
}

// allocated is how many bytes a conversion allocates. Tests that run in parallel would count, too.
func allocated(t *testing.T, file, text string, to dialects.Dialect) float64 {
	t.Helper()
	p := program(t, file, text)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := convert.Raise(all.Dialects(), to, p, dialects.Raising{Format: source.JSON, Domain: written(to).Domain})
	runtime.ReadMemStats(&after)
	if r.Reason != "" {
		t.Fatal(r.Reason)
	}
	return float64(after.TotalAlloc - before.TotalAlloc)
}

// parallelParts are states with two branches whose results become the document, each with a task after it.
func parallelParts(parts int) string {
	var b strings.Builder
	b.WriteString(`{"StartAt": "P0", "States": {`)
	task := `{"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:%s", %s}`
	for i := range parts {
		branch := func(name string) string {
			return fmt.Sprintf(`{"StartAt": "%s%d", "States": {"%s%d": `+task+`}}`, name, i, name, i, name, `"End": true`)
		}
		fmt.Fprintf(&b, `"P%d": {"Type": "Parallel", "Branches": [%s, %s], "Next": "T%d"}, `, i, branch("a"), branch("b"), i)
		fmt.Fprintf(&b, `"T%d": `+task+`, `, i, "t", fmt.Sprintf(`"Next": "P%d"`, i+1))
	}
	fmt.Fprintf(&b, `"P%d": {"Type": "Succeed"}}}`, parts)
	return b.String()
}

// computedInputs are tasks in a row whose input is not a part of the document.
func computedInputs(parts int) string {
	var b strings.Builder
	b.WriteString(`{"StartAt": "T0", "States": {`)
	for i := range parts {
		fmt.Fprintf(&b, `"T%d": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:t%d", "Parameters": {"label.$": "States.Format('no {}', $.id)"}, "ResultPath": "$.r%d", "Next": "T%d"}, `, i, i, i, i+1)
	}
	fmt.Fprintf(&b, `"T%d": {"Type": "Succeed"}}}`, parts)
	return b.String()
}

// blocks are pairs of tasks that run at the same time, one pair after the other.
func blocks(parts int) string {
	var b strings.Builder
	b.WriteString("start")
	for i := range parts {
		fmt.Fprintf(&b, " →\n{ a%d b%d }", i, i)
	}
	return b.String() + "\n"
}

// iterations are states that process the items of a list, one after the other.
func iterations(parts int) string {
	var b strings.Builder
	b.WriteString(`{"StartAt": "M0", "States": {`)
	for i := range parts {
		fmt.Fprintf(&b, `"M%d": {"Type": "Map", "ItemsPath": "$.items", "ResultPath": "$.done%d", "Next": "M%d", "Iterator": {"StartAt": "t%d", "States": {"t%d": `+
			`{"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:t", "End": true}}}}, `, i, i, i+1, i, i)
	}
	fmt.Fprintf(&b, `"M%d": {"Type": "Succeed"}}}`, parts)
	return b.String()
}

// gateway is a gateway with a task in each of its branches.
func gateway(parts int) string {
	var branches, tasks strings.Builder
	for i := range parts {
		fmt.Fprintf(&branches, `, "t%d"`, i)
		fmt.Fprintf(&tasks, `{"id": "t%d", "name": "T %d", "type": "SERVICE_TASK", "jobType": "t%d", "nextStep": "join"}, `, i, i, i)
	}
	return fmt.Sprintf(`{"id": "wide", "name": "Wide", "steps": [{"id": "fork", "name": "Fork", "type": "PARALLEL_GATEWAY", "parallelNextSteps": [%s], "joinStep": "join"}, %s`+
		`{"id": "join", "name": "Join", "type": "JOIN_GATEWAY", "nextStep": "end"}, {"id": "end", "name": "End", "type": "END"}]}`, branches.String()[2:], tasks.String())
}

// approvals are states that each wait for one of two requests, which have the same names everywhere.
func approvals(parts int) string {
	var b strings.Builder
	b.WriteString(`{"version": "1", "name": "approvals", "initialState": "S0", "active": true, "states": {`)
	for i := range parts {
		fmt.Fprintf(&b, `"S%d": {"transitions": [{"name": "APPROVE", "next": "S%d", "manual": true}, {"name": "REJECT", "next": "Rejected", "manual": true}]}, `, i, i+1)
	}
	fmt.Fprintf(&b, `"S%d": {}, "Rejected": {}}}`, parts)
	return b.String()
}
