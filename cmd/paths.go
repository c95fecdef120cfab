package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/load"
)

// paths is a set of files by their names. It may be used by several goroutines.
type paths struct {
	mutex sync.Mutex
	names []string
	taken map[string]bool // the names in small letters
	known []os.FileInfo   // of those among the first that exist; the others were not looked at yet
	seen  int             // how many were looked at
}

func (p *paths) add(path string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.names = append(p.names, filepath.Clean(path))
	if p.taken == nil {
		p.taken = map[string]bool{}
	}
	p.taken[folded(path)] = true
}

// folded is a path in letters of one size.
func folded(path string) string { return strings.ToLower(strings.ToUpper(filepath.Clean(path))) }

// has reports whether a path is that of a file in the set, or may be: some systems do not tell capitals from small letters. What
// is not a regular file, such as a device, is not replaced by what is written to it, and is never in the set.
func (p *paths) has(path string) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return false
	}
	if p.taken[folded(path)] {
		return true
	}
	if err != nil {
		return false
	}
	p.look()
	for _, x := range p.known {
		if os.SameFile(x, info) {
			return true
		}
	}
	return false
}

// look looks at the files that were added since it was called before.
func (p *paths) look() {
	for ; p.seen < len(p.names); p.seen++ {
		if info, err := os.Stat(p.names[p.seen]); err == nil && info.Mode().IsRegular() {
			p.known = append(p.known, info)
		}
	}
}

// An output is a file that a command writes, with the flag that names it.
type output struct{ flag, path string }

// checkOutputs refuses outputs that would replace an input that was read, or one another. Empty paths and standard output are left out.
func (a *app) checkOutputs(all ...output) error {
	for i, o := range all {
		switch {
		case o.path == "" || o.path == stdout:
			continue
		case a.inputs.has(o.path):
			return fmt.Errorf("%s %s is an input, and is not overwritten; choose another file", o.flag, o.path)
		}
		for _, other := range all[:i] {
			var before paths
			if before.add(other.path); other.path != "" && before.has(o.path) {
				return fmt.Errorf("%s %s is also the file of %s; choose another file", o.flag, o.path, other.flag)
			}
		}
	}
	return nil
}

// open reads a file that the user names, or standard input, and keeps outputs from replacing it.
func (a *app) open(path string) (load.Source, error) {
	if path != load.Stdin {
		a.inputs.add(path)
	}
	return a.loader().Open(path)
}

// read reads a file that the user names, and keeps outputs from replacing it.
func (a *app) read(path string) ([]byte, error) {
	a.inputs.add(path)
	return files.Read(path)
}

// readRegular reads a file that another file names, and keeps outputs from replacing it.
func (a *app) readRegular(path string) ([]byte, error) {
	a.inputs.add(path)
	return files.ReadRegular(path)
}
