package config

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/source"
)

// Read reads a configuration file; dir is the absolute path of its folder.
func Read(f *source.File, dir string, v Vocabulary) *Config {
	r := reader{config: &Config{File: f, Dir: dir}, vocabulary: v}
	for _, p := range source.Parse(f) {
		d := r.add(p.Span, p.Help, "%s", p.Message)
		if !p.Other.IsZero() {
			d.Related = []diag.Related{{File: f, Span: p.Other, Message: p.OtherMessage}}
		}
	}
	if f.Root != nil {
		r.document(f.Root)
	}
	diag.Sort(r.config.Findings)
	return r.config
}

// A reader is the state of one Read.
type reader struct {
	config     *Config
	vocabulary Vocabulary
}

// add adds a finding; help may be empty.
func (r *reader) add(at source.Span, help, format string, args ...any) *diag.Diagnostic {
	r.config.Findings = append(r.config.Findings, diag.Diagnostic{
		Rule: RuleInvalid, Severity: diag.Error, File: r.config.File, Span: at, Message: fmt.Sprintf(format, args...), Help: help,
	})
	return &r.config.Findings[len(r.config.Findings)-1]
}

// fields calls the function of each member of an object by its key. Unknown keys are reported.
func (r *reader) fields(n *source.Node, what string, known map[string]func(*source.Node)) {
	if n.Kind != source.Object {
		if n.Kind != source.Invalid {
			r.add(n.Span, "", "%s must be a mapping, found %s", what, n.Kind)
		}
		return
	}
	for i := range n.Members {
		m := &n.Members[i]
		if read, ok := known[m.Key]; ok {
			read(m.Value)
			continue
		}
		var keys []string
		for k := range known {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		help := nearest.Help(m.Key, keys)
		if help == "" {
			help = "it can have " + strings.Join(keys, ", ")
		}
		r.add(m.KeySpan, help, "unknown key %q in %s", m.Key, what)
	}
}

func (r *reader) document(root *source.Node) {
	c := r.config
	r.fields(root, "the configuration", map[string]func(*source.Node){
		"version": func(n *source.Node) {
			if n.Text != "1" || n.Kind != source.Number {
				r.add(n.Span, "", "version must be 1, found %s", shown(n))
			}
		},
		"extends": func(n *source.Node) { c.Extends = r.texts(n, "extends") },
		"exclude": func(n *source.Node) { c.Exclude = r.patterns(n, "exclude") },
		"files": func(n *source.Node) {
			if n.Kind != source.Array {
				r.add(n.Span, "", "files must be a list of sections, found %s", n.Kind)
			}
			for _, item := range n.Items {
				c.Sections = append(c.Sections, r.section(item))
			}
		},
		"rules": func(n *source.Node) { c.Rules, c.Ignores = r.rules(n) },
		"failOn": func(n *source.Node) {
			c.FailOn = r.oneOf(n, "failOn", "error", "warning", "info", "never")
		},
	})
	if root.Kind == source.Object && root.Get("version") == nil {
		at := root.Span
		if len(root.Members) > 0 {
			at = root.Members[0].KeySpan
		}
		r.add(at, "add version: 1", "the configuration has no version")
	}
}

func (r *reader) section(n *source.Node) Section {
	s := Section{Span: n.Span}
	known := map[string]func(*source.Node){
		"match":   func(n *source.Node) { s.Match = r.patterns(n, "match") },
		"dialect": func(n *source.Node) { s.Dialect = r.oneOf(n, "dialect", r.vocabulary.Dialects...) },
		"rules":   func(n *source.Node) { s.Rules, s.Ignores = r.rules(n) },
	}
	for _, o := range r.vocabulary.Options {
		known[o.Key] = func(n *source.Node) {
			if v := r.option(n, o); v.Text != "" {
				s.Options = append(s.Options, Setting{o.Key, v})
			}
		}
	}
	r.fields(n, "a section of files", known)
	if n.Kind == source.Object && n.Get("match") == nil {
		r.add(head(n), `add a pattern, such as match: "flows/**"`, "a section of files has no match")
	}
	return s
}

// option reads the value of an option of a dialect.
func (r *reader) option(n *source.Node, o Option) Text {
	if len(o.Values) > 0 {
		return r.oneOf(n, o.Key, o.Values...)
	}
	if i, err := strconv.Atoi(n.Text); n.Kind != source.Number || err != nil || i < 1 {
		r.add(n.Span, "", "%s must be a whole number of 1 or more, found %s", o.Key, shown(n))
		return Text{}
	}
	return Text{n.Text, n.Span}
}

// oneOf reads a word that is one of several. A number counts as the word that it is written as: aslLevel: 2016.
func (r *reader) oneOf(n *source.Node, what string, words ...string) Text {
	if (n.Kind == source.String || n.Kind == source.Number) && slices.Contains(words, n.Text) {
		return Text{n.Text, n.Span}
	}
	if n.Kind == source.Invalid {
		return Text{}
	}
	help := ""
	if n.Kind == source.String {
		help = nearest.Help(n.Text, words)
	}
	if help == "" {
		help = "use " + listed(words)
	}
	r.add(n.Span, help, "invalid %s %s", what, shown(n))
	return Text{}
}

// rules reads a mapping of rules to levels.
func (r *reader) rules(n *source.Node) (levels []RuleLevel, ignores []*Ignore) {
	if n.Kind != source.Object {
		if n.Kind != source.Invalid {
			r.add(n.Span, "", "rules must be a mapping of rules to levels, found %s", n.Kind)
		}
		return nil, nil
	}
	for i := range n.Members {
		m := &n.Members[i]
		pattern := m.Key
		if id, ok := r.vocabulary.Renamed[pattern]; ok {
			pattern = id
		} else if !r.knownRule(m) {
			continue
		}
		if m.Value.Kind != source.Object {
			if l, ok := r.level(m.Value, pattern); ok {
				l.Span = m.KeySpan
				levels = append(levels, l)
			}
			continue
		}
		r.fields(m.Value, "a rule", map[string]func(*source.Node){
			"severity": func(n *source.Node) {
				if l, ok := r.level(n, pattern); ok {
					l.Span = m.KeySpan
					levels = append(levels, l)
				}
			},
			"ignore": func(n *source.Node) {
				if n.Kind != source.Array {
					r.add(n.Span, "", "ignore must be a list, found %s", n.Kind)
				}
				for _, item := range n.Items {
					ignores = append(ignores, r.ignore(item, pattern))
				}
			},
		})
	}
	return levels, ignores
}

// knownRule reports whether a pattern matches a rule.
func (r *reader) knownRule(m *source.Member) bool {
	if slices.ContainsFunc(r.vocabulary.Rules, func(id string) bool { return MatchesRule(m.Key, id) }) {
		return true
	}
	help := nearest.Help(m.Key, r.vocabulary.Rules)
	if help == "" {
		help = "'flowglot rules' lists them"
	}
	r.add(m.KeySpan, help, "there is no rule %q", m.Key)
	return false
}

// level reads "off", "on" or a severity.
func (r *reader) level(n *source.Node, pattern string) (RuleLevel, bool) {
	l := RuleLevel{Pattern: pattern}
	if n.Kind == source.Bool && (n.Text == "true" || n.Text == "false") {
		l.Off = n.Text == "false"
		return l, true
	}
	word := r.oneOf(n, "level", "off", "on", "info", "warning", "error").Text
	l.Off = word == "off"
	l.Severity, _ = diag.ParseSeverity(word)
	return l, word != ""
}

func (r *reader) ignore(n *source.Node, pattern string) *Ignore {
	x := &Ignore{Pattern: pattern, Span: head(n), Config: r.config}
	r.fields(n, "an ignored place", map[string]func(*source.Node){
		"path": func(n *source.Node) {
			for _, t := range r.patterns(n, "path") {
				x.Path = t.Text
			}
		},
		"pointer": func(n *source.Node) {
			if n.Kind != source.String || n.Text != "" && !strings.HasPrefix(n.Text, "/") {
				r.add(n.Span, `a JSON pointer begins with "/", such as /States/Poll`, "invalid pointer %s", shown(n))
				return
			}
			x.Pointer, x.HasPointer = strings.TrimSuffix(n.Text, "/"), true
		},
		"reason": func(n *source.Node) { x.Reason = r.text(n, "reason").Text },
	})
	if n.Kind == source.Object && strings.TrimSpace(x.Reason) == "" {
		r.add(x.Span, `add why: reason: "…"`, "an ignored place has no reason")
	}
	return x
}

// texts reads a string or a list of strings.
func (r *reader) texts(n *source.Node, what string) []Text {
	if n.Kind != source.Array {
		return []Text{r.text(n, what)}
	}
	var out []Text
	for _, item := range n.Items {
		out = append(out, r.text(item, what))
	}
	return out
}

func (r *reader) text(n *source.Node, what string) Text {
	if n.Kind == source.String && n.Text != "" {
		return Text{n.Text, n.Span}
	}
	if n.Kind != source.Invalid {
		r.add(n.Span, "", "%s must be a text, found %s", what, shown(n))
	}
	return Text{}
}

// patterns reads a pattern of files, or several.
func (r *reader) patterns(n *source.Node, what string) []Text {
	return slices.DeleteFunc(r.texts(n, what), func(t Text) bool {
		if t.Text != "" && !doublestar.ValidatePattern(t.Text) {
			r.add(t.Span, "", "invalid pattern %q in %s", t.Text, what)
			return true
		}
		return t.Text == ""
	})
}

// MatchesRule reports whether a pattern matches the id of a rule. "*" alone matches all of them.
func MatchesRule(pattern, id string) bool {
	if pattern == "*" || pattern == id {
		return true
	}
	ok, err := path.Match(pattern, id)
	return ok && err == nil
}

// head returns the place at which to report what a value as a whole lacks.
func head(n *source.Node) source.Span {
	if len(n.Members) > 0 {
		return n.Members[0].KeySpan
	}
	return n.Span
}

// shown is a value for a message.
func shown(n *source.Node) string {
	switch n.Kind {
	case source.String:
		return strconv.Quote(n.Text)
	case source.Number, source.Bool:
		return n.Text
	}
	return n.Kind.String()
}

func listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " or " + words[n]
}
