package rewrite

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var errorShapes = Rewrite{
	ID:     "rewrite/error-shape",
	What:   "a handled error is stored where the target stores it, and a task then stores it as the source does; if nothing reads it, it is dropped",
	When:   "stores errors at one place of the document, with other member names",
	Before: "on an error: $.problem = {\"Error\": …, \"Cause\": …} → Refuse",
	After:  "on an error: $.error = {\"name\": …, \"message\": …} → \"Error of Charge\", a task that answers the document with $.problem → Refuse",
	Losses: []*dialects.LossRule{&dialects.LossErrorData},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Errors == nil {
			return false
		}
		changed := foldAllHandlers(w)
		var read *reads // of the workflow, once it is asked for
		for _, e := range slices.Clone(w.Edges) {
			if e.Kind == workflow.OnError && slices.Contains(e.From.Out, e) && (e.Data.Combine == nil || e.Data.Combine.Mode != workflow.Drop) {
				if read == nil {
					read = readsOf(w)
				}
				changed = c.shapeError(w, e, read) || changed
			}
		}
		return foldAllHandlers(w) || changed
	},
}

// foldAllHandlers is [foldHandlers] for all nodes.
func foldAllHandlers(w *workflow.Workflow) bool {
	changed := false
	for _, n := range w.Nodes {
		changed = foldHandlers(n) || changed
	}
	return changed
}

// shapeError makes the error that an edge handles get into the document as the target can have it, and keeps count of what is read.
func (c *Conversion) shapeError(w *workflow.Workflow, e *workflow.Edge, read *reads) bool {
	own, d, table := c.Able.Errors, e.Data, w.Errors
	if slices.Contains(e.From.Out, e) {
		defer func() { read.replace(&d, &e.Data) }()
	}
	native := &workflow.Combine{Mode: workflow.SetAt, Path: expr.NewPath(expr.RootInput, own.Member)}
	mode, merges := c.merges()
	switch {
	case forgets(e.To), d.Combine != nil && d.Combine.Mode == workflow.SetAt && unreadAfter(read, e):
		e.Data = workflow.Stages{Combine: &workflow.Combine{Mode: workflow.Drop}}
	case w.Errors.NameKey == own.Name && w.Errors.CauseKey == own.Cause && d.Combine != nil && d.Combine.Mode == workflow.SetAt && d.Result == nil && isMember(d.Combine.Path) &&
		d.Combine.Path.Steps[0].Name == own.Member:
		return false
	case d.Combine != nil && d.Combine.Mode == workflow.SetAt && isMember(d.Combine.Path) && d.Combine.Path.Steps[0].Name == own.Member && c.isNative(w, e):
		e.Data = workflow.Stages{Combine: native}
	case c.isNativePart(w, e):
		return false
	case !c.Able.OutputParts || !merges || !c.Options.Domain.Disjoint:
		c.Lose(w, &dialects.LossErrorData, e.Span, e.From.Element, "the member "+own.Member+" of the document", "the error that %q handles is the member %q of the document, with the members %q and %q",
			e.From.Name(), own.Member, own.Name, own.Cause)
		e.Data = workflow.Stages{Combine: native}
	default:
		e.Data = workflow.Stages{Combine: native}
		under := c.held()
		task := AddOn(w, e, c.NewElement(w, e.From.Element, "Error of "+e.From.Name(), ""), workflow.Task)
		task.Role, task.Element.Primary = workflow.Primary, task
		task.Data = workflow.Stages{Combine: &workflow.Combine{Mode: mode}, Output: expr.NewPath(expr.RootInput, under...)}
		what := fmt.Sprintf("takes the error {%q, %q} as {%q, %q}, and answers %s, under %s", own.Name, own.Cause, w.Errors.NameKey, w.Errors.CauseKey, placedError(&d), strings.Join(under, "."))
		task.Call = &workflow.Call{Task: c.StandIn(w, e.From.Element, slug(task.Element.Name), what)}
		read.addStages(&task.Data, 1)
		c.Raised.StandIns[len(c.Raised.StandIns)-1].By = &reshaped{names: *own, table: &table, stages: d, computed: computed{under: under}}
	}
	return true
}

