package config

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

// Settings are what the configuration sets for a file. The zero value is that of a file without a configuration.
type Settings struct {
	// Excluded are the patterns that exclude the file from walks.
	Excluded []Origin
	// Dialect is that of the first section that matches and names one, or empty.
	Dialect Origin
	// Options are the options of dialects, each as the first section that matches has it.
	Options map[string]Origin
	// FailOn is "error", "warning", "info", "never", or empty.
	FailOn Origin

	levels  []RuleLevel // the most important first
	from    []*Config   // of the levels
	ignores []*Ignore
	mu      sync.Mutex
	known   map[string]level // by rule
}

// An Origin is a word with the place in a configuration that it comes from.
type Origin struct {
	Text string
	File *source.File
	Span source.Span
}

// A level is what holds for a rule.
type level struct {
	found RuleLevel
	file  *Config
	ok    bool
}

// For returns what holds for a file.
func (l *Loader) For(file string) *Settings {
	l.mu.Lock()
	defer l.mu.Unlock()
	absolute := l.absolute(file)
	ch := l.folder(pathDir(absolute))
	if ch == nil {
		return &Settings{}
	}
	// Files that the same patterns match share their settings, so that those are made once for a whole tree.
	var key strings.Builder
	for _, c := range ch.configs {
		name := ch.relative(c, absolute)
		for _, t := range c.Exclude {
			key.WriteByte(bit(Matches(t.Text, name)))
		}
		for i := range c.Sections {
			key.WriteByte(bit(c.Sections[i].matches(name)))
		}
		for _, x := range c.allIgnores() {
			key.WriteByte(bit(x.Path == "" || Matches(x.Path, name)))
		}
	}
	s, ok := ch.settings[key.String()]
	if !ok {
		s = ch.resolve(absolute)
		ch.settings[key.String()] = s
	}
	return s
}

func bit(b bool) byte {
	if b {
		return '1'
	}
	return '0'
}

func pathDir(file string) string {
	if i := strings.LastIndexByte(file, '/'); i > 0 {
		return file[:i]
	}
	return "/"
}

// relative returns a file as the patterns of a configuration see it: relative to the folder of the configuration, or, for
// one that is extended and lies elsewhere, to the folder of the one that extends it.
func (ch *chain) relative(c *Config, file string) string {
	for _, dir := range []string{c.Dir, ch.configs[0].Dir} {
		if name, below := strings.CutPrefix(file, strings.TrimSuffix(dir, "/")+"/"); below {
			return name
		}
	}
	return file
}

// Matches reports whether a pattern matches a file, both relative to the same folder. A pattern without a slash matches the name of a file
// or folder wherever it is, as in .gitignore; one that matches a folder matches all files in it.
func Matches(pattern, file string) bool {
	pattern = strings.TrimPrefix(strings.TrimSuffix(pattern, "/"), "./")
	if !strings.Contains(pattern, "/") {
		pattern = "**/" + pattern
	}
	pattern = strings.TrimPrefix(pattern, "/")
	if doublestar.MatchUnvalidated(pattern, file) {
		return true
	}
	for i := strings.LastIndexByte(file, '/'); i > 0; i = strings.LastIndexByte(file[:i], '/') {
		if doublestar.MatchUnvalidated(pattern, file[:i]) {
			return true
		}
	}
	return false
}

func (s *Section) matches(file string) bool {
	return slices.ContainsFunc(s.Match, func(t Text) bool { return Matches(t.Text, file) })
}

// allIgnores are the ignored places of the file and of its sections.
func (c *Config) allIgnores() []*Ignore {
	out := c.Ignores
	for i := range c.Sections {
		out = append(out[:len(out):len(out)], c.Sections[i].Ignores...)
	}
	return out
}

