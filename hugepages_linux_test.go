//go:build amd64 || arm64

package main

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestTakeHugePages looks for the advice in the list of this process's memory: "hg" among the flags of a mapping.
func TestTakeHugePages(t *testing.T) {
	const size = 64 << 20
	if !onRequest() || !spacious(size) {
		t.Skip("this machine does not give huge pages on request")
	}
	takeHugePages(size)
	maps, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	defer maps.Close()
	lines := bufio.NewScanner(maps)
	for lines.Scan() {
		if flags, ok := strings.CutPrefix(lines.Text(), "VmFlags:"); ok && slices.Contains(strings.Fields(flags), "hg") {
			return
		}
	}
	t.Error("no mapping is advised to have huge pages")
}
