package convert_test

import (
	"context"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// TestSeveralTypes converts a choice that compares one field with values of several types, of which no data has all: its default is taken for
// what is of another type, too.
func TestSeveralTypes(t *testing.T) {
	t.Parallel()
	p := today(t, authored{name: "x.asl.json", text: `{"StartAt": "Size?", "States": {
  "Size?": {"Type": "Choice", "Choices": [{"Variable": "$.size", "BooleanEquals": true, "Next": "Large"}, {"Variable": "$.size", "NumericGreaterThan": 3, "Next": "Medium"}], "Default": "Small"},
  "Large": {"Type": "Task", "Resource": "urn:task:large", "End": true}, "Medium": {"Type": "Task", "Resource": "urn:task:medium", "End": true},
  "Small": {"Type": "Task", "Resource": "urn:task:small", "End": true}}}`})
	for _, name := range []string{"arrow", "sw"} {
		to := dialects.Named(all.Dialects(), name)
		raised := convert.Raise(all.Dialects(), to, p, written(to))
		target, err := convert.Read(to, raised.Definitions, source.JSON, dialects.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []any{true, int64(5), int64(2), false} {
			o := options()
			o.Input = valuetest.Object("size", size)
			v, err := (&verify.Pair{Source: p, Target: target, Raised: raised, Domain: written(to).Domain}).Compare(context.Background(), []run.Options{o}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if v.Failed() || v.Equal+v.Excused != 1 || len(v.Outside) > 0 {
				t.Errorf("%s, %v: %+v", name, size, v)
			}
		}
	}
}
