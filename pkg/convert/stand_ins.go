package convert

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// standIns are the tasks that replace something else: what elements do by themselves, and what comes from outside.
func standIns(r *dialects.Raised) []StandIn {
	type doing struct{ task, what, worker string }
	out := make([]StandIn, 0, len(r.StandIns))
	listed, does := make(map[string]bool, len(r.Substitutes)), make(map[doing]bool, len(r.StandIns))
	add := func(s StandIn) { // a task can do several things: that of a platform waits for each of the events
		if same := (doing{s.Task, s.What, s.Worker}); !does[same] {
			listed[s.Task], does[same] = true, true
			out = append(out, s)
		}
	}
	for _, s := range r.StandIns {
		if s.What == "" {
			s.What = "does what the source does by itself"
		}
		add(StandIn{Element: s.Element, Task: s.Task, What: s.What, exists: s.Exists, adapts: s.Adapts, like: s.Like})
	}
	for _, a := range answering(r) {
		p := a.passages[0]
		add(StandIn{Element: cmp.Or(p.From.At, p.From.Name), Task: p.To.Name, Worker: p.Worker, What: "answers when " + a.happenings() + a.data})
	}
	for _, task := range r.Substitutes {
		if !listed[task] {
			add(StandIn{Element: task, Task: task, What: "does what the source does by itself"})
		}
	}
	return out
}

// An answerTo is a task whose worker answers when something happens outside, with the same kind of data for each of the passages.
type answerTo struct {
	passages []*dialects.Passage
	data     string // what comes with the answer, in words that follow what happens
}

// answering are the tasks that answer when something happens, in the order of the passages.
func answering(r *dialects.Raised) []*answerTo {
	substitutes := make(map[string]bool, len(r.Substitutes))
	for _, task := range r.Substitutes {
		substitutes[task] = true
	}
	type waiter struct{ task, worker, kind, at, data string }
	type occurrence struct {
		of   *answerTo
		name string
	}
	var out []*answerTo
	known, named := map[waiter]*answerTo{}, map[occurrence]bool{}
	for i := range r.Occurrences {
		p := &r.Occurrences[i]
		if p.To.Kind != "task" || !substitutes[p.To.Name] || p.By == p.To.Name { // what a stand-in waits for by itself is described there
			continue
		}
		data := attending(p)
		by := waiter{p.To.Name, p.Worker, p.From.Kind, p.From.At, data}
		a := known[by]
		if a == nil {
			a = &answerTo{data: data}
			known[by], out = a, append(out, a)
		}
		if x := (occurrence{a, p.From.Name}); !named[x] {
			named[x], a.passages = true, append(a.passages, p)
		}
	}
	return out
}

// happenings describes what a worker waits for, in words that follow "when".
func (a *answerTo) happenings() string {
	from := &a.passages[0].From
	kind := from.Kind
	names := make([]string, len(a.passages))
	for i, p := range a.passages {
		names[i] = fmt.Sprintf("%q", p.From.Name)
	}
	list := strings.Join(names, ", ")
	several := len(names) > 1
	switch {
	case kind == "update":
		return "the entity is updated"
	case kind == "complete" && several:
		return "one of " + list + " is completed"
	case kind == "complete":
		return list + " is completed"
	case kind == "transition" && several:
		return "one of the transitions " + list + " is requested"
	case kind == "transition":
		return "the transition " + list + " is requested"
	case several:
		return fmt.Sprintf("one of the %ss %s arrives", kind, list)
	}
	return fmt.Sprintf("the %s %s arrives", kind, list)
}

// attending describes what an event that answers has to have, and what comes with it.
func attending(p *dialects.Passage) string {
	text := ", with its data"
	if p.Apart {
		text = ", if its attributes are those that the run waits for" + text
	}
	if p.To.Member != "" {
		text += fmt.Sprintf(", and its name as the member %q", p.To.Member)
	}
	if len(p.Attributes) > 0 {
		text += ", and its attributes as members: " + strings.Join(p.Attributes, ", ")
	}
	return text
}
