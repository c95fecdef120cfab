package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/blocks"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var lossSharedReads = dialects.LossRule{ID: "convert/shared-reads", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Any,
	What:   "a branch decides or computes with what the variables were before the branches, although another branch may have changed them by then",
	Remedy: "do not read in one branch what another one writes"}

// Sights are the nodes of a branch that look at the document, by whether something that takes time may come before them in the branch: if
// so, they see all that other branches have changed by then, and else what these change without taking time.
type sights struct{ late, early []*workflow.Node }

// sightsOf returns the nodes of a region, and of those in it, that look at the document.
func sightsOf(r *workflow.Region) *sights {
	s := &sights{}
	s.add(r, false)
	return s
}

func (s *sights) add(r *workflow.Region, late bool) {
	var after []*workflow.Node
	for _, x := range r.Nodes {
		if takesTime(x) || x.Kind == workflow.Scope {
			for _, e := range x.Out {
				after = append(after, e.To)
			}
		}
	}
	reached := reachable(after)
	for _, x := range r.Nodes {
		isLate := late || reached[x]
		switch {
		case isLate:
			s.late = append(s.late, x)
		default:
			s.early = append(s.early, x)
		}
		if x.Body != nil {
			for _, inner := range x.Body.Regions {
				s.add(inner, isLate)
			}
		}
	}
}

// takesTime reports whether other branches may go on while a token is at a node.
func takesTime(n *workflow.Node) bool {
	return n.Kind == workflow.Task || n.Kind == workflow.Await || n.Kind == workflow.Wait
}

// changersAtOnce are the nodes of a region, and of those in it, that change the document before anything in it takes time.
func changersAtOnce(r *workflow.Region) []*workflow.Node {
	if r.Start == nil {
		return nil
	}
	var out []*workflow.Node
	seen := map[*workflow.Node]bool{r.Start: true}
	for todo := []*workflow.Node{r.Start}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if takesTime(n) {
			continue
		}
		if changesDocument(n) {
			out = append(out, n)
		}
		if n.Body != nil {
			for _, inner := range n.Body.Regions {
				out = append(out, changersAtOnce(inner)...)
			}
		}
		for _, e := range n.Out {
			if !seen[e.To] {
				seen[e.To] = true
				todo = append(todo, e.To)
			}
		}
	}
	return out
}

// addSharedLosses adds the losses of branches that would see what other branches have put into the variables: in the inputs of their tasks,
// and in what they decide and compute.
func (n *nesting) addSharedLosses(fork *blocks.Fork, b *workflow.Body) {
	changers, atOnce := make([][]*workflow.Node, len(b.Regions)), make([][]*workflow.Node, len(b.Regions))
	for i, r := range b.Regions {
		changers[i] = changingIn(r)
		atOnce[i] = changersAtOnce(r)
	}
	late, early := sighted{n, fork, changers, count(changers)}, sighted{n, fork, atOnce, count(atOnce)}
	for i, r := range b.Regions {
		n.addEndLoss(b, r)
		s := sightsOf(r)
		late.lose(i, s.late)
		early.lose(i, s.early)
	}
}

// A sighted is what the branches of a fork change, which other branches see in the source.
type sighted struct {
	*nesting
	fork    *blocks.Fork
	changes [][]*workflow.Node // by the branch
	count   int                // of all branches
}

func count(lists [][]*workflow.Node) int {
	out := 0
	for _, list := range lists {
		out += len(list)
	}
	return out
}

// lose adds the losses of nodes of a branch that do not see the changes by the others. What these are is only collected for nodes that look
// at something.
func (s *sighted) lose(branch int, readers []*workflow.Node) {
	if s.count == len(s.changes[branch]) {
		return
	}
	var tasks, others []*workflow.Node
	reads := map[*workflow.Node]*touched{}
	for _, x := range readers {
		if x.Kind == workflow.Task || x.Kind == workflow.Scope {
			tasks = append(tasks, x)
		} else if read := namesRead(x); !read.empty() {
			reads[x] = read
			others = append(others, x)
		}
	}
	if len(tasks) == 0 && len(others) == 0 {
		return
	}
	n, fork := s.nesting, s.fork
	changers := slices.Concat(slices.Concat(s.changes[:branch]...), slices.Concat(s.changes[branch+1:]...))
	if len(others) > 0 {
		written := namesWritten(changers)
		others = slices.DeleteFunc(others, func(x *workflow.Node) bool { return !reads[x].meets(written) })
	}
	if len(tasks) > 0 {
		for _, x := range slices.Concat(tasks, changers) {
			n.Lose(n.flow, &lossSharedVariables, fork.Split.Element.NameSpan, x.Element, "", "%q does not see the changes by the other branches of %q",
				tasks[0].Name(), fork.Split.Name())
		}
	}
	if len(others) > 0 {
		for _, x := range others {
			n.Lose(n.flow, &lossSharedReads, fork.Split.Element.NameSpan, x.Element, "", "%q does not read the changes by the other branches of %q",
				others[0].Name(), fork.Split.Name())
		}
	}
}

