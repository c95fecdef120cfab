package sw

import (
	"cmp"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Write implements [dialects.Target]. The nets are given the shape of those that definitions of this dialect are lowered to, and are
// then raised as those are. What a branch does besides calling functions is a definition of its own.
func (Dialect) Write(p *workflow.Program, o dialects.Raising) *dialects.Raised {
	w := &writing{options: o, out: &dialects.Raised{}, ids: dialects.NewNames("-", 0), unmatched: unmatchedParts(p)}
	w.functions = dialects.NewTaskNames(w.out, o.Resource, " ")
	for _, flow := range p.Workflows {
		w.ids.Free(flow.ID)
	}
	for _, flow := range p.Workflows {
		w.refuseTimers(flow)
		w.define(flow, flow)
	}
	if w.out.Reason != "" {
		w.out.Definitions = nil
	}
	return w.out
}

// refuseTimers refuses a node that waits for events with several time limits, or with one while nothing that it waits for leads on: an
// event state has one limit, and leads somewhere.
func (w *writing) refuseTimers(flow *workflow.Workflow) {
	for _, n := range flow.Nodes {
		if n.Kind != workflow.Await {
			continue
		}
		timers := 0
		for i := range n.Timers {
			if n.Timers[i].Edge != nil {
				timers++
			}
		}
		if timers > 1 || timers == 1 && len(n.Awaits.For) > 0 && len(leading(n)) == 0 {
			w.out.Refuse(flow, n.Span, "%q waits with %d time limits, but a state that waits for events can have one only", n.Name(), timers)
		}
	}
}

// newNames are no names yet of states, branches or definitions.
func newNames(room int) *dialects.Names {
	n := dialects.NewNames(" ", room)
	n.Unnamed = "unnamed"
	return n
}

// A writing is a program that is being written.
type writing struct {
	options   dialects.Raising
	out       *dialects.Raised
	ids       *dialects.Names // of definitions
	functions *dialects.TaskNames
	// unmatched are the nodes whose handlers must not take the failure of a choice in them.
	unmatched map[*workflow.Node]bool
}

// define writes a workflow, and the definitions of its branches after it. of is the workflow of the program that it is a part of.
func (w *writing) define(flow, of *workflow.Workflow) {
	s := &shaping{writing: w, flow: flow, of: of, events: workflow.NewEventIndex(flow), names: newNames(len(flow.Elements)), called: map[string]bool{}}
	s.losses = dialects.NewLosses(of.File)
	flow.Extras = nil
	if flow.Title == "" {
		flow.Title = cmp.Or(flow.ID, "workflow")
	}
	s.region(flow.Root)
	if w.out.Reason != "" {
		return
	}
	s.declare()
	w.out.Losses = append(w.out.Losses, s.losses.List()...)
	tree := canonical(raiseWorkflow(flow))
	w.out.Definitions = append(w.out.Definitions, dialects.PrintTree(flow.ID, tree, w.options.Format))
	for _, branch := range s.branches {
		w.define(branch, of)
	}
}

// A shaping gives the net of one definition the shape of this dialect.
type shaping struct {
	*writing
	flow, of *workflow.Workflow
	losses   *dialects.Losses
	events   *workflow.EventIndex // of flow
	names    *dialects.Names      // of states
	// called are the functions that the definition calls, in the order of defined.
	called   map[string]bool
	defined  []*source.Node
	branches []*workflow.Workflow
	// further are the actions after the first of those states that have several.
	further map[*workflow.Node][]*workflow.Node
	// reactions are the actions of those event states that have some, by the index of the event that they follow.
	reactions map[*workflow.Node][][]*workflow.Node
	// ended is the state that does nothing but end, which transitions lead to that may only lead to states; nil until it is needed.
	ended *workflow.Node
}

// lose notes a loss.
func (s *shaping) lose(rule *dialects.LossRule, n *workflow.Node, instead, format string, args ...any) {
	e := n.Element.Original()
	s.losses.Add(rule, e.NameSpan, e, instead, format, args...)
}

// function is the name of the function that a task is, which the definition then has.
func (s *shaping) function(call *workflow.Call) string {
	name := s.functions.Of(call.Task)
	if !s.called[name] {
		s.called[name] = true
		resource := cmp.Or(s.options.Resources[name], s.options.Resources[call.Task], call.Resource, call.Task)
		s.defined = append(s.defined, dialects.NewObject("name", dialects.NewText(name), "resource", dialects.NewText(unbraced(resource))))
	}
	return name
}

// unbraced is a text in which no braces are read as those of an expression.
func unbraced(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "{", "%7B"), "}", "%7D")
}

// list is an array of some items.
func list(items ...*source.Node) *source.Node { return &source.Node{Kind: source.Array, Items: items} }

// declare adds the functions to a definition, and the source of events that have none.
func (s *shaping) declare() {
	if len(s.defined) > 0 {
		s.flow.Extras = append(s.flow.Extras, workflow.Extra{Key: "functions", Value: list(s.defined...)})
	}
	for i, e := range s.flow.Events {
		plain := *e
		plain.Extras = nil
		if plain.Source == "" && !plain.Produced {
			plain.Source = s.of.ID
		}
		s.flow.Events[i] = &plain
	}
}

// title gives a state the texts for people that its element has.
func (s *shaping) title(e *workflow.Element) {
	e.Extras = nil
	title := e.Title
	if title == e.Name {
		title = ""
	}
	if title != "" || e.Doc != "" {
		e.Extras = workflow.Extras{{Key: "metadata", Value: dialects.NewObject("title", dialects.TextOf(title), "description", dialects.TextOf(e.Doc))}}
	}
}

// rename gives an element a name that no other state of the definition has, and notes it if that is another one.
func (s *shaping) rename(e *workflow.Element) {
	wanted := e.Name
	e.Name = s.names.Free(wanted)
	if e.Name != wanted && e.Original().Name == wanted {
		s.out.Names = append(s.out.Names, dialects.Renaming{From: wanted, To: e.Name})
	}
}

// partIs notes that what an element of the source does is part of a state, which others are part of too.
func (s *shaping) partIs(e *workflow.Element, state *workflow.Element) {
	for _, e := range []*workflow.Element{state, e} {
		from := e.Original()
		if r := (dialects.Renaming{From: from.Name, To: state.Name}); (from.Name == e.Name || from.Given == e.Name) && !slices.Contains(s.out.Parts, r) {
			s.out.Parts = append(s.out.Parts, r)
		}
	}
}
