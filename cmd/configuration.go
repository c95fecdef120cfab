package cmd

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/config"
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/load"
)

// configurations returns the loader of configuration files, which all commands share.
func (a *app) configurations() *config.Loader {
	if a.configs == nil {
		dir, err := os.Getwd()
		if err != nil {
			dir = "." // relative names are then shown and looked up as they are
		}
		a.configs = &config.Loader{Dir: dir, Read: files.ReadRegular, Vocabulary: a.vocabulary()}
	}
	return a.configs
}

// vocabulary is what a configuration may name.
func (a *app) vocabulary() config.Vocabulary {
	v := config.Vocabulary{Dialects: a.dialectNames(), Renamed: map[string]string{}}
	for _, r := range a.rules() {
		v.Rules = append(v.Rules, r.ID)
		for _, old := range r.Aliases {
			v.Renamed[old] = r.ID
		}
	}
	for _, d := range a.dialects {
		for _, o := range d.Options() {
			if o.Read != nil {
				v.Options = append(v.Options, config.Option{Key: o.Key(), Values: o.Values, Summary: o.Read.Help})
			}
		}
	}
	return v
}

// settingsOf returns how the file of a path is read: by its configuration, unless a flag overrides that.
func (a *app) settingsOf(path string) load.Settings {
	c := a.configurations().For(path)
	out := load.Settings{Dialect: dialects.Named(a.dialects, c.Dialect.Text), Options: a.options()}
	if forced := a.forced(); forced != nil {
		out.Dialect = forced
	}
	if len(c.Options) == 0 {
		return out
	}
	values := dialects.Settings{}
	for _, d := range a.dialects {
		for _, o := range d.Options() {
			if v, ok := c.Options[o.Key()]; ok {
				values[o.Name] = v.Text
			}
		}
	}
	maps.Copy(values, out.Options.Settings)
	out.Options.Settings = values
	return out
}

// configFault prints what is wrong with the configuration files that were read, and returns an error if there is anything.
func (a *app) configFault() error {
	if a.configs == nil {
		return nil
	}
	if err := a.configs.Err(); err != nil {
		return err
	}
	found := a.configs.Findings()
	if len(found) == 0 {
		return nil
	}
	if err := a.report(found); err != nil {
		return err
	}
	return &exit{status: statusNoLook, message: "the configuration is not valid"}
}

func (a *app) initCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "init [DIR]",
		Short: "Write a first configuration",
		Long: "init writes " + config.FileName + " to a directory, with a section for each group of definitions whose names do not show their\n" +
			"dialect. It does not replace an existing one.",
		Example: "  flowglot init flows",
		Args:    arguments(0, 1, "DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			dir := "."
			if len(args) == 1 {
				dir = args[0]
			}
			return a.initialize(dir)
		},
	}
	uses(c)
	return c
}

// initialize writes a configuration for what is found in a folder.
func (a *app) initialize(dir string) error {
	path := filepath.Join(dir, config.FileName)
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s exists; 'flowglot config verify' checks it", path)
	}
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", dir, files.Cause(err))
	case !info.IsDir():
		return fmt.Errorf("%s is not a directory", dir)
	}
	found, err := a.find([]string{dir})
	if err != nil {
		return err
	}
	var all []config.Found
	definitions := 0
	for _, f := range found {
		d, err := a.loader().Load(f.Path)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(dir, f.Path)
		if err != nil {
			return err
		}
		x := config.Found{Path: filepath.ToSlash(relative), Telling: dialects.ByName(a.dialects, f.Path) != nil}
		if takes(f, d) {
			x.Dialect = d.Dialect.Name()
			definitions++
		}
		all = append(all, x)
	}
	if err := files.Write(path, config.Initial(all)); err != nil {
		return err
	}
	return writeLine(a.Stdout, "%s is written, for %s", path, diag.Number(definitions, "definition"))
}

func (a *app) configCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "config",
		Short:   "Show or check the configuration",
		Long:    "config shows which settings of " + config.FileName + " apply to a file, and checks configuration files.",
		Example: "  flowglot config show order.asl.json\n  flowglot config verify",
	}
	show := &cobra.Command{
		Use:     "show [FILE]",
		Short:   "Show the settings for a file, and where each is made",
		Example: "  flowglot config show\n  flowglot config show flows/order.asl.json",
		Args:    arguments(0, 1, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			file := config.FileName
			if len(args) == 1 {
				file = args[0]
			}
			s := a.configurations().For(file)
			if err := a.configFault(); err != nil {
				return err
			}
			return s.Show(a.Stdout, file)
		},
	}
	verify := &cobra.Command{
		Use:     "verify [FILE…]",
		Short:   "Check configuration files",
		Long:    "verify checks the configuration of the current directory, or the given files.",
		Example: "  flowglot config verify",
		RunE:    func(_ *cobra.Command, args []string) error { return a.verifyConfigs(args) },
	}
	groups(c)
	uses(show)
	uses(verify, prints)
	c.AddCommand(show, verify)
	return c
}

// verifyConfigs checks configuration files, with those that they extend.
func (a *app) verifyConfigs(paths []string) error {
	l := a.configurations()
	n := 0
	if len(paths) == 0 {
		if l.Find(config.FileName) == nil {
			return fmt.Errorf("no %s applies here; 'flowglot init' writes one", config.FileName)
		}
		n++
	}
	for _, path := range paths {
		if err := l.Load(path); err != nil {
			return err
		}
		n++
	}
	if err := l.Err(); err != nil {
		return err
	}
	mistakes := l.Findings()
	r := &diag.Report{Files: make([]string, n), Findings: mistakes, Color: a.colors(a.StdoutIsTerminal)}
	if err := r.Write(a.Stdout, "text"); err != nil {
		return err
	}
	if slices.ContainsFunc(mistakes, func(d diag.Diagnostic) bool { return d.Severity == diag.Error }) {
		return found
	}
	return nil
}
