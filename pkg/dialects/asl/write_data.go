package asl

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// inEither writes the states of the workflow with paths, templates and choice rules if all of them can be, which an attempt shows, and in
// JSONata else. In 2016 there were paths alone.
func (d *document) inEither() *source.Node {
	if d.own || d.level != Current {
		return d.machine(d.flow.Root, d.flow.Extras)
	}
	attempt := *d
	attempt.out, attempt.losses, attempt.taken, attempt.trying = &dialects.Raised{}, dialects.NewLosses(d.flow.File), d.taken.Clone(), true
	root := attempt.machine(d.flow.Root, d.flow.Extras)
	if attempt.pathless {
		for _, t := range attempt.out.Tasks {
			delete(d.tasks, t)
		}
		d.queries = true
		return d.machine(d.flow.Root, d.flow.Extras)
	}
	d.out.Join(attempt.out)
	d.losses, d.taken = attempt.losses, attempt.taken // before the states are written nothing is lost
	return root
}

// pathsCatch reports whether what is caught gets into the document at a path.
func pathsCatch(e *workflow.Edge) bool {
	c := e.Data.Combine
	return e.Data.Assign == nil && (e.Data.Result == nil || isWholeError(e.Data.Result)) &&
		(c == nil || c.Mode == workflow.Drop || c.Mode == workflow.SetAt && !c.Effective && isReference(c.Path))
}

// writeStages writes what the document goes through at a node. What cannot be written is a loss.
func (m *machineWriter) writeStages(s *source.Node, n *workflow.Node) {
	switch {
	case m.own:
		addStages(s, n)
	case m.queries:
		m.inQueries(s, n)
	case !m.inPaths(s, n):
		m.pathless = true
		m.lose(&dialects.LossPlace, n.Span, n.Element, "", "asl at level 2016 cannot express the data of %q", n.Name())
	}
}

// inQueries writes the data stages of a node in JSONata.
func (m *machineWriter) inQueries(s *source.Node, n *workflow.Node) {
	data := &n.Data
	payload, base := cmp.Or(data.Payload, data.Select), "$states.input"
	if data.Select != nil && data.Combine != nil && data.Combine.Effective {
		if text, ok := m.query(data.Select); ok {
			base = text
		}
	}
	if payload != nil && n.Kind != workflow.Pass && !(n.Kind == workflow.Scope && n.Body.Each) {
		m.field(s, "Arguments", payload, n)
	}
	m.assignments(s, data.Assign, n)
	m.output(s, n, base)
}

// field writes a value, some parts of which are computed.
func (m *machineWriter) field(s *source.Node, field string, x expr.Expr, n *workflow.Node) {
	v := m.queryValue(x)
	if v == nil {
		m.lose(&dialects.LossExpression, x.Range(), n.Element, "", "asl cannot express %s of %q", field, n.Name())
		return
	}
	dialects.Put(s, field, v)
}

func (m *machineWriter) assignments(s *source.Node, a *workflow.Assign, n *workflow.Node) {
	if o := assigned(a); o != nil {
		m.field(s, "Assign", o, n)
	}
}

// assigned are the variables that are assigned, as an object; nil if there are none.
func assigned(a *workflow.Assign) *expr.Object {
	if a == nil || len(a.Variables) == 0 {
		return nil
	}
	o := &expr.Object{}
	for _, v := range a.Variables {
		o.Members = append(o.Members, expr.ObjectMember{Key: v.Name, KeySpan: v.NameSpan, Value: v.Value})
	}
	return o
}

// output writes what a state gives, unless it gives that by default.
func (m *machineWriter) output(s *source.Node, n *workflow.Node, base string) {
	data := &n.Data
	answer := "$states.input"
	switch n.Kind {
	case workflow.Task, workflow.Emit, workflow.Scope:
		answer = "$states.result"
	}
	usual := answer
	result := data.Result
	if n.Kind == workflow.Pass && result == nil {
		result = data.Payload
	}
	if n.Kind == workflow.Scope {
		answer = m.gathered(n.Body, answer, base)
	}
	if data.Combine == nil && data.Output == nil && result != nil {
		if v := m.queryValue(result); v == nil || v.Kind != source.String || v.Text != marked(usual) {
			m.field(s, "Output", result, n)
		}
		return
	}
	if result != nil {
		text, ok := m.query(result)
		if !ok {
			m.lose(&dialects.LossExpression, result.Range(), n.Element, "", "asl cannot express what %q makes of its result", n.Name())
			return
		}
		answer = text
	}
	if c := data.Combine; c != nil && c.Mode != workflow.Drop && !m.options.Domain.Typed && m.filters() {
		base = "($type(" + base + ") = 'object' ? " + base + " : {})" // what takes no members counts as an empty object
	}
	if parts := m.mergedParts(data.Combine, result); parts != "" {
		answer = parts
	}
	text := m.combined(data.Combine, base, answer, result)
	if data.Output != nil {
		passed, ok := m.continued(text, data.Output)
		if !ok {
			m.lose(&dialects.LossOutputSelection, data.Output.Range(), n.Element, "", "asl cannot express what %q passes on", n.Name())
			passed = text
		}
		text = passed
	}
	if text != usual {
		dialects.Put(s, "Output", marked(text))
	}
}

