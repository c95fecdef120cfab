package asl

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
)

// TestMeaningOfResults: what looks up a name in each result of a Map or Parallel state means more than a path in other languages.
func TestMeaningOfResults(t *testing.T) {
	t.Parallel()
	for text, means := range map[string]bool{
		"$sum($states.result.price)": false, "$states.result.price": false, "$states.result[0].price": true, "$states.input.price": true, "$count($states.result)": true,
	} {
		for kind, list := range map[string]bool{
			`"Type": "Task", "Resource": "urn:x:a"`:                                                    false,
			`"Type": "Parallel", "Branches": [{"StartAt": "B", "States": {"B": {"Type": "Succeed"}}}]`: true,
		} {
			d, _, _ := load("x.asl.json", []byte(`{"QueryLanguage": "JSONata", "StartAt": "A", "States": {"A": {`+kind+`, "Output": {"x": "{% `+text+` %}"}, "End": true}}}`), "current")
			o, ok := d.Lower().Start().Root.Start.Data.Result.(*expr.Object)
			if !ok {
				t.Fatalf("%s of %s: there is no object as the result", text, kind)
			}
			if got := o.Members[0].Value.(*expr.Foreign).Meaning() != nil; got != (means || !list) {
				t.Errorf("%s of %s: it has a meaning: %t", text, kind, got)
			}
		}
	}
}