// addMergeLoss adds the loss of branches that may change the same members of the document, which are merged when a branch ends: the value
// of the step that came latest remained in the source.
func (n *nesting) addMergeLoss(fork *blocks.Fork, b *workflow.Body) {
	changed, meet := n.meeting(b.Regions)
	several := slices.ContainsFunc(b.Regions, func(r *workflow.Region) bool { return len(changingIn(r)) > 1 })
	computes := slices.ContainsFunc(changed, func(x *workflow.Node) bool { return x.Kind == workflow.Pass })
	if !meet || !several && !computes {
		return
	}
	for _, x := range changed {
		n.Lose(n.flow, &lossMergeOrder, fork.Split.Element.NameSpan, x.Element, "", lastBranchRemains, fork.Split.Name())
	}
}

const lastBranchRemains = "where several branches of %q write to one place, the value of the last branch remains, and not the latest one"

// changingIn are the nodes of a region that change the document.
func changingIn(r *workflow.Region) []*workflow.Node {
	return slices.DeleteFunc(nodesIn(r), func(x *workflow.Node) bool { return !changesDocument(x) })
}

// meeting returns the nodes that change the document in branches, and reports whether two branches may change the same members of it: those
// that one computes, and another one computes or gets from outside. Answers of tasks differ in their members where the domain demands that
// they are disjoint.
func (c *Conversion) meeting(branches []*workflow.Region) (changed []*workflow.Node, meet bool) {
	before := &touched{}
	computed := !c.Options.Domain.Disjoint
	for _, r := range branches {
		changers := changingIn(r)
		of := namesWritten(changers)
		computes := slices.ContainsFunc(changers, func(x *workflow.Node) bool { return x.Kind == workflow.Pass })
		meet = meet || (computes || computed) && of.meets(before)
		computed = computed || computes
		changed = append(changed, changers...)
		before.addAll(of)
	}
	return changed, meet
}

// Touched are members of the document that are read or written; all of them where it is not known which.
type touched struct {
	all  bool
	some map[string]bool
}

func (s *touched) add(name string) {
	if s.some == nil {
		s.some = map[string]bool{}
	}
	s.some[name] = true
}

func (s *touched) addAll(of *touched) {
	s.all = s.all || of.all
	for name := range of.some {
		s.add(name)
	}
}

func (s *touched) empty() bool { return !s.all && len(s.some) == 0 }

// meets reports whether two have a member in common, or may have.
func (s *touched) meets(of *touched) bool {
	if s.empty() || of.empty() {
		return false
	}
	if s.all || of.all {
		return true
	}
	for name := range s.some {
		if of.some[name] {
			return true
		}
	}
	return false
}

// namesWritten are the members that nodes change.
func namesWritten(changers []*workflow.Node) *touched {
	out := &touched{}
	for _, n := range changers {
		if n.Kind == workflow.Table {
			for _, r := range n.Rules.Rules {
				for _, o := range r.Outputs {
					out.add(o.Column)
				}
			}
			continue
		}
		made, known := objectMembers(n.Data.Result)
		c := n.Data.Combine
		if n.Kind != workflow.Pass || n.Data.Output != nil || !known || c == nil || c.Mode != workflow.MergeShallow && c.Mode != workflow.MergeDeep {
			out.all = true
			return out
		}
		for _, m := range made {
			out.add(m.Key)
		}
	}
	return out
}

// namesRead are the members that a node decides or computes with.
func namesRead(n *workflow.Node) *touched {
	out := &touched{}
	out.addStages(&n.Data)
	for _, e := range n.Out {
		out.addRead(e.Guard)
	}
	if n.Kind == workflow.Table {
		for _, r := range n.Rules.Rules {
			for _, c := range r.Cells {
				out.addRead(c.If)
			}
			for _, o := range r.Outputs {
				out.addRead(o.Value)
			}
		}
	}
	return out
}

// addStages adds the members that stages look at.
func (s *touched) addStages(d *workflow.Stages) {
	for _, x := range []expr.Expr{d.Select, d.Payload, d.Result, d.Output} {
		s.addRead(x)
	}
}

// addRead adds the members that an expression looks at.
func (s *touched) addRead(x expr.Expr) {
	eachLeaf(meaningOrSelf(x), func(leaf expr.Expr) {
		switch leaf := leaf.(type) {
		case *expr.Path:
			switch {
			case leaf.Root != expr.RootInput:
			case len(leaf.Steps) > 0 && leaf.Steps[0].Kind == expr.StepChild:
				s.add(leaf.Steps[0].Name)
			default:
				s.all = true
			}
		case *expr.Foreign:
			s.addForeignRead(leaf)
		}
	})
}

// addForeignRead adds the members that an expression in the language of the source looks at: all, if that is not known.
func (s *touched) addForeignRead(x *expr.Foreign) {
	var j *expr.Judgement
	if x.Judges != nil {
		j = x.Judges()
	}
	if j == nil {
		s.all = true
		return
	}
	for _, read := range j.Reads {
		if len(read) == 0 {
			s.all = true
			return
		}
		s.add(read[0])
	}
}
