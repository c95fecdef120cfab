package rewrite

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var mergedTasks = Rewrite{
	ID:     "rewrite/calling-task",
	What:   "a task, or parallel parts, with retries, time limits, handlers, parameters or data that the target does not have become a task that does what they do, and answers what is merged",
	When:   "merges answers, and cannot retry or limit a task like this, give it parameters, or reshape or drop its answer",
	Before: "charge-card, up to 3 retries after 5 s, 10 s, 20 s; its answer → $.charge",
	After:  "call-charge-card, which retries charge-card and answers {\"charge\": …}",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.mergesOnly() {
			return false
		}
		changed := false
		for _, n := range slices.Clone(w.Nodes) { // the outermost before those in it
			task := n.Kind == workflow.Task && n.Call != nil && c.needsCalling(n)
			changed = (task || c.mergesByCall(n)) && !swallowed(n) && c.callInstead(w, n) != nil || changed
		}
		if changed {
			Compact(w)
		}
		return changed
	},
}

// mergesOnly reports whether the answer of a task can be merged into the document, and cannot be it.
func (c *Conversion) mergesOnly() bool {
	_, merges := c.merges()
	return merges && !c.Able.Answers.Has(dialects.AnswerReplaces)
}

// needsCalling reports whether a task has something that a target which merges answers lacks, and no contract can stand for.
func (c *Conversion) needsCalling(n *workflow.Node) bool {
	if n.Call.Parameters != nil && !c.Able.Parameters || c.needsToken(n) {
		return true
	}
	if slices.ContainsFunc(n.Retry, func(r workflow.Retrier) bool { return r.Limit > 0 && !c.retriesAlike(&r) }) {
		return true
	}
	for i := range n.Timers {
		t := &n.Timers[i]
		if needs, _ := timerNeeds(t); t.Edge == nil && !t.Implied && !t.Completes && !c.Able.Timers.Has(needs) &&
			(needs != dialects.TimerAttempt || !c.Able.Timers.Has(dialects.TimerVisit) || len(n.Retry) > 0) {
			return true
		}
	}
	d := &n.Data
	dropped := d.Combine != nil && d.Combine.Mode == workflow.Drop
	switch {
	case dropped:
		return !c.Able.Answers.Has(dialects.AnswerDropped) && observes(n)
	case d.Result == nil || !observes(n):
		return false
	case !c.Able.Results && c.Able.ComputesDeep && !isOfAnswer(expr.CommonValue(d.Result, c.domain())):
		return true
	case c.Able.Results || c.Able.ComputesDeep:
		out, _ := c.Target.Value(d.Result, &dialects.Sight{Domain: c.Options.Domain, Settings: c.Options.Settings, Answer: true})
		return out == nil
	}
	made := expr.CommonValue(d.Result, c.domain())
	if d.Combine == nil || d.Combine.Mode == workflow.Replace {
		_, members := made.(*expr.Object)
		return !members
	}
	at, plain := placeOfMember(d)
	return !plain || readsMember(made, at)
}

// isOfAnswer reports whether a value is made of the answer of a task, and of nothing else.
func isOfAnswer(x expr.Expr) bool {
	answer := false
	expr.Walk(x, func(x expr.Expr) {
		p, ok := x.(*expr.Path)
		answer = answer || ok && p.Root == expr.RootAnswer
	})
	return answer && !readsDocument(x)
}

// mergesByCall reports whether a task does what parallel parts or an iteration do, and answers what is merged.
func (c *Conversion) mergesByCall(n *workflow.Node) bool {
	return n.Kind == workflow.Scope && c.mergesOnly() && c.needsCallingScope(n) && c.callable(n)
}

// needsCallingScope reports whether parallel parts have something that a target which merges answers lacks: what is made of their results, or
// what holds for all of them together.
func (c *Conversion) needsCallingScope(n *workflow.Node) bool {
	if n.Data.Result != nil && observes(n) {
		out, _ := c.Target.Value(n.Data.Result, &dialects.Sight{Domain: c.Options.Domain, Settings: c.Options.Settings, Answer: true})
		return !c.Able.Results && !c.Able.ComputesDeep || out == nil
	}
	handlers := errorEdges(n)
	if len(handlers) > 0 && n.Body.Gather == workflow.GatherChanges { // a handler sees what was changed before the error, which no error carries
		return false
	}
	forked := !c.Able.Kinds.Has(workflow.Scope)
	return forked && (len(n.Retry) > 0 || len(handlers) > 0 || n.Body.Enough != nil)
}

// retriesAlike reports whether the target can retry as a retrier says.
func (c *Conversion) retriesAlike(r *workflow.Retrier) bool {
	if !c.Able.Retries.Has(dialects.RetryTasks) || !c.Able.Retries.Has(dialects.RetryByError) && !takesAll(r.On) {
		return false
	}
	if r.Delay != nil && (!c.Able.Retries.Has(dialects.RetryDelay) || r.Longer != nil && !c.Able.Retries.Has(dialects.RetryAddition)) {
		return false
	}
	return sameDelays(r, c.nearestDelays(r))
}

