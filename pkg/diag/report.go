package diag

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Report is the result of checking files, as the printers of this package write it.
type Report struct {
	// Files are the names of the files that were checked, in the order of the findings.
	Files []string
	// Findings are what was found, file by file.
	Findings []Diagnostic
	// Rules document the rules that findings refer to; formats that describe rules leave out those without findings.
	Rules []Rule
	// Fails reports whether a finding fails the check; nil is none. Formats that only know passed and failed use it.
	Fails func(d *Diagnostic) bool
	// Failure is why the check is not complete; nil if it is.
	Failure *Failure
	// Patch is what fixes would change, and Fixed the text of standard input after them; nil if the report does not include it. Only
	// the format "json" has them.
	Patch, Fixed *string
	// Version is the version of flowglot; it may be empty.
	Version string
	// Color and Width are those of [TextPrinter].
	Color bool
	Width int
}

// A Failure is what ended a command, or kept a check from being complete: a file that cannot be read, or a wrong flag. Formats for
// programs have it in their document; for people it is printed elsewhere.
type Failure struct {
	// Message has a line for each thing that is wrong.
	Message string `json:"message"`
	// ExitStatus is the status with which the command exits.
	ExitStatus int `json:"exitStatus"`
	// Findings are those of a definition that was refused, with the members that [PrintJSON] has.
	Findings []any `json:"findings,omitempty"`
}

// A format is a form in which a report can be written.
type format struct {
	name  string
	write func(w io.Writer, r *Report) error
}

// formats are all forms, in the order in which help lists them.
func formats() []format {
	return []format{
		{"text", writeText},
		{"concise", writeConcise},
		{"json", writeJSON},
		{"jsonl", writeJSONLines},
		{"sarif", writeSARIF},
		{"github", writeGitHub},
		{"gitlab", writeGitLab},
		{"junit", writeJUnit},
		{"checkstyle", writeCheckstyle},
		{"markdown", writeMarkdown},
	}
}

// Formats are the names that [Report.Write] takes: "text", "concise", "json", "jsonl", "sarif", "github", "gitlab",
// "junit", "checkstyle" and "markdown".
func Formats() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// Write writes the report in a format. The error is that of w, or that there is no such format.
func (r *Report) Write(w io.Writer, name string) error {
	all := formats()
	i := slices.IndexFunc(all, func(f format) bool { return f.name == name })
	if i < 0 {
		return fmt.Errorf("unknown format %q; use one of %s", name, strings.Join(Formats(), ", "))
	}
	return all[i].write(w, r)
}

// writeText writes the findings for people, and a summary.
func writeText(w io.Writer, r *Report) error {
	if err := (TextPrinter{Color: r.Color, Width: r.Width}).Print(w, r.Findings); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, Summary(len(r.Files), r.Findings))
	return err
}

// rule returns the documentation of a rule, or nil.
func (r *Report) rule(id string) *Rule {
	if i := slices.IndexFunc(r.Rules, func(x Rule) bool { return x.ID == id }); i >= 0 {
		return &r.Rules[i]
	}
	return nil
}

// fails reports whether a finding is bad enough to fail the check.
func (r *Report) fails(d *Diagnostic) bool { return r.Fails != nil && r.Fails(d) }

// messageWithHelp is the fact and the remedy in one text.
func messageWithHelp(d *Diagnostic) string {
	if d.Help == "" {
		return d.Message
	}
	return d.Message + "; " + d.Help
}
