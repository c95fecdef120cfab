package rewrite

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// The members of the plan of a step that waits for somebody: the requests, events or answers to the step that it waits for, with what follows
// each. The first of them that comes decides, and the data that comes with it is merged into the document. An answer is a signal, or the
// completion of a task of a user. After a time, the step does not wait any longer.
//
//	{"name": "Review", "await": [{"request": "APPROVE", "do": []}, {"request": "REWORK", "do": ["rework", {"again": true}]}]}
//	{"name": "Paid?", "await": [{"event": "order.paid", "source": "shop", "do": "ship"}], "within": "PT48H", "ifLate": "remind"}
//	{"name": "Approve", "await": [{"answer": "completion", "do": []}]}
//
// The event that answers a task may have attributes by which it is told apart: {"event": "bank.paid", "correlation": ["invoice"]}.
const (
	planAwait   = "await"
	planAnswer  = "answer"
	planRequest = "request"
	planUpdate  = "update" // of an entity, which makes no request
	planEvent   = "event"
	planSource  = "source"
	planAgree   = "correlation"
	planLate    = "ifLate"
)

// plannedAnswers are the words of plans for what a step waits for that waits for an answer to itself, by the kind.
var plannedAnswers = map[string]string{"signal": "signal", "userTask": "completion"}

// waitsInPlan reports whether a plan can describe what a node waits for. A worker does not know the input of the workflow, with which an
// event may have to agree, nor the events that other steps have taken.
func (c *Conversion) waitsInPlan(n *workflow.Node) bool {
	a := n.Awaits
	if n.Kind != workflow.Await || a == nil || a.All || a.Groups || a.FromScope || a.While != nil || handles(n) || len(n.Timers) > 1 ||
		n.Data.Combine != nil && !merging(n.Data.Combine) || n.Data != (workflow.Stages{Combine: n.Data.Combine}) || len(a.For) == 0 && plannedAnswers[a.Kind] == "" {
		return false
	}
	if slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return !e.Data.IsZero() || e.Require != nil }) {
		return false
	}
	for i := range n.Timers {
		if t := &n.Timers[i]; t.Edge == nil || !t.Interrupting || t.Completes || t.Counts == workflow.PerArrival || plannedLength(&t.Length) == nil {
			return false
		}
	}
	return !slices.ContainsFunc(a.For, func(t workflow.Trigger) bool {
		return t.Event == nil || t.Data != nil || len(t.Event.Correlations) > 0 || t.Edge == nil && usualEdge(n, a.For) == nil
	})
}

// plannedLength is a fixed span of time as plans have it; nil if it is not fixed.
func plannedLength(l *workflow.Length) any {
	fixed, ok := l.Expr.(*expr.Literal)
	if !ok || (&partPlan{within: fixed.Value}).length() == nil {
		return nil
	}
	return fixed.Value
}

// await is the plan of a step that waits for somebody, and the node where what follows goes on.
func (x *planning) await(n *workflow.Node) (any, *workflow.Node) {
	if x.lacks = x.lacks || !x.waitsInPlan(n); x.lacks {
		return nil, nil
	}
	a, next := n.Awaits, x.meeting(n)
	var list []any
	add := func(what *value.Object, e *workflow.Edge) {
		what.Set(planDo, x.branch(e, next))
		list = append(list, what)
	}
	if len(a.For) == 0 {
		add(value.ObjectOf(value.Member{Key: planAnswer, Value: plannedAnswers[a.Kind]}), onwardEdge(n))
	}
	for i := range a.For {
		add(x.happening(&a.For[i]), cmp.Or(a.For[i].Edge, usualEdge(n, a.For)))
	}
	out := value.ObjectOf(value.Member{Key: planName, Value: n.Name()}, value.Member{Key: planAwait, Value: list})
	for i := range n.Timers {
		out.Set(planWithin, plannedLength(&n.Timers[i].Length))
		out.Set(planLate, x.branch(n.Timers[i].Edge, next))
	}
	return out, next
}

// happening is what a plan has of an event that a step waits for. One that is a request of the source is that.
func (x *planning) happening(t *workflow.Trigger) *value.Object {
	switch from := x.requested[t.Event]; from.Kind {
	case "transition":
		return value.ObjectOf(value.Member{Key: planRequest, Value: from.Name})
	case "update":
		return value.ObjectOf(value.Member{Key: planUpdate, Value: true})
	}
	out := value.ObjectOf(value.Member{Key: planEvent, Value: t.Event.Type})
	if t.Event.Source != "" {
		out.Set(planSource, t.Event.Source)
	}
	if t.Event.Name != t.Event.Type {
		out.Set(planName, t.Event.Name)
	}
	var attributes []any
	for _, name := range attributesOf(t.Event) {
		attributes = append(attributes, name)
	}
	if len(attributes) > 0 {
		out.Set(planAgree, attributes)
	}
	return out
}

