package asl

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// raising is a program of another dialect on its way into this one. What is written is what the text of 2016 can express. Without a
// level that is asked for, it is for today's level all the same, as only there a task may take as long as it likes.
type raising struct {
	out     *dialects.Raised
	program *workflow.Program
	options dialects.Raising
	// flow is the workflow that is being written, and losses are what is lost of it.
	flow   *workflow.Workflow
	losses map[*workflow.Workflow]*dialects.Losses
	// names are those of the states of the definition that is being written, each with the number that the next one of that name
	// may get, and resources what the tasks are called by.
	names     map[string]int
	resources map[string]string
	renamed   map[dialects.Renaming]bool
	within    map[*workflow.Workflow]bool // the workflows that are being written inside of one another
	// structured are the places of the first tasks whose answers have to be objects or lists.
	structured map[*workflow.Workflow]source.Span
	taken      map[string]bool // what tasks are called by; nil if nobody asked yet
}

// raiseProgram writes a program of another dialect: each workflow is a definition, but what follows another is part of that.
func raiseProgram(p *workflow.Program, o dialects.Raising, out *dialects.Raised) {
	if o.Resource == "" {
		o.Resource = dialects.DefaultResource
	}
	r := &raising{out: out, program: p, options: o, losses: map[*workflow.Workflow]*dialects.Losses{},
		resources: map[string]string{}, renamed: map[dialects.Renaming]bool{}, within: map[*workflow.Workflow]bool{},
		structured: map[*workflow.Workflow]source.Span{}}
	if len(p.Select) > 0 {
		r.writeDefinition(p.Start(), r.writeEntity)
	} else {
		r.writeWorkflows()
	}
	if out.Reason != "" {
		out.Definitions, out.Names, out.Tasks, out.Occurrences, out.Substitutes, out.StandIns = nil, nil, nil, nil, nil, nil
		return
	}
	for _, w := range r.sources() {
		if l := r.losses[w]; l != nil {
			out.Losses = append(out.Losses, dialects.Consequent(w, l.List())...)
		}
	}
}

// sources are the workflows that something may be lost of, in their order.
func (r *raising) sources() []*workflow.Workflow {
	if r.program.Fallback == nil {
		return r.program.Workflows
	}
	return append(slices.Clip(r.program.Workflows), r.program.Fallback)
}

// writeWorkflows writes those that no other one of the program is followed by.
func (r *raising) writeWorkflows() {
	follow := map[*workflow.Workflow]bool{}
	for _, w := range r.program.Workflows {
		if w.Then != nil {
			follow[r.program.Find(w.Then.ID)] = true
		}
	}
	for i, w := range r.program.Workflows {
		if i == 0 || !follow[w] {
			r.writeDefinition(w, func() *source.Node { return r.writeChain(w) })
		}
	}
}

// writeDefinition adds a definition.
func (r *raising) writeDefinition(w *workflow.Workflow, machine func() *source.Node) {
	r.names = map[string]int{}
	r.flow = w
	if root := machine(); root != nil {
		r.out.Definitions = append(r.out.Definitions, dialects.Printed{ID: w.ID, Text: source.Print(canonicalMachine(root), r.options.Format)})
	}
}

// writeChain writes a workflow and those that follow it as one machine.
func (r *raising) writeChain(first *workflow.Workflow) *source.Node {
	m := r.newMachine()
	var all []*workflow.Workflow
	for w := first; w != nil && !slices.Contains(all, w); w = r.following(w) {
		all = append(all, w)
	}
	r.within[first] = true
	defer delete(r.within, first)
	starts := make([]*link, len(all))
	for i := range all {
		starts[i] = &link{}
	}
	for i, w := range all {
		r.flow = w
		finish := way{}
		if next := r.following(w); next != nil {
			finish.link = starts[slices.Index(all, next)]
		} else if w.Then != nil {
			r.lose(&dialects.LossNext, w.Then.Span, nil, "", "the workflow %q, which follows in the source, is not among the files and is not started", w.Then.ID)
		}
		r.reportTexts(w)
		if i == 0 {
			r.writeTimeout(m, w)
		} else {
			r.reportUnbounded(w)
		}
		start := m.writeRegion(w.Root, finish)
		r.reportUnreached(w)
		starts[i].set(start)
		if i == 0 {
			m.startAt(start)
		}
	}
	m.close()
	title := first.Title
	if title == first.ID {
		title = ""
	}
	m.writeComment(title, first.Doc)
	return m.root
}

// following is the workflow of the program that starts when another has ended, or nil.
func (r *raising) following(w *workflow.Workflow) *workflow.Workflow {
	if w.Then == nil {
		return nil
	}
	return r.program.Find(w.Then.ID)
}

// reportUnreached notes what no way from the start leads to. Today's language has no such states.
func (r *raising) reportUnreached(w *workflow.Workflow) {
	reach := w.ReachFrom(w.Root.Start)
	for _, n := range w.Root.Nodes {
		if n.Role == workflow.Primary && !reach[n.ID] {
			r.lose(&dialects.LossExtra, n.Element.NameSpan, n.Element, "", "unreachable states are dropped")
		}
	}
}

