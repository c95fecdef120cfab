package machine

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/workflow"
)

func TestAggregates(t *testing.T) {
	t.Parallel()
	list := []any{int64(2), 2.5, int64(-1)}
	for _, test := range []struct {
		policy workflow.Policy
		want   any
	}{{workflow.Sum, 3.5}, {workflow.Max, 2.5}, {workflow.Min, int64(-1)}} {
		if got, at := aggregate(test.policy, list); got != test.want || at != -1 {
			t.Errorf("policy %d: %v, want %v", test.policy, got, test.want)
		}
	}
}
