package layout

// breakCycles reverses the edges that lead back to where a walk along the edges came from. The walk begins at boxes
// that nothing leads to, and follows edges in order, so that the edges which are reversed are those that a reader takes for loops.
func (n *net) breakCycles() {
	entered := make([]bool, len(n.Boxes))
	for e := range n.Edges {
		if n.layered(e) {
			entered[n.Edges[e].To] = true
		}
	}
	w := walk{n, n.outgoing(), make([]progress, len(n.Boxes)), nil}
	for _, first := range []bool{true, false} {
		for b := range n.Boxes {
			if entered[b] != first {
				w.from(b)
			}
		}
	}
}

// progress is how far the walk has come with a box.
type progress struct {
	state uint8 // unseen, open or done
	next  int   // the edge to follow next
}

const (
	unseen = iota
	open
	done
)

// A walk goes along edges in depth, without recursion.
type walk struct {
	*net
	out   [][]int
	boxes []progress
	stack []int
}

func (w *walk) from(b int) {
	if w.boxes[b].state != unseen {
		return
	}
	w.boxes[b].state = open
	w.stack = append(w.stack[:0], b)
	for len(w.stack) > 0 {
		b := w.stack[len(w.stack)-1]
		at := &w.boxes[b]
		if at.next == len(w.out[b]) {
			at.state = done
			w.stack = w.stack[:len(w.stack)-1]
			continue
		}
		e := w.out[b][at.next]
		at.next++
		switch to := w.Edges[e].To; w.boxes[to].state {
		case unseen:
			w.boxes[to].state = open
			w.stack = append(w.stack, to)
		case open:
			w.reversed[e] = true
		}
	}
}
