package dialects

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Raising holds the options for writing a program.
type Raising struct {
	// Format is how a definition that is a tree is printed.
	Format source.Format
	// Settings are what the user chose of the options of the dialect. Definitions that were written with some are read with
	// the same.
	Settings Settings
	// Resource makes an address of the name of a task, where a dialect calls tasks by their addresses. The name is in it
	// as {task}. An address of that form is the task again. Empty is [DefaultResource].
	Resource string
	// Resources are the addresses of tasks that the user gave, by the names of the tasks in the source or in the target.
	Resources map[string]string
	// Domain is what the data is assumed to be like.
	Domain Domain
	// CarryHints has what the dialect has no field for written as hints, by which a conversion back restores it.
	CarryHints bool
	// Prefer is what becomes of a construct that the target has nearly.
	Prefer Preference
	// LastUse reports that the nets of the program are not needed after the conversion, so that they take no memory while it is written: see
	// [workflow.Program.DropNets].
	LastUse bool
	// Contracts and Substitutes are those of the program that is written, as [Raised] has them.
	Contracts   []Contract
	Substitutes []string
	// Hints are written into the first definition, where the dialect is a [Holder].
	Hints *source.Node
}

// HeldAnswer are the members under which an answer is put that takes the place of the document, where the target merges all answers: its
// output is what is there.
var HeldAnswer = []string{"result", "document"}

// AdapterPrefix begins what a task is called, or its address, that calls another task and puts its answer elsewhere: the members under which
// it answers, with dots, and that task come after it, as in "answer-at/stock/check-stock". One worker can do so for all of them.
const AdapterPrefix = "answer-at/"

// A Preference is what becomes of a construct that the target has nearly, such as a retry with other delays: the near construct, with a
// loss, or a task that somebody has to write, which does the same as the source.
type Preference uint8

// The preferences.
const (
	PreferAuto   Preference = iota // as PreferExact if no ordinary run differs then, and else as PreferNative
	PreferNative                   // the near construct
	PreferExact                    // the task
)

// String returns the preference as reports and flags spell it.
func (p Preference) String() string { return [...]string{"auto", "native", "exact"}[p] }

// ParsePreference reads a preference. It reports false if there is none of that name.
func ParsePreference(name string) (Preference, bool) {
	for p := PreferAuto; p <= PreferExact; p++ {
		if p.String() == name {
			return p, true
		}
	}
	return 0, false
}

// EndState is the state in which an entity is whose workflow has ended, where nobody named that end.
const EndState = "Ended"

// DefaultResource is the form of an address that is made of the name of a task.
const DefaultResource = "urn:task:{task}"

// Raised is what came of writing a program in a dialect.
type Raised struct {
	// Definitions are what was written; the first is the one that starts. None are, if the program was refused.
	Definitions []Printed
	// Reason is why the program was refused: the construct, and what the dialect lacks.
	Reason string
	// Losses are in the order of their places. Where the program was refused they have the places that are the cause.
	Losses []*Loss
	// Names are the elements that are called otherwise than in the source, and Tasks the tasks.
	Names, Tasks []Renaming
	// Elements are the elements of the net that was written which are called otherwise in the text, for what refers to them by name: the
	// occurrences of the target that name an element.
	Elements []Renaming
	// Callers are the elements of the source whose calls an element of the target makes, and Waiters those in whose place it waits, by the
	// name of that.
	Callers, Waiters map[string][]*workflow.Element
	// Parts are the elements of the source that are parts of an element of the target together with others, and those others.
	Parts []Renaming
	// Occurrences map the occurrences of the source to those of the target that replace them.
	Occurrences []Passage
	// Substitutes are the tasks of the target that replace something else: an answer to one is not a call of the source.
	Substitutes []string
	// Workers are the workers that services of the target's platform call, by the names of the tasks in the net.
	Workers []Renaming
	// StandIns are the substitutes that do what an element does by itself: an answer to one is what came of the element.
	StandIns []StandIn
	// Produced are the elements of the source whose calls do nothing but produce events, which the target produces without a call.
	Produced []string
	// Planned are the tasks that a task of the source is given the names of, which the target calls in its place.
	Planned []string
	// Near are the constructs that the target has nearly, where tasks do them exactly.
	Near []Near
	// Prefer is the preference by which such constructs were written: never PreferAuto, if the net was rewritten.
	Prefer Preference
	// Contracts are what workers have to do otherwise than for the source so that both sides behave the same.
	Contracts []Contract
	// Called are the elements of the source that call tasks, by the names of these; nil if there are no contracts.
	Called map[string][]*workflow.Element
	// Notes are differences that no run shows, each in a sentence: a title that has no place.
	Notes []string
	// Rewrites are the ids of the rewrites that changed the net before it was written, in their order.
	Rewrites []string

	noted  map[string]bool // the first of the notes
	listed int             // how many these are
}

