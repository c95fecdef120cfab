package sw

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// choice makes a choice a switch on data. Where no default is taken the run fails.
func (s *shaping) choice(n *workflow.Node) {
	n.Element.Kind = Switch.String()
	n.Data = workflow.Stages{Output: n.Data.Output}
	s.drops(n)
	otherwise := false
	for _, e := range n.Out {
		if e.Kind != workflow.Guarded {
			e.Kind, otherwise = workflow.Default, true
		}
	}
	if !slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Kind == workflow.Guarded }) {
		// A switch needs a condition: what does nothing but go on is a state that injects nothing.
		n.Kind, n.Element.Kind = workflow.Pass, Inject.String()
		for _, e := range n.Out {
			e.Kind = workflow.Next
		}
		return
	}
	if !otherwise {
		s.refuse(n, workflow.Default)
		s.out.Note("a switch of sw without a condition that holds fails by a transition that is not allowed: its error is called %s", errRefused)
	}
}

// The names of the choice and the failure that reading a restricted transition adds before the state that it leads to.
const (
	allowedSuffix = " allowed?"
	refusedSuffix = " refused"
)

// foldRequirements turns choices between a state and a failure into restricted transitions again, as their names tell.
func (s *shaping) foldRequirements(r *workflow.Region) {
	for _, n := range slices.Clone(r.Nodes) {
		if n.Kind != workflow.Choice || len(n.Out) != 2 || len(n.In) != 1 || n == r.Start || !strings.HasSuffix(n.Element.Name, allowedSuffix) {
			continue
		}
		allowed, refused := n.Out[0], n.Out[1]
		if allowed.Kind != workflow.Guarded || refused.Kind != workflow.Default || refused.To.Kind != workflow.Fail || len(refused.To.In) != 1 ||
			!strings.HasSuffix(refused.To.Element.Name, refusedSuffix) || n.In[0].From.Kind == workflow.Await && len(n.In[0].From.Timers) > 0 {
			continue
		}
		in, fail := n.In[0], refused.To
		in.Require = allowed.Guard
		in.Redirect(allowed.To)
		allowed.Disconnect()
		refused.Disconnect()
		takeOut(n)
		takeOut(fail)
	}
}
