package machine

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// history is the list of the elements entered, in order. Copies share what they have in common: copying one costs the same
// however long it is, and it is appended to without an allocation most of the time.
type history struct {
	tail   *chunk
	len    int
	shared bool // the tail belongs to a copy, too: appending begins a new chunk
}

// A chunk is a part of a history.
type chunk struct {
	before   *chunk
	elements []*workflow.Element
}

const (
	leastChunk = 8
	mostChunk  = 4096
)

func (h *history) append(e *workflow.Element) {
	if h.tail == nil || h.shared || len(h.tail.elements) == cap(h.tail.elements) {
		size := leastChunk
		if h.tail != nil && !h.shared {
			size = min(2*cap(h.tail.elements), mostChunk)
		}
		h.tail, h.shared = &chunk{h.tail, make([]*workflow.Element, 0, size)}, false
	}
	h.tail.elements = append(h.tail.elements, e)
	h.len++
}

// copy returns a copy. Neither of the two changes what the other holds.
func (h *history) copy() history {
	h.shared = true
	return *h
}

func (h *history) list() []*workflow.Element {
	out := make([]*workflow.Element, h.len)
	at := h.len
	for c := h.tail; c != nil; c = c.before {
		at -= len(c.elements)
		copy(out[at:], c.elements)
	}
	return slices.Clip(out)
}
