package convert_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// row returns a program of tasks in a row.
func row(t testing.TB, tasks int) *workflow.Program {
	t.Helper()
	var b strings.Builder
	b.WriteString(`{"id": "row", "name": "Row", "steps": [`)
	for i := range tasks {
		next := "end"
		if i < tasks-1 {
			next = fmt.Sprintf("s%d", i+1)
		}
		fmt.Fprintf(&b, `{"id": "s%d", "name": "S %d", "type": "SERVICE_TASK", "jobType": "t%d", "nextStep": "%s"}, `, i, i, i%50, next)
	}
	b.WriteString(`{"id": "end", "name": "End", "type": "END"}]}`)
	return program(t, "x.step.json", b.String())
}

// BenchmarkRow converts tasks in a row to each dialect, BenchmarkSelected such that each get a part of the document, BenchmarkFan a choice of many tasks, BenchmarkRequests an entity that waits for a
// request in each state, and BenchmarkRoutes many steps that run at the same time, each if its condition holds: the time for each task
// stays the same.
func BenchmarkRow(b *testing.B) { benchmark(b, row) }

func BenchmarkSelected(b *testing.B) { benchmark(b, selected) }

func BenchmarkFan(b *testing.B) { benchmark(b, fan) }

func BenchmarkRequests(b *testing.B) { benchmark(b, requests) }

func BenchmarkRoutes(b *testing.B) { benchmark(b, routes) }

func benchmark(b *testing.B, made func(testing.TB, int) *workflow.Program) {
	for _, tasks := range []int{10, 1_000, 100_000} {
		p := made(b, tasks)
		for _, to := range all.Dialects() {
			if to.Name() == p.Start().Dialect {
				continue
			}
			b.Run(fmt.Sprintf("%s/%d", to.Name(), tasks), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if r := convert.Raise(all.Dialects(), to, p, dialects.Raising{Format: source.JSON, Domain: written(to).Domain}); r.Reason != "" {
						b.Skip(r.Reason)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(tasks), "ns/task")
			})
		}
	}
}

// BenchmarkVerify compares tasks in a row with what they become: the time for each task and run grows slowly with their number.
func BenchmarkVerify(b *testing.B) {
	const runs = 4
	for _, tasks := range []int{10, 1_000} {
		p, to := row(b, tasks), dialects.Named(all.Dialects(), "sw")
		raised := convert.Raise(all.Dialects(), to, p, dialects.Raising{Format: source.JSON, Domain: written(to).Domain})
		target, err := convert.Read(to, raised.Definitions, source.JSON, dialects.Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(tasks), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				pair := &verify.Pair{Source: p, Target: target, Raised: raised, Domain: written(to).Domain}
				v, err := pair.Verify(context.Background(), verify.InventWithin(written(to).Domain, p, options(), runs, chance(3)))
				if err != nil || v.Failed() {
					b.Fatal(v, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(runs*tasks), "ns/task")
		})
	}
}

// fan returns a program of a choice that leads to many tasks.
func fan(t testing.TB, tasks int) *workflow.Program {
	t.Helper()
	var b strings.Builder
	b.WriteString(`{"StartAt": "C", "States": {"C": {"Type": "Choice", "Default": "S0", "Choices": [`)
	for i := range tasks {
		comma := ", "
		if i == tasks-1 {
			comma = ""
		}
		fmt.Fprintf(&b, `{"Variable": "$.kind", "NumericEquals": %d, "Next": "S%d"}%s`, i, i, comma)
	}
	b.WriteString(`]}`)
	for i := range tasks {
		fmt.Fprintf(&b, `, "S%d": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:t%d", "End": true}`, i, i%50)
	}
	b.WriteString(`}}`)
	return program(t, "x.asl.json", b.String())
}

