package cmd

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// version and commit are set when a release is built.
var version, commit string

func (a *app) versionCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  flowglot version",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(a.Stdout, "flowglot "+currentVersion())
			return err
		},
	}
	uses(c)
	return c
}

// currentVersion returns the version of a release or an installed module, without the "v" of its tag, and the commit that
// it was built from where that is known.
func currentVersion() string {
	name, revision := version, commit
	if info, ok := debug.ReadBuildInfo(); ok {
		if name == "" && info.Main.Version != "(devel)" {
			name = info.Main.Version
		}
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && revision == "" {
				revision = s.Value[:min(len(s.Value), 12)]
			}
		}
	}
	name = cmp.Or(strings.TrimPrefix(name, "v"), "development")
	if revision == "" || strings.Contains(name, revision) {
		return name
	}
	return name + " (" + revision + ")"
}
