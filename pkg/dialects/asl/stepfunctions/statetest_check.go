package stepfunctions

import (
	"errors"
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// check refuses what the API refuses: a mock of a state that calls nothing, and a state that calls or runs something without one.
func (t *StateTest) check(n *workflow.Node) error {
	calls := n.Kind == workflow.Task || n.Kind == workflow.Scope
	switch {
	case t.Mock != nil && !calls:
		return fmt.Errorf("%q is a %s state: only Task, Parallel and Map states can have a mock", t.State, n.Element.Kind)
	case t.Mock == nil && t.Options.Settings.Context != nil:
		return fmt.Errorf("the context needs a mock: without one, the service creates the context itself")
	case t.Mock == nil && calls:
		return fmt.Errorf("%q is a %s state: it needs a mock, as nothing is called", t.State, n.Element.Kind)
	}
	if err := t.checkContext(); err != nil {
		return err
	}
	if err := t.checkCause(n); err != nil {
		return err
	}
	if t.Mock == nil || t.Mock.Fail != nil {
		return nil
	}
	if n.Kind != workflow.Scope {
		return t.checkResult(n)
	}
	list, ok := t.Mock.Return.([]any)
	switch {
	case n.Body.Items != nil && n.Body.Items.Writer != nil:
		if _, object := t.Mock.Return.(*value.Object); !object {
			return fmt.Errorf("the result of %q must be an object: its ResultWriter answers with one", t.State)
		}
	case !ok:
		return fmt.Errorf("the result of %q must be an array", t.State)
	case !n.Body.Each && len(list) != len(n.Body.Regions):
		return fmt.Errorf("the result of %q must have %d items, one for each branch", t.State, len(n.Body.Regions))
	}
	return nil
}

// checkResult refuses a result that is not like the response of the service that the state calls.
func (t *StateTest) checkResult(n *workflow.Node) error {
	mode := t.Validation
	if mode == "" {
		mode = Strict
	}
	response := responseOf(n.Call.Task)
	if response == nil || mode == None {
		return nil
	}
	if m := response.mismatch("the result", t.Mock.Return, mode); m != "" {
		return fmt.Errorf("the result of the mock does not have the shape of the response of %s: %s; correct it, or set fieldValidationMode to NONE", n.Call.Task, m)
	}
	return nil
}

// Unknown returns the resource of the state if the result of its mock should be compared with a response that is not known; empty if
// it is known, or need not be.
func (t *StateTest) Unknown(p *workflow.Program) string {
	n, err := t.find(p.Start())
	if err != nil || n.Kind != workflow.Task || n.Call == nil || t.Mock.Fail != nil || t.Validation == None || responseOf(n.Call.Task) != nil {
		return ""
	}
	return n.Call.Task
}

// checkContext refuses members that the context of a test cannot have (asl today: "TestState").
func (t *StateTest) checkContext() error {
	c, ok := t.Options.Settings.Context.(*value.Object)
	if !ok {
		if t.Options.Settings.Context != nil {
			return errors.New("the context must be a JSON object")
		}
		return nil
	}
	known := []string{"Execution", "State", "StateMachine", "Task"}
	for name := range c.All() {
		switch {
		case name == "Map":
			return errors.New("the context of a test cannot have Map: there is no iteration")
		case !slices.Contains(known, name):
			help := nearest.Help(name, known)
			if help == "" {
				help = "it has Execution, State, StateMachine and Task"
			}
			return fmt.Errorf("unknown member %q of the context; %s", name, help)
		}
	}
	return nil
}

// checkCause refuses a cause that is not a state inside of the tested one, or of a mock that does not fail.
func (t *StateTest) checkCause(n *workflow.Node) error {
	if t.CausedBy == "" {
		return nil
	}
	if n.Kind != workflow.Scope || t.Mock == nil || t.Mock.Fail == nil {
		return errors.New("only the errorOutput of a Parallel or Map state is caused by a state in it")
	}
	var names []string
	var look func(*workflow.Node)
	look = func(n *workflow.Node) {
		if n.Body == nil {
			return
		}
		for _, r := range n.Body.Regions {
			for _, x := range r.Nodes {
				if x.Role == workflow.Primary {
					names = append(names, x.Name())
				}
				look(x)
			}
		}
	}
	look(n)
	if !slices.Contains(names, t.CausedBy) {
		return fmt.Errorf("there is no state %q in %q; %s", t.CausedBy, t.State, nearest.Help(t.CausedBy, names))
	}
	return nil
}
