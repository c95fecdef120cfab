package cmd

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// evalFlags are the flags of eval.
type evalFlags struct {
	language, file, input, context, format string
	vars                                   []string
	inputGiven                             bool
}

func (a *app) evalCommand() *cobra.Command {
	f := &evalFlags{}
	languages := a.languages()
	names := make([]string, len(languages))
	long := "eval evaluates an expression on a document, as a definition would, and prints the value as JSON.\n\nLanguages:\n"
	for i, l := range languages {
		names[i] = l.Name
		long += fmt.Sprintf("  %-9s  %s\n", l.Name, l.Summary)
	}
	c := &cobra.Command{
		Use:   "eval EXPRESSION",
		Short: "Evaluate an expression on a document",
		Long:  strings.TrimSuffix(long, "\n"),
		Example: "  flowglot eval --language jsonata '$sum(items.price)' --input '{\"items\": [{\"price\": 5}]}'\n" +
			"  flowglot eval --language jsonata 'total * $rate' --input '{\"total\": 12}' --var rate=1.2",
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			f.inputGiven = c.Flags().Changed("input")
			return a.eval(f, args)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.language, "language", "", "the language of the expression: "+strings.Join(names, ", "))
	flags.StringVar(&f.file, "expression-file", "", "read the expression from this file; - is stdin")
	flags.StringVar(&f.input, "input", "", "the document: JSON, the path of a file, or - for stdin; default: no document")
	flags.StringArrayVar(&f.vars, "var", nil, "set a variable: NAME=JSON")
	flags.StringVar(&f.context, "context", "", "the context object of asl: JSON")
	flags.StringVar(&f.format, "format", "text", "text or json")
	complete(c, "language", names...)
	uses(c)
	complete(c, "format", "text", "json")
	return c
}

// languages are the languages of expressions: jsonata, and those of the dialects.
func (a *app) languages() []dialects.Language {
	all := []dialects.Language{jsonataLanguage(a.World)}
	for _, d := range a.dialects {
		if e, ok := d.(dialects.Evaluator); ok {
			all = append(all, e.Languages()...)
		}
	}
	return all
}

func (a *app) eval(f *evalFlags, args []string) error {
	if err := oneOf("--format", f.format, "text", "json"); err != nil {
		return err
	}
	languages := a.languages()
	i := slices.IndexFunc(languages, func(l dialects.Language) bool { return l.Name == f.language })
	if i < 0 {
		var names []string
		for _, l := range languages {
			names = append(names, l.Name)
		}
		if f.language == "" {
			return fmt.Errorf("eval needs --language: %s", strings.Join(names, ", "))
		}
		return oneOf("--language", f.language, names...)
	}
	text, err := a.expression(f, args)
	if err != nil {
		return err
	}
	scope, err := a.evalScope(f)
	if err != nil {
		return err
	}
	v, defined, err := languages[i].Evaluate(text, scope)
	if err != nil {
		return a.evalFailed(f, text, err)
	}
	return a.evalPrint(f, v, defined)
}

// expression returns the expression: the argument or the file.
func (a *app) expression(f *evalFlags, args []string) (string, error) {
	switch {
	case len(args) == 1 && f.file != "":
		return "", errors.New("eval takes an expression or --expression-file, not both")
	case len(args) == 1:
		return args[0], nil
	case f.file == "":
		return "", errors.New("eval needs an expression; see 'flowglot eval --help'")
	case f.file == "-" && f.input == "-":
		return "", errors.New("only one of --expression-file and --input can be stdin")
	}
	text, err := a.bytes(f.file)
	if err != nil {
		return "", fmt.Errorf("--expression-file: %w", err)
	}
	return string(text), nil
}

// bytes reads a file or stdin.
func (a *app) bytes(path string) ([]byte, error) {
	if path == stdout {
		return files.ReadFrom(a.Stdin, "standard input", 0)
	}
	return files.Read(path)
}

// evalScope reads what the expression is evaluated on.
func (a *app) evalScope(f *evalFlags) (dialects.Scope, error) {
	scope := dialects.Scope{Variables: map[string]any{}, Now: a.Now(), Random: rand.Uint64, Options: a.options()}
	var err error
	if f.inputGiven {
		scope.HasInput = true
		if scope.Input, err = a.document(f.input); err != nil {
			return scope, fmt.Errorf("--input: %w", err)
		}
	}
	if f.context != "" {
		if scope.Context, err = readDocument("--context", []byte(f.context)); err != nil {
			return scope, err
		}
	}
	for _, x := range f.vars {
		name, text, ok := strings.Cut(x, "=")
		name = strings.TrimPrefix(name, "$")
		if !ok || name == "" {
			return scope, fmt.Errorf("--var %q does not have the form NAME=JSON", x)
		}
		if scope.Variables[name], err = readDocument("--var "+name, []byte(text)); err != nil {
			return scope, err
		}
	}
	return scope, nil
}

// document reads a document: JSON itself, a file of JSON or YAML, or stdin.
func (a *app) document(input string) (any, error) {
	if strings.TrimSpace(input) == "" {
		return nil, errors.New("it is empty")
	}
	if _, err := value.Parse([]byte(input)); err == nil || strings.ContainsAny(input[:1], "{[\"") {
		return readDocument("the argument", []byte(input))
	}
	text, err := a.bytes(input)
	if err != nil {
		return nil, err
	}
	return readDocument(input, text)
}

// readDocument reads JSON or YAML. The members of objects keep their order.
func readDocument(name string, text []byte) (any, error) {
	f := source.NewFile(name, text)
	if f.Format != source.YAML {
		f.Format = source.JSON
	}
	if problems := source.Parse(f); len(problems) > 0 {
		at := f.Position(problems[0].Span.Start)
		return nil, fmt.Errorf("%s:%d:%d: %s", f.Name, at.Line, at.Column, problems[0].Message)
	}
	return value.Of(f.Root), nil
}

// evalPrint prints a value.
func (a *app) evalPrint(f *evalFlags, v any, defined bool) error {
	var out []byte
	switch {
	case f.format == "json" && !defined:
		out = []byte(`{"undefined":true}`)
	case f.format == "json":
		out = append(value.Append([]byte(`{"result":`), v), '}')
	case !defined:
		out = []byte("undefined")
	default:
		out = value.AppendIndent(nil, v, "", "  ")
	}
	_, err := a.Stdout.Write(append(out, '\n'))
	return err
}

// evalFailed prints the error of an expression, with its place.
func (a *app) evalFailed(f *evalFlags, text string, err error) error {
	var wrong *dialects.ExpressionError
	if !errors.As(err, &wrong) {
		return err
	}
	file := source.NewFile("expression", []byte(text))
	if f.file != "" {
		file.Name = f.file
	}
	if f.format == "json" {
		at := file.Position(min(wrong.Span.Start, len(text)))
		o := value.NewObject(4)
		if wrong.Code != "" {
			o.Set("code", wrong.Code)
		}
		o.Set("message", wrong.Message)
		o.Set("line", int64(at.Line))
		o.Set("column", int64(at.Column))
		if _, err := a.Stdout.Write(append(value.Append([]byte(`{"error":`), o), "}\n"...)); err != nil {
			return err
		}
		return found
	}
	d := diag.Diagnostic{Rule: wrong.Code, Severity: diag.Error, File: file, Span: wrong.Span, Message: wrong.Message, Help: wrong.Help}
	if err := a.report([]diag.Diagnostic{d}); err != nil {
		return err
	}
	return found
}