// arrivesIn has what a node of a part waits for arrive at the stand-in of the part, which waits for it by itself.
func (c *Conversion) arrivesIn(n *workflow.Node, task string) {
	to := dialects.Occurrence{Kind: "task", Name: task}
	at := n.Element.Original().Name
	if len(n.Awaits.For) == 0 {
		kind := occurrenceKind(n.Awaits)
		c.arrivesInside(dialects.Occurrence{Kind: kind, Name: at}, dialects.Occurrence{Kind: kind, Name: n.Name()}, to)
	}
	for i := range n.Awaits.For {
		t := &n.Awaits.For[i]
		from, known := c.requested[t.Event]
		if from.At = at; !known {
			from = eventAt(n, t)
		}
		c.arrivesInside(from, dialects.Occurrence{Kind: "event", Name: t.Event.Type, Source: t.Event.Source}, to)
	}
}

// arrivesInside has an occurrence of the source arrive at a stand-in, in whose part it is another one.
func (c *Conversion) arrivesInside(from, inside, to dialects.Occurrence) {
	for _, i := range c.passagesTo(inside.Name, from.At) {
		if p := &c.Raised.Occurrences[i]; p.To.Kind == inside.Kind && p.From.At == from.At {
			p.By, p.Inside = to.Name, inside
			c.arriveAs(i, to)
			return
		}
	}
	c.Raised.Occurrences = append(c.Raised.Occurrences, dialects.Passage{From: from, To: to, By: to.Name, Inside: inside})
}

// A happening is what a step of a plan waits for, and what follows it.
type happening struct {
	answers      string // the kind of an answer to the step
	request      bool
	name         string // of the request, or the event
	kind, source string // of the event
	attributes   []workflow.Correlation
	do           *partPlan
}

// readAwait reads for what a step of a plan waits, and reports whether it is that.
func (p *partPlan) readAwait(v any) bool {
	list, ok := v.([]any)
	for _, x := range list {
		o, isObject := x.(*value.Object)
		h, fits := readHappening(o)
		p.happens, ok = append(p.happens, h), ok && isObject && fits && h.attributes == nil
	}
	return ok && len(list) > 0 && (len(list) == 1 || !slices.ContainsFunc(p.happens, func(h happening) bool { return h.answers != "" }))
}

// readAnswered reads by what a task of a plan is answered: an event, which nothing follows by itself.
func (p *partPlan) readAnswered(v any) bool {
	o, ok := v.(*value.Object)
	if !ok || o.Has(planDo) {
		return false
	}
	h, ok := readHappening(o.With(planDo, []any{}))
	p.answered = &h
	return ok && h.kind != ""
}

// readHappening reads what a step waits for.
func readHappening(o *value.Object) (h happening, ok bool) {
	ok = true
	for key, v := range o.All() {
		text, fits := v.(string)
		fits = fits && text != ""
		switch key {
		case planAnswer:
			for kind, word := range plannedAnswers {
				if word == text {
					h.answers = kind
				}
			}
			fits = h.answers != ""
		case planRequest:
			h.request, h.name = true, text
		case planUpdate:
			h.request, h.name, fits = true, UpdateEvent, v == true
		case planEvent:
			h.kind = text
		case planSource:
			h.source = text
		case planName:
			h.name = text
		case planAgree:
			h.attributes, fits = readAttributes(v)
		case planDo:
			h.do, fits = readPlan(v)
		default:
			fits = false
		}
		ok = ok && fits
	}
	kinds := 0
	for _, is := range []bool{h.answers != "", h.request, h.kind != ""} {
		if is {
			kinds++
		}
	}
	return h, ok && kinds == 1 && h.do != nil && (h.kind != "" || h.source == "" && h.attributes == nil && (h.request || h.name == ""))
}

// readAttributes reads the attributes by which an event is told apart.
func readAttributes(v any) (out []workflow.Correlation, ok bool) {
	list, _ := v.([]any)
	for _, x := range list {
		name, isText := x.(string)
		if !isText || name == "" {
			return nil, false
		}
		out = append(out, workflow.Correlation{Attribute: name})
	}
	return out, len(out) > 0
}

