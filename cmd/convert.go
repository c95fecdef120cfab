package cmd

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// convertFlags are the flags of convert.
type convertFlags struct {
	from, to, output, format string
	report, reportFile       string
}

func (a *app) convertCommand() *cobra.Command {
	f := &convertFlags{}
	c := &cobra.Command{
		Use:   "convert FILE --to DIALECT",
		Short: "Print a definition in a dialect, through the model",
		Long: "convert reads a definition into the model and prints the model in a dialect. Whatever gets lost on the way is listed.\n" +
			"So far a definition converts to its own dialect. That prints every field and value as fmt does; comments, and how YAML\n" +
			"spelled a value, are not part of the model.",
		Args: arguments(1, 1, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error { return a.convert(f, args[0]) },
	}
	flags := c.Flags()
	flags.StringVar(&f.from, "from", "", "the dialect of the file; without it, it is found out")
	flags.StringVar(&f.to, "to", "", "the dialect to print")
	flags.StringVarP(&f.output, "output", "o", "", "write to this file")
	flags.StringVar(&f.format, "format", "", "json or yaml; without it, by the name of the output, else as the input is")
	flags.StringVar(&f.report, "report", "text", "how losses are reported on stderr: text or json")
	flags.StringVar(&f.reportFile, "report-file", "", "write the JSON report to this file")
	complete(c, "from", a.dialectNames()...)
	complete(c, "to", a.dialectNames()...)
	complete(c, "format", "json", "yaml")
	complete(c, "report", "text", "json")
	return c
}

// conversion is the report of a conversion, as JSON.
type conversion struct {
	Version     int      `json:"version"`
	From        string   `json:"from"`
	To          string   `json:"to"`
	Exact       bool     `json:"exact"`
	Written     bool     `json:"written"`
	Reason      *string  `json:"reason"`
	Files       []string `json:"files"`
	Losses      []loss   `json:"losses"`
	Names       []any    `json:"names"`
	Tasks       []any    `json:"tasks"`
	Occurrences []any    `json:"occurrences"`
	Substitutes []any    `json:"substitutes"`
	Verified    any      `json:"verified"`
}

// loss is something that the target does not say.
type loss struct {
	File    string   `json:"file"`
	Line    int      `json:"line"`
	Column  int      `json:"column"`
	Rule    string   `json:"rule"`
	Level   string   `json:"level"`
	Message string   `json:"message"`
	Instead string   `json:"instead"`
	Affects []string `json:"affects"`
	Data    *string  `json:"data"`
	From    []string `json:"from"`
	Related []any    `json:"related"`
}

func (a *app) convert(f *convertFlags, path string) error {
	if f.to == "" {
		return errors.New("convert needs --to DIALECT")
	}
	if err := errors.Join(oneOf("--to", f.to, a.dialectNames()...), oneOf("--report", f.report, "text", "json"),
		oneOf("--format", f.format, "", "json", "yaml")); err != nil {
		return err
	}
	if f.from != "" {
		if err := oneOf("--from", f.from, a.dialectNames()...); err != nil {
			return err
		}
		a.dialect = f.from
	}
	r, err := a.definition(path)
	if err != nil {
		return err
	}
	out := conversion{Version: 1, From: r.Dialect.Name(), To: f.to, Files: []string{}, Losses: []loss{}, Names: []any{}, Tasks: []any{},
		Occurrences: []any{}, Substitutes: []any{}}
	var text []byte
	findings := r.Findings
	switch {
	case out.From != out.To:
		// Raising knows only what its own dialect lowers to.
		out.refuse(fmt.Sprintf("%s is not converted to %s so far, only to itself", out.From, out.To), nil)
	case r.Errors() > 0 || r.Program == nil:
		out.refuse("the definition has errors", r.Findings)
	default:
		var losses []diag.Diagnostic
		text, losses = dialects.Named(a.dialects, f.to).Raise(r.Program, f.notation(r.File))
		findings = append(findings, losses...)
		if text == nil {
			out.refuse("the model does not hold all of it", losses)
		}
	}
	if text != nil {
		out.Exact, out.Written = true, true
		if err := a.deliver(f.output, text, &out); err != nil {
			return err
		}
	}
	if err := a.reportConversion(f, &out, findings); err != nil {
		return err
	}
	if !out.Written {
		return &exit{statusFound, fmt.Sprintf("%s is not converted: %s", r.File.Name, *out.Reason)}
	}
	return nil
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
	default:
		return in.Format
	}
}

// refuse notes that nothing is written, and the places that are the cause.
func (c *conversion) refuse(reason string, causes []diag.Diagnostic) {
	c.Reason = &reason
	for _, d := range causes {
		if d.Severity != diag.Error {
			continue
		}
		p := d.File.Position(d.Span.Start)
		c.Losses = append(c.Losses, loss{File: d.File.Name, Line: p.Line, Column: p.Column, Rule: d.Rule, Level: "dropped",
			Message: d.Message, Affects: []string{"outcome"}, From: []string{}, Related: []any{}})
	}
}

// deliver writes the converted text.
func (a *app) deliver(output string, text []byte, c *conversion) error {
	if output == "" {
		_, err := a.Stdout.Write(text)
		return err
	}
	c.Files = []string{output}
	return write(output, text)
}

func (a *app) reportConversion(f *convertFlags, c *conversion, findings []diag.Diagnostic) error {
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if f.reportFile != "" {
		if err := write(f.reportFile, text); err != nil {
			return err
		}
	}
	if f.report == "json" {
		if f.reportFile != "" {
			return nil
		}
		_, err := a.Stderr.Write(text)
		return err
	}
	return a.report(findings)
}
