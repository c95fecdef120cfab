package find

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestWhyNotAgreesWithFind asks about every file of the tree: there is a reason exactly where a walk passes over it.
func TestWhyNotAgreesWithFind(t *testing.T) {
	t.Parallel()
	root := plant(t)
	write(t, root, "repo/vendor/v.json", "")
	for _, dir := range []string{"repo", "plain", "repo/sub", "repo/node_modules"} {
		f := Finder{Dir: root}
		found, err := f.Find(dir)
		if err != nil {
			t.Fatal(err)
		}
		err = filepath.WalkDir(filepath.Join(root, dir), func(path string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			name, _ := filepath.Rel(root, path)
			walked := slices.ContainsFunc(found, func(x File) bool { return x.Path == name })
			if why := f.WhyNot(dir, name); (why == "") != walked && entry.Name() != repository {
				t.Errorf("%s in %s: found %v, reason %q", name, dir, walked, why)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if why := (Finder{Dir: root}).WhyNot("repo", "plain/p.json"); !strings.Contains(why, "not below") {
		t.Errorf("got %q", why)
	}
}
