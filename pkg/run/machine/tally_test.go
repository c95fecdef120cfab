package machine

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestTokensAreCountedByEdges lets tokens come to a node with few and with many edges, on each twice and in another order than that of
// the edges, one of which closes a cycle.
func TestTokensAreCountedByEdges(t *testing.T) {
	t.Parallel()
	for _, edges := range []int{2, 3, manyEdges - 1, manyEdges, manyEdges + 1, 5 * manyEdges} {
		n := &workflow.Node{}
		for i := range edges + 1 {
			n.In = append(n.In, &workflow.Edge{ID: i, To: n, Back: i == edges})
		}
		m := &Machine{pendingJoins: map[joinKey][]token{}}
		at := joinKey{node: n}
		for round := range 2 {
			for i := edges - 1; i > 0; i-- {
				x := token{node: n, via: n.In[i], order: int64(round*edges + i)}
				count := m.tally(at)
				m.pendingJoins[at] = append(m.pendingJoins[at], x)
				count.add(x)
				if want := max(edges-i, round*(edges-1)); count.forward != edges || count.arrived.len() != want {
					t.Fatalf("of %d edges %d have tokens: counted %d of %d", edges, want, count.arrived.len(), count.forward)
				}
			}
		}
		if got := m.Tokens(); got != 2*(edges-1) {
			t.Errorf("%d edges: %d tokens wait, and %d are counted", edges, 2*(edges-1), got)
		}
		foreign := token{node: n, via: &workflow.Edge{To: &workflow.Node{}}}
		first, rest := earliest(n, append(m.pendingJoins[at], foreign))
		if len(first) != edges-1 || len(rest) != edges {
			t.Fatalf("%d edges: %d tokens first, %d left", edges, len(first), len(rest))
		}
		for i, x := range first {
			if x.via != n.In[i+1] || x.order != int64(i+1) {
				t.Errorf("%d edges: token %d is the one of edge %d, made %d", edges, i, x.via.ID, x.order)
			}
		}
	}
}
