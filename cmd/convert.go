package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// convertFlags are the flags of convert.
type convertFlags struct {
	from, to, output, format string
	resource                 string
	settings                 *settingFlags // of what is written
	report, reportFile       string
	strict, verify           bool
	scenarios                []string
	runs                     int
	seed                     int64
}

func (a *app) convertCommand() *cobra.Command {
	f := &convertFlags{}
	c := &cobra.Command{
		Use:   "convert FILE… --to DIALECT",
		Short: "Convert a definition to another dialect",
		Long: "convert prints a definition in another dialect and lists what the other dialect cannot express. Converted to its own dialect,\n" +
			"a definition is printed as by fmt, without comments. Of several files, the first is the entry point; the others are\n" +
			"definitions that it calls or that follow it.",
		Example: "  flowglot convert order.asl.json --to step\n" +
			"  flowglot convert order.asl.json --to sw -o order.sw.yaml\n" +
			"  flowglot convert order.asl.json --to step --verify --scenario happy.scenario.yaml",
		Args: arguments(1, -1, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error { return a.convert(f, args) },
	}
	flags := c.Flags()
	flags.StringVar(&f.from, "from", "", "the dialect of the file; default: detected")
	flags.StringVar(&f.to, "to", "", "the dialect to convert to")
	flags.StringVarP(&f.output, "output", "o", "", "write to this `file`, and further definitions to the same directory")
	flags.StringVar(&f.format, "format", "", "json or yaml; default: as the name of the output, or as the input")
	f.settings = newSettingFlags(c, flags, a.dialects, func(o *dialects.Option) *dialects.Flag { return o.Write })
	flags.StringVar(&f.resource, "asl-resource", dialects.DefaultResource, "asl: the `template` of a Resource, with {task} for the name of the task")
	flags.BoolVar(&f.strict, "strict", false, "treat losses as errors, and write nothing if there are any")
	flags.BoolVar(&f.verify, "verify", false, "run both definitions with the same data and compare the runs")
	flags.StringArrayVar(&f.scenarios, "scenario", nil, "--verify: run this scenario `file`; default: generated runs")
	flags.IntVar(&f.runs, "runs", 20, "--verify: number of generated runs")
	flags.Int64Var(&f.seed, "seed", 1, "--verify: seed of the generated runs")
	flags.StringVar(&f.report, "report", "text", "format of the losses on standard error: text or json")
	flags.StringVar(&f.reportFile, "report-file", "", "write the JSON report to this `file`")
	complete(c, "from", a.dialectNames()...)
	complete(c, "to", a.dialectNames()...)
	complete(c, "format", "json", "yaml")
	complete(c, "report", "text", "json")
	a.stdinFlag(c)
	uses(c, prints, reads)
	return c
}

func (a *app) convert(f *convertFlags, paths []string) error {
	if f.to == "" {
		return errors.New("convert needs --to DIALECT")
	}
	if err := errors.Join(oneOf("--to", f.to, a.dialectNames()...), oneOf("--report", f.report, "text", "json"),
		oneOf("--format", f.format, "", "json", "yaml"), f.settings.check()); err != nil {
		return err
	}
	if !strings.Contains(f.resource, "{task}") {
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
	inputs := append(slices.Clone(paths), f.scenarios...)
	if f.reportFile != "" && f.reportFile != stdout {
		if err := distinct(f, inputs); err != nil {
			return err
		}
	}
	s, err := a.sourceOf(paths)
	if err != nil {
		return err
	}
	if s.reason != "" {
		return a.reportConversion(f, convert.Refused(s.dialect, f.to, s.reason, s.findings), s)
	}
	raised := convert.Raise(a.dialects, dialects.Named(a.dialects, f.to), s.program, dialects.Raising{Format: f.notation(s.file), Settings: f.settings.values, Resource: f.resource})
	losses := convert.Findings(raised, s.dialect)
	if f.strict { // which a loss makes fail
		for i := range losses {
			losses[i].Severity = diag.Error
		}
	}
	s.findings = append(s.findings, losses...)
	report := convert.NewReport(s.dialect, f.to, raised)
	if f.strict && len(raised.Losses) > 0 && report.Written {
		reason := fmt.Sprintf("%s, and --strict allows none", count(len(raised.Losses), "loss", "losses"))
		report.Written, report.Reason = false, &reason
	}
	if f.verify && report.Written {
		if report.Verified, err = a.verify(f, s, raised); err != nil {
			return err
		}
	}
	if report.Written {
		if err := a.deliver(f, raised.Definitions, inputs, report); err != nil {
			return err
		}
	}
	return a.reportConversion(f, report, s)
}

// distinct checks that the report does not replace what is read or written beside it.
func distinct(f *convertFlags, inputs []string) error {
	taken := &paths{}
	for _, path := range append(slices.Clone(inputs), f.output) {
		taken.add(path)
	}
	if taken.has(f.reportFile) {
		return fmt.Errorf("--report-file %s is also an input or the output; choose another file", f.reportFile)
	}
	return nil
}

// A conversionSource is what is converted: the program of one or several definitions.
type conversionSource struct {
	file     *source.File // the first
	dialect  string
	program  *workflow.Program
	findings []diag.Diagnostic
	reason   string // why it is not converted; empty if it is
}

// sourceOf reads the definitions that are to be converted together. All have to be of one dialect.
func (a *app) sourceOf(paths []string) (*conversionSource, error) {
	s := &conversionSource{}
	var all []*load.Definition
	for _, path := range paths {
		r, err := a.definition(path)
		if err != nil {
			return nil, err
		}
		if s.file == nil {
			s.file, s.dialect = r.File, r.Dialect.Name()
		}
		if r.Dialect.Name() != s.dialect {
			return nil, fmt.Errorf("%s is %s but %s is %s; convert takes one dialect at a time", s.file.Name, s.dialect, r.File.Name, r.Dialect.Name())
		}
		s.findings = append(s.findings, r.Findings...)
		if r.Errors() > 0 || r.Program == nil {
			s.reason = "the definition has errors"
			continue
		}
		all = append(all, r.Definition)
	}
	s.program = load.Link(all...)
	return s, nil
}

// notation is the format to print.
func (f *convertFlags) notation(in *source.File) source.Format {
	switch {
	case f.format == "json":
		return source.JSON
	case f.format == "yaml":
		return source.YAML
	case f.output != "":
		return source.FormatOf(f.output, nil)
	case in.Format == source.YAML:
		return source.YAML
	default: // also for a text without a tree
		return source.JSON
	}
}

// deliver writes the converted definitions, all of them or none. Without an output the first goes to standard output, and
// there must not be others.
func (a *app) deliver(f *convertFlags, all []dialects.Printed, inputs []string, r *convert.Report) error {
	if f.output == "" {
		if len(all) > 1 {
			return fmt.Errorf("the conversion results in %d definitions; use -o to name the file of the first", len(all))
		}
		return a.print(f.output, all[0].Text)
	}
	named, err := outputs(f.output, all, dialects.Named(a.dialects, f.to), inputs)
	if err != nil {
		return err
	}
	if err := files.WriteAll(named); err != nil {
		return err
	}
	for _, x := range named {
		r.Files = append(r.Files, x.Path)
	}
	return nil
}

// reportConversion writes the report of a conversion. It returns an error if nothing was written, or both sides differ.
func (a *app) reportConversion(f *convertFlags, r *convert.Report, s *conversionSource) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if f.reportFile != "" {
		if err := a.print(f.reportFile, text); err != nil {
			return err
		}
	}
	switch {
	case f.report == "text":
		err = a.report(s.findings)
	case f.reportFile == "":
		_, err = a.Stderr.Write(text)
	}
	switch {
	case err != nil:
		return err
	case !r.Written && f.report == "json" && f.reportFile == "":
		return found // the report has the reason, and nothing else may be printed
	case !r.Written:
		return &exit{statusFound, fmt.Sprintf("%s is not converted: %s", s.file.Name, *r.Reason)}
	case r.Verified != nil:
		return a.reportVerdict(f, r.Verified)
	}
	return nil
}
