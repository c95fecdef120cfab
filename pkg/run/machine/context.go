package machine

import (
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Settings are what a run may be given besides its input.
type Settings struct {
	// Seed decides everything that is random in a run.
	Seed uint64
	// Context is merged into what expressions see as the context of the run; nil changes nothing.
	Context any
	// Stages makes the trace hold the data after each stage of nodes.
	Stages bool
	// Unlimited switches off the limits of the workflow on payloads and on its history.
	Unlimited bool
	// Answered reports whether somebody else answers the call of a node, so that the workflow which it names is not run in its place;
	// see [workflow.Child]. Nil: nobody does.
	Answered func(n *workflow.Node) bool
	// Token is the token of each call that carries one, so that runs of different programs give tasks the same; empty: each call has another.
	Token string
	// DrawsAlike means that the random numbers of each expression begin alike, so that expressions of different programs draw the same.
	DrawsAlike bool
}

// Configure gives a machine its settings. They are not part of a snapshot; the seed counts when the run starts.
func (m *Machine) Configure(s Settings) { m.settings = s }

// here is the place at which an expression is evaluated.
type here struct {
	node  *workflow.Node
	frame int32
	visit int32 // none: the node has none
	// An item is being made into what a region gets.
	hasItem bool
	index   int
	item    any
}

// at sets the place at which expressions are evaluated from now on.
func (m *Machine) at(n *workflow.Node, f, vi int32) { m.here = here{node: n, frame: f, visit: vi} }

// nextRandom returns the next number of the sequence of the run (SplitMix64).
func (m *Machine) nextRandom() uint64 {
	m.random += 0x9e3779b97f4a7c15
	z := m.random
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// describe makes the context of the place at which an expression is evaluated.
func (m *Machine) describe() any {
	if m.flow.Context == nil || len(m.frames) == 0 {
		return nil
	}
	f := m.facts()
	c := m.flow.Context(&f)
	if m.settings.Context != nil {
		c = value.MergeDeep(c, m.settings.Context)
	}
	return c
}

// facts are what is known at the place at which an expression is evaluated.
func (m *Machine) facts() workflow.Facts {
	f := workflow.Facts{Workflow: m.flow, Node: m.here.node, Entered: m.now, HasItem: m.here.hasItem, Index: m.here.index, Item: m.here.item}
	if vi := m.here.visit; vi != none {
		v := &m.visits[vi]
		f.Entered, f.Token = v.entered, v.token
		if v.items != nil {
			f.Keyed, f.Source = v.items.keyed, v.items.source
		}
		for _, n := range v.retries {
			f.Retries += n
		}
	}
	at := m.runFrame(m.here.frame)
	fr := &m.frames[at]
	f.Run, f.Start, f.Input = fr.run, fr.started, fr.input
	f.Workflow = m.flowOf(at)
	if fr.visit != none && fr.region.Scope != nil {
		f.Label = m.visits[fr.visit].node
		f.Parent = m.frames[m.runFrame(m.visits[fr.visit].frame)].run
	}
	return f
}

// runFrame is the frame of the run that a frame belongs to.
func (m *Machine) runFrame(f int32) int32 {
	for m.frames[f].run == 0 && m.frames[f].visit != none {
		f = m.visits[m.frames[f].visit].frame
	}
	return f
}

// beginRun makes a frame that of a run.
func (m *Machine) beginRun(f int32, input any) {
	fr := &m.frames[f]
	fr.run, fr.started, fr.input, fr.events = m.nextRandom()|1, m.now, input, 1
}

// bindEnvironment has expressions see the machine. A copy of the machine does it again.
func (m *Machine) bindEnvironment() {
	m.env.Lookup = m.lookup
	if !m.settings.DrawsAlike {
		m.env.Random = m.nextRandom
	}
	if m.flow.Context != nil {
		m.env.Tell = m.describe
	}
}
