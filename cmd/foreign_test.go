package cmd

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// foreign are files of other tools, and those that a walk passes over: vendored and generated ones.
const foreign = "../testdata/foreign"

// command runs a command line and returns its status and what it prints.
func command(args ...string) (status int, stdout, stderr string) {
	w := System()
	var out, said strings.Builder
	w.Stdout, w.Stderr, w.StdoutIsTerminal, w.StderrIsTerminal = &out, &said, false, false
	w.Env = func(string) (string, bool) { return "", false }
	status = Main(args, w)
	return status, out.String(), said.String()
}

// TestForeignFilesAreNotTaken walks the files of other tools: none is checked, and none is formatted.
func TestForeignFilesAreNotTaken(t *testing.T) {
	t.Parallel()
	status, stdout, stderr := command("lint", foreign)
	if status != 2 || stdout != "" || !strings.Contains(stderr, "no definition was found") {
		t.Errorf("lint: status %d\n%s%s", status, stdout, stderr)
	}
	copied := t.TempDir()
	if err := os.CopyFS(copied, os.DirFS(foreign)); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"fmt", "--write"}, {"lint"}, {"lint", "--fix", "--unsafe"}, {"lint", "--diff", "--unsafe"}} {
		// The copy has no configuration that leaves texts out.
		if status, stdout, stderr := command(append(args, copied)...); status != 2 || stdout != "" {
			t.Errorf("%s: status %d\n%s%s", strings.Join(args, " "), status, stdout, stderr)
		}
	}
	n := 0
	err := fs.WalkDir(os.DirFS(foreign), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		n++
		before, err := os.ReadFile(filepath.Join(foreign, path))
		if err != nil {
			return err
		}
		after, err := os.ReadFile(filepath.Join(copied, path))
		if err != nil {
			return err
		}
		if !bytes.Equal(before, after) {
			t.Errorf("%s was changed", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < 170 {
		t.Errorf("there are only %d foreign files", n)
	}
}

// TestForeignFilesAreExplained asks of each of them why it is not checked. The answer names what is missing, or what a definition has.
func TestForeignFilesAreExplained(t *testing.T) {
	t.Parallel()
	reasons := []string{" is a directory of vendored or generated files", "a .gitignore file excludes it", "its text declares that it is generated", "other tools use names that end with",
		"\n  asl: ", "\n  step: ", "\n  sw: ", "\n  fsm: ", "\n  arrow: ", "names of definitions end with", "its name ends with neither ", "\n  it cannot be read"}
	copied := t.TempDir()
	if err := os.CopyFS(copied, os.DirFS(foreign)); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(copied, ".git"), 0o755); err != nil { // a repository with a folder of other people's files
		t.Fatal(err)
	}
	err := filepath.WalkDir(copied, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		status, stdout, stderr := command("lint", "--explain-file", path)
		explained := slices.ContainsFunc(reasons, func(reason string) bool { return strings.Contains(stdout, reason) })
		if status != 0 || stderr != "" || !explained || !strings.Contains(stdout, "is not checked") && !strings.Contains(stdout, "only where it is named") {
			t.Errorf("status %d\n%s%s", status, stdout, stderr)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestForeignFilesAreNotTakenByName names each of them, but for those that are definitions in a place that walks pass over,
// and texts with a suffix of a dialect, which are read as definitions if they are named.
func TestForeignFilesAreNotTakenByName(t *testing.T) {
	t.Parallel()
	err := filepath.WalkDir(foreign, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			switch entry.Name() {
			case "vendor", "node_modules", "generated", "texts":
				return filepath.SkipDir
			}
			return nil
		}
		if status, stdout, stderr := command("lint", path); status != 2 || stdout != "" {
			t.Errorf("%s: status %d\n%s%s", path, status, stdout, stderr)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestOwnRepository checks the definitions of this repository with its configuration, which leaves out the broken ones.
func TestOwnRepository(t *testing.T) {
	t.Parallel()
	status, stdout, stderr := command("lint", "..")
	if status != 0 || !strings.HasSuffix(stdout, " files, no findings\n") || stderr != "" {
		t.Errorf("status %d\n%s%s", status, stdout, stderr)
	}
	// Whoever names an excluded directory wants its files.
	if status, stdout, _ = command("lint", "../testdata/broken"); status != 1 || !strings.Contains(stdout, "1 file, 5 errors") {
		t.Errorf("status %d\n%s", status, stdout)
	}
}
