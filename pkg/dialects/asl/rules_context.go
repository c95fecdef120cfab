package asl

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/jsonata"
	"github.com/flowglot/flowglot/pkg/source"
)

var contextMember = rule{Rule: diag.Rule{
	ID:       "asl/context-member",
	Severity: diag.Warning,
	Fixable:  true,
	Summary:  "the Context object does not have a member here",
	Why: "A path that selects nothing fails the execution. The members are fixed, and the item of a Map state is there only in " +
		"its \"ItemSelector\": hand it to the states inside of the Map from there.",
	Source: "the language as AWS runs it today: Context object",
	Levels: "only at level current",
}, Checks: uses(checkContext)}

// contextMembers are the members of the Context object by the path to them; nil where there is nothing fixed below.
var contextMembers = map[string][]string{
	"":             {"Execution", "Map", "State", "StateMachine", "Task"},
	"Execution":    {"Id", "Input", "Name", "RedriveCount", "RedriveTime", "RoleArn", "StartTime"},
	"StateMachine": {"Id", "Name"},
	"State":        {"EnteredTime", "Name", "RetryCount"},
	"Task":         {"Token"},
	"Map":          {"Item"},
	"Map.Item":     {"Index", "Key", "Source", "Value"},
}

// A contextPath is a path into the Context object: its names, with the place of each.
type contextPath struct {
	names []string
	spans []source.Span
	whole source.Span
}

// contextPaths are the paths into the Context object of a use, in either query language.
func (c *checker) contextPaths(u *use) []contextPath {
	var out []contextPath
	for p := range u.paths {
		if p.Root != expr.RootContext {
			continue
		}
		x := contextPath{whole: p.Span}
		for _, s := range p.Steps {
			if s.Kind != expr.StepChild {
				break
			}
			x.names, x.spans = append(x.names, s.Name), append(x.spans, s.Span)
		}
		out = append(out, x)
	}
	if u.computed == nil || u.computed.Query == nil {
		return out
	}
	for _, p := range c.facts(u.computed).states {
		names := namesOf(p.Steps[1:])
		if len(names) == 0 || names[0].Value != "context" {
			continue
		}
		x := contextPath{whole: u.computed.place(p)}
		for _, n := range names[1:] {
			x.names, x.spans = append(x.names, n.Value), append(x.spans, u.computed.place(n))
		}
		out = append(out, x)
	}
	return out
}

// namesOf are the plain names that steps begin with. A name with a predicate ends them.
func namesOf(steps []jsonata.Node) []*jsonata.Name {
	var names []*jsonata.Name
	for _, s := range steps {
		n, ok := s.(*jsonata.Name)
		if !ok {
			break
		}
		names = append(names, n)
	}
	return names
}

// place returns where in the file a node of a JSONata expression is.
func (c *Computed) place(n jsonata.Node) source.Span {
	at := n.Span()
	return c.Text.At(queryMark+at.Start, queryMark+at.End)
}

func checkContext(c *checker, u *use) {
	for _, p := range c.contextPaths(u) {
		at := ""
		for i, name := range p.names {
			members := contextMembers[at]
			if members == nil {
				break
			}
			if !slices.Contains(members, name) {
				d := c.Report(p.spans[i], "the Context object has no member %s, which %s of state %s reads", quote(strings.Join(p.names[:i+1], ".")), u.what(), quote(u.state.Name))
				if !c.Correct(d, name, members) {
					d.Help = "its members there are " + strings.Join(members, ", ")
				}
				break
			}
			at = strings.TrimPrefix(at+"."+name, ".")
		}
		if len(p.names) > 0 && p.names[0] == "Task" && u.state.Type != Task {
			c.Report(p.whole, "%s of state %s reads a token, which only a Task state has", u.what(), quote(u.state.Name)).
				Help = `read it in the Task state whose resource ends with ".waitForTaskToken"`
		}
		if len(p.names) > 0 && p.names[0] == "Map" && !seesItem(u) {
			c.Report(p.whole, "%s of state %s reads the item of a Map state, which is there only in \"ItemSelector\"", u.what(), quote(u.state.Name)).
				Help = `pass it on in "ItemSelector" of the Map state`
		}
	}
}

// seesItem reports whether a use sees the item of a Map state.
func seesItem(u *use) bool { return u.field == "ItemSelector" && u.state.Type == Map }
