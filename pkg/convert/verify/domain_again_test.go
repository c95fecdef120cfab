package verify

import (
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// TestOtherVisits leaves out visits to which the same data came: all of a loop that changes nothing, and of one that changes between a few
// documents. Of data that differs always, nothing is left out.
func TestOtherVisits(t *testing.T) {
	t.Parallel()
	const visits = 1000
	for documents, want := range map[int]int{1: 1, 5: 5, visits: visits} {
		var all []visit
		for i := range visits {
			all = append(all, visit{data: valuetest.Object("round", int64(i%documents))})
		}
		got := otherVisits(all)
		if len(got) != want || !slices.ContainsFunc(got, func(v visit) bool { return v.data == all[documents-1].data }) {
			t.Errorf("of %d documents in %d visits, %d are left, want %d", documents, visits, len(got), want)
		}
	}
}
