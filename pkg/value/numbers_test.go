package value_test

import (
	"math"
	"testing"

	"github.com/flowglot/flowglot/pkg/value"
)

func TestNumbers(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		v      any
		want   float64
		number bool
	}{
		{int64(3), 3, true},
		{2.5, 2.5, true},
		{int64(math.MaxInt64), 1 << 63, true},
		{"3", 0, false},
		{true, 0, false},
		{nil, 0, false},
	} {
		if f, ok := value.Float(x.v); f != x.want || ok != x.number || value.IsNumber(x.v) != x.number {
			t.Errorf("%#v is %v, %v", x.v, f, ok)
		}
	}
}

func TestSum(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ a, b, want any }{
		{int64(1), int64(2), int64(3)},
		{int64(1), int64(-1), int64(0)},
		{int64(1), int64(0), int64(1)},
		{int64(1), 0.5, 1.5},
		{1.5, 1.5, 3.0},
		{int64(math.MaxInt64), int64(1), float64(1 << 63)},
		{int64(math.MinInt64), int64(-1), float64(-1 << 63)},
	} {
		if got := value.Sum(x.a, x.b); got != x.want {
			t.Errorf("%v + %v = %#v, want %#v", x.a, x.b, got, x.want)
		}
	}
}
