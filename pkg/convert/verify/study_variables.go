package verify

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// What a condition compares may be in a variable. Of a variable that always has the same part of the document, that part is what is
// made up; any other is a member of its own in what is drawn for a run, from which answers take what is assigned of them. No data
// has such members.

// variablePrefix begins the names of members that are variables.
const variablePrefix = "$"

// studyVariables notes of which variables the values are a part of the document.
func (v *inventor) studyVariables() {
	v.parts = map[string]*expr.Path{}
	for _, w := range v.program.Workflows {
		for _, n := range w.Nodes {
			v.studyAssign(n, n.Data.Assign)
			for _, e := range n.Out {
				v.studyAssign(n, e.Data.Assign)
			}
		}
	}
}

func (v *inventor) studyAssign(n *workflow.Node, a *workflow.Assign) {
	if a == nil {
		return
	}
	for _, x := range a.Variables {
		p := documentPart(assignedOf(n, x.Value))
		if known, again := v.parts[x.Name]; again && (p == nil || known == nil || known.String() != p.String()) {
			p = nil
		}
		v.parts[x.Name] = p
	}
}

// documentPart is the path of a part of the document; nil for any other value.
func documentPart(x expr.Expr) *expr.Path {
	if f, ok := x.(*expr.Foreign); ok {
		x = f.Meaning()
	}
	p, ok := x.(*expr.Path)
	if !ok || p.Root != expr.RootInput || !onlyMembers(p.Steps) {
		return nil
	}
	return p
}

// drawn is the path in what is drawn for a run to what a path selects of the document or of a variable.
func (v *inventor) drawn(p *expr.Path) *expr.Path {
	if p.Root != expr.RootVar {
		return p
	}
	out := *p
	out.Root = expr.RootInput
	if part := v.parts[p.Name]; part != nil {
		out.Steps = slices.Concat(part.Steps, p.Steps)
		return &out
	}
	out.Steps = slices.Concat(variablePlace(p.Name), p.Steps)
	return &out
}

// variablePlace is where a variable is in what is drawn for a run.
func variablePlace(name string) []expr.Step {
	return []expr.Step{{Kind: expr.StepChild, Name: variablePrefix + name}}
}

// studyAssigned notes what the variables of a node take from the answer of its task.
func (t *invented) studyAssigned(a *workflow.Assign) {
	if a == nil {
		return
	}
	for _, x := range a.Variables {
		t.reads = appendReads(t.reads, x.Value, variablePlace(x.Name), false, false)
	}
}

// lookup returns a function that looks variables up in what is drawn for a run.
func (v *inventor) lookup(in *value.Object) func(name string) (any, bool) {
	return func(name string) (any, bool) {
		part, known := v.parts[name]
		if part == nil {
			return in.Lookup(variablePrefix + name)
		}
		x, err := expr.Eval(part, &expr.Env{Input: in, Now: v.now})
		return x, known && err == nil
	}
}

// apart takes out of an answer what has the name of a variable, where answers do not overwrite what else is there: a target without
// variables has them in its document. What a variable takes of the answer comes to it in another way.
func (v *inventor) apart(answer *value.Object) *value.Object {
	if !v.domain.Disjoint {
		return answer
	}
	for name := range v.parts {
		if answer.Has(name) {
			answer = answer.Without(name)
		}
	}
	return answer
}

// withoutVariables is what is drawn for a run as data: without the variables.
func withoutVariables(o *value.Object) *value.Object {
	for name := range o.All() {
		if strings.HasPrefix(name, variablePrefix) {
			o = o.Without(name)
		}
	}
	return o
}
