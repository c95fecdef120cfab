package reach

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/value"
)

// FuzzDecode decodes texts: nothing crashes, and what is decoded can be printed and decoded again.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{`{"a": [1, 2.5, null]}`, "{\"a\": 1}\n{\"a\": 2}\n", "\x1e[1]\n\x1e[2]\n", "[1", "{} x", "a: &b [1]\nc: *b\n", "", "\xff"} {
		f.Add(strings.HasPrefix(text, "a:"), []byte(text))
	}
	f.Fuzz(func(t *testing.T, yaml bool, text []byte) {
		name := "x.json"
		if yaml {
			name = "x.yaml"
		}
		v, err := Decode(name, text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), name) {
				t.Errorf("%v does not name the file", err)
			}
			return
		}
		const most = 1 << 20
		if value.Size(v, most) > most {
			return // aliases repeat a part more often than anybody could print it
		}
		printed := value.Append(nil, v)
		again, err := Decode("x.json", printed)
		if err != nil || !value.Equal(v, again) {
			t.Errorf("%s: %v", printed, err)
		}
	})
}

// FuzzWithin asks for files by any name: one that is allowed lies in the root, wherever links lead.
func FuzzWithin(f *testing.F) {
	dir, err := filepath.EvalSymlinks(f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	root := filepath.Join(dir, "root")
	for _, d := range []string{"root/in", "out"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			f.Fatal(err)
		}
	}
	for link, to := range map[string]string{"away": "../out", "here": "in", "loop": "loop", "dangling": "../out/new"} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			f.Skip(err)
		}
	}
	for _, name := range []string{"a", "in/a", "../out/a", "away/a", "here/a", "here/../../out", "loop", "dangling", "in/../away/../root/x", "/etc/passwd", "", ".", "..", "a\x00b"} {
		f.Add(name)
	}
	x := Files{Dir: dir, Root: "root"}
	f.Fuzz(func(t *testing.T, name string) {
		path, err := x.within("root", name)
		if err != nil {
			return
		}
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		// The nearest directory that exists shows where the file would be.
		for at := path; ; at = filepath.Dir(at) {
			place, err := filepath.EvalSymlinks(at)
			if err != nil {
				continue
			}
			if place != root && !strings.HasPrefix(place, root+string(filepath.Separator)) {
				t.Errorf("%q is %s", name, place)
			}
			return
		}
	})
}
