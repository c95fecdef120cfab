package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var variables = Rewrite{
	ID:     "rewrite/variables",
	What:   "variables become members of the document, where it is replaced together with what replaces it",
	When:   "has no variables besides the document",
	Before: "task: assign seat = answer.seat → task: read $seat",
	After:  `task: merge {"seat": answer.seat} → task: read $.seat`,
	Losses: []*dialects.LossRule{&lossVariables},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return !c.Able.Variables && makeVariablesMembers(c, w)
	},
}

var lossVariables = dialects.LossRule{ID: "convert/variables", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output,
	Data: dialects.Includes, What: "variables and members that the source has replaced stay in the document",
	Remedy: "ignore the further members, or select those that you need"}

// makeVariablesMembers makes the variables of a workflow members of its document.
func makeVariablesMembers(c *Conversion, w *workflow.Workflow) bool {
	life := findVariables(w)
	if life == nil {
		return false
	}
	v := &memberMaker{Conversion: c, w: w, life: life, members: life.members(w), added: map[*workflow.Stages]nameSet{}, entered: map[*workflow.Node]nameSet{}}
	c.noVariables = true
	defer func() { c.noVariables = false }()
	nodes := slices.Clone(w.Nodes)
	edges := make([][]*workflow.Edge, len(nodes))
	for i, n := range nodes {
		edges[i] = slices.Clone(n.Out)
	}
	mapExpressions(w, v.translate)
	for i, n := range nodes {
		v.enter(n)
		v.leave(n)
		for _, e := range edges[i] {
			if e.Kind == workflow.OnError {
				v.catch(n, e)
			}
		}
	}
	v.hideVariables()
	Compact(w)
	return true
}

// A memberMaker makes variables members.
type memberMaker struct {
	*Conversion
	w       *workflow.Workflow
	life    *lifetimes
	members map[string]string // the member of each variable
	// added are the variables that stages put into the document where the source has no such members, and entered those that the regions of a
	// node get so.
	added   map[*workflow.Stages]nameSet
	entered map[*workflow.Node]nameSet
}

// member is the path to the member that a variable is.
func (v *memberMaker) member(name string) *expr.Path {
	p := &expr.Path{Definite: true, Steps: []expr.Step{{Kind: expr.StepChild, Name: v.members[name]}}}
	p.Text = p.String()
	return p
}

// translate makes an expression read the members in place of the variables.
func (v *memberMaker) translate(x expr.Expr) expr.Expr {
	if f, ok := x.(*expr.Foreign); ok && meaningOf(f) == nil {
		return v.translateForeign(f)
	}
	out, ok := mapTree(x, func(p *expr.Path) (expr.Expr, bool) {
		if p.Root != expr.RootVar {
			return p, true
		}
		return continued(v.member(p.Name), p)
	})
	switch o, object := x.(*expr.Object); {
	case ok:
		return out
	case object: // a part of it is foreign
		parts := &expr.Object{Members: slices.Clone(o.Members), Span: o.Span}
		for i := range parts.Members {
			parts.Members[i].Value = v.translate(o.Members[i].Value)
		}
		return parts
	}
	return x
}

// translateForeign has a foreign expression find its variables in the document.
func (v *memberMaker) translateForeign(x *expr.Foreign) expr.Expr {
	if x.Run == nil {
		return x
	}
	out := *x
	out.Run = func(env *expr.Env) (any, error) {
		own := *env
		own.Lookup = func(name string) (any, bool) {
			o, ok := env.Input.(*value.Object)
			if !ok {
				return nil, false
			}
			return o.Get(v.members[name]), o.Has(v.members[name])
		}
		return x.Run(&own)
	}
	return &out
}

// assigned are the values of the variables of an assignment that are read later, as members of an object. A variable that takes the
// value of its own member keeps it.
func (v *memberMaker) assigned(a *workflow.Assign, live nameSet) []expr.ObjectMember {
	if a == nil {
		return nil
	}
	var out []expr.ObjectMember
	for _, x := range a.Variables {
		if live.has(v.life.index[x.Name]) {
			out = append(out, expr.ObjectMember{Key: v.members[x.Name], KeySpan: x.NameSpan, Value: x.Value})
		}
	}
	return out
}

