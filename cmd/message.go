package cmd

import (
	"fmt"
	"io"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
)

// note prints a remark to stderr, on one line whatever it quotes.
func (a *app) note(text string) { fmt.Fprintln(a.Stderr, "note: "+diag.Visible(text)) }

// writeLine writes a line for people, which whatever it quotes does not leave.
func writeLine(w io.Writer, format string, args ...any) error {
	_, err := fmt.Fprintln(w, diag.Visible(fmt.Sprintf(format, args...)))
	return err
}

// count returns a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// A longError is an error with lines that explain it.
type longError struct {
	message string
	lines   []string
}

// Error implements error.
func (e *longError) Error() string { return e.message }

// complain prints the errors that ended a command, each on a line of its own: errors that are joined are several.
func complain(w io.Writer, err error) {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range several.Unwrap() {
			complain(w, e)
		}
		return
	}
	if e, ok := err.(*exit); ok && e.printed {
		return
	}
	for i, line := range errorLines(err) {
		if i == 0 {
			line = "flowglot: " + line
		}
		fmt.Fprintln(w, line)
	}
	if usage, ok := err.(*usageError); ok {
		fmt.Fprintf(w, "see '%s'\n", usage.see)
	}
}

// errorLines are the lines of an error, without the place to look at for the right use: those of each that it joins.
func errorLines(err error) (lines []string) {
	switch e := err.(type) {
	case interface{ Unwrap() []error }:
		for _, one := range e.Unwrap() {
			lines = append(lines, errorLines(one)...)
		}
	case *usageError:
		lines = []string{diag.Visible(e.message)}
	case *longError:
		lines = []string{diag.Visible(e.message)}
		for _, line := range e.lines {
			lines = append(lines, diag.Visible(line))
		}
	default:
		if text := diag.Visible(strings.TrimSpace(err.Error())); text != "" {
			lines = []string{text}
		}
	}
	return lines
}
