package rewrite

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var resultPlace = Rewrite{
	ID:     "rewrite/result-place",
	What:   "the place at which a task's answer gets into the document becomes a contract with the worker",
	When:   "cannot put answers there",
	Before: "answer of check-stock → $.stock",
	After:  "answer of check-stock, {\"stock\": …} → merged into the document",
	Losses: []*dialects.LossRule{&lossMergedResult, &lossResultPlace},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		p := &placing{Conversion: c}
		if slices.ContainsFunc(w.Nodes, placesOrDrops) { // for others nothing else is looked at
			p.called = callersOf(w)
			if c.Options.Domain.Renewed { // what was put somewhere before is seen as it was
				c.past = c.pastOf(w)
				defer func() { c.past = nil }()
			}
		}
		return eachTask(w, p.placeResult)
	},
}

// placesOrDrops reports whether a task puts its answer at a member of the document, or drops it.
func placesOrDrops(n *workflow.Node) bool {
	into := n.Data.Combine
	return n.Call != nil && into != nil && (into.Mode == workflow.SetAt || into.Mode == workflow.Drop)
}

// A placing has the workers of a workflow put their answers where these get into the document.
type placing struct {
	*Conversion
	called map[callFor][]*workflow.Node // that call a task, by it and the element of the source
}

func callersOf(w *workflow.Workflow) map[callFor][]*workflow.Node {
	out := make(map[callFor][]*workflow.Node, len(w.Nodes))
	for _, n := range w.Nodes {
		if n.Call != nil {
			out[callBy(n)] = append(out[callBy(n)], n)
		}
	}
	return out
}

// merges is how answers are merged, if the target merges them: deeply if it can.
func (c *Conversion) merges() (mode workflow.Mode, ok bool) {
	switch {
	case c.Able.Answers.Has(dialects.AnswerMergesDeep):
		return workflow.MergeDeep, true
	case c.Able.Answers.Has(dialects.AnswerMergesShallow):
		return workflow.MergeShallow, true
	}
	return 0, false
}

// placeResult makes the answer of a task get into the document as the target can have it.
func (c *placing) placeResult(w *workflow.Workflow, n *workflow.Node) bool {
	combine := n.Data.Combine
	switch {
	case combine == nil || combine.Mode == workflow.Replace:
		return !c.Able.Answers.Has(dialects.AnswerReplaces) && c.mergeReplacing(w, n)
	case combine.Mode == workflow.SetAt:
		return !c.Able.Answers.Has(dialects.AnswerAt) && c.placeUnder(w, n)
	case combine.Mode == workflow.Drop:
		return !c.Able.Answers.Has(dialects.AnswerDropped) && c.keepDropped(w, n)
	case combine.Mode == workflow.MergeDeep && c.Able.Answers.Has(dialects.AnswerMergesDeep),
		combine.Mode == workflow.MergeShallow && c.Able.Answers.Has(dialects.AnswerMergesShallow):
		return false
	case combine.Mode == workflow.MergeDeep || combine.Mode == workflow.MergeShallow:
		return c.answerWithInput(w, n)
	}
	return false
}

// answerWithInput makes the worker merge its answer into its input, where answers replace the document. Where the target
// merges differently, that is the same for answers that do not overwrite a part of what is there.
func (c *Conversion) answerWithInput(w *workflow.Workflow, n *workflow.Node) bool {
	if mode, ok := c.merges(); ok {
		if !c.Options.Domain.Disjoint {
			c.Lose(w, &lossResultPlace, placeOf(n), n.Element, "", "the answer of %q is merged %s", n.Name(), depthOf(mode))
		}
		n.Data.Combine = &workflow.Combine{Mode: mode, Span: n.Data.Combine.Span}
		return true
	}
	if s := c.standIn(n.Call.Task); s != nil && s.By != nil {
		s.What += " merged into its input"
		s.By = mergedAnswer{s.By, n.Data.Combine.Mode == workflow.MergeDeep}
	} else {
		c.Contract(dialects.Contract{Rule: &lossResultPlace, Element: n.Element, Task: n.Call.Task, WithInput: true})
	}
	n.Data.Combine = nil
	return true
}

func depthOf(m workflow.Mode) string {
	if m == workflow.MergeDeep {
		return "deeply: objects in both are merged in turn"
	}
	return "member by member: an object in it replaces the one that was there"
}

// placeUnder makes the worker put its answer under the members at which it gets into the document, where answers are merged.
func (c *placing) placeUnder(w *workflow.Workflow, n *workflow.Node) bool {
	path := n.Data.Combine.Path
	under, plain := members(path)
	mode, merges := c.merges()
	switch {
	case !plain, !merges && !c.Able.Answers.Has(dialects.AnswerReplaces):
		c.Lose(w, &lossResultPlace, placeOf(n), n.Element, "", "the answer of %q cannot be put at %s", n.Name(), expr.Readable(path))
		if merges {
			n.Data.Combine = &workflow.Combine{Mode: mode, Span: n.Data.Combine.Span}
		} else {
			n.Data.Combine = nil
		}
		return true
	case !merges:
		return c.answerAtRoot(w, n, path)
	}
	if c.placesOther(n, under) {
		if c.mergesOnly() && c.callInstead(w, n) != nil {
			return true
		}
		c.Lose(w, &lossResultPlace, placeOf(n), n.Element, "", "%q puts its answer under %s only where %q calls it, and another step has that name", n.Call.Task, under, n.Name())
	}
	if mode == workflow.MergeShallow && len(path.Steps) > 1 || !c.Options.Domain.Disjoint || c.renews(w, n) {
		c.Lose(w, &lossResultPlace, placeOf(n), n.Element, "", "the answer of %q is merged into the value at %s", n.Name(), expr.Readable(path))
	}
	c.Contract(dialects.Contract{Rule: &lossResultPlace, Element: n.Element, Task: n.Call.Task, Under: under})
	n.Data.Combine = &workflow.Combine{Mode: mode, Span: n.Data.Combine.Span}
	return true
}

