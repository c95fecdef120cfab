package rewrite

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A lack is something of a node that a target may not have, and that a task has which calls in place of the workflow.
type lack struct {
	of string
	in func(c *Conversion, w *workflow.Workflow, n *workflow.Node) bool
}

// lacks are the reasons why a task calls in place of the workflow.
func lacks() []lack {
	return []lack{
		{"retries", (*Conversion).lacksRetries},
		{"time limits", (*Conversion).lacksLimits},
		{"error handlers", (*Conversion).lacksHandlers},
		{"parameters", (*Conversion).lacksParameters},
		{"reshaped answers", (*Conversion).lacksResult},
		{"dropped answers", (*Conversion).lacksDrop},
		{"places of answers", (*Conversion).lacksPlace},
		{"computed outputs", (*Conversion).lacksOutput},
		{"inputs", (*Conversion).lacksInput},
		{"parts that run at once", (*Conversion).lacksParts},
		{"parts that leave a list as the document", (*Conversion).lacksListBeside},
		{"iterations", (*Conversion).lacksEach},
		{"items that are read, grouped or run by themselves", (*Conversion).lacksItems},
		{"a place for the computed input of items", (*Conversion).lacksItemsPlace},
		{"results of parts", (*Conversion).lacksGathering},
		{"a time limit of the whole run", (*Conversion).lacksDeadline},
	}
}

// lackNames are all reasons, for people.
func lackNames() string {
	var out []string
	for _, l := range lacks() {
		out = append(out, l.of)
	}
	return strings.Join(out, ", ")
}

// lacking reports whether the target lacks something of a task or of a node with regions that no contract covers.
func (c *Conversion) lacking(w *workflow.Workflow, n *workflow.Node) bool {
	return slices.ContainsFunc(lacks(), func(l lack) bool { return l.in(c, w, n) })
}

// partsMerge reports whether a node has regions which the target has too, with what holds for all of them together.
func (c *Conversion) partsMerge(n *workflow.Node) bool {
	return n.Kind == workflow.Scope && c.mergesOnly() && c.Able.Kinds.Has(workflow.Scope)
}

// isRetried reports whether a node is retried after some error.
func isRetried(n *workflow.Node) bool {
	return slices.ContainsFunc(n.Retry, func(r workflow.Retrier) bool { return r.Limit > 0 || r.Most != nil })
}

func (c *Conversion) lacksRetries(_ *workflow.Workflow, n *workflow.Node) bool {
	return isRetried(n) && slices.ContainsFunc(n.Retry, func(r workflow.Retrier) bool { return !c.retriesAlike(n, &r) })
}

// retriesAlike reports whether the target can retry a node as a retrier does. Where an answer can be at its place, other delays are near
// enough: see [Conversion.retriesNearly].
func (c *Conversion) retriesAlike(n *workflow.Node, r *workflow.Retrier) bool {
	able, needs := c.Able.Retries, dialects.RetryTasks
	if n.Kind == workflow.Scope {
		needs = dialects.RetryScopes
	}
	switch {
	case !able.Has(needs), !able.Has(dialects.RetryByError) && !takesAll(r.On):
		return false
	case retryComputed(r):
		return c.Options.Prefer == dialects.PreferNative
	case n.Kind == workflow.Scope, !c.mergesOnly(), r.Limit == 0 && r.Most == nil:
		return true
	case r.Delay != nil && (!able.Has(dialects.RetryDelay) || r.Longer != nil && !able.Has(dialects.RetryAddition)):
		return false
	}
	return sameDelays(r, c.nearestDelays(r))
}

func (c *Conversion) lacksLimits(_ *workflow.Workflow, n *workflow.Node) bool {
	return !c.partsMerge(n) && slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool {
		needs, _ := timerNeeds(&t)
		switch {
		case c.Able.FixedWaits && dependsOnData(&t):
			return true
		case c.Able.Timers.Has(needs):
			return c.Options.Prefer == dialects.PreferExact && c.limitsNearly(n, &t)
		case n.Kind == workflow.Scope, c.replaces():
			return true
		case t.Edge != nil, t.Implied, t.Completes:
			return false
		}
		return needs != dialects.TimerAttempt || !c.Able.Timers.Has(dialects.TimerVisit) || isRetried(n)
	})
}

// limitsNearly reports whether a timer leaves a task after a time that all attempts have together, and the target can limit only each of them.
func (c *Conversion) limitsNearly(n *workflow.Node, t *workflow.Timer) bool {
	return t.Edge != nil && t.Interrupting && n.Kind == workflow.Task && isRetried(n) && !c.Able.Timers.Has(dialects.TimerAttempts)
}

