package convert_test

import "testing"

// TestLayersDelayWhatComesAfterAny has the loss of layers excuse the delay of a step that comes after any of the first layer, and not only
// after the first one.
func TestLayersDelayWhatComesAfterAny(t *testing.T) {
	t.Parallel()
	for _, dialect := range []string{"asl", "sw", "step", "fsm"} {
		r, v := compared(t, "x.flow", "order → :both pack;\nstock → :both;\n:both → refill", dialect, nil)
		if v == nil || v.Failed() {
			t.Errorf("%s: %s, %v", dialect, r.Reason, v)
		}
	}
}

// TestLayersJoinWhatComesIn has the loss of a list be about the step that joins the input of the flow with what another step gives, and not
// about the end.
func TestLayersJoinWhatComesIn(t *testing.T) {
	t.Parallel()
	r, v := olderLevel(t, "x.flow", "open :x → count → last;\n:x → weigh → :both;\n:both finish")
	if v == nil || v.Failed() {
		t.Errorf("%s, %v\n%s", r.Reason, v, lost(r.Losses))
	}
}
