package find

import (
	"bytes"
	"regexp"
	"strings"
)

// A rule is one pattern of a .gitignore file.
type rule struct {
	negated     bool // it brings back what an earlier rule excludes
	directories bool // it is about directories only
	anywhere    bool // it is about a name at any depth, not about a path from the directory of the file

	// What it matches: a text, a name that ends with a text, or an expression.
	text   string
	suffix bool
	expr   *regexp.Regexp
}

// parseRules reads a .gitignore file. What git takes for no pattern, or for one that matches nothing, is left out.
func parseRules(text []byte) []rule {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	var rules []rule
	for line := range bytes.SplitSeq(text, []byte("\n")) {
		line = bytes.TrimSuffix(line, []byte("\r"))
		if r, ok := parseRule(string(line)); ok {
			rules = append(rules, r)
		}
	}
	return rules
}

func parseRule(line string) (rule, bool) {
	if strings.HasPrefix(line, "#") {
		return rule{}, false
	}
	var r rule
	pattern, negated := strings.CutPrefix(trimSpaces(line), "!")
	pattern, r.directories = strings.CutSuffix(pattern, "/")
	r.negated = negated
	r.anywhere = !strings.Contains(pattern, "/")
	pattern = strings.TrimPrefix(pattern, "/")
	switch {
	case pattern == "":
		return rule{}, false
	case !strings.ContainsAny(pattern, special):
		r.text = pattern
	case r.anywhere && pattern[0] == '*' && !strings.ContainsAny(pattern[1:], special):
		r.text, r.suffix = pattern[1:], true
	default:
		r.expr = compile(pattern)
		return r, r.expr != nil
	}
	return r, true
}

// trimSpaces drops the spaces at the end of a line, except one that is escaped and what is before it.
func trimSpaces(line string) string {
	end := 0 // after the last character that stays
	for i := 0; i < len(line); i++ {
		if line[i] == '\\' {
			i++
		} else if line[i] == ' ' {
			continue
		}
		end = min(i+1, len(line))
	}
	return line[:end]
}

// matches reports whether the rule is about a path, which is relative to the directory of the rule's file.
func (r *rule) matches(path string, isDirectory bool) bool {
	if r.directories && !isDirectory {
		return false
	}
	if r.anywhere {
		path = path[strings.LastIndexByte(path, '/')+1:]
	}
	switch {
	case r.expr != nil:
		return r.expr.MatchString(bytewise(path))
	case r.suffix:
		return strings.HasSuffix(path, r.text)
	}
	return path == r.text
}

// A scope is a directory with the rules of its .gitignore file, and those of the directories around it.
type scope struct {
	outer *scope
	name  string // the name of the directory in the outer one
	rules []rule
}

// excludes reports whether the rules exclude a file or directory of the scope. The last rule of the innermost file that
// is about it decides.
func (s *scope) excludes(name string, isDirectory bool) bool {
	for ; s != nil; s = s.outer {
		for i := len(s.rules) - 1; i >= 0; i-- {
			if s.rules[i].matches(name, isDirectory) {
				return !s.rules[i].negated
			}
		}
		name = s.name + "/" + name
	}
	return false
}
