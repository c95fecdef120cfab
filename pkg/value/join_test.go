package value

import "testing"

func TestJoin(t *testing.T) {
	t.Parallel()
	empty, one, two := NewObject(0), ObjectOf(Member{Key: "a", Value: int64(1)}), []any{int64(2), int64(3)}
	for _, x := range []struct {
		list         []any
		joined, flat any
	}{
		{nil, empty, empty},
		{[]any{empty, empty}, empty, empty},
		{[]any{empty, one}, one, one},
		{[]any{one, empty, nil}, []any{one, nil}, []any{one, nil}},
		{[]any{empty, two}, two, two},
		{[]any{one, two}, []any{one, two}, []any{one, int64(2), int64(3)}},
	} {
		if got := Join(x.list); !Equal(got, x.joined) {
			t.Errorf("Join(%v) is %v, want %v", x.list, got, x.joined)
		}
		if got := Join(Spread(x.list)); !Equal(got, x.flat) {
			t.Errorf("Join(Spread(%v)) is %v, want %v", x.list, got, x.flat)
		}
	}
}
