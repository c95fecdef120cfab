package asl

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
)

var pollingWithoutWait = rule{Rule: diag.Rule{
	ID:       "asl/polling-without-wait",
	Severity: diag.Info,
	Summary:  "a loop polls without a Wait state",
	Why: "The loop calls its task again at once, as fast as it answers. That costs state transitions, of which an execution has a " +
		"limited number, and may exceed the rate limit of the service. Put a Wait state into the loop, or use the pattern \".sync\".",
	Source: "the language as AWS runs it today: Wait",
	Levels: "only at level current",
}, Checks: today(machines(checkPolling))}

// checkPolling looks for loops that a Choice closes, with a task that answers at once and nothing that takes time or counts.
func checkPolling(c *checker, m *Machine) {
	if !slices.ContainsFunc(m.States, func(s *State) bool { return s.Type == Task && s.Resource != nil && asks(s.Resource.Value) }) {
		return
	}
	for _, loop := range loops(m) {
		var task *State
		choice, other := false, false
		for _, s := range loop {
			switch s.Type {
			case Choice:
				choice = true
				other = other || s.Assign != nil || slices.ContainsFunc(s.Choices, func(x *Rule) bool { return x.Assign != nil })
			case Task:
				other = other || task != nil || s.Resource == nil || patternOf(s.Resource.Value) != "" || hasToken(s.Resource.Value) || s.Assign != nil
				task = s
			case Pass:
				other = other || s.Assign != nil || s.Parameters != nil || s.Output != nil
			default:
				other = true
			}
		}
		if task != nil && choice && !other && asks(task.Resource.Value) {
			c.Report(task.NameSpan, "state %s is in a loop without a Wait state", quote(task.Name)).
				Help = "add a Wait state to the loop"
		}
	}
}

// asks reports whether a task is named as one that looks something up.
func asks(resource string) bool {
	action := strings.ToLower(resource[strings.LastIndexByte(resource, ':')+1:])
	for _, verb := range []string{"get", "describe", "check", "poll", "status", "query", "batchget"} {
		if strings.HasPrefix(action, verb) || strings.Contains(action, "-"+verb) || strings.Contains(action, "_"+verb) {
			return true
		}
	}
	return false
}

// loops are the strongly connected components of a machine that have several states, without the edges of catchers (after
// Tarjan, with a stack of its own so that a chain of 100,000 states does not exhaust that of the program).
func loops(m *Machine) [][]*State {
	type visit struct {
		state *State
		to    []*State
	}
	number, low, open := map[*State]int{}, map[*State]int{}, map[*State]bool{}
	var stack []*State
	var out [][]*State
	for _, root := range m.States {
		if number[root] > 0 {
			continue
		}
		calls := []visit{}
		enter := func(s *State) {
			number[s] = len(number) + 1
			low[s] = number[s]
			stack = append(stack, s)
			open[s] = true
			calls = append(calls, visit{s, s.successors()})
		}
		enter(root)
		for len(calls) > 0 {
			top := &calls[len(calls)-1]
			if len(top.to) > 0 {
				next := top.to[0]
				top.to = top.to[1:]
				if number[next] == 0 {
					enter(next)
				} else if open[next] {
					low[top.state] = min(low[top.state], number[next])
				}
				continue
			}
			s := top.state
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				above := calls[len(calls)-1].state
				low[above] = min(low[above], low[s])
			}
			if low[s] == number[s] {
				at := len(stack) - 1
				for stack[at] != s {
					at--
				}
				if loop := slices.Clone(stack[at:]); len(loop) > 1 {
					out = append(out, loop)
				}
				for _, x := range stack[at:] {
					open[x] = false
				}
				stack = stack[:at]
			}
		}
	}
	return out
}

// successors are the states that a state leads to when it does not fail.
func (s *State) successors() []*State {
	var out []*State
	add := func(t *Transition) {
		if t != nil && t.Target != nil {
			out = append(out, t.Target)
		}
	}
	add(s.Next)
	for _, x := range s.Choices {
		add(x.Next)
	}
	add(s.Default)
	return out
}
