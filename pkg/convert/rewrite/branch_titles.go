package rewrite

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// branchTitles keeps the names of transitions, which tell a state that they lead to from a processor of theirs.
var branchTitles = Rewrite{
	ID:     "rewrite/branch-title",
	What:   "the title of a branch, if it is a word, is described where the branch leads to, unless that has this name",
	When:   "has no titles of branches",
	Before: "PACKED: heavy, if $.kilos > 20 → WEIGH",
	After:  "PACKED: if $.kilos > 20 → WEIGH, described by \"after heavy\"",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		changed := false
		for _, n := range w.Nodes {
			e := titledBranch(n)
			if c.Able.Titles || e == nil || onlyWord(e.Title) == "" || c.takesDecisionOut(n) || numberedName(n.Name(), e.Title) || sameName(n.Name(), e.Title) {
				continue
			}
			n.Element.Doc = strings.TrimSuffix(afterBranch+e.Title+"\n"+n.Element.Doc, "\n")
			e.Title, changed = "", true
		}
		return changed
	},
}

// takesDecisionOut reports whether a task was added to take out of the document what a choice was made by.
func (c *Conversion) takesDecisionOut(n *workflow.Node) bool {
	s := c.standIn(n.Call.Task)
	if s == nil {
		return false
	}
	_, forgets := s.By.(*forgetting)
	return forgets
}

// branchTitlesAgain is the opposite of [branchTitles].
var branchTitlesAgain = Rewrite{
	ID:     "rewrite/branch-title-again",
	What:   "a step that is described by the title of the branch that leads to it gives the branch that title again",
	When:   "has titles of branches",
	Before: "PACKED: if $.kilos > 20 → WEIGH, described by \"after heavy\"",
	After:  "PACKED: heavy, if $.kilos > 20 → WEIGH",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		changed := false
		for _, n := range w.Nodes {
			e := titledBranch(n)
			if !c.Able.Titles || e == nil || e.Title != "" {
				continue
			}
			line, rest, _ := strings.Cut(n.Element.Doc, "\n")
			title, described := strings.CutPrefix(line, afterBranch)
			if !described || onlyWord(title) == "" {
				continue
			}
			e.Title, n.Element.Doc, changed = title, rest, true
		}
		return changed
	},
}

// afterBranch is before the title of a branch in the description of the step that it leads to.
const afterBranch = "after "

// titledBranch is the branch of a choice that alone leads to a task, and may have a title; nil for other nodes.
func titledBranch(n *workflow.Node) *workflow.Edge {
	if n.Kind != workflow.Task || n.Element.Primary != n || len(n.In) != 1 || n.Region.Start == n || n.In[0].From.Kind != workflow.Choice {
		return nil
	}
	return n.In[0]
}