// dependsOnData reports whether a timer is a time limit whose length is computed when it begins.
func dependsOnData(t *workflow.Timer) bool {
	_, fixed := t.Length.Expr.(*expr.Literal)
	return t.Edge == nil && !t.Completes && !fixed
}

// lacksHandlers leaves the handlers of tasks whose answers are merged to a rewrite of their own: see [errorHandlers].
func (c *Conversion) lacksHandlers(_ *workflow.Workflow, n *workflow.Node) bool {
	handlers := errorEdges(n)
	switch {
	case len(handlers) == 0 || c.handles(n):
		return false
	case n.Kind == workflow.Scope:
		return true
	}
	return c.replaces() && !(c.Able.Ignores && isIgnored(n))
}

// isIgnored reports whether all failures of a node are ignored.
func isIgnored(n *workflow.Node) bool {
	handlers := errorEdges(n)
	return len(handlers) == 1 && Ignores(handlers[0])
}

func (c *Conversion) lacksParameters(_ *workflow.Workflow, n *workflow.Node) bool {
	return n.Call != nil && (n.Call.Parameters != nil && (!c.Able.Parameters || c.lacksPlain(n.Call.Parameters)) || c.needsToken(n))
}

// needsToken reports whether a task is given the token of its call, which the target does not have. A task that makes that call has one.
func (c *Conversion) needsToken(n *workflow.Node) bool {
	if c.Able.Tokens || !n.Call.Token {
		return false
	}
	given := false
	for _, x := range []expr.Expr{n.Data.Select, n.Data.Payload, n.Call.Parameters} {
		expr.Walk(x, func(x expr.Expr) {
			p, ok := x.(*expr.Path)
			given = given || ok && p.Root == expr.RootContext
		})
	}
	return given
}

// lacksResult reports whether what a node gives is reshaped as the target cannot do it, where somebody sees that.
func (c *Conversion) lacksResult(_ *workflow.Workflow, n *workflow.Node) bool {
	d := &n.Data
	switch {
	case d.Result == nil, isDropped(d):
		return false
	case c.replaces():
		return !c.Able.Results && (n.Kind == workflow.Task || observes(n))
	case !c.mergesOnly() || !observes(n), n.Kind == workflow.Scope && c.placesResults(n):
		return false
	case n.Kind == workflow.Task && !c.Able.Results && c.Able.ComputesDeep && !isOfAnswer(expr.CommonValue(d.Result, c.domain())):
		return true
	case c.Able.Results || c.Able.ComputesDeep:
		out, _ := c.writtenValue(d.Result, &dialects.Sight{Domain: c.Options.Domain, Settings: c.Options.Settings, Answer: true})
		return out == nil
	case n.Kind == workflow.Scope:
		return true
	}
	made := expr.CommonValue(d.Result, c.domain())
	if replacing(d.Combine) {
		_, members := made.(*expr.Object)
		return !members
	}
	at, plain := placeOfMember(d)
	return !plain || readsMember(made, at)
}

// isDropped reports whether an answer does not get into the document.
func isDropped(d *workflow.Stages) bool { return d.Combine != nil && d.Combine.Mode == workflow.Drop }

// isOfAnswer reports whether a value is made of the answer of a task, and of nothing else.
func isOfAnswer(x expr.Expr) bool {
	answer := false
	expr.Walk(x, func(x expr.Expr) {
		p, ok := x.(*expr.Path)
		answer = answer || ok && p.Root == expr.RootAnswer
	})
	return answer && !readsDocument(x)
}

// lacksDrop reports whether an answer is dropped as the target cannot do it. One that can ignore failures drops answers with them.
func (c *Conversion) lacksDrop(_ *workflow.Workflow, n *workflow.Node) bool {
	switch {
	case n.Kind != workflow.Task || !isDropped(&n.Data):
		return false
	case c.replaces():
		return c.Able.Ignores && !isIgnored(n)
	}
	return c.mergesOnly() && !c.Able.Answers.Has(dialects.AnswerDropped) && observes(n)
}

func (c *Conversion) lacksPlace(_ *workflow.Workflow, n *workflow.Node) bool {
	mode, merges := c.merges()
	k := n.Data.Combine
	if !c.replaces() || k == nil || k.Mode != workflow.SetAt {
		return false
	}
	return n.Kind == workflow.Task && !merges || n.Kind == workflow.Scope && merges && mode == workflow.MergeShallow && len(k.Path.Steps) > 1
}

