package stepfunctions

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// UnusedMock is the id of the findings about entries of a mock file that a run did not use.
const UnusedMock = "mocks/unused"

// FullName is the name of the case with that of its machine: "Checkout#HappyPath".
func (c *MockCase) FullName() string {
	if c.Machine == "" {
		return c.Name
	}
	return c.Machine + "#" + c.Name
}

// Case returns the case of a name, which may have the name of its machine in front: "Checkout#HappyPath". Without a name it
// returns the only case. The error lists what there is to choose from.
func (m *Mocks) Case(name string) (*MockCase, error) {
	var found []*MockCase
	var names []string
	for _, c := range m.Cases {
		names = append(names, c.FullName())
		if name == "" || c.Name == name || c.FullName() == name {
			found = append(found, c)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(m.Cases) == 0:
		return nil, fmt.Errorf("%s has no test case", m.File.Name)
	case name == "":
		return nil, fmt.Errorf("%s has %d test cases; choose one with --case: %s", m.File.Name, len(m.Cases), few(names))
	case len(found) > 1:
		names = nil
		for _, c := range found {
			names = append(names, c.FullName())
		}
		return nil, fmt.Errorf("%s has several test cases %q: %s", m.File.Name, name, few(names))
	}
	short := slices.Clone(names)
	for _, c := range m.Cases {
		short = append(short, c.Name)
	}
	if help := nearest.Help(name, short); help != "" {
		return nil, fmt.Errorf("%s has no test case %q; %s", m.File.Name, name, help)
	}
	return nil, fmt.Errorf("%s has no test case %q; it has %s", m.File.Name, name, few(names))
}

// few lists the first of many names.
func few(names []string) string {
	const most = 5
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// Stubs returns the answers of a case. An invocation for which a response has no entry fails the execution, as in Step
// Functions Local, with an error that no retrier or catcher matches.
func (c *MockCase) Stubs() []run.Stub {
	var out []run.Stub
	for _, s := range c.States {
		out = append(out, run.Stub{Name: s.Name, Replies: s.Response.replies()})
	}
	return out
}

// replies are the answers of a response, entry by entry.
func (r *MockResponse) replies() []run.Reply {
	var out []run.Reply
	next := 0
	for _, e := range r.Entries {
		if r.Always {
			return []run.Reply{e.Reply}
		}
		reply := e.Reply
		reply.Times = e.Last - e.First + 1
		out = append(out, reply)
		next = e.Last + 1
	}
	cause := fmt.Sprintf("the response %q has no entry for invocation %d", r.Name, next)
	return append(out, run.Reply{Fail: &machine.Error{Name: "States.Runtime", Cause: cause}})
}

// Check compares the states that a case names with those of a program.
func (c *MockCase) Check(p *workflow.Program) []diag.Diagnostic {
	called, others := map[string]bool{}, map[string]string{}
	var names []string
	for _, w := range p.Workflows {
		for _, n := range w.Nodes {
			switch {
			case n.Role != workflow.Primary:
			case n.Call != nil:
				called[n.Name()] = true
				names = append(names, n.Name())
			default:
				others[n.Name()] = n.Element.Kind
			}
		}
	}
	var out []diag.Diagnostic
	for _, s := range c.States {
		if called[s.Name] || s.Name == "*" {
			continue
		}
		d := diag.Diagnostic{Rule: InvalidMocks, Severity: diag.Error, File: c.File, Span: s.Span,
			Message: fmt.Sprintf("the definition has no state %q", s.Name), Help: nearest.Help(s.Name, names)}
		if kind := others[s.Name]; kind != "" {
			d.Message, d.Help = fmt.Sprintf("the state %q has the type %s and calls nothing", s.Name, kind), "only Task states are mocked"
		}
		out = append(out, d)
	}
	return out
}

// Unused reports the entries of a case that no call of a run used.
func (c *MockCase) Unused(r *run.Result) []diag.Diagnostic {
	var use MockUse
	use.Add(c, r)
	return use.Unused()
}

// OfMachine returns the cases of a state machine; without a name, of the only one that the file has.
func (m *Mocks) OfMachine(name string) ([]*MockCase, error) {
	var machines []string
	for _, c := range m.Cases {
		if !slices.Contains(machines, c.Machine) {
			machines = append(machines, c.Machine)
		}
	}
	switch {
	case len(machines) == 0:
		return nil, fmt.Errorf("%s has no test case", m.File.Name)
	case name == "" && len(machines) > 1:
		return nil, fmt.Errorf("%s has several state machines; choose one with --machine: %s", m.File.Name, few(machines))
	case name == "":
		name = machines[0]
	case !slices.Contains(machines, name):
		text := fmt.Sprintf("%s has no state machine %q", m.File.Name, name)
		if help := nearest.Help(name, machines); help != "" {
			text += "; " + help
		}
		return nil, errors.New(text)
	}
	var out []*MockCase
	for _, c := range m.Cases {
		if c.Machine == name {
			out = append(out, c)
		}
	}
	return out, nil
}
