package cmd

import (
	"errors"
	"fmt"

	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/reach"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// coverageOverlay shows what of a program cases cover: how often its elements were entered, what of them was not used, and
// which edges were taken. Several workflows of a program may be in the file, or only some of them.
func (a *app) coverageOverlay(path string, p *workflow.Program) (*graph.Overlay, error) {
	text, err := a.read(path)
	if err != nil {
		return nil, err
	}
	doc, err := value.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", path, reach.WrongJSON(string(text), err))
	}
	o := newCoverageOverlay(scenario.Tally{})
	var all scenario.Tally
	var missing error
	loaded := 0
	for _, w := range p.Workflows {
		f := scenario.PointsOf(w)
		if err := f.Load(doc); err != nil {
			missing = errors.Join(missing, fmt.Errorf("%s: %w", path, err))
			continue
		}
		loaded++
		_, t := f.Tallies()
		all.Covered, all.Total = all.Covered+t.Covered, all.Total+t.Total
		markPoints(o, f)
	}
	if loaded == 0 {
		return nil, missing
	}
	o.Title = coverageTitle(all)
	return o, nil
}

// newCoverageOverlay is an overlay in which nothing is marked yet.
func newCoverageOverlay(all scenario.Tally) *graph.Overlay {
	return &graph.Overlay{Title: coverageTitle(all), Rest: graph.StateIdle, Elements: map[*workflow.Element]graph.Mark{}, Edges: map[*workflow.Edge]graph.Mark{}}
}

func coverageTitle(all scenario.Tally) string { return fmt.Sprintf("coverage: %s of the points", all) }

// markPoints marks the elements and edges of a workflow.
func markPoints(o *graph.Overlay, f *scenario.FlowCoverage) {
	for _, p := range f.Points {
		switch {
		case p.Edge != nil:
			if p.Hits > 0 {
				o.Edges[p.Edge] = graph.Mark{State: graph.StateDone, Text: []string{fmt.Sprintf("%d×", p.Hits)}}
			}
		case p.Kind == scenario.NodePoint:
			if p.Hits > 0 {
				o.Elements[p.Element] = graph.Mark{State: graph.StateDone, Text: []string{fmt.Sprintf("%d×", p.Hits)}}
			}
		case p.Hits == 0: // the element comes before its parts
			if m := o.Elements[p.Element]; m.State == graph.StateDone || m.State == graph.StateWarned {
				o.Elements[p.Element] = graph.Mark{State: graph.StateWarned, Text: append(m.Text, "not covered: "+p.Name)}
			}
		}
	}
}
