package verify

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A book holds the answers that both sides get. It is written while the source runs, and read while the target runs.
type book struct {
	pair    *Pair
	options run.Options
	stubs   answering
	entries map[string][]*entry // by the task, as the source calls it; those at the beginning that were used are taken away
	unused  map[answerer]int    // how many of these are left of each task, by the element of the source
	names   *names
	// substituted are the answers of the tasks that replace an occurrence, in order.
	substituted map[answerer][]dueAnswer
	record      *record
	texts       texts
	delivered   []run.Delivery               // what reached the source, and was not taken yet by a task of the target that waits by itself
	standIns    map[string]dialects.Answerer // by task; nil: what came of the element is the answer
	published   []any                        // the events that tasks of the target publish in place of elements
	failed      []string                     // the elements of the target whose tasks failed on the data that they compute with
	worked      []work                       // what tasks of the target carry out
	takings     []taking                     // what the task has taken that is just carried out
	ahead       time.Time                    // when the task was called that is just carried out, to its end; zero if none is
	reorders    bool                         // a loss has tasks called in another order
	cutShort    bool                         // the run of the source did not come to an end: what it would have done then is not known
	aborted     bool                         // such a part did not come to an end
	unknown     string                       // why an answer cannot be the same for both sides; empty if all can
	foreigners  []foreigner                  // answers that one of the sides does not take
	foreign     bool                         // that is because one of the sides does not take what a task answers
}

// An answerer is a task, as one element of the target calls it; an empty element is any.
type answerer struct{ task, element string }

// A dueAnswer is what came with an occurrence, or of what the source does itself, and when it did.
type dueAnswer struct {
	at    time.Time
	value any
	fail  *machine.Error // instead
	// ignored is that of an occurrence which the source told apart from those that it waits for. It comes at its time or not at all.
	ignored bool
}

func newBook(p *Pair, o run.Options) *book {
	b := &book{pair: p, options: o, texts: texts{}, stubs: run.Answers(o), entries: map[string][]*entry{}, unused: map[answerer]int{}, names: p.names(),
		substituted: map[answerer][]dueAnswer{}, record: newRecord(p),
		standIns: map[string]dialects.Answerer{}}
	b.reorders = slices.ContainsFunc(p.Raised.Losses, func(l *dialects.Loss) bool { return l.Rule.Affects&dialects.Order != 0 })
	for i := range p.Raised.StandIns {
		b.standIns[p.Raised.StandIns[i].Task] = p.Raised.StandIns[i].By
	}
	for i := range p.Raised.Occurrences {
		if to := &p.Raised.Occurrences[i].To; to.Kind == "task" {
			b.substituted[answerer{to.Name, to.At}] = nil
		}
	}
	return b
}

// inverse maps what names became to what they were. Of several that became one, the first counts.
func inverse(list []dialects.Renaming) map[string]string {
	out := map[string]string{}
	for _, r := range list {
		if _, taken := out[r.To]; !taken {
			out[r.To] = r.From
		}
	}
	return out
}

// answerSource answers a call of the source, and notes the answer.
func (b *book) answerSource(c *machine.Command, at time.Time) (run.Reply, bool) {
	r := b.stubs(c.Node.Name(), c.Call)
	if r.Echo {
		r.Echo, r.Return = false, c.Input
	} else {
		r.Return = ofFunction(c.Call.Function, r.Return)
	}
	if b.pair.leavesOut(c.Node.Name(), c.Apart) {
		return r, true
	}
	x := &entry{at: at, input: b.texts.of(c.Input), parameters: parametersOf(c.Call), element: c.Node.Name(), reply: r}
	if c.Call.Silent && r == (run.Reply{}) {
		x.reply.Echo = true // nothing answered, and nothing changes: on the other side as well
	}
	b.add(c.Call.Task, x)
	if r.Exec != "" || r.Program != "" || r.Fetch {
		b.unknown, b.foreign = "the result of a process is not known in advance", false
	}
	if k := b.pair.contract(c.Call.Task, c.Node.Name()); k == nil || k.Under == "" { // else the target's answer is an object
		b.noteForeign(c, r, at)
	}
	return r, true
}

// ofFunction is what a function answered of what a stub does, which is the answer of the service that the source calls it by.
func ofFunction(f *workflow.Function, answer any) any {
	if f == nil || f.Through == "" {
		return answer
	}
	if v, ok := member(answer, f.Answer); ok {
		return v
	}
	return answer
}