// reportUnbounded notes that nothing bounds a workflow which is part of another one's machine.
func (r *raising) reportUnbounded(w *workflow.Workflow) {
	if w.Timeout != nil {
		r.lose(&dialects.LossTimeout, w.Timeout.Span, nil, "", "the timeout of the workflow %q is dropped", w.ID)
	}
	r.reportSchedule(w)
}

func (r *raising) reportSchedule(w *workflow.Workflow) {
	if w.Schedule != nil {
		r.lose(&dialects.LossSchedule, w.Schedule.Span, nil, "", "the schedule of the workflow is dropped: asl has none")
	}
}

// writeTimeout writes the time limit of a whole run.
func (r *raising) writeTimeout(m *machine, w *workflow.Workflow) {
	r.reportSchedule(w)
	if w.Timeout == nil {
		return
	}
	seconds, exact, ok := wholeSeconds(&w.Timeout.Length)
	switch {
	case !ok:
		r.lose(&dialects.LossTimeout, w.Timeout.Span, nil, "", "the timeout of the workflow is dropped")
		return
	case !exact:
		r.lose(&dialects.LossTimeLimit, w.Timeout.Span, nil, fmt.Sprintf("%d s", seconds), "the timeout of the workflow is not a whole number of seconds")
	}
	dialects.Put(m.root, "TimeoutSeconds", number(float64(seconds)))
}

// lose notes a loss of the workflow that is being written.
func (r *raising) lose(rule *dialects.LossRule, at source.Span, from *workflow.Element, instead, format string, args ...any) {
	l := r.losses[r.flow]
	if l == nil {
		l = dialects.NewLosses(r.flow.File)
		r.losses[r.flow] = l
	}
	l.Add(rule, at, from, instead, format, args...)
}

// refuse refuses the conversion.
func (r *raising) refuse(at source.Span, format string, args ...any) {
	r.out.Refuse(r.flow, at, format, args...)
}

// maxName is how long the name of a state may be at any level (asl 2016: "States").
const maxName = 80

// reserveName returns a name for a state that no other one has, as near to the wanted one as can be.
func (r *raising) reserveName(wanted string) string {
	if strings.TrimSpace(wanted) == "" {
		wanted = "State"
	}
	name := shortened(wanted, maxName)
	for i := max(r.names[wanted], 2); r.names[name] > 0; i++ {
		suffix := fmt.Sprintf(" %d", i)
		name = shortened(wanted, maxName-len(suffix)) + suffix
		r.names[wanted] = i + 1
	}
	r.names[name] = max(r.names[name], 1)
	return name
}

// shortened is the beginning of a text of at most so many characters.
func shortened(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most])
}

// nameState returns the name of the state that an element becomes.
func (r *raising) nameState(e *workflow.Element) string {
	name := r.reserveName(e.Name)
	r.rename(e.Name, name)
	return name
}

// rename notes by what name a state speaks of an element.
func (r *raising) rename(from, to string) {
	if x := (dialects.Renaming{From: from, To: to}); from != to && !r.renamed[x] {
		r.renamed[x] = true
		r.out.Names = append(r.out.Names, x)
	}
}

// addressTask returns the Resource of a task: the form that was asked for, or the name itself where that is a URI. It notes the renaming.
func (r *raising) addressTask(task string) string {
	if to, ok := r.resources[task]; ok {
		return to
	}
	to := r.formatAddress(task)
	r.resources[task] = to
	if to != task {
		r.out.Tasks = append(r.out.Tasks, dialects.Renaming{From: task, To: to})
	}
	return to
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

// addStandIn returns the Resource of a new task that replaces something else, by a name that no task of the program has.
func (r *raising) addStandIn(wanted string) string {
	if r.taken == nil {
		r.taken = r.taskAddresses()
	}
	name := r.formatAddress(wanted)
	for i := 2; r.taken[name]; i++ {
		name = r.formatAddress(fmt.Sprintf("%s-%d", wanted, i))
	}
	r.taken[name] = true
	r.out.Substitutes = append(r.out.Substitutes, name)
	return name
}

// taskAddresses returns what the tasks of the program are called by.
func (r *raising) taskAddresses() map[string]bool {
	out := map[string]bool{}
	for _, w := range r.program.Workflows {
		for _, n := range w.Nodes {
			if n.Call != nil {
				out[r.formatAddress(n.Call.Task)] = true
			}
		}
		for _, e := range w.Edges {
			if e.Ask != nil {
				out[r.formatAddress(e.Ask.Task)] = true
			}
		}
	}
	return out
}

// formatAddress returns what a task is called by, and notes nothing.
func (r *raising) formatAddress(task string) string {
	if isURI(task) {
		return task
	}
	return strings.ReplaceAll(r.options.Resource, "{task}", escaped(task))
}
