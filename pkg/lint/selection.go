package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/config"
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/nearest"
)

// A Selection is which rules the user turns on and off, and how bad their findings are. Rules are named by their ids or by patterns
// such as "net/*".
type Selection struct {
	enabled, disabled []string
	severities        []severityOf
}

type severityOf struct {
	pattern string
	level   diag.Severity
}

// NewSelection returns the selection in which the enabled rules are on even if they are disabled too: "net/*" can be
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
			if help := nearest.Help(p, ids(rules)); help != "" {
				err = fmt.Errorf("%w; %s", err, help)
			}
			return nil, err
		}
	}
	return s, nil
}

// ids returns the ids of rules.
func ids(rules []diag.Rule) []string {
	out := make([]string, len(rules))
	for i, r := range rules {
		out[i] = r.ID
	}
	return out
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

func matches(pattern, id string) bool { return config.MatchesRule(pattern, id) }

func anyMatches(patterns []string, id string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, id) })
}

// level returns whether the findings of a rule are kept, and how bad they are: 0 is as bad as the rule says. What the user
// asks for in the command wins over the configuration, which may be nil. A rule that is off has to be enabled, or to be given a
// severity by its own name.
func (s *Selection) level(rule string, off bool, c *config.Settings) (on bool, severity diag.Severity) {
	on = !off
	if c != nil {
		if l, ok := c.Level(rule); ok {
			on, severity = !l.Off, l.Severity
		}
	}
	if s == nil {
		return on, severity
	}
	if anyMatches(s.disabled, rule) {
		on = false
	}
	if anyMatches(s.enabled, rule) {
		on = true
	}
	for _, x := range s.severities {
		if matches(x.pattern, rule) {
			severity = x.level
			on = on || off && x.pattern == rule
		}
	}
	return on, severity
}

// apply keeps the findings that are asked for, with the severity that is asked for. It changes ds.
func (s *Selection) apply(ds []diag.Diagnostic, c *config.Settings) []diag.Diagnostic {
	out := ds[:0]
	for _, d := range ds {
		on, severity := s.level(d.Rule, d.Off, c)
		if !on {
			continue
		}
		if severity != 0 {
			d.Severity = severity
		}
		out = append(out, d)
	}
	return out
}
