package convert_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain has memory collected a quarter as often as by default: these tests allocate much and hold little, as the command does, which
// collects rarely too. GOGC in the environment wins.
func TestMain(m *testing.M) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	m.Run()
}
