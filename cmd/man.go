package cmd

import (
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

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
			root := c.Root()
			root.DisableAutoGenTag = true
			return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "flowglot " + currentVersion(), Manual: "flowglot", Date: &date}, args[0])
		},
	}
	uses(c)
	return c
}
