package cmd

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/flowglot/flowglot/pkg/nearest"
)

// A usageError is a wrong use of a command, with the command line that explains the right one.
type usageError struct{ message, see string }

// Error implements error.
func (e *usageError) Error() string { return e.message + "; see '" + e.see + "'" }

// misused is the error of a wrong use of a command.
func misused(c *cobra.Command, message string) error {
	return &usageError{message, c.CommandPath() + " --help"}
}

// arguments checks how many arguments a command is given; most is negative where there may be any number.
func arguments(least, most int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return misused(c, fmt.Sprintf("%s needs a %s", c.CommandPath(), what))
		case most >= 0 && len(args) > most:
			return misused(c, fmt.Sprintf("%s takes one %s, not %d", c.CommandPath(), what, len(args)))
		}
		return nil
	}
}

// noArguments refuses arguments of a command that takes none.
func noArguments(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case c.HasSubCommands():
		return unknownCommand(c, args[0])
	}
	return misused(c, fmt.Sprintf("%s takes no arguments, found %q", c.CommandPath(), args[0]))
}

// groups makes a command one that only has others below it: alone it prints its help, and a name that none of them has is an error.
func groups(c *cobra.Command) {
	c.Args = noArguments
	c.DisableFlagsInUseLine = true
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	uses(c)
}

// unknownCommand is the error that there is no command of a name below a command.
func unknownCommand(below *cobra.Command, name string) error {
	var names []string
	for _, c := range below.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	message := fmt.Sprintf("unknown command %q", name)
	if below.HasParent() {
		message += fmt.Sprintf(" of %s", below.CommandPath())
	}
	if help := nearest.Help(name, names); help != "" {
		message += "; " + help
	}
	return misused(below, message)
}

// explainUnknown returns the error with which the library ends, with what may be meant if there is no command of the name.
func explainUnknown(root *cobra.Command, err error) error {
	if _, explained := err.(*usageError); err == nil || explained {
		return err
	}
	if rest, ok := strings.CutPrefix(err.Error(), "unknown command "); ok {
		if quoted, failed := strconv.QuotedPrefix(rest); failed == nil {
			if name, failed := strconv.Unquote(quoted); failed == nil {
				return unknownCommand(root, name)
			}
		}
	}
	return err
}

// wrongFlag is the error of a flag that a command does not have, or whose value is invalid.
func wrongFlag(c *cobra.Command, err error) error {
	message, _, _ := strings.Cut(err.Error(), ": strconv.") // the rest speaks of Go
	if name, ok := strings.CutPrefix(message, "unknown flag: --"); ok {
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		if help := nearest.Help("--"+name, names); help != "" {
			message += "; " + help
		}
	}
	return misused(c, message)
}
