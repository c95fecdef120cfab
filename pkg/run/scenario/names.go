package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A nameKind is what a name in a scenario refers to.
type nameKind uint8

const (
	nodeName       nameKind = iota // an element
	taskName                       // what is called
	answeredName                   // an element, a task, a resource, or a pattern of them
	tokenName                      // an element or a task
	transitionName                 // a transition of an entity
)

// A mention is a name in a scenario that the definitions must have.
type mention struct {
	kind nameKind
	name string
	at   source.Span
}

// mention keeps a name for [Scenario.Check].
func (r *reader) mention(kind nameKind, name string, at source.Span) {
	r.names = append(r.names, mention{kind, name, at})
}

// mentions keeps the names of a list.
func (r *reader) mentions(m *source.Member) []string {
	if m.Value.Kind == source.Array {
		for _, n := range m.Value.Items {
			if n.Kind == source.String || n.Kind == source.Number {
				r.mention(nodeName, n.Text, n.Span)
			}
		}
	}
	return r.texts(m)
}

// Check reports the names in a scenario that no definition of the program has, with their places in the file of the
// scenario. Such a scenario tests nothing, or not what its author meant: it is not to be run.
func (s *Scenario) Check(f *source.File, p *workflow.Program) []diag.Diagnostic {
	var out []diag.Diagnostic
	known := map[nameKind]knownNames{}
	for _, mentions := range s.names {
		for _, m := range mentions {
			names, ok := known[m.kind]
			if !ok {
				names = newKnownNames(m.kind.names(p))
				known[m.kind] = names
			}
			if message, help := names.missing(m); message != "" {
				out = append(out, unknownName(f, m, message, help))
			}
		}
	}
	return out
}

// knownNames are the names of a kind that a program has.
type knownNames struct {
	list []string // in the order of the program
	has  map[string]bool
}

func newKnownNames(list []string) knownNames {
	k := knownNames{list: list, has: make(map[string]bool, len(list))}
	for _, name := range list {
		k.has[name] = true
	}
	return k
}

// missing returns the message and the help about a name that the program does not have, or an empty message.
func (k knownNames) missing(m mention) (message, help string) {
	switch {
	case m.kind == answeredName && strings.Contains(m.name, "*"):
		if slices.ContainsFunc(k.list, func(name string) bool { return run.Matches(m.name, name) }) {
			return "", ""
		}
		return fmt.Sprintf("the pattern %q matches no %s", m.name, m.kind), ""
	case k.has[m.name]:
		return "", ""
	case m.kind == transitionName && len(nearest.Names(m.name, k.list, 1)) == 0:
		return "", "" // anybody may ask for a transition that does not exist; one with a similar name is a mistake
	}
	return fmt.Sprintf("no %s has the name %q", m.kind, m.name), k.help(m)
}

// help suggests a name in place of one that does not exist.
func (k knownNames) help(m mention) string {
	if m.kind == answeredName {
		return run.StubHelp(m.name, k.list)
	}
	return nearest.Help(m.name, k.list)
}

func unknownName(f *source.File, m mention, message, help string) diag.Diagnostic {
	return diag.Diagnostic{Rule: "scenario/unknown-name", Severity: diag.Error, File: f, Span: m.at, Message: message, Help: help}
}

// String is what has a name, in a message.
func (k nameKind) String() string {
	return [...]string{"state, step or node", "task", "node or task", "node or task", "transition"}[k]
}

// names are those of a kind that a program has, in its order.
func (k nameKind) names(p *workflow.Program) []string {
	switch k {
	case answeredName:
		return run.TaskNames(p)
	case transitionName:
		return transitions(p)
	}
	var out []string
	seen := map[string]bool{}
	add := func(name string) {
		if name != "" && !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	for _, w := range run.Workflows(p) {
		for _, e := range w.Elements {
			if k != taskName && e.Whole == nil {
				add(e.Name)
			}
		}
	}
	if k != nodeName {
		run.EachCall(p, func(_ *workflow.Node, c *workflow.Call) { add(c.Task) })
	}
	return out
}

// transitions are the names of the transitions of a program.
func transitions(p *workflow.Program) []string {
	var out []string
	for _, w := range run.Workflows(p) {
		for _, e := range w.Edges {
			if e.Name != "" && !slices.Contains(out, e.Name) {
				out = append(out, e.Name)
			}
		}
	}
	return out
}
