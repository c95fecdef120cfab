package verify

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// overwritten describes an answer, or data that a node adds, with an object of which the document has another part already.
func overwritten(t *trial) string {
	for _, n := range t.pair.net().nodes {
		if mode, adds := addingMode(n); adds {
			for _, v := range otherVisits(t.happened.visits[n]) {
				if key := partOf(v.data, placed(n, addedBy(n, v))); key != "" && !(mode == workflow.MergeShallow && t.pair.net().readsPart(key, n)) {
					return fmt.Sprintf("a part of the object %q, which is there already, in the data that %q adds", key, n.Name())
				}
			}
		}
		if n.Call == nil {
			continue
		}
		visits := otherVisits(t.happened.visits[visited(n)])
		for _, c := range otherCalls(t.source.callsOf(n)) {
			for _, v := range visits {
				if key := partOf(v.data, placed(n, resultOf(n, v, c.Result))); key != "" {
					return fmt.Sprintf("a part of the object %q, which is there already, in the answer of %q", key, c.Task)
				}
			}
		}
	}
	return ""
}

// addingMode is how a pass node puts what it computes into the document, also where it computes the document with that in it. It reports false
// for one that replaces the document, and for other nodes.
func addingMode(n *workflow.Node) (workflow.Mode, bool) {
	d := &n.Data
	switch {
	case n.Kind != workflow.Pass:
		return 0, false
	case d.Combine != nil:
		return d.Combine.Mode, true
	}
	return workflow.MergeShallow, mergedIntoInput(d.Result) != nil
}

// addsToDocument reports whether the members of the answer of a node become those of the document, also where it computes the document with
// them in it.
func addsToDocument(n *workflow.Node) bool {
	return mergesAnswer(n) || mergedIntoInput(n.Data.Result) != nil
}

// mergedIntoInput are what an expression merges into the document that came to a node; none if it computes something else.
func mergedIntoInput(x expr.Expr) []expr.Expr {
	merged, ok := expr.CommonValue(cmp.Or[expr.Expr](x, &expr.Literal{}), expr.Domain{Objects: true, Typed: true}).(*expr.Apply)
	if !ok || merged.Do != expr.Merge || len(merged.Args) < 2 {
		return nil
	}
	if base, path := merged.Args[0].(*expr.Path); !path || base.Root != expr.RootInput || len(base.Steps) > 0 {
		return nil
	}
	return merged.Args[1:]
}

// addedBy is the data that a node adds to the document by itself in a visit, or an object with its members if it is made of more than the
// document.
func addedBy(n *workflow.Node, v visit) any {
	x := n.Data.Result
	if x == nil {
		x = n.Data.Payload
	}
	if x == nil {
		return nil
	}
	if made, err := expr.Eval(x, &expr.Env{Input: v.data, Now: v.at}); err == nil {
		return made
	}
	if members := membersOf(x); members != nil {
		return members
	}
	return nil
}

// renewed describes an answer that takes the place of an object which the run has put there before, and which has other members.
func renewed(t *trial) string {
	for _, n := range t.pair.net().nodes {
		if n.Call == nil || n.Data.Combine == nil || n.Data.Combine.Mode != workflow.SetAt {
			continue
		}
		visits := otherVisits(t.happened.visits[visited(n)])
		for _, c := range otherCalls(t.source.callsOf(n)) {
			for _, v := range visits {
				made := placed(n, resultOf(n, v, c.Result))
				if key := partOf(v.data, made); key != "" && partOf(t.options.Input, made) == "" {
					return fmt.Sprintf("other members of the object %q, which it has put there before, in the answer of %q", key, c.Task)
				}
			}
		}
	}
	return ""
}

// overwrittenByParts describes an object that is made of the results of parallel parts or of an iteration, of which the document has
// another part already, or an object that is where the list of the results of parallel parts gets.
func overwrittenByParts(t *trial) string {
	for _, n := range t.pair.net().nodes {
		if n.Kind != workflow.Scope {
			continue
		}
		members := membersMade(n)
		if members == nil {
			continue
		}
		for _, v := range t.happened.visits[visited(n)] {
			key := partOf(v.data, placed(n, members))
			if c := n.Data.Combine; key == "" && c != nil && c.Mode == workflow.SetAt { // also deeper, in one of these members
				key = partOf(v.data, v.left)
			}
			if key != "" {
				return fmt.Sprintf("a part of the object %q, which is there already, in what %q makes of its results", key, n.Name())
			}
		}
	}
	return ""
}

// membersMade is an object with the members that a scope makes of its results: none, where it puts a list of those of its branches somewhere.
// It is nil of what makes anything else.
func membersMade(n *workflow.Node) *value.Object {
	if n.Data.Result == nil {
		if c := n.Data.Combine; c != nil && c.Mode == workflow.SetAt && n.Body != nil && len(n.Body.Regions) > 1 {
			return value.NewObject(0)
		}
		return nil
	}
	return membersOf(n.Data.Result)
}