// foldHandlers takes out handlers of some errors before one of all errors that does the same with them.
func foldHandlers(n *workflow.Node) bool {
	changed := false
	var next *workflow.Edge
	for _, e := range slices.Backward(n.Out) {
		if e.Kind != workflow.OnError {
			continue
		}
		if next != nil && e.To == next.To && samePlace(&e.Data, &next.Data) {
			e.Disconnect()
			changed = true
			continue
		}
		if next = nil; len(e.On) == 1 && e.On[0].All && e.On[0].If == nil && len(e.On[0].Except) == 0 {
			next = e
		}
	}
	return changed
}

// samePlace reports whether two edges put an error, as it is, at the same place or in place of the document, or both drop it.
func samePlace(a, b *workflow.Stages) bool {
	plain := func(d *workflow.Stages) bool { return d.Result == nil && d.Output == nil && d.Assign == nil }
	switch {
	case !plain(a) || !plain(b):
		return false
	case a.Combine == nil || b.Combine == nil:
		return replacing(a.Combine) && replacing(b.Combine)
	case a.Combine.Mode != b.Combine.Mode:
		return false
	}
	return a.Combine.Mode == workflow.Drop || a.Combine.Mode == workflow.SetAt && a.Combine.Path.String() == b.Combine.Path.String()
}

// isNative reports whether an error gets into the document with the members that it has in the target: its own name and cause, where that is
// not of a time limit, or those of a time limit, where the edge handles nothing else.
func (c *Conversion) isNative(w *workflow.Workflow, e *workflow.Edge) bool {
	own := c.Able.Errors
	made, ok := expr.CommonValue(e.Data.Result, c.domain()).(*expr.Object)
	if !ok || len(made.Members) != 2 {
		return false
	}
	limit := len(e.On) == 1 && (e.On[0].Class == workflow.ClassTimeout || e.On[0].Name != "" && e.On[0].Name == w.Errors.Timeout.Name)
	for _, m := range made.Members {
		of, fixed := w.Errors.NameKey, own.Timeout
		switch m.Key {
		case own.Name:
		case own.Cause:
			of, fixed = w.Errors.CauseKey, own.TimeoutCause
		default:
			return false
		}
		p, isPath := m.Value.(*expr.Path)
		l, isLiteral := m.Value.(*expr.Literal)
		native := isPath && p.Root == expr.RootError && len(p.Steps) == 1 && p.Steps[0].Name == of && !c.takesLimit(w, e)
		if !native && !(limit && isLiteral && l.Value == fixed) {
			return false
		}
	}
	return true
}

// takesLimit reports whether an edge takes the error of a time limit that its node has, or a part of it, with another name or cause than in the
// target.
func (c *Conversion) takesLimit(w *workflow.Workflow, e *workflow.Edge) bool {
	own, table := c.Able.Errors, &w.Errors
	if own.Timeout == table.Timeout.Name && !table.Nulls {
		return false
	}
	for _, h := range errorEdges(e.From) {
		if h.On.Matches(table.Timeout.Name, workflow.ClassTimeout) {
			return h == e && limited(e.From)
		}
	}
	return false
}

// limited reports whether a time limit of a node, or of a part of it, raises an error.
func limited(n *workflow.Node) bool {
	raises := func(t workflow.Timer) bool { return t.Edge == nil && !t.Completes }
	return slices.ContainsFunc(n.Timers, raises) || n.Body != nil && slices.ContainsFunc(nodesOf(n.Body), func(x *workflow.Node) bool { return slices.ContainsFunc(x.Timers, raises) })
}

