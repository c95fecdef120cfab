package rewrite

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var expressions = Rewrite{
	ID:     "rewrite/expression",
	What:   "expressions are translated into the language of the target; a task replaces an expression that has no translation",
	When:   "has another expression language",
	Before: "if !contains(user.roles, 'ADMIN')",
	After:  "if !('ADMIN' in user.roles)",
	Losses: []*dialects.LossRule{&lossExpression, &lossSelectedInput, &lossMergedResult},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.ComputesDeep {
			c.membersOf(w) // which nobody finds any more in what was translated
		}
		x := &translation{c: c, w: w, listed: c.nodesWithLists(w), held: map[outlook]expr.Expr{}}
		for _, n := range w.Nodes {
			x.node(n)
		}
		return x.changed
	},
}

// A translation puts the expressions of a workflow in the language of the target.
type translation struct {
	c       *Conversion
	w       *workflow.Workflow
	listed  map[*workflow.Node]bool // the nodes to which a list may come
	changed bool
	held    map[outlook]expr.Expr // what the path of held answers is in the language of the target
	before  []expr.Expr           // the conditions of the node that come before the one which is translated, as the source has them
}

// An outlook is what an expression sees at its place, as a [dialects.Sight] has it.
type outlook struct{ answer, error, item, stored, raw bool }

func (x *translation) node(n *workflow.Node) {
	x.before = nil
	for _, e := range n.Out {
		if asked := e.Guard; asked != nil {
			x.guard(n, e)
			x.before = append(x.before, asked)
		}
		if e.Kind == workflow.OnError && x.c.Able.Errors != nil && x.c.isNativePart(x.w, e) {
			continue // the target has it there by itself
		}
		x.stages(n, &e.Data, dialects.Sight{Error: e.Kind == workflow.OnError, Raw: true})
	}
	x.stages(n, &n.Data, dialects.Sight{})
	for i := range n.Timers {
		x.length(n, &n.Timers[i].Length)
	}
	if n.Until != nil {
		until := *n.Until
		x.length(n, &until)
		n.Until = &until
	}
	x.raises(n)
	x.rules(n)
	x.emits(n)
	x.body(n)
}

func (x *translation) sight(s dialects.Sight) *dialects.Sight {
	s.Domain, s.Settings = x.c.Options.Domain, x.c.Options.Settings
	return &s
}

// writtenCondition and writtenValue are what an expression is in the language of the target; nil, with the reason, if it has no translation.
// One that is in it already stays as it is.
func (c *Conversion) writtenCondition(x expr.Expr, s *dialects.Sight) (out expr.Expr, lacks string) {
	if c.inTarget(x) {
		return x, ""
	}
	return c.Target.Condition(x, s)
}

func (c *Conversion) writtenValue(x expr.Expr, s *dialects.Sight) (out expr.Expr, lacks string) {
	if c.inTarget(x) {
		return x, ""
	}
	return c.Target.Value(x, s)
}

func (c *Conversion) inTarget(x expr.Expr) bool {
	f, ok := x.(*expr.Foreign)
	return ok && f.Language == c.Target.Name()
}

// guard translates the condition of an edge. Where that is not possible, a task answers it before.
func (x *translation) guard(n *workflow.Node, e *workflow.Edge) {
	sight := x.sight(dialects.Sight{})
	if x.listed[n] { // which are no objects, whatever the answers of tasks are
		sight.Domain.Objects = false
	}
	out, lacks := x.c.writtenCondition(e.Guard, sight)
	if out == nil && x.c.Able.Asks {
		x.ask(n, e, lacks)
		return
	}
	if out == nil {
		e.Guard = x.standIn(n, e, fmt.Sprintf("if %s, and false if not%s", expr.Readable(e.Guard), lackText(lacks)))
		if out, _ = x.c.writtenCondition(e.Guard, x.sight(dialects.Sight{})); out == nil {
			x.c.Refuse(x.w, placeOf(n), "the target cannot express a condition of %q: %s", n.Name(), lacks)
			return
		}
	}
	x.changed = true
	e.Guard = out
}

// ask puts the question to a task in place of a condition.
func (x *translation) ask(n *workflow.Node, e *workflow.Edge, lacks string) {
	text := expr.Readable(e.Guard)
	task := x.c.StandIn(x.w, n.Element, slug(questionName(e)), fmt.Sprintf("answers true if %s, and false if not%s", text, lackText(lacks)))
	x.c.Raised.StandIns[len(x.c.Raised.StandIns)-1].By = &decided{condition: e.Guard}
	if told := x.c.toldText(e.Guard); told != "" {
		text = told
	}
	e.Ask = &workflow.Call{Task: task, Silent: true, Condition: text, Span: e.Guard.Range()}
	e.Guard, x.changed = nil, true
}

