package terminal

import (
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Failures watches a run for the error that it fails with, and explains it.
type Failures struct {
	raised  *raised
	retries map[*workflow.Node]int
	inputs  map[*workflow.Node]any
}

// raised is an error at a node.
type raised struct {
	node  *workflow.Node
	err   machine.Error
	data  any
	tried int
}

// NewFailures returns a watcher of a run that begins.
func NewFailures() *Failures {
	return &Failures{retries: map[*workflow.Node]int{}, inputs: map[*workflow.Node]any{}}
}

// Observe takes one event of the run.
func (f *Failures) Observe(t *machine.Trace) {
	switch t.Kind {
	case machine.Entered:
		f.inputs[t.Node], f.retries[t.Node] = t.Data, 0
	case machine.Called:
		f.inputs[t.Node] = t.Data
	case machine.Retrying:
		f.retries[t.Node] = t.Count
	case machine.Raised:
		if f.raised == nil || f.raised.err.Name != t.Error.Name || !within(f.raised.node, t.Node) { // else it came out of a scope
			f.raised = &raised{node: t.Node, err: *t.Error, data: f.inputs[t.Node], tried: f.retries[t.Node]}
		}
	case machine.Took:
		if t.Edge.Kind == workflow.OnError {
			f.raised = nil
		}
	}
}

// within reports whether a node lies in a scope.
func within(n, scope *workflow.Node) bool {
	if n == nil {
		return false
	}
	for r := n.Region; r != nil && r.Scope != nil; r = r.Scope.Region {
		if r.Scope == scope {
			return true
		}
	}
	return false
}

// mostShown is how much of the data at a failure is shown.
const mostShown = 200

// Explain returns the failure of a run as a finding at the element where it happened: the error, the data there, and why no retry and no
// handler took it. It reports false for a run that did not fail at an element. of tells the file of an element.
func (f *Failures) Explain(r *run.Result, of func(*workflow.Element) *source.File) (diag.Diagnostic, bool) {
	x := f.raised
	if r.Status != run.Failed || r.Error == nil || x == nil || x.node == nil { // such as an error while the workflow was selected
		return diag.Diagnostic{}, false
	}
	e := x.node.Element
	if e.Whole != nil {
		e = e.Whole
	}
	file := of(e)
	if file == nil {
		return diag.Diagnostic{}, false
	}
	d := diag.Diagnostic{Severity: diag.Error, File: file, Span: e.NameSpan,
		Message: fmt.Sprintf("%s %q failed: %s", strings.ToLower(e.Kind), e.Name, errorText(&x.err))}
	if x.node.Kind == workflow.Fail {
		d.Message = fmt.Sprintf("%s %q ends the run with the error %s", strings.ToLower(e.Kind), e.Name, errorText(&x.err))
	}
	note := func(at source.Span, format string, args ...any) {
		if at.IsZero() {
			at = e.NameSpan
		}
		d.Related = append(d.Related, diag.Related{File: file, Span: at, Message: fmt.Sprintf(format, args...)})
	}
	if x.data != nil {
		d.Help = "its input was " + value.Preview(x.data, mostShown)
	}
	for n := x.node; n != nil; {
		f.retriers(n, x, note)
		f.handlers(n, x, note)
		if n.Region == nil {
			break
		}
		n = n.Region.Scope
	}
	return d, true
}

func errorText(e *machine.Error) string {
	text := e.Name
	if text == "" {
		text = "an error without a name"
	}
	if e.Cause != "" {
		text += ": " + e.Cause
	}
	return text
}

// retriers describes what the retriers of a node did.
func (f *Failures) retriers(n *workflow.Node, x *raised, note func(source.Span, string, ...any)) {
	for i := range n.Retry {
		r := &n.Retry[i]
		switch {
		case !takes(r.On, &x.err):
			note(r.Span, "this retry is for %s", matched(r.On))
		case n == x.node && x.tried > 0:
			note(r.Span, "it was retried %s", diag.Number(x.tried, "time"))
		default:
			note(r.Span, "this retry takes the error, and was used up")
		}
	}
}

// handlers explains why no handler of a node took the error.
func (f *Failures) handlers(n *workflow.Node, x *raised, note func(source.Span, string, ...any)) {
	for _, e := range n.Out {
		if e.Kind == workflow.OnError && !takes(e.On, &x.err) {
			note(e.Span, "this handler is for %s", matched(e.On))
		}
	}
}

func takes(m workflow.Matcher, e *machine.Error) bool {
	for i := range m {
		if m[i].If == nil && m[i].Matches(e.Name, e.Class) {
			return true
		}
	}
	return false
}

// matched are the errors that a matcher takes.
func matched(m workflow.Matcher) string {
	if len(m) == 0 {
		return "other errors"
	}
	return m.String()
}