// isNativePart reports whether the name or the cause of an error alone gets into the document, at the place that it has in the target.
func (c *Conversion) isNativePart(w *workflow.Workflow, e *workflow.Edge) bool {
	own, d := c.Able.Errors, &e.Data
	p, part := meaningOrSelf(d.Result).(*expr.Path)
	if !part || !own.Parts || p.Root != expr.RootError || len(p.Steps) != 1 || d.Combine == nil || d.Combine.Mode != workflow.SetAt || d.Output != nil ||
		c.takesLimit(w, e) {
		return false
	}
	at, plain := members(d.Combine.Path)
	return plain && (p.Steps[0].Name == w.Errors.NameKey && at == own.Member+"."+own.Name || p.Steps[0].Name == w.Errors.CauseKey && at == own.Member+"."+own.Cause)
}

// placedError describes the document that an error gets into, for people.
func placedError(d *workflow.Stages) string {
	what := "it"
	if d.Result != nil {
		what = "`" + expr.Readable(d.Result) + "`"
	}
	switch {
	case d.Combine == nil:
		return what
	case d.Combine.Path != nil:
		return "its input with " + what + " at `" + expr.Readable(d.Combine.Path) + "`"
	}
	return "its input with " + what + " merged in"
}

// unreadAfter reports whether nothing reads the place of the document at which an edge puts an error.
func unreadAfter(read *reads, e *workflow.Edge) bool {
	at := e.Data.Combine.Path
	if len(at.Steps) == 0 || at.Steps[0].Kind != expr.StepChild || observesFrom(e.To) {
		return false
	}
	return read.whole == 0 && read.members[at.Steps[0].Name] == 0
}

// leavesOutOf makes the task that an error leads to leave a member out of the document, which the parts that had ended put there. It
// reports false where no task makes that document, or the place is not a member.
func (c *Conversion) leavesOutOf(e *workflow.Edge, at *expr.Path) bool {
	if e.To.Call == nil || !isMember(at) {
		return false
	}
	s := c.standIn(e.To.Call.Task)
	if s == nil {
		return false
	}
	by, reshapes := s.By.(*reshaped)
	if name := at.Steps[0].Name; reshapes && !slices.Contains(by.without, name) {
		by.without = append(by.without, name)
		s.What += fmt.Sprintf(", without the member %q of its input", name)
	}
	return reshapes
}

// A reshaped answer is the document with an error in it as the source has it. It implements dialects.Answerer.
type reshaped struct {
	computed
	names  dialects.ErrorPlace
	table  *workflow.ErrorTable
	stages workflow.Stages
	// without are members of the document that what failed has left there.
	without []string
}

// Answer implements dialects.Answerer.
func (r *reshaped) Answer(input any, now time.Time) (any, error) {
	given, _ := input.(*value.Object)
	e, _ := given.Get(r.names.Member).(*value.Object)
	name, _ := e.Get(r.names.Name).(string)
	cause, _ := e.Get(r.names.Cause).(string)
	if name == r.names.Timeout {
		name = r.table.Timeout.Name
		if r.table.Nulls && cause == r.names.TimeoutCause { // that of the machine has no cause in the source
			cause = ""
		}
	}
	made := r.table.Object(name, cause)
	document := value.NewObject(given.Len())
	for key, v := range given.All() {
		if key != r.names.Member && !slices.Contains(r.without, key) {
			document.Set(key, v)
		}
	}
	if r.stages.Result != nil {
		v, err := valueOf(r.stages.Result, &expr.Env{Input: document, Error: made, Now: now})
		if err != nil {
			return nil, err
		}
		made = v
	}
	v, err := combined(r.stages.Combine, document, made)
	if err != nil {
		return nil, err
	}
	return r.placed(v), nil
}

// valueOf is the value of an expression, in which a member of an object that is missing is null.
func valueOf(x expr.Expr, env *expr.Env) (any, error) {
	o, ok := expr.Meant(x).(*expr.Object)
	if !ok {
		return expr.Eval(x, env)
	}
	out := value.NewObject(len(o.Members))
	for _, m := range o.Members {
		v, err := expr.Eval(m.Value, env)
		if err != nil {
			v = nil
		}
		out.Set(m.Key, v)
	}
	return out, nil
}
