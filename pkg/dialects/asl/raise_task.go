package asl

import (
	"fmt"
	"math"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// writeTask adds a node at which a token rests until something answers: a task, or what a task replaces.
func (p *part) writeTask(n *workflow.Node) {
	s := p.addState(n, Task)
	if n.Kind == workflow.Await {
		p.raising.rename(n.Name(), p.entry[n]) // where a run waits
	}
	dialects.Put(s, "Resource", dialects.NewText(p.machine.resolveResource(n)))
	if n.File != nil && n.File.Stores {
		dialects.Put(s, "ResultPath", nothing())
	}
	p.machine.writeStages(s, n)
	p.writeRetries(s, n)
	p.writeLimits(s, n)
	p.writeCatchers(s, n)
	p.machine.lead(s, p.findNext(n))
}

// resolveResource returns the Resource of a node, and notes what replaces the node and what is lost.
func (m *machine) resolveResource(n *workflow.Node) string {
	switch n.Kind {
	case workflow.Await:
		name := m.raising.addStandIn(n.Name())
		m.replaceAwaited(n, name)
		return name
	case workflow.Resource:
		m.raising.lose(&dialects.LossFile, n.File.Span, n.Element, "a task", "asl cannot read or write a file: a task has to")
		name := m.raising.addStandIn(n.File.Name)
		m.raising.out.StandIns = append(m.raising.out.StandIns, dialects.StandIn{Element: n.Name(), Task: name})
		return name
	}
	if n.Call.Parameters != nil {
		m.raising.lose(&dialects.LossParameters, n.Call.Span, n.Element, "", "the parameters of a task are dropped: asl passes only the input")
	}
	if n.Call.Structured {
		at, ok := m.raising.structured[m.raising.flow]
		if !ok { // all of them are one loss, which has one place
			at = n.Call.Span
			m.raising.structured[m.raising.flow] = at
		}
		m.raising.lose(&dialects.LossDocument, at, n.Element, "the result unchanged",
			"in the source, a result that is neither an object nor a list is an error, and null counts as an empty object")
	}
	if n.Emits != nil {
		return m.replaceEvents(n)
	}
	return m.raising.addressTask(n.Call.Task)
}

// replaceEvents returns the Resource of a task that an event calls and another event answers. Its answer replaces that event.
func (m *machine) replaceEvents(n *workflow.Node) string {
	task := m.raising.addressTask(n.Call.Task)
	m.raising.lose(&dialects.LossEvents, n.Span, n.Element, "a task", "events are dropped: asl cannot produce events")
	if n.Emits.Data != nil {
		m.raising.lose(&dialects.LossInputPart, n.Emits.Data.Range(), n.Element, "the document", "the data of the event that calls %q is dropped", n.Name())
	}
	m.raising.lose(&lossOccurrenceData, n.Span, n.Element, "the result of the task", "the data of the event that completes %q is dropped", n.Name())
	m.raising.out.Answered(n, task)
	return task
}

// replaceAwaited notes that the answer of a task replaces the occurrence that a node awaits.
func (m *machine) replaceAwaited(n *workflow.Node, task string) {
	if len(n.Awaits.For) == 0 {
		kind := "complete"
		if n.Awaits.Kind == "signal" {
			kind = "signal"
		}
		m.raising.out.Occurrences = append(m.raising.out.Occurrences, dialects.Passage{From: dialects.Occurrence{Kind: kind, Name: n.Name()},
			To: dialects.Occurrence{Kind: "task", Name: task}})
		return
	}
	m.raising.out.Answered(n, task)
	if len(n.Awaits.For) > 1 || n.Awaits.Groups || n.Awaits.For[0].Data != nil {
		m.raising.lose(&lossOccurrenceData, n.Span, n.Element, "a task", "the events that %q waits for are dropped", n.Name())
	}
}

// writeRetries writes how often a node is retried (asl 2016: "Retrying after error").
func (p *part) writeRetries(s *source.Node, n *workflow.Node) {
	all := list()
	if len(n.Retry) > 0 && slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return t.Edge != nil && t.Interrupting }) {
		never := dialects.NewObject() // a time limit that leads elsewhere is not a reason to try again
		dialects.Put(never, "ErrorEquals", list(dialects.NewText(errTimeout)))
		dialects.Put(never, "MaxAttempts", number(0))
		all.Items = append(all.Items, never)
	}
	for i := range n.Retry {
		if r := p.newRetrier(n, &n.Retry[i]); r != nil {
			all.Items = append(all.Items, r)
			if takesAll(r) {
				break
			}
		}
	}
	p.moveWiderLast(n, all)
	if len(all.Items) > 0 {
		dialects.Put(s, "Retry", all)
	}
}

