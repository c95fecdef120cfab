package cmd

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/graph/cells"
	"github.com/flowglot/flowglot/pkg/graph/svg"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/load"
)

// graphFlags are the flags of graph.
type graphFlags struct {
	format, direction, output string
	trace, coverage, link     string
	findings, open            bool
	options                   graph.Options
}

// graphFormats are the forms of drawings, and what the names of their files end with.
var graphFormats = []struct{ name, ending string }{
	{"mermaid", ".mmd"}, {"flowchart", ".mmd"}, {"svg", ".svg"}, {"dot", ".dot"}, {"ascii", ".txt"}, {"json", ".json"},
}

func graphFormatNames() []string {
	var names []string
	for _, f := range graphFormats {
		names = append(names, f.name)
	}
	return names
}

func (a *app) graphCommand() *cobra.Command {
	var f graphFlags
	c := &cobra.Command{
		Use:   "graph FILE…",
		Short: "Draw a definition",
		Long: "graph draws definitions: as Mermaid text for pages that show it (mermaid, flowchart), as a picture (svg), for Graphviz (dot),\n" +
			"for a terminal (ascii), or as data (json). Several files, and folders, are drawn into a folder: -o DIR/.",
		Example: "  flowglot graph order.asl.json\n" +
			"  flowglot graph order.asl.json --direction LR --markdown -o order.md\n" +
			"  flowglot graph order.asl.json --format svg -o order.svg\n" +
			"  flowglot graph order.asl.json --format ascii\n" +
			"  flowglot graph . --format svg -o pictures/",
		Args: arguments(1, -1, "FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			if f.open && !c.Flags().Changed("format") {
				f.format = "svg"
			}
			if err := f.check(); err != nil {
				return err
			}
			f.options.Note = a.note
			if isFolder(f.output) || len(args) > 1 {
				return a.graphFolder(&f, args)
			}
			return a.graph(&f, args[0])
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.format, "format", "mermaid", "mermaid, flowchart, svg, dot, ascii or json")
	flags.StringVar(&f.direction, "direction", "", "TB (top to bottom) or LR (left to right); without it, LR for short arrow flows")
	flags.BoolVar(&f.options.Markdown, "markdown", false, "put the diagram into a Markdown code block")
	flags.BoolVar(&f.options.ASCII, "ascii", false, "use no symbols that some fonts lack")
	flags.StringVar(&f.trace, "trace", "", "show what happened in a run: a `file` that run --trace-file wrote")
	flags.StringVar(&f.coverage, "coverage", "", "show what tests cover: a `file` of test --coverage-format json")
	flags.BoolVar(&f.findings, "findings", false, "show the findings of lint at their boxes")
	flags.StringVar(&f.link, "link", "", "the `address` of the definition: boxes of svg lead to their lines there, ADDRESS#L12")
	flags.BoolVar(&f.open, "open", false, "open the picture in the browser")
	flags.StringVarP(&f.output, "output", "o", "", "write to this `file`, or into this folder: DIR/")
	complete(c, "format", graphFormatNames()...)
	complete(c, "direction", "TB", "LR")
	a.stdinFlag(c)
	uses(c, prints, reads)
	return c
}

// check refuses flags that contradict each other.
func (f *graphFlags) check() error {
	if err := errors.Join(oneOf("--format", f.format, graphFormatNames()...), oneOf("--direction", f.direction, "", "TB", "LR")); err != nil {
		return err
	}
	switch {
	case f.options.Markdown && f.format != "mermaid" && f.format != "flowchart":
		return errors.New("--markdown needs --format mermaid or flowchart")
	case f.link != "" && f.format != "svg":
		return errors.New("--link needs --format svg")
	case f.open && f.format != "svg":
		return errors.New("--open needs --format svg")
	}
	return nil
}

// shortFlow is how many steps a flow may have to be drawn from the left to the right, as it is read.
const shortFlow = 12

// graph draws one definition.
func (a *app) graph(f *graphFlags, path string) error {
	r, err := a.definition(path)
	if err != nil {
		return err
	}
	text, err := a.draw(f, r)
	if err != nil {
		return err
	}
	if f.open {
		return a.show(f, text)
	}
	return a.print("--output", f.output, text)
}

// draw returns the drawing of a definition, and prints its findings.
func (a *app) draw(f *graphFlags, r *lint.Report) ([]byte, error) {
	if err := a.report(r.Findings); err != nil {
		return nil, err
	}
	if r.Program == nil {
		return nil, &exit{status: statusFound, message: r.Definition.File.Name + " cannot be drawn: it could not be read"}
	}
	o := f.options
	if err := a.overlay(f, r, &o); err != nil {
		return nil, err
	}
	d := graph.OfProgram(r.Program, o)
	_, textual := r.Dialect.(dialects.Textual)
	if f.direction == "LR" || f.direction == "" && textual && len(d.Nodes) <= shortFlow {
		o.Direction = graph.LeftRight
	}
	switch f.format {
	case "json":
		return d.JSON()
	case "svg":
		return svg.Print(d, svg.Options{Options: o, Link: f.links(r.Definition)}), nil
	case "flowchart":
		return []byte(d.Flowchart(o)), nil
	case "dot":
		return []byte(d.DOT(o)), nil
	case "ascii":
		text, err := cells.Print(d, o)
		return []byte(text), err
	}
	return []byte(d.Mermaid(o)), nil
}

// overlay reads what is to be shown on top of a drawing.
func (a *app) overlay(f *graphFlags, r *lint.Report, o *graph.Options) error {
	if f.trace != "" {
		trace, err := a.read(f.trace)
		if err != nil {
			return err
		}
		over, err := graph.Trace(bytes.NewReader(trace), r.Program, *o)
		if err != nil {
			return fmt.Errorf("%s: %w", f.trace, err)
		}
		o.Overlays = append(o.Overlays, over)
	}
	if f.coverage != "" {
		over, err := a.coverageOverlay(f.coverage, r.Program)
		if err != nil {
			return err
		}
		o.Overlays = append(o.Overlays, over)
	}
	if f.findings {
		o.Overlays = append(o.Overlays, graph.Findings(r.Findings, r.Program, r.Where, *o))
	}
	return nil
}

// links returns where the boxes of a definition lead: to the line that its element begins at.
func (f *graphFlags) links(d *load.Definition) func(*graph.Node) string {
	if f.link == "" {
		return nil
	}
	file := d.File
	if d.Outer != nil {
		file = d.Outer
	}
	return func(n *graph.Node) string {
		if n.Element == nil || n.Element.NameSpan.IsZero() {
			return ""
		}
		return fmt.Sprintf("%s#L%d", f.link, file.Position(d.Where(n.Element.NameSpan).Start).Line)
	}
}
