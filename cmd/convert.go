package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/explore"
	"github.com/flowglot/flowglot/pkg/explore/equivalence"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/source"
)

// convertFlags are the flags of convert.
type convertFlags struct {
	from, to, output, format string
	with                     []string
	resource                 string
	tasks                    []string
	tasksFile                string
	assume, hints            string
	settings                 *settingFlags // of what is written
	report, reportFile       string
	verbose, explain         bool
	strict, verify           bool
	exhaustive, functions    bool
	prefer                   string
	exploreBudget            int
	scenarios                []string
	runs                     int
	seed                     int64

	domain    dialects.Domain
	resources map[string]string
}

func (a *app) convertCommand() *cobra.Command {
	f := &convertFlags{}
	c := &cobra.Command{
		Use:   "convert FILE… --to DIALECT",
		Short: "Convert a definition to another dialect",
		Long: "convert prints a definition in another dialect and lists what the other dialect cannot express. Converted to its own dialect,\n" +
			"a definition is printed as by fmt, without comments. Several files are converted separately, and need -o DIR/; definitions\n" +
			"that a file calls or that follow it are named with --with.",
		Example: "  flowglot convert order.asl.json --to step\n" +
			"  flowglot convert order.asl.json --to sw -o order.sw.yaml\n" +
			"  flowglot convert flows/*.asl.json --to step -o converted/\n" +
			"  flowglot convert order.asl.json --to step --verify --scenario happy.scenario.yaml",
		Args: arguments(1, -1, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error { return a.convert(f, args) },
	}
	flags := c.Flags()
	flags.StringVar(&f.from, "from", "", "the dialect of the file; default: detected")
	flags.StringVar(&f.to, "to", "", "the dialect to convert to")
	flags.StringArrayVar(&f.with, "with", nil, "a `file` with definitions that FILE calls, or that follow it (repeatable)")
	flags.StringVarP(&f.output, "output", "o", "", "write to this `path`: a file, with further definitions next to it, or a directory, which ends with /")
	flags.StringVar(&f.format, "format", "", "json or yaml; default: as the name of the output, or as the input")
	f.settings = newSettingFlags(c, flags, a.dialects, func(o *dialects.Option) *dialects.Flag { return o.Write })
	flags.StringVar(&f.assume, "assume", strings.Join(wholeDomain.Names(), ","), "assumptions about the data: a `list`, or none")
	flags.StringVar(&f.prefer, "prefer", dialects.PreferAuto.String(), "where the target retries, iterates or collects results only nearly as the source does: native takes that, exact has you write a worker\n"+
		"that does what the source does, and auto is exact if ordinary runs are then equal")
	flags.StringVar(&f.hints, "hints", hintsNone, "full: write hints for the conversion back: what the other dialect has no field for")
	flags.StringArrayVar(&f.tasks, "task", nil, "`NAME=RESOURCE`: the address of a task, where the dialect calls tasks by their addresses (repeatable)")
	flags.StringVar(&f.tasksFile, "tasks-file", "", "a YAML or JSON `file` with the addresses of tasks, by their names")
	flags.StringVar(&f.resource, "asl-resource", "",
		"asl: the `template` of the Resource of other tasks, with {task} for the name of the task (default: the ARN of a function; at level 2016 "+
			dialects.DefaultResource+")")
	flags.BoolVar(&f.functions, "functions", false, "asl: take a call of lambda:invoke as a call of the function that it names")
	flags.BoolVar(&f.strict, "strict", false, "treat losses as errors, and write nothing if there are any")
	flags.BoolVar(&f.verify, "verify", false, "run both definitions with the same data and compare the runs")
	flags.StringArrayVar(&f.scenarios, "scenario", nil, "--verify: run this scenario `file` in addition to the generated runs (repeatable)")
	flags.IntVar(&f.runs, "runs", 20, "--verify: number of generated runs")
	flags.Int64Var(&f.seed, "seed", 1, "--verify: seed of the generated runs")
	flags.BoolVar(&f.exhaustive, "exhaustive", false, "--verify: also compare all behaviours of both, whatever the data is")
	flags.IntVar(&f.exploreBudget, "explore-budget", explore.DefaultBudget, "--exhaustive: look at no more `states` than this on each side")
	flags.StringVar(&f.report, "report", "text", "format of the report on standard error: text or json")
	flags.StringVar(&f.reportFile, "report-file", "", "write the JSON report to this `file`")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "show the places of losses in the source, and all notes")
	flags.BoolVar(&f.explain, "explain", false, "list the rewrites that were applied")
	complete(c, "from", a.dialectNames()...)
	complete(c, "to", a.dialectNames()...)
	complete(c, "format", "json", "yaml")
	complete(c, "report", "text", "json")
	complete(c, "hints", hintsNone, hintsFull)
	complete(c, "prefer", preferences()...)
	complete(c, "assume", append(wholeDomain.Names(), "none")...)
	a.stdinFlag(c)
	uses(c, prints, reads)
	return c
}

