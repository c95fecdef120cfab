package run

import (
	"cmp"
	"container/heap"
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/run/machine"
)

// rank orders what happens at one instant: answers of tasks come before occurrences, and those before timers.
type rank uint8

const (
	answersRank rank = iota
	occurrencesRank
	timersRank
)

// entry is an event that will happen.
type entry struct {
	at    time.Time
	rank  rank
	order int64 // among equals, what was added first happens first
	event machine.Event
	index int // in the heap
}

// schedule holds what will happen. The next one is cheap to find, and any can be dropped by the id of its event.
type schedule struct {
	heap  entries
	byID  map[int64]*entry
	added int64
}

func (s *schedule) empty() bool { return len(s.heap) == 0 }

// peek returns what happens next; the schedule must not be empty.
func (s *schedule) peek() *entry { return s.heap[0] }

func (s *schedule) add(at time.Time, r rank, e machine.Event) {
	s.added++
	x := &entry{at: at, rank: r, order: s.added, event: e}
	if e.ID != 0 {
		s.byID[e.ID] = x
	}
	heap.Push(&s.heap, x)
}

// drop makes the event of an id not happen, if it was to.
func (s *schedule) drop(id int64) {
	if x, ok := s.byID[id]; ok {
		delete(s.byID, id)
		heap.Remove(&s.heap, x.index)
	}
}

// pop removes what happens next and returns it; the schedule must not be empty.
func (s *schedule) pop() *entry {
	x := heap.Pop(&s.heap).(*entry)
	delete(s.byID, x.event.ID)
	return x
}

// restore puts back what pop has returned.
func (s *schedule) restore(x *entry) {
	if x.event.ID != 0 {
		s.byID[x.event.ID] = x
	}
	heap.Push(&s.heap, x)
}

// sorted is all that will happen, in its order.
func (s *schedule) sorted() []*entry {
	list := slices.Clone(s.heap)
	slices.SortFunc(list, func(a, b *entry) int {
		return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.rank, b.rank), cmp.Compare(a.order, b.order))
	})
	return list
}

// entries is a heap, the next one first.
type entries []*entry

func (h entries) Len() int { return len(h) }

func (h entries) Less(i, j int) bool {
	a, b := h[i], h[j]
	if c := a.at.Compare(b.at); c != 0 {
		return c < 0
	}
	if a.rank != b.rank {
		return a.rank < b.rank
	}
	return a.order < b.order
}

func (h entries) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

// Push implements [heap.Interface].
func (h *entries) Push(x any) {
	e := x.(*entry)
	e.index = len(*h)
	*h = append(*h, e)
}

// Pop implements [heap.Interface].
func (h *entries) Pop() any {
	last := len(*h) - 1
	e := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return e
}
