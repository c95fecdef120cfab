package main

import "testing"

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
