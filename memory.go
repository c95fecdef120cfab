package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// A command holds little memory and ends soon. As long as less than smallHeap bytes are in use, the heap may grow by
// rarely percent before it is collected, which saves a fifth of the time of lint. A larger heap is collected as usual.
const (
	smallHeap = 48 << 20
	rarely    = 400
	usually   = 100
)

// collectRarely sets how often memory is collected, and adapts that after each collection. GOGC in the environment wins.
func collectRarely() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(rarely)
	adapt(rarely)
}

// adapt waits for a collection, which finds that nobody holds the mark, and chooses when to collect next.
func adapt(percent int) {
	mark := new([16]byte)
	runtime.SetFinalizer(mark, func(*[16]byte) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		next := usually
		if live[0].Value.Kind() == metrics.KindUint64 && live[0].Value.Uint64() < smallHeap {
			next = rarely
		}
		if next != percent {
			debug.SetGCPercent(next)
		}
		adapt(next)
	})
}
