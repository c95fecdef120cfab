package cmd

import (
	"errors"
	"io"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/diag"
)

// formatFlag is the flag of commands that print their result in several forms.
const formatFlag = "format"

// A failurePrinter prints the document of a command that failed before it printed one, in one of the formats of the command.
type failurePrinter func(w io.Writer, format string, f *diag.Failure) error

// printsFailure sets how a command prints that it failed. Without it, the document is an object with the error alone, and there is
// one for the format json.
func (a *app) printsFailure(c *cobra.Command, print failurePrinter) {
	if a.failures == nil {
		a.failures = map[*cobra.Command]failurePrinter{}
	}
	a.failures[c] = print
}

// failure describes an error with which a command ends, and the findings that were printed on standard error before.
func (a *app) failure(err error) *diag.Failure {
	if err == nil {
		return nil
	}
	f := &diag.Failure{Message: strings.Join(errorLines(err), "\n"), ExitStatus: statusOfError(err)}
	if len(a.reported) > 0 {
		f.Findings = diag.JSONFindings(a.reported)
	}
	return f
}

// statusOfError is the exit status of an error.
func statusOfError(err error) int {
	var e *exit
	switch {
	case err == nil:
		return statusGood
	case errors.As(err, &e):
		return e.status
	}
	return statusNoLook
}

// printFailure prints the document of a command that failed, where programs read the result and nothing was printed yet. So a
// program that asks for JSON gets JSON, whatever is wrong.
func (a *app) printFailure(c *cobra.Command, args []string, err error) error {
	f := a.failure(err)
	if a.out.written.Load() || f == nil || f.Message == "" && len(f.Findings) == 0 {
		return nil
	}
	format, ok := a.formatOf(c, args)
	if !ok {
		return nil
	}
	print := a.failures[c]
	if print == nil {
		print = printFailureAlone
	}
	return print(a.Stdout, format, f)
}

// printFailureAlone is the document of a failed command whose results have no place for an error.
func printFailureAlone(w io.Writer, format string, f *diag.Failure) error {
	if format != "json" {
		return nil
	}
	return printJSON(w, struct {
		Version int           `json:"version"`
		Error   *diag.Failure `json:"error"`
	}{1, f})
}

// formatOf returns the value of the flag --format of a command. Flags are not known if one of them is wrong, so that the command
// line and the environment are then searched for it. ok is false for a command without the flag, except where the command
// is unknown.
func (a *app) formatOf(c *cobra.Command, args []string) (format string, ok bool) {
	flag := c.Flags().Lookup(formatFlag)
	if flag == nil && c.HasParent() {
		return "", false
	}
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	for i, arg := range args {
		if value, found := strings.CutPrefix(arg, "--"+formatFlag+"="); found {
			format, ok = value, true
		} else if arg == "--"+formatFlag && i+1 < len(args) {
			format, ok = args[i+1], true
		}
	}
	if ok {
		return format, true
	}
	if value, set := a.Env(variableOf(formatFlag)); set {
		return value, true
	}
	if flag != nil {
		return flag.Value.String(), true
	}
	return "", false
}

// strict is a writer that keeps its first error for those who write without a look at it, as the help does. It may be used by
// several goroutines if its writer may.
type strict struct {
	io.Writer
	err     atomic.Pointer[error]
	written atomic.Bool // whether anything was
}

// Write implements io.Writer.
func (s *strict) Write(p []byte) (int, error) {
	if len(p) > 0 {
		s.written.Store(true)
	}
	n, err := s.Writer.Write(p)
	if err != nil {
		s.err.CompareAndSwap(nil, &err)
	}
	return n, err
}

// failed returns the first error.
func (s *strict) failed() error {
	if err := s.err.Load(); err != nil {
		return *err
	}
	return nil
}
