package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

// A Loader finds and reads configuration files, each once. Several goroutines may use it.
type Loader struct {
	// Read reads a file; an error that is fs.ErrNotExist means that there is none.
	Read func(path string) ([]byte, error)
	// Dir is the working directory, an absolute path; relative paths are relative to it, and names are shown so.
	Dir        string
	Vocabulary Vocabulary

	mu      sync.Mutex
	files   map[string]*Config // by path; nil: there is none
	folders map[string]*chain  // what holds for the files of a folder
	chains  map[*Config]*chain
	order   []*Config // as they were read
	failed  error
}

// A chain is a configuration with all that it extends, the nearest first.
type chain struct {
	configs  []*Config
	settings map[string]*Settings // by the sections and so on that hold; see For
}

// Findings are what is wrong with the configuration files that were read so far, in the order in which they were read.
func (l *Loader) Findings() []diag.Diagnostic {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []diag.Diagnostic
	for _, c := range l.order {
		out = append(out, c.Findings...)
	}
	return out
}

// Err is the first error of reading a configuration file.
func (l *Loader) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.failed
}

// Find returns the configuration that holds for a file, the nearest on the way up from its folder, or nil.
func (l *Loader) Find(file string) *Config {
	l.mu.Lock()
	defer l.mu.Unlock()
	if ch := l.folder(path.Dir(l.absolute(file))); ch != nil {
		return ch.configs[0]
	}
	return nil
}

// Load reads the configuration of a path and those that it extends. The error is that it does not exist.
func (l *Loader) Load(file string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.read(l.absolute(file))
	if c == nil {
		if l.failed != nil {
			return l.failed
		}
		return fmt.Errorf("%s: %w", file, errors.New("no such file or directory"))
	}
	l.chain(c)
	return nil
}

// absolute returns a path as an absolute one with slashes.
func (l *Loader) absolute(file string) string {
	if !filepath.IsAbs(file) {
		file = filepath.Join(l.Dir, file)
	}
	return filepath.ToSlash(filepath.Clean(file))
}

// shown returns an absolute path as it is shown: relative to the working directory if it is below it.
func (l *Loader) shown(file string) string {
	if rest, ok := strings.CutPrefix(file, filepath.ToSlash(l.Dir)+"/"); ok {
		return rest
	}
	return file
}

// folder returns what holds in a folder; nil if no configuration does.
func (l *Loader) folder(dir string) *chain {
	if ch, ok := l.folders[dir]; ok {
		return ch
	}
	var ch *chain
	if c := l.read(path.Join(dir, FileName)); c != nil {
		ch = l.chain(c)
	} else if up := path.Dir(dir); up != dir {
		ch = l.folder(up)
	}
	if l.folders == nil {
		l.folders = map[string]*chain{}
	}
	l.folders[dir] = ch
	return ch
}

// read reads a configuration file once. It returns nil if there is none.
func (l *Loader) read(file string) *Config {
	if c, ok := l.files[file]; ok {
		return c
	}
	if l.files == nil {
		l.files = map[string]*Config{}
	}
	l.files[file] = nil
	text, err := l.Read(file)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) && l.failed == nil {
			l.failed = fmt.Errorf("%s: %w", l.shown(file), err)
		}
		return nil
	}
	f := &source.File{Name: l.shown(file), Text: text, Format: source.FormatOf(file, text)}
	c := Read(f, path.Dir(file), l.Vocabulary)
	l.files[file] = c
	l.order = append(l.order, c)
	return c
}

// chain returns a configuration with those that it extends, each once. One that extends itself is reported.
func (l *Loader) chain(c *Config) *chain {
	if ch, ok := l.chains[c]; ok {
		return ch
	}
	ch := &chain{settings: map[string]*Settings{}}
	state := map[*Config]int{} // 1: being followed, 2: done
	var follow func(c *Config)
	follow = func(c *Config) {
		state[c] = 1
		ch.configs = append(ch.configs, c)
		for _, t := range c.Extends {
			if t.Text == "" {
				continue
			}
			next := l.read(l.extended(c, t.Text))
			switch {
			case next == nil:
				l.report(c, t.Span, fmt.Sprintf("the configuration %q does not exist", t.Text))
			case state[next] == 1:
				l.report(c, t.Span, fmt.Sprintf("the configuration extends itself through %q", t.Text))
			case state[next] == 0:
				follow(next)
			}
		}
		state[c] = 2
	}
	follow(c)
	if l.chains == nil {
		l.chains = map[*Config]*chain{}
	}
	l.chains[c] = ch
	return ch
}

// extended is the path of a configuration that another names; a folder stands for the file in it.
func (l *Loader) extended(c *Config, name string) string {
	name = filepath.ToSlash(name)
	if !path.IsAbs(name) && !filepath.IsAbs(name) {
		name = path.Join(c.Dir, name)
	}
	if !strings.HasSuffix(name, ".yaml") && !strings.HasSuffix(name, ".yml") && !strings.HasSuffix(name, ".json") {
		name = path.Join(name, FileName)
	}
	return name
}

// report adds a finding about a place of a configuration, once.
func (l *Loader) report(c *Config, at source.Span, message string) {
	c.Findings = diag.Unique(append(c.Findings, diag.Diagnostic{
		Rule: RuleInvalid, Severity: diag.Error, File: c.File, Span: at, Message: message,
	}))
}