// A StandIn is a task of the target that somebody has to write: it does what an element of the source does by itself.
type StandIn struct {
	// Element is the name of the element in the source, and Task that of the task in the target.
	Element, Task string
	// What is what the task has to do, in words that follow its name: `answers {"large": true} if total > 1000`.
	What string
	// Exists reports that nobody has to write the task: the platform of the target has it.
	Exists bool
	// Calls reports that the task makes the calls that the element makes: they are no longer calls of the workflow.
	Calls bool
	// Adapts is the only task that it calls, with another input or to answer otherwise, where its name, its address or its parameters say all of
	// that. One worker can do so for all tasks that are Like it, in words that follow "write one worker for". Empty for others.
	Adapts, Like string
	// Starts is the workflow that the task starts, whose run is one by itself from then on; empty: it starts none.
	Starts string
	// By knows what the task answers, for those who run the target. Nil: what came of the element in the source is the answer.
	By Answerer
}

// A Near is a construct of an element of the source that the target has nearly: what the target itself does with the element, "retry", and
// what that is like there, and in the source, for people: "after 1 s" and "at once".
type Near struct {
	Element              *workflow.Element
	Does, Target, Source string
}

// An Answerer knows what a task that stands in for something answers to an input at an instant. The task fails with an error that is a
// *[Failure].
type Answerer interface {
	Answer(input any, now time.Time) (any, error)
}

// A Delayer is an Answerer that takes its time.
type Delayer interface {
	Answerer
	Delay() time.Duration
}

// A Publisher is an Answerer that publishes an event when it is asked: an object with "type", "source" and "data".
type Publisher interface {
	Answerer
	Event(input any, now time.Time) (any, error)
}

// A Placer is an Answerer whose answer has what the source makes of the element, at a place of its own.
type Placer interface {
	Answerer
	Place(made any) any
}

// A Worker is an Answerer that carries out a part of the source, and calls tasks for that. What carries out a program returns what it
// gives; its error is a *[Failure], or [ErrUnanswered]. The worker is called now, by a run that began at another instant.
type Worker interface {
	Answerer
	Work(input any, now, began time.Time, carryOut func(part *workflow.Program, input any) (any, error)) (any, error)
}

// ErrUnanswered is the error of a part that waits for an answer which never comes.
var ErrUnanswered = errors.New("no answer comes")

// A Failure is the error that a task fails with.
type Failure struct{ Name, Cause string }

// Error returns the name and the cause.
func (f *Failure) Error() string { return f.Name + ": " + f.Cause }

// A Contract is how the worker of a task has to behave in the target so that a run does there what it does in the source. The
// documents of both sides are the same then, and no reference changes.
type Contract struct {
	// Rule is why the contract is needed, as a loss would have it: "convert/result-place".
	Rule *LossRule
	// Element is the element of the source that calls the task, and Task what the source calls it.
	Element *workflow.Element
	Task    string
	// From is what the worker has to select of the document that it gets: a definite path ("$.order"), or an object of paths and
	// fixed values. Nil: it gets what it always got.
	From any
	// Under is the member, or the dotted path of members, under which the worker has to put its answer; empty: it does not.
	Under string
	// WithInput makes the worker answer its input with the answer merged in, as deep as the source merges.
	WithInput bool
	// Fails names errors of the task. In place of failing with one the worker has to answer {"error": {"name": …, "cause": …}}.
	Fails []string
	// AtOnce makes the worker answer at once: in the source something goes on while it works, and in the target that waits for it.
	AtOnce bool
}

// A Printed is a definition that was written.
type Printed struct {
	// ID is by what others refer to it.
	ID   string
	Text []byte
	// Tree is what Text spells, still without places in it; nil where the dialect writes no tree.
	Tree *source.Node
}

// A Renaming is what a name of the source became.
type Renaming struct{ From, To string }

// A Passage is an occurrence of the source and the one that takes its place.
type Passage struct {
	From, To Occurrence
	// By is the stand-in that makes the occurrence of the target of that of the source: nobody else has to, and it is not part of the target.
	// Empty: whoever brings one about brings about the other instead, with the same data.
	By string
	// Inside is the occurrence for which the part waits that By carries out, where By waits for it by itself; its kind is empty where it is
	// the one of the source.
	Inside Occurrence
	// Data is what By makes of an event to be the data, if that is not the event's own. Attributes are those of the event that are members
	// of the data then.
	Data       expr.Expr
	Attributes []string
	// AtLimit reports that By also makes the occurrence when the time of the run of the source is over.
	AtLimit bool
	// AtOnce reports that By makes the occurrence as soon as the target awaits it. From is empty then.
	AtOnce bool
	// Apart reports that whoever brings about the occurrence of the target tells the events of the source apart by their attributes, as the
	// source does.
	Apart bool
	// Worker is what brings about the occurrence of the target, where that is the answer of a service that calls a worker; empty: the task
	// itself is one.
	Worker string
}