// resolve works out what holds for a file.
func (ch *chain) resolve(file string) *Settings {
	s := &Settings{Options: map[string]Origin{}}
	set := func(o *Origin, c *Config, t Text) {
		if o.Text == "" && t.Text != "" {
			*o = Origin{t.Text, c.File, t.Span}
		}
	}
	for _, c := range ch.configs {
		name := ch.relative(c, file)
		for _, t := range c.Exclude {
			if Matches(t.Text, name) {
				s.Excluded = append(s.Excluded, Origin{t.Text, c.File, t.Span})
			}
		}
		first := true
		for i := range c.Sections {
			x := &c.Sections[i]
			if !x.matches(name) {
				continue
			}
			s.addRules(c, x.Rules, x.Ignores, name)
			if !first {
				continue
			}
			first = false // of the sections of one file, the first that matches holds
			set(&s.Dialect, c, x.Dialect)
			for _, o := range x.Options {
				origin := s.Options[o.Key]
				set(&origin, c, o.Value)
				s.Options[o.Key] = origin
			}
		}
		s.addRules(c, c.Rules, c.Ignores, name)
		set(&s.FailOn, c, c.FailOn)
	}
	return s
}

// ExcludedBelow returns the first pattern that excludes the file from a walk of a directory with other settings, or an empty one. A
// pattern that excludes the directory itself does not hold in it: whoever names the directory wants its files.
func (s *Settings) ExcludedBelow(dir *Settings) Origin {
	for _, o := range s.Excluded {
		if !slices.ContainsFunc(dir.Excluded, func(x Origin) bool { return x.Span == o.Span && x.File.Name == o.File.Name }) {
			return o
		}
	}
	return Origin{}
}

// addRules adds the levels of one place, the most specific first: an id before a pattern, a long pattern before a short
// one, and of two that are as long the later one.
func (s *Settings) addRules(c *Config, levels []RuleLevel, ignores []*Ignore, file string) {
	levels = slices.Clone(levels)
	slices.Reverse(levels)
	slices.SortStableFunc(levels, func(a, b RuleLevel) int {
		return cmp.Or(
			cmp.Compare(bit(strings.Contains(a.Pattern, "*")), bit(strings.Contains(b.Pattern, "*"))),
			cmp.Compare(len(b.Pattern), len(a.Pattern)),
		)
	})
	for _, l := range levels {
		s.levels = append(s.levels, l)
		s.from = append(s.from, c)
	}
	for _, x := range ignores {
		if x.Path == "" || Matches(x.Path, file) {
			s.ignores = append(s.ignores, x)
		}
	}
}

// Level returns what the configuration sets for a rule: off, or on with a severity (0: its own); ok is false if it says
// nothing.
func (s *Settings) Level(rule string) (l RuleLevel, ok bool) {
	if len(s.levels) == 0 {
		return RuleLevel{}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	known, seen := s.known[rule]
	if !seen {
		for i, x := range s.levels {
			if MatchesRule(x.Pattern, rule) {
				known = level{x, s.from[i], true}
				break
			}
		}
		if s.known == nil {
			s.known = map[string]level{}
		}
		s.known[rule] = known
	}
	return known.found, known.ok
}

// ChangesRules reports whether a rule may be off, or have another severity than it usually has.
func (s *Settings) ChangesRules() bool { return len(s.levels) > 0 }

// Levels are the levels that hold, the most important first, each with the file that it comes from.
func (s *Settings) Levels() []Origin {
	var out []Origin
	for i, l := range s.levels {
		word := "on"
		switch {
		case l.Off:
			word = "off"
		case l.Severity != 0:
			word = l.Severity.String()
		}
		out = append(out, Origin{l.Pattern + ": " + word, s.from[i].File, l.Span})
	}
	return out
}

// Ignores are the ignored places that may hold a finding of the file.
func (s *Settings) Ignores() []*Ignore { return s.ignores }

// Ignored returns the ignored place that a finding is at, or nil.
func (s *Settings) Ignored(d *diag.Diagnostic) *Ignore {
	for _, x := range s.ignores {
		if !MatchesRule(x.Pattern, d.Rule) {
			continue
		}
		if !x.HasPointer {
			return x
		}
		if at, ok := d.Pointer(); ok && (at == x.Pointer || strings.HasPrefix(at, x.Pointer+"/")) {
			return x
		}
	}
	return nil
}
