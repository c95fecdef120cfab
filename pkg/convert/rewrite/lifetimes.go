package rewrite

import (
	"maps"
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A nameSet is a set of the variables, by their numbers, and of the document: documentBit if something reads of it, and wholeBit if
// something shows all of its members.
type nameSet []uint64

const (
	documentBit = iota
	wholeBit
	firstVariable
)

func (s nameSet) has(i int) bool { return i/64 < len(s) && s[i/64]&(1<<(i%64)) != 0 }
func (s nameSet) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s nameSet) remove(i int)   { s[i/64] &^= 1 << (i % 64) }

// any reports whether there is a variable in the set.
func (s nameSet) any() bool {
	for i, word := range s {
		if i == 0 {
			word &^= 1<<documentBit | 1<<wholeBit
		}
		if word != 0 {
			return true
		}
	}
	return false
}

// join adds the members of another set, and reports whether there were new ones.
func (s nameSet) join(other nameSet) bool {
	grown := false
	for i, word := range other {
		grown = grown || s[i]|word != s[i]
		s[i] |= word
	}
	return grown
}

// Lifetimes are where the variables of a workflow, and its document, are read later.
type lifetimes struct {
	names []string
	index map[string]int // from firstVariable on
	// reads are what a node looks at, and entry what is looked at from it on.
	reads, entry map[*workflow.Node]nameSet
	// own are the variables that have the value of the member of their name, whenever they are assigned.
	own map[string]bool
}

// findVariables finds the variables of a workflow, or nil if it has none.
func findVariables(w *workflow.Workflow) *lifetimes {
	l := &lifetimes{index: map[string]int{}, reads: map[*workflow.Node]nameSet{}, entry: map[*workflow.Node]nameSet{}, own: map[string]bool{}}
	found := map[string]bool{}
	eachStages(w, func(s *workflow.Stages) {
		if s.Assign == nil {
			return
		}
		for _, v := range s.Assign.Variables {
			l.own[v.Name] = ownMember(s, v) && (l.own[v.Name] || !found[v.Name])
			found[v.Name] = true
		}
	})
	if len(found) == 0 {
		return nil
	}
	l.names = slices.Sorted(maps.Keys(found))
	for i, name := range l.names {
		l.index[name] = i + firstVariable
	}
	for i := len(w.Regions) - 1; i >= 0; i-- { // the regions of scopes come after those that they lie in
		l.region(w.Regions[i])
	}
	return l
}

// eachStages visits the stages of a workflow.
func eachStages(w *workflow.Workflow, visit func(*workflow.Stages)) {
	for _, n := range w.Nodes {
		visit(&n.Data)
		for _, e := range n.Out {
			visit(&e.Data)
		}
	}
}

// ownMember reports whether a variable gets the value that the member of its name has in the document, before a node or, of an answer,
// after it.
func ownMember(s *workflow.Stages, v workflow.Variable) bool {
	p, path := v.Value.(*expr.Path)
	if !path || len(p.Steps) != 1 || p.Steps[0].Name != v.Name {
		return false
	}
	if p.Root != expr.RootAnswer {
		return p.Root == expr.RootInput
	}
	if s.Combine != nil && s.Combine.Mode != workflow.MergeDeep && s.Combine.Mode != workflow.MergeShallow {
		return false
	}
	made, _ := objectMembers(s.Result)
	return s.Result == nil || slices.ContainsFunc(made, func(m expr.ObjectMember) bool { return m.Key == v.Name && isOwnMember(m, p.Root) })
}

// members are the members of the document that variables become: those of their names, but where the document has another one.
func (l *lifetimes) members(w *workflow.Workflow) map[string]string {
	read := map[string]bool{}
	see := func(at *expr.Expr) {
		eachLeaf(*at, func(x expr.Expr) {
			if p, ok := x.(*expr.Path); ok && p.Root == expr.RootInput && len(p.Steps) > 0 {
				read[p.Steps[0].Name] = true
			}
		})
	}
	for _, n := range w.Nodes {
		mapNode(n, see)
		l.addWritten(read, &n.Data, l.after(n, nil))
		for _, e := range n.Out {
			mapEdge(e, see)
			l.addWritten(read, &e.Data, l.after(n, e))
		}
	}
	out := make(map[string]string, len(l.names))
	for _, name := range l.names {
		out[name] = name
		for !l.own[name] && read[out[name]] {
			out[name] += "Value"
		}
	}
	return out
}

// addWritten adds the members that stages put into the document while the variables of their names are read later.
func (l *lifetimes) addWritten(names map[string]bool, s *workflow.Stages, live nameSet) {
	made, _ := objectMembers(s.Result)
	if s.Combine != nil && s.Combine.Mode == workflow.SetAt {
		made = []expr.ObjectMember{{Key: memberSet(s.Combine)}}
	}
	for _, m := range made {
		if i := l.index[m.Key]; i > 0 && (s.Combine != nil || live.has(i)) {
			names[m.Key] = true
		}
	}
}

func (l *lifetimes) newSet() nameSet { return make(nameSet, (len(l.names)+firstVariable)/64+1) }

// region computes what is read later in a region.
func (l *lifetimes) region(r *workflow.Region) {
	var todo []*workflow.Node
	for _, n := range r.Nodes {
		l.reads[n] = l.read(n)
		l.entry[n] = l.newSet()
		todo = append(todo, n)
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		now := slices.Clone(l.reads[n])
		for _, e := range n.Out {
			now.join(l.through(n, e))
		}
		if l.entry[n].join(now) {
			for _, e := range n.In {
				todo = append(todo, e.From)
			}
		}
	}
}

