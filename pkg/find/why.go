package find

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// WhyNot returns why a walk of a directory passes over a file below it, or an empty text if it does not: "node_modules is
// a directory of other people's files", "a .gitignore file excludes it". The answer of [Finder.Want] is not part of that.
func (f Finder) WhyNot(dir, file string) string {
	s := search{finder: f, scopes: map[string]*scope{}}
	top := s.absolute(dir)
	relative, err := filepath.Rel(top, s.absolute(file))
	if err != nil || relative == ".." || strings.HasPrefix(relative, ".."+string(filepath.Separator)) {
		return fmt.Sprintf("it is not below %s", dir)
	}
	here := &scope{name: filepath.Base(top)}
	if parent := filepath.Dir(top); parent != top {
		here.outer = s.around(parent)
	}
	names := strings.Split(relative, string(filepath.Separator))
	for i, name := range names {
		here.rules = s.rules(filepath.Join(top, ignoreFile))
		if _, err := os.Lstat(filepath.Join(top, repository)); err == nil {
			here.outer = nil
		}
		isDirectory := i < len(names)-1
		switch {
		case isDirectory && Passed(name):
			return fmt.Sprintf("%s is a directory of vendored or generated files", name)
		case here.excludes(name, isDirectory):
			return "a .gitignore file excludes it"
		}
		here = &scope{outer: here, name: name}
		top = filepath.Join(top, name)
	}
	return ""
}

// Repository returns the directory of the repository of git that a file is in, or an empty text if it is in none.
func (f Finder) Repository(file string) string {
	s := search{finder: f}
	dir := filepath.Dir(s.absolute(file))
	for {
		if _, err := os.Lstat(filepath.Join(dir, repository)); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}
