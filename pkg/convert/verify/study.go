package verify

import (
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// study collects what the program compares, calls and awaits.
func (v *inventor) study() {
	v.studyVariables()
	flows := v.program.Workflows
	for _, w := range flows {
		if w.Root != nil && w.Root.Start != nil && w.Root.Start.Kind == workflow.State {
			v.states = append(v.states, w.Root.Start)
		}
		whole := w.Documents == workflow.ObjectDocument
		for _, n := range w.Nodes {
			v.addGuard(n.When, false)
			v.studyStages(&n.Data)
			v.studyAssigned(n)
			v.studyNode(n)
			for _, e := range n.Out {
				v.addGuard(e.Guard, whole)
				v.addGuard(e.Require, whole)
				v.studyStages(&e.Data)
				if e.Ask != nil {
					v.addQuestion(e.Ask.Task)
				}
				if n.Kind == workflow.State && e.Name != "" && !e.Disabled {
					v.awaits = append(v.awaits, run.Occurrence{Kind: "transition", Node: e.Name})
				}
			}
		}
		v.studyListed(w)
	}
	if each := listedInput(v.program); each != nil {
		v.inputLists = v.itemLists(each, 1)
	}
	for _, c := range v.program.Select {
		v.addGuard(c.If, true)
		if c.Ask != nil {
			v.addQuestion(c.Ask.Task)
		}
	}
	v.studyAssignedAgain()
	v.studyBranches()
	if v.domain.Objects {
		v.studyDocuments()
	}
	for i := range v.facts {
		if f := &v.facts[i]; len(f.values) == 0 {
			f.values = v.fitting(orAny(nil))
		}
	}
	v.leaveCollected()
	v.indexFacts()
	v.studyOrigins()
	v.studySent()
	// What is known of a part of an object is set in the object, and not lost with it.
	slices.SortStableFunc(v.facts, func(a, b fact) int { return len(a.steps) - len(b.steps) })
	v.indexFacts()
	v.markTasks()
}

// orAny are some values, or others of each type where there are none.
func orAny(values []any) []any {
	if len(values) == 0 {
		return []any{int64(1), "text", true}
	}
	return values
}

// studyDocuments has parts that become the document be objects.
func (v *inventor) studyDocuments() {
	for _, w := range v.program.Workflows {
		if w.Documents != workflow.ObjectDocument {
			continue
		}
		for _, n := range w.Nodes {
			p := becomesDocument(n.Data.Output)
			if p == nil {
				continue
			}
			if f := v.fact(p.Steps); f != nil {
				f.values = slices.DeleteFunc(slices.Clone(f.values), func(x any) bool { _, object := x.(*value.Object); return !object })
				f.free = false
			}
			v.noteFact(p, someObjects)
		}
	}
}

// becomesDocument is the part that an expression selects as the document, if it is there; nil if it selects none.
func becomesDocument(x expr.Expr) *expr.Path {
	if f, ok := x.(*expr.Foreign); ok {
		x = f.Meaning()
	}
	if a, ok := x.(*expr.Apply); ok && a.Do == expr.Choose {
		x = a.Args[1]
	}
	if p := documentPart(x); p != nil && len(p.Steps) > 0 {
		return p
	}
	return nil
}

// leaveCollected forgets lists to which the program itself adds results, or puts those of an iteration: where objects are disjoint, these
// are empty before.
func (v *inventor) leaveCollected() {
	if !v.domain.Disjoint {
		return
	}
	for _, w := range v.program.Workflows {
		for _, n := range w.Nodes {
			at := listOfResults(n)
			if len(at) == 0 {
				continue
			}
			v.facts = slices.DeleteFunc(v.facts, func(f fact) bool { return len(f.steps) >= len(at) && sameMembers(f.steps[:len(at)], at) })
		}
	}
}

// listOfResults are the steps to the list that a node adds its result to, or that has the results of an iteration; none if there is no such
// list.
func listOfResults(n *workflow.Node) []expr.Step {
	c := n.Data.Combine
	if c != nil && c.Mode == workflow.AppendAt && c.Path != nil {
		return c.Path.Steps
	}
	if n.Body == nil || !n.Body.Each || c != nil {
		return nil
	}
	merged := mergedIntoInput(n.Data.Result)
	if len(merged) != 1 {
		return nil
	}
	o, isObject := merged[0].(*expr.Object)
	if !isObject {
		return nil
	}
	for _, m := range o.Members {
		list := m.Value
		if each, ok := list.(*expr.Apply); ok && each.Do == expr.Each {
			list = each.Args[0]
		}
		if p, ok := list.(*expr.Path); ok && p.Root == expr.RootAnswer && len(p.Steps) == 0 {
			return []expr.Step{{Kind: expr.StepChild, Name: m.Key}}
		}
	}
	return nil
}

// studyNode notes what runs have to try at a node: events, lists, lengths of time, errors, and the values of its conditions.
func (v *inventor) studyNode(n *workflow.Node) {
	if n.Awaits != nil {
		for _, t := range n.Awaits.For {
			v.addEvent(t.Event)
		}
	}
	if n.Body != nil && n.Body.Each {
		v.addList(n)
		v.studyItems(n.Body.Items)
	}
	if n.Until != nil {
		v.studyLength(n.Until)
	}
	if n.Emits != nil {
		v.studySelection(n.Emits.Data)
	}
	if n.Kind == workflow.Fail && n.Raises != nil {
		for _, x := range []expr.Expr{n.Raises.Name, n.Raises.Cause} {
			if p, ok := x.(*expr.Path); ok {
				v.noteFact(p, []any{"text"})
			}
		}
	}
	switch {
	case n.Kind == workflow.Task && n.Call != nil:
		names := handled(n)
		for scope := n.Region.Scope; scope != nil; scope = scope.Region.Scope {
			names = append(names, handled(scope)...)
		}
		limit := slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return !t.Implied })
		v.addTask(n.Call.Task, names, limit)
		v.studyAnswer(n)
	case n.Kind == workflow.Await && n.Awaits != nil && len(n.Awaits.For) == 0:
		v.awaits = append(v.awaits, run.Occurrence{Kind: "complete", Node: n.Name()})
		if v.parallel(n) {
			v.besides++
			v.beside[n.Name()] = v.besides
		}
	case n.Kind == workflow.Await && n.Awaits != nil && n.Awaits.All:
		for _, t := range n.Awaits.For {
			if t.Event != nil && v.beside[t.Event.Type] == 0 {
				v.besides++
				v.beside[t.Event.Type] = v.besides
			}
		}
	case n.Kind == workflow.Table:
		for _, r := range n.Rules.Rules {
			for _, c := range r.Cells {
				v.studyCondition(c.If, true)
			}
		}
	}
}