// noteForeign notes an answer that only one of the sides may have: a document is not any value everywhere. What is asked of a task to
// decide about a path does not get into the document of the source.
func (b *book) noteForeign(c *machine.Command, r run.Reply, at time.Time) {
	if r.Fail != nil || r.Never || r.Return == nil {
		return
	}
	takes := b.pair.net().asked[c.Call] || b.pair.Source.Start().Documents.Holds(r.Return)
	if takes != b.pair.Target.Start().Documents.Holds(r.Return) && !b.pair.takesAny(c.Call.Task) {
		b.foreigners = append(b.foreigners, foreigner{c.Node.Name(), c.Call.Task, at, "a result is " + value.TypeOf(r.Return) + ", which one of the sides does not accept"})
	}
}

// A foreigner is an answer that only one of the sides may have, and why.
type foreigner struct {
	element, task string
	at            time.Time
	why           string
}

// arrived reports whether a call of a run was answered.
func (f *foreigner) arrived(r *run.Result) bool {
	for _, part := range append([]*run.Result{r}, r.Chain...) {
		for i := range part.Calls {
			if c := &part.Calls[i]; c.Answered && c.Node == f.element && c.Task == f.task && part.Start.Add(c.At).Equal(f.at) {
				return true
			}
		}
	}
	return false
}

// takesAny reports whether the target takes any value as the answer of a task of the source: it calls the task only in iterations that
// collect what it answers, or not by itself.
func (p *Pair) takesAny(task string) bool {
	name := renamed(p.Raised.Tasks, task)
	for _, w := range p.Target.Workflows {
		for _, n := range w.Nodes {
			if n.Call == nil || n.Call.Task != name {
				continue
			}
			scope := n.Region.Scope
			if scope == nil || scope.Body.Gather != workflow.GatherEach || len(n.Region.Nodes) > 2 { // with its end
				return false
			}
		}
	}
	return true
}

// close ends the writing: the occurrences that reached the source are the answers of the tasks that replace them, and the results
// of the elements that did something themselves are the answers of the tasks that replace those.
func (b *book) close(r *run.Result) {
	for i := range b.foreigners {
		if f := &b.foreigners[i]; f.arrived(r) { // not after a time limit
			b.unknown, b.foreign = f.why, true
		}
	}
	b.addSent(r)
	b.cutShort = r.Status == run.Aborted
	b.delivered = delivered(r)
	for _, d := range b.delivered {
		for _, p := range b.record.passages(&d) {
			if p.To.Kind == "task" {
				due := dueAnswer{at: d.Event.At, value: accompanied(brought(d.Event.Value, d.Event.Kind == machine.Received, p), p)}
				to := answerer{p.To.Name, p.To.At}
				b.substituted[to] = append(b.substituted[to], due)
			}
		}
	}
	b.addIgnored()
	for task, done := range b.record.done {
		b.substituted[answerer{task: task}] = append(b.substituted[answerer{task: task}], done...)
	}
}

// delivered is what reached a run, and those of the workflows that followed it.
func delivered(r *run.Result) []run.Delivery {
	list := slices.Clone(r.Delivered)
	for _, next := range r.Chain {
		list = append(list, next.Delivered...)
	}
	return list
}

// addIgnored adds what came with occurrences that the source ignored and the target cannot tell apart, in the order of time.
func (b *book) addIgnored() {
	for _, x := range b.record.ignored(b.options) {
		for _, p := range x.passages {
			if p.To.Kind != "task" {
				continue
			}
			to := answerer{p.To.Name, p.To.At}
			list := append(b.substituted[to], dueAnswer{at: x.at, value: accompanied(payload(x.Value, true), p), ignored: true})
			slices.SortStableFunc(list, func(a, b dueAnswer) int { return a.at.Compare(b.at) })
			b.substituted[to] = list
		}
	}
}

// accompanied is what comes with an occurrence that takes the place of another, with the name of that in it if the passage
// asks for it.
func accompanied(v any, p *dialects.Passage) any {
	if p.To.Member == "" {
		return v
	}
	return value.MergeDeep(v, value.ObjectOf(value.Member{Key: p.To.Member, Value: p.From.Name}))
}

