package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// A command holds little memory and ends soon, so its heap may grow to roomyHeap bytes before it is collected, but by most percent: that
// saves a fifth of the time of lint, and more of that of convert. A heap that is larger may grow by least percent.
const (
	roomyHeap = 640 << 20
	most      = 400
	least     = 40
)

// collectRarely sets how often memory is collected, and adapts that after each collection. GOGC in the environment wins.
func collectRarely() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(most)
	adapt(most)
}

// growth is by how many percent a heap may grow of which some bytes are in use.
func growth(live uint64) int {
	if live >= roomyHeap {
		return least
	}
	return min(most, max(least, int(100*(roomyHeap-live)/max(live, 1))))
}

// adapt waits for a collection, which finds that nobody holds the mark, and chooses when to collect next.
func adapt(percent int) {
	mark := new([16]byte)
	runtime.SetFinalizer(mark, func(*[16]byte) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		next := percent
		if live[0].Value.Kind() == metrics.KindUint64 {
			next = growth(live[0].Value.Uint64())
		}
		if next != percent {
			debug.SetGCPercent(next)
		}
		adapt(next)
	})
}
