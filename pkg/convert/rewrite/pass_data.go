package rewrite

import (
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var passedData = Rewrite{
	ID:     "rewrite/pass-data",
	What:   "data that replaces the document is merged into it, a selected part does not replace it, and a task answers what is set within a list or a member",
	When:   "keeps all members of the document",
	Before: "{\"a\": 1} becomes the document",
	After:  "{\"a\": 1} is merged into the document",
	Losses: []*dialects.LossRule{&lossMergedResult, &lossOutputSelection, &lossResultPlace},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Outputs || c.Able.Answers.Has(dialects.AnswerReplaces) {
			return false
		}
		changed := false
		for _, n := range w.Nodes {
			changed = !c.Able.OutputParts && c.keepOutput(w, n) || changed
			if n.Kind == workflow.Pass && n.Split == workflow.SplitOne && !n.Data.IsZero() {
				changed = c.mergePassed(w, n) || changed
			}
		}
		return changed
	},
}

// keepOutput makes the whole document go on from a node, and not a part of it.
func (c *Conversion) keepOutput(w *workflow.Workflow, n *workflow.Node) bool {
	x := n.Data.Output
	if x == nil {
		return false
	}
	n.Data.Output = nil
	if !isWhole(meaningOrSelf(x)) && observes(n) {
		c.Lose(w, &lossOutputSelection, placeOf(n), n.Element, "the whole document", "the part of the document that %q selects stays a part of it", n.Name())
	}
	return true
}

// mergePassed has what a pass node makes merged into the document. It reports whether the node was changed.
func (c *Conversion) mergePassed(w *workflow.Workflow, n *workflow.Node) bool {
	d, combine := &n.Data, n.Data.Combine
	made, isObject := membersMade(d.Result)
	if isObject {
		c.clear(w, n, made)
	}
	switch {
	case d.Result == nil, combine != nil && combine.Mode == workflow.Drop, combine == nil && isWhole(meaningOrSelf(d.Result)):
		*d = workflow.Stages{Output: d.Output}
	case combine != nil && combine.Mode == workflow.MergeShallow && isObject:
		if _, plain := d.Result.(*expr.Object); plain && d.Select == nil && d.Payload == nil {
			return false
		}
		*d = workflow.Stages{Result: made, Combine: combine, Output: d.Output}
	case combine != nil && combine.Mode == workflow.SetAt:
		c.setPassed(w, n)
	case combine == nil && c.Able.OutputParts:
		return false
	case !isObject:
		c.Lose(w, &lossOutputSelection, placeOf(n), n.Element, "the document as it was", "the selection of %q, `%s`, does not become the document", n.Name(), expr.Readable(d.Result))
		*d = workflow.Stages{Output: d.Output}
	default:
		replaces := combine == nil || combine.Mode == workflow.Replace
		switch {
		case replaces && observes(n) && !written(d.Result):
			c.Lose(w, &lossOutputSelection, placeOf(n), n.Element, "its members are merged into the document", "the data of %q replaces the document in the source", n.Name())
		case replaces && observes(n):
			c.Lose(w, &lossMergedResult, placeOf(n), n.Element, "it is merged into the document", "the data of %q replaces the document in the source", n.Name())
		}
		if combine != nil && combine.Mode == workflow.MergeDeep && holdsObject(made) && !c.Options.Domain.Disjoint {
			c.Lose(w, &lossResultPlace, placeOf(n), n.Element, "", "the data of %q is merged member by member: an object in it replaces the one that was there", n.Name())
		}
		*d = workflow.Stages{Result: made, Combine: &workflow.Combine{Mode: workflow.MergeShallow, Span: n.Span}, Output: d.Output}
		if len(made.Members) == 0 {
			*d = workflow.Stages{Output: d.Output}
		}
	}
	return true
}

// written reports whether an expression is an object as it was written, whose members do not depend on the data.
func written(x expr.Expr) bool {
	switch x.(type) {
	case *expr.Object, *expr.Literal:
		return true
	}
	return false
}

