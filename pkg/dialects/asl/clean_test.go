package asl

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects/dialecttest"
)

// TestClean holds the rules to silence about definitions that use much of today's language as it is meant.
func TestClean(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("testdata/clean/*.asl.json")
	if err != nil || len(names) < 2 {
		t.Fatalf("%d definitions: %v", len(names), err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, found := check(name, string(text), "current"); len(found) > 0 {
			t.Errorf("%s: %q", name, dialecttest.Places(found))
		}
	}
}
