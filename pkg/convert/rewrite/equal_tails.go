package rewrite

import (
	"slices"
	"strconv"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var equalTails = Rewrite{
	ID:     "rewrite/equal-tails",
	What:   "steps of the same name that do the same and are followed by the same become one, and choices by the same conditions",
	When:   "always, where the source repeats the steps that several paths lead to",
	Before: "if late: notify → end; if lost: notify → end",
	After:  "if late, or if lost: notify → end",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return c.apart && shareTails(w)
	},
}

// A tail is what a step does and what comes after it. Steps with the same one do the same from then on.
type tail struct {
	region      *workflow.Region
	does, leads string
}

// shareTails leads the paths to all steps with the same tail to the first of them, and reports whether there were several. That may make
// the tails of the steps before them the same, which are visited again then.
func shareTails(w *workflow.Workflow) bool {
	several := repeatedNames(w)
	first, gone := map[tail]*workflow.Node{}, map[*workflow.Node]bool{}
	todo := slices.Clone(w.Nodes)
	for len(todo) > 0 {
		n := todo[0]
		todo = todo[1:]
		if !several[tailName(w, n)] || gone[n] {
			continue
		}
		t, ok := tailOf(w, n)
		if !ok {
			continue
		}
		same := first[t]
		if same == nil || gone[same] {
			first[t] = n
		}
		if same == nil || same == n || gone[same] || n.Region.Start == n {
			continue
		}
		for _, in := range slices.Clone(n.In) {
			todo = append(todo, in.From)
			in.Redirect(same)
		}
		for _, out := range slices.Clone(n.Out) {
			out.Disconnect()
		}
		n.Region.Nodes, gone[n] = without(n.Region.Nodes, n), true
		if n.Element.Primary == n {
			n.Element.Primary = nil
		}
	}
	if len(gone) > 0 {
		Compact(w)
	}
	return len(gone) > 0
}

// repeatedNames tells of the names of the steps of a workflow whether several have them: a tail that no other step has need not be known.
func repeatedNames(w *workflow.Workflow) map[string]bool {
	out := make(map[string]bool, len(w.Nodes))
	for _, n := range w.Nodes {
		name := tailName(w, n)
		_, before := out[name]
		out[name] = before
	}
	return out
}

// tailName is the name that steps with the same tail have in common; empty for a choice without one.
func tailName(w *workflow.Workflow, n *workflow.Node) string {
	if n.Kind == workflow.Choice && !named(w, n.Element) {
		return ""
	}
	return n.Name()
}

// tailOf is the tail of a step that fails, or does nothing but choose, call a task or run parts, and go on. It reports false for others.
func tailOf(w *workflow.Workflow, n *workflow.Node) (tail, bool) {
	does, ok := stepText(w, n)
	if !ok {
		return tail{}, false
	}
	leads, ok := exitTexts(n, func(to *workflow.Node) string {
		if to.Kind == workflow.End && to.Role == workflow.Ending && !to.Terminates && to.Data.IsZero() {
			return "end"
		}
		return strconv.Itoa(to.ID)
	})
	return tail{n.Region, does, leads}, ok
}

// stepText describes what a step does, without what comes after it.
func stepText(w *workflow.Workflow, n *workflow.Node) (string, bool) {
	does := n.Kind.String() + " " + tailName(w, n)
	switch n.Kind {
	case workflow.Fail:
		if n.Raises == nil {
			return "", false
		}
		for _, x := range []expr.Expr{n.Raises.Name, n.Raises.Cause} {
			if x != nil {
				does += " " + expr.Readable(x)
			}
			does += "\n"
		}
		return does, true
	case workflow.Task:
		puts, ok := answerMode(&n.Data)
		if n.Call == nil || n.Call.Workflow || n.Call.Child != nil || n.Emits != nil || !ok {
			return "", false
		}
		does += puts + "\n" + n.Call.Task
		if given := n.Call.Parameters; given != nil {
			does += "\n" + string(value.AppendSorted(nil, given.Value))
		}
	case workflow.Scope:
		puts, ok := answerMode(&n.Data)
		parts, okay := bodyText(w, n.Body)
		if !ok || !okay {
			return "", false
		}
		does += puts + "\n" + parts
	case workflow.Pass:
		makes, ok := dataText(&n.Data)
		if !ok {
			return "", false
		}
		does += makes
	case workflow.Choice:
		if !n.Data.IsZero() {
			return "", false
		}
		does += " " + strconv.Itoa(int(n.NoMatch))
	default:
		return "", false
	}
	return does, n.Awaits == nil && n.When == nil && len(n.Retry)+len(n.Timers) == 0 && len(n.Out) > 0
}

