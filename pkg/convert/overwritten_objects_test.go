package convert_test

import (
	"strings"
	"testing"
)

// TestObjectsTakeTheirPlace sets a member that is an object with others, as a condition shows, where the target merges objects in turn: fixed
// data is merged into null, and what is computed is in the document that a worker answers. Inside of the domain nothing is done for the rest.
func TestObjectsTakeTheirPlace(t *testing.T) {
	t.Parallel()
	const open = `{"id": "x", "name": "X", "steps": [
  {"id": "get", "name": "Get", "type": "SERVICE_TASK", "jobType": "get", "nextStep": "kind"},
  {"id": "kind", "name": "Kind", "type": "DECISION", "conditionalNextSteps": {"customer.vip == true": "set", "true": "use"}},
  {"id": "set", "name": "Set", "type": "TRANSFORMATION", "transformations": `
	const closing = `, "nextStep": "use"},
  {"id": "use", "name": "Use", "type": "SERVICE_TASK", "jobType": "use", "nextStep": "end"}, {"id": "end", "name": "End", "type": "END"}]}`
	for _, test := range []struct{ name, set, written, worker string }{
		{"fixed data", `{"customer": {"id": 5}, "level": 1}`, "Clear for set", ""},
		{"a value that is no object", `{"customer": 5}`, "", ""},
		{"another member", `{"order": {"id": 5}}`, "", ""},
		{"a part of the document", `{"customer": "${order.customer}"}`, "", "answers its input with the members of `{\"customer\": ${order.customer}}` in place of its own, under result.document"},
		{"a part of another member", `{"order": "${parcel.order}"}`, "", "answers `{\"order\": ${parcel.order}}`"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r, v := compared(t, "x.step.json", open+test.set+closing, "sw", nil)
			if v == nil || v.Failed() || v.Equal == 0 {
				t.Fatalf("%s: %v", r.Reason, v)
			}
			if text := string(r.Definitions[0].Text); !strings.Contains(text, test.written) || test.written == "" && strings.Contains(text, "Clear") {
				t.Errorf("%q is not in\n%s", test.written, text)
			}
			if s := r.StandIns; (len(s) > 0) != (test.worker != "") || len(s) > 0 && !strings.HasPrefix(s[0].What, test.worker) {
				t.Errorf("the stand-ins are %+v", s)
			}
		})
	}
}
