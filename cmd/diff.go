package cmd

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/explore"
	"github.com/flowglot/flowglot/pkg/explore/versions"
	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/graph/svg"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// diffFlags are the flags of diff.
type diffFlags struct {
	format, output string
	budget         int
}

func (a *app) diffCommand() *cobra.Command {
	f := &diffFlags{}
	c := &cobra.Command{
		Use:   "diff BEFORE AFTER",
		Short: "Compare two versions of a workflow by what they do",
		Long: "diff explores two versions of a workflow and reports the outcomes that were lost, gained or changed, and what the elements of both\n" +
			"do otherwise: calls, conditions, retries, time limits. How a file is written, and the order of its members, makes no difference.\n" +
			"The exit status is 0 if no difference was found, and 1 if there are some.",
		Example: "  flowglot diff order.asl.json changed.asl.json\n" +
			"  flowglot diff order.asl.json changed.asl.json --format markdown\n" +
			"  flowglot diff order.asl.json changed.asl.json --format svg -o changes.svg",
		Args: arguments(2, 2, "BEFORE and AFTER"),
		RunE: func(_ *cobra.Command, args []string) error { return a.diff(f, args[0], args[1]) },
	}
	flags := c.Flags()
	flags.StringVar(&f.format, "format", "text", "text, json, markdown or svg, which draws the changes on the later version")
	flags.StringVarP(&f.output, "output", "o", "", "write to this `file`")
	flags.IntVar(&f.budget, "budget", explore.DefaultBudget, "how many `states` of a version are looked at")
	complete(c, "format", "text", "json", "markdown", "svg")
	uses(c, prints, reads)
	return c
}

// diff compares two versions of a workflow.
func (a *app) diff(f *diffFlags, before, after string) error {
	if err := oneOf("--format", f.format, "text", "json", "markdown", "svg"); err != nil {
		return err
	}
	if f.budget < 1 {
		return fmt.Errorf("--budget must be 1 or more")
	}
	was, err := a.version(before)
	if err != nil {
		return err
	}
	is, err := a.version(after)
	if err != nil {
		return err
	}
	start, err := iso8601.ParseInstant(defaultStart)
	if err != nil {
		return err
	}
	d, err := versions.Compare(was.Start(), is.Start(), func(w *workflow.Workflow) explore.Options {
		p := was
		if w == is.Start() {
			p = is
		}
		return explore.Options{Budget: f.budget, Program: p, Start: start}
	})
	if err != nil {
		return &exit{status: statusFound, message: fmt.Sprintf("%s and %s cannot be compared: %v", before, after, err)}
	}
	text, err := diffReport(f.format, d, before, after, is)
	if err != nil {
		return err
	}
	if err := a.print("--output", f.output, text); err != nil {
		return err
	}
	if !d.Equal() {
		return found
	}
	return nil
}

// version reads one version.
func (a *app) version(path string) (*workflow.Program, error) {
	p, err := a.program([]string{path})
	if err != nil {
		return nil, err
	}
	if p.Start() == nil {
		return nil, &exit{status: statusFound, message: path + " has no workflow to compare"}
	}
	return p, nil
}

// diffReport writes a comparison in a format.
func diffReport(format string, d *versions.Comparison, before, after string, p *workflow.Program) ([]byte, error) {
	switch format {
	case "json":
		return diffJSON(d)
	case "markdown":
		return []byte(diffMarkdown(d, before, after)), nil
	case "svg":
		o := graph.Options{Overlays: []*graph.Overlay{diffOverlay(d)}}
		return svg.Print(graph.OfProgram(p, o), svg.Options{Options: o}), nil
	}
	return []byte(diffText(d)), nil
}

// sign is how people are shown a change.
func sign(c versions.Change) string {
	return map[versions.Change]string{versions.Gained: "+", versions.Lost: "-", versions.Changed: "~"}[c]
}

// diffText writes a comparison for people.
func diffText(d *versions.Comparison) string {
	var b strings.Builder
	line := func(format string, args ...any) { b.WriteString(diag.Visible(fmt.Sprintf(format, args...)) + "\n") }
	if d.Equal() {
		line("no difference in behaviour%s", unfinished(d))
		return b.String()
	}
	if len(d.Outcomes) > 0 {
		line("outcomes%s", unfinished(d))
	}
	for i := range d.Outcomes {
		o := &d.Outcomes[i]
		line("  %s %s", sign(o.Change), outcomeTitle(behaviourOf(o)))
		if o.Change != versions.Changed {
			line("      path: %s", strings.Join(behaviourOf(o).Path, " → "))
		}
		for _, x := range o.Aspects {
			line("      %s", aspectText(x))
		}
	}
	if len(d.Elements) > 0 {
		line("elements")
	}
	for i := range d.Elements {
		e := &d.Elements[i]
		line("  %s %s (%s)", sign(e.Change), e.Name, e.Kind)
		for _, x := range e.Aspects {
			line("      %s", aspectText(x))
		}
	}
	return b.String()
}

func unfinished(d *versions.Comparison) string {
	if d.Complete {
		return ""
	}
	return "; not complete: --budget is used up, and there may be more"
}