// The values of --hints.
const (
	hintsNone = "none"
	hintsFull = "full"
)

// preferences are the values of --prefer.
func preferences() []string {
	return []string{dialects.PreferAuto.String(), dialects.PreferNative.String(), dialects.PreferExact.String()}
}

var wholeDomain = dialects.Domain{Objects: true, Typed: true, Disjoint: true}

func (a *app) convert(f *convertFlags, paths []string) error {
	if err := a.checkConvert(f, paths); err != nil {
		return err
	}
	if a.printed = f.to; f.hints == hintsFull {
		a.printed = "" // hints are what writing the source again needs
	}
	w := newWriter(f, slices.Concat(paths, f.with, f.scenarios, []string{f.tasksFile}))
	if err := w.reserve(f); err != nil {
		return err
	}
	var all []*convert.Report
	var failed error
	for _, path := range paths {
		c, err := a.convertFile(f, path, w)
		if c != nil {
			all = append(all, c.report)
			if err := a.reportConversion(f, c); err != nil {
				return err
			}
		}
		if err != nil {
			failed = a.failConversion(f, failed, err, len(paths) > 1)
		}
	}
	if err := a.writeReports(f, all, len(paths) > 1); err != nil {
		return err
	}
	return failed
}

// failConversion returns the error with which convert ends after a conversion failed. Of several, each error is printed when it happens,
// and the worst status counts. Where the JSON report is on standard error, what it has is not printed.
func (a *app) failConversion(f *convertFlags, before, err error, several bool) error {
	e, ok := err.(*exit)
	if ok && f.report == "json" && f.reportFile == "" {
		err = &exit{status: e.status, message: e.message, printed: true}
	}
	if !several {
		return err
	}
	complain(a.Stderr, err)
	if !ok {
		return &exit{status: statusNoLook}
	}
	if before != nil {
		return before
	}
	return &exit{status: e.status}
}

// checkConvert checks the flags, and works out what they mean together.
func (a *app) checkConvert(f *convertFlags, paths []string) error {
	if f.to == "" {
		return errors.New("convert needs --to DIALECT")
	}
	if err := errors.Join(oneOf("--to", f.to, a.dialectNames()...), oneOf("--report", f.report, "text", "json"),
		oneOf("--format", f.format, "", "json", "yaml"), oneOf("--hints", f.hints, hintsNone, hintsFull), oneOf("--prefer", f.prefer, preferences()...), f.settings.check()); err != nil {
		return err
	}
	if f.resource != "" && !strings.Contains(f.resource, "{task}") {
		return fmt.Errorf("--asl-resource %q does not contain {task}: all tasks would have the same Resource", f.resource)
	}
	if f.from != "" {
		if err := oneOf("--from", f.from, a.dialectNames()...); err != nil {
			return err
		}
		a.dialect = f.from
	}
	if f.output == stdout {
		f.output = ""
	}
	if len(paths) > 1 && !isFolder(f.output) {
		return errors.New("several files are converted separately, and need -o DIR/; name definitions that a file calls with --with")
	}
	if f.exhaustive && !f.verify {
		return errors.New("--exhaustive needs --verify")
	}
	if f.exploreBudget < 1 {
		return errors.New("--explore-budget must be 1 or more")
	}
	if f.runs < 1 {
		return errors.New("--runs must be at least 1")
	}
	if f.runs > mostRuns {
		return fmt.Errorf("--runs must be at most %d", mostRuns)
	}
	var err error
	if f.domain, err = dialects.ParseDomain(f.assume); err != nil {
		return fmt.Errorf("--assume: %w", err)
	}
	f.resources, err = a.readResources(f)
	return err
}

// A conversion is a definition with the result of it.
type conversion struct {
	source     *conversionSource
	options    dialects.Raising
	raised     *dialects.Raised
	report     *convert.Report
	verdict    *verify.Verdict      // nil without --verify
	exhaustive *equivalence.Verdict // nil without --exhaustive
	losses     []diag.Diagnostic
	asItIs     bool // it is printed as it was read
}

