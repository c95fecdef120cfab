package verify

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// addList makes the value at the path of an iteration a list, each item of which has what the iteration reads of it.
func (v *inventor) addList(n *workflow.Node) {
	x := n.Data.Payload
	if f, ok := x.(*expr.Foreign); ok {
		if x = f.Meaning(); x == nil {
			v.addSelected(n, f.Text)
			return
		}
	}
	p, ok := x.(*expr.Path)
	if !ok {
		return
	}
	at := slices.IndexFunc(p.Steps, func(s expr.Step) bool { return s.Kind != expr.StepChild })
	if at > 0 && p.Steps[at].Filter != nil {
		v.noteFact(&expr.Path{Steps: p.Steps[:at:at], Definite: true}, []any{v.filtered(n, p)})
		return
	}
	f := v.noteFact(p, nil)
	if f == nil {
		return
	}
	one, two := v.item(n, 1), v.item(n, 2)
	f.values, f.decides, f.least, f.free = []any{[]any{one}, []any{one, two}, []any{}}, true, []any{}, false
}

// studyItems notes what an iteration selects besides its list.
func (v *inventor) studyItems(i *workflow.Items) {
	if i == nil {
		return
	}
	v.studySelection(i.Select)
	if i.Batch != nil {
		v.studySelection(i.Batch.Input)
	}
	if i.Reader != nil {
		v.studySelection(i.Reader.Parameters)
	}
	if i.Writer != nil {
		v.studySelection(i.Writer.Parameters)
	}
	for _, x := range []expr.Expr{i.Tolerated, i.Share} {
		if p, ok := x.(*expr.Path); ok {
			v.addFact(p, []any{int64(1), int64(0), int64(50)})
		}
	}
}

// namesIn are paths of what looks like names in an expression, without what some languages call the input of a step.
func namesIn(text string) []*expr.Path {
	var out []*expr.Path
	for _, word := range words().FindAllString(text, -1) {
		p := &expr.Path{Definite: true}
		for _, name := range strings.Split(strings.TrimPrefix(word, "states.input."), ".") {
			p.Steps = append(p.Steps, expr.Step{Kind: expr.StepChild, Name: name})
		}
		out = append(out, p)
	}
	return out
}

// filtered makes a list from which the filters of a path select items for an iteration, and leave some: two of each kind, as one alone is no list in
// some languages.
func (v *inventor) filtered(n *workflow.Node, p *expr.Path) []any {
	inside := v.ofPart()
	inside.studyFilters(p)
	return v.twoOfEach(n, inside.facts)
}

// twoOfEach makes a list of items with the values that are known of parts of them.
func (v *inventor) twoOfEach(n *workflow.Node, facts []fact) []any {
	kinds := 1
	for _, f := range facts {
		kinds = max(kinds, len(f.values))
	}
	var out []any
	for i := range 2 * kinds {
		o := v.item(n, int64(i+1)).(*value.Object)
		for _, f := range facts {
			if len(f.values) > 0 {
				setAt(o, f.steps, f.values[i%kinds%len(f.values)])
			}
		}
		out = append(out, o)
	}
	return out
}

// addSelected makes a list of the first name in an expression which selects the items of an iteration in a way that means nothing in common
// terms. What the expression names besides is taken for members of the items, and its numbers and texts for what these are compared with.
func (v *inventor) addSelected(n *workflow.Node, text string) {
	names := namesIn(text)
	if len(names) == 0 {
		return
	}
	values := []any{int64(3), int64(7000)}
	for _, literal := range literals().FindAllString(text, -1) {
		if x, err := value.Parse([]byte(strings.ReplaceAll(literal, "'", `"`))); err == nil {
			values = append(values, around(x)...)
		}
	}
	var facts []fact
	for _, p := range names[1:] {
		facts = append(facts, fact{steps: p.Steps, values: values})
	}
	v.noteFact(names[0], []any{v.twoOfEach(n, facts)})
}

// literals are the numbers and texts in an expression.
var literals = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`'[^'"\\]*'|"[^"\\]*"|\b[0-9]+(\.[0-9]+)?\b`) })

// ofPart is an inventor for a part of the data, which knows nothing of the rest.
func (v *inventor) ofPart() *inventor {
	return &inventor{domain: v.domain, random: v.random, now: v.now, parts: v.parts, factAt: map[string]int{}, indexedAt: map[string]int{}}
}

