package run

import (
	"strings"
	"unicode/utf8"
)

// Limits of what is kept of the stderr of a process that succeeded: it is shown to people, and a run may have many calls.
const (
	mostPrintedLines = 10
	mostPrintedRunes = 200 // in a line
)

// printedLines returns the first lines of what a process printed on stderr, without blank ones. A line that is cut ends in "…",
// and "…" alone is the last line if others follow.
func printedLines(stderr string) []string {
	var lines []string
	for line := range strings.Lines(stderr) {
		line = strings.TrimRight(line, " \t\r\n")
		switch {
		case line == "":
			continue
		case len(lines) == mostPrintedLines:
			return append(lines, "…")
		}
		lines = append(lines, strings.Clone(shortened(strings.ToValidUTF8(line, "\ufffd"))))
	}
	return lines
}

// shortened cuts a line to mostPrintedRunes.
func shortened(line string) string {
	if utf8.RuneCountInString(line) <= mostPrintedRunes {
		return line
	}
	n := 0
	for i := range line {
		if n == mostPrintedRunes {
			return line[:i] + "…"
		}
		n++
	}
	return line
}