// selected returns a workflow of tasks in a row, each of which gets a part of the document.
func selected(t testing.TB, tasks int) *workflow.Program {
	t.Helper()
	var functions, states strings.Builder
	for i := range tasks {
		start, next := "", fmt.Sprintf(`"transition": {"nextState": "S%d"}}, `, i+1)
		if i == 0 {
			start = `"start": {"kind": "default"}, `
		}
		fmt.Fprintf(&functions, `{"name": "t%d", "resource": "t%d"}, `, i, i)
		fmt.Fprintf(&states, `{"name": "S%d", "type": "operation", %s"actions": [{"functionRef": {"refName": "t%d", "parameters": {"id": "{{ $.order.id }}"}}}], %s`, i, start, i, next)
	}
	return program(t, "x.sw.json", fmt.Sprintf(`{"id": "x", "name": "X", "version": "1", "functions": [%s{"name": "last", "resource": "last"}],
  "states": [%s{"name": "S%d", "type": "operation", "actions": [{"functionRef": {"refName": "last"}}], "end": {"kind": "default"}}]}`, functions.String(), states.String(), tasks))
}

// requests returns an entity with a transition by request from each state, which runs a processor.
func requests(t testing.TB, tasks int) *workflow.Program {
	t.Helper()
	var b strings.Builder
	b.WriteString(`{"version": "1", "name": "requests", "initialState": "S0", "active": true, "states": {`)
	for i := range tasks {
		fmt.Fprintf(&b, `"S%d": {"transitions": [{"name": "GO%d", "next": "S%d", "manual": true, "processors": [`+
			`{"type": "EXTERNAL", "name": "t%d", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]}, `, i, i, i+1, i%50)
	}
	fmt.Fprintf(&b, `"S%d": {}}}`, tasks)
	return program(t, "x.fsm.json", b.String())
}

// routes returns a flow of steps each of which runs if its own condition holds.
func routes(t testing.TB, tasks int) *workflow.Program {
	t.Helper()
	var b strings.Builder
	b.WriteString("start → {\n")
	for i := range tasks {
		fmt.Fprintf(&b, "  ? `$[?(@.kind == %d)]` s%d\n", i, i)
	}
	b.WriteString("}\n")
	return program(t, "x.flow", b.String())
}

// TestRowsDoNotNest writes a row of tasks that merge their answers as a flow, in which what is merged is nested.
func TestRowsDoNotNest(t *testing.T) {
	t.Parallel()
	to := dialects.Named(all.Dialects(), "arrow")
	for _, tasks := range []int{10, 30, 300, 3_000} {
		r := convert.Raise(all.Dialects(), to, row(t, tasks), dialects.Raising{Format: source.JSON, Domain: written(to).Domain})
		if r.Reason != "" {
			t.Fatalf("%d tasks: %s", tasks, r.Reason)
		}
		depth, deepest := 0, 0
		for _, sign := range string(r.Definitions[0].Text) {
			switch sign {
			case '{':
				depth++
			case '}':
				depth--
			}
			deepest = max(deepest, depth)
		}
		if deepest > 60 {
			t.Errorf("%d tasks are nested %d levels deep", tasks, deepest)
		}
		program(t, "x.flow", string(r.Definitions[0].Text))
	}
}

// TestNestedChoicesAreWrittenOnce writes choices one after the other, each with an end of its own, as a flow, in which they are nested:
// twice as many take about twice as much memory.
func TestNestedChoicesAreWrittenOnce(t *testing.T) {
	to := dialects.Named(all.Dialects(), "arrow")
	allocations := func(choices int) float64 {
		var b strings.Builder
		b.WriteString(`{"StartAt": "T0", "States": {`)
		for i := range choices {
			fmt.Fprintf(&b, `"T%d": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:t", "ResultPath": "$.r", "Next": "C%d"}, `+
				`"C%d": {"Type": "Choice", "Choices": [{"Variable": "$.kind", "NumericEquals": %d, "Next": "T%d"}], "Default": "End"}, `, i, i, i, i, i+1)
		}
		fmt.Fprintf(&b, `"T%d": {"Type": "Pass", "Next": "End"}, "End": {"Type": "Succeed"}}}`, choices)
		p := program(t, "x.asl.json", b.String())
		return testing.AllocsPerRun(1, func() {
			if r := convert.Raise(all.Dialects(), to, p, dialects.Raising{Format: source.JSON, Domain: written(to).Domain}); r.Reason != "" {
				t.Fatal(r.Reason)
			}
		})
	}
	if few, many := allocations(7), allocations(14); many > 5*few {
		t.Errorf("7 choices take %.0f allocations, and 14 take %.0f", few, many)
	}
}
