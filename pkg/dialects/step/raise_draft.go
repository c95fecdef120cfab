package step

import (
	"cmp"
	"strconv"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A draft is a step that is being written. It refers to others as drafts, so that their ids need not be known yet.
type draft struct {
	id, title, doc string
	kind           StepType
	element        *workflow.Element // that it represents; nil for one that only joins others

	jobType         string
	retries         int
	branches        []draftBranch
	transformations *source.Node
	parallel        []*draft
	join, next      *draft
	timers          []draftTimer
}

type draftBranch struct {
	condition string
	to        *draft
}

type draftTimer struct {
	duration     string
	interrupting bool
	to           *draft
}

// addBranch adds a branch, unless there is one of the same condition already, which is taken before it.
func (d *draft) addBranch(condition string, to *draft) {
	for _, b := range d.branches {
		if b.condition == condition || b.condition == always.text {
			return
		}
	}
	d.branches = append(d.branches, draftBranch{condition, to})
}

// makeStraight makes a draft a step that does nothing but lead on.
func (d *draft) makeStraight(to *draft) {
	d.kind = Decision
	d.addBranch(always.text, to)
}

// eachWay calls f with the drafts that one refers to, but for its join.
func (d *draft) eachWay(f func(*draft)) {
	for _, b := range d.branches {
		f(b.to)
	}
	for _, p := range d.parallel {
		f(p)
	}
	if d.next != nil {
		f(d.next)
	}
	for _, t := range d.timers {
		f(t.to)
	}
}

// node is the step as it is printed.
func (d *draft) node() *source.Node {
	n := dialects.NewObject()
	text := func(key, s string) {
		if s != "" {
			dialects.Put(n, key, dialects.NewText(s))
		}
	}
	text("id", d.id)
	text("name", cmp.Or(d.title, d.id))
	text("type", d.kind.String())
	text("description", d.doc)
	text("jobType", d.jobType)
	if d.retries > 0 {
		dialects.Put(n, "retryCount", &source.Node{Kind: source.Number, Text: strconv.Itoa(d.retries)})
	}
	if d.kind == Decision {
		all := dialects.NewObject()
		for _, b := range d.branches {
			dialects.Put(all, b.condition, dialects.NewText(b.to.id))
		}
		dialects.Put(n, "conditionalNextSteps", all)
	}
	dialects.Put(n, "transformations", d.transformations)
	if d.kind == ParallelGateway {
		all := &source.Node{Kind: source.Array}
		for _, p := range d.parallel {
			all.Items = append(all.Items, dialects.NewText(p.id))
		}
		dialects.Put(n, "parallelNextSteps", all)
		text("joinStep", d.join.id)
	}
	if d.next != nil {
		text("nextStep", d.next.id)
	}
	if len(d.timers) > 0 {
		events := &source.Node{Kind: source.Array}
		for _, t := range d.timers {
			x := dialects.NewObject()
			dialects.Put(x, "type", dialects.NewText(timer))
			dialects.Put(x, "duration", dialects.NewText(t.duration))
			dialects.Put(x, "interrupting", newBool(t.interrupting))
			dialects.Put(x, "targetStepId", dialects.NewText(t.to.id))
			events.Items = append(events.Items, x)
		}
		dialects.Put(n, "boundaryEvents", events)
	}
	return n
}
