package find

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// ignoreCases are .gitignore files and the paths that they are tried on. A path that ends with a slash is a directory.
var ignoreCases = []struct {
	name  string
	files map[string]string // by path
	paths string
}{
	{"names", map[string]string{".gitignore": "build\n*.log\n"}, "build build/x a/build a/build/y x.log a/x.log logs builder .log"},
	{"comments and blanks", map[string]string{".gitignore": "# no\n\n  \n\\#yes\n\\!yes\n a\n"}, "#yes !yes no a x"},
	{"anchors", map[string]string{".gitignore": "/top\na/b\nc/\n/d/e/\n"}, "top x/top a/b x/a/b c/ c/f x/c/ c2/c d/e/ x/d/e/ d/e/f"},
	{"a file for a directory's rule", map[string]string{".gitignore": "c/\nx/*/\n"}, "c a/c x/f x/d/ x/d/f"},
	{"negation", map[string]string{".gitignore": "*.json\n!keep.json\nkeep.json/\ndir\n!dir/in\n"},
		"a.json keep.json a/keep.json dir/in dir/ a/keep.json"},
	{"order", map[string]string{".gitignore": "!a\na\n*b\n!*b\n"}, "a b xb"},
	{"nested", map[string]string{".gitignore": "*.a\n/r\n", "s/.gitignore": "!x.a\n/r\nt/u\n", "s/t/.gitignore": "*.b\n"},
		"x.a s/x.a s/y.a s/t/x.a s/t/y.b s/y.b r s/r s/t/r s/t/u s/t/t/u t/u"},
	{"double stars", map[string]string{".gitignore": "**/a\nb/**\nc/**/d\n**/e/f\ng**h/i\n/**/j.x\nk/**/\n"},
		"a x/a x/y/a b b/ b/x b/x/y c/d c/x/d c/x/y/d cd e/f x/e/f x/y/e/f gh/i gxh/i gx/h/i j.x q/j.x k/ k/x k/x/ k/x/y"},
	{"double stars that are single", map[string]string{".gitignore": "x**\n**y\na**/b\nfoo/**bar\nz/***/w\n"},
		"x xa q/xa ay q/ay a/b ac/b ac/d/b a/c/b foo/bar foo/xbar foo/x/bar z/w z/q/w z/q/q/w"},
	{"only stars", map[string]string{".gitignore": "a/*\n!a/b\n"}, "a/ a/b a/c a/c/d a/b/d"},
	{"everything but", map[string]string{".gitignore": "*\n!*/\n!*.json\n"}, "a a.json d/ d/a d/a.json"},
	{"only stars and a slash", map[string]string{".gitignore": "/*\n!/keep\n"}, "a keep d/ d/keep keep/x"},
	{"question marks", map[string]string{".gitignore": "a?c\n??\nd?e/f\n"}, "abc ac a/c xy x xyz é a\u00e9c d/e/f dxe/f"},
	{"brackets", map[string]string{".gitignore": "[a-c]x\n[!a-c]y\n[^d]z\n[]]\n[!]]q\n[a-]w\nm[a/]n\np[!q]r/s\n"},
		"ax cx dx ay dy dz ez ] aq ]q -w aw bw man m/n m/a pxr/s p/r/s pqr/s"},
	{"odd brackets", map[string]string{".gitignore": "[\n[abc\n[]abc\nx[\nq[z-a]\n[\\]]v\n[\\a-\\c]u\n[[]t\n[[:x]s\n[a\\]r\n"},
		"[ [abc a ]abc x[ qz qa q- ]v \\v au bu [t :s xs [s :xs a]r \\r [:]s ar"},
	{"classes", map[string]string{".gitignore": "a[[:digit:]]\nb[![:alpha:]]\nc[[:upper:][:digit:]_]\nd[[:nope:]]\n[[:space:]]e\nf[[:punct:]]g\n"},
		"a1 ax b1 bx cA c1 c_ ca dn d: e f.g f-g fxg f/g"},
	{"escapes", map[string]string{".gitignore": "a\\*\nb\\?c\n\\[x]\nd\\\\e\nf\\\n\\g\nh\\/i\n"}, "a* ab b?c bxc [x] x d\\e f f\\ g h/i hi"},
	{"spaces at the end", map[string]string{".gitignore": "a  \nb\\ \nc\\  \nd \\ \n\te\n\\ f\ng\t\n"}, "a b\u0020 c\u0020 e f g"},
	{"spaces in names", map[string]string{".gitignore": "a b\nc\\ \nd \n"}, "a_b"},
	{"line ends", map[string]string{".gitignore": "\ufeffa\r\n*.b\r\nc/\r\nlast"}, "a x.b c/ last lastx"},
	{"braces are letters", map[string]string{".gitignore": "{a,b}\n*.{x,y}\n"}, "a b {a,b} f.x f.{x,y}"},
	{"slashes alone", map[string]string{".gitignore": "/\n//\na//\n//b\nc//d\n!\n!/\n"}, "a b c d a/ a/b c/d"},
	{"regular expression signs", map[string]string{".gitignore": "a.b\nc+\n(d)\n^e\nf$\ng|h\n"}, "a.b axb c+ cc (d) d ^e e f$ f g|h g"},
	{"suffixes", map[string]string{".gitignore": "*.x\n*y/\n*\\z\n*a*b\n"}, ".x a.x a.xx y/ y py/ oz aab ab ba aabc"},
	{"dots", map[string]string{".gitignore": ".*\n!.keep\n"}, ".a .keep a.b .d/x .d/.keep"},
	{"bytes", map[string]string{".gitignore": "é\n[é]b\n\\é?\nö*\n*ü\n"}, "é e éb éx öö xü"},
}

