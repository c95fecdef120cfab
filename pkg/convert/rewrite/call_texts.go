package rewrite

import (
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// exitsText describes what is answered after errors and time limits, for people.
func exitsText(w *workflow.Workflow, exits []exit) string {
	text := ""
	for _, x := range exits {
		text += fmt.Sprintf("; after %s its input%s", exitText(w, x.edge), errorPlaceText(x.edge))
		if x.member != "" {
			text += fmt.Sprintf(", with {%q: true}", x.member)
		}
		if x.resets {
			text += fmt.Sprintf(", and {%q: false} otherwise", x.member)
		}
	}
	return text
}

// answerText is what is answered of what a node gives, for people.
func (p *calledPart) answerText(d *workflow.Stages) string {
	text := "the same"
	switch {
	case d.Result != nil:
		text = resultText(d.Result)
	case p.node.Body != nil:
		text = resultsText(p.node.Body)
	}
	switch {
	case p.answers == answersNothing:
		return "{}"
	case len(p.under) > 0:
		return text + " under " + strings.Join(p.under, ".")
	}
	return text
}

// callText describes how a worker has to call the task of a node in place of the workflow.
func (c *Conversion) callText(n *workflow.Node) string {
	d, text := &n.Data, ""
	switch {
	case n.Body != nil:
		text = c.callsText(n)
	case n.Awaits != nil:
		text = awaitText(n.Awaits)
	default:
		text = "calls " + dialects.TaskName(n.Call.Task, c.Options.Resource)
	}
	if n.Body == nil || !n.Body.Each {
		text += c.inputText(d)
	}
	if n.Call != nil && n.Call.Parameters != nil {
		if d.Payload == nil && d.Select == nil {
			text += " with its input"
		}
		text += " and the parameters `" + expr.Readable(n.Call.Parameters) + "`"
	}
	return text + attemptsText(n)
}

// inputText describes what is selected of the document for a node, for people.
func (c *Conversion) inputText(d *workflow.Stages) string {
	text := ""
	for i, x := range []expr.Expr{d.Payload, d.Select} {
		if x != nil {
			text += fmt.Sprintf(" %s `%s`", [...]string{"with", "of"}[min(i, strings.Count(text, "`"))], expr.Readable(expr.CommonValue(x, c.domain())))
		}
	}
	return text
}

// attemptsText describes how long the call of a node may take, and how often it is tried again.
func attemptsText(n *workflow.Node) string {
	text := ""
	for i := range n.Timers {
		text += limitText(&n.Timers[i])
	}
	for i := range n.Retry {
		r := &n.Retry[i]
		if r.Limit == 0 && r.Most == nil {
			continue
		}
		text += ", retried" + timesText(r) + " on " + names(r.On) + ", " + retryDelays(r)
	}
	return text
}

// limitText is a time limit, for people.
func limitText(t *workflow.Timer) string {
	length := lengthText(&t.Length)
	switch {
	case t.Raises == workflow.ClassHeartbeat:
		return ", for at most " + length + " without a heartbeat"
	case t.Counts == workflow.PerArrival:
		return ", each at most " + length + " after the one before"
	case t.Counts == workflow.PerAttempt:
		return ", for at most " + length
	}
	return ", for at most " + length + " in all"
}

// lengthText is a span of time, for people.
func lengthText(l *workflow.Length) string {
	if x, ok := l.Expr.(*expr.Literal); ok {
		if d, ok := fixedTime(x.Value, l.Unit); ok {
			return secondsText(d.Seconds())
		}
		if text, ok := x.Value.(string); ok {
			return text
		}
	}
	return "`" + expr.Readable(l.Expr) + "`"
}

// numberText is a number that an expression gives, for people: itself if it is fixed.
func numberText(x expr.Expr) string {
	if l, fixed := x.(*expr.Literal); fixed {
		return value.Short(l.Value)
	}
	return "`" + expr.Readable(x) + "`"
}

// timesText describes how often a task is retried: " up to 3 times".
func timesText(r *workflow.Retrier) string {
	switch {
	case r.Most != nil:
		return " up to " + numberText(r.Most) + " times"
	case r.Limit == 1:
		return " once"
	}
	return fmt.Sprintf(" up to %d times", r.Limit)
}

// retryDelays describes after which delays a task is retried, but not how often.
func retryDelays(r *workflow.Retrier) string {
	switch {
	case r.Delay != nil && r.Longer != nil:
		return "after " + lengthText(r.Delay) + ", and each time " + lengthText(r.Longer) + " later"
	case r.Delay != nil:
		return "after " + lengthText(r.Delay)
	case r.Jitter:
		return firstDelays(r) + ", or a part of that, drawn at random"
	}
	return firstDelays(r)
}

// resultsText is what parallel parts give, for people.
func resultsText(b *workflow.Body) string {
	switch b.Gather {
	case workflow.GatherList, workflow.GatherEach:
		return "the list of their results"
	case workflow.GatherMerged:
		return "one object with their results"
	case workflow.GatherChanges:
		return "its input with what they merge into it"
	case workflow.GatherJoined, workflow.GatherSpread:
		return "their results, a list if there are several that are not empty"
	}
	return "what the last step gives"
}

// answerText is the document that leaves a node with a task, for people.
func answerText(n *workflow.Node) string {
	d, text, set := &n.Data, "the same", "its answer"
	if n.Body != nil {
		text, set = resultsText(n.Body), "their results"
		if n.Body.Gather != workflow.GatherMerged && n.Body.Gather != workflow.GatherChanges {
			set = text
		}
	} else if n.Awaits != nil {
		set = "their data"
	}
	switch {
	case d.Result == nil:
	case n.Body != nil && n.Body.Item != "" && isWithoutItems(d.Result, n.Body.Item):
		text = fmt.Sprintf("the list of their results, each without %q", n.Body.Item)
		set = text
	default:
		text = resultText(d.Result)
		set = text
	}
	return combinedText(d, text, set)
}

// resultText is an expression that makes something of an answer, for people. Where it reads the document beside that, the answer has a name.
func resultText(x expr.Expr) string {
	const name = "answer"
	input, answer := false, false
	named, known := expr.MapPaths(meaningOrSelf(x), func(p *expr.Path) *expr.Path {
		input = input || p.Root == expr.RootInput
		if p.Root == expr.RootAnswer {
			answer = true
			p.Root, p.Name = expr.RootVar, name
		}
		return p
	})
	if !known || !input || !answer {
		return meaningText(x)
	}
	return "`" + expr.Readable(named) + "` ($" + name + " is what the call answered)"
}

// meaningText is what a value means, for people. The text of an expression may not show that: a filter of sw, `{{ $.order }}`, gives an object
// with the member order.
func meaningText(x expr.Expr) string { return "`" + expr.Readable(meaningOrSelf(x)) + "`" }

// exitText describes which errors lead along an edge.
func exitText(w *workflow.Workflow, e *workflow.Edge) string {
	if e.Kind == workflow.OnTimer {
		return "that time"
	}
	var out []string
	var named workflow.Matcher
	for i := range e.On {
		switch {
		case e.On[i].Name == "" && !e.On[i].All && e.On[i].Class&workflow.ClassTimeout != 0:
			out = append(out, w.Errors.Timeout.Name)
		case e.On[i].If != nil:
			out = append(out, "an error with `"+expr.Readable(e.On[i].If)+"`")
		default:
			named = append(named, e.On[i])
		}
	}
	if text := names(named); text != "" {
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// errorPlaceText describes where an error gets into the document along an edge.
func errorPlaceText(e *workflow.Edge) string {
	k := e.Data.Combine
	switch {
	case e.Kind == workflow.OnTimer, k != nil && k.Mode == workflow.Drop:
		return ""
	case e.Data.Result != nil && k == nil:
		return " replaced by " + meaningText(e.Data.Result)
	case k == nil:
		return " replaced by the error"
	case k.Path != nil:
		return " with " + handledText(e.Data.Result) + " at `" + expr.Readable(k.Path) + "`"
	}
	return " with " + handledText(e.Data.Result) + " merged in"
}

// handledText describes what a handler makes of an error, for people.
func handledText(x expr.Expr) string {
	if x == nil {
		return "the error"
	}
	if p, ok := meaningOrSelf(x).(*expr.Path); ok && p.Root == expr.RootError {
		var names []string
		for _, s := range p.Steps {
			names = append(names, s.Name)
		}
		return strings.TrimPrefix("`"+strings.Join(names, ".")+"` of the error", "`` of ")
	}
	return meaningText(x)
}
