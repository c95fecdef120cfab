package rewrite

import (
	"iter"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var (
	lossSeesOthers = dialects.LossRule{ID: "convert/shared-document", Level: dialects.Approximated, Affects: dialects.Inputs, Data: dialects.Any,
		What:   "a task in a branch also sees what other branches have put into the variables",
		Remedy: "let the worker read the members that it needs, and ignore the rest"}
	lossReadsOthers = dialects.LossRule{ID: "convert/shared-conditions", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Any,
		What:   "a branch also decides and computes with what other branches have put into the variables",
		Remedy: "do not read in one branch what another one writes"}
	lossGivesOthers = dialects.LossRule{ID: "convert/shared-output", Level: dialects.Approximated, Affects: dialects.Output, Data: dialects.Any,
		What:   "a run that ends in a branch also gives what other branches have put into the variables",
		Remedy: "read the members that the branch gives, and ignore the rest"}
)

// changes are the nodes that change the document, by the branch that they are in, and those that do so before anything takes time.
type changes struct{ any, atOnce [][]*workflow.Node }

func changesOf(regions []*workflow.Region) *changes {
	c := &changes{any: make([][]*workflow.Node, len(regions)), atOnce: make([][]*workflow.Node, len(regions))}
	for i, r := range regions {
		c.any[i] = changingIn(r)
		c.atOnce[i] = changersAtOnce(r)
	}
	return c
}

// elsewhere yields what is in the lists of other branches.
func elsewhere(lists [][]*workflow.Node, branch int) iter.Seq[*workflow.Node] {
	return func(yield func(*workflow.Node) bool) {
		for i, list := range lists {
			if i == branch {
				continue
			}
			for _, x := range list {
				if !yield(x) {
					return
				}
			}
		}
	}
}

// addSightInOrder adds the losses of a branch that runs after those before it: all that is in it sees what those have changed.
func (o *opening) addSightInOrder(n *workflow.Node, r *workflow.Region, branch int, c *changes) {
	o.loseSight(n, nodesIn(r), elsewhere(c.any[:branch], branch))
}

// addSightBeside adds the losses of a branch that runs beside the others of a scope: what comes after something that takes time sees what
// those have changed by then, and what comes before that sees what they change at once. Where answers of parallel branches have no members
// in common, a condition on an answer reads that of its own branch.
func (o *opening) addSightBeside(n *workflow.Node, r *workflow.Region, branch int, c *changes) {
	s, others := sightsOf(r), elsewhere(c.any, branch)
	tasks, readers := splitSights(s.late)
	o.loseTasks(n, tasks, others)
	o.loseReaders(n, readers, func(yield func(*workflow.Node) bool) {
		for x := range others {
			if (!o.Options.Domain.Disjoint || x.Kind == workflow.Pass) && !yield(x) {
				return
			}
		}
	})
	o.loseSight(n, s.early, elsewhere(c.atOnce, branch))
	o.loseEnds(n, s.late, others)
}

// loseSight adds the losses of nodes of a branch that see the changes by some nodes of others.
func (o *opening) loseSight(n *workflow.Node, seeing []*workflow.Node, changers iter.Seq[*workflow.Node]) {
	tasks, readers := splitSights(seeing)
	o.loseTasks(n, tasks, changers)
	o.loseReaders(n, readers, changers)
	o.loseEnds(n, seeing, changers)
}

// loseEnds adds the losses of the ends of the whole run that come when other branches may have changed the document.
func (o *opening) loseEnds(n *workflow.Node, seeing []*workflow.Node, changers iter.Seq[*workflow.Node]) {
	for _, x := range seeing {
		if x.Kind == workflow.End && x.Terminates && !isEmpty(changers) {
			o.Lose(o.flow, &lossGivesOthers, placeOf(n), x.Element, "", "a run that ends at %q also gives what other branches of %q have put into the variables",
				x.Element.Name, n.Name())
		}
	}
}

// splitSights splits nodes into those that call something, and others that may look at the document.
func splitSights(nodes []*workflow.Node) (tasks, readers []*workflow.Node) {
	for _, x := range nodes {
		if x.Kind == workflow.Task || x.Kind == workflow.Scope {
			tasks = append(tasks, x)
		} else {
			readers = append(readers, x)
		}
	}
	return tasks, readers
}

// isEmpty reports whether there is no node.
func isEmpty(nodes iter.Seq[*workflow.Node]) bool {
	for range nodes {
		return false
	}
	return true
}

// loseTasks adds the losses of tasks that are called when other branches may have changed the document. The worker of one that selects its
// input does not see that, unless branches overwrite members of one another.
func (o *opening) loseTasks(n *workflow.Node, tasks []*workflow.Node, changers iter.Seq[*workflow.Node]) {
	all := !o.Options.Domain.Disjoint
	if len(tasks) == 0 || isEmpty(changers) {
		return
	}
	var seeing []*workflow.Node
	for _, x := range tasks {
		if all || x.Data.Payload == nil && x.Data.Select == nil && !o.selects(x) {
			seeing = append(seeing, x)
		}
	}
	for _, x := range seeing {
		o.Lose(o.flow, &lossSeesOthers, placeOf(n), x.Element, "", "%q also sees what other branches of %q have put into the variables", seeing[0].Name(), n.Name())
	}
	if all {
		o.Lose(o.flow, &lossMergeOrder, placeOf(n), n.Element, "", "the latest answer of the branches of %q counts, and not the answer of the branch that ends last", n.Name())
	}
}

// loseReaders adds the loss of nodes that decide or compute with members of the document which other branches change.
func (o *opening) loseReaders(n *workflow.Node, readers []*workflow.Node, changers iter.Seq[*workflow.Node]) {
	readers = slices.DeleteFunc(readers, func(x *workflow.Node) bool { return isWhole(x.Data.Result) || namesRead(x).empty() })
	if len(readers) == 0 || isEmpty(changers) {
		return
	}
	written := namesWritten(slices.Collect(changers))
	readers = slices.DeleteFunc(readers, func(x *workflow.Node) bool { return !namesRead(x).meets(written) })
	for _, x := range readers {
		o.Lose(o.flow, &lossReadsOthers, placeOf(n), x.Element, "", "%q also reads what other branches of %q have put into the variables", readers[0].Name(), n.Name())
	}
}

// selects reports whether the worker of a task selects what it needs, by contract.
func (o *opening) selects(x *workflow.Node) bool {
	if x.Call == nil {
		return false
	}
	k := o.contractOf(caller{x.Element.Original(), x.Call.Task})
	return k != nil && k.From != nil
}
