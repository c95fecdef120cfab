package arrow

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// answersWithInput makes the worker of a task answer its input with the answer merged in, wherever the task is called. It reports false for
// one that has to put its answer elsewhere, or whose answer replaces the document somewhere.
func (x *writer) answersWithInput(p *part) bool {
	task := p.node.Call.Task
	answers, known := x.mergers[task]
	if !known {
		answers = x.agreeOnInput(task)
		x.mergers[task] = answers
	}
	if answers {
		p.adds = false
	}
	return answers
}

// agreeOnInput adds the contracts by which the worker of a task answers its input with the answer merged in. It reports false, and adds
// none, where that is not possible.
func (x *writer) agreeOnInput(task string) bool {
	if x.names.added[task] || slices.Contains(x.out.Substitutes, task) {
		return false
	}
	callers := x.callers(task)
	for _, n := range callers {
		e := originOf(n.Element)
		if !merges(n.Data.Combine) || besideOthers(n) || x.under[callPlace{e, task}] {
			return false
		}
	}
	for _, n := range callers {
		x.out.Contracts = append(x.out.Contracts, dialects.Contract{Rule: &dialects.LossMergeIntoReplace, Element: originOf(n.Element), Task: task, WithInput: true})
	}
	return true
}

// A callPlace is an element of the source that calls a task.
type callPlace struct {
	element *workflow.Element
	task    string
}

// membersByContract are the places whose answers contracts put into a member of the document.
func membersByContract(all []dialects.Contract) map[callPlace]bool {
	out := map[callPlace]bool{}
	for i := range all {
		if k := &all[i]; k.Under != "" {
			out[callPlace{k.Element, k.Task}] = true
		}
	}
	return out
}

// besideOthers reports whether a node lies in one of several branches that change one document: what one answers must not have the
// document as it was before the others.
func besideOthers(n *workflow.Node) bool {
	for s := n.Region.Scope; s != nil; s = s.Region.Scope {
		if s.Body.Gather == workflow.GatherChanges && len(s.Body.Regions) > 1 {
			return true
		}
	}
	return false
}

// callers are the nodes that call a task.
func (x *writer) callers(task string) []*workflow.Node {
	if x.calls == nil {
		x.calls = map[string][]*workflow.Node{}
		for _, n := range x.w.Nodes {
			if n.Kind == workflow.Task {
				x.calls[n.Call.Task] = append(x.calls[n.Call.Task], n)
			}
		}
	}
	return x.calls[task]
}

// standsInWithInput makes a task that answers data answer its input with the data merged in. It reports false for other tasks.
func (x *writer) standsInWithInput(p *part) bool {
	for i := range x.out.StandIns {
		s := &x.out.StandIns[i]
		if by, ok := s.By.(*answering); ok && s.Task == p.step.Name {
			by.merges, p.adds = true, false
			s.What = "answers its input with " + strings.TrimPrefix(s.What, "answers ") + " merged in"
			return true
		}
	}
	return false
}
