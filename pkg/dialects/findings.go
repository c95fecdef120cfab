package dialects

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/source"
)

// searches bounds how many names all the suggestions of one file are looked for among, so that a definition with
// 100,000 misspelled names is still checked in linear time. What comes after has no suggestion.
const searches = 4_000_000

// Findings gathers what is wrong with a file.
type Findings struct {
	File    *source.File
	Dialect string // the name of the dialect that the file is read as
	List    []diag.Diagnostic
	// Searched is how many names suggestions were looked for among so far.
	Searched int

	suspected  map[*source.Node][]string         // what objects may have under a wrong name, which is a warning
	misspelled map[*source.Node][]*source.Member // what objects have under a wrong name, by the right one
	misnamed   []int                             // the findings about parts whose name is missing or already taken
}

// Continue returns findings that begin with these, for the rules that are applied to what was read.
func (f *Findings) Continue() Findings {
	next := *f
	next.List = slices.Clone(f.List)
	return next
}

// Misspelt notes that an object has a member, here with the right name, under a wrong one, which was reported. The answer is
// false if the object has another of that name.
func (f *Findings) Misspelt(n *source.Node, m *source.Member) bool {
	if f.Has(n, m.Key) {
		return false
	}
	if f.misspelled == nil {
		f.misspelled = map[*source.Node][]*source.Member{}
	}
	f.misspelled[n] = append(f.misspelled[n], m)
	return true
}

// Suspect notes that an object has what may be a member under a wrong name, which was reported, but is not read as that member.
func (f *Findings) Suspect(n *source.Node, name string) {
	if f.suspected == nil {
		f.suspected = map[*source.Node][]string{}
	}
	f.suspected[n] = append(f.suspected[n], name)
}

// Suspects reports whether an object has what may be a member of a name, under a wrong one.
func (f *Findings) Suspects(n *source.Node, name string) bool {
	return slices.Contains(f.suspected[n], name)
}

// Misnamed notes that the finding reported last is about a part of the definition whose name is missing or already taken, so
// that references to a name that no part has may mean this one. See [Findings.JoinNames].
func (f *Findings) Misnamed() { f.misnamed = append(f.misnamed, len(f.List)-1) }

// Has reports whether an object has a field, if only under a wrong name.
func (f *Findings) Has(n *source.Node, name string) bool { return f.Member(n, name) != nil }

// Member returns the member of an object that is a field, if only under a wrong name; nil if there is none.
func (f *Findings) Member(n *source.Node, name string) *source.Member {
	if m := n.Member(name); m != nil {
		return m
	}
	for _, m := range f.misspelled[n] {
		if m.Key == name {
			return m
		}
	}
	return nil
}

// Lacking returns those fields of a list that an object does not have, in quotes.
func (f *Findings) Lacking(n *source.Node, names ...string) []string {
	var missing []string
	for _, name := range names {
		if !f.Has(n, name) {
			missing = append(missing, Quote(name))
		}
	}
	return missing
}

// Add adds a finding of a rule, with its usual severity. What is returned may be completed until the next call.
func (f *Findings) Add(r *diag.Rule, span source.Span, format string, args ...any) *diag.Diagnostic {
	f.List = append(f.List, diag.Diagnostic{
		Rule:     r.ID,
		Severity: r.Severity,
		Off:      r.Off,
		File:     f.File,
		Span:     span,
		Dialect:  f.Dialect,
		Message:  fmt.Sprintf(format, args...),
	})
	return &f.List[len(f.List)-1]
}

// Related is a note about another place of the file.
func (f *Findings) Related(span source.Span, format string, args ...any) []diag.Related {
	return []diag.Related{{File: f.File, Span: span, Message: fmt.Sprintf(format, args...)}}
}

// A Guess is what the author of a word that does not exist may have meant.
type Guess struct {
	Name string // the nearest candidate; empty if none is near
	Sure bool   // no other is as near
	Help string // the remedy, for a message
}

// Guess looks for the candidates that are near to a word.
func (f *Findings) Guess(word string, candidates []string) Guess {
	if f.Searched += len(candidates); f.Searched > searches {
		return Guess{}
	}
	names := nearest.Names(word, candidates, 2)
	if len(names) == 0 {
		return Guess{}
	}
	help := nearest.Help(word, names)
	return Guess{names[0], help == nearest.Help(word, names[:1]), help}
}

// Suggest adds to a finding about a word what was meant, and how to fix it if that is sure. The word is alone at
// the place of the finding.
func (f *Findings) Suggest(d *diag.Diagnostic, g Guess) {
	d.Help = g.Help
	if g.Sure {
		f.OfferFix(d, "write "+Quote(g.Name), f.Spell(d.Span, g.Name))
	}
}

// SuggestOne suggests one of a closed list of values for a word that is not among them, or lists them all after the
// introduction: "the types are" a, b and c.
func (f *Findings) SuggestOne(d *diag.Diagnostic, word string, values []string, introduction, last string) {
	if f.Suggest(d, f.Guess(word, values)); d.Help == "" {
		d.Help = introduction + " " + Listed(values, last)
	}
}

// OfferFix offers to replace what a finding is about.
func (f *Findings) OfferFix(d *diag.Diagnostic, description, text string) {
	d.Fix = &diag.Fix{Description: description, Edits: []diag.Edit{{Span: d.Span, Text: text}}}
}

// Spell returns a name as it is to be written at a place: in quotes, except for a plain word where YAML had one.
func (f *Findings) Spell(at source.Span, name string) string {
	old := f.File.Text[at.Start:at.End]
	if f.File.Format == source.YAML && plainWord().Match(old) && plainWord().MatchString(name) {
		return name
	}
	text, err := json.Marshal(name)
	if err != nil { // a string has no way to fail
		return strconv.Quote(name)
	}
	return string(text)
}

// plainWord matches words that YAML reads as they are. Those that mean something else to it, such as False, are shorter.
var plainWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{5,}$`) })

// Head returns the place at which to report what an object or array as a whole lacks: its bracket, or its first key
// where the notation has no brackets.
func (f *Findings) Head(n *source.Node) source.Span {
	at := n.Span
	if at.Start < len(f.File.Text) {
		if c := f.File.Text[at.Start]; c == '{' || c == '[' {
			return source.Span{Start: at.Start, End: at.Start + 1}
		}
	}
	if len(n.Members) > 0 && at.Contains(n.Members[0].KeySpan) {
		return n.Members[0].KeySpan
	}
	return at
}

// Whole returns the range of a value, but only the beginning of one that may go on for many lines.
func (f *Findings) Whole(n *source.Node) source.Span {
	if n.Kind == source.Object || n.Kind == source.Array {
		return f.Head(n)
	}
	return n.Span
}

// Quote returns a name or text for a message, shortened if it is long.
func Quote(s string) string {
	const most = 80
	if len(s) > most {
		if runes := []rune(s[:min(len(s), 4*most)]); len(runes) > most {
			s = string(runes[:most-1]) + "…"
		}
	}
	return strconv.Quote(s)
}

// Listed joins words for a message: "a, b and c".
func Listed(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}