// through is what is read after an edge, except for what is replaced on the path.
func (l *lifetimes) through(n *workflow.Node, e *workflow.Edge) nameSet {
	out := slices.Clone(l.entry[e.To])
	if len(out) == 0 {
		out = l.newSet()
	}
	stages, assigns := &n.Data, n.Data.Assign
	if e.Kind == workflow.OnError {
		stages, assigns = &e.Data, e.Data.Assign
	}
	if assigns != nil {
		for _, v := range assigns.Variables {
			out.remove(l.index[v.Name])
		}
	}
	if replaces(n, stages, e.Kind == workflow.OnError) {
		out.remove(documentBit)
		out.remove(wholeBit)
	}
	return out
}

// replaces reports whether nothing of the document stays after a node, or after an error that is caught.
func replaces(n *workflow.Node, s *workflow.Stages, caught bool) bool {
	if s.Combine != nil {
		return false
	}
	switch {
	case caught, n.Kind == workflow.Task, n.Kind == workflow.Scope:
		return true
	}
	return n.Kind == workflow.Pass && s.Result != nil
}

// after is what is read after a node is done, or after an error is caught by an edge.
func (l *lifetimes) after(n *workflow.Node, by *workflow.Edge) nameSet {
	out := l.newSet()
	for _, e := range n.Out {
		if e == by || by == nil && e.Kind != workflow.OnError {
			out.join(l.entry[e.To])
		}
	}
	return out
}

// inside are the variables that are read in the regions of a node, before they are set there.
func (l *lifetimes) inside(n *workflow.Node) nameSet {
	out := l.newSet()
	if n.Body != nil {
		for _, r := range n.Body.Regions {
			if r.Start != nil {
				out.join(l.entry[r.Start])
			}
		}
	}
	out.remove(documentBit)
	out.remove(wholeBit)
	return out
}

// read is what a node looks at by itself.
func (l *lifetimes) read(n *workflow.Node) nameSet {
	out := l.inside(n)
	add := func(at *expr.Expr) { l.addReads(out, *at) }
	mapNode(n, add)
	for _, e := range n.Out {
		mapEdge(e, add)
	}
	switch n.Kind {
	case workflow.Task, workflow.Scope, workflow.Emit, workflow.Resource:
		if n.Data.Payload == nil {
			out.add(documentBit)
			out.add(wholeBit)
		}
	case workflow.End, workflow.Await, workflow.State, workflow.Table:
		out.add(documentBit)
		out.add(wholeBit)
	}
	return out
}

// addReads adds what an expression reads.
func (l *lifetimes) addReads(out nameSet, x expr.Expr) {
	eachLeaf(x, func(x expr.Expr) {
		switch x := x.(type) {
		case *expr.Path:
			switch x.Root {
			case expr.RootInput:
				out.add(documentBit)
				if len(x.Steps) == 0 {
					out.add(wholeBit)
				}
			case expr.RootVar:
				if i := l.index[x.Name]; i > 0 {
					out.add(i)
				}
			}
		case *expr.Foreign:
			l.addForeign(out, x)
		}
	})
}

// addForeign adds what a foreign expression reads: everything, if that is not known.
func (l *lifetimes) addForeign(out nameSet, x *expr.Foreign) {
	var reads *expr.Reads
	if x.Reads != nil {
		reads = x.Reads()
	}
	if reads == nil {
		for i := range len(l.names) + firstVariable {
			out.add(i)
		}
		return
	}
	if reads.Input {
		out.add(documentBit)
	}
	if reads.Whole {
		out.add(wholeBit)
	}
	for _, name := range reads.Variables {
		if i := l.index[name]; i > 0 {
			out.add(i)
		}
	}
}

// shows reports whether a run shows all members of the document at a node.
func (l *lifetimes) shows(n *workflow.Node) bool {
	switch n.Kind {
	case workflow.End, workflow.Await:
		return true
	case workflow.Scope:
		if n.Data.Payload == nil && !n.Body.Each { // it is shown in its regions
			return false
		}
		fallthrough
	case workflow.Task, workflow.Emit, workflow.Resource:
		shown := l.newSet()
		l.addReads(shown, n.Data.Payload)
		return n.Data.Payload == nil || shown.has(wholeBit)
	}
	return false
}

// eachLeaf visits the paths, and the foreign expressions, that an expression is made of.
func eachLeaf(x expr.Expr, visit func(expr.Expr)) {
	switch x := x.(type) {
	case *expr.Path:
		visit(x)
		for i := range x.Steps {
			eachLeaf(x.Steps[i].Filter, visit)
		}
	case *expr.Foreign:
		visit(x)
	case *expr.Logic:
		for _, o := range x.Operands {
			eachLeaf(o, visit)
		}
	case *expr.Not:
		eachLeaf(x.Operand, visit)
	case *expr.Compare:
		eachLeaf(x.Left, visit)
		eachLeaf(x.Right, visit)
	case *expr.Loose:
		eachLeaf(x.Left, visit)
	case *expr.Test:
		visit(x.Path)
	case *expr.Is:
		eachLeaf(x.Operand, visit)
	case *expr.Object:
		for i := range x.Members {
			eachLeaf(x.Members[i].Value, visit)
		}
	case *expr.List:
		for _, item := range x.Items {
			eachLeaf(item, visit)
		}
	case *expr.Call:
		for _, a := range x.Args {
			eachLeaf(a, visit)
		}
	case *expr.Apply:
		for _, a := range x.Args {
			eachLeaf(a, visit)
		}
	case *expr.Focus:
		eachLeaf(x.On, visit)
		eachLeaf(x.Of, func(y expr.Expr) {
			if p, ok := y.(*expr.Path); ok && p.Root == expr.RootInput {
				return // which is in the value of On
			}
			visit(y)
		})
	}
}