// renews reports whether a task puts its answer where the run may have put something before, of which members would stay that the answer
// does not have.
func (c *Conversion) renews(w *workflow.Workflow, n *workflow.Node) bool {
	d, at := c.Options.Domain, memberSet(n.Data.Combine)
	return d.Disjoint && d.Renewed && c.mergesOnly() && at != "" && c.pastOf(w).has(n, at)
}

// placesOther reports whether the worker of a task puts its answer elsewhere where an element of the same name calls it: it could not tell
// the two calls apart.
func (c *placing) placesOther(n *workflow.Node, under string) bool {
	for _, x := range c.called[callBy(n)] {
		if x.Element == n.Element || x.Call.Task != n.Call.Task {
			continue
		}
		into := x.Data.Combine
		if into == nil || into.Mode != workflow.SetAt {
			if i, agreed := c.agreed[caller{x.Element.Original(), x.Call.Task}]; !agreed || c.Raised.Contracts[i].Under != under {
				return true
			}
			continue
		}
		if other, _ := members(into.Path); other != under {
			return true
		}
	}
	return false
}

// answerAtRoot is for targets whose answers replace the document: the worker answers its input with the answer merged in, at the root,
// and what reads the answer reads it there.
func (c *Conversion) answerAtRoot(w *workflow.Workflow, n *workflow.Node, at *expr.Path) bool {
	c.Contract(dialects.Contract{Rule: &lossResultPlace, Element: n.Element, Task: n.Call.Task, WithInput: true})
	c.Lose(w, &lossResultPlace, placeOf(n), n.Element, "", "the members of the answer of %q are members of the document, and not of %s", n.Name(), expr.Readable(at))
	n.Data.Combine = nil
	moveReferences(w, at.Steps)
	return true
}

// mergeReplacing is for targets whose answers are merged: members of the document that the answer does not have stay.
func (c *Conversion) mergeReplacing(w *workflow.Workflow, n *workflow.Node) bool {
	mode, ok := c.merges()
	if !ok {
		return false
	}
	if (c.Able.Outputs && n.Data.Output == nil || c.Able.OutputParts && c.Options.Domain.Disjoint) && observes(n) {
		c.throughMember(n, mode)
		return true
	}
	if observes(n) {
		c.Lose(w, &lossMergedResult, placeOf(n), n.Element, "the answer is merged into it",
			"the answer of %q replaces the document in the source", n.Name())
	}
	n.Data.Combine = &workflow.Combine{Mode: mode}
	return true
}

// throughMember makes the worker put its answer where it is selected from to be the document from then on.
func (c *Conversion) throughMember(n *workflow.Node, mode workflow.Mode) {
	at := c.heldPath()
	c.Contract(dialects.Contract{Rule: &lossResultPlace, Element: n.Element, Task: n.Call.Task, Under: strings.TrimPrefix(at.Text, "$.")})
	n.Data.Combine = &workflow.Combine{Mode: mode}
	if p, ok := meaningOrSelf(n.Data.Output).(*expr.Path); ok {
		part := *at
		part.Steps, part.Definite = slices.Concat(at.Steps, p.Steps), p.Definite
		part.Text = part.String()
		at = &part
	}
	n.Data.Output = at
}

// held are the members under which an answer is that takes the place of the document: as many as it takes for a path to select it without
// their names.
func (c *Conversion) held() []string {
	if c.Able.Outputs {
		return []string{"result"}
	}
	return dialects.HeldAnswer
}

// heldPath selects what is under those members. It is one path for all places, which nobody changes.
func (c *Conversion) heldPath() *expr.Path {
	if c.holding == nil {
		c.holding = expr.NewPath(expr.RootInput, c.held()...)
	}
	return c.holding
}

// keepDropped is for targets that keep every answer.
func (c *Conversion) keepDropped(w *workflow.Workflow, n *workflow.Node) bool {
	mode, merges := c.merges()
	if observes(n) {
		if c.mergesOnly() && c.callInstead(w, n) != nil {
			return true // which answers nothing
		}
		c.Lose(w, &lossResultPlace, placeOf(n), n.Element, "the answer is merged into it", "the answer of %q is dropped in the source", n.Name())
	}
	if merges {
		n.Data.Combine = &workflow.Combine{Mode: mode}
		return true
	}
	c.Contract(dialects.Contract{Rule: &lossResultPlace, Element: n.Element, Task: n.Call.Task, WithInput: true})
	n.Data.Combine = nil
	return true
}

// members are the names of the members that a path leads through, with dots; and whether it leads through nothing else.
func members(p *expr.Path) (dotted string, plain bool) {
	if p == nil || p.Root != expr.RootInput || len(p.Steps) == 0 {
		return "", false
	}
	var names []string
	for _, s := range p.Steps {
		if s.Kind != expr.StepChild || s.Name == "" || strings.Contains(s.Name, ".") {
			return "", false
		}
		names = append(names, s.Name)
	}
	return strings.Join(names, "."), true
}
