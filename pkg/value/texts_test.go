package value_test

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/value"
)

// TestHasText looks for texts in lists and objects, and not in keys.
func TestHasText(t *testing.T) {
	t.Parallel()
	holds := func(s string) bool { return s == "x" }
	at := func(key string, v any) any { return value.ObjectOf(value.Member{Key: key, Value: v}) }
	if !value.HasText([]any{"y", at("a", []any{int64(1), "x"})}, holds) {
		t.Error("the text in the object in the list is not found")
	}
	if value.HasText(at("x", "y"), holds) {
		t.Error("a key is taken for a text")
	}
}