// lackText is why a task takes the place of an expression, in words that follow what the task does. It is empty if that is the expression
// itself.
func lackText(lacks string) string {
	if quoted, ok := strings.CutPrefix(lacks, "`"); ok {
		if _, lacks, _ = strings.Cut(quoted, "`"); lacks == "" {
			return ""
		}
		lacks = "that" + lacks
	}
	return " (the target lacks " + lacks + ")"
}

// isHeld reports whether an expression selects what takes the place of the document where a rewrite had a worker put it, which is always
// there.
func (c *Conversion) isHeld(x expr.Expr) bool {
	p, ok := x.(*expr.Path)
	return ok && c.Able.OutputParts && (p == c.holding || expr.Readable(p) == expr.Readable(c.heldPath()))
}

// stages translates what a document goes through.
func (x *translation) stages(n *workflow.Node, s *workflow.Stages, sight dialects.Sight) {
	x.value(n, &s.Select, "selects", sight)
	if n.Kind == workflow.Scope && n.Body.Each {
		sight.Item = false
	}
	x.value(n, &s.Payload, "passes on", sight)
	answered := sight
	answered.Answer = true
	if n.Kind == workflow.Pass && s == &n.Data {
		answered.Stored = x.stores(n)
		x.compute(n)
		answered.Answer = false
	}
	x.value(n, &s.Result, "makes of its answer", answered)
	x.value(n, &s.Output, "gives", sight)
	if s.Assign == nil {
		return
	}
	assign := *s.Assign
	assign.Variables = slices.Clone(assign.Variables)
	for i := range assign.Variables {
		x.value(n, &assign.Variables[i].Value, "assigns", answered)
	}
	s.Assign = &assign
}

// value translates an expression. Where that is not possible it is lost.
func (x *translation) value(n *workflow.Node, at *expr.Expr, what string, sight dialects.Sight) {
	if *at == nil {
		return
	}
	held := x.c.isHeld(*at)
	sees := outlook{sight.Answer, sight.Error, sight.Item, sight.Stored, sight.Raw}
	if held && x.held[sees] != nil {
		*at, x.changed = x.held[sees], true
		return
	}
	within := x.sight(sight)
	within.Domain.Typed = within.Domain.Typed || held
	out, lacks := x.c.writtenValue(*at, within)
	if held {
		x.held[sees] = out
	}
	if out == nil {
		x.c.Lose(x.w, &lossExpression, placeOf(n), n.Element, "", "the value that %q %s, `%s`, cannot be expressed%s", n.Name(), what, expr.Readable(*at), lackText(lacks))
	}
	x.changed = true
	*at = out
}

// stores reports whether a pass node puts a value into the document, and does not have a part of the document take its place. Where parts
// are selected, one that may be nothing is put there.
func (x *translation) stores(n *workflow.Node) bool {
	p, part := meaningOrSelf(n.Data.Result).(*expr.Path)
	return n.Data.Combine != nil || !part || x.c.Able.OutputParts && !steady(p)
}

// compute has a task stand in for a pass node that computes what the target cannot.
func (x *translation) compute(n *workflow.Node) {
	if n.Data.Result == nil {
		return
	}
	out, lacks := x.c.writtenValue(n.Data.Result, x.sight(dialects.Sight{Stored: x.stores(n)}))
	if out != nil || x.setMembers(n) {
		return
	}
	by := computed{Expr: n.Data.Result}
	told := x.c.toldValue(&n.Data)
	what := fmt.Sprintf("answers `%s`", expr.Readable(n.Data.Result))
	whole := n.Data.Combine == nil
	if !whole && x.c.Able.OutputParts && len(x.c.deepened(x.w, n)) > 0 {
		whole, told, by.Expr = true, nil, &expr.Apply{Do: expr.Merge, Args: []expr.Expr{documentWithout(nil), n.Data.Result}}
		what = fmt.Sprintf("answers its input with the members of `%s` in place of its own,", expr.Readable(n.Data.Result))
	}
	if mode, merges := x.c.merges(); merges && whole && x.c.Able.OutputParts {
		by.under = x.c.held()
		what += " under " + strings.Join(by.under, ".")
		n.Data.Combine, n.Data.Output = &workflow.Combine{Mode: mode}, expr.NewPath(expr.RootInput, by.under...)
	}
	into, merged := n.Data.Combine, x.c.lacksMerging(n)
	if merged {
		what += " merged into its input"
		n.Data.Combine = nil
	}
	task := x.c.StandIn(x.w, n.Element, slug(n.Name()), what+lackText(lacks))
	standing := &x.c.Raised.StandIns[len(x.c.Raised.StandIns)-1]
	switch {
	case !ofRun(&n.Data) && merged:
		standing.By = mergedAnswer{by, into.Mode == workflow.MergeDeep}
	case !ofRun(&n.Data):
		standing.By = by
	case len(by.under) > 0: // the run of the source knows what it makes
		standing.By = madeBySource{by}
	}
	n.Kind, n.Call = workflow.Task, &workflow.Call{Task: task}
	n.Data.Result = nil
	if told != nil && (len(by.under) > 0 || !whole && !merged) && x.c.Able.Described {
		x.c.givePlan(n, told)
	}
	x.changed = true
}