// awaitBefore adds a step before a node that waits for somebody.
func (b *building) awaitBefore(p *partPlan, next *workflow.Node) *workflow.Node {
	n := b.add(p.name, workflow.Await, next)
	n.Awaits = &workflow.Awaits{Kind: cmp.Or(p.happens[0].answers, "event")}
	n.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep, Span: n.Span}
	for _, h := range p.happens {
		e := b.flow.Connect(n, b.before(h.do, next), workflow.Next, n.Span)
		if h.answers == "" {
			event := b.eventOf(h)
			e.Label = event.Name
			n.Awaits.For = append(n.Awaits.For, workflow.Trigger{Name: event.Name, Event: event, Edge: e, Span: n.Span})
		}
	}
	if p.within != nil {
		e := b.flow.Connect(n, b.before(p.late, next), workflow.OnTimer, n.Span)
		n.Timers = []workflow.Timer{{Length: *p.length(), Counts: workflow.PerVisit, Interrupting: true, Edge: e, Span: n.Span}}
	}
	return n
}

// eventOf is the event of the workflow that a step waits for, which is added to it if it is new.
func (b *building) eventOf(h happening) *workflow.Event {
	e := &workflow.Event{Name: cmp.Or(h.name, h.kind), Type: cmp.Or(h.kind, h.name), Source: h.source, Correlations: h.attributes, Span: b.because.Span}
	if h.request {
		e.Source = b.flow.ID
	}
	for known := b.eventNamed(b.flow, e.Name); known != nil; known = b.eventNamed(b.flow, e.Name) {
		if known.Type == e.Type && known.Source == e.Source {
			return known
		}
		e.Name += " of " + cmp.Or(e.Source, "any")
	}
	b.flow.Events = append(b.flow.Events, e)
	return e
}

// requestPlan is the plan of a task that takes the place of a step which waits for one request, and nothing else, if the target has parameters
// of tasks; nil for other steps. The answer does not name the request, unlike where there are several.
func (c *Conversion) requestPlan(n *workflow.Node) *expr.Literal {
	awaited := c.passagesTo(n.Element.Name, "")
	if !c.Able.Parameters || len(awaited) != 1 || len(n.Out) != 1 || len(n.Timers) > 0 {
		return nil
	}
	from := c.Raised.Occurrences[awaited[0]].From
	if from.Kind != "transition" {
		return nil
	}
	request := value.ObjectOf(value.Member{Key: planRequest, Value: from.Name}, value.Member{Key: planDo, Value: []any{}})
	return &expr.Literal{Value: value.ObjectOf(value.Member{Key: planName, Value: n.Name()}, value.Member{Key: planAwait, Value: []any{request}}), Span: n.Span}
}

// requestAgain turns a task that is given the request it waits for into a step that waits for that request. It reports false for other tasks.
func (c *Conversion) requestAgain(w *workflow.Workflow, n *workflow.Node) bool {
	given := givenPlan(n)
	if given == nil || n.Call.Parameters == nil || !sameName(c.taskName(n), n.Name()) || onwardEdge(n) == nil || len(n.Out) != 1 {
		return false
	}
	alone := *n
	if merging(n.Data.Combine) {
		alone.Data.Combine = nil
	}
	p, ok := readPlan(given)
	if !ok || !c.standsAlone(&alone) || !sameName(p.name, n.Name()) || p.within != nil || len(p.happens) != 1 || !p.happens[0].request || !reflect.DeepEqual(p.happens[0].do, &partPlan{}) {
		return false
	}
	c.Lose(w, &lossDecidingTask, placeOf(n), n.Element, "the await of the event", "%q is assumed to wait for a request, and is not called", n.Name())
	b := &building{Conversion: c, flow: w, because: n.Element}
	event := b.eventOf(p.happens[0])
	awaitOn(n, event)
	return true
}

// awaitOn makes a task a wait for an event, after which the same follows.
func awaitOn(n *workflow.Node, event *workflow.Event) {
	e := onwardEdge(n)
	n.Kind, n.Call, n.Awaits = workflow.Await, nil, &workflow.Awaits{Kind: "event", For: []workflow.Trigger{{Name: event.Name, Event: event, Edge: e, Span: n.Span}}}
	n.Data.Combine, e.Label = &workflow.Combine{Mode: workflow.MergeDeep, Span: n.Span}, event.Name
}
