package diag

import "slices"

// A Rule documents one thing that flowglot looks for. It is data: `flowglot explain`, `flowglot rules`, the page of
// rules and the tests of the rule are all made from it, so they cannot drift apart.
type Rule struct {
	// ID is the name of the rule, "asl/unknown-target": a dialect, or "net" or "source", and what is wrong.
	ID string
	// Aliases are earlier names of the rule. Configuration and commands accept them; reports use the ID.
	Aliases []string
	// Severity is that of its findings unless Levels has another.
	Severity Severity
	// Raised is the severity of its worst findings, where some are more severe than Severity.
	Raised Severity
	// Off means that the rule is not applied unless it is enabled by its name, or given a severity.
	Off bool
	// Fixable means that findings of the rule may have a fix. Not every finding has one: the remedy has to be evident.
	Fixable bool
	// Summary describes in one line what is wrong, in lower case and without a full stop.
	Summary string
	// Why describes in a few sentences why it matters and what to do instead.
	Why string
	// Source is where the rule comes from: a section of a specification, or the reason why it is a mistake.
	Source string
	// Levels tells, in words, where the severity depends on the language level: "a warning at level 2016".
	Levels string
	// Example is a definition that the rule flags, Fixed the same without the mistake. Both are complete definitions.
	Example, Fixed Example
}

// Worst is the severity that no finding of the rule exceeds, unless a user gives it another one.
func (r *Rule) Worst() Severity { return max(r.Severity, r.Raised) }

// An Example is a definition with the name that its dialect goes by ("x.asl.json") and the options to read it with.
type Example struct {
	Name string
	Text string
	// Level is a language level ("2016"), or empty for the default.
	Level string
}

// Named reports whether an id is that of the rule, or one of its aliases.
func (r *Rule) Named(id string) bool { return r.ID == id || slices.Contains(r.Aliases, id) }
