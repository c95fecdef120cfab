// Package diag holds what flowglot reports about a definition: a fact, the place it is about, and what to do.
//
// A [Diagnostic] is neutral: rules make them, commands sort them and count them, and the printers of this package show
// them to people or to programs.
package diag

import (
	"cmp"
	"slices"

	"github.com/flowglot/flowglot/pkg/source"
)

// Severity describes how bad a finding is. The higher, the worse.
type Severity uint8

// Info is worth knowing, a Warning is very likely a mistake, an Error is one.
const (
	Info Severity = iota + 1
	Warning
	Error
)

// String returns the name that is printed: "info", "warning" or "error".
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	default:
		return "info"
	}
}

// ParseSeverity reads a name as [Severity.String] prints it.
func ParseSeverity(name string) (Severity, bool) {
	for s := Info; s <= Error; s++ {
		if s.String() == name {
			return s, true
		}
	}
	return 0, false
}

// A Diagnostic is one finding. Message states the fact, Help the remedy; both are without a full stop, and Message makes
// sense without the snippet that is shown next to it.
type Diagnostic struct {
	Rule     string // the id of the rule: "asl/unknown-target"
	Severity Severity
	File     *source.File
	Span     source.Span // the smallest range that is at fault; the zero Span is the file as a whole
	Dialect  string      // "asl", or empty where no dialect was recognised
	Message  string
	Help     string
	Related  []Related
	Fix      *Fix
	// Off reports that the rule is off unless it is enabled; see [Rule].
	Off bool
	// Limit reports that the definition is at fault for its size alone: it is larger than an engine takes.
	Limit bool

	pointer *string // kept by Detach; nil: it follows from the file
}

// Pointer returns the RFC 6901 pointer to the innermost value that contains the range of a finding; see
// [source.File.Pointer]. It reports false where the file has no tree.
func (d *Diagnostic) Pointer() (pointer string, ok bool) {
	switch {
	case d.pointer != nil:
		return *d.pointer, true
	case d.File != nil && d.File.Root != nil:
		return d.File.Pointer(d.Span), true
	}
	return "", false
}

// Detach replaces the files of findings by excerpts that have the lines of their places alone. What the tree is needed for is looked up
// before. Whoever keeps findings of thousands of files must not keep the files. It changes the findings.
func Detach(lists ...[]Diagnostic) {
	places := map[*source.File][]source.Span{}
	var files []*source.File
	each := func(visit func(f *source.File, s *source.Span)) {
		for _, ds := range lists {
			for i := range ds {
				ds[i].places(visit)
			}
		}
	}
	each(func(f *source.File, s *source.Span) {
		if places[f] == nil {
			files = append(files, f)
		}
		places[f] = append(places[f], *s)
	})
	for _, ds := range lists {
		for i := range ds {
			ds[i].unshare()
		}
	}
	excerpts, moved := map[*source.File]*source.File{}, map[*source.File]func(source.Span) source.Span{}
	for _, f := range files {
		excerpts[f], moved[f] = f.Excerpt(places[f])
	}
	each(func(f *source.File, s *source.Span) { *s = moved[f](*s) })
	for _, ds := range lists {
		for i := range ds {
			ds[i].File = excerpts[ds[i].File]
			for j := range ds[i].Related {
				ds[i].Related[j].File = excerpts[ds[i].Related[j].File]
			}
		}
	}
}

// unshare keeps the pointer, and copies of what findings may share.
func (d *Diagnostic) unshare() {
	if pointer, ok := d.Pointer(); ok {
		d.pointer = &pointer
	}
	d.Related = slices.Clone(d.Related)
	if d.Fix != nil {
		d.Fix = &Fix{Description: d.Fix.Description, Edits: slices.Clone(d.Fix.Edits), Unsafe: d.Fix.Unsafe}
	}
}

// places visits all places of a finding with their files. What has none is passed over.
func (d *Diagnostic) places(visit func(f *source.File, s *source.Span)) {
	if d.File != nil {
		visit(d.File, &d.Span)
		if d.Fix != nil {
			for i := range d.Fix.Edits {
				visit(d.File, &d.Fix.Edits[i].Span)
			}
		}
	}
	for i := range d.Related {
		if r := &d.Related[i]; r.File != nil {
			visit(r.File, &r.Span)
		}
	}
}

// Related is another place that has to do with a finding, with a note of what is there.
type Related struct {
	File    *source.File
	Span    source.Span
	Message string
}

// A Fix removes the cause of a finding by replacing ranges of the file.
type Fix struct {
	Description string
	Edits       []Edit
	// Unsafe means that the definition may mean something else afterwards than its author intended, so that somebody has
	// to look at it.
	Unsafe bool
}

// An Edit replaces the bytes of Span by Text.
type Edit struct {
	Span source.Span
	Text string
}

// Sort puts the findings of one file into the order of their places, then of severity (the worst first), rule and
// message. It is stable.
func Sort(ds []Diagnostic) {
	slices.SortStableFunc(ds, func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.Span.Start, b.Span.Start),
			cmp.Compare(a.Span.End, b.Span.End),
			cmp.Compare(b.Severity, a.Severity),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Message, b.Message),
		)
	})
}

// Worst returns the highest severity among the findings, or 0 if there are none.
func Worst(ds []Diagnostic) Severity {
	worst := Severity(0)
	for i := range ds {
		worst = max(worst, ds[i].Severity)
	}
	return worst
}

// Unique returns findings in the order of their places, leaving out those of the same rule at the same place: a YAML
// alias is read wherever it stands, but is written once. It changes the slice.
func Unique(ds []Diagnostic) []Diagnostic {
	slices.SortStableFunc(ds, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End), cmp.Compare(a.Rule, b.Rule))
	})
	return slices.CompactFunc(ds, func(a, b Diagnostic) bool { return a.Rule == b.Rule && a.Span == b.Span })
}
