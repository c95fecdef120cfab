package lint

import (
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Chains looks at the workflows of several files that start one another: give it the report of each file, and then ask
// for what it finds. The zero value is ready for use. It keeps of each file only what it needs.
type Chains struct {
	// links are the workflows, without their nets.
	links []*workflow.Workflow
	byID  map[string]int // the first of each id
	calls []chainCall
}

// A chainCall is a node that calls a workflow by its id.
type chainCall struct {
	link     int // the workflow of the node
	node, id string
	span     source.Span
}

// Add takes the workflows of a file. It reports whether one of them calls another or is followed by one, so that there may be
// findings about the file.
func (c *Chains) Add(r *Report) (linked bool) {
	if r == nil || r.Program == nil {
		return false
	}
	for _, w := range r.Program.Workflows {
		x := &workflow.Workflow{ID: w.ID, Dialect: w.Dialect}
		if w.Then != nil {
			// The workflow's own file would keep its tree, and need not be the one that the user knows.
			x.File, x.Then = r.File, &workflow.Then{ID: w.Then.ID, Span: r.Where(w.Then.Span)}
			linked = true
		}
		for _, n := range w.Nodes {
			if n.Call != nil && n.Call.Workflow {
				x.File = r.File
				c.calls = append(c.calls, chainCall{len(c.links), n.Name(), n.Call.Task, r.Where(n.Call.Span)})
				linked = true
			}
		}
		if c.byID == nil {
			c.byID = map[string]int{}
		}
		if _, taken := c.byID[w.ID]; !taken {
			c.byID[w.ID] = len(c.links)
		}
		c.links = append(c.links, x)
	}
	return linked
}

// Findings returns what is wrong with the chains, in the order of the files. That a workflow starts itself is among the
// findings of its own file. With a single workflow nothing is said about one that it starts and that is not there: it may
// well be elsewhere.
func (c *Chains) Findings() []diag.Diagnostic {
	var found []diag.Diagnostic
	state := make([]uint8, len(c.links)) // by link: 0 not seen, 1 on the way, 2 done
	for i := range c.links {
		found = append(found, c.unknown(i)...)
		found = append(found, c.cycle(i, state)...)
	}
	for i := range c.calls {
		found = append(found, c.unknownCall(&c.calls[i])...)
	}
	return found
}

// unknownCall reports a call of a workflow that none of several files defines.
func (c *Chains) unknownCall(x *chainCall) []diag.Diagnostic {
	if _, known := c.byID[x.id]; known {
		return nil
	}
	w := c.links[x.link]
	ids := c.others(x.link)
	if len(ids) == 0 {
		return nil
	}
	d := diag.Diagnostic{Rule: unknownCalledRule.ID, Severity: unknownCalledRule.Severity, File: w.File, Span: x.span, Dialect: w.Dialect,
		Message: fmt.Sprintf("%q calls the workflow %q, which none of the files defines", x.node, x.id), Help: nearest.Help(x.id, ids)}
	if d.Help != "" {
		d.Severity = diag.Warning
	}
	return []diag.Diagnostic{d}
}

// others are the ids of the other workflows of the same dialect.
func (c *Chains) others(i int) []string {
	var ids []string
	for j, other := range c.links {
		if j != i && other.Dialect == c.links[i].Dialect {
			ids = append(ids, other.ID)
		}
	}
	return ids
}

// next returns the link that follows another, or -1.
func (c *Chains) next(i int) int {
	if then := c.links[i].Then; then != nil {
		if j, ok := c.byID[then.ID]; ok {
			return j
		}
	}
	return -1
}

// unknown reports a link to a workflow that none of several files defines.
func (c *Chains) unknown(i int) []diag.Diagnostic {
	w := c.links[i]
	if w.Then == nil || c.next(i) >= 0 {
		return nil
	}
	ids := c.others(i)
	if len(ids) == 0 {
		return nil
	}
	d := diag.Diagnostic{Rule: unknownNextRule.ID, Severity: unknownNextRule.Severity, File: w.File, Span: w.Then.Span, Dialect: w.Dialect,
		Message: fmt.Sprintf("workflow %q starts %q, which none of the files defines", w.ID, w.Then.ID), Help: nearest.Help(w.Then.ID, ids)}
	if d.Help != "" {
		d.Severity = diag.Warning
	}
	return []diag.Diagnostic{d}
}

// cycle follows a chain from a link, and reports the cycle of several that it ends in, if nobody has seen it yet.
func (c *Chains) cycle(i int, state []uint8) []diag.Diagnostic {
	var way []int
	for ; i >= 0 && state[i] == 0; i = c.next(i) {
		state[i] = 1
		way = append(way, i)
	}
	again := i >= 0 && state[i] == 1
	for _, j := range way {
		state[j] = 2
	}
	if !again || c.next(i) == i {
		return nil
	}
	var names []string
	for j := c.next(i); j != i && len(names) < 5; j = c.next(j) {
		names = append(names, c.links[j].ID)
	}
	w := c.links[i]
	return []diag.Diagnostic{chainCycle(w, fmt.Sprintf("workflow %q starts itself again, through %s", w.ID, strings.Join(names, ", ")))}
}

func chainCycle(w *workflow.Workflow, message string) diag.Diagnostic {
	return diag.Diagnostic{Rule: chainCycleRule.ID, Severity: chainCycleRule.Severity, File: w.File, Span: w.Then.Span, Dialect: w.Dialect,
		Message: message, Help: "a chain goes on after every end: take one of the links out"}
}

// selfChain reports a workflow that starts itself.
func (c *netCheck) selfChain() {
	if w := c.flow; w.Then != nil && w.Then.ID == w.ID {
		c.findings = append(c.findings, chainCycle(w, fmt.Sprintf("workflow %q starts itself again when it ends", w.ID)))
	}
}
