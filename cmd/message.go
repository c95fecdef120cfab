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

// A usageError is a wrong use of a command, with the command line that explains the right one.
type usageError struct{ message, see string }

// Error implements error.
func (e *usageError) Error() string { return e.message + "; see '" + e.see + "'" }

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
	if usage, ok := err.(*usageError); ok {
		fmt.Fprintf(w, "flowglot: %s\nsee '%s'\n", diag.Visible(usage.message), usage.see)
		return
	}
	if long, ok := err.(*longError); ok {
		fmt.Fprintln(w, "flowglot: "+diag.Visible(long.message))
		for _, line := range long.lines {
			fmt.Fprintln(w, diag.Visible(line))
		}
		return
	}
	if text := diag.Visible(strings.TrimSpace(err.Error())); text != "" {
		fmt.Fprintln(w, "flowglot: "+text)
	}
}
