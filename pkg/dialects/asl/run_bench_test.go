package asl

import (
	"context"
	"strconv"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/run"
	interpreter "github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
)

// The loops count to 10,000: each round is two transitions.
const (
	loopJSONPath = `{"StartAt": "Count", "States": {
		"Count": {"Type": "Pass", "Parameters": {"n.$": "States.MathAdd($.n, 1)"}, "Next": "Again?"},
		"Again?": {"Type": "Choice", "Choices": [{"Variable": "$.n", "NumericLessThan": 10000, "Next": "Count"}], "Default": "Done"},
		"Done": {"Type": "Succeed"}}}`
	loopJSONata = `{"QueryLanguage": "JSONata", "StartAt": "Count", "States": {
		"Count": {"Type": "Pass", "Output": {"n": "{% $states.input.n + 1 %}"}, "Next": "Again?"},
		"Again?": {"Type": "Choice", "Choices": [{"Condition": "{% $states.input.n < 10000 %}", "Next": "Count"}], "Default": "Done"},
		"Done": {"Type": "Succeed"}}}`
	loopVariables = `{"StartAt": "Start", "States": {
		"Start": {"Type": "Pass", "Assign": {"n": 0}, "Next": "Count"},
		"Count": {"Type": "Pass", "Assign": {"n.$": "States.MathAdd($n, 1)"}, "Next": "Again?"},
		"Again?": {"Type": "Choice", "Choices": [{"Variable": "$n", "NumericLessThan": 10000, "Next": "Count"}], "Default": "Done"},
		"Done": {"Type": "Succeed"}}}`
	mapOfItems = `{"StartAt": "Each", "States": {"Each": {"Type": "Map", "ResultPath": null, "End": true, "ItemProcessor": {
		"StartAt": "One", "States": {"One": {"Type": "Pass", "End": true}}}}}}`
)

// benchmarkRun runs a definition again and again, without the limits of the service, and reports transitions per second.
func benchmarkRun(b *testing.B, text string, input any) {
	d, _, _ := load("bench.asl.json", []byte(text), "current")
	p := d.Lower()
	b.ReportAllocs()
	steps := 0
	for b.Loop() {
		r, err := run.Simulate(context.Background(), p, run.Options{Input: input, Start: time.Unix(0, 0), Settings: interpreter.Settings{Unlimited: true}})
		if err != nil || r.Status != run.Succeeded {
			b.Fatal(err, r.Error)
		}
		steps += r.Steps
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "transitions/s")
}

func BenchmarkLoop(b *testing.B) {
	for _, c := range []struct{ name, text string }{{"jsonpath", loopJSONPath}, {"jsonata", loopJSONata}, {"variables", loopVariables}} {
		b.Run(c.name, func(b *testing.B) { benchmarkRun(b, c.text, value.ObjectOf(value.Member{Key: "n", Value: int64(0)})) })
	}
}

func BenchmarkMapOfItems(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		items := make([]any, n)
		for i := range items {
			items[i] = true
		}
		b.Run(strconv.Itoa(n), func(b *testing.B) { benchmarkRun(b, mapOfItems, items) })
	}
}
