package asl

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Write implements [dialects.Target]: a definition for each workflow, and a state for each node. A machine whose data stages are all paths
// and templates is written in JSONPath, any other one in JSONata as a whole.
func (Dialect) Write(p *workflow.Program, o dialects.Raising) *dialects.Raised {
	out := &dialects.Raised{}
	tasks, functions := map[dialects.Renaming]bool{}, lambdaNames(p, o.Resource)
	for _, w := range p.Workflows {
		d := &document{out: out, options: o, flow: w, losses: dialects.NewLosses(w.File), level: levelOf(o.Settings), taken: dialects.NewNames(" ", len(w.Elements)),
			names: map[*workflow.Node]string{}, tasks: tasks, functions: functions}
		d.taken.Unnamed, d.taken.Longest = "State", maxName
		root := d.write()
		if out.Reason != "" {
			out.Definitions = nil
			return out
		}
		printed := dialects.PrintTree(w.ID, canonicalMachine(root), o.Format)
		if excess := excessOf(printed.Text); excess != "" && d.level == Current {
			out.RefuseSize(p.Start(), source.Span{}, "the asl definition would exceed a limit: %s", excess)
			return out
		}
		out.Definitions = append(out.Definitions, printed)
		out.Losses = append(out.Losses, d.losses.List()...)
	}
	return out
}

// A document is a definition that is being written.
type document struct {
	// own reports that the program came from this dialect, and is written as it was.
	own     bool
	out     *dialects.Raised
	options dialects.Raising
	flow    *workflow.Workflow
	losses  *dialects.Losses
	level   Level
	taken   *dialects.Names            // of states
	names   map[*workflow.Node]string  // of the states that nodes become
	tasks   map[dialects.Renaming]bool // those that were noted
	// functions are the names of the functions that tasks without an address become.
	functions map[string]string
	// queries reports that the machine is written in JSONata, and pathless that something of it needs that. An attempt ends there.
	queries, pathless, trying bool
	// reached are the nodes that a path leads to from the start of their region.
	reached workflow.Reach
	// changes are the scopes each of whose parts results in what it changes alone, and not in a document with that.
	changes map[*workflow.Body]bool
	// deep are the scopes the changes of whose parts are merged member by member, where they may be in parts of one object.
	deep map[*workflow.Body]bool
}

func (d *document) write() *source.Node {
	w := d.flow
	if !d.own {
		d.disconnectShadowed()
		d.findReached()
		d.findChanges()
	}
	d.nameStates()
	root := d.inEither()
	d.addComment(root, titleOf(w.Title, w.ID), w.Doc)
	if d.queries {
		dialects.Put(root, "QueryLanguage", "JSONata")
	}
	if w.Timeout != nil {
		d.length(root, "TimeoutSeconds", &w.Timeout.Length, nil)
	}
	return root
}

// gaps are the characters in which names of several notations differ.
var gaps = strings.NewReplacer(" ", "", "-", "", "_", "", ".", "")

// titleOf is a title that differs from the name.
func titleOf(title, name string) string {
	if strings.EqualFold(gaps.Replace(title), gaps.Replace(name)) {
		return ""
	}
	return title
}

// addComment adds the title and the description of a machine or a state. That of this dialect is among the extras.
func (d *document) addComment(n *source.Node, title, doc string) {
	switch {
	case d.own:
		return
	case doc == title:
		doc = ""
	case doc != "":
		title = strings.TrimSuffix(title, ".")
	}
	dialects.Put(n, "Comment", dialects.TextOf(dialects.JoinTexts(title, doc, ". ")))
}

// lose notes a loss at an element.
func (d *document) lose(rule *dialects.LossRule, at source.Span, e *workflow.Element, instead, format string, args ...any) {
	e = e.Original()
	if at == (source.Span{}) && e != nil {
		at = e.NameSpan
	}
	d.losses.Add(rule, at, e, instead, format, args...)
}

// refuse refuses the conversion because of a node.
func (d *document) refuse(n *workflow.Node, format string, args ...any) {
	d.out.Refuse(d.flow, n.Span, format, args...)
}

// nameStates gives each node that becomes a state its name. The names of elements that the source has come first, so that those
// that rewrites added make way for them.
func (d *document) nameStates() {
	for _, added := range []bool{false, true} {
		for _, n := range d.flow.Nodes {
			if _, named := d.names[n]; named || isImplied(n) || added != (n.Element.Primary != n) {
				continue
			}
			if d.names[n] = n.Element.Name; !d.own {
				d.names[n] = d.taken.Free(n.Element.Name)
			}
			if n.Element.Primary == n && d.names[n] != n.Element.Name {
				d.out.Names = append(d.out.Names, dialects.Renaming{From: n.Element.Name, To: d.names[n]})
			}
		}
	}
}

// maxName is how long the name of a state may be at any level (asl 2016: "States").
const maxName = 80

// isImplied reports whether a node is an end that no state is written for: what leads to it has "End": true.
func isImplied(n *workflow.Node) bool { return n.Kind == workflow.End && n.Role == workflow.Ending }

// machine writes a region as a machine, with the state for its ends that nothing else can mark.
func (d *document) machine(r *workflow.Region, extras workflow.Extras) *source.Node {
	m := &machineWriter{document: d, states: dialects.NewObjectFor(len(r.Nodes))}
	root := dialects.NewObject()
	for _, n := range r.Nodes {
		switch {
		case d.trying && d.pathless:
			return root
		case n.Terminates && r.Scope != nil:
			d.refuse(n, "an end in a branch of %q ends the run and abandons the other branches, which asl cannot do", r.Scope.Name())
		case !d.own && !d.reached[n.ID]:
			d.out.Note("%q is left out, as nothing leads to it", n.Name())
		case !isImplied(n):
			m.writeState(n)
		}
	}
	dialects.Put(root, "StartAt", m.reference(r.Start))
	if m.done != "" {
		dialects.Put(m.states, m.done, dialects.NewObject("Type", Succeed.String()))
	}
	if !d.own && !ends(m.states) {
		d.out.Refuse(d.flow, r.Span, "the workflow has no end: asl needs a state that ends it")
	}
	dialects.Put(root, "States", m.states)
	d.addExtras(root, extras)
	return root
}

// A machineWriter writes the states of a machine.
type machineWriter struct {
	*document
	states *source.Node
	// done is the state at which paths end that cannot have "End": true; empty as long as there are none.
	done string
}

// doneName is what the state is called at which choices and error handlers end a run, where the source has no element for that.
const doneName = "Done"

// reference is the name of the state that a node became. That of an end that no state is written for is the state Done.
func (m *machineWriter) reference(n *workflow.Node) *source.Node {
	if !isImplied(n) {
		return dialects.NewText(m.names[n])
	}
	if m.done == "" {
		m.done = m.taken.Free(doneName)
	}
	return dialects.NewText(m.done)
}

// lead writes what a state leads to when it is done.
func (m *machineWriter) lead(s *source.Node, n *workflow.Node) {
	if e := n.Onward(); e != nil && !isImplied(e.To) {
		dialects.Put(s, "Next", m.reference(e.To))
		return
	}
	if len(n.Out) == 0 {
		m.lose(&dialects.LossDeadEnd, n.Span, n.Element, "an end", "%q is a dead end: in the source a run stops there for good", n.Name())
	}
	dialects.Put(s, "End", true)
}