// isOwnMember reports whether a member of an object has the value that the member of that name has at a root.
func isOwnMember(m expr.ObjectMember, root expr.Root) bool {
	p, ok := m.Value.(*expr.Path)
	return ok && p.Root == root && len(p.Steps) == 1 && p.Steps[0].Kind == expr.StepChild && p.Steps[0].Name == m.Key
}

func withoutOwn(list []expr.ObjectMember, root expr.Root) []expr.ObjectMember {
	return slices.DeleteFunc(slices.Clone(list), func(m expr.ObjectMember) bool { return isOwnMember(m, root) })
}

// kept are the variables that are read later and not in a list of members, as members with the values they have.
func (v *memberMaker) kept(live nameSet, but []expr.ObjectMember) []expr.ObjectMember {
	var out []expr.ObjectMember
	for i, name := range v.life.names {
		key := v.members[name]
		if live.has(i+firstVariable) && !slices.ContainsFunc(but, func(m expr.ObjectMember) bool { return m.Key == key }) {
			out = append(out, expr.ObjectMember{Key: key, Value: v.member(name)})
		}
	}
	return out
}

// enter makes the regions of a node get the variables that are read in them.
func (v *memberMaker) enter(n *workflow.Node) {
	if n.Body == nil {
		return
	}
	inside := v.life.inside(n)
	if !inside.any() {
		return
	}
	at := &n.Data.Payload
	if n.Body.Items != nil {
		items := *n.Body.Items
		n.Body.Items, at = &items, &items.Select
	} else if n.Body.Each {
		at = nil
	}
	if at != nil && n.Body.Items == nil && *at == nil {
		return
	}
	v.entered[n] = inside
	if at != nil && *at == nil && n.Body.Items.Value != nil { // the item itself
		*at = &expr.Apply{Do: expr.Merge, Args: []expr.Expr{n.Body.Items.Value, &expr.Object{Members: v.kept(inside, nil)}}, Span: n.Span}
		return
	}
	var o *expr.Object
	if at != nil {
		o, _ = meaningOrSelf(*at).(*expr.Object)
	}
	if o == nil {
		v.Refuse(v.w, placeOf(n), "%q gives its parts only a part of the data, and they read variables: select the variables for them, too", n.Name())
		return
	}
	kept := v.kept(inside, o.Members)
	v.entered[n] = v.variablesOf(kept)
	*at = &expr.Object{Members: slices.Concat(o.Members, kept), Span: o.Span}
}

// leave makes what a node makes of the document keep the variables that are read later, and set those that it assigns.
func (v *memberMaker) leave(n *workflow.Node) {
	d := &n.Data
	live := v.life.after(n, nil)
	set := v.assigned(d.Assign, live)
	d.Assign = nil
	switch {
	case n.Kind != workflow.Pass && n.Kind != workflow.Task && n.Kind != workflow.Scope:
		v.setAfter(n, set)
	case n.Kind == workflow.Pass && d.Result == nil && d.Payload == nil && d.Select == nil:
		v.mergeMembers(d, withoutOwn(set, expr.RootInput))
	default:
		v.combine(n, d, live, set, expr.RootAnswer)
	}
}

// catch does the same where an error is caught.
func (v *memberMaker) catch(n *workflow.Node, e *workflow.Edge) {
	live := v.life.after(n, e)
	set := v.assigned(e.Data.Assign, live)
	e.Data.Assign = nil
	if len(set) > 0 && e.Data.Result == nil && (e.Data.Combine == nil || e.Data.Combine.Mode == workflow.SetAt) {
		e.Data.Result = errorObject(&v.w.Errors)
		if e.Data.Combine != nil {
			e.Data.Result = expr.NewPath(expr.RootError)
		}
	}
	v.combine(n, &e.Data, live, set, expr.RootError)
}

// errorObject is an error as data, member by member.
func errorObject(t *workflow.ErrorTable) expr.Expr {
	return &expr.Object{Members: []expr.ObjectMember{{Key: t.NameKey, Value: expr.NewPath(expr.RootError, t.NameKey)},
		{Key: t.CauseKey, Value: expr.NewPath(expr.RootError, t.CauseKey)}}}
}

