package asl

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

var variableName = rule{Rule: diag.Rule{
	ID:       "asl/variable-name",
	Severity: diag.Error,
	Summary:  "invalid name of a variable",
	Why: "The name of a variable has up to 80 characters: a letter first, then letters, digits and underscores. Parts of a " +
		"variable cannot be assigned, and \"states\" is reserved.",
	Source: "the language as AWS runs it today: variables",
	Levels: "only at level current",
}, Checks: today(states(checkVariableNames))}

var variableScope = rule{Rule: diag.Rule{
	ID:       "asl/variable-scope",
	Severity: diag.Error,
	Summary:  "a branch or processor assigns a variable of the enclosing machine",
	Why: "Branches and processors read the variables of the enclosing machine and cannot change them, nor have one of the same name. Return " +
		"the " +
		"value as a result, or choose another name.",
	Source: "the language as AWS runs it today: variables",
	Levels: "only at level current",
}, Checks: today(states(checkVariableScopes))}

var undefinedVariable = rule{Rule: diag.Rule{
	ID:       "asl/undefined-variable",
	Severity: diag.Warning,
	Fixable:  true,
	Summary:  "a variable is read that no state assigns",
	Why: "A variable exists once \"Assign\" of a state that ran before has set it, in the same scope or in an enclosing one. AWS takes " +
		"the definition, and the state fails.",
	Source: "the language as AWS runs it today: variables",
	Levels: "only at level current",
}, Checks: slices.Concat(uses(checkUndefined), today(states(checkMisassigned)))}

var distributedVariable = rule{Rule: diag.Rule{
	ID:       "asl/distributed-variable",
	Severity: diag.Error,
	Summary:  "a state inside of a distributed Map reads a variable from outside of it",
	Why: "The iterations of a distributed Map are executions of their own, which do not see the variables of the parent. Pass the " +
		"value in \"ItemSelector\" or \"BatchInput\".",
	Source: "the language as AWS runs it today: variables",
	Levels: "only at level current",
}, Checks: uses(checkDistributed)}

var oldValue = rule{Rule: diag.Rule{
	ID:       "asl/old-value",
	Severity: diag.Info,
	Summary:  "a state reads the old value of a variable that it assigns",
	Why: "All values of a state are computed before any variable is set, so that another field of the same state sees the value " +
		"from before. That a variable is computed from its own old value is not reported.",
	Source: "the language as AWS runs it today: variables",
	Levels: "only at level current",
}, Checks: uses(checkOldValue)}

var unusedVariable = rule{Rule: diag.Rule{
	ID:       "asl/unused-variable",
	Severity: diag.Info,
	Summary:  "a variable is assigned and never read",
	Why:      "It may be misspelled where it should be read, or be left from an earlier version.",
	Source:   "the language as AWS runs it today: variables",
	Levels:   "only at level current",
}, Checks: today(states(checkUnused))}

func checkVariableNames(c *checker, s *State) {
	for a := range s.assignments() {
		for _, x := range a.Variables {
			at := x.Member.KeySpan
			switch {
			case hasPlaceholder(x.Name):
			case x.Name == statesVariable:
				c.Report(at, "state %s assigns \"states\", which is reserved", quote(s.Name)).Help = "choose another name"
			case !validVariable(x.Name):
				d := c.Report(at, "state %s assigns the variable %s, whose name is invalid", quote(s.Name), quote(x.Name))
				d.Help = "use letters, digits and underscores, with a letter first"
				if name := strings.TrimPrefix(x.Name, "$"); name != x.Name && validVariable(name) {
					d.Help = "write the name without $"
				} else if strings.ContainsAny(x.Name, ".[") {
					d.Help = "assign the whole variable; parts of it cannot be set"
				}
			case utf8.RuneCountInString(x.Name) > 80:
				c.Report(at, "the name of the variable %s of state %s has more than 80 characters", quote(x.Name), quote(s.Name))
			}
		}
	}
}

// validVariable reports whether a name is an identifier (Unicode Annex 31).
func validVariable(name string) bool {
	for i, r := range name {
		start := unicode.IsLetter(r) || unicode.Is(unicode.Nl, r) || unicode.Is(unicode.Other_ID_Start, r)
		more := r == '_' || unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
		if !start && (i == 0 || !more) {
			return false
		}
	}
	return name != ""
}

