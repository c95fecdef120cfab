package verify

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// An invented task is one that needs answers.
type invented struct {
	name    string
	errors  []string // that a handler or a retrier of it names
	limit   bool
	decides bool          // nothing but a path is decided by its answers, which are true and false
	beside  int           // from 1, of the tasks that run at the same time as others and merge their answers; 0 of the others
	twice   bool          // it is called in several places that do so
	places  [][]expr.Step // of the document, at which an answer is put
	reads   []fact        // what is read of an answer
	lists   []any         // the answers that an iteration over the whole answer asks for; nil if there is none
	items   []string      // the members with the item of the iterations in whose documents its answers are merged
}

// studyAnswer notes where the answer of a task is put, and what is read of it.
func (v *inventor) studyAnswer(n *workflow.Node) {
	t := v.task(n.Call.Task)
	place, placed := placeOfAnswer(n)
	becomes := place
	if !placed {
		place = []expr.Step{}
	}
	t.places = append(t.places, place)
	if name := itemAround(n); name != "" && addsToDocument(n) {
		t.items = append(t.items, name)
	}
	if !t.twice && mergesAnswer(n) && v.parallel(n) {
		if t.twice = t.beside > 0; !t.twice {
			v.besides++
			t.beside = v.besides
		}
	}
	t.reads = appendReads(t.reads, n.Data.Result, becomes, replacesDocument(n), false)
	t.studyAssigned(n.Data.Assign)
}

// handled are the names of the errors that a node handles, or is retried after.
func handled(n *workflow.Node) []string {
	var names []string
	for _, r := range n.Retry {
		names = append(names, named(r.On)...)
	}
	for _, e := range n.Out {
		names = append(names, named(e.On)...)
	}
	return names
}

// addTask notes a task with errors that are handled. Those that only a machine raises are not what a task reports.
func (v *inventor) addTask(name string, errors []string, limit bool) {
	errors = slices.DeleteFunc(slices.Clone(errors), func(e string) bool {
		return slices.ContainsFunc(v.program.Workflows, func(w *workflow.Workflow) bool {
			own := ownErrors(&w.Errors)
			return (e != w.Errors.Task.Name || w.Errors.Hidden) && slices.ContainsFunc(own[:], func(x workflow.ErrorName) bool { return x.Name == e })
		})
	})
	if t := v.task(name); t != nil {
		t.errors, t.limit, t.decides = append(t.errors, errors...), t.limit || limit, false
		return
	}
	v.keepTask(invented{name: name, errors: errors, limit: limit})
}

// task is the task of a name; nil if none was noted.
func (v *inventor) task(name string) *invented {
	if i, ok := v.taskAt[name]; ok {
		return &v.tasks[i]
	}
	return nil
}

func (v *inventor) keepTask(t invented) {
	v.taskAt[t.name] = len(v.tasks)
	v.tasks = append(v.tasks, t)
}

// addQuestion notes a task whose answer decides about a path.
func (v *inventor) addQuestion(name string) {
	if v.task(name) == nil {
		v.keepTask(invented{name: name, decides: true})
	}
}

// studySent notes what waits select of the data of events, and nothing is known of a part of: mostly it is there.
func (v *inventor) studySent() {
	for _, w := range v.program.Workflows {
		for _, n := range w.Nodes {
			if n.Awaits == nil {
				continue
			}
			for _, t := range n.Awaits.For {
				if t.Event != nil && t.Data != nil {
					v.studySelected(t.Event.Type, t.Data)
				}
			}
		}
	}
}

func (v *inventor) studySelected(kind string, data expr.Expr) {
	for _, steps := range membersRead(expr.CommonValue(data, expr.Domain{Objects: true, Typed: true})) {
		if len(steps) < 2 || steps[0].Name != "data" {
			continue
		}
		of := steps[1:]
		known := func(f fact) bool { return len(f.steps) >= len(of) && sameMembers(f.steps[:len(of)], of) }
		if v.fact(of) == nil && !v.asked[keyOf(of)] && !slices.ContainsFunc(v.eventReads[kind], known) {
			v.eventReads[kind] = append(v.eventReads[kind], fact{steps: of, values: someObjects})
		}
	}
}

// named are the names of errors that a matcher speaks of, also those that it does not take.
func named(m workflow.Matcher) []string {
	var out []string
	for _, c := range m {
		out = append(out, c.Except...)
		switch {
		case c.If != nil:
			out = append(out, compared(c.If)...)
		case c.Name != "" && !c.All && c.Class == 0:
			out = append(out, c.Name)
		}
	}
	return out
}

// addEvent notes an event that is awaited, with the attributes that distinguish it from others.
func (v *inventor) addEvent(e *workflow.Event) {
	if e == nil {
		return
	}
	x := cloudEvent(e.Type, e.Source)
	for _, c := range e.Correlations {
		x.Set(c.Attribute, "a")
		if l, fixed := expr.Meant(c.Value).(*expr.Literal); fixed {
			x.Set(c.Attribute, l.Value)
		}
	}
	v.awaits = append(v.awaits, run.Occurrence{Kind: "event", Value: x})
}
