package dialects_test

import (
	"strconv"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// TestNumbers has names be told apart by numbers, which skip those that are taken, also when there are very many.
func TestNumbers(t *testing.T) {
	t.Parallel()
	taken, numbers := map[string]bool{"a 3": true}, dialects.Numbers{}
	for i, want := range []string{"a", "a 2", "a 4", "a 5"} {
		if name := numbers.Free(taken, "a", " "); name != want {
			t.Errorf("name %d is %q", i, name)
		}
	}
	if name := numbers.Free(taken, "a 2", " "); name != "a 2 2" {
		t.Errorf("a taken name becomes %q", name)
	}
	const many = 200_000
	for i := range many {
		if name := numbers.Free(taken, "b", "-"); i > 0 && name != "b-"+strconv.Itoa(i+1) {
			t.Fatalf("name %d is %q", i, name)
		}
	}
}

// TestNames has names be no longer than is allowed, with their numbers, and has what has a blank one be called as is said.
func TestNames(t *testing.T) {
	t.Parallel()
	names := dialects.NewNames("-", 0)
	names.Unnamed, names.Longest = "state", 6
	names.Take("free")
	for _, x := range []struct{ wish, want string }{
		{" ", "state"}, {"", "stat-2"}, {"größtes", "größte"}, {"größtes", "größ-2"}, {"free", "free-2"},
	} {
		if name := names.Free(x.wish); name != x.want || !names.Has(x.want) {
			t.Errorf("%q becomes %q, expected %q", x.wish, name, x.want)
		}
	}
}