// exitTexts describes the edges of a step, and the nodes that they lead to in words of the caller.
func exitTexts(n *workflow.Node, named func(*workflow.Node) string) (string, bool) {
	text := ""
	for _, e := range n.Out {
		switch {
		case e.Kind == workflow.OnError && (n.Kind == workflow.Task || n.Kind == workflow.Scope):
			handles, ok := handlerText(e)
			if !ok {
				return "", false
			}
			text += handles + " "
		case !e.Data.IsZero() || e.Require != nil || e.Ask != nil || e.Kind != workflow.Next && e.Kind != workflow.ToEnd && n.Kind != workflow.Choice:
			return "", false
		case e.Kind == workflow.Guarded:
			text += "if " + expr.Readable(e.Guard) + " "
		}
		text += named(e.To) + "\n"
	}
	return text, true
}

// bodyText describes parts that run at the same time, or one for each item, all nodes of which are steps as they are described here.
func bodyText(w *workflow.Workflow, b *workflow.Body) (string, bool) {
	if b.Most != nil || b.Enough != nil || b.Detached || b.Items != nil {
		return "", false
	}
	text := strconv.Itoa(int(b.Gather)) + " " + strconv.FormatBool(b.Each) + " " + b.Item
	for _, r := range b.Regions {
		var order []*workflow.Node
		index := func(to *workflow.Node) string {
			i := slices.Index(order, to)
			if i < 0 {
				i, order = len(order), append(order, to)
			}
			return strconv.Itoa(i)
		}
		text += "\n{" + index(r.Start) + "\n"
		for i := 0; i < len(order); i++ {
			n := order[i]
			if n.Kind == workflow.End && !n.Terminates && n.Data.IsZero() {
				text += "end\n"
				continue
			}
			does, ok := stepText(w, n)
			leads, okay := exitTexts(n, index)
			if !ok || !okay || len(order) > mostOfPart {
				return "", false
			}
			text += does + "\n" + leads
		}
		text += "}"
	}
	return text, true
}

// mostOfPart is how many nodes of a part are compared with those of another one.
const mostOfPart = 100

// answerMode describes how an answer gets into the document, or that it does not. It reports false where it is put at a place.
func answerMode(d *workflow.Stages) (string, bool) {
	if d.Combine == nil {
		return "", d.IsZero()
	}
	rest := *d
	rest.Combine = nil
	return " " + strconv.Itoa(int(d.Combine.Mode)), (merging(d.Combine) || d.Combine.Mode == workflow.Drop) && d.Combine.Omit == "" && rest.IsZero()
}

// handlerText describes a handler: the errors that it takes, and what it makes of the document. It reports false for one
// that takes errors by more than their names, or makes the document of more than the error.
func handlerText(e *workflow.Edge) (string, bool) {
	text := "on"
	for i := range e.On {
		k := &e.On[i]
		if k.If != nil || k.Class != 0 || len(k.Except) > 0 {
			return "", false
		}
		text += " " + strconv.Quote(k.Name) + " " + strconv.FormatBool(k.All)
	}
	makes, ok := dataText(&e.Data)
	return text + makes, ok && e.Require == nil && e.Ask == nil
}

// dataText describes what is made of the document: a value, and how it gets into that. It reports false where more is made of it.
func dataText(d *workflow.Stages) (string, bool) {
	text := ""
	if d.Result != nil {
		text += " " + expr.Readable(d.Result)
	}
	if k := d.Combine; k != nil {
		text += " " + strconv.Itoa(int(k.Mode)) + " " + k.Omit
		if k.Path != nil {
			text += " " + expr.Readable(k.Path)
		}
		if k.Effective {
			return "", false
		}
	}
	rest := *d
	rest.Result, rest.Combine = nil, nil
	return text, rest.IsZero()
}
