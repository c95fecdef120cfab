package cmd

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestWatchTest changes each kind of file that a case depends on, one of which is in another folder, and stops the program.
func TestWatchTest(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const good = `{"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}`
	const scenario = "workflow: ../flows/order.asl.json\ninputFile: input.txt\nexpect: {status: succeeded, output: {n: 1}}\n"
	put("flows/order.asl.json", good)
	put("tests/input.txt", `{"n": 1}`)
	put("tests/order.scenario.yaml", scenario)
	tests := filepath.Join(dir, "tests")
	out := &watchedOutput{written: make(chan struct{}, 1)}
	ctx, stop := context.WithCancel(context.Background())
	w := System()
	w.Stdout, w.Stderr, w.StdoutIsTerminal, w.StderrIsTerminal = out, out, false, false
	w.Env = func(string) (string, bool) { return "", false }
	w.After = func(time.Duration) <-chan time.Time { return time.After(time.Millisecond) }
	w.Interrupted = func() (context.Context, context.CancelFunc) { return ctx, stop }
	done := make(chan int)
	go func() { done <- Main([]string{"test", "--watch", tests}, w) }()
	out.await(t, "1 passed, 0 failed\n", 1)
	put("tests/input.txt", `{"n": 2}`)
	out.await(t, "output.n: expected 1, got 2", 1)
	put("tests/order.scenario.yaml", strings.Replace(scenario, "n: 1", "n: 2", 1))
	out.await(t, "1 passed, 0 failed\n", 2)
	put("flows/order.asl.json", strings.Replace(good, "Succeed", "Fail", 1))
	out.await(t, "status: expected succeeded, got failed", 1)
	put("flows/order.asl.json", good)
	out.await(t, "1 passed, 0 failed\n", 3)
	put("tests/more/second.scenario.yaml", "workflow: ../../flows/order.asl.json\n")
	out.await(t, "2 passed, 0 failed\n", 1)
	stop()
	if status := <-done; status != statusGood {
		t.Errorf("status %d", status)
	}
}

// TestWatchedFilesOfTest reports which changes start the cases again.
func TestWatchedFilesOfTest(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"empty", "full"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "full", "a.scenario.yaml"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := (&app{}).watchChanges()
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	w := &testWatch{changes: c}
	if err := w.watchMocks(&testFlags{mocks: filepath.Join(dir, "mocks.json")}); err != nil {
		t.Fatal(err)
	}
	if err := w.dependOn(filepath.Join(dir, "order.asl.json")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"order.asl.json": true, "mocks.json": true, "other.asl.json": false, "a.scenario.yaml": true, "coverage.json": false, ".flowglot.yaml": true,
		"empty": false, "full": true, "removed": false,
	} {
		if got := w.changesTest(filepath.Join(dir, name)); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

func TestWatchedFolders(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	deep := filepath.Join(dir, "a", "b")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	all := strings.Join([]string{dir, filepath.Dir(deep), deep}, " ")
	for path, want := range map[string]string{
		dir: all, filepath.Join(dir, "**", "*.json"): all, filepath.Join(dir, "*.json"): dir, filepath.Join(dir, "x.json"): dir, "-": "",
	} {
		if got := strings.Join(watched([]string{path}), " "); got != want {
			t.Errorf("%s: %s instead of %s", path, got, want)
		}
	}
}
