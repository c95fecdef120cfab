package cmd

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/graph/svg"
)

func (a *app) graphCommand() *cobra.Command {
	var format, direction, output string
	var o graph.Options
	c := &cobra.Command{
		Use:   "graph FILE",
		Short: "Draw a definition",
		Long:  "graph draws a definition as a Mermaid state diagram or as a picture (SVG), or prints the nodes and edges of the drawing as JSON.",
		Example: "  flowglot graph order.asl.json\n" +
			"  flowglot graph order.asl.json --direction LR --markdown -o order.md\n" +
			"  flowglot graph order.asl.json --format svg -o order.svg",
		Args: arguments(1, 1, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := errors.Join(oneOf("--format", format, "mermaid", "json", "svg"), oneOf("--direction", direction, "", "TB", "LR")); err != nil {
				return err
			}
			if format == "json" && o.Markdown {
				return errors.New("--markdown needs --format mermaid")
			}
			o.Note = a.note
			return a.graph(args[0], format, direction, output, o)
		},
	}
	flags := c.Flags()
	flags.StringVar(&format, "format", "mermaid", "mermaid, json or svg")
	flags.StringVar(&direction, "direction", "", "TB (top to bottom) or LR (left to right); without it, LR for short arrow flows")
	flags.BoolVar(&o.Markdown, "markdown", false, "put the diagram into a Markdown code block")
	flags.BoolVar(&o.ASCII, "ascii", false, "use no symbols that some fonts lack")
	flags.StringVarP(&output, "output", "o", "", "write to this `file`")
	complete(c, "format", "mermaid", "json", "svg")
	complete(c, "direction", "TB", "LR")
	a.stdinFlag(c)
	uses(c, prints, reads)
	return c
}

// shortFlow is how many steps a flow may have to be drawn from the left to the right, as it is read.
const shortFlow = 12

func (a *app) graph(path, format, direction, output string, o graph.Options) error {
	r, err := a.definition(path)
	if err != nil {
		return err
	}
	if err := a.report(r.Findings); err != nil {
		return err
	}
	if r.Program == nil {
		return &exit{statusFound, r.File.Name + " cannot be drawn: nothing of it could be read"}
	}
	d := graph.OfProgram(r.Program, o)
	_, textual := r.Dialect.(dialects.Textual)
	if direction == "LR" || direction == "" && textual && len(d.Nodes) <= shortFlow {
		o.Direction = graph.LeftRight
	}
	var text []byte
	if format == "json" {
		if text, err = d.JSON(); err != nil {
			return err
		}
	} else if format == "svg" {
		text = svg.Print(d, svg.Options{Options: o})
	} else {
		text = []byte(d.Mermaid(o))
	}
	return a.print(output, text)
}
