package reach

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestBuckets(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"b/one": "1", "b/in/two": "2", "b/in/three": "3", "secret": "s"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "secret"), filepath.Join(dir, "b", "link")); err != nil {
		t.Fatal(err)
	}
	var unwritten []string
	b := Buckets{Dirs: map[string]string{"b": filepath.Join(dir, "b")}, Unwritten: func(path string) { unwritten = append(unwritten, path) }}
	if text, err := b.Read("b", "in/two"); err != nil || string(text) != "2" {
		t.Errorf("%q, %v", text, err)
	}
	for _, key := range []string{"../secret", "link", "in", "nothing", "/etc/hostname", ""} {
		if text, err := b.Read("b", key); err == nil {
			t.Errorf("%s is read: %q", key, text)
		}
	}
	if _, err := b.Read("other", "one"); err == nil || err.Error() != `no directory is given for the bucket "other"; --s3 other=DIR gives one` {
		t.Errorf("%v", err)
	}
	if keys, err := b.List("b", "in/t"); err != nil || !slices.Equal(keys, []string{"in/three", "in/two"}) {
		t.Errorf("%v, %v", keys, err)
	}
	if err := b.Write("b", "out/x", []byte("x")); err != nil || len(unwritten) != 1 {
		t.Errorf("%v, %v", err, unwritten)
	}
	b.Writes = true
	if err := b.Write("b", "out/x", []byte("x")); err != nil {
		t.Error(err)
	}
	if text, err := b.Read("b", "out/x"); err != nil || string(text) != "x" {
		t.Errorf("%q, %v", text, err)
	}
	if err := b.Write("b", "../out", []byte("x")); err == nil {
		t.Error("a file outside of the bucket is written")
	}
}
