package convert

import (
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
)

// A Report describes the result of a conversion. It prints as JSON.
type Report struct {
	Version     int        `json:"version"`
	From        string     `json:"from"`
	To          string     `json:"to"`
	Exact       bool       `json:"exact"`
	Written     bool       `json:"written"`
	Reason      *string    `json:"reason"`
	Files       []string   `json:"files"`
	Losses      []Loss     `json:"losses"`
	Names       []Renaming `json:"names"`
	Tasks       []Renaming `json:"tasks"`
	Occurrences []Passage  `json:"occurrences"`
	Substitutes []string   `json:"substitutes"`
	Verified    *Verdict   `json:"verified"`
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
}

// Related is a further place of a loss.
type Related struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
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
}

// NewReport returns the report of a program that was raised from one dialect to another.
func NewReport(from, to string, r *dialects.Raised) *Report {
	out := &Report{Version: 1, From: from, To: to, Files: []string{}, Losses: []Loss{}, Names: renamings(r.Names), Tasks: renamings(r.Tasks),
		Occurrences: []Passage{}, Substitutes: append([]string{}, r.Substitutes...)}
	for _, l := range r.Losses {
		out.Losses = append(out.Losses, newLoss(l))
	}
	for _, p := range r.Occurrences {
		out.Occurrences = append(out.Occurrences, Passage{Occurrence(p.From), Occurrence(p.To)})
	}
	switch {
	case r.Reason != "":
		out.Reason = &r.Reason
	default:
		out.Written, out.Exact = true, len(r.Losses) == 0
	}
	return out
}

// Refused returns the report of a program that was not raised at all, because of what its own dialect found.
func Refused(from, to, reason string, causes []diag.Diagnostic) *Report {
	out := NewReport(from, to, &dialects.Raised{Reason: reason})
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

func renamings(list []dialects.Renaming) []Renaming {
	out := []Renaming{}
	for _, r := range list {
		out = append(out, Renaming(r))
	}
	return out
}

func newLoss(l *dialects.Loss) Loss {
	p := l.File.Position(l.Span.Start)
	out := Loss{File: l.File.Name, Line: p.Line, Column: p.Column, Rule: l.Rule.ID, Level: l.Rule.Level.String(), Message: l.Message,
		Instead: l.Instead, Affects: l.Rule.Affects.Names(), From: []string{}, Related: []Related{}}
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

// Findings returns losses as people are shown them: as warnings, and as errors where nothing was written.
func Findings(r *dialects.Raised, dialect string) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, l := range r.Losses {
		d := diag.Diagnostic{Rule: l.Rule.ID, Severity: diag.Warning, File: l.File, Span: l.Span, Dialect: dialect, Message: l.Message,
			Related: l.Related}
		if r.Reason != "" {
			d.Severity = diag.Error
		}
		if l.Instead != "" {
			d.Help = "instead: " + l.Instead
		}
		out = append(out, d)
	}
	return out
}