// setPassed makes what a pass node sets at a path a member of the document as a whole, or merges it into the member. A task answers what
// the target cannot merge itself.
func (c *Conversion) setPassed(w *workflow.Workflow, n *workflow.Node) {
	d, path := &n.Data, n.Data.Combine.Path
	merging, merges := c.merges()
	member := path.Root == expr.RootInput && len(path.Steps) > 0 && path.Steps[0].Kind == expr.StepChild
	within := slices.ContainsFunc(path.Steps, func(s expr.Step) bool { return s.Kind != expr.StepChild })
	switch {
	case !member || within && !merges:
		c.Lose(w, &lossResultPlace, placeOf(n), n.Element, "", "the data of %q cannot be put at %s", n.Name(), expr.Readable(path))
		*d = workflow.Stages{Output: d.Output}
		return
	case within:
		x, member := settingWithin(path, d.Result), expr.NewPath(expr.RootInput, path.Steps[0].Name)
		c.answerPassed(w, n, x, fmt.Sprintf("{%q: …}, which is `%s` with `%s` at `%s`", path.Steps[0].Name, expr.Readable(member),
			expr.Readable(expr.CommonValue(d.Result, c.domain())), expr.Readable(path)))
		return
	}
	made := d.Result
	for i := len(path.Steps) - 1; i > 0; i-- {
		made = &expr.Object{Members: []expr.ObjectMember{{Key: path.Steps[i].Name, Value: made}}}
	}
	mode := workflow.MergeShallow
	switch {
	case len(path.Steps) == 1:
	case c.Able.ComputesDeep && c.Options.Domain.Disjoint:
		mode = workflow.MergeDeep
	case merges && merging == workflow.MergeDeep && c.Options.Domain.Disjoint:
		x := &expr.Object{Members: []expr.ObjectMember{{Key: path.Steps[0].Name, Value: made}}}
		c.answerPassed(w, n, x, expr.Readable(expr.CommonValue(x, c.domain())))
		return
	default:
		c.Lose(w, &lossResultPlace, placeOf(n), n.Element, "the whole member "+path.Steps[0].Name, "%q sets %s, and leaves the other members", n.Name(), expr.Readable(path))
	}
	*d = workflow.Stages{Result: &expr.Object{Members: []expr.ObjectMember{{Key: path.Steps[0].Name, Value: made}}},
		Combine: &workflow.Combine{Mode: mode, Span: n.Span}, Output: d.Output}
}

// answerPassed puts a task in the place of a pass node, whose answer is merged into the document: an expression, and what it is for people.
func (c *Conversion) answerPassed(w *workflow.Workflow, n *workflow.Node, made expr.Expr, what string) {
	d := &n.Data
	task := c.StandIn(w, n.Element, slug(n.Name()), "answers "+what)
	if !ofRun(d) { // else the run of the source knows what it makes
		c.Raised.StandIns[len(c.Raised.StandIns)-1].By = computed{Expr: made}
	}
	mode, _ := c.merges()
	n.Kind, n.Call = workflow.Task, &workflow.Call{Task: task}
	*d = workflow.Stages{Combine: &workflow.Combine{Mode: mode, Span: n.Span}, Output: d.Output}
}

// settingWithin is an object with the member of the document through which a path leads, with a value at the path.
func settingWithin(path *expr.Path, x expr.Expr) expr.Expr {
	changed := &expr.Call{Name: "set", Args: []expr.Expr{whole(), x}, Span: path.Span,
		Apply: func(_ *expr.Env, args []any) (any, error) {
			out, err := expr.Set(args[0], path, args[1])
			if o, ok := out.(*value.Object); ok && err == nil {
				return o.Get(path.Steps[0].Name), nil
			}
			return nil, err
		}}
	return &expr.Object{Members: []expr.ObjectMember{{Key: path.Steps[0].Name, Value: changed}}}
}

// membersMade is an expression that makes an object, as one with members; it reports false for any other.
func membersMade(x expr.Expr) (*expr.Object, bool) {
	if o, ok := x.(*expr.Object); ok {
		return o, true
	}
	switch x := meaningOrSelf(x).(type) {
	case *expr.Object:
		return x, true
	case *expr.Literal:
		if o, ok := x.Value.(*value.Object); ok {
			return &expr.Object{Members: literals(o), Span: x.Span}, true
		}
	}
	return nil, false
}

// holdsObject reports whether a member of an object may be an object.
func holdsObject(o *expr.Object) bool {
	for _, m := range o.Members {
		l, ok := meaningOrSelf(m.Value).(*expr.Literal)
		if !ok {
			return true
		}
		if _, object := l.Value.(*value.Object); object {
			return true
		}
	}
	return false
}
