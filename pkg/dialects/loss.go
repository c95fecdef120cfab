package dialects

import (
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Loss is a construct of a definition that the target dialect cannot express, or only approximately. Everything that no loss names
// behaves the same in the target.
type Loss struct {
	// Rule is the cause, with its level and the aspects that may differ.
	Rule *LossRule
	File *source.File
	// Span is the place of the construct in the source.
	Span    source.Span
	Message string
	// Instead is what was written in its place; empty if nothing was.
	Instead string
	// From are the elements from which on things may differ. Named are other names by which the message calls them: those of steps that they
	// have become.
	From  []*workflow.Element
	Named []string
	// Remedy is what can be done about it, if that is not what the rule has.
	Remedy string
	// Related are further places of the same construct and cause.
	Related []diag.Related
}

// Level is how much of a construct the target keeps.
type Level uint8

// The levels.
const (
	Approximated Level = iota // the target has something close to it
	Dropped                   // the target has nothing for it
)

// String returns the level as reports spell it.
func (l Level) String() string { return [...]string{"approximated", "dropped"}[l] }

// Aspect is a set of what may differ between two runs.
type Aspect uint16

// The aspects.
const (
	Inputs     Aspect = 1 << iota // what tasks get
	Parameters                    // what they get besides it
	Output                        // what the run gives
	Order                         // the order of calls
	Time                          // when calls begin, how long they take, and how long the run does
	Attempts                      // how often a task is called again
	ErrorName                     // what an error is called
	Outcome                       // whether the run succeeds, and which path it takes
	Events                        // what is produced
	Texts                         // nothing of a run: what people read
)

var aspects = []string{"inputs", "parameters", "output", "order", "time", "attempts", "error", "outcome", "events", "texts"}

// Names returns the aspects as reports spell them.
func (a Aspect) Names() []string {
	out := []string{}
	for i, name := range aspects {
		if a&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return out
}

// Change is how data differs.
type Change uint8

// The changes.
const (
	Same     Change = iota // it does not
	Includes               // the target's has more: the source's is a part of it
	Part                   // the target's has less: it is a part of the source's
	Any                    // nothing is known
)

// String returns the change as reports spell it; it is empty for Same.
func (c Change) String() string { return [...]string{"", "includes", "part", "any"}[c] }

// A LossRule is the cause of losses. It has what a loss changes by itself: this data, this call's input, these attempts. What follows
// from that, such as another path because a condition reads the data, is for those who compare both sides to find out.
type LossRule struct {
	ID      string   // "convert/retry-interval"
	Aliases []string // earlier ids, which explain accepts
	Level   Level
	Affects Aspect
	Data    Change
	// What describes the loss in a sentence without a full stop, for the documentation.
	What string
	// Remedy is what whoever deploys the result can do about the loss, as a request: "let the worker retry by itself".
	Remedy string
	// Moves reports that data gets to other places, and that no answer of a task is dropped.
	Moves bool
	// OnFailure reports that nothing differs in a run in which the element does not fail and no timer of it runs down.
	OnFailure bool
	// OnVisits is how often elements are entered, all together, before anything differs; 0: it may from the start.
	OnVisits int
	// OnEntry reports that nothing differs before the target reaches the element.
	OnEntry bool
	// OnArrival reports that nothing differs in a run in which no event comes that the element awaits.
	OnArrival bool
}

// Losses collects the losses of a program that is written in a dialect. There is one loss for each construct and cause;
// further places are related to the first.
type Losses struct {
	file *source.File
	list []*Loss
	by   map[lossKey]*Loss
	from map[lossFrom]bool
	at   map[lossPlace]bool
}

type lossPlace struct {
	loss *Loss
	file *source.File
	span source.Span
}

type lossFrom struct {
	loss *Loss
	at   *workflow.Element
}

type lossKey struct {
	rule           *LossRule
	message, about string
}

// NewLosses returns an empty collection for the losses of the definitions in a file.
func NewLosses(f *source.File) *Losses {
	return &Losses{file: f, by: map[lossKey]*Loss{}, from: map[lossFrom]bool{}, at: map[lossPlace]bool{}}
}

// Add notes a loss at a place, from which elements on things may differ, and what is written instead. Losses of one rule with the
// same message and substitute are one, which is returned.
func (l *Losses) Add(rule *LossRule, at source.Span, from *workflow.Element, instead, format string, args ...any) *Loss {
	message := fmt.Sprintf(format, args...)
	file := l.file
	if from != nil && from.File != nil {
		file = from.File
	}
	key := lossKey{rule, message, instead}
	x := l.by[key]
	if x == nil {
		x = &Loss{Rule: rule, File: file, Span: at, Message: message, Instead: instead}
		l.by[key] = x
		l.list = append(l.list, x)
	} else if !l.at[lossPlace{x, file, at}] {
		x.Related = append(x.Related, diag.Related{File: file, Span: at, Message: "here too"})
	}
	l.at[lossPlace{x, file, at}] = true
	if from != nil && !l.from[lossFrom{x, from}] {
		l.from[lossFrom{x, from}] = true
		x.From = append(x.From, from)
	}
	return x
}

// List returns the losses in the order of their places.
func (l *Losses) List() []*Loss {
	slices.SortStableFunc(l.list, func(a, b *Loss) int { return a.Span.Start - b.Span.Start })
	return l.list
}
