package cmd

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// watchedOutput is output that is read while it is written.
type watchedOutput struct {
	mutex   sync.Mutex
	text    bytes.Buffer
	written chan struct{}
}

// Write implements io.Writer.
func (s *watchedOutput) Write(p []byte) (int, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.text.Write(p)
	select {
	case s.written <- struct{}{}:
	default:
	}
	return len(p), nil
}

// await waits until a text was written so many times.
func (s *watchedOutput) await(t *testing.T, text string, times int) {
	t.Helper()
	for {
		s.mutex.Lock()
		n := strings.Count(s.text.String(), text)
		s.mutex.Unlock()
		if n >= times {
			return
		}
		select {
		case <-s.written:
		case <-t.Context().Done():
			t.Fatalf("%q was not written %d times", text, times)
		}
	}
}

// TestWatchLint changes a definition and then its configuration, and stops the program.
func TestWatchLint(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "order.asl.json")
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("order.asl.json", brokenOrder)
	out := &watchedOutput{written: make(chan struct{}, 1)}
	ctx, stop := context.WithCancel(context.Background())
	w := System()
	w.Stdout, w.Stderr, w.StdoutIsTerminal, w.StderrIsTerminal = out, out, false, false
	w.Env = func(string) (string, bool) { return "", false }
	w.After = func(time.Duration) <-chan time.Time { return time.After(time.Millisecond) }
	w.Interrupted = func() (context.Context, context.CancelFunc) { return ctx, stop }
	done := make(chan int)
	go func() { done <- Main([]string{"lint", "--watch", "--format", "concise", path, dir}, w) }()
	out.await(t, "1 file, 1 error\n", 1)
	put("order.asl.json", strings.Replace(brokenOrder, `"Next": "B"`, `"End": true`, 1))
	out.await(t, "1 file, no findings\n", 1)
	put("order.asl.json", brokenOrder)
	out.await(t, "1 file, 1 error\n", 2)
	put(".flowglot.yaml", "version: 1\nrules: {asl/unknown-target: info}\n")
	out.await(t, "1 file, 1 info\n", 1)
	stop()
	if status := <-done; status != statusGood {
		t.Errorf("status %d", status)
	}
	if status, _, stderr := command("lint", "--watch", "--fix", dir); status != statusNoLook || !strings.Contains(stderr, "--watch only looks") {
		t.Errorf("status %d: %s", status, stderr)
	}
}
