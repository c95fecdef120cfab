package asl

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// What tasks call that a definition of AWS has no address of yet. The placeholders are those of CloudFormation and SAM.
const (
	// lambdaResource is the form of the Resource of a task that is known by its name.
	lambdaResource = "arn:aws:lambda:${AWS::Region}:${AWS::AccountId}:function:{task}"
	// callbackResource calls a function and waits for whoever has the token that the function gets.
	callbackResource = "arn:aws:states:::lambda:invoke.waitForTaskToken"
	// eventsResource sends events to a bus.
	eventsResource = "arn:aws:states:::events:putEvents"
)

// resource is the Resource of a task: the address that was given for it, the one that it has, or one that is made of its name.
func (d *document) resource(c *workflow.Call) string {
	to, given := d.options.Resources[c.Task]
	switch {
	case given:
	case d.own || d.isAddress(c.Task):
		to = c.Task
	case d.isAddress(c.Resource):
		to = c.Resource
	default:
		form, name := cmp.Or(d.options.Resource, dialects.DefaultResource), escaped(dialects.TaskName(c.Task, d.options.Resource))
		if d.options.Resource == "" && d.level == Current {
			form, name = lambdaResource, d.functions[c.Task]
		}
		to = strings.ReplaceAll(form, "{task}", name)
		if c.Resource != "" {
			d.out.Note("the address of %s, %s, is not an ARN: %s is called instead", c.Task, c.Resource, to)
		}
	}
	d.noteTask(c.Task, to)
	return to
}

// isAddress reports whether a text is what a Resource may be: today an ARN or a placeholder for one, in 2016 any URI.
func (d *document) isAddress(s string) bool {
	if d.level == Level2016 {
		return isURI(s)
	}
	return strings.HasPrefix(s, "arn:") || strings.HasPrefix(s, "${")
}

// noteTask notes by what address a task is called.
func (d *document) noteTask(from, to string) {
	if x := (dialects.Renaming{From: from, To: to}); from != to && !d.tasks[x] {
		d.tasks[x] = true
		d.out.Tasks = append(d.out.Tasks, x)
	}
}

// escaped is a text with the characters that a URI cannot have in the form in which it can.
func escaped(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c <= ' ' || c == 0x7f || c == '%' || strings.IndexByte("<>\"{}|\\^`", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

// function is the name or the address of the function that does a task.
func (d *document) function(task string) string {
	if d.isAddress(task) {
		return task
	}
	return d.functions[task]
}

// callback is a task that is answered from outside, as one that gives a function a token and its input.
func (d *document) callback(n *workflow.Node, function string) *workflow.Node {
	out := *n
	input := cmp.Or[expr.Expr](out.Data.Payload, out.Data.Select, expr.NewPath(expr.RootInput))
	out.Data.Select = nil
	out.Data.Payload = &expr.Object{Members: []expr.ObjectMember{
		{Key: "FunctionName", Value: &expr.Literal{Value: function}},
		{Key: "Payload", Value: &expr.Object{Members: []expr.ObjectMember{
			{Key: "token", Value: expr.NewPath(expr.RootContext, "Task", "Token")},
			{Key: "input", Value: input},
		}}},
	}}
	return &out
}

// event writes the task that produces an event.
func (m *machineWriter) event(s *source.Node, n *workflow.Node) {
	dialects.Put(s, "Resource", eventsResource)
	made, ok := m.emission(n)
	if !ok {
		m.lose(&dialects.LossEvents, n.Emits.Span, n.Element, "an event without them", "the further attributes of the event of %q are dropped", n.Name())
	}
	if n.Emits.Data == nil {
		m.lose(&lossEventDetail, n.Emits.Span, n.Element, "an event with the detail {}", "the event of %q has {} as its data; in the source it has none", n.Name())
	}
	m.out.Substitutes = append(m.out.Substitutes, eventsResource)
	m.out.StandIns = append(m.out.StandIns, dialects.StandIn{Element: m.names[n], Task: eventsResource, Exists: true, By: acceptedEvents{},
		What: "puts the event of " + quote(m.names[n]) + " on a bus"})
	m.writeStages(s, made)
}

// acceptedEvents answers as the service does that takes events. It implements dialects.Answerer.
type acceptedEvents struct{}

// Answer implements dialects.Answerer.
func (acceptedEvents) Answer(any, time.Time) (any, error) {
	return object("Entries", []any{object("EventId", "1")}, "FailedEntryCount", int64(0)), nil
}

// emission is a node that produces an event as a task that sends it to a bus. It reports false if something of the event is left out.
func (d *document) emission(n *workflow.Node) (*workflow.Node, bool) {
	out := *n
	kind, origin := n.Emits.Name, d.flow.ID
	if e := n.Emits.Event; e != nil {
		kind = e.Type
		origin = cmp.Or(e.Source, origin)
	}
	data := cmp.Or[expr.Expr](n.Emits.Data, &expr.Object{})
	out.Data.Payload = &expr.Object{Members: []expr.ObjectMember{{Key: "Entries", Value: &expr.List{Items: []expr.Expr{&expr.Object{Members: []expr.ObjectMember{
		{Key: "Source", Value: &expr.Literal{Value: origin}},
		{Key: "DetailType", Value: &expr.Literal{Value: kind}},
		{Key: "Detail", Value: data},
	}}}}}}}
	out.Data.Select, out.Data.Result, out.Data.Combine = nil, nil, &workflow.Combine{Mode: workflow.Drop}
	return &out, n.Emits.Attributes == nil
}
