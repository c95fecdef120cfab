package convert

import (
	"cmp"
	"slices"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/explore/equivalence"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// The classes of a conversion, from the best to the worst.
const (
	Exact        = "exact"        // both sides behave the same for all data inside of the domain
	ByContract   = "contract"     // they do once workers do what the contracts and stand-ins ask for
	Approximated = "approximated" // the target has something close to some construct
	Dropped      = "dropped"      // the target has nothing for some construct
	RefusedClass = "refused"      // nothing is written
)

// A Report describes the result of a conversion. It prints as JSON.
type Report struct {
	Version int    `json:"version"`
	From    string `json:"from"`
	To      string `json:"to"`
	// Class is that of the worst construct.
	Class string `json:"class"`
	// Exact reports that Class is exact, for scripts that ask for nothing else.
	Exact   bool     `json:"exact"`
	Written bool     `json:"written"`
	Reason  *string  `json:"reason"`
	Files   []string `json:"files"`
	// Losses are the worst first, and in the order of their places.
	Losses    []Loss     `json:"losses"`
	Contracts []Contract `json:"contracts"`
	StandIns  []StandIn  `json:"standIns"`
	Notes     []string   `json:"notes"`
	// Assumed is what the data is assumed to be like, as [dialects.Domain] spells it.
	Assumed     []string        `json:"assumed"`
	Names       []Renaming      `json:"names"`
	Tasks       []Renaming      `json:"tasks"`
	Occurrences []Passage       `json:"occurrences"`
	Verified    *verify.Verdict `json:"verified"`
	// Exhaustive is what the comparison of all behaviours found, where it was asked for.
	Exhaustive *equivalence.Verdict `json:"exhaustive,omitempty"`

	elements, touched int // of the source, and those of them that behave otherwise or need a worker to
	shown             int // how many of the first notes are always shown: those about assumptions, and about the choice of tasks
}

// A Loss is one loss of a report. Lines and columns count from 1.
type Loss struct {
	File    string    `json:"file"`
	Line    int       `json:"line"`
	Column  int       `json:"column"`
	Rule    string    `json:"rule"`
	Level   string    `json:"level"`
	Message string    `json:"message"`
	Instead string    `json:"instead"`
	Affects []string  `json:"affects"`
	Data    *string   `json:"data"`
	From    []string  `json:"from"`
	Related []Related `json:"related"`

	remedy string
	named  []string // names in the message that From does not have
}

// Related is a further place of a loss.
type Related struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// A StandIn is a task of the target that somebody has to write.
type StandIn struct {
	// Element is the name of the element of the source that the task stands in for.
	Element string `json:"element"`
	Task    string `json:"task"`
	What    string `json:"what"`
	// Worker is what a service that Task names calls, and empty where Task is a worker itself.
	Worker string `json:"worker,omitempty"`
	// exists reports that nobody has to write the task.
	exists bool
	// adapts is the task of the source that it does nothing but call, and like describes all stand-ins that one worker can be; empty for others.
	adapts, like string
}

// A Renaming is a name of the source, and what it became.
type Renaming struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// A Passage is an occurrence of the source, and the one that takes its place.
type Passage struct {
	From Occurrence `json:"from"`
	To   Occurrence `json:"to"`
}

// An Occurrence is what happens outside: its kind, and what it names.
type Occurrence struct {
	Kind   string `json:"kind"`
	Name   string `json:"name"`
	At     string `json:"at"`
	Source string `json:"source"`
	Member string `json:"member"`
	// Value, of an occurrence of the source, is the text that the member of its data has to be; empty: any data will do.
	Value string `json:"value,omitempty"`
}

// names are the elements that have other names in the target, and those that are the only part of another element, by whose name runs speak
// of them. A name that several elements of the source have is left out: it identifies none of them.
func names(p *workflow.Program, r *dialects.Raised) []dialects.Renaming {
	parts := map[string]int{}
	for _, n := range r.Parts {
		if n.From != n.To {
			parts[n.To]++
		}
	}
	out := slices.Clone(r.Names)
	for _, n := range r.Parts {
		if parts[n.To] == 1 && n.From != n.To {
			out = append(out, n)
		}
	}
	if len(out) == 0 {
		return nil
	}
	all := 0
	for _, w := range p.Workflows {
		all += len(w.Elements)
	}
	elements := make(map[string]int, all)
	for _, w := range p.Workflows {
		for _, e := range w.Elements {
			elements[e.Name]++
		}
	}
	return slices.DeleteFunc(out, func(n dialects.Renaming) bool { return elements[n.From] > 1 })
}

// arrival is what happens to the target in place of an occurrence of the source. Where a worker that a service calls answers with a token,
// the task is that of the service, whichever worker it calls: the occurrence is the return of the token, which names the element that
// waits, as in a scenario.
func arrival(p *dialects.Passage) Occurrence {
	if p.To.Kind == "task" && p.Worker != "" {
		return Occurrence{Kind: "taskToken", Name: p.To.At, Member: p.To.Member}
	}
	return Occurrence(p.To)
}

// NewReport returns the report of a program that was raised to a dialect, for data inside of a domain.
func NewReport(p *workflow.Program, from, to string, r *dialects.Raised, d dialects.Domain) *Report {
	out := &Report{Version: 2, From: from, To: to, Files: []string{}, Losses: []Loss{}, Contracts: contracts(r), StandIns: standIns(r),
		Notes: append([]string{}, r.Notes...), Assumed: d.Names(), Names: renamings(names(p, r)), Tasks: renamings(r.Tasks), Occurrences: []Passage{}}
	out.Losses = slices.Grow(out.Losses, len(r.Losses))
	for _, l := range r.Losses {
		out.Losses = append(out.Losses, newLoss(l))
	}
	slices.SortStableFunc(out.Losses, func(a, b Loss) int { return cmp.Compare(b.Level, a.Level) }) // "dropped" before "approximated"
	out.Losses = fold(out.Losses)
	out.Occurrences = slices.Grow(out.Occurrences, len(r.Occurrences))
	for i := range r.Occurrences {
		p := &r.Occurrences[i]
		if p.By != "" || p.Apart || len(p.Attributes) > 0 {
			continue // what a stand-in does is described there
		}
		out.Occurrences = append(out.Occurrences, Passage{Occurrence(p.From), arrival(p)})
	}
	if r.Reason != "" {
		out.Reason = &r.Reason
	}
	if r.Reason == "" && len(r.Near) > 0 {
		out.show(nearNotes(r.Near))
	}
	out.Written, out.Class = r.Reason == "", class(r)
	out.Exact = out.Class == Exact
	out.elements, out.touched = constructs(p, r, out.StandIns)
	return out
}

// class returns the class of the worst construct of what was raised.
func class(r *dialects.Raised) string {
	out := Exact
	switch {
	case r.Reason != "":
		return RefusedClass
	case len(r.Losses) > 0:
		out = Approximated
	case len(r.Contracts) > 0 || len(r.StandIns) > 0 || len(r.Substitutes) > 0:
		out = ByContract
	}
	if slices.ContainsFunc(r.Losses, func(l *dialects.Loss) bool { return l.Rule.Level == dialects.Dropped }) {
		return Dropped
	}
	return out
}

// constructs counts the elements of a program, and those that losses, contracts and stand-ins are about.
func constructs(p *workflow.Program, r *dialects.Raised, standIns []StandIn) (all, touched int) {
	if p == nil {
		return 0, 0
	}
	about := make(map[*workflow.Element]bool, len(r.Contracts))
	for _, l := range r.Losses {
		for _, e := range l.From {
			about[e] = true
		}
	}
	for i := range r.Contracts {
		about[r.Contracts[i].Element] = true
	}
	standing := make(map[string]bool, len(standIns))
	for _, s := range standIns {
		standing[s.Element] = true
	}
	for _, w := range p.Workflows {
		for _, e := range w.Elements {
			if e.Primary == nil {
				continue
			}
			all++
			if about[e] || standing[e.Name] {
				touched++
			}
		}
	}
	return all, touched
}

// Refused returns the report of a program that was not raised at all, because of what its own dialect found.
func Refused(from, to, reason string, causes []diag.Diagnostic) *Report {
	out := NewReport(&workflow.Program{}, from, to, &dialects.Raised{Reason: reason}, dialects.Domain{})
	for _, d := range causes {
		if d.Severity != diag.Error {
			continue
		}
		p := d.File.Position(d.Span.Start)
		out.Losses = append(out.Losses, Loss{File: d.File.Name, Line: p.Line, Column: p.Column, Rule: d.Rule, Level: dialects.Dropped.String(),
			Message: d.Message, Affects: dialects.Outcome.Names(), From: []string{}, Related: []Related{}})
	}
	return out
}

// Withhold makes a report of what could have been written one of a refusal.
func (r *Report) Withhold(reason string) {
	r.Written, r.Class, r.Exact, r.Reason = false, RefusedClass, false, &reason
}

// Relax puts notes before the others about assumptions that are not made because given runs show that they do not hold.
func (r *Report) Relax(notes []string) { r.show(notes) }

// show puts notes before the others, that are shown without being asked for.
func (r *Report) show(notes []string) {
	r.Notes = append(slices.Clone(notes), r.Notes...)
	r.shown += len(notes)
}

func renamings(list []dialects.Renaming) []Renaming {
	out := make([]Renaming, 0, len(list))
	for _, r := range list {
		out = append(out, Renaming(r))
	}
	return out
}

func newLoss(l *dialects.Loss) Loss {
	p := l.File.Position(l.Span.Start)
	out := Loss{File: l.File.Name, Line: p.Line, Column: p.Column, Rule: l.Rule.ID, Level: l.Rule.Level.String(), Message: l.Message,
		Instead: l.Instead, Affects: l.Rule.Affects.Names(), From: []string{}, Related: []Related{}, remedy: cmp.Or(l.Remedy, l.Rule.Remedy), named: l.Named}
	if l.Rule.Data != dialects.Same {
		change := l.Rule.Data.String()
		out.Data = &change
	}
	for _, e := range l.From {
		out.From = append(out.From, e.Name)
	}
	for _, r := range l.Related {
		p := r.File.Position(r.Span.Start)
		out.Related = append(out.Related, Related{r.File.Name, p.Line, p.Column, r.Message})
	}
	return out
}

// Findings returns losses as diagnostics: warnings, and errors where nothing was written.
func Findings(r *dialects.Raised, dialect string) []diag.Diagnostic {
	out := make([]diag.Diagnostic, 0, len(r.Losses))
	for _, l := range r.Losses {
		d := diag.Diagnostic{Rule: l.Rule.ID, Severity: diag.Warning, File: l.File, Span: l.Span, Dialect: dialect, Message: l.Message,
			Related: l.Related, Help: cmp.Or(l.Remedy, l.Rule.Remedy)}
		if r.Reason != "" {
			d.Severity = diag.Error
		}
		if l.Instead != "" {
			d.Message += "; instead: " + l.Instead
		}
		out = append(out, d)
	}
	return out
}
