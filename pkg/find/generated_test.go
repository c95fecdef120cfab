package find

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
)

// TestAgainstGitGenerated compares with git what .gitignore files of a few lines, made of the pieces that matter, say
// about all short paths over two letters. Each file is in a directory of its own, so that git is asked once.
func TestAgainstGitGenerated(t *testing.T) {
	t.Parallel()
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("there is no git")
	}
	var paths []string
	for _, pattern := range []string{"%s", "%s/%s", "%s/%s/%s"} {
		n := strings.Count(pattern, "%s")
		for i := range 1 << (2 * n) {
			names := make([]any, n)
			for j := range names {
				names[j] = []string{"a", "b", "ab", "ba"}[i>>(2*j)&3]
			}
			paths = append(paths, fmt.Sprintf(pattern, names...))
		}
	}
	root := t.TempDir()
	gitIn(t, git, root, "", "init", "-q")
	random := rand.New(rand.NewPCG(1, 2))
	texts := map[string]string{}
	var all strings.Builder
	for i := range 300 {
		dir := fmt.Sprint(i)
		texts[dir] = randomRules(random)
		write(t, root, dir+"/"+ignoreFile, texts[dir])
		for _, path := range paths {
			all.WriteString(dir + "/" + path + "\x00")
		}
	}
	excluded := map[string]bool{}
	for path := range strings.SplitSeq(gitIn(t, git, root, all.String(), "check-ignore", "-z", "--no-index", "--stdin"), "\x00") {
		excluded[path] = true
	}
	for dir, text := range texts {
		for _, path := range paths {
			if got, want := excludedIn(root+"/"+dir, path), excluded[dir+"/"+path]; got != want {
				t.Errorf("%q of %q: got excluded %t, git says %t", path, text, got, want)
			}
		}
	}
}

func randomRules(random *rand.Rand) string {
	pieces := []string{"a", "a", "b", "b", "/", "/", "/", "*", "*", "**", "**/", "/**", "/**/", "?", "[ab]", "[!a]", `\a`, "***", " "}
	var b strings.Builder
	for range 1 + random.IntN(3) {
		if random.IntN(4) == 0 {
			b.WriteByte('!')
		}
		for range 1 + random.IntN(5) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		b.WriteByte('\n')
	}
	return b.String()
}