// lacksOutput reports whether the document that a task leaves is computed as the target cannot do it: selected, or without some of its members.
func (c *Conversion) lacksOutput(_ *workflow.Workflow, n *workflow.Node) bool {
	if n.Kind != workflow.Task || n.Data.Output == nil || c.Able.Outputs {
		return false
	}
	return c.replaces() || c.mergesOnly() && c.Able.OutputParts && leavesOut(n.Data.Output)
}

// isPart reports whether an expression is a path.
func isPart(x expr.Expr) bool {
	_, path := meaningOrSelf(x).(*expr.Path)
	return path
}

// lacksInput reports whether a worker cannot select for itself what is selected for its task, or the target cannot give parts what they get.
func (c *Conversion) lacksInput(w *workflow.Workflow, n *workflow.Node) bool {
	d := &n.Data
	switch {
	case c.lacksPartInput(n):
		return true
	case n.Kind == workflow.Task && c.mergesOnly() && leavesOut(d.Payload):
		out, _ := c.writtenValue(d.Payload, &dialects.Sight{Domain: c.Options.Domain, Settings: c.Options.Settings})
		return out == nil
	case n.Kind == workflow.Task && c.mergesOnly() && d.Result != nil && !isDropped(d) && (d.Payload != nil || d.Select != nil) && !c.Able.Inputs.Has(dialects.InputObject):
		s := &selection{c: c, w: w, n: n} // the task that calls it then can reshape the answer, too
		_, ok := s.of(d.Payload)
		return !ok || s.computed != nil
	case n.Kind != workflow.Task, !c.replaces(), d.Payload == nil && d.Select == nil, c.Able.Inputs.Has(dialects.InputObject):
		return false
	case isEmptyObject(d.Payload):
		return !c.Able.Inputs.Has(dialects.InputNothing) || d.Combine != nil && d.Combine.Mode != workflow.Drop
	}
	s := &selection{c: c, w: w, n: n}
	_, ok := s.of(d.Payload)
	return !ok || s.computed != nil
}

// lacksPartInput reports whether parts get what the source computes for them, and the target, which gives them what a path selects, cannot.
func (c *Conversion) lacksPartInput(n *workflow.Node) bool {
	if n.Kind != workflow.Scope || n.Body.Each || n.Data.Payload == nil || c.mergesOnly() || !c.Able.Kinds.Has(workflow.Scope) || c.Able.Inputs.Has(dialects.InputObject) {
		return false
	}
	out, _ := c.writtenValue(n.Data.Payload, &dialects.Sight{Domain: c.Options.Domain, Settings: c.Options.Settings})
	return out == nil
}

// leavesOut reports whether an expression makes objects without some of their members.
func leavesOut(x expr.Expr) bool {
	found := false
	expr.Walk(x, func(x expr.Expr) {
		a, ok := x.(*expr.Apply)
		found = found || ok && a.Do == expr.Without
	})
	return found
}

// selectsElse reports whether the worker of a task would have to select something else for a node than for those before that call it, and
// notes what it has to.
func (c *Conversion) selectsElse(w *workflow.Workflow, n *workflow.Node, selected map[string]any) bool {
	if c.Able.Inputs.Has(dialects.InputObject) || isEmptyObject(n.Data.Payload) && c.Able.Inputs.Has(dialects.InputNothing) {
		return false
	}
	var from any
	if n.Data.Payload != nil || n.Data.Select != nil {
		from, _ = (&selection{c: c, w: w, n: n}).of(n.Data.Payload)
	}
	before, called := selected[n.Call.Task]
	if !called {
		selected[n.Call.Task] = from
	}
	return called && !value.Equal(before, from)
}

func (c *Conversion) lacksParts(_ *workflow.Workflow, n *workflow.Node) bool {
	if n.Kind != workflow.Scope || n.Body.Each && c.mergesOnly() || c.partsMerge(n) {
		return false
	}
	parallel := c.Able.Joins != 0 || c.Able.Kinds.Has(workflow.Scope)
	return n.Body.Enough != nil || !parallel && len(n.Body.Regions) > 1 || c.Options.Prefer == dialects.PreferExact && c.joinsNearly(n)
}

// joinsNearly reports whether the results of branches are a list with one item for each, and the target makes lists without empty results.
func (c *Conversion) joinsNearly(n *workflow.Node) bool {
	able := c.Able.Gathers
	return n.Body.Gather == workflow.GatherList && !n.Body.Each && len(n.Body.Regions) > 0 && able.Has(dialects.GatherJoined) && !able.Has(dialects.GatherLists) && !isDropped(&n.Data) && observes(n)
}

