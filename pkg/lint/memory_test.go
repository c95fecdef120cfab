package lint

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/load"
)

// TestBatchKeepsNoFiles holds the findings of many files, which need a small part of the memory that their texts take. It runs alone: other
// tests would take memory at the same time.
func TestBatchKeepsNoFiles(t *testing.T) {
	const files, states = 300, 400
	var b strings.Builder
	for i := range states {
		fmt.Fprintf(&b, "    \"s%d\": {\"Type\": \"Pass\", \"Next\": \"s%d\"},\n", i, i+1)
	}
	text := []byte("{\n  \"StartAt\": \"s0\",\n  \"States\": {\n" + b.String() + fmt.Sprintf("    \"s%d\": {\"Type\": \"Succeed\"},\n    \"lost\": {\"Type\": \"Succeed\"}\n  }\n}\n", states))
	held := func() int {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	l := &Linter{}
	batch := &Batch{Linter: l}
	before := held()
	l.Each(files, 2, func(i int) ([]*load.Definition, error) {
		return one(fmt.Sprintf("%d.asl.json", i), append([]byte(nil), text...)), nil
	}, func(_ int, all []*Report, _ error) bool {
		batch.Add(all...)
		return true
	})
	each := (held() - before) / files
	if each > len(text)/4 {
		t.Errorf("%d bytes are held of each file of %d bytes", each, len(text))
	}
	if n := len(batch.Findings()); n != files {
		t.Errorf("%d findings in %d files", n, files)
	}
}

// TestCheckAllocatesInBulk counts what checking a large definition allocates: less than two pieces of memory for each state, since
// states, nodes and edges are allocated many at once. It runs alone, like the test before.
func TestCheckAllocatesInBulk(t *testing.T) {
	const states = 1_000
	text, l := chain(states), &Linter{}
	if n := testing.AllocsPerRun(5, func() { l.Check(read("x.asl.json", text)) }); n >= 2*states {
		t.Errorf("%.0f allocations for %d states", n, states)
	}
}
