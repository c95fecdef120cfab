package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/files"
)

func (a *app) manCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "man DIR",
		Short:   "Write the manual pages",
		Long:    "man writes a manual page for each command to a directory. SOURCE_DATE_EPOCH sets the date on the pages.",
		Example: "  flowglot man .",
		Args:    arguments(1, 1, "DIR"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return fmt.Errorf("%s: %w", args[0], files.Cause(err))
			}
			date := a.Now()
			if v, ok := a.Env("SOURCE_DATE_EPOCH"); ok {
				seconds, err := strconv.ParseInt(v, 10, 64)
				if err != nil {
					return fmt.Errorf("SOURCE_DATE_EPOCH is %q; it must be a number of seconds", v)
				}
				date = time.Unix(seconds, 0).UTC()
			}
			return writeManuals(c.Root(), args[0], date)
		},
	}
	uses(c)
	return c
}

// writeManuals writes the manual pages of a command and of those below it to a directory.
func writeManuals(c *cobra.Command, dir string, date time.Time) error {
	c.InitDefaultHelpCmd()
	c.InitDefaultHelpFlag()
	c.InitDefaultVersionFlag()
	path := filepath.Join(dir, manualName(c)+".1")
	if err := os.WriteFile(path, manual(c, date), 0o644); err != nil {
		return fmt.Errorf("%s: %w", path, files.Cause(err))
	}
	for _, below := range c.Commands() {
		if !below.IsAvailableCommand() {
			continue
		}
		if err := writeManuals(below, dir, date); err != nil {
			return err
		}
	}
	return nil
}

// manualName is the name by which man shows the page of a command: "flowglot-lint".
func manualName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }
