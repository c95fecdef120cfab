package find

import (
	"io/fs"
	"os"
	"path/filepath"
)

// The names that matter to a walk.
const (
	repository = ".git" // a directory, or a file in a worktree or submodule
	ignoreFile = ".gitignore"
)

// vendored reports whether a directory of that name holds what other people or programs wrote: no walk goes into it unless
// the user names it.
func vendored(name string) bool {
	switch name {
	case "node_modules", "bower_components", "jspm_packages", "vendor", "third_party", "site-packages", ".venv", "venv", "__pycache__", ".tox",
		".terraform", ".terragrunt-cache", ".serverless", ".aws-sam", ".gradle", "generated", "__generated__":
		return true
	}
	return false
}

// Passed reports whether a walk passes over directories of that name.
func Passed(name string) bool { return name == repository || vendored(name) }

// A directory is one that is walked.
type directory struct {
	path     string // as it is shown
	absolute string
	levels   int // how many levels of directories below it are walked
}

// allLevels is more than there are: no path is so long.
const allLevels = 1 << 30

// walk adds the wanted files below a directory that the user gave.
func (s *search) walk(d directory, want func(path string) bool) {
	here := &scope{name: filepath.Base(d.absolute)}
	if parent := filepath.Dir(d.absolute); parent != d.absolute {
		here.outer = s.around(parent)
	}
	s.list(d, d.absolute, here, want)
}

// list adds the wanted files of a directory, in the order of their names, and of those below it. top is where the walk began.
func (s *search) list(d directory, top string, here *scope, want func(path string) bool) {
	entries, err := os.ReadDir(d.absolute)
	if err != nil {
		s.fail(d.path, err)
	}
	for _, entry := range entries {
		switch entry.Name() {
		case ignoreFile:
			here.rules = s.rules(filepath.Join(d.absolute, ignoreFile))
		case repository:
			here.outer = nil // the rules around a repository do not reach into it
		}
	}
	for _, entry := range entries {
		name := entry.Name()
		path := filepath.Join(d.path, name)
		switch {
		case entry.IsDir():
			if Passed(name) || d.levels == 0 || here.excludes(name, true) {
				continue
			}
			below := directory{path, filepath.Join(d.absolute, name), d.levels - 1}
			s.list(below, top, &scope{outer: here, name: name}, want)
		case name != repository && (want == nil || want(path)) && isFile(d.absolute, entry) && !here.excludes(name, false):
			s.add(File{Path: path, Below: top}, filepath.Join(d.absolute, name))
		}
	}
}

// isFile reports whether an entry of a directory is a file, or a link to one. Reading anything else might never end.
func isFile(dir string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.Type().IsRegular()
	}
	info, err := os.Stat(filepath.Join(dir, entry.Name()))
	return err == nil && info.Mode().IsRegular()
}

// around returns the scope of a directory that is not walked itself, but holds one that is. It is nil outside of a
// repository: a .gitignore file somewhere up in the file system is not meant for what is far below it.
func (s *search) around(dir string) *scope {
	if known, ok := s.scopes[dir]; ok {
		return known
	}
	var here *scope
	if _, err := os.Lstat(filepath.Join(dir, repository)); err == nil {
		here = &scope{}
	} else if parent := filepath.Dir(dir); parent != dir {
		if outer := s.around(parent); outer != nil {
			here = &scope{outer: outer, name: filepath.Base(dir)}
		}
	}
	if here != nil {
		here.rules = s.rules(filepath.Join(dir, ignoreFile))
	}
	s.scopes[dir] = here
	return here
}

// rules reads a .gitignore file if there is one. Like git, it does not read one that is a link.
func (s *search) rules(path string) []rule {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		s.fail(path, err)
		return nil
	}
	return parseRules(text)
}