// callInstead replaces by a stand-in the task of a node, which calls that task and answers what gets into the document. It returns
// nil, and changes nothing, where that cannot be merged. Handlers of errors and timers with edges stay.
func (c *Conversion) callInstead(w *workflow.Workflow, n *workflow.Node) *callingPart {
	d := &n.Data
	part := &callingPart{workedPart: workedPart{node: *n, flow: *w, element: c.Caller(n)}}
	mode, _ := c.merges()
	into, output := &workflow.Combine{Mode: mode}, d.Output
	switch k := d.Combine; {
	case !c.callable(n):
		return nil
	case k == nil || k.Mode == workflow.Replace:
		switch p, isPath := meaningOrSelf(output).(*expr.Path); {
		case !c.Able.OutputParts:
			into = k
		case output != nil && !isPath, len(errorEdges(n)) > 0 && !c.Able.Handlers.Has(dialects.HandleTasks):
			return nil
		case observes(n):
			part.under = c.held()
			at := expr.NewPath(expr.RootInput, part.under...)
			if isPath {
				at.Steps, at.Definite = append(at.Steps, p.Steps...), p.Definite
				at.Text = at.String()
			}
			output = at
		}
	case k.Mode == workflow.SetAt:
		under, plain := members(k.Path)
		if !plain || mode == workflow.MergeShallow && len(k.Path.Steps) > 1 {
			return nil
		}
		part.under = strings.Split(under, ".")
	case k.Mode == workflow.Drop:
		part.drops = true
	case k.Mode != mode && !c.Options.Domain.Disjoint:
		return nil
	}
	what := c.callText(n) + ", and answers " + part.answerText(d)
	for _, h := range errorEdges(n) {
		if Ignores(h) && !c.Able.Handlers.Has(dialects.HandleTasks) {
			what += fmt.Sprintf("; after %s, {}", exitText(w, h))
			part.ignored = append(part.ignored, h.On)
			Disconnect(h)
		}
	}
	part.node.Data = workflow.Stages{Select: d.Select, Payload: d.Payload, Result: d.Result}
	part.node.Timers = slices.DeleteFunc(slices.Clone(n.Timers), func(t workflow.Timer) bool { return t.Edge != nil })
	part.node.Out = nil
	n.Call = &workflow.Call{Task: c.StandIn(w, n.Element, slug("call "+n.Element.Name), what), Span: n.Span}
	c.Raised.StandIns[len(c.Raised.StandIns)-1].By = part
	c.nameCallers(&part.workedPart)
	n.Kind, n.Body, n.Retry = workflow.Task, nil, nil
	n.Data = workflow.Stages{Combine: into, Output: output}
	n.Timers = slices.DeleteFunc(slices.Clone(n.Timers), func(t workflow.Timer) bool { return t.Edge == nil })
	return part
}

// callable reports whether a task can call the task of a node in its place. Its handlers must not ask for what only the machine raises.
func (c *Conversion) callable(n *workflow.Node) bool {
	wrappable := n.Kind == workflow.Scope && c.wrappableScope(n) && c.gathersDocument(n) || n.Kind == workflow.Task && c.wrappable(n)
	if !wrappable || n.Data.Output != nil && !c.Able.OutputParts {
		return false
	}
	for _, e := range errorEdges(n) {
		if slices.ContainsFunc(e.On, func(k workflow.Clause) bool {
			return !k.All && (k.Name == "" || k.Class&^workflow.ClassTask != 0 || k.If != nil)
		}) {
			return false
		}
	}
	return true
}

// A callingPart is a task that a stand-in calls, and what of its answer gets into the document. It implements dialects.Worker.
type callingPart struct {
	workedPart
	under []string // the members that lead to the answer
	drops bool
	// ignored are the errors after which it answers an empty object.
	ignored []workflow.Matcher
	// answered are the handlers of errors that it answers in place of failing with them, where these handlers have them in the document.
	answered []*workflow.Edge
}

// Work implements dialects.Worker.
func (p *callingPart) Work(input any, _ time.Time, carryOut func(*workflow.Program, any) (any, error)) (any, error) {
	v, err := carryOut(p.program(), input)
	var failure *dialects.Failure
	if errors.As(err, &failure) {
		class := workflow.ClassTask
		if failure.Name == p.flow.Errors.Timeout.Name {
			class = workflow.ClassTimeout
		}
		if slices.ContainsFunc(p.ignored, func(m workflow.Matcher) bool { return m.Matches(failure.Name, class) }) {
			return value.NewObject(0), nil
		}
		for _, h := range p.answered {
			if h.On.Matches(failure.Name, class) {
				return p.errorAnswer(h, failure), nil
			}
		}
	}
	switch {
	case err != nil:
		return nil, err
	case p.drops:
		return value.NewObject(0), nil
	}
	return computed{under: p.under}.placed(v), nil
}

// errorAnswer is what is answered in place of an error that a handler has in the document.
func (p *callingPart) errorAnswer(h *workflow.Edge, f *dialects.Failure) any {
	at, _ := errorPath(h)
	under, _ := members(at)
	return computed{under: strings.Split(under, ".")}.placed(p.flow.Errors.Object(f.Name, f.Cause))
}

// answerText is what is answered, for people.
func (p *callingPart) answerText(d *workflow.Stages) string {
	text := "the same"
	switch {
	case d.Result != nil:
		text = "`" + expr.Readable(d.Result) + "`"
	case p.node.Body != nil:
		text = resultsText(p.node.Body)
	}
	switch {
	case p.drops:
		return "{}"
	case len(p.under) > 0:
		return text + " under " + strings.Join(p.under, ".")
	}
	return text
}
