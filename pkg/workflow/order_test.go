package workflow_test

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestArrange compares requests that are carried out together with the same requests one by one on a list.
func TestArrange(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewSource(1))
	for range 200 {
		w := &workflow.Workflow{}
		r := w.AddRegion(nil, source.Span{})
		for range random.Intn(8) {
			w.AddNode(r, &workflow.Element{}, workflow.Pass, workflow.Acting)
		}
		want := slices.Clone(r.Nodes)
		for range random.Intn(12) {
			if len(want) == 0 {
				break
			}
			beside := want[random.Intn(len(want))]
			if random.Intn(4) == 0 {
				r.TakeOut(beside)
				want = slices.DeleteFunc(want, func(n *workflow.Node) bool { return n == beside })
				continue
			}
			added, after := w.AddNode(r, &workflow.Element{}, workflow.Pass, workflow.Acting), random.Intn(2)
			r.PlaceBeside(added, beside, after == 1)
			want = slices.Insert(want, slices.Index(want, beside)+after, added)
		}
		if r.Arrange(); !slices.Equal(r.Nodes, want) {
			t.Fatalf("the order is %v, want %v", ids(r.Nodes), ids(want))
		}
	}
}

func ids(nodes []*workflow.Node) []int {
	var out []int
	for _, n := range nodes {
		out = append(out, n.ID)
	}
	return out
}
