package find

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tree is what the tests look through: a repository in "repo", and a directory beside it that is none.
var tree = []string{
	"repo/.git/config.json", "repo/.gitignore: out/\n*.tmp.json\n/only-top.json",
	"repo/a.json", "repo/b.txt", "repo/b.tmp.json", "repo/only-top.json",
	"repo/.hidden/h.json", "repo/node_modules/dep/n.json",
	"repo/out/o.json",
	"repo/sub/.gitignore: !keep.tmp.json", "repo/sub/keep.tmp.json", "repo/sub/x.tmp.json", "repo/sub/only-top.json",
	"repo/sub/deep/d.json", "repo/sub/deep/d[1].json", "repo/sub/deep/d1.json",
	"repo/sub-z.json",
	"repo/module/.git: gitdir: elsewhere", "repo/module/m.tmp.json",
	"plain/.gitignore: skip.json", "plain/skip.json", "plain/p.json", "plain/in/q.json", "plain/in/skip.json",
}

func plant(t testing.TB) string {
	t.Helper()
	root := t.TempDir()
	for _, file := range tree {
		name, text, _ := strings.Cut(file, ": ")
		write(t, root, name, text)
	}
	return root
}

func wantJSON(path string) bool { return strings.HasSuffix(path, ".json") }

// show writes files on one line: a named one with a "!" behind it, stdin in angle brackets.
func show(files []File) string {
	var out []string
	for _, file := range files {
		text := filepath.ToSlash(file.Path)
		if file.Stdin {
			text = "<" + text + ">"
		}
		if file.Named {
			text += "!"
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

func TestFind(t *testing.T) {
	t.Parallel()
	root := plant(t)
	tests := []struct {
		name, dir string
		paths     []string
		want      string
		errors    string
	}{
		{"a directory", "repo", []string{"."}, ".hidden/h.json a.json module/m.tmp.json sub/deep/d.json sub/deep/d1.json " +
			"sub/deep/d[1].json sub/keep.tmp.json sub/only-top.json sub-z.json", ""},
		{"rules of the directories around", "repo/sub", []string{"."},
			"deep/d.json deep/d1.json deep/d[1].json keep.tmp.json only-top.json", ""},
		{"from beside", "plain", []string{"../repo/sub/deep", "in/"},
			"../repo/sub/deep/d.json ../repo/sub/deep/d1.json ../repo/sub/deep/d[1].json in/q.json in/skip.json", ""},
		{"no repository", "plain", []string{"."}, "in/q.json p.json", ""},
		{"a repository in a repository", "repo/module", []string{"."}, "m.tmp.json", ""},
		{"named files", "repo", []string{"b.txt", "./out/o.json", "b.tmp.json"}, "b.txt! out/o.json! b.tmp.json!", ""},
		{"named directories", "repo", []string{"out", "node_modules"}, "out/o.json node_modules/dep/n.json", ""},
		{"order of the arguments, none twice", "repo", []string{"sub-z.json", "sub", "a.json", "./sub-z.json", "sub/deep/d.json"},
			"sub-z.json! sub/deep/d.json! sub/deep/d1.json sub/deep/d[1].json sub/keep.tmp.json sub/only-top.json a.json!", ""},
		{"stdin", "repo", []string{"-", "a.json", "-"}, "<->! a.json!", ""},
		{"a pattern", "repo", []string{"*.json"}, "a.json sub-z.json", ""},
		{"a pattern and not the wanted ending", "repo", []string{"*.txt"}, "b.txt", ""},
		{"a pattern for any depth", "repo", []string{"sub/**/*.json"},
			"sub/deep/d.json sub/deep/d1.json sub/deep/d[1].json sub/keep.tmp.json sub/only-top.json", ""},
		{"a pattern from anywhere", "repo", []string{"**/d?.json"}, "sub/deep/d1.json", ""},
		{"a pattern with directories", "repo", []string{"s*/d*/d.json"}, "sub/deep/d.json", ""},
		{"a pattern with choices", "repo", []string{"{a,sub/deep/d}.json"}, "a.json sub/deep/d.json", ""},
		{"a pattern from above", "repo/sub", []string{"../../plain/*/q.json"}, "../../plain/in/q.json", ""},
		{"a name like a pattern", "repo", []string{"sub/deep/d[1].json"}, "sub/deep/d[1].json!", ""},
		{"a pattern without a match", "repo", []string{"*.yaml", "a.json"}, "a.json!", "*.yaml: no file matches"},
		{"a pattern for what is ignored", "repo", []string{"**/o.json"}, "", "**/o.json: no file matches"},
		{"a pattern for files that are ignored", "repo", []string{"b.*.json"}, "", "b.*.json: no file matches"},
		{"a pattern found already", "repo", []string{"a.json", "a*.json"}, "a.json!", ""},
		{"a pattern below nothing", "repo", []string{"nowhere/*.json"}, "", "nowhere/*.json: no file matches"},
		{"a bad pattern", "repo", []string{"[a.json"}, "", "[a.json: syntax error in pattern"},
		{"missing files", "repo", []string{"no.json", "a.json", "no/such.json"}, "a.json!",
			"no.json: no such file or directory\nno/such.json: no such file or directory"},
		{"an empty path", "repo", []string{""}, "", "a path is empty"},
		{"nothing", "repo", nil, "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			finder := Finder{Dir: filepath.Join(root, test.dir), Want: wantJSON}
			files, err := finder.Find(test.paths...)
			if diff := cmp.Diff(test.want, show(files)); diff != "" {
				t.Error(diff)
			}
			text := ""
			if err != nil {
				text = err.Error()
			}
			if text != test.errors {
				t.Errorf("got error %q, want %q", text, test.errors)
			}
			for _, file := range files {
				if _, err := os.Stat(filepath.Join(finder.Dir, file.Path)); err != nil && !file.Stdin {
					t.Error(err)
				}
			}
		})
	}
}

func TestFindAbsolute(t *testing.T) {
	t.Parallel()
	root := plant(t)
	files, err := Finder{Dir: filepath.Join(root, "plain")}.Find(filepath.Join(root, "repo", "sub", "deep"), "../repo/sub/deep/d.json")
	if err != nil {
		t.Fatal(err)
	}
	deep := filepath.ToSlash(root) + "/repo/sub/deep/"
	if got, want := show(files), deep+"d.json! "+deep+"d1.json "+deep+"d[1].json"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestFindErrors(t *testing.T) {
	t.Parallel()
	finder := Finder{Dir: t.TempDir()}
	_, err := finder.Find("no.json")
	var at *Error
	if !errors.As(err, &at) || at.Path != "no.json" || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if _, err = finder.Find("*.json"); !errors.Is(err, ErrNoMatch) {
		t.Errorf("got %v", err)
	}
}

func TestFindLinks(t *testing.T) {
	t.Parallel()
	root := plant(t)
	for link, target := range map[string]string{
		"repo/sub/cycle": "../..", "repo/sub/link.json": "../b.txt", "repo/sub/lost.json": "nowhere", "repo/sub/dir.json": "deep",
		"repo/sub/deep/.gitignore": "../../../plain/.gitignore",
	} {
		if err := os.Symlink(filepath.FromSlash(target), filepath.Join(root, link)); err != nil {
			t.Skip(err)
		}
	}
	finder := Finder{Dir: filepath.Join(root, "repo"), Want: wantJSON}
	files, err := finder.Find("sub")
	want := "sub/deep/d.json sub/deep/d1.json sub/deep/d[1].json sub/keep.tmp.json sub/link.json sub/only-top.json"
	if got := show(files); err != nil || got != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	files, err = finder.Find("sub/dir.json")
	want = "sub/dir.json/d.json sub/dir.json/d1.json sub/dir.json/d[1].json"
	if got := show(files); err != nil || got != want {
		t.Errorf("a named link: got %s, %v, want %s", got, err, want)
	}
}

func TestFindUnreadable(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("every directory can be read")
	}
	root := plant(t)
	if err := os.Chmod(filepath.Join(root, "plain", "in"), 0); err != nil {
		t.Fatal(err)
	}
	files, err := Finder{Dir: root, Want: wantJSON}.Find("plain")
	if got := show(files); got != "plain/p.json" || err == nil || err.Error() != "plain/in: permission denied" {
		t.Errorf("got %s, %v", got, err)
	}
}

// FuzzFind checks that no path and no .gitignore file does harm, and that the same path finds the same files.
func FuzzFind(f *testing.F) {
	f.Add(".", "*.json\n!a.json")
	f.Add("**/*.{json,txt}", "[a-z")
	f.Add("sub/../sub/d?.json", "**/")
	root := f.TempDir()
	for _, name := range []string{"a.json", "sub/d1.json", "sub/x/y.json"} {
		write(f, root, name, "")
	}
	f.Fuzz(func(t *testing.T, path, rules string) {
		if filepath.IsAbs(path) || strings.Contains(path, "..") {
			return // outside is the machine's
		}
		scope := &scope{rules: parseRules([]byte(rules))}
		scope.excludes(path, true)
		finder := Finder{Dir: root}
		files, err := finder.Find(path)
		again, _ := finder.Find(path)
		if !cmp.Equal(files, again) {
			t.Fatalf("%q: %v, then %v", path, files, again)
		}
		var at *Error
		if err != nil && !errors.As(err, &at) {
			t.Fatalf("%q: bad error %v", path, err)
		}
	})
}

func BenchmarkFind(b *testing.B) {
	for _, n := range []int{10, 1_000, 10_000} {
		root := b.TempDir()
		write(b, root, ".git/HEAD", "")
		write(b, root, ignoreFile, "*.log\nbuild/\n/dist\n**/tmp/*.json\n*.sw[op]\n!keep\n")
		for i := range n {
			write(b, root, fmt.Sprintf("d%d/f%d.json", i%100, i), "")
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if files, err := (Finder{Dir: root, Want: wantJSON}).Find("."); err != nil || len(files) != n {
					b.Fatal(len(files), err)
				}
			}
		})
	}
}
