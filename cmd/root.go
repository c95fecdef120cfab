package cmd

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/flowglot/flowglot/pkg/config"
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/run"
)

// app is what the commands share: the world, the dialects, and the flags that all of them have.
type app struct {
	World
	dialects []dialects.Dialect
	rules    func() []diag.Rule // of lint; they are collected once, by the commands that need them

	color    string
	dialect  string
	settings *settingFlags // of files that are read
	printed  string        // the dialect in which programs are written: see [dialects.Options]

	inputs    *paths   // that were read, which no output replaces
	stdinName string   // by which "-" goes
	exclude   []string // patterns of files that are skipped in directories

	configs *config.Loader // nil until it is needed

	accessible accessFlags

	out      *strict                           // standard output, as all commands have it
	reported []diag.Diagnostic                 // on standard error
	failures map[*cobra.Command]failurePrinter // how commands print that they failed; see printsFailure
}

// newRoot returns the command line, and the app that its commands share.
func newRoot(w World) (*cobra.Command, *app) {
	out := &strict{Writer: w.Stdout}
	w.Stdout = out
	a := &app{World: w, dialects: all.Dialects(), printed: dialects.NoDialect, inputs: &paths{}, out: out}
	a.rules = sync.OnceValue(func() []diag.Rule { return lint.Rules(a.dialects) })
	root := &cobra.Command{
		Use:   "flowglot",
		Short: "Lint, draw, run and convert workflow definitions",
		Long: "flowglot lints workflow definitions, formats and draws them, runs them on a simulated clock, and converts them from one\n" +
			"dialect to another.",
		Example: "  flowglot lint\n" +
			"  flowglot graph order.asl.json\n" +
			"  flowglot run order.asl.json --stub 'Check stock={\"available\": true}'\n" +
			"  flowglot convert order.asl.json --to step",
		Version:       currentVersion(),
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(c *cobra.Command, _ []string) error {
			return a.prepare(c)
		},
	}
	flags := root.PersistentFlags()
	flags.StringVar(&a.color, "color", "auto", "use colors: auto, always or never")
	flags.StringVar(&a.dialect, "dialect", "", "read all files as this dialect instead of detecting it")
	a.settings = newSettingFlags(root, flags, a.dialects, func(o *dialects.Option) *dialects.Flag { return o.Read })
	flags.StringVar(&a.accessible.base, "base-uri", "", "arrow: the `directory` of the files that a flow names; without it, that of the flow")
	flags.BoolVar(&a.accessible.write, "allow-write", false, "arrow: write the files that a flow names")
	flags.BoolVar(&a.accessible.net, "allow-net", false, "arrow: send requests to the http addresses that a flow names")
	complete(root, "color", "auto", "always", "never")
	complete(root, "dialect", a.dialectNames()...)
	root.AddCommand(a.lintCommand(), a.fmtCommand(), a.convertCommand(), a.graphCommand(), a.runCommand(), a.testCommand(), a.testStateCommand(), a.exploreCommand(), a.diffCommand(), a.evalCommand(), a.mocksCommand(), a.replayCommand(), a.lspCommand(),
		a.fsmCommand(), a.rulesCommand(), a.explainCommand(), a.schemaCommand(), a.initCommand(), a.configCommand(), a.manCommand(), a.versionCommand())
	root.DisableSuggestions = true // unknownCommand has them
	root.SetFlagErrorFunc(wrongFlag)
	root.SetVersionTemplate("flowglot {{.Version}}\n")
	completeBash(root)
	help := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		hideUseless(c)
		help(c, args)
	})
	return root, a
}

func (a *app) dialectNames() []string {
	var names []string
	for _, d := range a.dialects {
		names = append(names, d.Name())
	}
	return names
}

// prepare takes flags that were not given from the environment, and checks those that all commands have.
func (a *app) prepare(c *cobra.Command) error {
	var wrong error
	_, inTask := a.Env(run.TaskVariable) // another flowglot started this one for a task, and its input is not a flag
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Changed || f.Name == "help" || wrong != nil {
			return
		}
		name := variableOf(f.Name)
		value, ok := a.Env(name)
		if !ok || inTask && run.OfTasks(name) {
			return
		}
		if err := c.Flags().Set(f.Name, value); err != nil {
			wrong = fmt.Errorf("%s: %w", name, err)
		}
	})
	if wrong != nil {
		return wrong
	}
	if err := oneOf("--color", a.color, "auto", "always", "never"); err != nil {
		return err
	}
	if err := a.settings.check(); err != nil {
		return err
	}
	if a.dialect != "" {
		return oneOf("--dialect", a.dialect, a.dialectNames()...)
	}
	return nil
}

// variableOf is the environment variable of a flag.
func variableOf(flag string) string {
	return "FLOWGLOT_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// oneOf checks that a flag, or what else is named, has one of the values that it may have.
func oneOf(what, value string, values ...string) error {
	if slices.Contains(values, value) {
		return nil
	}
	named := slices.DeleteFunc(slices.Clone(values), func(s string) bool { return s == "" }) // which stands for the default
	return fmt.Errorf("%s is %q; it must be one of %s", what, value, strings.Join(named, ", "))
}

// options are the dialect options that the flags ask for.
func (a *app) options() dialects.Options {
	return dialects.Options{Settings: a.settings.values, Exists: exists, Base: a.accessible.base, Printed: a.printed}
}

// accessFlags are what a run may reach outside of it.
type accessFlags struct {
	base       string
	write, net bool
}

// exists reports whether there is a file of a path.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// forced is the dialect that the flags ask for, or nil.
func (a *app) forced() dialects.Dialect { return dialects.Named(a.dialects, a.dialect) }

// colors reports whether to use colours on a stream.
func (a *app) colors(isTerminal bool) bool {
	switch a.color {
	case "always":
		return true
	case "never":
		return false
	}
	if v, ok := a.Env("NO_COLOR"); ok && v != "" {
		return false
	}
	if v, _ := a.Env("TERM"); v == "dumb" {
		return false
	}
	return isTerminal
}
