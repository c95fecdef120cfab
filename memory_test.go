package main

import "testing"

// TestUntilFull has the runtime begin with a collection, at the earliest, when the heap has a number of bytes.
func TestUntilFull(t *testing.T) {
	const mb = 1 << 20
	for _, c := range []struct{ live, bytes uint64 }{{279 * mb, 850 * mb}, {500 * mb, 860 * mb}, {400 * mb, 400 * mb}, {400 * mb, 300 * mb}} {
		begins := c.live + c.live*uint64(untilFull(c.live, c.bytes))/100*7/10
		if want := max(c.live, c.bytes); begins > want || begins+c.live/50 < want {
			t.Errorf("a heap with %d MB in use is collected from %d MB on, want %d", c.live/mb, begins/mb, want/mb)
		}
	}
}

func TestGrowth(t *testing.T) {
	const mb = 1 << 20
	for _, c := range []struct{ expected, live, goal uint64 }{
		{0, 4 * mb, smallHeap},
		{0, 100 * mb, 500 * mb},
		{0, 400 * mb, roomyHeap},
		{0, 1000 * mb, 1400 * mb},
		{mb / 4, 10 * mb, smallHeap},
		{mb, 10 * mb, 800 * mb},
		{100 * mb, 10 * mb, roomyHeap},
		{100 * mb, 1000 * mb, 1400 * mb},
	} {
		x := &collector{}
		x.small.Store(smallFor(c.expected))
		goal := c.live + c.live*uint64(x.growth(c.live))/100
		if goal > c.goal || goal+c.live/100+1 < c.goal {
			t.Errorf("a heap of %d MB is collected at %d MB after a text of %d KB, want %d", c.live/mb, goal/mb, c.expected>>10, c.goal/mb)
		}
	}
}