// item makes an item of the list of an iteration, with the members that its steps read, and what a condition on the list asks of its items.
func (v *inventor) item(n *workflow.Node, id int64) any {
	out := value.ObjectOf(value.Member{Key: "id", Value: id})
	add := func(from *inventor, f fact) {
		f.values = f.values[int(id-1)%len(f.values):][:1]
		from.put(out, f)
	}
	before := v.ofPart()
	before.addGuard(n.When, false)
	for _, f := range before.facts {
		if len(f.steps) > 0 && len(f.values) > 0 {
			add(before, f)
		}
	}
	for _, steps := range selectedOfItem(n.Body.Items) {
		add(before, fact{steps: steps, values: []any{int64(3), int64(7000)}})
	}
	name, known := itemName(n.Body)
	if !known {
		return out
	}
	inside, answered := v.ofPart(), answeredMembers(n.Body)
	inside.studyBody(n)
	for _, f := range inside.facts {
		if answered[f.steps[0].Name] || name != "" && (len(f.steps) < 2 || f.steps[0].Name != name) || len(f.values) == 0 {
			continue
		}
		if name != "" {
			f.steps = f.steps[1:]
		}
		add(inside, f)
	}
	return out
}

// selectedOfItem are the members of an item that an iteration selects for what its steps get.
func selectedOfItem(i *workflow.Items) [][]expr.Step {
	if i == nil || i.Select == nil || i.Value == nil {
		return nil
	}
	var out [][]expr.Step
	of := i.Value.Steps
	expr.Walk(expr.CommonValue(i.Select, expr.Domain{Objects: true, Typed: true}), func(x expr.Expr) {
		p, ok := x.(*expr.Path)
		if ok && p.Root == i.Value.Root && len(p.Steps) > len(of) && sameMembers(p.Steps[:len(of)], of) && onlyMembers(p.Steps[len(of):]) {
			out = append(out, p.Steps[len(of):])
		}
	})
	return out
}

// answeredMembers are the members of the document in the regions of a scope that get the answers of tasks there.
func answeredMembers(b *workflow.Body) map[string]bool {
	out := map[string]bool{}
	for _, r := range b.Regions {
		for _, n := range r.Nodes {
			if k := n.Data.Combine; k != nil && k.Path != nil && len(k.Path.Steps) > 0 {
				out[k.Path.Steps[0].Name] = true
			}
			if n.Body != nil {
				maps.Copy(out, answeredMembers(n.Body))
			}
		}
	}
	return out
}

// itemName is the member of the document of the steps of an iteration that is the item; empty if the item is the document. It reports false
// if neither is known.
func itemName(b *workflow.Body) (string, bool) {
	switch {
	case b.Item != "" || b.Items == nil || b.Items.Select == nil:
		return b.Item, true
	case b.Items.Value == nil:
		return "", false
	}
	if o, ok := expr.CommonValue(b.Items.Select, expr.Domain{Objects: true, Typed: true}).(*expr.Object); ok {
		for _, m := range o.Members {
			if expr.Readable(m.Value) == expr.Readable(b.Items.Value) {
				return m.Key, true
			}
		}
	}
	return "", false
}

// itemAround is the member of the document of a node that is the item of the iteration around it; empty if there is none.
func itemAround(n *workflow.Node) string {
	for scope := n.Region.Scope; scope != nil; scope = scope.Region.Scope {
		if scope.Body.Each {
			name, _ := itemName(scope.Body)
			return name
		}
	}
	return ""
}

// besideItem takes out of an answer what has the name of the item of an iteration in whose document it is merged, where answers do not
// overwrite what else is there: each answer would take the place of the item.
func (v *inventor) besideItem(t *invented, answer *value.Object) *value.Object {
	if v.domain.Disjoint {
		for _, name := range t.items {
			answer = answer.Without(name)
		}
	}
	return answer
}

// studyBody notes what is selected and compared in the regions of a scope.
func (v *inventor) studyBody(scope *workflow.Node) {
	for _, r := range scope.Body.Regions {
		for _, n := range r.Nodes {
			v.addGuard(n.When, false)
			v.studyStages(&n.Data)
			for _, e := range n.Out {
				v.addGuard(e.Guard, false)
				v.studyStages(&e.Data)
			}
			if n.Body != nil {
				v.studyBody(n)
			}
		}
	}
}
