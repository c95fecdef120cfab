package convert_test

import (
	"strings"
	"testing"
)

// TestConditionsOfListsInAsl asks whether any item fulfils the condition of an iteration over the whole document, as the document is a list
// there: a comparison of the document itself would fail.
func TestConditionsOfListsInAsl(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, written string }{
		{"an iteration", "list → * ? `$[?(@.x > 1)]` check → store", "$exists($states.input[x > 1])"},
		{"with the condition first", "list → ? `$[?(@.x > 1)]` * check → store", "$exists($states.input[x > 1])"},
		{"a single step", "list → ? `$[?(@.x > 1)]` check → store", "NumericGreaterThan"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r, v := compared(t, "x.flow", test.text, "asl", nil)
			if v == nil || v.Failed() || v.Equal != v.Runs {
				t.Fatalf("%s: %v", r.Reason, v)
			}
			if text := string(r.Definitions[0].Text); !strings.Contains(text, test.written) {
				t.Errorf("%s is not in\n%s", test.written, text)
			}
		})
	}
}
