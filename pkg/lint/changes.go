package lint

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
)

// Changes are the lines of files that were changed, by the absolute path of the file.
type Changes struct {
	lines map[string][]lineRange
}

// A lineRange is a range of lines that count from 1; both ends belong to it.
type lineRange struct{ first, last int }

// allLines are those of a new file.
const allLines = 1 << 30

// ReadChanges reads a patch as "git diff --unified=0" writes it, with the prefixes "a/" and "b/". The names in it are
// relative to dir.
func ReadChanges(patch []byte, dir string) (*Changes, error) {
	c := &Changes{lines: map[string][]lineRange{}}
	file, header := "", true
	for raw := range bytes.Lines(patch) {
		line := strings.TrimRight(string(raw), "\r\n")
		switch {
		case strings.HasPrefix(line, "diff --git "):
			file, header = "", true
		case header && strings.HasPrefix(line, "+++ "):
			name, err := patchName(line[len("+++ "):])
			if err != nil {
				return nil, err
			}
			if name != "" {
				file = filepath.Join(dir, filepath.FromSlash(name))
			}
		case strings.HasPrefix(line, "@@ "):
			header = false
			r, ok := hunkLines(line)
			if !ok {
				return nil, fmt.Errorf("the line %q of a patch is not understood", line)
			}
			if file != "" && r.first <= r.last {
				c.lines[file] = append(c.lines[file], r)
			}
		}
	}
	return c, nil
}

// AddFile adds a file, an absolute path, of which all lines are new.
func (c *Changes) AddFile(path string) { c.lines[path] = []lineRange{{1, allLines}} }

// patchName returns the name of the changed file: empty for one that was deleted.
func patchName(text string) (string, error) {
	text = strings.TrimSuffix(text, "\t")
	if strings.HasPrefix(text, `"`) {
		name, err := strconv.Unquote(text)
		if err != nil {
			return "", fmt.Errorf("the name %s of a patch is not understood", text)
		}
		text = name
	}
	if text == "/dev/null" {
		return "", nil
	}
	return strings.TrimPrefix(text, "b/"), nil
}

// hunkLines returns the lines of the new text that a hunk is about: "@@ -3,2 +3,4 @@" is about 3 to 6.
func hunkLines(line string) (lineRange, bool) {
	fields := strings.Fields(line)
	if len(fields) < 3 || !strings.HasPrefix(fields[2], "+") {
		return lineRange{}, false
	}
	from, count, several := strings.Cut(fields[2][1:], ",")
	first, err := strconv.Atoi(from)
	n := 1
	if several && err == nil {
		n, err = strconv.Atoi(count)
	}
	return lineRange{first, first + n - 1}, err == nil
}

// Only returns the findings that touch a changed line. One about a file as a whole belongs to any change of it. abs turns
// the name of a file into an absolute path.
func (c *Changes) Only(ds []diag.Diagnostic, abs func(name string) string) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, d := range ds {
		if d.File == nil {
			out = append(out, d)
			continue
		}
		changed := c.lines[abs(d.File.Name)]
		first := d.File.Position(d.Span.Start).Line
		last := d.File.Position(max(d.Span.Start, d.Span.End-1)).Line
		if d.Span.IsZero() && len(changed) > 0 ||
			slices.ContainsFunc(changed, func(r lineRange) bool { return r.first <= last && first <= r.last }) {
			out = append(out, d)
		}
	}
	return out
}