// lacksMerging reports whether a node merges what it computes into the document, and the target can do that with no answer.
func (c *Conversion) lacksMerging(n *workflow.Node) bool {
	into := n.Data.Combine
	_, merges := c.merges()
	return !merges && into != nil && (into.Mode == workflow.MergeDeep || into.Mode == workflow.MergeShallow) && n.Data.Select == nil
}

func (x *translation) length(n *workflow.Node, l *workflow.Length) {
	if l.Expr == nil {
		return
	}
	if _, fixed := l.Expr.(*expr.Literal); fixed {
		return
	}
	out, lacks := x.c.writtenValue(l.Expr, x.sight(dialects.Sight{}))
	if out == nil {
		x.c.Refuse(x.w, placeOf(n), "the target cannot express how long %q lasts: %s", n.Name(), lacks)
		return
	}
	l.Expr, x.changed = out, true
}

// rules translates the conditions and the outputs of a decision table that a rewrite made.
func (x *translation) rules(n *workflow.Node) {
	if n.Rules == nil {
		return
	}
	rules := *n.Rules
	rules.Rules = slices.Clone(rules.Rules)
	for i := range rules.Rules {
		r := &rules.Rules[i]
		r.Cells, r.Outputs = slices.Clone(r.Cells), slices.Clone(r.Outputs)
		for k := range r.Cells {
			if out, lacks := x.c.writtenCondition(r.Cells[k].If, x.sight(dialects.Sight{})); out != nil {
				r.Cells[k].If, x.changed = out, true
			} else {
				x.c.Refuse(x.w, placeOf(n), "the target cannot express a condition of the table %q: %s", n.Name(), lacks)
			}
		}
		for k := range r.Outputs {
			x.value(n, &r.Outputs[k].Value, "gives", dialects.Sight{Stored: true})
		}
	}
	n.Rules = &rules
}

func (x *translation) raises(n *workflow.Node) {
	if n.Raises == nil {
		return
	}
	raises := *n.Raises
	for _, at := range []*expr.Expr{&raises.Name, &raises.Cause} {
		if _, fixed := (*at).(*expr.Literal); *at == nil || fixed {
			continue
		}
		out, lacks := x.c.writtenValue(*at, x.sight(dialects.Sight{}))
		if out == nil {
			x.c.Note(fmt.Sprintf("the text `%s` of the error of %q is left out: %s", expr.Readable(*at), n.Name(), lacks))
		}
		*at, x.changed = out, true
	}
	n.Raises = &raises
}

func (x *translation) emits(n *workflow.Node) {
	if n.Emits == nil {
		return
	}
	emits, data := *n.Emits, expr.Meant(n.Emits.Data)
	exact := x.sight(dialects.Sight{}) // nobody compares what is produced: a part of it that is missing is null
	if f, ok := n.Emits.Data.(*expr.Foreign); ok && exact.Domain.Typed && f.MeansTyped != nil {
		data = cmp.Or(f.MeansTyped(), data)
	}
	exact.Domain.Typed = false
	if out, _ := x.c.writtenValue(data, exact); emits.Data != nil && out != nil {
		emits.Data, x.changed = out, true
	} else {
		x.value(n, &emits.Data, "produces", dialects.Sight{})
	}
	x.value(n, &emits.Attributes, "produces", dialects.Sight{})
	n.Emits = &emits
}

// body translates how a scope runs its regions.
func (x *translation) body(n *workflow.Node) {
	if n.Body == nil {
		return
	}
	body := *n.Body
	x.value(n, &body.Most, "runs at once", dialects.Sight{})
	x.value(n, &body.Enough, "waits for", dialects.Sight{})
	body.Most, body.Enough = spelledAnew(body.Most), spelledAnew(body.Enough)
	if body.Items != nil && body.Items.Select != nil {
		items := *body.Items
		x.value(n, &items.Select, "gives each item", dialects.Sight{Item: true})
		body.Items = &items
	}
	*n.Body = body
}

// spelledAnew is an expression without the text of the source, if it is fixed: some dialects also write numbers as texts.
func spelledAnew(x expr.Expr) expr.Expr {
	if l, fixed := x.(*expr.Literal); fixed {
		return &expr.Literal{Value: l.Value, Span: l.Span}
	}
	return x
}

// slug is a name as tasks have them (see [dialects.Slug]); one without letters has that of a task.
func slug(name string) string { return cmp.Or(dialects.Slug(name), "task") }