func behaviourOf(o *versions.Outcome) *explore.Behaviour {
	if o.After != nil {
		return o.After
	}
	return o.Before
}

// aspectText describes what differs: "time limit: 30 s, was 10 s".
func aspectText(x versions.Aspect) string {
	switch {
	case x.Before == "":
		return fmt.Sprintf("%s: %s, had none", x.Name, x.After)
	case x.After == "":
		return fmt.Sprintf("%s: none, was %s", x.Name, x.Before)
	}
	return fmt.Sprintf("%s: %s, was %s", x.Name, x.After, x.Before)
}

// diffMarkdown writes a comparison for a pull request.
func diffMarkdown(d *versions.Comparison, before, after string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### `%s` → `%s`\n\n", diag.Visible(before), diag.Visible(after))
	if d.Equal() {
		fmt.Fprintf(&b, "No difference in behaviour%s.\n", unfinished(d))
		return b.String()
	}
	words := map[versions.Change]string{versions.Gained: "new", versions.Lost: "gone", versions.Changed: "changed"}
	row := func(cells ...string) {
		for i, c := range cells {
			cells[i] = strings.ReplaceAll(diag.Visible(c), "|", "\\|")
		}
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
	if len(d.Outcomes) > 0 {
		b.WriteString("| outcome | change | details |\n|---|---|---|\n")
	}
	for i := range d.Outcomes {
		o := &d.Outcomes[i]
		details := strings.Join(behaviourOf(o).Path, " → ")
		if o.Change == versions.Changed {
			details = aspectsText(o.Aspects)
		}
		row(outcomeTitle(behaviourOf(o)), words[o.Change], details)
	}
	if len(d.Elements) > 0 {
		b.WriteString("\n| element | change | details |\n|---|---|---|\n")
	}
	for i := range d.Elements {
		e := &d.Elements[i]
		row(e.Name, words[e.Change], aspectsText(e.Aspects))
	}
	if !d.Complete {
		fmt.Fprintf(&b, "\nThe outcomes are%s.\n", strings.TrimPrefix(unfinished(d), ";"))
	}
	return b.String()
}

func aspectsText(list []versions.Aspect) string {
	var out []string
	for _, x := range list {
		out = append(out, aspectText(x))
	}
	return strings.Join(out, "; ")
}

// diffOverlay shows a comparison on the drawing of the later version: what is new, what is done otherwise, and how many elements were
// removed.
func diffOverlay(d *versions.Comparison) *graph.Overlay {
	o := &graph.Overlay{Title: "changes", Elements: map[*workflow.Element]graph.Mark{}}
	var gone []string
	for i := range d.Elements {
		e := &d.Elements[i]
		switch e.Change {
		case versions.Gained:
			o.Elements[e.After] = graph.Mark{State: graph.StateDone, Text: []string{"new"}}
		case versions.Changed:
			var text []string
			for _, x := range e.Aspects {
				text = append(text, aspectText(x))
			}
			o.Elements[e.After] = graph.Mark{State: graph.StateWarned, Text: text}
		case versions.Lost:
			gone = append(gone, e.Name)
		}
	}
	if len(gone) > 0 {
		o.Title += "; removed: " + strings.Join(gone, ", ")
	}
	return o
}

// diffJSON writes a comparison for programs.
func diffJSON(d *versions.Comparison) ([]byte, error) {
	type aspect struct {
		Name   string `json:"name"`
		Before string `json:"before"`
		After  string `json:"after"`
	}
	type outcome struct {
		Change  string   `json:"change"`
		Status  string   `json:"status"`
		Error   string   `json:"error"`
		Ended   []string `json:"ended"`
		Path    []string `json:"path"`
		Aspects []aspect `json:"aspects"`
	}
	type element struct {
		Change  string   `json:"change"`
		Name    string   `json:"name"`
		Kind    string   `json:"kind"`
		Aspects []aspect `json:"aspects"`
	}
	aspects := func(list []versions.Aspect) []aspect {
		out := []aspect{}
		for _, x := range list {
			out = append(out, aspect(x))
		}
		return out
	}
	out := struct {
		Version  int       `json:"version"`
		Equal    bool      `json:"equal"`
		Complete bool      `json:"complete"`
		Outcomes []outcome `json:"outcomes"`
		Elements []element `json:"elements"`
	}{1, d.Equal(), d.Complete, []outcome{}, []element{}}
	for i := range d.Outcomes {
		b := behaviourOf(&d.Outcomes[i])
		out.Outcomes = append(out.Outcomes, outcome{string(d.Outcomes[i].Change), string(b.Status), b.Error, append([]string{}, b.Ended...),
			append([]string{}, b.Path...), aspects(d.Outcomes[i].Aspects)})
	}
	for i := range d.Elements {
		e := &d.Elements[i]
		out.Elements = append(out.Elements, element{string(e.Change), e.Name, e.Kind, aspects(e.Aspects)})
	}
	text, err := json.MarshalIndent(out, "", "  ")
	return append(text, '\n'), err
}