// membersOf is an object with the members of one that an expression makes; nil if it makes anything else.
func membersOf(x expr.Expr) *value.Object {
	made, ok := expr.CommonValue(x, expr.Domain{Objects: true, Typed: true}).(*expr.Object)
	if !ok {
		return nil
	}
	members := value.NewObject(len(made.Members))
	for _, m := range made.Members {
		members.Set(m.Key, nil)
	}
	return members
}

// overwrittenFromOutside describes data from outside, which is merged into the document where something waits for it, with an object of
// which the document has another part already.
func overwrittenFromOutside(t *trial) string {
	for _, d := range t.delivered {
		for _, n := range t.pair.net().byName[d.Event.Name] {
			if n.Kind != workflow.Await {
				continue
			}
			for _, v := range t.happened.visits[n] {
				if key := partOf(v.data, d.Event.Value); key != "" {
					return fmt.Sprintf("a part of the object %q, which is there already, in the data that completes %q", key, n.Name())
				}
			}
		}
	}
	for i := range t.book.record.arrivals {
		a := &t.book.record.arrivals[i]
		for _, n := range t.pair.net().byName[a.node] {
			if n.Awaits == nil {
				continue
			}
			for _, v := range t.happened.visits[visited(n)] {
				if key := partOf(v.data, dataOfEvent(n, a.event)); key != "" && !v.at.After(a.at) {
					return fmt.Sprintf("a part of the object %q, which is there already, in the event that comes for %q", key, n.Name())
				}
			}
		}
	}
	return ""
}

// dataOfEvent is what a node that waits for an event selects of it, without its attributes.
func dataOfEvent(n *workflow.Node, event any) any {
	for i := range n.Awaits.For {
		x := &n.Awaits.For[i]
		if x.Data == nil || x.Event != nil && x.Event.Type != text(event, "type") {
			continue
		}
		if made, err := expr.Eval(x.Data, &expr.Env{Input: event}); err == nil {
			return made
		}
	}
	return payload(event, true)
}

// readsPart reports whether a part of a member of the document is read before a node adds data, as the text has it: what is added takes the
// place of the member in the target, too, whatever the domain is.
func (x *net) readsPart(member string, before *workflow.Node) bool {
	if x.parts == nil {
		x.parts = map[string]int{}
		for _, n := range x.nodes {
			for _, e := range n.Out {
				x.addPart(n, e.Guard)
			}
			x.addPart(n, n.Data.Payload)
			x.addPart(n, n.Data.Result)
			x.addPart(n, n.Data.Output)
		}
	}
	name, _, _ := strings.Cut(member, ".")
	first, known := x.parts[name]
	return known && first <= before.Span.Start
}

// addPart notes the parts of members that an expression of a node reads.
func (x *net) addPart(n *workflow.Node, of expr.Expr) {
	if of == nil {
		return
	}
	expr.Walk(expr.Meant(of), func(y expr.Expr) {
		p, ok := y.(*expr.Path)
		if !ok || p.Root != expr.RootInput || len(p.Steps) < 2 {
			return
		}
		if first, known := x.parts[p.Steps[0].Name]; !known || n.Span.Start < first {
			x.parts[p.Steps[0].Name] = n.Span.Start
		}
	})
}

// resultOf is what a node makes of an answer; the answer, where that is not known.
func resultOf(n *workflow.Node, v visit, answer any) any {
	if n.Data.Result == nil {
		return answer
	}
	if made, err := expr.Eval(n.Data.Result, &expr.Env{Input: v.data, Answer: answer, Now: v.at}); err == nil {
		return made
	}
	return answer
}

// placed is the object that has the result of a node at the place that it gets in the document.
func placed(n *workflow.Node, result any) any {
	c := n.Data.Combine
	if c == nil || c.Mode != workflow.SetAt || c.Path == nil {
		return result
	}
	for i := len(c.Path.Steps) - 1; i >= 0; i-- {
		result = value.ObjectOf(value.Member{Key: c.Path.Steps[i].Name, Value: result})
	}
	return result
}

// partOf returns a member that is an object in both of two, of which the second does not have all members; empty if there is none.
func partOf(document, answer any) string {
	a, _ := document.(*value.Object)
	b, _ := answer.(*value.Object)
	if a == nil || b == nil {
		return ""
	}
	for key, v := range b.All() {
		inner, isObject := v.(*value.Object)
		was, both := a.Get(key).(*value.Object)
		if !isObject || !both {
			continue
		}
		for k := range was.All() {
			if !inner.Has(k) {
				return key
			}
		}
		if k := partOf(was, inner); k != "" {
			return key + "." + k
		}
	}
	return ""
}