// variablesOf are the variables that some members are.
func (v *memberMaker) variablesOf(list []expr.ObjectMember) nameSet {
	out := v.life.newSet()
	for i, name := range v.life.names {
		if slices.ContainsFunc(list, func(m expr.ObjectMember) bool { return m.Key == v.members[name] }) {
			out.add(i + firstVariable)
		}
	}
	return out
}

// mergeMembers has members merged into the document that stays as it is.
func (v *memberMaker) mergeMembers(d *workflow.Stages, set []expr.ObjectMember) {
	if len(set) > 0 {
		v.added[d] = v.variablesOf(set)
		d.Result, d.Combine = &expr.Object{Members: set}, &workflow.Combine{Mode: workflow.MergeShallow}
	}
}

// combine changes the stages of a node, or of an edge where an error is caught, whose answer or error has a root.
func (v *memberMaker) combine(n *workflow.Node, d *workflow.Stages, live nameSet, set []expr.ObjectMember, root expr.Root) {
	o, isObject := objectMembers(d.Result)
	switch c := d.Combine; {
	case c != nil && c.Mode == workflow.Drop:
		v.mergeMembers(d, withoutOwn(set, expr.RootInput))
	case c != nil && (c.Mode == workflow.MergeShallow || c.Mode == workflow.MergeDeep) && isObject:
		set = withoutMembers(withoutOwn(set, expr.RootInput), o)
		v.added[d] = v.variablesOf(set)
		d.Result = &expr.Object{Members: slices.Concat(o, set)}
	case c != nil && c.Mode == workflow.SetAt && d.Result != nil && len(set) > 0:
		set = withoutOwn(set, expr.RootInput)
		v.added[d] = v.variablesOf(set)
		d.Result = &expr.Object{Members: slices.Concat(nested(c.Path.Steps, d.Result), set)}
		d.Combine = &workflow.Combine{Mode: workflow.MergeDeep, Span: c.Span}
	case c != nil && c.Mode == workflow.SetAt:
		v.setFromAnswer(n, withoutOwn(set, expr.RootInput), root, c.Path)
	case c != nil:
		if c.Omit != "" {
			v.keepOmitted(n, d, set, root)
		}
		v.setFromAnswer(n, withoutOwn(withoutOwn(set, expr.RootInput), root), root, expr.NewPath(expr.RootInput))
	case !live.any():
	case !live.has(documentBit):
		d.Result, d.Combine = nil, &workflow.Combine{Mode: workflow.Drop}
		v.mergeMembers(d, withoutOwn(set, expr.RootInput))
	case isObject:
		set = withoutMembers(set, o)
		set = slices.Concat(set, v.kept(live, slices.Concat(o, set)))
		v.added[d] = v.variablesOf(set)
		d.Result = &expr.Object{Members: slices.Concat(o, set)}
	case d.Result != nil:
		set = slices.Concat(set, v.kept(live, set))
		v.added[d] = v.variablesOf(set)
		d.Result = &expr.Apply{Do: expr.Merge, Args: []expr.Expr{d.Result, &expr.Object{Members: set}}, Span: d.Result.Range()}
	case v.carriedOut(n):
		set = slices.Concat(set, v.kept(live, set))
		v.added[d] = v.variablesOf(set)
		d.Result = &expr.Apply{Do: expr.Merge, Args: []expr.Expr{expr.NewPath(root), &expr.Object{Members: set}}, Span: n.Span}
	default:
		if live.has(wholeBit) {
			v.Lose(v.w, &lossVariables, placeOf(n), n.Element, "it is merged into the document", "the answer of %q replaces the document, but not the variables", n.Name())
		}
		d.Combine = &workflow.Combine{Mode: workflow.MergeShallow}
		set = withoutOwn(withoutOwn(set, expr.RootInput), root)
		if made := (&expr.Object{Members: set}); len(set) > 0 && n.Kind == workflow.Task && root == expr.RootAnswer && !v.writes(made) {
			v.added[d] = v.variablesOf(set) // the task itself gives them, as one that calls it
			d.Result = &expr.Apply{Do: expr.Merge, Args: []expr.Expr{expr.NewPath(root), made}, Span: n.Span}
			return
		}
		v.setFromAnswer(n, set, root, expr.NewPath(expr.RootInput))
	}
}

