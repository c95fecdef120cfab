package arrow

import (
	"cmp"
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// What a task answers goes on alone. To have it merged into the document, the document and the answer both lead to the step that comes
// next, which merges them with the operator >. So something has to come next: where nothing does, a subflow hands on what was merged.

// mostMerged is how many parts in a row are merged by steps in one another, and sumOf how many of a longer row make a part together.
const (
	mostMerged = 24
	sumOf      = 8
)

// settle returns a chain that can be written, whose value is the document at its end: a single object, where it is one in the source.
func (x *writer) settle(c chain) chain { return ended(x.order(c)) }

// ended gives a chain that is in order an end whose value is the document. A chain is put in order once: doing it again at each level would
// double the work with each choice in another.
func ended(c chain) chain {
	if len(c) == 0 {
		return c
	}
	switch last := c[len(c)-1]; {
	case last.fails:
	case last.adds, last.lists:
		return append(c, handOn(last))
	}
	return c
}

// order settles the parts of a chain.
func (x *writer) order(c chain) chain {
	var out chain
	for _, p := range c {
		x.classify(p)
		out = append(out, p)
	}
	x.replaceData(out)
	return bounded(unhanded(out))
}

// replaceData makes a task answer the data that a flow consists of: a literal needs a step that it leads to (arrow: "Flows may also start
// with a literal").
func (x *writer) replaceData(c chain) {
	if len(c) == 1 && c[0].source != nil {
		data := c[0].source
		c[0] = x.standIn(c[0].node, dialects.Slug(c[0].node.Name()), "answers "+string(onOneLine(nil, data)), &answering{data: value.Of(data)})
	}
}

// standIn is a task that somebody has to write, after a node of the source, or in its place.
func (x *writer) standIn(of *workflow.Node, wish, what string, by dialects.Answerer) *part {
	task := x.names.used.Free(cmp.Or(wish, "task"))
	element := of.Element.Original()
	x.out.Substitutes = append(x.out.Substitutes, task)
	x.out.StandIns = append(x.out.StandIns, dialects.StandIn{Element: element.Name, Task: task, What: what, By: by})
	return calling(of, task)
}

// answering answers as a task does that answers data.
type answering struct{ data any }

// Answer implements dialects.Answerer.
func (a *answering) Answer(any, time.Time) (any, error) { return a.data, nil }

// loseMerged notes that a branch replaces the document, which undoes what the tasks of other branches answered when it is merged.
func (x *writer) loseMerged(scope *workflow.Node) {
	const instead, message = "the merged documents of the branches", "a branch of %q replaces the document, and its result is merged"
	x.lose(&dialects.LossJoin, scope, instead, message, scope.Name())
	if scope.Body == nil {
		return
	}
	for _, r := range scope.Body.Regions {
		for _, n := range r.Nodes {
			if n.Kind == workflow.Task {
				x.losses.Add(&dialects.LossJoin, placeOf(scope), n.Element.Original(), instead, message, scope.Name())
			}
		}
	}
}

// classify finds out whether what a part gives is merged into what comes in, and settles what is in it.
func (x *writer) classify(p *part) {
	switch {
	case p.alternatives != nil:
		x.classifyAlternatives(p)
	case p.branches != nil:
		for i, b := range p.branches {
			p.branches[i] = x.order(b)
			if p.adds && !additive(p.branches[i]) {
				x.loseMerged(p.node)
				p.branches[i] = x.settle(b)
			} else if p.adds && p.branches[i].handsOnLater() {
				x.lose(&dialects.LossJoin, p.node, "the document of the branch", "a branch of %q gives its whole document if no condition in it holds", p.node.Name())
			}
		}
		if !p.adds {
			for i, b := range p.branches {
				p.branches[i] = ended(b)
			}
		}
	case p.each != nil:
		p.each = x.settle(p.each)
	case p.group != nil:
		p.group = x.settle(p.group)
	}
}

// classifyAlternatives marks alternatives that only add to the document, or fail, as a part that adds.
func (x *writer) classifyAlternatives(p *part) {
	adds, only := false, true
	for i := range p.alternatives {
		a := &p.alternatives[i]
		a.chain = x.order(a.chain)
		switch {
		case a.chain.fails():
		case additive(a.chain):
			adds = true
		default:
			only = false
		}
	}
	if p.adds = adds && only; p.adds {
		return
	}
	for i := range p.alternatives {
		p.alternatives[i].chain = ended(p.alternatives[i].chain)
	}
}

// fails reports whether nothing comes out of a chain.
func (c chain) fails() bool { return len(c) > 0 && c[len(c)-1].fails }

// additive reports whether all parts of a chain add to the document, or leave it as it is.
func additive(c chain) bool {
	for _, p := range c {
		if !p.adds && !p.onlyFails() {
			return false
		}
	}
	return len(c) > 0
}

// handsOnLater reports whether a chain that adds to the document may give all of it, as no condition of a part after the first holds.
func (c chain) handsOnLater() bool {
	for i, p := range c {
		if p.sum != nil && (p.sum.handsOnLater() || i > 0 && chain{{}, p.sum[0]}.handsOnLater()) {
			return true
		}
		if p.alternatives != nil && i > 0 && !p.complete {
			return true
		}
		for _, a := range p.alternatives {
			if a.chain.handsOnLater() || i > 0 && len(a.chain) > 0 && a.chain[0].alternatives != nil && !a.chain[0].complete {
				return true
			}
		}
	}
	return false
}

// handsOn reports whether a part may give what came in as it is, as no condition held: at a join that is left out beside what was
// made of it.
func (p *part) handsOn() bool { return p.alternatives != nil && !p.adds }

// onlyFails reports whether a part gives what came in, or fails.
func (p *part) onlyFails() bool {
	for _, a := range p.alternatives {
		if !a.chain.fails() {
			return false
		}
	}
	return p.alternatives != nil
}

// mergesInput reports whether something is merged into what comes to a part, in the part or after it.
func (p *part) mergesInput() bool {
	if p.adds {
		return true
	}
	inner := append([]chain{p.each, p.group, p.sum}, p.branches...)
	for _, a := range p.alternatives {
		inner = append(inner, a.chain)
	}
	return slices.ContainsFunc(inner, func(c chain) bool { return len(c) > 0 && c[0].mergesInput() })
}

// unhanded makes a node merge what may be handed on, or pass it through a subflow, before something is merged into it.
func unhanded(c chain) chain {
	var out chain // from the end
	for i := len(c) - 1; i >= 0; i-- {
		p := c[i]
		if i+1 < len(c) && p.handsOn() && out[len(out)-1].mergesInput() {
			if p.onlyFails() {
				p.adds = true
			} else {
				out = append(out, handOn(p))
			}
		}
		out = append(out, p)
	}
	slices.Reverse(out)
	return out
}

// bounded makes one part of parts in a row that all add to the document, where too many would be merged by steps in one another: what
// they add together is merged at once, so that the depth grows with the logarithm of the length of the row.
func bounded(c chain) chain {
	var out chain
	for i := 0; i < len(c); {
		end := i
		for end < len(c) && c[end].adds {
			end++
		}
		row := c[i:end]
		for len(row) > mostMerged {
			row = summed(row)
		}
		out = append(out, row...)
		if i = end; i < len(c) {
			out = append(out, c[i])
			i++
		}
	}
	return out
}

// summed is a row of parts that add to the document, several of which make one.
func summed(row chain) chain {
	var out chain
	for some := range slices.Chunk(row, sumOf) {
		if len(some) == 1 {
			out = append(out, some[0])
			continue
		}
		out = append(out, &part{node: some[0].node, sum: some, adds: true})
	}
	return out
}

// handOn is a subflow that gives what comes to it, merged.
func handOn(after *part) *part { return &part{mark: true, node: after.node} }

// calling is a step that calls a task which stands in for something, because of a node.
func calling(of *workflow.Node, task string) *part {
	n := &workflow.Node{Kind: workflow.Task, Element: &workflow.Element{Name: task, Origin: of.Element.Original()}, Span: of.Span, Call: &workflow.Call{Task: task}}
	return &part{step: &Step{Name: task}, node: n}
}
