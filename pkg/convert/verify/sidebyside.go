package verify

import (
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
)

// Widths of the columns in which two sides are shown.
const (
	column    = 60
	mostShown = 40 // calls
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
	return strings.TrimRight(b.String(), "\n")
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// fit makes a text as wide as a column.
func fit(s string) string {
	runes := []rune(s)
	if len(runes) > column {
		runes = append(runes[:column-1], '…')
	}
	return string(runes) + strings.Repeat(" ", column-len(runes))
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
		out = append(out, fmt.Sprintf("%s %s %s %s", c.At, c.Task, c.input, answer))
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
