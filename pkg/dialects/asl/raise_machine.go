package asl

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A machine is a machine of the definition that is being written: the whole of it, or a branch.
type machine struct {
	raising      *raising
	root, states *source.Node
	// done is the name of the state in which what has no "End" of its own ends; empty as long as nothing needs it.
	done string
}

func (r *raising) newMachine() *machine {
	m := &machine{raising: r, root: dialects.NewObject(), states: dialects.NewObject()}
	dialects.Put(m.root, "States", m.states)
	return m
}

// addState adds a state.
func (m *machine) addState(name string, t StateType) *source.Node {
	s := dialects.NewObject()
	dialects.Put(s, "Type", dialects.NewText(t.String()))
	dialects.Put(m.states, name, s)
	return s
}

func (m *machine) startAt(name string) { dialects.Put(m.root, "StartAt", dialects.NewText(name)) }

// close adds what the states refer to and is not there yet, and leaves out those that nothing leads to any more.
func (m *machine) close() {
	if m.done != "" {
		m.addState(m.done, Succeed)
	}
	start := m.root.Get("StartAt")
	if start == nil {
		return
	}
	byName := make(map[string]*source.Node, len(m.states.Members))
	for _, s := range m.states.Members {
		byName[s.Key] = s.Value
	}
	seen := map[string]bool{start.Text: true}
	todo := []string{start.Text}
	for len(todo) > 0 {
		s := byName[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		for _, name := range targets(s) {
			if !seen[name] {
				seen[name] = true
				todo = append(todo, name)
			}
		}
	}
	m.states.Members = slices.DeleteFunc(m.states.Members, func(s source.Member) bool { return !seen[s.Key] })
}

// ends reports whether a state of the machine ends it.
func (m *machine) ends() bool {
	return slices.ContainsFunc(m.states.Members, func(s source.Member) bool {
		t := s.Value.Get("Type").Text
		return s.Value.Member("End") != nil || t == Succeed.String() || t == Fail.String()
	})
}

// targets are the names of the states that one leads to.
func targets(s *source.Node) []string {
	var out []string
	for _, key := range []string{"Next", "Default"} {
		if to := s.Get(key); to != nil {
			out = append(out, to.Text)
		}
	}
	for _, key := range []string{"Choices", "Catch"} {
		if all := s.Get(key); all != nil {
			for _, x := range all.Items {
				out = append(out, x.Get("Next").Text)
			}
		}
	}
	return out
}

// writeComment writes the title and the description of an element.
func (m *machine) writeComment(title, doc string) { comment(m.root, title, doc) }

func comment(n *source.Node, title, doc string) {
	switch {
	case title == "":
		title = doc
	case doc != "" && doc != title:
		title = strings.TrimSuffix(title, ".") + ". " + doc
	}
	if title != "" {
		dialects.Put(n, "Comment", dialects.NewText(title))
	}
}

// A way is where a state leads: to a state of a name, to one whose name is not known yet, or, where it is the zero value, to the
// end of the machine.
type way struct {
	name string
	link *link
}

// A link is the name of a state that is known later.
type link struct {
	refers []*source.Node
}

func (l *link) set(name string) {
	for _, n := range l.refers {
		n.Text = name
	}
}

// lead sets where a state leads.
func (m *machine) lead(s *source.Node, to way) {
	if to == (way{}) {
		dialects.Put(s, "End", &source.Node{Kind: source.Bool, Text: "true"})
		return
	}
	dialects.Put(s, "Next", m.reference(to))
}

// reference is the name of the state that a way leads to. Where that is the end, it is a state that succeeds.
func (m *machine) reference(to way) *source.Node {
	switch {
	case to.link != nil:
		n := dialects.NewText("")
		to.link.refers = append(to.link.refers, n)
		return n
	case to.name == "" && m.done == "":
		m.done = m.raising.reserveName("Done")
		fallthrough
	case to.name == "":
		return dialects.NewText(m.done)
	}
	return dialects.NewText(to.name)
}

// addPass adds a state that does nothing but lead on.
func (m *machine) addPass(name string, to way) *source.Node {
	s := m.addState(name, Pass)
	m.lead(s, to)
	return s
}

// addFail adds a state that raises an error.
func (m *machine) addFail(name, problem, cause string) *source.Node {
	s := m.addState(name, Fail)
	dialects.Put(s, "Error", dialects.NewText(problem))
	dialects.Put(s, "Cause", dialects.NewText(cause))
	return s
}

// writeRegion adds the states of a region, and returns the name of the first. finish is where its ends lead.
func (m *machine) writeRegion(r *workflow.Region, finish way) string {
	switch {
	case r.Start == nil:
		m.raising.refuse(r.Span, "a part of the workflow has no start")
		return m.raising.reserveName("")
	case r.Start.Split == workflow.SplitAll:
		return m.writeNested(r, finish)
	default:
		return m.writeFlow(r, finish)
	}
}

// writeBranch writes a region as a machine of its own.
func (r *raising) writeBranch(x *workflow.Region) *source.Node {
	m := r.newMachine()
	m.startAt(m.writeRegion(x, way{}))
	m.close()
	return m.root
}

func nothing() *source.Node { return &source.Node{Kind: source.Null} }

func list(items ...*source.Node) *source.Node { return &source.Node{Kind: source.Array, Items: items} }