// lacksEach leaves iterations over one item after the other to a loop, where answers are merged: see [loops]. One that the target cannot
// bound is near enough, if the target is to do itself what it has nearly.
func (c *Conversion) lacksEach(_ *workflow.Workflow, n *workflow.Node) bool {
	if n.Kind != workflow.Scope || !n.Body.Each {
		return false
	}
	return !c.Able.Each && (c.replaces() || severalAtOnce(n)) || c.Options.Prefer == dialects.PreferExact && c.boundsNearly(n)
}

// lacksGathering reports whether a node is an iteration that the target neither has nor can compute the list and the count of a loop for, or
// merges what its parts change where the target can only collect what they give, and a worker can answer the document in its place.
func (c *Conversion) lacksGathering(_ *workflow.Workflow, n *workflow.Node) bool {
	if n.Kind != workflow.Scope || c.Able.Results || !c.Able.Answers.Has(dialects.AnswerReplaces) {
		return false
	}
	if n.Body.Each { // a condition on the list itself would need one more worker, whose answer no list has a place for
		asked := n.When != nil || slices.ContainsFunc(n.In, func(e *workflow.Edge) bool { return e.From.Kind == workflow.Choice && handsOn(e.From) })
		return !c.Able.Each && !(asked && c.iteratesOverDocument(n))
	}
	return n.Body.Gather == workflow.GatherChanges && !c.Able.Gathers.Has(dialects.GatherChanges) && !isDropped(&n.Data)
}

// boundsNearly reports whether a node is an iteration of which the target processes all items at the same time, and the source not so many.
func (c *Conversion) boundsNearly(n *workflow.Node) bool {
	return c.Able.Each && !c.Able.AtOnce && n.Body.Each && n.Body.Bounded()
}

// nearPart describes an iteration, branches or a time limit that the target has nearly, if it is all that the target lacks of a node.
func (c *Conversion) nearPart(w *workflow.Workflow, n *workflow.Node) []dialects.Near {
	near := dialects.Near{Element: c.Caller(n)}
	switch {
	case c.lacksNatively(w, n):
		return nil
	case slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return c.limitsNearly(n, &t) }):
		near.Does, near.Target, near.Source = "limit the time of", "each attempt", "all attempts together"
	case n.Body == nil:
		return nil
	case c.boundsNearly(n):
		near.Does, near.Target, near.Source = "process the items of", "all at once", numberText(n.Body.Most)+" at once"
	case c.joinsNearly(n):
		near.Does, near.Target, near.Source = "join the results of", "as a list without empty objects, or the only one", "as a list of all"
	default:
		return nil
	}
	return []dialects.Near{near}
}

// lacksNatively reports whether the target lacks something of a node even where it is to take what it has nearly.
func (c *Conversion) lacksNatively(w *workflow.Workflow, n *workflow.Node) bool {
	asked := c.Options.Prefer
	c.Options.Prefer = dialects.PreferNative
	defer func() { c.Options.Prefer = asked }()
	return c.lacking(w, n)
}

// severalAtOnce reports whether a node is an iteration that may process several items at the same time.
func severalAtOnce(n *workflow.Node) bool {
	most, fixed := n.Body.Most.(*expr.Literal)
	return n.Body.Each && !(fixed && value.Equal(most.Value, int64(1)))
}

// lacksListBeside reports whether the document of a node whose regions leave it as it is, or merge into it, is a list: a target that has lists as
// documents can merge objects alone.
func (c *Conversion) lacksListBeside(_ *workflow.Workflow, n *workflow.Node) bool {
	return n.Kind == workflow.Scope && c.Able.Documents == workflow.StructuredDocument && !replacing(n.Data.Combine) && n.Data.Output == nil && c.getsList(n)
}

// getsList reports whether the document that comes to a node is the list of the results of parts, which nothing in between replaces.
func (c *Conversion) getsList(n *workflow.Node) bool {
	for seen := map[*workflow.Node]bool{}; len(n.In) == 1 && !seen[n]; {
		seen[n] = true
		n = n.In[0].From
		switch body := c.bodyOf(n); {
		case body != nil && replacing(n.Data.Combine):
			return (body.Gather == workflow.GatherList || body.Gather == workflow.GatherEach) && n.Data.Result == nil && n.Data.Output == nil
		case n.Data.Output != nil, n.Kind != workflow.Wait && n.Kind != workflow.Choice && !passesOn(&n.Data):
			return false
		}
	}
	return false
}

// bodyOf are the regions of a node, or those that a stand-in in its place carries out; nil without any.
func (c *Conversion) bodyOf(n *workflow.Node) *workflow.Body {
	if n.Kind == workflow.Task && n.Call != nil {
		if s := c.standIn(n.Call.Task); s != nil {
			if part, ok := s.By.(*calledPart); ok {
				return part.node.Body
			}
		}
		return nil
	}
	return n.Body
}