// answerTarget answers a call of the target from the book.
func (b *book) answerTarget(c *machine.Command, at time.Time) (run.Reply, bool) {
	task := c.Call.Task
	element, _ := b.names.element(c.Node.Name(), c.Node.Element.Given)
	name := b.names.task(task, element)
	contract := b.pair.contractAt(name, c.Node.Name(), element)
	read := c.Input
	if contract != nil && contract.From != nil {
		read = selected(contract.From, c.Input)
	}
	by := b.standIns[task]
	placer, places := by.(dialects.Placer)
	if by != nil && !places {
		reads := *c
		reads.Input = read
		if worker, ok := by.(dialects.Worker); ok {
			return fulfil(contract, c.Input, b.work(worker, &reads, at)), true
		}
		return fulfil(contract, c.Input, b.compute(by, &reads, at)), true
	}
	if r, ok := b.due(c.Node, task, at); ok {
		if places && r.Fail == nil && !r.Never {
			r.Return = placer.Place(r.Return)
		}
		return fulfil(contract, c.Input, r), true
	}
	if slices.Contains(b.pair.Raised.Substitutes, task) {
		b.unknown = task + " replaces something that has no result"
		return run.Reply{Never: true}, true
	}
	return b.translate(fulfil(contract, c.Input, b.answer(name, element, c.Call, read, at))), true
}

// due is the next answer of a task that is answered by what came with an occurrence, or by what the source does itself; false for another
// one. A call that is out of time before that leaves the answer to the next one.
func (b *book) due(n *workflow.Node, task string, at time.Time) (run.Reply, bool) {
	by := answerer{task, n.Name()}
	due, ok := b.substituted[by]
	if !ok {
		by.element = ""
		due, ok = b.substituted[by]
	}
	if !ok {
		return run.Reply{}, false
	}
	for len(due) > 0 && due[0].ignored && due[0].at.Before(at) {
		due = due[1:]
	}
	if len(due) == 0 {
		return run.Reply{Never: true}, true
	}
	if limit, _ := shortest(n, nil); limit.known && due[0].at.Sub(at) > limit.time {
		return run.Reply{Never: true}, true
	}
	b.substituted[by] = due[1:]
	return run.Reply{Return: due[0].value, Fail: due[0].fail, After: length(due[0].at.Sub(at))}, true
}

// answer is what the source answers to a call of a task, or would.
func (b *book) answer(task, element string, as *workflow.Call, read any, at time.Time) run.Reply {
	if x := b.next(task, element, b.texts.of(read), parametersOf(as), at); x != nil {
		if !b.ahead.IsZero() {
			b.takings = append(b.takings, taking{x, task, at})
		}
		return x.reply
	}
	return b.answerUnknown(task, element, as, read)
}

// answerUnknown is what the source would have answered to a call that it does not make.
func (b *book) answerUnknown(task, element string, as *workflow.Call, read any) run.Reply {
	call := *as
	call.Task = task
	r := b.stubs(element, &call)
	if r.Echo {
		r.Echo, r.Return = false, read
	}
	return r
}

// compute returns what a task answers that stands in for something the source does by itself. Where the source would fail, it does.
func (b *book) compute(by dialects.Answerer, c *machine.Command, at time.Time) run.Reply {
	v, err := by.Answer(c.Input, at)
	if p, ok := by.(dialects.Publisher); ok && err == nil {
		var event any
		if event, err = p.Event(c.Input, at); err == nil {
			b.published = append(b.published, event)
		}
	}
	if onPurpose := new(dialects.Failure); err != nil && !errors.Is(err, dialects.ErrUnanswered) && !errors.As(err, &onPurpose) {
		b.failed = append(b.failed, c.Node.Name())
	}
	r := b.reply(v, err)
	if d, ok := by.(dialects.Delayer); ok && err == nil {
		r.After = length(d.Delay())
	}
	return r
}

// reply is what a stand-in answers, or how it fails.
func (b *book) reply(v any, err error) run.Reply {
	var failure *dialects.Failure
	switch {
	case errors.Is(err, dialects.ErrUnanswered):
		return run.Reply{Never: true}
	case errors.As(err, &failure):
		return b.translate(run.Reply{Fail: &machine.Error{Name: failure.Name, Cause: failure.Cause, Class: workflow.ClassTask}})
	case err != nil:
		name := cmp.Or(b.pair.Source.Start().Errors.Path.Name, "Failed")
		return b.translate(run.Reply{Fail: &machine.Error{Name: name, Cause: err.Error()}})
	}
	return run.Reply{Return: v}
}

// translate returns an answer as the target gets it. A task that fails with an error of the machine does so with that of the
// other machine.
func (b *book) translate(r run.Reply) run.Reply {
	if r.Fail != nil {
		fail := *r.Fail
		fail.Name = b.pair.counterpart(fail.Name)
		r.Fail = &fail
	}
	return r
}

func original(names map[string]string, name string) string {
	if from, ok := names[name]; ok {
		return from
	}
	return name
}

// length is a span of time, none if it is negative.
func length(d time.Duration) iso8601.Duration { return iso8601.Duration{Clock: max(d, 0)} }
