package verify

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A fact is a value that a condition compares, and the values that distinguish its sides.
type fact struct {
	steps   []expr.Step
	values  []any
	decides bool // the path depends on it, or how long something takes
	least   any  // the value with which something takes no time, or is not repeated; nil if there is none
	free    bool // the value is only passed on: it may be of any type
	// optional means that a condition asks whether something is there.
	optional bool
	becomes  []expr.Step // of a part of an answer: the place in the document to which it gets as it is; nil if it does not
}

// addFact notes the values that a path should have on which something depends.
func (v *inventor) addFact(p *expr.Path, values []any) {
	if f := v.noteFact(p, values); f != nil {
		f.decides = true
	}
}

// noteFact notes the values that a path should have. Only members are followed: of other paths it notes nothing, and returns nil.
func (v *inventor) noteFact(p *expr.Path, values []any) *fact {
	if p = v.drawn(p); p.Root != expr.RootInput || len(p.Steps) == 0 {
		return nil
	}
	if !onlyMembers(p.Steps) {
		v.noteIndexed(p, values, false)
		return nil
	}
	if f := v.fact(p.Steps); f != nil {
		if f.free && len(values) > 0 {
			f.values, f.free = nil, false
		}
		f.values = v.fitting(append(f.values, values...))
		return f
	}
	v.factAt[keyOf(p.Steps)] = len(v.facts)
	v.facts = append(v.facts, fact{steps: p.Steps, values: v.fitting(values)})
	return &v.facts[len(v.facts)-1]
}

// makeOptional notes that a path of members may lead to nothing.
func (v *inventor) makeOptional(p *expr.Path) {
	if p = v.drawn(p); p.Root == expr.RootInput && onlyMembers(p.Steps) {
		if f := v.fact(p.Steps); f != nil {
			f.optional = true
		}
	}
}

// fact is what is known of a path of members; nil if nothing is.
func (v *inventor) fact(steps []expr.Step) *fact {
	if i, ok := v.factAt[keyOf(steps)]; ok {
		return &v.facts[i]
	}
	return nil
}

// keyOf tells paths of members apart.
func keyOf(steps []expr.Step) string {
	if len(steps) == 1 {
		return steps[0].Name
	}
	var b strings.Builder
	for _, s := range steps {
		b.WriteString(s.Name)
		b.WriteByte(0)
	}
	return b.String()
}

// indexFacts finds facts again after they were sorted, or some were left out.
func (v *inventor) indexFacts() {
	clear(v.factAt)
	v.memberAt, v.asked = map[string]int{}, map[string]bool{}
	for i := range v.facts {
		steps := v.facts[i].steps
		for k := 1; k < len(steps) && !v.facts[i].free; k++ {
			v.asked[keyOf(steps[:k])] = true
		}
		v.factAt[keyOf(steps)] = i
		if _, ok := v.memberAt[steps[0].Name]; !ok {
			v.memberAt[steps[0].Name] = i
		}
	}
}

// noteFree notes a path whose value is passed on, unless it is known what that has to be.
func (v *inventor) noteFree(p *expr.Path, values []any) {
	p = v.drawn(p)
	if !onlyMembers(p.Steps) && p.Root == expr.RootInput {
		v.noteIndexed(p, values, true)
		return
	}
	if v.fact(p.Steps) != nil {
		return
	}
	before := len(v.facts)
	if f := v.noteFact(p, values); f != nil && len(v.facts) > before {
		f.free = true
	}
}

// fitting are the values that the domain allows: of the type of the first where fields have the types that they are compared with, or null
// where a condition asks for that; and objects with the same members where answers do not overwrite a part of one.
func (v *inventor) fitting(values []any) []any {
	var out []any
	objects := 0
	typed := slices.IndexFunc(values, func(x any) bool { return x != nil })
	for _, x := range values {
		if _, ok := x.(*value.Object); ok {
			if objects++; objects > 1 && v.domain.Disjoint {
				continue
			}
		}
		if !v.domain.Typed || x == nil || sameType(x, values[typed]) {
			out = append(out, x)
		}
	}
	return out
}

// sameType reports whether two values compare: numbers, texts, booleans, lists and objects each among themselves.
func sameType(a, b any) bool {
	return value.TypeOf(a) == value.TypeOf(b)
}

// replacesDocument reports whether what a node makes of an answer takes the place of the document.
func replacesDocument(n *workflow.Node) bool {
	return n.Data.Combine == nil || n.Data.Combine.Mode == workflow.Replace
}

// appendReads adds the members of an answer that an expression selects, with values that they may have. What becomes the document is an
// object. place is where the value of the expression gets to in the document; nil if it gets there changed. first step may be an item of a
// list, if the answer is one.
func appendReads(to []fact, x expr.Expr, place []expr.Step, document, list bool) []fact {
	var add func(x expr.Expr, values []any)
	root := expr.RootAnswer
	becomes := place
	addAt := func(at []expr.Step, x expr.Expr) {
		outer := becomes
		becomes = at
		add(x, nil)
		becomes = outer
	}
	add = func(x expr.Expr, values []any) {
		switch x := x.(type) {
		case *expr.Foreign:
			add(x.Meaning(), values)
		case *expr.Focus:
			if on, ok := x.On.(*expr.Path); ok && on.Root == expr.RootAnswer && len(on.Steps) == 0 { // which is the input of what is in it
				root = expr.RootInput
				add(x.Of, values)
				root = expr.RootAnswer
			}
		case *expr.Call:
			if m := callMeaning(x); m != nil {
				add(m, values)
				return
			}
			for _, a := range x.Args {
				addAt(nil, a)
			}
		case *expr.Object:
			for _, m := range x.Members {
				at := becomes
				if at != nil {
					at = slices.Concat(at, []expr.Step{{Kind: expr.StepChild, Name: m.Key}})
				}
				addAt(at, m.Value)
			}
		case *expr.Apply:
			outer := becomes
			if x.Do != expr.Merge { // the members of which stay what they are
				becomes = nil
			}
			eachOperand(x, values, add)
			becomes = outer
		case *expr.Path:
			if x.Root == root && len(x.Steps) > 0 && (onlyMembers(x.Steps) || list && isIndex(x.Steps[0]) && onlyMembers(x.Steps[1:])) {
				if len(values) == 0 {
					values = []any{int64(3), int64(7000), "text"}
				}
				to = append(to, fact{steps: x.Steps, values: values, becomes: becomes})
			}
		}
	}
	if document {
		add(x, someObjects)
	} else {
		add(x, nil)
	}
	return to
}

var words = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*`) })
