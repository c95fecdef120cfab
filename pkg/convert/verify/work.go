package verify

import (
	"context"
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A work is what a task of the target carried out when it was called: a part of the source.
type work struct {
	task  string // of the target
	at    time.Time
	calls []run.Call
	node  *workflow.Node // of the target
	until time.Time      // when it was to be done
	took  []taking       // the answers of the source that it took
	// stuck is when it came to wait for something that never comes; the zero time if it did not.
	stuck time.Time
	// awaits are the elements of the source at which it waits then for what comes from outside.
	awaits []string
}

// work has a task carry out its part of the source, with the answers that the source got.
func (b *book) work(by dialects.Worker, c *machine.Command, at time.Time) run.Reply {
	done := work{task: c.Call.Task, at: at, node: c.Node}
	b.ahead, b.takings = at, nil
	defer func() { b.ahead = time.Time{} }()
	var took time.Duration
	v, err := by.Work(c.Input, at, b.options.Start, func(part *workflow.Program, input any) (any, error) {
		o := b.options
		o.Input, o.Start, o.Occurrences, o.Occur, o.Observe, o.Progress, o.RealTime = input, at.Add(took), b.awaitedBy(c.Call.Task, at.Add(took)), nil, nil, nil, false
		o.Answer = b.answerPart
		r, err := run.Simulate(context.Background(), part, o)
		if err != nil {
			return nil, err
		}
		b.taken(r.Delivered, c.Call.Task)
		for _, x := range r.Calls {
			_, comes := b.substituted[answerer{task: x.Task}]
			if comes && !b.pair.net().tasks[x.Task] || slices.Contains(b.pair.Raised.Substitutes, x.Task) {
				continue
			}
			x.At += took
			done.calls = append(done.calls, x)
		}
		b.published = append(b.published, r.Produced...)
		took += r.Elapsed()
		switch {
		case r.Status == run.Succeeded:
			return r.Output, nil
		case r.Status == run.Failed && r.Error != nil:
			if r.Error.Class&workflow.ClassData != 0 {
				b.failed = append(b.failed, c.Node.Name())
			}
			return nil, &dialects.Failure{Name: r.Error.Name, Cause: r.Error.Cause}
		case r.Status == run.Aborted:
			b.aborted = true
		}
		done.stuck, done.awaits = at.Add(took), b.awaitedIn(part, r)
		return nil, dialects.ErrUnanswered
	})
	done.until, done.took = at.Add(took), b.takings
	b.worked = append(b.worked, done)
	r := b.reply(v, err)
	if !r.Never {
		r.After = length(took)
	}
	return r
}

// awaitedIn are the elements of the source at which a part waits for what comes from outside, also where a task waits for that in it; none if
// it waits for another task, too.
func (b *book) awaitedIn(part *workflow.Program, r *run.Result) []string {
	var out []string
	for _, w := range r.Waiting {
		_, comes := b.substituted[answerer{task: w.Name}]
		switch {
		case w.Kind == "task" && !comes:
			return nil
		case w.Kind == "join" || w.Kind == "deadEnd":
			continue
		}
		for _, n := range part.Start().Nodes {
			waits := n.Name() == w.Node && (n.Call != nil) == (w.Kind == "task") // an element may wait, and call a task then
			if name := n.Element.Original().Name; waits && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// waitInside puts the elements at which parts wait, that tasks of the target carry out, in the place of those at which these tasks hang.
func (o *observation) waitInside(parts []work) {
	for _, w := range slices.Backward(parts) {
		for i, name := range o.waiting {
			if o.hanging[name] == w.task && len(w.awaits) > 0 {
				delete(o.hanging, name)
				o.waiting = slices.Replace(o.waiting, i, i+1, w.awaits...)
				break
			}
		}
	}
	o.sort()
}

// awaitedBy are the occurrences that reached the source for which a task of the target waits by itself, from an instant on.
func (b *book) awaitedBy(task string, from time.Time) []run.Occurrence {
	var out []run.Occurrence
	for i := range b.delivered {
		if o, comes := b.inside(&b.delivered[i], task); comes && !b.delivered[i].Event.At.Before(from) {
			after := length(b.delivered[i].Event.At.Sub(from))
			o.After = &after
			out = append(out, o)
		}
	}
	return out
}

// inside is what was delivered to the source as the part waits for it that a task of the target carries out; false if the task does not wait
// for it by itself.
func (b *book) inside(d *run.Delivery, task string) (run.Occurrence, bool) {
	passages := b.record.passages(d)
	i := slices.IndexFunc(passages, func(p *dialects.Passage) bool { return p.By == task && p.To.Name == task })
	if i < 0 {
		return run.Occurrence{}, false
	}
	p := *passages[i]
	o := run.Occurrence{Kind: p.From.Kind, Value: d.Event.Value}
	if p.Inside.Kind == "" || p.From.Kind == "event" {
		return o, true
	}
	p.To = p.Inside
	return b.pair.through(o, &p), true
}

// taken notes that the part of a task took what was delivered to it, and nothing else does.
func (b *book) taken(list []run.Delivery, task string) {
	for _, d := range list {
		i := slices.IndexFunc(b.delivered, func(x run.Delivery) bool {
			o, comes := b.inside(&x, task)
			return comes && x.Event.At.Equal(d.Event.At) && o.Node == d.Event.Name && value.Equal(o.Value, d.Event.Value)
		})
		if i >= 0 {
			b.delivered = slices.Delete(b.delivered, i, i+1)
		}
	}
}

// stuckAt is how long after a start the last of the parts came to wait for something that never comes; 0 if none did.
func (b *book) stuckAt(start time.Time) time.Duration {
	var last time.Duration
	for _, w := range b.worked {
		if !w.stuck.IsZero() {
			last = max(last, w.stuck.Sub(start))
		}
	}
	return last
}

// answerPart answers a call that a task of the target makes, which has the names of the source. What the part does is known at once, to its
// end: it takes no answer to another element of the source, which may call later.
func (b *book) answerPart(c *machine.Command, at time.Time) (run.Reply, bool) {
	if r, ok := b.due(c.Node, c.Call.Task, at); ok {
		return r, true
	}
	if b.cutShort && !b.calledThen(c.Call.Task, c.Node.Name(), b.texts.of(c.Input), at) { // and what others got is theirs
		b.aborted = true
		return run.Reply{Never: true}, true
	}
	if b.spent(c.Call.Task, c.Node.Name()) {
		return b.answerUnknown(c.Call.Task, c.Node.Name(), c.Call, c.Input), true
	}
	return b.answer(c.Call.Task, c.Node.Name(), c.Call, c.Input, at), true
}

// A taking is an answer of the source to a call of a task, which a task of the target took that carries out a part.
type taking struct {
	entry *entry
	task  string
	at    time.Time // of the call for which it was taken
}

// note gives back what a task of the target took for calls that it did not make, as it was cancelled before.
func (b *book) note(t *machine.Trace) {
	if t.Kind != machine.CallCancelled {
		return
	}
	i := slices.IndexFunc(b.worked, func(w work) bool { return w.node == t.Node && w.until.After(t.At) })
	if i < 0 {
		return
	}
	w := &b.worked[i]
	w.until = t.At
	for _, x := range slices.Backward(w.took) { // so that the first is the next one again
		if x.at.After(t.At) || x.at.Equal(t.At) && !x.entry.at.Equal(x.at) {
			b.giveBack(x.task, x.entry)
		}
	}
}

// madeCalls are the calls that tasks of the target made on the way, by the names of the source. Those of a task that was cancelled, or came
// to its time limit, end with it. The calls are those of the target, and the start is when it began.
func (b *book) madeCalls(calls []call, start time.Time) []call {
	ends := b.endsOfWork(calls, start)
	var out []call
	for i := range b.worked {
		w := &b.worked[i]
		for _, x := range w.calls {
			x.At += w.at.Sub(start)
			if until := ends[w]; until != nil && until.Error != nil {
				end := until.At + until.Took
				if x.At > end {
					continue
				}
				if x.At+x.Took > end || !x.Answered && x.Error == nil {
					x.Took, x.Error, x.Answered, x.Result = end-x.At, &machine.Error{Name: machine.Cancelled}, false, nil
				}
			}
			out = append(out, call{x, string(value.AppendSorted(nil, x.Input))})
		}
	}
	return out
}

// endsOfWork are the calls of the target for which its tasks carried out parts: of several that began at one instant, one that ended when the
// part was done, and else the next one.
func (b *book) endsOfWork(calls []call, start time.Time) map[*work]*call {
	type begin struct {
		task string
		at   time.Duration
	}
	made := map[begin][]*call{}
	for i := range calls {
		at := begin{calls[i].Task, calls[i].At}
		made[at] = append(made[at], &calls[i])
	}
	out := map[*work]*call{}
	for _, exact := range []bool{true, false} {
		for i := range b.worked {
			w := &b.worked[i]
			at := begin{w.task, w.at.Sub(start)}
			k := slices.IndexFunc(made[at], func(x *call) bool { return !exact || x.At+x.Took == w.until.Sub(start) })
			if out[w] == nil && k >= 0 {
				out[w] = made[at][k]
				made[at] = slices.Delete(made[at], k, k+1)
			}
		}
	}
	return out
}
