package lint

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/nearest"
)

// A Selection says which rules are heard, and how bad their findings are. Rules are named by their ids or by patterns
// such as "net/*".
type Selection struct {
	enabled, disabled []string
	severities        []severityOf
}

type severityOf struct {
	pattern string
	level   diag.Severity
}

// NewSelection returns the selection in which the enabled rules are heard even if they are disabled too: "net/*" can be
// disabled but for one rule. A severity is "RULE=LEVEL"; the last that fits a rule holds. It returns an error for a
// pattern that fits none of the rules, and for a level that does not exist.
func NewSelection(rules []diag.Rule, enable, disable, severities []string) (*Selection, error) {
	s := &Selection{enabled: current(rules, enable), disabled: current(rules, disable)}
	for _, x := range severities {
		pattern, name, ok := strings.Cut(x, "=")
		level, known := diag.ParseSeverity(name)
		if !ok || !known {
			return nil, fmt.Errorf("%q does not have the form RULE=LEVEL, where LEVEL is error, warning or info", x)
		}
		s.severities = append(s.severities, severityOf{current(rules, []string{pattern})[0], level})
	}
	patterns := slices.Concat(s.enabled, s.disabled)
	for _, x := range s.severities {
		patterns = append(patterns, x.pattern)
	}
	for _, p := range patterns {
		if !slices.ContainsFunc(rules, func(r diag.Rule) bool { return matches(p, r.ID) }) {
			err := fmt.Errorf("there is no rule %q", p)
			ids := make([]string, len(rules))
			for i, r := range rules {
				ids[i] = r.ID
			}
			if help := nearest.Help(p, ids); help != "" {
				err = fmt.Errorf("%w; %s", err, help)
			}
			return nil, err
		}
	}
	return s, nil
}

// current returns patterns in which each earlier name of a rule is replaced by its id.
func current(rules []diag.Rule, patterns []string) []string {
	out := slices.Clone(patterns)
	for i, p := range out {
		if at := slices.IndexFunc(rules, func(r diag.Rule) bool { return slices.Contains(r.Aliases, p) }); at >= 0 {
			out[i] = rules[at].ID
		}
	}
	return out
}

// matches reports whether a pattern fits an id. "*" alone fits all.
func matches(pattern, id string) bool {
	if pattern == "*" || pattern == id {
		return true
	}
	ok, err := path.Match(pattern, id)
	return ok && err == nil
}

func anyMatches(patterns []string, id string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, id) })
}

func (s *Selection) apply(ds []diag.Diagnostic) []diag.Diagnostic {
	out := ds[:0]
	for _, d := range ds {
		if anyMatches(s.disabled, d.Rule) && !anyMatches(s.enabled, d.Rule) {
			continue
		}
		for _, x := range s.severities {
			if matches(x.pattern, d.Rule) {
				d.Severity = x.level
			}
		}
		out = append(out, d)
	}
	return out
}
