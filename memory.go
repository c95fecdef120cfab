package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// A command holds little memory and ends soon, so its heap is not collected below smallHeap bytes, and may grow fivefold up to roomyHeap
// bytes: that saves about a sixth of the time of lint over 10,000 files, and takes 300 MB there where 110 MB to 230 MB would do. A larger
// heap may grow by least percent.
const (
	smallHeap = 256 << 20
	roomyHeap = 850 << 20
	least     = 40
	// most is the percentage by which the smallest heap of the runtime, 4 MiB, grows to smallHeap.
	most = 100 * smallHeap / (4 << 20)
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
	live = max(live, 1)
	goal := max(smallHeap, min(5*live, roomyHeap), live+live*least/100)
	return int(min(most, 100*(goal-live)/live))
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
