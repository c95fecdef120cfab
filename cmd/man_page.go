package cmd

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manual returns the manual page of a command, in the macros of man(7) and the two of groff_man(7) for examples.
func manual(c *cobra.Command, date time.Time) []byte {
	p := &manPage{}
	p.macro("TH", strings.ToUpper(manualName(c)), "1", date.Format("2006-01-02"), "flowglot "+currentVersion(), "flowglot")
	p.macro("nh") // hyphens would break names of rules and flags
	p.macro("SH", "NAME")
	p.text(manualName(c) + " - " + lowerFirst(c.Short))
	p.macro("SH", "SYNOPSIS")
	p.macro("B", c.UseLine())
	p.macro("SH", "DESCRIPTION")
	description := c.Long
	if description == "" {
		description = c.Short + "."
	}
	p.paragraphs(description)
	hideUseless(c)
	p.options("OPTIONS", c.NonInheritedFlags())
	p.options("GLOBAL OPTIONS", c.InheritedFlags())
	if c.Example != "" {
		p.macro("SH", "EXAMPLES")
		p.verbatim(unindented(c.Example))
	}
	p.seeAlso(c)
	return []byte(p.b.String())
}

// A manPage is the source of a manual page, for nroff.
type manPage struct{ b strings.Builder }

// macro writes a line that asks for something, with arguments in quotes.
func (p *manPage) macro(name string, arguments ...string) {
	p.b.WriteString("." + name)
	for _, a := range arguments {
		p.b.WriteString(` "` + strings.ReplaceAll(roff(a), `"`, `\(dq`) + `"`)
	}
	p.b.WriteByte('\n')
}

// text writes lines of text. A line cannot begin with a sign of nroff.
func (p *manPage) text(lines string) {
	for line := range strings.Lines(lines) {
		line = roff(strings.TrimSuffix(line, "\n"))
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			line = `\&` + line
		}
		p.b.WriteString(line + "\n")
	}
}

// roff escapes what nroff does not print as it is: "-" would be a hyphen, which cannot be copied to a command line, and what is not ASCII
// depends on the settings of the reader.
func roff(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r > '~':
			fmt.Fprintf(&b, `\[u%04X]`, r)
		case escapes[r] != "":
			b.WriteString(escapes[r])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// escapes are the names of signs that mean something to nroff.
var escapes = [...]string{'\\': `\e`, '-': `\-`, '`': `\(ga`, '^': `\(ha`, '\'': `\(aq`, '~': `\(ti`}

// paragraphs writes what help prints as text: paragraphs, and lines with an indent as they are.
func (p *manPage) paragraphs(text string) {
	var indented []string
	flush := func() {
		if len(indented) > 0 {
			p.verbatim(unindented(strings.Join(indented, "\n")))
			indented = nil
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, " "), strings.HasPrefix(line, "\t"):
			indented = append(indented, line)
		case line == "":
			flush()
			p.macro("PP")
		default:
			flush()
			p.text(line)
		}
	}
	flush()
}

// verbatim writes lines that keep their breaks and blanks.
func (p *manPage) verbatim(text string) {
	p.macro("PP")
	p.macro("EX")
	p.text(text)
	p.macro("EE")
}

// unindented removes the indent of help.
func unindented(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(strings.TrimPrefix(line, "  "), "\t")
	}
	return strings.Join(lines, "\n")
}

// options writes the flags of a set that help shows.
func (p *manPage) options(title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	p.macro("SH", title)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Deprecated != "" {
			return
		}
		p.macro("TP")
		value, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		if value == "" {
			p.macro("B", name)
		} else {
			p.macro("BI", name+" ", value)
		}
		p.text(usage + defaultOf(f))
	})
}

// defaultOf is what help adds about the value that a flag has if it is not given.
func defaultOf(f *pflag.Flag) string {
	switch f.DefValue {
	case "", "false", "0", "[]":
		return ""
	}
	if f.Value.Type() == "string" {
		return fmt.Sprintf(" (default %q)", f.DefValue)
	}
	return fmt.Sprintf(" (default %s)", f.DefValue)
}

// seeAlso names the pages of the commands above and below.
func (p *manPage) seeAlso(c *cobra.Command) {
	var pages []string
	if c.HasParent() {
		pages = append(pages, manualName(c.Parent()))
	}
	for _, below := range c.Commands() {
		if below.IsAvailableCommand() {
			pages = append(pages, manualName(below))
		}
	}
	if len(pages) == 0 {
		return
	}
	p.macro("SH", "SEE ALSO")
	for i, page := range pages {
		end := ","
		if i == len(pages)-1 {
			end = ""
		}
		p.macro("BR", page, "(1)"+end)
	}
}

// lowerFirst begins a summary in lower case, as lists of manual pages have it.
func lowerFirst(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToLower(text[:1]) + text[1:]
}
