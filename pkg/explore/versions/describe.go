package versions

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/explore"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A description is what an element does, in lists of texts that are equal where it does the same.
type description struct {
	order []string
	texts map[string][]string
}

// add adds a text to a list, unless it is empty.
func (d *description) add(name, text string) {
	if text == "" {
		return
	}
	if _, known := d.texts[name]; !known {
		d.order = append(d.order, name)
	}
	d.texts[name] = append(d.texts[name], text)
}

// describe describes an element by its nodes: the primary one, and those that are part of it.
func describe(e *workflow.Element) *description {
	d := &description{texts: map[string][]string{}}
	d.node(e.Primary)
	for _, n := range e.Primary.Region.Nodes {
		if n.Element == e && n != e.Primary && n.Role != workflow.Ending {
			d.node(n)
		}
	}
	return d
}

// node adds what a node does.
func (d *description) node(n *workflow.Node) {
	if n.Kind != workflow.Pass && n.Kind != workflow.End {
		d.add("does", n.Kind.String())
	}
	if n.Call != nil {
		d.add("calls", n.Call.Task)
		if n.Call.Parameters != nil {
			d.add("parameters", string(value.AppendSorted(nil, n.Call.Parameters.Value)))
		}
	}
	d.data(n)
	if n.When != nil {
		d.add("runs if", readable(n.When))
	}
	if n.Until != nil {
		d.add("waits", lengthText(n.Until))
	}
	for i := range n.Retry {
		d.add("retries", retryText(&n.Retry[i]))
	}
	for i := range n.Timers {
		d.add(timerName(&n.Timers[i]), lengthText(&n.Timers[i].Length))
	}
	d.edges(n)
	d.table(n)
	d.body(n)
	if n.Awaits != nil {
		d.add("waits for", awaitText(n.Awaits))
	}
	if n.Raises != nil && n.Raises.Name != nil {
		d.add("fails with", readable(n.Raises.Name))
	}
	if n.Emits != nil {
		d.add("produces", n.Emits.Name)
	}
}

// data describes what a document goes through.
func (d *description) data(n *workflow.Node) {
	s := &n.Data
	for _, x := range []struct {
		name string
		of   expr.Expr
	}{{"works on", s.Select}, {"input", s.Payload}, {"result", s.Result}, {"output", s.Output}} {
		if x.of != nil {
			d.add(x.name, readable(x.of))
		}
	}
	if c := s.Combine; c != nil {
		text := [...]string{"at ", "dropped", "merged member by member", "merged deeply", "replaces the document", "appended at "}[c.Mode]
		if c.Path != nil {
			text += readable(c.Path)
		}
		d.add("answer", text)
	}
	if s.Assign != nil {
		for _, v := range s.Assign.Variables {
			d.add("assigns "+v.Name, readable(v.Value))
		}
	}
}

// edges describes where a node leads: conditions in their order, as the first that holds counts, and the others by themselves.
func (d *description) edges(n *workflow.Node) {
	for _, e := range n.Out {
		to := e.Target().Name()
		if e.To.Kind == workflow.End && e.To.Role == workflow.Ending {
			to = "the end"
		}
		switch e.Kind {
		case workflow.Guarded:
			if e.Guard != nil {
				d.add("choices", readable(e.Guard)+" → "+to)
			} else {
				d.add("choices", to)
			}
		case workflow.Default:
			d.add("otherwise", to)
		case workflow.OnError:
			d.add("on error", e.On.String()+" → "+to)
		case workflow.OnTimer:
			d.add("after its time", to)
		case workflow.Manual:
			d.add("request "+e.Name, to)
		default:
			d.add("leads to", to)
		}
	}
	if n.Split != workflow.SplitOne { // whose order means nothing
		slices.Sort(d.texts["leads to"])
	}
}

func (d *description) table(n *workflow.Node) {
	if n.Rules == nil {
		return
	}
	for i := range n.Rules.Rules {
		r := &n.Rules.Rules[i]
		var cells, outputs []string
		for _, c := range r.Cells {
			if c.If != nil {
				cells = append(cells, c.Column+": "+readable(c.If))
			}
		}
		slices.Sort(cells) // all of them have to hold
		for _, o := range r.Outputs {
			outputs = append(outputs, o.Column+" = "+readable(o.Value))
		}
		slices.Sort(outputs)
		d.add("rule "+strconv.Itoa(i+1), strings.Join(cells, ", ")+" → "+strings.Join(outputs, ", "))
	}
	d.add("hit policy", strconv.Itoa(int(n.Rules.Policy)))
}

func (d *description) body(n *workflow.Node) {
	b := n.Body
	if b == nil {
		return
	}
	if !b.Each {
		d.add("branches", strconv.Itoa(len(b.Regions)))
	}
	if b.Most != nil {
		d.add("at once", readable(b.Most))
	}
	if b.Enough != nil {
		d.add("enough", readable(b.Enough))
	}
	if b.Items != nil && b.Items.Select != nil {
		d.add("item", readable(b.Items.Select))
	}
}

func awaitText(a *workflow.Awaits) string {
	if len(a.For) == 0 {
		return a.Kind
	}
	var names []string
	for i := range a.For {
		names = append(names, a.For[i].Name)
	}
	if a.All {
		return strings.Join(names, " and ")
	}
	return strings.Join(names, " or ")
}

// retryText is how often and when a retrier tries again: "Busy: 3 times after 5 s, times 2".
func retryText(r *workflow.Retrier) string {
	text := r.On.String() + ": "
	if r.Most != nil {
		text += readable(r.Most) + " times"
	} else {
		text += fmt.Sprintf("%d times", r.Limit)
	}
	switch {
	case r.Delay != nil:
		text += " after " + lengthText(r.Delay)
	case r.Interval > 0:
		text += " after " + strconv.FormatFloat(r.Interval, 'f', -1, 64) + " s"
	}
	if r.Factor != 0 && r.Factor != 1 {
		text += ", times " + strconv.FormatFloat(r.Factor, 'f', -1, 64)
	}
	if r.Longer != nil {
		text += ", longer by " + lengthText(r.Longer)
	}
	if r.Longest > 0 {
		text += ", at most " + strconv.FormatFloat(r.Longest, 'f', -1, 64) + " s"
	}
	return text
}

func timerName(t *workflow.Timer) string {
	switch {
	case t.Raises == workflow.ClassHeartbeat:
		return "sign of life"
	case t.Edge != nil:
		return "timer"
	}
	return "time limit"
}

func lengthText(l *workflow.Length) string {
	text := readable(l.Expr)
	if l.Unit == workflow.Seconds {
		return text + " s"
	}
	return strings.Trim(text, `"'`)
}

func countText(r explore.Range) string {
	return r.Text(func(n int64) string { return strconv.FormatInt(n, 10) })
}

func timeText(r explore.Range) string {
	return r.Text(func(n int64) string { return iso8601.Human(time.Duration(n)) })
}