// keepOmitted merges the member of an answer too that the source omits, where a variable is made of it: the variable itself is that member,
// or is read from there.
func (v *memberMaker) keepOmitted(n *workflow.Node, d *workflow.Stages, set []expr.ObjectMember, root expr.Root) {
	omitted := d.Combine.Omit
	reads := func(m expr.ObjectMember) bool {
		found := false
		eachLeaf(m.Value, func(x expr.Expr) {
			p, path := x.(*expr.Path)
			found = found || path && p.Root == root && (len(p.Steps) == 0 || p.Steps[0].Name == omitted)
		})
		return found
	}
	if !slices.ContainsFunc(set, reads) {
		return
	}
	into := *d.Combine
	into.Omit, d.Combine = "", &into
	own := slices.DeleteFunc(slices.Clone(set), func(m expr.ObjectMember) bool { return m.Key != omitted || !isOwnMember(m, root) })
	if len(own) == 0 {
		v.Lose(v.w, &lossVariables, placeOf(n), n.Element, "it stays in the document", "the member %q of the answer of %q is omitted in the source", omitted, n.Name())
	}
	v.added[d] = v.variablesOf(own)
}

// objectMembers are the members of an expression that makes an object.
func objectMembers(x expr.Expr) ([]expr.ObjectMember, bool) {
	switch x := meaningOrSelf(x).(type) {
	case *expr.Object:
		return x.Members, true
	case *expr.Literal:
		if o, ok := x.Value.(*value.Object); ok {
			out := make([]expr.ObjectMember, 0, o.Len())
			for key, of := range o.All() {
				out = append(out, expr.ObjectMember{Key: key, Value: &expr.Literal{Value: of}})
			}
			return out, true
		}
	}
	return nil, false
}

// withoutMembers are the members of a list that another one does not have.
func withoutMembers(list, but []expr.ObjectMember) []expr.ObjectMember {
	return slices.DeleteFunc(slices.Clone(list), func(m expr.ObjectMember) bool {
		return slices.ContainsFunc(but, func(o expr.ObjectMember) bool { return o.Key == m.Key })
	})
}

// nested is a value at some steps, as members of an object.
func nested(steps []expr.Step, x expr.Expr) []expr.ObjectMember {
	for i := len(steps) - 1; i > 0; i-- {
		x = &expr.Object{Members: []expr.ObjectMember{{Key: steps[i].Name, Value: x}}}
	}
	return []expr.ObjectMember{{Key: steps[0].Name, Value: x}}
}

func readsRoot(list []expr.ObjectMember, root expr.Root) bool {
	return slices.ContainsFunc(list, func(m expr.ObjectMember) bool {
		found := false
		eachLeaf(m.Value, func(x expr.Expr) {
			switch x := x.(type) {
			case *expr.Path:
				found = found || x.Root == root
			case *expr.Foreign:
				found = found || x.Reads == nil || x.Reads() == nil || x.Reads().Answer
			}
		})
		return found
	})
}

// setFromAnswer adds a pass node that sets members from an answer, which is at a place of the document by then.
func (v *memberMaker) setFromAnswer(n *workflow.Node, set []expr.ObjectMember, root expr.Root, place *expr.Path) {
	for i := range set {
		x, ok := replaceRoot(set[i].Value, root, place)
		if !ok && readsRoot(set[i:i+1], root) {
			v.Refuse(v.w, placeOf(n), "%q assigns a value that is computed of its answer, and the target has no variables", n.Name())
			return
		}
		if ok {
			set[i].Value = x
		}
	}
	v.setAfter(n, set)
}

// setAfter adds a pass node that sets members.
func (v *memberMaker) setAfter(n *workflow.Node, set []expr.ObjectMember) {
	if len(set) > 0 {
		pass := AddAfter(v.w, n, v.NewElement(v.w, n.Element, variablesPrefix+n.Name(), ""), workflow.Pass)
		v.mergeMembers(&pass.Data, set)
	}
}
