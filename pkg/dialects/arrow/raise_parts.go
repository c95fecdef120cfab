package arrow

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// enter counts the subflows that the walk is in, and refuses too many of them in one another. leave ends one.
func (x *translated) enter(n *workflow.Node) bool {
	if x.depth++; x.depth > maxSubflows {
		x.refuse(placeOf(n), "what %q begins lies in more than the %d subflows that a flow has in one another", n.Name(), maxSubflows)
	}
	return x.out.Reason == ""
}

func (x *translated) leave() { x.depth-- }

// fork returns the branches between a fork and its join.
func (x *translated) fork(l *line, n *workflow.Node) chain {
	if n.Joins == nil {
		x.refuse(placeOf(n), "nothing joins the branches of %q", n.Name())
		return nil
	}
	defer x.leave()
	if !x.enter(n) {
		return nil
	}
	p := &part{}
	for _, e := range waysOut(n) {
		if c := x.walk(&line{l.meetings, n.Joins, n}, e.To); len(c) > 0 {
			p.branches = append(p.branches, c)
		}
	}
	x.add(&dialects.LossJoin, placeOf(n.Joins), n.Joins.Element, "what the branches answer, merged", "branches do not work on one document")
	return p.sideBySide()
}

// sideBySide is a part that is made of branches as a chain.
func (p *part) sideBySide() chain {
	switch len(p.branches) {
	case 0:
		return nil
	case 1:
		return p.branches[0]
	}
	return chain{p}
}

// scope returns the regions of a scope: side by side, or one for each item.
func (x *translated) scope(n *workflow.Node) chain {
	defer x.leave()
	if !x.enter(n) {
		return nil
	}
	x.narrowed(n, &dialects.LossOutputSelection, "the whole document", "branches get what is selected of the document")
	x.combined(n)
	x.outputSelection(n)
	p := &part{}
	for _, r := range n.Body.Regions {
		x.extras(r.Extras)
		if c := x.region(r); len(c) > 0 {
			p.branches = append(p.branches, c)
		}
	}
	if n.Body.Each {
		if len(p.branches) == 0 {
			x.add(&dialects.LossIteration, placeOf(n), n.Element, "", "nothing is done for the items of %q", n.Name())
			return nil
		}
		return chain{{each: p.branches[0]}}
	}
	if n.Body.Gather == workflow.GatherList {
		x.add(&dialects.LossJoin, placeOf(n), n.Element, "a list without empty objects, or one value as it is", "what the branches of %q give is a list of one for each", n.Name())
	}
	return p.sideBySide()
}

// standIn returns a task in the place of what a flow cannot do.
func (x *translated) standIn(n *workflow.Node, parameters *source.Node, format string) chain {
	s := x.names.substitute(n)
	if parameters != nil {
		s.Parameters = literalOf(parameters, "(", ")")
	}
	x.add(&lossStandIn, placeOf(n), n.Element, "the task `"+s.Name+"`", format, n.Name())
	return chain{{step: s}}
}

// fails returns a task in the place of an error that is raised.
func (x *translated) fails(n *workflow.Node) chain {
	parameters := &source.Node{Kind: source.Object}
	if n.Raises != nil {
		if v := fixedData(n.Raises.Name); v != nil {
			parameters.Members = append(parameters.Members, source.Member{Key: "error", Value: v})
		}
		if v := fixedData(n.Raises.Cause); v != nil {
			parameters.Members = append(parameters.Members, source.Member{Key: "cause", Value: v})
		}
	}
	if len(parameters.Members) == 0 {
		parameters = nil
	}
	return x.standIn(n, parameters, "a task has to fail in the place of %q")
}

// table returns a task in the place of a decision table.
func (x *translated) table(n *workflow.Node) chain {
	x.outputSelection(n)
	return x.standIn(n, nil, "a task has to decide in the place of the table %q")
}
