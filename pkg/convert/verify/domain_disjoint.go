package verify

import (
	"fmt"
	"maps"
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// answeredTwice describes a member that two tasks answer differently which run at the same time, or in branches that do, and whose answers
// are merged into one document.
func answeredTwice(t *trial) string {
	x := t.pair.net()
	parallel := x.runsParallel()
	merged := map[string]bool{}
	for _, n := range x.nodes {
		if n.Call != nil && (parallel && mergesBranches(n) || addsAnswer(n)) {
			merged[n.Name()] = true
		}
	}
	var calls []*call // in the order of their beginning
	inBranch := 0     // how many of them are made in branches
	for i := range t.source.calls {
		if a := &t.source.calls[i]; merged[a.Node] && a.Answered && a.Error == nil {
			calls = append(calls, a)
		}
	}
	holders := holdersOf(calls)
	for i, a := range calls {
		far := inBranch < mostInBranches && x.inBranch(a.Node)
		if far {
			inBranch++
		}
		for _, at := range laterHolders(holders, a, i) {
			b := calls[at]
			if !far && b.At > a.At+a.Took {
				break
			}
			inTurn := b.At >= a.At+a.Took && !x.beside(a.Node, b.Node)
			if inTurn {
				continue
			}
			if key := bothHave(a.Result, b.Result); key != "" && (b.At <= a.At+a.Took || t.atOnce(a, b)) {
				return fmt.Sprintf("%q in the answers of %q and %q, which run at the same time", key, a.Task, b.Task)
			}
		}
	}
	return ""
}

// holdersOf are, by the names of members that are not the same in all answers with them, the calls with such answers, by their indices in
// a list.
func holdersOf(calls []*call) map[string][]int {
	out, first, differs := map[string][]int{}, map[string]any{}, map[string]bool{}
	for i, c := range calls {
		answer, ok := c.Result.(*value.Object)
		if !ok {
			continue
		}
		for key, v := range answer.All() {
			if out[key] = append(out[key], i); len(out[key]) == 1 {
				first[key] = v
			}
			differs[key] = differs[key] || !value.Equal(v, first[key])
		}
	}
	maps.DeleteFunc(out, func(key string, _ []int) bool { return !differs[key] })
	return out
}

// laterHolders are the calls after one whose answers have a member of a name that its answer has, in their order.
func laterHolders(holders map[string][]int, c *call, at int) []int {
	answer, ok := c.Result.(*value.Object)
	if !ok {
		return nil
	}
	var out []int
	for key := range answer.All() {
		with := holders[key]
		from, _ := slices.BinarySearch(with, at+1)
		out = append(out, with[from:]...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// mostInBranches is how many calls in branches are compared with those that begin after they have ended.
const mostInBranches = 500

// arrivedTwice describes a member that two events have differently which a node waits for together, and whose data is merged into one
// document.
func arrivedTwice(t *trial) string {
	all := map[string]bool{}
	for _, n := range t.pair.net().nodes {
		if n.Awaits != nil && n.Awaits.All {
			all[n.Name()] = true
		}
	}
	arrivals := t.book.record.arrivals
	for i, a := range arrivals {
		for _, b := range arrivals[i+1:] {
			if !all[a.node] || a.node != b.node || text(a.event, "type") == text(b.event, "type") {
				continue
			}
			if key := bothHave(payload(a.event, true), payload(b.event, true)); key != "" {
				return fmt.Sprintf("%q in the data of %q and %q, which %q waits for", key, text(a.event, "type"), text(b.event, "type"), a.node)
			}
		}
	}
	return ""
}

// listedBefore describes a list to which results are added and that has items before that, or something else in its place.
func listedBefore(t *trial) string {
	for _, n := range t.pair.net().nodes {
		at := t.pair.collectsInto(n)
		if at == nil {
			continue
		}
		adds := n.Data.Combine != nil && n.Data.Combine.Mode == workflow.AppendAt // in the source too, to what is a list there
		for _, v := range t.happened.visits[visited(n)] {
			there, err := expr.Eval(at, &expr.Env{Input: v.data, Now: v.at})
			items, isList := there.([]any)
			switch {
			case err != nil || there == nil:
			case isList && len(items) > 0:
				return fmt.Sprintf("items in the list at %s, to which %q adds", expr.Readable(at), n.Name())
			case !isList && !adds:
				return fmt.Sprintf("%s at %s, to which %q adds", value.TypeOf(there), expr.Readable(at), n.Name())
			}
		}
	}
	return ""
}

// namedAsVariable describes an answer with a member that has the name of a variable, which the answer does not set: where variables become
// members of the document, it would take the place of the variable.
func namedAsVariable(t *trial) string {
	names := variablesOf(t.pair.Source)
	if len(names) == 0 || len(variablesOf(t.pair.Target)) > 0 {
		return ""
	}
	for i := range t.source.calls {
		c := &t.source.calls[i]
		answer, object := c.Result.(*value.Object)
		if !object || c.Error != nil {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(names)) {
			if answer.Has(name) && !slices.ContainsFunc(t.pair.net().byName[c.Node], func(n *workflow.Node) bool { return setsTo(n.Data.Assign, name, answer) || setsOfParts(n, name) }) {
				return fmt.Sprintf("%q, which is a variable, in the answer of %q", name, c.Task)
			}
		}
	}
	return ""
}

// namedAsItem describes an answer with a member that has the name by which the steps of an iteration know their item: it would take the place
// of that for the steps after it.
func namedAsItem(t *trial) string {
	items := map[string]string{} // the names, by the elements of the steps
	for _, n := range t.pair.net().nodes {
		if name := itemAround(n); n.Call != nil && name != "" && addsToDocument(n) {
			items[n.Name()] = name
		}
	}
	if len(items) == 0 {
		return ""
	}
	for i := range t.source.calls {
		c := &t.source.calls[i]
		answer, ok := c.Result.(*value.Object)
		if name := items[c.Node]; ok && name != "" && answer.Has(name) {
			return fmt.Sprintf("%q, which is the item of an iteration, in the answer of %q", name, c.Task)
		}
	}
	return ""
}

// variablesOf are the names of the variables that a program sets.
func variablesOf(p *workflow.Program) map[string]bool {
	names := map[string]bool{}
	add := func(a *workflow.Assign) {
		if a != nil {
			for _, v := range a.Variables {
				names[v.Name] = true
			}
		}
	}
	for _, w := range p.Workflows {
		for _, n := range w.Nodes {
			add(n.Data.Assign)
			for _, e := range n.Out {
				add(e.Data.Assign)
			}
		}
	}
	return names
}

// setsTo reports whether an assignment sets a variable to what an answer has under its name, or to a value that needs more than the answer.
func setsTo(a *workflow.Assign, name string, answer *value.Object) bool {
	return a != nil && slices.ContainsFunc(a.Variables, func(v workflow.Variable) bool {
		if v.Name != name {
			return false
		}
		set, err := expr.Eval(v.Value, &expr.Env{Answer: answer})
		return err != nil || value.Equal(set, answer.Get(name))
	})
}

// setsOfParts reports whether a scope around a node sets a variable to a member of the results of its parts that has its name.
func setsOfParts(n *workflow.Node, name string) bool {
	for scope := n.Region.Scope; scope != nil; scope = scope.Region.Scope {
		if a := scope.Data.Assign; a != nil && slices.ContainsFunc(a.Variables, func(v workflow.Variable) bool {
			p, ok := expr.CommonValue(v.Value, expr.Domain{Objects: true, Typed: true}).(*expr.Path)
			return ok && v.Name == name && p.Root == expr.RootAnswer && len(p.Steps) > 1 && p.Steps[len(p.Steps)-1].Name == name
		}) {
			return true
		}
	}
	return false
}

// collectsInto is where the document has the list to which the results of an iteration are added, in one of the sides at least; nil if they
// are a list of their own.
func (p *Pair) collectsInto(n *workflow.Node) *expr.Path {
	if c := n.Data.Combine; c != nil && c.Mode == workflow.AppendAt {
		return c.Path
	}
	if n.Body == nil || !n.Body.Each {
		return nil
	}
	if p.adding == nil {
		p.adding = map[string]*expr.Path{}
		elements := inverse(p.elements())
		for _, w := range p.Target.Workflows {
			for _, m := range w.Nodes {
				if c := m.Data.Combine; c != nil && c.Mode == workflow.AppendAt {
					p.adding[original(elements, shown(m.Element))] = c.Path
				}
			}
		}
	}
	return p.adding[n.Name()]
}

// mergesBranches reports whether a node lies in one of several branches whose answers are merged into one document.
func mergesBranches(n *workflow.Node) bool {
	for r := n.Region; r != nil; r = r.Scope.Region {
		if r.Shared {
			return true
		}
		if r.Scope == nil {
			return false
		}
		if b := r.Scope.Body; b != nil && len(b.Regions) > 1 && (b.Gather == workflow.GatherChanges || mergesResults(r.Scope)) {
			return true
		}
	}
	return false
}

// addsAnswer reports whether a step of a graph merges the answer of a node with what came to the node, or with those of others that end with it.
func addsAnswer(n *workflow.Node) bool {
	last, first, several := n, n, false
	for len(last.Out) == 1 && last.Out[0].To.Kind == workflow.End && last.Region.Scope != nil {
		several = several || len(last.Out[0].To.In) > 1
		last = last.Region.Scope
	}
	for len(first.In) == 1 && first.In[0].From == first.Region.Start && first.Region.Scope != nil {
		first = first.Region.Scope
	}
	return slices.ContainsFunc(last.Out, func(e *workflow.Edge) bool {
		return e.To.Inputs == workflow.MergeValues &&
			(several || len(first.In) == 1 && slices.ContainsFunc(e.To.In, func(in *workflow.Edge) bool { return in.From == first.In[0].From }))
	})
}

// mergesResults reports whether the results of the branches of a scope are merged into one object, as an expression does that merges all of
// them.
func mergesResults(n *workflow.Node) bool {
	if n.Body.Gather == workflow.GatherMerged {
		return true
	}
	if n.Data.Result == nil || n.Body.Each {
		return false
	}
	a, ok := expr.CommonValue(n.Data.Result, expr.Domain{Objects: true, Typed: true}).(*expr.Apply)
	return ok && a.Do == expr.Merge && slices.ContainsFunc(a.Args, func(x expr.Expr) bool {
		p, ok := x.(*expr.Path)
		return ok && p.Root == expr.RootAnswer && len(p.Steps) == 0
	})
}

// bothHave returns a member that two objects have with different values; empty if there is none.
func bothHave(a, b any) string {
	x, _ := a.(*value.Object)
	y, _ := b.(*value.Object)
	if x == nil || y == nil {
		return ""
	}
	for key, v := range x.All() {
		if w, ok := y.Lookup(key); ok && !value.Equal(v, w) {
			return key
		}
	}
	return ""
}

// visited is the node that is visited when a node is: that of the whole that it is a part of.
func visited(n *workflow.Node) *workflow.Node {
	if whole := n.Element.Whole; whole != nil && whole.Primary != nil {
		return whole.Primary
	}
	if n.Role == workflow.Acting && n.Region.Scope != nil {
		return n.Region.Scope
	}
	return n
}
