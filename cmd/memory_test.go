package cmd

import (
	"slices"
	"strings"
	"sync"
	"testing"
)

// sizes are the sizes of the texts that a command told its memory about.
type sizes struct {
	mu              sync.Mutex
	read, converted []int64
	checked         int
}

func (s *sizes) Reads(bytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.read = append(s.read, int64(bytes))
}

func (s *sizes) Converts(bytes int64) { s.converted = append(s.converted, bytes) }

func (s *sizes) Checks(bytes int) bool {
	s.checked += bytes
	return true
}

// TestMemory has commands tell the size of a definition that they read: convert before that, too, and then the size of what it wrote.
func TestMemory(t *testing.T) {
	t.Parallel()
	text := "a → b → c\n"
	path := write(t, t.TempDir(), "row.flow", text)
	size := []int64{int64(len(text))}
	for _, c := range []struct {
		args            string
		read, converted []int64
	}{
		{"lint", size, nil},
		{"fmt --check", size, nil},
		{"run --input {}", size, nil},
		{"convert --to step", size, size},
	} {
		var out, said strings.Builder
		w := System()
		told := &sizes{}
		w.Stdout, w.Stderr, w.Memory = &out, &said, told
		Main(append(strings.Fields(c.args), path), w)
		if converts := len(c.converted) > 0; (told.checked > 0) != converts || converts && told.checked != out.Len() {
			t.Errorf("%s tells of %d bytes to check, and wrote %d", c.args, told.checked, out.Len())
		}
		if !slices.Equal(told.read, c.read) || !slices.Equal(told.converted, c.converted) {
			t.Errorf("%s tells of %d bytes read and %d converted, want %d and %d\n%s", c.args, told.read, told.converted, c.read, c.converted, &said)
		}
	}
}