func checkVariableScopes(c *checker, s *State) {
	outer := s.Machine.outer()
	if outer == nil {
		return
	}
	for a := range s.assignments() {
		for _, x := range a.Variables {
			if other := c.variables().visible(outer, x.Name); other != nil && x.Name != statesVariable {
				d := c.Report(x.Member.KeySpan, "state %s assigns the variable %s, which belongs to an enclosing scope", quote(s.Name), quote(x.Name))
				d.Help = "choose another name, or return the value as a result"
				d.Related = c.Related(other.Member.KeySpan, "%s is assigned here", quote(x.Name))
			}
		}
	}
}

func checkUndefined(c *checker, u *use) {
	for _, x := range c.reads(u) {
		v := c.variables()
		if x.guarded || v.beyond(u.state.Machine, x.name) != nil || c.misassigned(x.name) {
			continue
		}
		d := c.Report(x.at, "%s of state %s reads the variable %s, which no state assigns", u.what(), quote(u.state.Name), quote("$"+x.name))
		candidates := v.names(u.state.Machine)
		if f := c.query(u); f != nil {
			candidates = append(append(candidates, f.binds...), "states")
		}
		if u.computed != nil && u.computed.Query != nil && knownFunction(x.name) {
			d.Help = "the function of that name is called as $" + x.name + "(…)"
		} else if g := c.Guess(x.name, candidates); g.Name != "" {
			d.Help = "did you mean " + quote("$"+g.Name) + "?"
			if g.Sure {
				d.Fix = &diag.Fix{Description: "write $" + g.Name, Edits: []diag.Edit{{Span: nameOf(x), Text: g.Name}}}
			}
		} else if inside := v.anywhere[x.name]; inside != nil {
			d.Help = "variables that a branch or processor assigns are not visible outside of it"
			d.Related = c.Related(inside.Member.KeySpan, "%s is assigned here", quote(x.name))
		}
		if !strings.Contains(string(c.File.Text[x.at.Start:x.at.End]), "$"+x.name) {
			d.Fix = nil // it is written with escapes
		}
	}
}

// nameOf is the place of the name of a variable that is read, without its $.
func nameOf(x variableRead) source.Span {
	return source.Span{Start: x.at.Start + 1, End: x.at.Start + 1 + len(x.name)}
}

func checkDistributed(c *checker, u *use) {
	for _, x := range c.reads(u) {
		v := c.variables()
		if v.visible(u.state.Machine, x.name) != nil {
			continue
		}
		if a := v.beyond(u.state.Machine, x.name); a != nil {
			d := c.Report(x.at, "%s of state %s reads the variable %s from outside of its distributed Map", u.what(), quote(u.state.Name), quote("$"+x.name))
			d.Help = `pass the value in "ItemSelector"`
			d.Related = c.Related(a.Member.KeySpan, "it is assigned here")
		}
	}
}

func checkOldValue(c *checker, u *use) {
	s := u.state
	if s.Assign == nil || u.field != "Assign" && u.field != "Output" {
		return
	}
	for _, x := range c.reads(u) {
		if x.name == u.variable {
			continue
		}
		at := slices.IndexFunc(s.Assign.Variables, func(a *Assignment) bool { return a.Name == x.name })
		if at < 0 {
			continue
		}
		d := c.Report(x.at, "%s of state %s reads the old value of %s", u.what(), quote(s.Name), quote("$"+x.name))
		d.Help = "the new value can be read from the next state on"
		d.Related = c.Related(s.Assign.Variables[at].Member.KeySpan, "it gets its new value here")
	}
}

func checkUnused(c *checker, s *State) {
	v := c.variables()
	if v.unsure {
		return
	}
	for a := range s.assignments() {
		for _, x := range a.Variables {
			if first := v.assigned[s.Machine][x.Name]; first.Assignment == x && !v.read[x.Name] && validVariable(x.Name) && x.Name != statesVariable &&
				c.misspelled()[x.Name] == "" {
				c.Report(x.Member.KeySpan, "the variable %s is never read", quote(x.Name))
			}
		}
	}
}