// mergedParts are the parts of an answer that is merged of them, where they are merged into the document one after the other; else empty.
func (m *machineWriter) mergedParts(c *workflow.Combine, result expr.Expr) string {
	a, ok := result.(*expr.Apply)
	if !ok || a.Do != expr.Merge || len(a.Args) < 2 || c == nil || c.Omit != "" ||
		c.Mode != workflow.MergeShallow && (c.Mode != workflow.MergeDeep || !m.options.Domain.Disjoint) {
		return ""
	}
	var parts []string
	for _, x := range a.Args {
		text, ok := m.query(x)
		if !ok {
			return ""
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// continued is what an expression makes of a document that is the value of a text.
func (m *machineWriter) continued(text string, x expr.Expr) (string, bool) {
	const input = "$states.input"
	if p, ok := x.(*expr.Path); ok && p.Root == expr.RootInput && len(p.Steps) == 0 {
		return text, true
	}
	selected, ok := m.query(x)
	switch p, isPath := x.(*expr.Path); {
	case !ok || text == input:
		return selected, ok
	case isPath && p.Definite && p.Root == expr.RootInput && !p.OrNull:
		return "(" + text + ")" + selected[len(input):], true
	}
	name := "document"
	for i := 2; strings.Contains(selected, "$"+name); i++ {
		name = "document" + strconv.Itoa(i)
	}
	of, known := expr.MapPaths(x, func(p *expr.Path) *expr.Path {
		if p.Root == expr.RootInput {
			p.Root, p.Name = expr.RootVar, name
		}
		return p
	})
	if !known {
		return "", false
	}
	selected, ok = m.query(of)
	return "($" + name + " := " + text + "; " + selected + ")", ok
}

// filters reports whether the document may be something other than an object from some node on.
func (d *document) filters() bool {
	return slices.ContainsFunc(d.flow.Nodes, func(n *workflow.Node) bool {
		_, object := n.Data.Result.(*expr.Object)
		return n.Data.Output != nil || n.Data.Combine == nil && n.Data.Result != nil && !object
	})
}

// combined is a document with an answer in it, in JSONata. Where answers may overwrite parts of objects, they are merged member by member.
func (d *document) combined(c *workflow.Combine, base, answer string, result expr.Expr) string {
	if c == nil || c.Mode != workflow.MergeDeep || d.options.Domain.Disjoint || isFlat(result) {
		return queryCombined(c, base, answer)
	}
	return deeply("$deep(" + base + ", " + withoutOmitted(c, answer) + ")")
}

// deeply is an expression in which $deep merges a second object into a first one, member by member.
func deeply(x string) string {
	return "($deep := function($a, $b) { $merge([$a, $each($b, function($v, $k) { {$k: $type($v) = 'object' and $type($lookup($a, $k)) = 'object' ? " +
		"$deep($lookup($a, $k), $v) : $v} })]) }; " + x + ")"
}

// withoutOmitted is an answer without the member that is not merged.
func withoutOmitted(c *workflow.Combine, answer string) string {
	if c == nil || c.Omit == "" {
		return answer
	}
	return "(" + answer + ") ~> |$|{}, " + queryString(c.Omit) + "|"
}

// isFlat reports whether an expression is a fixed object without objects in it.
func isFlat(x expr.Expr) bool {
	v, _ := expr.Constant(x)
	o, flat := v.(*value.Object)
	for _, v := range o.All() {
		_, object := v.(*value.Object)
		flat = flat && !object
	}
	return flat
}

// queryCombined is a document with an answer in it, in JSONata.
func queryCombined(c *workflow.Combine, base, answer string) string {
	added := withoutOmitted(c, answer)
	switch {
	case c == nil || c.Mode == workflow.Replace:
		return answer
	case c.Mode == workflow.Drop:
		return base
	case c.Mode == workflow.MergeShallow || c.Mode == workflow.MergeDeep:
		return "$merge([" + base + ", " + added + "])"
	case c.Mode == workflow.AppendAt:
		added = "$append(" + placed(base, c.Path.Steps) + ", [" + added + "])"
	}
	return setAt(base, c.Path.Steps, added)
}

// placed is what is at some steps of a document.
func placed(base string, steps []expr.Step) string {
	for i := range steps {
		base += "." + queryName(steps[i].Name)
	}
	return base
}

// setAt is a document in which something is at some steps.
func setAt(base string, steps []expr.Step, x string) string {
	if len(steps) == 0 {
		return x
	}
	name := steps[0].Name
	if len(steps) > 1 {
		x = setAt(base+"."+queryName(name), steps[1:], x)
	}
	return "$merge([" + base + ", {" + queryString(name) + ": " + x + "}])"
}

// writeItems writes what the regions of an iteration get.
func (m *machineWriter) writeItems(s *source.Node, n *workflow.Node) {
	payload, selects := cmp.Or(n.Data.Payload, n.Data.Select), itemSelector(n.Body)
	if !m.queries {
		f := &pathForm{state: s, ok: n.Body.Items != nil && n.Body.Items.List}
		f.writeTemplate("ItemSelector", selects, expr.RootInput)
		m.pathless = m.pathless || !f.ok
		return
	}
	if n.Body.Items == nil || !n.Body.Items.List { // one that is not a list is one item
		text, ok := m.query(cmp.Or[expr.Expr](payload, expr.NewPath(expr.RootInput)))
		if !ok {
			m.lose(&dialects.LossIteration, n.Element.NameSpan, n.Element, "", "asl cannot express the items of %q", n.Name())
		}
		dialects.Put(s, "Items", marked("$type("+text+") = 'array' ? "+text+" : ["+text+"]"))
	} else if payload != nil {
		m.field(s, "Items", payload, n)
	}
	if selects != nil {
		m.field(s, "ItemSelector", selects, n)
	}
}

// itemSelector is what a region gets of its item; nil is the item itself.
func itemSelector(b *workflow.Body) expr.Expr {
	switch {
	case b.Items != nil && b.Items.Select != nil:
		return b.Items.Select
	case b.Item != "":
		return &expr.Object{Members: []expr.ObjectMember{{Key: b.Item, Value: expr.NewPath(expr.RootItem)}}}
	}
	return nil
}
