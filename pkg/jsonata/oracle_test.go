package jsonata_test

import (
	"encoding/json"
	"testing"

	"github.com/recolabs/gnata"

	"github.com/flowglot/flowglot/pkg/jsonata"
	"github.com/flowglot/flowglot/pkg/value"
)

// differs are expressions of [results] on which gnata and the reference implementation differ, or that have no fixed
// result, with the reason.
var differs = map[string]string{
	"grid.$":                        "the reference flattens the arrays that a step selects",
	"orders[0].lines[0].*":          "gnata does not keep the order of members",
	`$match("ab12", /([a-z])(\d)/)`: "the reference calls the place index",
	"$now() & $millis()":            "gnata reads the clock",
	"$random()":                     "gnata has its own generator",
	`$encodeUrlComponent("ä /") & $decodeUrl("%C3%A4%2F")`: "the reference leaves reserved characters encoded",
}

// TestAgainstGnata compares the results of the evaluator with those of another implementation.
func TestAgainstGnata(t *testing.T) {
	t.Parallel()
	input, err := value.Parse([]byte(shop))
	if err != nil {
		t.Fatal(err)
	}
	var document any
	if err := json.Unmarshal([]byte(shop), &document); err != nil {
		t.Fatal(err)
	}
	for _, test := range results {
		if differs[test.expression] != "" {
			continue
		}
		other, err := gnata.Compile(test.expression)
		if err != nil {
			t.Errorf("%s: gnata: %v", test.expression, err)
			continue
		}
		want, err := other.Eval(t.Context(), document)
		if err != nil {
			t.Errorf("%s: gnata: %v", test.expression, err)
			continue
		}
		e, err := jsonata.Compile(test.expression)
		if err != nil {
			t.Errorf("%s: %v", test.expression, err)
			continue
		}
		got, err := e.Evaluate(jsonata.Env{Input: input})
		if err != nil {
			t.Errorf("%s: %v", test.expression, err)
			continue
		}
		if jsonata.IsUndefined(got) {
			got = nil
		}
		text, err := json.Marshal(gnata.NormalizeValue(want))
		if err != nil {
			t.Errorf("%s: gnata: %v", test.expression, err)
			continue
		}
		if v, err := value.Parse(text); err != nil || !value.Equal(got, v) {
			t.Errorf("%s: got %s, gnata %s", test.expression, value.Append(nil, got), text)
		}
	}
}

// BenchmarkGnata runs the expressions of [BenchmarkEvaluate] in the other implementation.
func BenchmarkGnata(b *testing.B) {
	var input any
	if err := json.Unmarshal(value.Append(nil, benchmarkInput(1000)), &input); err != nil {
		b.Fatal(err)
	}
	for _, bm := range benchmarks {
		e, err := gnata.Compile(bm.expression)
		if err != nil {
			b.Logf("%s: gnata: %v", bm.name, err)
			continue
		}
		b.Run(bm.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Eval(b.Context(), input); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
