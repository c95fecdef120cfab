package cmd

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/dialects/fsm"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/source"
)

// fsmCommand has the commands that only entity state machines need.
func (a *app) fsmCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "fsm",
		Short:   "Commands for entity state machines",
		Example: "  flowglot fsm merge stored.fsm.json incoming.fsm.json",
	}
	groups(c)
	c.AddCommand(a.fsmMergeCommand())
	return c
}

func (a *app) fsmMergeCommand() *cobra.Command {
	var mode, out string
	c := &cobra.Command{
		Use:   "merge STORED INCOMING",
		Short: "Preview the import of workflows",
		Long: "merge applies an import to the stored workflows of a model, and prints what the service would export then. As in the service,\n" +
			"an import with errors is refused. Both files may be an export, an import request, an array of workflows or a single one.",
		Example: "  flowglot fsm merge stored.fsm.json incoming.fsm.json\n" +
			"  flowglot fsm merge stored.fsm.json incoming.fsm.json --mode replace -o merged.fsm.json",
		Args: arguments(2, 2, "file with the stored definition and one with the imported definition"),
		RunE: func(_ *cobra.Command, args []string) error { return a.fsmMerge(mode, out, args[0], args[1]) },
	}
	c.Flags().StringVar(&mode, "mode", "", "merge, replace or activate; without it, that of the import request, or merge")
	c.Flags().StringVarP(&out, "output", "o", "", "write to this `file`")
	complete(c, "mode", fsmModes()...)
	uses(c, prints)
	return c
}

// fsmModes are the modes of an import as the flag spells them.
func fsmModes() []string {
	var names []string
	for _, m := range fsm.ImportModes() {
		names = append(names, strings.ToLower(string(m)))
	}
	return names
}

func (a *app) fsmMerge(mode, out, storedPath, incomingPath string) error {
	if mode != "" {
		if err := oneOf("--mode", mode, fsmModes()...); err != nil {
			return err
		}
	}
	if storedPath == "-" && incomingPath == "-" {
		return errors.New("only one of the files can be stdin")
	}
	stored, err := a.stateMachines(storedPath)
	if err != nil {
		return err
	}
	incoming, err := a.stateMachines(incomingPath)
	if err != nil {
		return err
	}
	as := fsm.ImportMode(strings.ToUpper(mode))
	if mode == "" {
		as = fsm.ImportModeOf(incoming)
	}
	text, findings := fsm.Merge(as, stored, incoming)
	if err := a.report(findings); err != nil {
		return err
	}
	if text == nil {
		return &exit{status: statusFound, message: incoming.Name + " is not imported"}
	}
	return a.print("--output", out, text)
}

// stateMachines opens a file and parses it. If something is wrong with its text, that is printed, and the error is an
// exit. What is plainly of another dialect is refused as that.
func (a *app) stateMachines(path string) (*source.File, error) {
	s, err := a.open(path)
	if err != nil {
		return nil, err
	}
	f := s.File
	problems := load.Findings(f, source.Parse(f))
	if len(problems) == 0 {
		for _, d := range a.dialects {
			if f.Root != nil && d.Name() != (fsm.Dialect{}).Name() && d.Recognises(f.Root).Found() {
				return nil, fmt.Errorf("%s is %s; fsm merge needs fsm definitions", f.Name, d.Name())
			}
		}
		return f, nil
	}
	if err := a.report(problems); err != nil {
		return nil, err
	}
	return nil, found
}