// TestAgainstGit checks that what is excluded is what git says is excluded.
func TestAgainstGit(t *testing.T) {
	t.Parallel()
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("there is no git")
	}
	for _, test := range ignoreCases {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			gitIn(t, git, root, "", "init", "-q")
			for name, text := range test.files {
				write(t, root, name, text)
			}
			for path := range strings.FieldsSeq(test.paths) {
				if got, want := excludedIn(root, path), excludedByGit(t, git, root, path); got != want {
					t.Errorf("%q: got excluded %t, git says %t", path, got, want)
				}
			}
		})
	}
}

// excludedIn reports whether a walk from the root of a repository leaves out a path or a directory on its way.
func excludedIn(root, path string) bool {
	s := search{scopes: map[string]*scope{}}
	path, isDirectory := strings.CutSuffix(path, "/")
	here := &scope{rules: s.rules(filepath.Join(root, ignoreFile))}
	dir := root
	names := strings.Split(path, "/")
	for i, name := range names {
		last := i == len(names)-1
		if here.excludes(name, !last || isDirectory) {
			return true
		}
		dir = filepath.Join(dir, name)
		here = &scope{outer: here, name: name, rules: s.rules(filepath.Join(dir, ignoreFile))}
	}
	return false
}

// FuzzAgainstGit does the same for any pattern.
func FuzzAgainstGit(f *testing.F) {
	for _, test := range ignoreCases {
		for _, path := range strings.Fields(test.paths) {
			f.Add(test.files[ignoreFile], path)
		}
	}
	git, err := exec.LookPath("git")
	if err != nil {
		f.Skip("there is no git")
	}
	root := f.TempDir()
	gitIn(f, git, root, "", "init", "-q")
	f.Fuzz(func(t *testing.T, patterns, path string) {
		clean := filepath.Clean(path)
		if strings.ContainsAny(path+patterns, "\x00") || !filepath.IsLocal(path) || clean == "." || len(path) > 200 ||
			strings.TrimSuffix(path, "/") != clean || strings.Contains(strings.ToLower(path), ".git") {
			return
		}
		dir, err := os.MkdirTemp(root, "*")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		write(t, dir, ignoreFile, patterns)
		// The repository is the directory around, so that making one is not done each time.
		if got, want := excludedIn(dir, path), excludedByGit(t, git, dir, path); got != want {
			t.Fatalf("%q of %q: got excluded %t, git says %t", path, patterns, got, want)
		}
	})
}

// excludedByGit asks git. It looks whether a path is a directory, so directories are made. The dot in front is for
// names that start with a colon, which mean something to git.
func excludedByGit(t testing.TB, git, root, path string) bool {
	path, isDirectory := strings.CutSuffix(path, "/")
	if isDirectory {
		absolute := filepath.Join(root, filepath.FromSlash(path))
		if err := os.MkdirAll(absolute, 0o777); err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(absolute)
	}
	return gitIn(t, git, root, "./"+path+"\x00", "check-ignore", "-z", "--no-index", "--stdin") != ""
}

func gitIn(t testing.TB, git, dir, stdin string, args ...string) string {
	t.Helper()
	command := exec.Command(git, args...)
	command.Dir = dir
	command.Stdin = strings.NewReader(stdin)
	command.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "HOME="+dir, "XDG_CONFIG_HOME="+dir)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if exit, ok := err.(*exec.ExitError); ok && exit.ExitCode() == 1 {
		err = nil // nothing is excluded
	}
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, stderr.String())
	}
	return string(out)
}

func write(t testing.TB, root, name, text string) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
