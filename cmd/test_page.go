package cmd

import (
	"bytes"
	"fmt"

	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/graph/svg"
	"github.com/flowglot/flowglot/pkg/run/page"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A suitePage is the page of --report: a table of the cases, what they cover, and what happened in each.
type suitePage struct {
	page  *page.Page
	drawn map[string]int // drawings by the workflows that they show
}

func newSuitePage() *suitePage {
	return &suitePage{page: page.ForSuite("flowglot test"), drawn: map[string]int{}}
}

// record finishes the part of the page about a case that was run; it may run at the same time as others.
func (r *caseResult) record(kept *reporter) {
	d, err := kept.drawn(r.program)
	if err != nil { // nothing of the definition was reached: it is shown without a path
		d = graph.OfProgram(r.program, graph.Options{})
	}
	r.shown, r.drawing = kept.page.Case(r.result, d), d
}

// add adds a case, in the order of the cases.
func (s *suitePage) add(r *caseResult) {
	c := r.shown
	if c == nil { // it could not be run
		c = &page.Case{Drawing: -1}
	} else {
		c.Mark(s.draw(r.program), r.drawing)
	}
	c.Name, c.File, c.Line, c.Passed = r.Name, r.File, r.Line, r.Passed
	c.Differences, c.Notes, c.Command = r.Differences, r.Notes, r.Command
	s.page.Add(c)
}

// draw returns the number of the drawing of a program. Cases with the same definitions share it.
func (s *suitePage) draw(p *workflow.Program) int {
	key := ""
	for _, w := range p.Workflows {
		key += fmt.Sprintf("%p ", w)
	}
	number, known := s.drawn[key]
	if !known {
		number = s.page.Draw(svg.Print(graph.OfProgram(p, graph.Options{}), svg.Options{}))
		s.drawn[key] = number
	}
	return number
}

// text is the page as it is written.
func (s *suitePage) text(c *scenario.Coverage) ([]byte, error) {
	s.page.Cover(c, func(f *scenario.FlowCoverage) []byte {
		_, all := f.Tallies()
		over := newCoverageOverlay(all)
		markPoints(over, f)
		o := graph.Options{Overlays: []*graph.Overlay{over}}
		return svg.Print(graph.Of(f.Workflow, o), svg.Options{Options: o})
	})
	var text bytes.Buffer
	if err := s.page.Write(&text); err != nil {
		return nil, err
	}
	return text.Bytes(), nil
}

// writePage writes the page of all cases.
func (t *tester) writePage() error {
	text, err := t.page.text(t.coverage)
	if err != nil {
		return err
	}
	return t.app.write("--report", t.flags.report, text)
}
