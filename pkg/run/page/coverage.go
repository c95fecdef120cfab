package page

import "github.com/flowglot/flowglot/pkg/run/scenario"

// A flow is what cases cover of a workflow, as a row of a table.
type flow struct {
	File, Workflow string
	Tallies        []string // of the kinds of points, and of all
	Missing        []string
	Drawing        int
}

// columns are the kinds of points in the table.
func columns() []string {
	var out []string
	for k := range scenario.PointKinds {
		out = append(out, k.Plural())
	}
	return append(out, "all")
}

// Cover adds what the cases cover. The drawing of each workflow is a picture that shows it, as SVG.
func (p *Page) Cover(c *scenario.Coverage, draw func(*scenario.FlowCoverage) []byte) {
	for _, f := range c.Flows() {
		x := flow{File: f.Workflow.File.Name, Workflow: f.Workflow.ID, Drawing: p.Draw(draw(f)), Missing: f.Missing()}
		kinds, all := f.Tallies()
		for _, t := range kinds {
			x.Tallies = append(x.Tallies, t.String())
		}
		x.Tallies = append(x.Tallies, all.Share())
		p.flows = append(p.flows, x)
	}
}