// parallel reports whether a node lies in one of several regions that run at the same time, or in a branch of a fork.
func (v *inventor) parallel(n *workflow.Node) bool {
	for region := n.Region; region != nil; {
		for _, fork := range region.Nodes {
			if fork.Split == workflow.SplitFork && fork != n && v.between(fork, n) {
				return true
			}
		}
		if region.Scope == nil {
			return false
		}
		if len(region.Scope.Body.Regions) > 1 {
			return true
		}
		region = region.Scope.Region
	}
	return false
}

// between reports whether a node lies in a branch of a fork.
func (v *inventor) between(fork, n *workflow.Node) bool {
	seen := map[*workflow.Node]bool{fork: true}
	todo := []*workflow.Node{fork}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range at.Out {
			if e.To == n {
				return true
			}
			if e.To != nil && e.To != fork.Joins && !seen[e.To] {
				seen[e.To] = true
				todo = append(todo, e.To)
			}
		}
	}
	return false
}

// studyStages notes what is selected of the document: mostly something is there.
func (v *inventor) studyStages(d *workflow.Stages) {
	for _, x := range []expr.Expr{d.Select, d.Payload, d.Result, d.Output} {
		v.studySelection(x)
	}
}

func (v *inventor) studySelection(x expr.Expr) {
	switch x := x.(type) {
	case *expr.Foreign:
		if m := x.Meaning(); m != nil {
			v.studySelection(m)
			return
		}
		for _, p := range namesIn(x.Text) {
			v.noteFree(p, []any{int64(3), "text"})
		}
	case *expr.Apply:
		v.studyApplied(x)
	case *expr.Path:
		if v.studyList(x) {
			return
		}
		v.noteFree(x, []any{value.ObjectOf(value.Member{Key: "x", Value: int64(1)}), value.ObjectOf(value.Member{Key: "y", Value: "text"}, value.Member{Key: "x", Value: true}), int64(3)})
	case *expr.Object:
		for _, m := range x.Members {
			v.studySelection(m.Value)
		}
	case *expr.Call:
		v.studyArguments(x)
		if m := callMeaning(x); m != nil {
			v.studySelection(m)
			return
		}
		for _, a := range x.Args {
			v.studySelection(a)
		}
	}
}

// studyArguments notes values that a function takes.
func (v *inventor) studyArguments(x *expr.Call) {
	for i, a := range x.Args {
		if p, isPath := a.(*expr.Path); isPath && i < len(x.Takes) && x.Takes[i] != expr.TestPresent {
			v.noteFact(p, tested(&expr.Test{Op: x.Takes[i]}))
		}
	}
}

// callMeaning is what a call of a function means in common terms; nil where that is not known.
func callMeaning(x *expr.Call) expr.Expr {
	m := expr.CommonValue(x, expr.Domain{Objects: true, Typed: true})
	if _, call := m.(*expr.Call); call {
		return nil
	}
	return m
}

// studyLength notes the data that a length of time is read from.
func (v *inventor) studyLength(l *workflow.Length) {
	p, ok := l.Expr.(*expr.Path)
	if !ok {
		return
	}
	values, least := []any{int64(5), int64(70)}, any(int64(0))
	switch l.Unit {
	case workflow.Instant:
		values, least = []any{"2025-01-01T12:00:00Z", "2025-02-01T00:00:00Z"}, v.now.UTC().Format(time.RFC3339)
	case workflow.Duration:
		values, least = []any{"PT5S", "PT2H"}, "PT0S"
	}
	if f := v.noteFact(p, values); f != nil {
		f.decides, f.least = true, least
	}
}
