package machine

import (
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// recordChange notes what was merged into the document of a frame, where its scope gathers that.
func (m *Machine) recordChange(f int32, change any) {
	vi := m.frames[f].visit
	if vi == none || m.visits[vi].node.Body == nil {
		return
	}
	switch body := m.visits[vi].node.Body; {
	case body.Gather == workflow.GatherEach, body.Gather == workflow.GatherChanges && len(body.Regions) > 1:
		m.frames[f].changes, m.frames[f].latest = append(m.frames[f].changes, change), m.now
	case body.Gather == workflow.GatherChanges:
		m.applyChange(vi, change)
	}
}

// recordCombined notes what was merged into the document of a frame, or, of results that were added to a list, that list. A list inside of
// another list is no change that can be merged, and is not noted.
func (m *Machine) recordCombined(f int32, c *workflow.Combine, change, combined any) {
	switch {
	case c == nil:
	case c.Mode == workflow.MergeDeep:
		m.recordChange(f, change)
	case c.Mode == workflow.AppendAt && m.oracle == nil:
		list, err := m.evaluate(c.Path, combined)
		if err != nil {
			return
		}
		if placed, err := expr.Set(value.NewObject(0), c.Path, list); err == nil {
			m.recordChange(f, placed)
		}
	}
}

// recordError notes what is known of an error and was put into the document of a frame.
func (m *Machine) recordError(f int32, edge *workflow.Edge, change any) {
	c := edge.Data.Combine
	if c == nil || m.frames[f].visit == none {
		return
	}
	switch c.Mode {
	case workflow.MergeDeep, workflow.MergeShallow:
		m.recordChange(f, change)
	case workflow.SetAt:
		if placed, err := expr.Set(value.NewObject(0), c.Path, change); err == nil {
			m.recordChange(f, placed)
		}
	}
}

// ending is a region that has ended: when, which, and what it changed.
type ending struct {
	at      time.Time
	index   int32
	changes []any
}

// recordEnding keeps what a region of a scope changed. Those that end at one instant come in their order in the text.
func (m *Machine) recordEnding(vi int32, e ending) {
	v := &m.visits[vi]
	i := len(v.endings)
	for i > 0 && (v.endings[i-1].at.After(e.at) || v.endings[i-1].at.Equal(e.at) && v.endings[i-1].index > e.index) {
		i--
	}
	v.endings = slices.Insert(v.endings, i, e)
}

// keepPartialChanges has a scope, of which an error or a time limit takes the rest away, keep what the regions that have not ended
// changed so far, as if they had ended with it.
func (m *Machine) keepPartialChanges(vi int32) {
	if body := m.visits[vi].node.Body; body == nil || body.Gather != workflow.GatherChanges {
		return
	}
	for _, f := range m.visits[vi].children {
		if fr := &m.frames[f]; fr.region != nil && fr.visit == vi && len(fr.changes) > 0 {
			m.recordEnding(vi, ending{fr.latest, fr.index, fr.changes})
			fr.changes = nil
		}
	}
}

// mergeEndings merges what the regions of a scope that have ended changed into its document.
func (m *Machine) mergeEndings(vi int32) {
	endings := m.visits[vi].endings
	m.visits[vi].endings = nil
	for _, e := range endings {
		for _, c := range e.changes {
			m.applyChange(vi, c)
		}
	}
}

// applyChange merges a change into the document of a scope, and into that of the scope which it is a part of, unless the scope
// does so itself with what it comes to.
func (m *Machine) applyChange(vi int32, change any) {
	v := &m.visits[vi]
	v.effective = mergeNonEmpty(v.effective, change)
	if v.node.Role == workflow.Acting || v.node.Data.Combine == nil {
		m.recordChange(v.frame, change)
	}
}

// mergeChanges is what the changes of a region come to: one is itself, several are merged.
func mergeChanges(changes []any) any {
	if len(changes) == 1 {
		return changes[0]
	}
	var out any
	for i, c := range changes {
		if i == 0 {
			out = value.NewObject(0)
		}
		out = mergeNonEmpty(out, c)
	}
	return out
}

// currentDocument is the document of a visit with what was finished in it, for those that handle its error.
func (m *Machine) currentDocument(vi int32) any {
	m.mergeEndings(vi)
	v := &m.visits[vi]
	if v.effective == nil || m.frames[v.frame].region.Shared {
		return m.document(v.frame, v.raw)
	}
	if v.node.Body != nil && v.node.Body.Gather == workflow.GatherEach && v.results != nil {
		done, _ := m.gatherResults(vi).([]any)
		if doc, fault := m.combineResult(v.node.Data.Combine, v.effective, done); fault == nil && len(done) > 0 {
			return doc
		}
	}
	return v.effective
}
