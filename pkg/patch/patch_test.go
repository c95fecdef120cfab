package patch

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestUnified(t *testing.T) {
	t.Parallel()
	if got := Unified("a", []byte("x\n"), []byte("x\n")); got != nil {
		t.Errorf("equal texts: %q", got)
	}
	got := Unified("b c/\"d\".json", []byte("1\n2\n3\n4\n5\n"), []byte("1\n2\n3\n4\nfive"))
	want := `diff --git "a/b c/\"d\".json" "b/b c/\"d\".json"
--- "a/b c/\"d\".json"` + "\t" + `
+++ "b/b c/\"d\".json"` + "\t" + `
@@ -2,4 +2,4 @@
 2
 3
 4
-5
+five
\ No newline at end of file
`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// apply has git apply a patch to a file and returns what the file is then.
func apply(t testing.TB, name string, before, patch []byte) []byte {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, before, 0o644); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("git", "apply", "--whitespace=nowarn", "-")
	c.Dir, c.Stdin = dir, bytes.NewReader(patch)
	c.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir), "GIT_CONFIG_NOSYSTEM=1", "HOME="+dir)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s\n%s", err, out, patch)
	}
	after, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return after
}

// TestGitApplies has git apply patches of texts and names of all sorts.
func TestGitApplies(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	long := strings.Repeat("line\n", 50)
	tests := []struct{ name, before, after string }{
		{"a.json", "{\n}\n", "{\n\n}\n"},
		{"dir/with blank/ä \"q\" \\ b.json", "a\n", "b\n"},
		{"crlf.json", "a\r\nb\r\n", "a\r\nc\r\n"},
		{"cr.json", "a\rb\r", "a\rc\r"},
		{"noend.json", "a\nb", "a\nc"},
		{"grows.json", "a", "a\n"},
		{"shrinks.json", "a\n", "a"},
		{"bytes.json", "\xff\x00\n", "\xfe\x00\n"},
		{"far.json", long + "x\n" + long, "y\n" + long + "x\n" + long + "z"},
		{"blank.json", "a \n\n\n", "a\n"},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%q", test.name), func(t *testing.T) {
			t.Parallel()
			p := Unified(test.name, []byte(test.before), []byte(test.after))
			if got := apply(t, test.name, []byte(test.before), p); string(got) != test.after {
				t.Errorf("got %q", got)
			}
		})
	}
}
