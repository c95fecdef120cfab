package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"

	"github.com/flowglot/flowglot/cmd"
)

// A command holds little memory and ends soon, so its heap is not collected below smallHeap bytes, and may grow fivefold up to roomyHeap
// bytes: that saves about a sixth of the time of lint over 10,000 files, and takes 300 MB there where 110 MB to 230 MB would do. A larger
// heap may grow by least percent.
const (
	smallHeap = 256 << 20
	roomyHeap = 860 << 20
	least     = 40
	// perByte is about how many bytes a conversion allocates for each byte of a flow, the shortest of the texts. For JSON it is a tenth.
	perByte = 800
	// perWritten is about how many bytes it takes to check a text in JSON that a conversion wrote, for each byte of it.
	perWritten = 10
	// most is the percentage by which the smallest heap of the runtime, 4 MiB, grows to roomyHeap.
	most = 100 * roomyHeap / (4 << 20)
)

// manyBytes is the size of the texts of a command from which on it asks for huge pages, which takes some milliseconds.
const manyBytes = 1 << 20

// A collector decides how often memory is collected, and asks for huge pages. It implements [cmd.Memory].
type collector struct {
	small atomic.Uint64 // a heap below so many bytes is not collected
	read  atomic.Int64  // bytes of texts so far
	huge  sync.Once     // asks for huge pages

	// live is how many bytes were in use at the last collection, and before is how many had been allocated until then.
	live, before atomic.Uint64
}

// collectRarely sets how often memory is collected, and adapts that after each collection. GOGC in the environment wins: it returns nil then.
func collectRarely() cmd.Memory {
	if os.Getenv("GOGC") != "" {
		return nil
	}
	c := &collector{}
	c.small.Store(smallFor(0))
	debug.SetGCPercent(c.growth(4 << 20))
	c.adapt()
	return c
}

// Reads asks for huge pages once there are many texts or a large one.
func (c *collector) Reads(bytes int) {
	if c.read.Add(int64(bytes)) >= manyBytes {
		c.askForHugePages()
	}
}

// Converts has the heap grow at once to the size that a conversion of so many bytes needs anyway.
func (c *collector) Converts(bytes int64) {
	if small := smallFor(uint64(max(bytes, 0))); small > c.small.Load() {
		c.small.Store(small)
		debug.SetGCPercent(c.growth(4 << 20))
		c.askForHugePages()
	}
}

// Checks has no memory collected until texts of so many bytes are checked, if there is room for that. It reports whether there is, or memory
// was collected a moment before.
func (c *collector) Checks(bytes int) bool {
	const few = 128 << 20
	live, made := c.live.Load(), allocated()-c.before.Load()
	needed := live + made + perWritten*uint64(max(bytes, 0))
	if needed > roomyHeap {
		return made < few
	}
	debug.SetGCPercent(max(c.growth(live), untilFull(live, needed)))
	return true
}

// allocated is how many bytes were allocated so far, with those that were collected.
func allocated() uint64 { return measure("/gc/heap/allocs:bytes") }

// measure is what a metric of the runtime in bytes is now; 0 where the runtime does not have it.
func measure(metric string) uint64 {
	x := []metrics.Sample{{Name: metric}}
	metrics.Read(x)
	if x[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return x[0].Value.Uint64()
}

// untilFull is by how many percent a heap may grow of which some bytes are in use, so that it is not collected before it has another
// number of bytes: the runtime begins with that when seven tenths of the growth are used, or later.
func untilFull(live, bytes uint64) int {
	live = max(live, 1)
	return int(min(most, 100*(bytes-min(bytes, live))*10/7/live))
}

// askForHugePages asks for as much as a heap in use of roomyHeap bytes may grow to.
func (c *collector) askForHugePages() {
	c.huge.Do(func() { takeHugePages(roomyHeap + roomyHeap/2) })
}

// smallFor is below which size a heap is not collected for a text of so many bytes.
func smallFor(bytes uint64) uint64 { return max(smallHeap, min(bytes*perByte, roomyHeap)) }

// growth is by how many percent a heap may grow of which some bytes are in use.
func (c *collector) growth(live uint64) int {
	live = max(live, 1)
	goal := max(c.small.Load(), min(5*live, roomyHeap), live+live*least/100)
	return int(min(most, 100*(goal-live)/live))
}

// adapt waits for a collection, which finds that nobody holds the mark, and chooses when to collect next.
func (c *collector) adapt() {
	mark := new([16]byte)
	runtime.SetFinalizer(mark, func(*[16]byte) {
		if live := measure("/gc/heap/live:bytes"); live > 0 {
			c.live.Store(live)
			c.before.Store(allocated())
			debug.SetGCPercent(c.growth(live))
		}
		c.adapt()
	})
}
