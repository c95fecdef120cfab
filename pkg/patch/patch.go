// Package patch writes the difference of two texts as a patch that "git apply" and "patch -p1" take.
package patch

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// Unified returns the patch from one text of a file to another, with three lines of context: nothing if they are equal.
// The name is relative to where the patch is applied.
func Unified(name string, before, after []byte) []byte {
	if bytes.Equal(before, after) {
		return nil
	}
	name = strings.TrimPrefix(filepath.ToSlash(filepath.Clean(name)), "/")
	from, to := quote("a/"+name), quote("b/"+name)
	body := diff.Diff("a", before, "b", after)
	// The header is git's instead: three lines come before the first hunk.
	for range 3 {
		_, body, _ = bytes.Cut(body, []byte("\n"))
	}
	head := fmt.Sprintf("diff --git %s %s\n--- %s\n+++ %s\n", from, to, closed(from), closed(to))
	return append([]byte(head), body...)
}

// closed is a name in the lines "---" and "+++": a tab ends one that has blanks.
func closed(name string) string {
	if strings.Contains(name, " ") {
		return name + "\t"
	}
	return name
}

// quote returns a name as git writes it: in quotes, with octal escape sequences, if it holds a quote, a backslash or a
// control character. Other characters stay as with core.quotePath=false.
func quote(name string) string {
	special := func(c byte) bool { return c < ' ' || c == 0x7f || c == '"' || c == '\\' }
	var b strings.Builder
	quoted := false
	for i := range len(name) {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
			quoted = true
		case special(c):
			fmt.Fprintf(&b, `\%03o`, c)
			quoted = true
		default:
			b.WriteByte(c)
		}
	}
	if quoted {
		return `"` + b.String() + `"`
	}
	return name
}
