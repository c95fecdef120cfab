// Package dialects describes what a dialect is, and finds out in which one a file is written. The dialects themselves are in
// the folders below, and package all lists them.
package dialects

import (
	"path/filepath"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Options are how a file is read. The zero value is the default.
type Options struct {
	// Settings are what the user chose of the options of the dialect; those of other dialects have no effect.
	Settings Settings
	// Exists reports whether there is a file of that path, for what a definition refers to; nil is not known.
	Exists func(path string) bool
	// Name is what a definition without a name of its own is called; empty calls it by its file.
	Name string
	// References are the names of what placeholders stand for, where a template gives their values: "OrderMachine" for ${OrderArn}.
	References map[string]string
	// Base is the folder that those paths are relative to; empty is that of the definition.
	Base string
	// Printed is the only dialect in which definitions are written from the program: what only writing the definition in its own dialect needs
	// may be missing, where that is another one. Empty is every dialect, with hints for the way back, and [NoDialect] is none.
	Printed string
}

// NoDialect is the name of no dialect.
const NoDialect = "-"

// Prints reports whether a definition may be written again in its own dialect.
func (o *Options) Prints(own Dialect) bool { return o.Printed == "" || o.Printed == own.Name() }

// A Dialect is a language in which workflows are defined.
type Dialect interface {
	// Name is what flowglot calls it: "asl".
	Name() string
	// Suffixes are the endings by which its files go: ".asl.json", ".asl.yaml".
	Suffixes() []string
	// Looks describes what the dialect is recognised by, for the message that none was.
	Looks() string
	// Recognises reports what in the tree of a file shows that it is a definition of the dialect, whatever its name is. The
	// evidence has to be strong: a file of another tool must not be taken for a definition.
	Recognises(root *source.Node) Evidence
	// Terms are what it calls the parts of a definition, for messages about all dialects.
	Terms() Terms
	// Options are what a user may choose about how its files are read and written.
	Options() []Option
	// Rules documents what the definitions of the dialect are checked for.
	Rules() []diag.Rule
	// Schema is the JSON Schema of the dialect.
	Schema() []byte
	// Read reads a file. It always returns a definition, as much of it as could be read.
	Read(f *source.File, o Options) Definition
	// Raise writes a program of the model that came from the dialect itself, and describes what is dropped. It may refuse. One that came
	// from another dialect is rewritten first, and written by [Target].
	Raise(p *workflow.Program, o Raising) *Raised
	// LossRules are the causes of losses that only this dialect knows, as one that is written; [LossRules] are the others.
	LossRules() []*LossRule
}

// Terms are what a dialect calls the parts of its definitions.
type Terms struct {
	Element, Whole string // "state", "machine"
	End            string // how to fix that nothing ends: `add "End": true to the last state`
	Exit           string // how to fix that a cycle is never left
	Moves          string // what its engine counts and bills: an element that is entered, and each retry; empty where nothing is
	// Levels document how bad the dialect finds the flaws of a net, as [Soundness] has it.
	Levels Levels
}

// Levels describe the severities that a dialect gives to the flaws of a net, for the documentation of the rules: "an error". A flaw that
// has the severity of its rule has none.
type Levels struct{ Unreferenced, Unreachable, NoEnd, Trap string }

// A Templated definition may have placeholders such as ${Name} that a deployment tool replaces, also without quotes in JSON.
type Templated interface {
	TakesPlaceholders() bool
}

// A Serviced dialect is that of a service. Files that deploy definitions to the service have them inside.
type Serviced interface {
	// Service is the name of the service, as package embedded knows it.
	Service() string
}

// A Definition is a file that was read as a dialect.
type Definition interface {
	// Check returns what the rules of the dialect find, and what reading found, in no particular order. Problems of the
	// text itself, which [source.Parse] reports, are not among it. All findings that are at least that severe are among it; rules
	// that have none are not applied. 0 applies all.
	Check(least diag.Severity) []diag.Diagnostic
	// Lower returns the definition as a program of the model. Parts that are at fault are left out, and so is the whole,
	// as nil, where nothing is left.
	Lower() *workflow.Program
	// Soundness describes how bad the flaws are that the net of a workflow may have which Lower returned.
	Soundness(w *workflow.Workflow) Soundness
	// WorstFlaw is how bad such a flaw of this definition is at most: where only worse findings are wanted, it need not be lowered. After
	// Check it may be known more exactly.
	WorstFlaw() diag.Severity
	// Format prints the definition canonically from its text: every field, value and comment is kept. It is nil if the text
	// could not be read in full, which Check reports.
	Format() []byte
}

// A Commented definition is written in a notation of its own and knows where its comments are.
type Commented interface {
	// Comments are the ranges of the comments, in their order.
	Comments() []source.Span
}

// Named returns the dialect of that name, or nil.
func Named(all []Dialect, name string) Dialect {
	for _, d := range all {
		if d.Name() == name {
			return d
		}
	}
	return nil
}

// Suffixes lists the endings of names that tell a dialect, for messages.
func Suffixes(all []Dialect) string {
	var out []string
	for _, d := range all {
		out = append(out, d.Suffixes()...)
	}
	return strings.Join(out, ", ")
}

// ByName finds the dialect that a file's name ends with, or nil.
func ByName(all []Dialect, name string) Dialect {
	d, _ := byName(all, name)
	return d
}

func byName(all []Dialect, name string) (Dialect, string) {
	name = strings.ToLower(name)
	for _, d := range all {
		for _, s := range d.Suffixes() {
			if strings.HasSuffix(name, s) {
				return d, s
			}
		}
	}
	return nil, ""
}

// TemplateOf returns what a template for a file is called when it is filled: "order.asl.json" for "order.asl.json.tpl". It reports
// false for the name of a file that is not a template.
func TemplateOf(path string) (string, bool) {
	ext := filepath.Ext(path)
	switch strings.ToLower(ext) {
	case ".tpl", ".tftpl", ".tmpl":
		return path[:len(path)-len(ext)], true
	}
	return path, false
}

// BaseName is the name of a file without its folder and the suffix of a dialect: what a definition is called that has no
// name of its own.
func BaseName(d Dialect, path string) string {
	if of, ok := TemplateOf(path); ok {
		path = of
	}
	name := strings.Trim(filepath.Base(path), "<>") // which holds the names of texts that are not files: "<stdin>"
	for _, s := range d.Suffixes() {
		if cut, ok := strings.CutSuffix(name, s); ok {
			return cut
		}
	}
	return strings.TrimSuffix(name, filepath.Ext(name))
}
