package embedded

import (
	"fmt"
	"maps"
	"slices"

	"github.com/flowglot/flowglot/pkg/source"
)

// A branch is a value of Fn::If: the first one, or the second.
type branch struct {
	call  *source.Node
	first bool
}

// mostVariants bounds how many definitions the conditions of a template make of one.
const mostVariants = 8

// variants reads a resource once for the answers that the conditions of the template have with the defaults of its parameters, once for
// the opposite ones, and as often as it takes until each branch of Fn::If was read. What is wrong with the template itself is found the
// first time.
func (x Finder) variants(f *source.File, resource *source.Member) []*Part {
	v := &values{root: f.Root}
	first := x.stateMachine(f, resource, v)
	if first == nil {
		return nil
	}
	out, runs := []*Part{first}, []*values{v}
	covered := map[branch]bool{}
	for next := (&values{root: f.Root, otherwise: true}); len(v.taken) > 0 && next != nil; next = missing(runs, covered) {
		if len(runs) == mostVariants {
			first.report(&unreadableRule, f, first.Span, "", "some branches of the definition of %q are not checked: it has more than %d variants", first.Name, mostVariants)
			break
		}
		p := x.stateMachine(f, resource, next)
		runs = append(runs, next)
		if p == nil || p.File == nil && p.Path == first.Path || !next.otherwise && !slices.Contains(next.taken, next.wanted) {
			continue // no answers lead to the branch that is missing
		}
		p.Name = fmt.Sprintf("%s%s-%d", resource.Key, otherwise, max(2, len(out)))
		if next.otherwise {
			p.Name = resource.Key + otherwise
		}
		if p.File != nil {
			p.File.Name = f.Name + "#" + p.Name
		}
		p.Findings = nil
		out = append(out, p)
	}
	return out
}

// missing returns the answers that lead to a branch which none of the runs took; nil if there is none.
func missing(runs []*values, covered map[branch]bool) *values {
	for _, v := range runs {
		for _, b := range v.taken {
			covered[b] = true
		}
	}
	for _, v := range runs {
		for _, b := range v.taken {
			other := branch{b.call, !b.first}
			if covered[other] {
				continue
			}
			covered[other] = true
			chosen := maps.Clone(v.answers)
			_, argument := intrinsic(b.call)
			chosen[argument.Items[0].Text] = other.first
			return &values{root: v.root, chosen: chosen, wanted: other}
		}
	}
	return nil
}

// selects reports whether a call of Fn::If takes its first value. A condition that depends on what is known at deployment is taken to
// hold. A condition has the same answer everywhere in a definition.
func (v *values) selects(call, condition *source.Node) bool {
	name := condition.Text
	answer, known := v.answers[name]
	if !known {
		if answer, known = v.chosen[name]; !known {
			holds, sure := v.named(name, 0)
			answer = (holds || !sure) != v.otherwise
		}
		if v.answers == nil {
			v.answers = map[string]bool{}
		}
		v.answers[name] = answer
	}
	v.taken = append(v.taken, branch{call, answer})
	return answer
}

// named evaluates a condition of the template.
func (v *values) named(name string, steps int) (holds, known bool) {
	return v.holds(v.root.Get("Conditions").Get(name), steps)
}

// holds evaluates a condition. known is false if that takes values which are known only at deployment.
func (v *values) holds(n *source.Node, steps int) (holds, known bool) {
	if n == nil || steps > mostSteps {
		return false, false
	}
	if m := n.Member("Condition"); m != nil && len(n.Members) == 1 {
		return v.named(m.Value.Text, steps+1)
	}
	name, argument := intrinsic(n)
	switch name {
	case "Fn::Condition":
		return v.named(argument.Text, steps+1)
	case "Fn::Equals":
		if len(argument.Items) != 2 {
			return false, false
		}
		a, knownA := v.text(argument.Items[0], steps+1)
		b, knownB := v.text(argument.Items[1], steps+1)
		return a == b, knownA && knownB
	case "Fn::Not":
		if len(argument.Items) != 1 {
			return false, false
		}
		holds, known = v.holds(argument.Items[0], steps+1)
		return !holds, known
	case "Fn::And", "Fn::Or":
		decides := name == "Fn::Or"
		known = true
		for _, x := range argument.Items {
			h, k := v.holds(x, steps+1)
			if k && h == decides {
				return decides, true
			}
			known = known && k
		}
		return !decides, known
	}
	return false, false
}
