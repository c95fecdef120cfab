package verify

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
)

// Widths of the columns in which two sides are shown.
const (
	column    = 60
	mostShown = 40 // calls
	// mostOfLine is how much is shown of a line that differs.
	mostOfLine = 1200
)

// sideBySide shows the two sides of a comparison that found a difference, up to where it is.
func (c *comparison) sideBySide() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", c.difference.what)
	left, right := c.was.lines(), c.is.lines()
	fmt.Fprintf(&b, "  %-*s  %s\n", column, "source", "target")
	for i := range max(len(left), len(right)) {
		mark := " "
		if i == c.difference.at {
			mark = ">"
		}
		fmt.Fprintf(&b, "%s %s  %s\n", mark, fit(at(left, i)), strings.TrimRight(fit(at(right, i)), " "))
	}
	b.WriteString(wholeLines(at(left, c.difference.at), at(right, c.difference.at)))
	return strings.TrimRight(b.String(), "\n")
}

// wholeLines are two lines that differ one below the other, if a column does not hold them.
func wholeLines(left, right string) string {
	if left == "" || right == "" || utf8.RuneCountInString(left) <= column && utf8.RuneCountInString(right) <= column {
		return ""
	}
	return fmt.Sprintf("  source %s\n  target %s\n", cut(left, mostOfLine), cut(right, mostOfLine))
}

func at(lines []string, i int) string {
	if i >= 0 && i < len(lines) {
		return lines[i]
	}
	return ""
}

// fit makes a text as wide as a column.
func fit(s string) string {
	s = cut(s, column)
	return s + strings.Repeat(" ", column-utf8.RuneCountInString(s))
}

// cut is a text of so many characters at most.
func cut(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return s
}

// lines are what was seen of a run: a line for each call, and how it ended.
func (o *observation) lines() []string {
	var out []string
	for i := range o.calls {
		if i == mostShown {
			out = append(out, fmt.Sprintf("… and %d more calls", len(o.calls)-i))
			break
		}
		c := &o.calls[i]
		answer := "→ " + string(value.Append(nil, c.Result))
		switch {
		case c.Error != nil:
			answer = "✗ " + c.Error.Name
		case !c.Answered:
			answer = "no answer"
		}
		out = append(out, fmt.Sprintf("%s %s %s %s", c.At, dialects.TaskName(c.Task, ""), c.input, answer))
	}
	end := fmt.Sprintf("%s %s", o.elapsed, o.class)
	switch {
	case o.error != nil:
		end += " " + o.error.Name
	case o.class == class(run.Succeeded):
		end += " " + string(value.Append(nil, o.output))
	}
	return append(out, end)
}
