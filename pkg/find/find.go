package find

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// A File is one that a command works on.
type File struct {
	// Path is the path to show and to open, as the user gave it or below a directory that the user gave, cleaned. It
	// is relative to [Finder.Dir] if that of the user was.
	Path string
	// Named means that the user named this very file, and did not leave it to a directory or a pattern to find it.
	Named bool
	// Below is the absolute path of the directory that was walked to find the file: the one that the user gave, or the one that a
	// pattern begins with, and of several the innermost. It is empty for a file that no walk found.
	Below string
	// Stdin means that it is standard input, not a file; Path is "-" then.
	Stdin bool
}

// An Error is a path that no files were found for, or that could not be looked at.
type Error struct {
	Path string
	Err  error
}

// Error returns the path and what is wrong with it.
func (e *Error) Error() string {
	if e.Path == "" {
		return e.Err.Error()
	}
	return e.Path + ": " + e.Err.Error()
}

// Unwrap returns what is wrong, without the path.
func (e *Error) Unwrap() error { return e.Err }

// ErrNoMatch is what is wrong with a pattern that no file matches.
var ErrNoMatch = errors.New("no file matches")

// errEmpty is what is wrong with an empty path, which can only be a mistake: a variable of a script that is not set.
var errEmpty = errors.New("a path is empty")

// A Finder finds files.
type Finder struct {
	// Dir is the directory that relative paths are relative to: an absolute path.
	Dir string
	// Want reports whether a file in a directory that is walked is wanted, by its path. A
	// nil Want wants all. It is not asked about files that are named, or found by a pattern.
	Want func(path string) bool
}

// Find returns the files for the given paths: those of the first path first, those of a directory or pattern in the order of their names,
// and each once, where it comes up first. A path may be "-"; a file; a directory, which is walked with all that is below it; a part of a
// file, "template.yaml#Name"; or a pattern, in which "**" stands for any directories, "*" and "?" for characters but the slash, "[a-z]" for
// one of a set and "{a,b}" for one of several texts. A path that exists is never read as a pattern. A pattern finds files, with the same
// left out that a walk leaves out.
//
// The error joins an [*Error] for every path, given or met on the way, that is at fault; the files that were found are
// returned all the same. That a directory has no file that is wanted is not an error.
func (f Finder) Find(paths ...string) ([]File, error) {
	s := search{finder: f, seen: map[string]int{}, scopes: map[string]*scope{}}
	for _, path := range paths {
		s.argument(path)
	}
	return s.files, errors.Join(s.errors...)
}

// A search is the state of one Find.
type search struct {
	finder Finder
	files  []File
	errors []error
	found  int               // how many files came up, those that did before included
	seen   map[string]int    // the index of each file by its absolute path
	scopes map[string]*scope // of the directories around those that were walked, by absolute path
}

func (s *search) argument(path string) {
	if path == "-" {
		s.add(File{Path: path, Named: true, Stdin: true}, path)
		return
	}
	if path == "" {
		s.fail(path, errEmpty)
		return
	}
	absolute := s.absolute(path)
	info, err := os.Stat(absolute)
	switch {
	case err == nil && info.IsDir():
		s.walk(directory{filepath.Clean(path), absolute, allLevels}, s.finder.Want)
	case err == nil:
		s.add(File{Path: filepath.Clean(path), Named: true}, absolute)
	case errors.Is(err, fs.ErrNotExist) && s.part(path):
	case errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(path, `*?[{`):
		s.pattern(path)
	default:
		s.fail(path, err)
	}
}

// part adds a part of a file: the path of the file, "#" and a name. It reports false if there is no such file.
func (s *search) part(path string) bool {
	at := strings.LastIndexByte(path, '#')
	if at <= 0 || at == len(path)-1 {
		return false
	}
	absolute := s.absolute(path[:at])
	info, err := os.Stat(absolute)
	if err != nil || info.IsDir() {
		return false
	}
	s.add(File{Path: filepath.Clean(path[:at]) + path[at:], Named: true}, absolute+path[at:])
	return true
}

// pattern adds the files that match a pattern.
func (s *search) pattern(path string) {
	base, pattern := doublestar.SplitPattern(filepath.ToSlash(path))
	if !doublestar.ValidatePattern(pattern) {
		s.fail(path, doublestar.ErrBadPattern)
		return
	}
	base = filepath.FromSlash(base)
	start := directory{filepath.Clean(base), s.absolute(base), allLevels}
	if !strings.Contains(pattern, "**") {
		start.levels = strings.Count(pattern, "/")
	}
	want := func(found string) bool {
		relative, err := filepath.Rel(start.path, found)
		return err == nil && doublestar.MatchUnvalidated(pattern, filepath.ToSlash(relative))
	}
	before := s.found
	if info, err := os.Stat(start.absolute); err == nil && info.IsDir() {
		s.walk(start, want)
	}
	if s.found == before {
		s.fail(path, ErrNoMatch)
	}
}

// absolute returns the absolute path of one that the user gave.
func (s *search) absolute(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(s.finder.Dir, path)
}

// add adds a file unless it is there; one that is found first and named then is a named one.
func (s *search) add(file File, absolute string) {
	s.found++
	if i, twice := s.seen[absolute]; twice {
		s.files[i].Named = s.files[i].Named || file.Named
		if len(file.Below) > len(s.files[i].Below) {
			s.files[i].Below = file.Below
		}
		return
	}
	s.seen[absolute] = len(s.files)
	s.files = append(s.files, file)
}

// fail notes an error, with the path that the user knows in place of the one that the system was asked for.
func (s *search) fail(path string, err error) {
	var system *fs.PathError
	if errors.As(err, &system) {
		err = system.Err
	}
	s.errors = append(s.errors, &Error{Path: path, Err: err})
}