// An Occurrence is something that happens outside a run, as a definition may await it.
type Occurrence struct {
	// Kind is "complete", "signal", "event", "transition" or "update", or "timer" if a time limit of the element At has run down, or "events"
	// if the last of the events came for which the element At waits. In what takes the place of an occurrence it may also be "task": the
	// occurrence is the answer of a task then, which is one of the substitutes.
	Kind string
	// Name is that of the element or the transition, of the task, or the type of the event; empty for an update.
	Name string
	// At is the element that awaits it, where Name is not that: one of the source, or, of the task of a platform that several elements call,
	// of the target.
	At string
	// Source is the source of an event.
	Source string
	// Member, if it is not empty, is the member of the data that comes with it in which the name of the source's occurrence has
	// to be: two occurrences of the source may be distinguished by it. Of an occurrence of the source, with a value, it is the member of
	// its data that has to be that text.
	Member, Value string
}

// Answered notes that the events which answer a node of the source are the answers of a task of the target.
func (r *Raised) Answered(n *workflow.Node, task string) {
	for i := range n.Awaits.For {
		if e := n.Awaits.For[i].Event; e != nil {
			r.Occurrences = append(r.Occurrences, Passage{From: Occurrence{Kind: "event", Name: e.Type, At: n.Name(), Source: e.Source},
				To: Occurrence{Kind: "task", Name: task}})
		}
	}
}

// Join adds what came of writing the program, or a part of it, but for the definitions and the elements.
func (r *Raised) Join(written *Raised) {
	r.Reason = cmp.Or(r.Reason, written.Reason)
	r.Losses = append(r.Losses, written.Losses...)
	r.Names, r.Tasks = append(r.Names, written.Names...), append(r.Tasks, written.Tasks...)
	r.Parts, r.Occurrences = append(r.Parts, written.Parts...), append(r.Occurrences, written.Occurrences...)
	r.Substitutes, r.StandIns = append(r.Substitutes, written.Substitutes...), append(r.StandIns, written.StandIns...)
	r.Workers = append(r.Workers, written.Workers...)
	for _, note := range written.Notes {
		r.Note("%s", note)
	}
}

// Note notes a difference that no run shows, once.
func (r *Raised) Note(format string, args ...any) {
	note := format
	if len(args) > 0 { // else it is one that very many steps have
		note = fmt.Sprintf(format, args...)
	}
	if r.noted == nil {
		r.noted = map[string]bool{}
	}
	for ; r.listed < len(r.Notes); r.listed++ {
		r.noted[r.Notes[r.listed]] = true
	}
	if !r.noted[note] {
		r.Notes = append(r.Notes, note)
	}
}

// Refuse refuses the conversion because of a construct at a place.
func (r *Raised) Refuse(w *workflow.Workflow, at source.Span, format string, args ...any) {
	r.refuse(&LossUnsupported, w, at, fmt.Sprintf(format, args...))
}

// RefuseSize refuses the conversion because what is at a place is larger in the target than its engine takes.
func (r *Raised) RefuseSize(w *workflow.Workflow, at source.Span, format string, args ...any) {
	r.refuse(&LossTargetLimit, w, at, fmt.Sprintf(format, args...))
}

func (r *Raised) refuse(rule *LossRule, w *workflow.Workflow, at source.Span, reason string) {
	r.Losses = append(r.Losses, &Loss{Rule: rule, File: w.File, Span: at, Message: reason})
	if r.Reason == "" {
		r.Reason = reason
	}
	r.Definitions = nil
}

// RefuseUnsupported refuses a program with constructs that the model does not hold, or that only their own dialect can write
// again, which the one it is raised to is not; and reports whether there are some. Without a dialect the latter are not asked for.
func (r *Raised) RefuseUnsupported(p *workflow.Program, to string) bool {
	for _, w := range p.Workflows {
		for i := range w.Unsupported {
			r.Refuse(w, w.Unsupported[i].Span, "%s", w.Unsupported[i].Message("converted"))
		}
		for i := range w.Untranslated {
			if to != "" && w.Dialect != to {
				r.Refuse(w, w.Untranslated[i].Span, "%s", w.Untranslated[i].Message("converted"))
			}
		}
	}
	return r.Reason != ""
}

// RaiseEach returns the definitions of a program that came from a dialect, as a function writes each of its workflows, unless it is refused.
func RaiseEach(p *workflow.Program, d Dialect, text func(w *workflow.Workflow, r *Raised) []byte) *Raised {
	r := &Raised{}
	if r.RefuseUnsupported(p, d.Name()) {
		return r
	}
	for _, w := range p.Workflows {
		if text := text(w, r); r.Reason == "" {
			r.Definitions = append(r.Definitions, Printed{ID: w.ID, Text: text})
		}
	}
	return r
}

// LossUnsupported is the rule of what has a program refused.
var LossUnsupported = LossRule{ID: "convert/unsupported", Level: Dropped, Affects: Outcome,
	What:   "the target has no counterpart of the construct, and nothing is written",
	Remedy: "remove the construct from the definition, or choose another target"}

// LossTargetLimit is the rule of a definition that the target would take if it was smaller.
var LossTargetLimit = LossRule{ID: "convert/target-limit", Level: Dropped, Affects: Outcome,
	What:   "the definition would exceed a limit of the target, and nothing is written",
	Remedy: "divide the definition into several that call one another, or choose another target"}

// Refuses reports whether nothing is written because of such losses.
func (l *LossRule) Refuses() bool { return l == &LossUnsupported || l == &LossTargetLimit }
