package expr

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// TestObjects asks for objects, and for members that are null where an object lacks them.
func TestObjects(t *testing.T) {
	t.Parallel()
	path := parsedFilter(t, "$.a.b")
	path.OrNull = true
	object := &Test{Op: TestObject, Path: parsedFilter(t, "$.a"), Wrong: No, Null: Yes, Missing: Fails}
	for _, test := range []struct {
		doc           any
		holds, failed bool
		value         bool // whether the path has one
	}{
		{valuetest.Object("a", valuetest.Object("b", int64(1))), true, false, true},
		{valuetest.Object("a", valuetest.Object()), true, false, true},
		{valuetest.Object("a", "x"), false, false, false},
		{valuetest.Object("a", []any{}), false, false, false},
		{valuetest.Object("a", nil), true, false, false},
		{valuetest.Object(), false, true, false},
		{"x", false, true, false},
	} {
		if holds, err := Holds(object, &Env{Input: test.doc}); holds != test.holds || (err != nil) != test.failed {
			t.Errorf("%v: an object %t, %v", test.doc, holds, err)
		}
		if v, err := Eval(path, &Env{Input: test.doc}); (err == nil) != test.value || v != nil && v != int64(1) {
			t.Errorf("%v: the member is %v, %v", test.doc, v, err)
		}
	}
	if got, want := Readable(object), "$.a is an object"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestSeveralTypes asks filters whether they compare one path with values of several types.
func TestSeveralTypes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"$[?(@.b == true && @.b > 3)]": true, "$[?(@.b == true && @.c > 3)]": false, "$[?(@.b > 3 && !(@.b < 2.5))]": false, "$[?(@.b == null || @.b > 3)]": false,
		"$[?(@.b in ['x'] && !(@.b > 3))]": true, "$[?(@.b in [1] && !(@.b > 3))]": false, "$[?(@.a.b == 'x' || !(@.a.b == 1))]": true,
	} {
		if got := SeveralTypes(parsedFilter(t, text).Steps[0].Filter); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}
