package files

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// endless is a stream without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestReadIsBounded(t *testing.T) {
	t.Parallel()
	if _, err := ReadFrom(endless{}, "x", 0); err == nil || err.Error() != "x is larger than 64 MB" {
		t.Errorf("%v", err)
	}
	text, err := ReadFrom(bytes.NewReader(make([]byte, 5000)), "x", 10)
	if err != nil || len(text) != 5000 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip(err)
	}
	if _, err := Read("/dev/zero"); err == nil || err.Error() != "/dev/zero is larger than 64 MB" {
		t.Errorf("%v", err)
	}
	if _, err := ReadRegular("/dev/zero"); err == nil || err.Error() != "/dev/zero is not a regular file" {
		t.Errorf("%v", err)
	}
}

func TestWriteKeepsWhatAFileIs(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("links and modes are those of Unix")
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	holds := func(name, want string) {
		t.Helper()
		text, err := os.ReadFile(at(name))
		if err != nil || string(text) != want {
			t.Errorf("%s has %q, %v, want %q", name, text, err, want)
		}
	}
	mode := func(name string) fs.FileMode {
		info, err := os.Lstat(at(name))
		must(err)
		return info.Mode()
	}

	must(os.WriteFile(at("script"), []byte("a longer text"), 0o750))
	must(os.Chmod(at("script"), 0o750))
	must(Write(at("script"), []byte("new")))
	if holds("script", "new"); mode("script") != 0o750 {
		t.Errorf("its mode is %v", mode("script"))
	}

	must(os.WriteFile(at("one"), []byte("a longer text"), 0o644))
	must(os.Link(at("one"), at("two")))
	must(Write(at("one"), []byte("new")))
	holds("two", "new")

	must(os.Symlink("target", at("link")))
	must(Write(at("link"), []byte("new")))
	holds("target", "new")
	if mode("link")&fs.ModeSymlink == 0 {
		t.Error("the link was replaced")
	}

	must(os.WriteFile(at("fixed"), []byte("old"), 0o444))
	if err := Write(at("fixed"), []byte("new")); err == nil || !strings.HasSuffix(err.Error(), "cannot be written: permission denied") {
		t.Errorf("a file that must not be written: %v", err)
	}
	holds("fixed", "old")

	must(os.Symlink("round", at("round")))
	if err := Write(at("round"), nil); err == nil || !strings.Contains(err.Error(), "too many") {
		t.Errorf("a link to itself: %v", err)
	}
	must(os.WriteFile(at("probe"), nil, 0o666)) // has the mode that the system gives to new files
	must(Write(at("fresh"), []byte("new")))
	if mode("fresh") != mode("probe") {
		t.Errorf("a new file has the mode %v, others get %v", mode("fresh"), mode("probe"))
	}
}

func TestWriteAllOrNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first, second := filepath.Join(dir, "first"), filepath.Join(dir, "second")
	if err := os.WriteFile(first, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	tooLong := filepath.Join(dir, strings.Repeat("x", 300))
	if err := WriteAll([]Named{{first, []byte("new")}, {second, []byte("new")}, {tooLong, []byte("new")}}); err == nil {
		t.Fatal("a name of 300 letters was accepted")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("%d files are there, %v", len(entries), err)
	}
	if text, err := os.ReadFile(first); err != nil || string(text) != "old" {
		t.Errorf("the first has %q, %v", text, err)
	}
	if err := WriteAll([]Named{{first, []byte("new")}, {second, []byte("new")}}); err != nil {
		t.Error(err)
	}
}