func (p *part) newRetrier(n *workflow.Node, r *workflow.Retrier) *source.Node {
	names := p.machine.errorNames(r.On)
	if names == nil || r.Most != nil || r.Delay != nil || r.Longer != nil {
		p.raising.lose(&dialects.LossRetry, r.Span, n.Element, "", "a retry of %q is dropped: asl cannot express when it applies", n.Name())
		return nil
	}
	x := dialects.NewObject()
	dialects.Put(x, "ErrorEquals", names)
	interval, factor := math.Ceil(max(r.Interval, 1)), max(r.Factor, 1)
	if interval != r.Interval || factor != r.Factor {
		p.raising.lose(&dialects.LossRetryInterval, r.Span, n.Element, fmt.Sprintf("%v s", interval), "asl cannot express a retry after %v s", r.Interval)
	}
	if interval != defaultInterval {
		dialects.Put(x, "IntervalSeconds", number(interval))
	}
	if r.Limit != defaultAttempts {
		dialects.Put(x, "MaxAttempts", number(float64(r.Limit)))
	}
	if factor != defaultBackoff {
		dialects.Put(x, "BackoffRate", number(factor))
	}
	return x
}

// takesAll reports whether a retrier or catcher takes every error. It must be the last one.
func takesAll(x *source.Node) bool {
	names := x.Get("ErrorEquals")
	return len(names.Items) == 1 && names.Items[0].Text == errAll
}

// takesNameless reports whether a retrier or catcher is one for errors without a name, which takes any error of a task here.
func takesNameless(x *source.Node) bool {
	names := x.Get("ErrorEquals").Items
	return len(names) > 1 && slices.ContainsFunc(names, func(n *source.Node) bool { return n.Text == errTaskFailed })
}

// moveWiderLast puts the retriers or catchers of errors without a name after those that name others.
func (p *part) moveWiderLast(n *workflow.Node, all *source.Node) {
	place := func(x *source.Node) int {
		switch {
		case takesAll(x):
			return 2
		case takesNameless(x):
			return 1
		}
		return 0
	}
	if slices.ContainsFunc(all.Items, takesNameless) {
		slices.SortStableFunc(all.Items, func(x, y *source.Node) int { return place(x) - place(y) })
		p.raising.lose(&lossErrorMatch, n.Element.NameSpan, n.Element, "States.TaskFailed", "errors without a name are handled together with all other unhandled errors")
	}
}

// errorNames are the names of what a matcher takes, or nil if names cannot express it.
func (m *machine) errorNames(on workflow.Matcher) *source.Node {
	names := list()
	for i := range on {
		c := &on[i]
		name := c.Name
		switch table := &m.raising.flow.Errors; {
		case c.If != nil:
			return nil
		case c.All:
			return list(dialects.NewText(errAll)) // which must be the only one
		case c.Class&workflow.ClassTask != 0:
			name = errTaskFailed
		case name != "" && name == table.Task.Name:
			// What a task fails with that gives no name; nothing less than any error of a task takes it here.
			names.Items = append(names.Items, dialects.NewText(name))
			name = errTaskFailed
		case c.Class&(workflow.ClassTimeout|workflow.ClassHeartbeat) != 0, name == table.Timeout.Name:
			name = errTimeout
		case c.Class&workflow.ClassBranch != 0:
			name = errBranchFailed
		case name == table.NoMatch.Name:
			name = errNoChoiceMatched
		}
		if name == "" {
			return nil
		}
		names.Items = append(names.Items, dialects.NewText(name))
	}
	if len(names.Items) == 0 {
		return nil
	}
	return names
}

