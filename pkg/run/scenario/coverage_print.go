package scenario

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/value"
)

// WriteText writes the coverage as a table, with a line for each point that no case covers.
func (c *Coverage) WriteText(w io.Writer) error {
	out := bufio.NewWriter(w)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(table, "coverage")
	for k := range PointKinds {
		fmt.Fprint(table, "\t", k.Plural())
	}
	fmt.Fprintln(table, "\tall")
	for _, f := range c.flows {
		kinds, all := f.Tallies()
		fmt.Fprint(table, diag.VisibleName(f.Workflow.File.Name))
		for _, t := range kinds {
			fmt.Fprintf(table, "\t%s", t)
		}
		fmt.Fprintf(table, "\t%s\n", all.Share())
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, f := range c.flows {
		for _, line := range f.Missing() {
			fmt.Fprintf(out, "not covered: %s\n", line)
		}
	}
	total := c.Total()
	fmt.Fprintf(out, "covered: %s (%s)\n", total, total.Share())
	return out.Flush()
}

// Missing is a line for each point that no case covers, with its place, in the order of the definition.
func (f *FlowCoverage) Missing() []string {
	var out []string
	for _, p := range f.sortedPoints() {
		if p.Hits == 0 {
			out = append(out, p.String())
		}
	}
	return out
}

// String is the point with its place: "order.asl.json:7:3: catcher Charge → Refund".
func (p *Point) String() string {
	at := p.File.Position(p.Span.Start)
	return fmt.Sprintf("%s:%d:%d: %s", diag.VisibleName(p.File.Name), at.Line, at.Column, p.Title())
}

// Title is the point without its place, for people.
func (p *Point) Title() string { return p.Kind.String() + " " + diag.Visible(p.label()) }

// Share is the share that is covered in percent, with one decimal, rounded down: 100 % is all.
func (t Tally) Share() string { return fmt.Sprintf("%.1f %%", math.Floor(t.Percent()*10)/10) }

// label is the name of a point without the kind, which is before it.
func (p *Point) label() string {
	return strings.TrimPrefix(p.Name, p.Kind.String()+" ")
}

// WriteJSON writes the coverage as JSON: a file for each workflow, with its points in the order of the definition. It is what
// [FlowCoverage.Load] reads.
func (c *Coverage) WriteJSON(w io.Writer) error {
	var files []any
	for _, f := range c.flows {
		_, all := f.Tallies()
		var points []any
		for _, p := range f.Points {
			at := p.File.Position(p.Span.Start)
			points = append(points, value.ObjectOf(value.Member{Key: "kind", Value: p.Kind.String()}, value.Member{Key: "name", Value: p.Name},
				value.Member{Key: "line", Value: int64(at.Line)}, value.Member{Key: "column", Value: int64(at.Column)}, value.Member{Key: "hits", Value: int64(p.Hits)}))
		}
		files = append(files, value.ObjectOf(value.Member{Key: "file", Value: f.Workflow.File.Name}, value.Member{Key: "workflow", Value: f.Workflow.ID},
			value.Member{Key: "covered", Value: int64(all.Covered)}, value.Member{Key: "total", Value: int64(all.Total)}, value.Member{Key: "points", Value: points}))
	}
	all := c.Total()
	doc := value.ObjectOf(value.Member{Key: "version", Value: int64(1)}, value.Member{Key: "covered", Value: int64(all.Covered)},
		value.Member{Key: "total", Value: int64(all.Total)}, value.Member{Key: "files", Value: files})
	_, err := w.Write(append(value.AppendIndent(nil, doc, "", "  "), '\n'))
	return err
}

// WriteLCOV writes the coverage as an lcov tracefile: the lines of nodes with how often they were entered, and the edges,
// retriers, timers, table rules and items as branches of them. Paths are absolute if folder is, as genhtml needs them.
func (c *Coverage) WriteLCOV(w io.Writer, folder string) error {
	out := bufio.NewWriter(w)
	for _, record := range c.records() {
		name := record.file.Path()
		if !filepath.IsAbs(name) {
			name = filepath.Join(folder, name)
		}
		record.write(out, name)
	}
	return out.Flush()
}