// convertFile converts a definition and writes the result. It returns no conversion if the definition could not be read, and an error
// with one if nothing was written, or both sides behave differently.
func (a *app) convertFile(f *convertFlags, path string, w *writer) (*conversion, error) {
	if i, err := os.Stat(path); err == nil && a.Memory != nil { // reading it reports the error
		a.Memory.Converts(i.Size())
	}
	s, err := a.sourceOf(append([]string{path}, f.with...))
	if err != nil {
		return nil, err
	}
	s.callFunctions(f)
	if s.reason != "" {
		c := &conversion{source: s, losses: s.findings, report: convert.Refused(s.dialect, f.to, s.reason, s.findings)}
		return c, c.refused()
	}
	var given []run.Options
	if f.verify {
		if given, err = a.givenRuns(f); err != nil {
			return nil, err
		}
	}
	o := f.raising(s.file, f.settings.instead(a.settings.values))
	if !f.verify && !convert.StaysAsItIs(s.program, dialects.Named(a.dialects, f.to), o) { // verifying runs the source, and its own dialect keeps the layout
		s.dropTrees()
		o.LastUse = true
	}
	c, err := a.convertAs(f, s, o, given)
	if err != nil {
		return nil, err
	}
	if c, err = a.relax(f, c, given); err != nil {
		return nil, err
	}
	if !c.report.Written {
		return c, c.refused()
	}
	if c.report.Files, err = a.deliver(w, path, c.raised.Definitions, dialects.Named(a.dialects, f.to), c.options.Format); err != nil {
		return nil, err
	}
	if c.verdict != nil {
		return c, cmp.Or(differs(c.verdict), c.refuted())
	}
	return c, nil
}

// convertAs converts a definition with options, and verifies the result if it is asked for: with the runs that are given, and generated
// ones.
func (a *app) convertAs(f *convertFlags, s *conversionSource, o dialects.Raising, given []run.Options) (*conversion, error) {
	to := dialects.Named(a.dialects, f.to)
	c := &conversion{source: s, options: o, asItIs: convert.StaysAsItIs(s.program, to, o)}
	if c.raised = convert.Raise(a.dialects, to, s.program, o); c.asItIs { // nothing depends on the data
		c.options.Domain = dialects.Domain{}
	}
	if c.conclude(f); !c.report.Written {
		return c, nil
	}
	if f.verify || !a.roomToCheck(c.raised) {
		collectAfter(s.file)
	}
	if err := a.checkWritten(f, c); err != nil || !f.verify {
		return c, err
	}
	var err error
	if c.verdict, err = a.verify(f, c, given); err != nil {
		return nil, err
	}
	c.conclude(f) // with the loss that a given run shows
	c.report.Verified, c.report.Exhaustive = c.verdict, c.exhaustive
	if n := c.verdict.LeftOut; n > 0 {
		c.report.Notes = append(c.report.Notes, count(n, "generated run is", "generated runs are")+" left out of the comparison: their data is not as the conversion assumes")
	}
	for _, u := range c.verdict.Untried {
		c.report.Notes = append(c.report.Notes, fmt.Sprintf("%s:%d:%d: no compared run reaches the %s: give one with --scenario", u.File, u.Line, u.Column, u.What))
	}
	return c, nil
}

// namesFormat reports whether the extension of an output is that of a format.
func namesFormat(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".json", ".yaml", ".yml", ".flow":
		return true
	}
	return false
}

// raising are the options for writing what is converted, with the settings of the target.
func (f *convertFlags) raising(in *source.File, of dialects.Settings) dialects.Raising {
	prefer, _ := dialects.ParsePreference(f.prefer) // which was checked
	return dialects.Raising{Format: f.notation(in), Settings: of, Resource: f.resource, Resources: f.resources, Domain: f.domain,
		CarryHints: f.hints == hintsFull, Prefer: prefer}
}

// conclude makes the report of what was raised, which is a refusal if losses are not allowed.
func (c *conversion) conclude(f *convertFlags) {
	c.losses = convert.Findings(c.raised, c.source.dialect)
	c.report = convert.NewReport(c.source.program, c.source.dialect, f.to, c.raised, c.options.Domain)
	c.report.Notes = append(c.report.Notes, c.source.notes...)
	if !f.strict || len(c.raised.Losses) == 0 || !c.report.Written {
		return
	}
	for i := range c.losses {
		c.losses[i].Severity = diag.Error
	}
	c.report.Withhold(fmt.Sprintf("%s, and --strict allows none", count(len(c.raised.Losses), "loss", "losses")))
}

// refused is the error that a definition is not converted.
func (c *conversion) refused() error {
	return &exit{status: statusFound, message: fmt.Sprintf("%s is not converted: %s", c.source.file.Name, *c.report.Reason)}
}

// notation is the format to print.
func (f *convertFlags) notation(in *source.File) source.Format {
	switch {
	case f.format == "json":
		return source.JSON
	case f.format == "yaml":
		return source.YAML
	case namesFormat(f.output):
		return source.FormatOf(f.output, nil)
	case in.Format == source.YAML:
		return source.YAML
	default: // also for a text without a tree
		return source.JSON
	}
}