// writeLimits writes how long a task may take. A way out that a timer leads to becomes that of the error States.Timeout.
func (p *part) writeLimits(s *source.Node, n *workflow.Node) {
	var first *workflow.Timer
	var limit int64
	for i := range n.Timers {
		t := &n.Timers[i]
		seconds, exact, ok := wholeSeconds(&t.Length)
		switch {
		case t.Edge != nil && !t.Interrupting:
			p.raising.lose(&dialects.LossTimeout, t.Span, n.Element, "", "the path that a timer starts beside %q is dropped", n.Name())
			continue
		case t.Counts == workflow.PerArrival || !ok:
			p.raising.lose(&dialects.LossTimeout, t.Span, n.Element, "", "a timeout of %q is dropped", n.Name())
			continue
		case !exact:
			p.raising.lose(&dialects.LossTimeLimit, t.Span, n.Element, fmt.Sprintf("%d s", seconds), "a timeout of %q is not a whole number of seconds", n.Name())
		}
		if t.Raises == workflow.ClassHeartbeat && t.Edge == nil {
			dialects.Put(s, "HeartbeatSeconds", number(float64(seconds)))
			continue
		}
		if t.Counts == workflow.PerVisit && len(n.Retry) > 0 {
			p.raising.lose(&dialects.LossTimeLimit, t.Span, n.Element, "a timeout for each attempt", "a timeout of %q covers all attempts together", n.Name())
		}
		if first == nil || seconds < limit {
			first, limit = t, seconds
		}
	}
	if first == nil {
		p.machine.writeLargestLimit(s, n.Element.NameSpan, n.Element)
		return
	}
	dialects.Put(s, "TimeoutSeconds", number(float64(limit)))
	to := p.finish // where a state goes on that the timer completes
	switch {
	case first.Edge != nil:
		to = p.to(first.Edge.To)
	case !first.Completes:
		return
	case p.whole == nil:
		p.raising.lose(&dialects.LossTimeLimit, first.Span, n.Element, "the end of the branch", "a timeout of %q completes the whole state, whatever else runs in it", n.Name())
	}
	c := dialects.NewObject()
	dialects.Put(c, "ErrorEquals", list(dialects.NewText(errTimeout)))
	dialects.Put(c, "ResultPath", nothing())
	dialects.Put(c, "Next", p.machine.reference(to))
	dialects.Put(s, "Catch", list(c))
}

// writeLargestLimit writes the time limit of a task that has none: at the level 2016 it would have one of 60 s (asl 2016: "Task State").
func (m *machine) writeLargestLimit(s *source.Node, at source.Span, e *workflow.Element) {
	if levelOf(m.raising.options.Settings) == Level2016 {
		m.raising.lose(&lossNoLimit, at, e, fmt.Sprintf("%d s", maxSeconds), "in asl of 2016 every task has a timeout")
		dialects.Put(s, "TimeoutSeconds", number(maxSeconds))
	}
}

// writeCatchers writes where errors lead (asl 2016: "Catching errors").
func (p *part) writeCatchers(s *source.Node, n *workflow.Node) {
	var all *source.Node
	if m := s.Member("Catch"); m != nil {
		all = m.Value
	} else {
		all = list()
	}
	for _, e := range n.Out {
		if e.Kind != workflow.OnError {
			continue
		}
		names := p.machine.errorNames(e.On)
		if names == nil {
			p.raising.lose(&dialects.LossHandler, e.Span, n.Element, "", "an error handler of %q is dropped", n.Name())
			continue
		}
		c := dialects.NewObject()
		dialects.Put(c, "ErrorEquals", names)
		p.writeErrorData(c, e)
		dialects.Put(c, "Next", p.machine.reference(p.to(e.To)))
		all.Items = append(all.Items, c)
		if takesAll(c) {
			break
		}
	}
	p.moveWiderLast(n, all)
	if len(all.Items) > 0 && s.Member("Catch") == nil {
		dialects.Put(s, "Catch", all)
	}
}

// writeErrorData writes where the error is put.
func (p *part) writeErrorData(c *source.Node, e *workflow.Edge) {
	switch x := e.Data.Combine; {
	case x == nil:
	case x.Mode == workflow.Drop:
		dialects.Put(c, "ResultPath", nothing())
		return
	case x.Mode == workflow.SetAt:
		dialects.Put(c, "ResultPath", dialects.NewText(x.Path.String()))
	default:
		dialects.Put(c, "ResultPath", dialects.NewText("$.error"))
	}
	p.raising.lose(&dialects.LossErrorData, e.Span, e.From.Element, "an object with Error and Cause", "errors that are stored in the document have other members")
}
