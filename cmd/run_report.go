package cmd

import (
	"bytes"

	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/graph/svg"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/run/page"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A reporter keeps what the page of a run shows.
type reporter struct {
	page  page.Recorder
	text  bytes.Buffer // the trace, from which the drawing is made
	trace *run.TraceWriter
}

func newReporter() *reporter {
	r := &reporter{}
	r.trace = run.NewTraceWriter(&r.text)
	return r
}

// mostTrace bounds the trace that is kept for the drawing.
const mostTrace = 64 << 20

func (r *reporter) observe(t *machine.Trace) {
	r.page.Observe(t)
	if r.text.Len() < mostTrace {
		r.trace.Write(t)
	}
}

// drawn is the drawing of a program with the path of the run.
func (r *reporter) drawn(p *workflow.Program) (*graph.Drawing, error) {
	if err := r.trace.Flush(); err != nil {
		return nil, err
	}
	o := graph.Options{}
	over, err := graph.Trace(&r.text, p, o)
	if err != nil {
		return nil, err
	}
	o.Overlays = []*graph.Overlay{over}
	return graph.OfProgram(p, o), nil
}

// write writes the page of a run.
func (r *reporter) write(path string, p *workflow.Program, result *run.Result) error {
	d, err := r.drawn(p)
	if err != nil {
		return err
	}
	out := page.ForRun(result.Workflow)
	c := r.page.Case(result, d)
	c.Drawing = out.Draw(svg.Print(d, svg.Options{}))
	out.Add(c)
	var text bytes.Buffer
	if err := out.Write(&text); err != nil {
		return err
	}
	return files.Write(path, text.Bytes())
}
