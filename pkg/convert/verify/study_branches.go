package verify

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// What is read of the results of branches, `$.checks[0].rating`, is read of the answers of the tasks that the branches end with.

// An indexed is a part of an item of a list that a condition compares, or that is selected.
type indexed struct {
	steps  []expr.Step
	values []any
	free   bool // it is only passed on: it may be of any type
}

// A passedOn is a part of the result of a branch that the last step of it does not make, with the values that it should have.
type passedOn struct {
	last   *workflow.Node
	steps  []expr.Step
	values []any
}

// noteIndexed notes a path through one item of a list, and nothing of other paths. What is only passed on is of the type that something else
// asks for.
func (v *inventor) noteIndexed(p *expr.Path, values []any, free bool) {
	at := slices.IndexFunc(p.Steps, isIndex)
	if at < 0 || p.Steps[at].Index < 0 || !onlyMembers(p.Steps[:at]) || !onlyMembers(p.Steps[at+1:]) {
		return
	}
	key := expr.Readable(p)
	known, there := v.indexedAt[key]
	if !there {
		v.indexedAt[key] = len(v.indexed)
		v.indexed = append(v.indexed, indexed{p.Steps, v.fitting(values), free})
		return
	}
	x := &v.indexed[known]
	if free {
		return
	}
	if x.free {
		x.values, x.free = nil, false
	}
	x.values = v.fitting(append(x.values, values...))
}

func isIndex(s expr.Step) bool { return s.Kind == expr.StepIndex }

// onlyMembers reports whether steps lead through members of objects only.
func onlyMembers(steps []expr.Step) bool {
	return !slices.ContainsFunc(steps, func(s expr.Step) bool { return s.Kind != expr.StepChild })
}

// studyBranches gives the answers of the tasks that branches end with what is read of the list of the results.
func (v *inventor) studyBranches() {
	for _, w := range v.program.Workflows {
		for _, n := range w.Nodes {
			if n.Body != nil && !n.Body.Each && len(n.Body.Regions) > 1 && n.Body.Gather == workflow.GatherList {
				v.studyResults(n)
			}
		}
	}
}

func (v *inventor) studyResults(scope *workflow.Node) {
	if a := scope.Data.Assign; a != nil {
		for _, x := range a.Variables {
			for _, f := range appendReads(nil, x.Value, variablePlace(x.Name), false, true) {
				v.studyResult(scope, f)
			}
		}
	}
	place, placed := placeOfAnswer(scope)
	if !placed {
		return
	}
	for _, f := range appendReads(nil, scope.Data.Result, place, false, true) {
		v.studyResult(scope, f)
	}
	if scope.Data.Result != nil {
		return
	}
	for _, x := range v.indexed {
		if at := len(place); len(x.steps) > at && isIndex(x.steps[at]) && sameMembers(x.steps[:at], place) {
			v.studyResult(scope, fact{steps: x.steps[at:], values: orAny(x.values)})
		}
	}
}

// studyResult adds what is read of the result of one branch to the answers of the tasks that end it.
func (v *inventor) studyResult(scope *workflow.Node, f fact) {
	if len(f.steps) == 0 || !isIndex(f.steps[0]) || f.steps[0].Index < 0 || f.steps[0].Index >= len(scope.Body.Regions) {
		return
	}
	for _, n := range lastTasks(scope.Body.Regions[f.steps[0].Index]) {
		steps, ok := partOfAnswer(n, f.steps[1:])
		if !ok && n.Data.Output == nil && onlyMembers(f.steps[1:]) && len(f.steps) > 1 {
			v.passedOn = append(v.passedOn, passedOn{n, f.steps[1:], f.values})
		}
		if !ok || len(steps) == 0 || !onlyMembers(steps) {
			continue
		}
		t := v.task(n.Call.Task)
		t.reads = append(t.reads, fact{steps: steps, values: f.values, becomes: f.becomes})
	}
}

// lastTasks are the tasks whose results are that of a region.
func lastTasks(r *workflow.Region) []*workflow.Node {
	var out []*workflow.Node
	for _, n := range r.Nodes {
		if n.Kind == workflow.Task && n.Call != nil && slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Kind == workflow.ToEnd }) {
			out = append(out, n)
		}
	}
	return out
}

// placeOfAnswer is where in the document the answer of a node is put; false where it is nowhere, or not at members.
func placeOfAnswer(n *workflow.Node) ([]expr.Step, bool) {
	switch c := n.Data.Combine; {
	case c == nil || c.Mode == workflow.Replace || c.Mode == workflow.MergeDeep || c.Mode == workflow.MergeShallow:
		return []expr.Step{}, true
	case c.Mode == workflow.SetAt && c.Path != nil && onlyMembers(c.Path.Steps):
		return c.Path.Steps, true
	}
	return nil, false
}

// partOfAnswer is the part of the answer of a task that gets to a place of what the task makes of its document.
func partOfAnswer(n *workflow.Node, steps []expr.Step) ([]expr.Step, bool) {
	if n.Data.Output != nil {
		p := documentPart(n.Data.Output)
		if p == nil {
			return nil, false
		}
		steps = slices.Concat(p.Steps, steps)
	}
	place, placed := placeOfAnswer(n)
	if !placed || len(steps) < len(place) || !sameMembers(steps[:len(place)], place) {
		return nil, false
	}
	return partOfResult(n.Data.Result, steps[len(place):])
}

// partOfResult is the part of an answer that is at a place of what an expression makes of it.
func partOfResult(x expr.Expr, steps []expr.Step) ([]expr.Step, bool) {
	switch x := x.(type) {
	case nil:
		return steps, true
	case *expr.Foreign:
		return partOfResult(x.Meaning(), steps)
	case *expr.Path:
		return slices.Concat(x.Steps, steps), x.Root == expr.RootAnswer
	case *expr.Object:
		for _, m := range x.Members {
			if len(steps) > 0 && m.Key == steps[0].Name {
				return partOfResult(m.Value, steps[1:])
			}
		}
	}
	return nil, false
}

func sameMembers(a, b []expr.Step) bool {
	return slices.EqualFunc(a, b, func(a, b expr.Step) bool { return a.Kind == b.Kind && a.Name == b.Name })
}

// withoutGathered takes the objects out of an input or an answer that are where parts put what is made of their results.
func (v *inventor) withoutGathered(data *value.Object) *value.Object {
	if v.domain.Disjoint {
		for _, key := range v.gathered {
			if _, isObject := data.Get(key).(*value.Object); isObject {
				data = data.Without(key)
			}
		}
	}
	return data
}

// withoutPut takes out of an input or an answer what the definition itself puts into the document, where that is not there before.
func (v *inventor) withoutPut(data *value.Object) *value.Object {
	return v.withoutGathered(v.withoutErrors(data))
}
