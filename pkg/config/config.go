// Package config reads .flowglot.yaml: which files of a repository are definitions of which dialect, which rules hold
// for them, and which findings are ignored for a stated reason.
//
// A [Loader] finds the file that holds for a path by going up from it, follows "extends", and answers with [Settings].
// The package knows no dialect and no rule: the [Vocabulary] tells it which there are.
package config

import (
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

// FileName is the name of a configuration file.
const FileName = ".flowglot.yaml"

// RuleInvalid is the rule of the findings about a configuration file.
const RuleInvalid = "config/invalid"

// A Vocabulary is what a configuration may name.
type Vocabulary struct {
	// Rules are the ids of all rules, and Renamed the ids of those that had another name, by that name.
	Rules   []string
	Renamed map[string]string
	// Dialects are the names of all dialects.
	Dialects []string
	// Options are the options of dialects.
	Options []Option
}

// An Option is an option of a dialect that a section of files may set.
type Option struct {
	// Key is its name in a configuration: "aslLevel".
	Key string
	// Values are those that it may have; if there are none, it is a number of 1 or more.
	Values []string
	// Summary describes it in one line, for the schema.
	Summary string
}

// A Config is one configuration file as it was read. What is wrong with it is in Findings; the rest holds all the same.
type Config struct {
	File *source.File
	// Dir is the folder of the file, which its patterns are relative to: an absolute path with slashes.
	Dir      string
	Extends  []Text
	Exclude  []Text
	Sections []Section
	Rules    []RuleLevel
	Ignores  []*Ignore
	FailOn   Text
	Findings []diag.Diagnostic
}

// A Text is a word of a configuration with its place.
type Text struct {
	Text string
	Span source.Span
}

// A Section is what holds for the files that match its patterns.
type Section struct {
	Match   []Text
	Dialect Text
	// Options are the options of dialects that are set, by key.
	Options []Setting
	Rules   []RuleLevel
	Ignores []*Ignore
	Span    source.Span
}

// A Setting is an option with its value.
type Setting struct {
	Key   string
	Value Text
}

// A RuleLevel turns the rules that a pattern matches on or off, or changes their severity.
type RuleLevel struct {
	// Pattern is the id of a rule, or a pattern such as "net/*".
	Pattern string
	// Off turns the rules off. Otherwise they are on, with the given severity, or with their own if it is 0.
	Off      bool
	Severity diag.Severity
	Span     source.Span
}

// An Ignore leaves out the findings of some rules at one place.
type Ignore struct {
	// Pattern is that of the rules.
	Pattern string
	// Path is a pattern of files; empty is all files that the configuration holds for.
	Path string
	// Pointer is a JSON pointer (RFC 6901): findings at that value or within it are left out. HasPointer tells the
	// pointer to the whole document from none.
	Pointer    string
	HasPointer bool
	// Reason is why.
	Reason string
	Span   source.Span
	Config *Config
}
