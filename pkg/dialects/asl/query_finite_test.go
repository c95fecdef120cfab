package asl

import (
	"math"
	"testing"

	"github.com/flowglot/flowglot/pkg/value"
)

func TestWithoutInfinities(t *testing.T) {
	t.Parallel()
	inf := math.Inf(1)
	v := value.ObjectOf(
		value.Member{Key: "a", Value: inf},
		value.Member{Key: "b", Value: []any{1.5, math.NaN(), []any{}, nil}},
		value.Member{Key: "c", Value: value.ObjectOf(value.Member{Key: "d", Value: -inf}, value.Member{Key: "e", Value: "x"})},
	)
	const want = `{"a":"Infinity","b":[1.5,"NaN",[],null],"c":{"d":"-Infinity","e":"x"}}`
	if got := string(value.Append(nil, withoutInfinities(v))); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := v.Get("a"); got != inf {
		t.Errorf("the value itself was changed: %v", got)
	}
	finite := value.ObjectOf(value.Member{Key: "a", Value: []any{1.0, "b"}})
	if withoutInfinities(finite) != any(finite) {
		t.Error("a value with finite numbers only was copied")
	}
}

// Each level has the one below it twice: the text would have 2^200 parts.
func TestWithoutInfinitiesOfSharedParts(t *testing.T) {
	t.Parallel()
	var v any = []any{math.Inf(1)}
	for range 200 {
		v = value.ObjectOf(value.Member{Key: "l", Value: []any{v, v}})
	}
	v = withoutInfinities(v)
	for range 200 {
		v = v.(*value.Object).Get("l").([]any)[1]
	}
	if got := v.([]any)[0]; got != "Infinity" {
		t.Errorf("got %v", got)
	}
}
