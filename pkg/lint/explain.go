package lint

import (
	"fmt"
	"io"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
)

// Explain prints a rule in full, for a terminal.
func Explain(w io.Writer, r diag.Rule) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)\n\n%s\n\n%s\n", r.ID, r.Severity, r.Summary, wrap(r.Why, 80))
	if r.Levels != "" {
		fmt.Fprintf(&b, "\nLevels: %s\n", r.Levels)
	}
	if r.Off {
		fmt.Fprintf(&b, "\nDefault: off; --enable %s turns it on\n", r.ID)
	}
	if r.Fixable {
		b.WriteString("\nFix: where the remedy is evident, --fix applies it\n")
	}
	fmt.Fprintf(&b, "\nSource: %s\n", r.Source)
	for _, x := range []struct {
		title string
		diag.Example
	}{{"Fails", r.Example}, {"Fixed", r.Fixed}} {
		if x.Text != "" {
			fmt.Fprintf(&b, "\n%s:\n\n%s", x.title, indent(shown(x.Text)))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Markdown prints the page of all rules.
func Markdown(w io.Writer, rules []diag.Rule) error {
	var b strings.Builder
	b.WriteString("# Rules\n\nWhat `flowglot lint` looks for. This page is made by `flowglot rules --format markdown`.\n\n")
	b.WriteString("Rules with a ✓ have findings with a fix, which `--fix` applies.\n\n| rule | severity | fix | finds |\n|---|---|---|---|\n")
	for _, r := range rules {
		severity := r.Severity.String()
		if r.Off {
			severity += ", off"
		}
		fix := " "
		if r.Fixable {
			fix = " ✓ "
		}
		fmt.Fprintf(&b, "| [%s](#%s) | %s |%s| %s |\n", r.ID, strings.ReplaceAll(r.ID, "/", ""), severity, fix, strings.ReplaceAll(r.Summary, "|", `\|`))
	}
	for _, r := range rules {
		fmt.Fprintf(&b, "\n## %s\n\n*%s*: %s\n\n%s\n\nSource: %s\n", r.ID, r.Severity, r.Summary, r.Why, r.Source)
		if r.Levels != "" {
			fmt.Fprintf(&b, "\nLevels: %s\n", r.Levels)
		}
		if r.Off {
			fmt.Fprintf(&b, "\nDefault: off; `--enable %s` turns it on\n", r.ID)
		}
		for _, x := range []struct {
			title string
			diag.Example
		}{{"Fails", r.Example}, {"Fixed", r.Fixed}} {
			if x.Text == "" {
				continue
			}
			title := x.title
			if x.Level != "" {
				title += " (level " + x.Level + ")"
			}
			fmt.Fprintf(&b, "\n%s:\n\n```%s\n%s```\n", title, notation(x.Name), shown(x.Text))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// notation is the language of a fenced block.
func notation(name string) string {
	if strings.HasSuffix(name, ".json") {
		return "json"
	}
	return "yaml"
}

// shown is the text of an example with bytes that are not UTF-8 made visible, and a newline at its end.
func shown(text string) string {
	return strings.TrimRight(strings.ToValidUTF8(text, "\ufffd"), "\n") + "\n"
}

func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("    " + line)
	}
	return b.String()
}

// wrap breaks a text into lines of at most width characters, at blanks.
func wrap(text string, width int) string {
	var b strings.Builder
	length := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case length+1+len(word) > width:
			b.WriteByte('\n')
			length = 0
		default:
			b.WriteByte(' ')
			length++
		}
		b.WriteString(word)
		length += len(word)
	}
	return b.String()
}
