package convert_test

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
)

// TestFixedDataWithoutMerging has a task that is given fixed data become a Pass state of the 2016 language, which merges nothing: one
// member is set at its path, and several stay with the task.
func TestFixedDataWithoutMerging(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, added, written string }{
		{"one member", `{\"level\":1}`, `"ResultPath": "$.level"`},
		{"several members", `{\"level\":1,\"open\":true}`, `"Resource": "urn:task:call-set-level"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := program(t, "x.fsm.json", `{"version": "1", "name": "page", "initialState": "Set level", "active": true, "states": {
  "Set level": {"transitions": [{"name": "set-level", "next": "Page", "manual": false, "processors": [{"type": "EXTERNAL", "name": "set-level", "executionMode": "SYNC",
    "config": {"attachEntity": true, "context": "{\"add\":`+test.added+`}"}}]}]},
  "Page": {"transitions": [{"name": "page", "next": "Done", "manual": false, "processors": [{"type": "EXTERNAL", "name": "page", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "Done": {}}}`)
			to := dialects.Named(all.Dialects(), "asl")
			o := written(to)
			o.Settings = dialects.Settings{"asl-level": "2016"}
			raised := convert.Raise(all.Dialects(), to, p, o)
			if len(raised.Definitions) == 0 {
				t.Fatal(raised.Reason)
			}
			if text := string(raised.Definitions[0].Text); !strings.Contains(text, test.written) {
				t.Errorf("%s is not in\n%s", test.written, text)
			}
		})
	}
}
