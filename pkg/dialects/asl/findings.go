package asl

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/source"
)

// searches bounds how many names all the suggestions of one file are looked for among, so that a definition with
// 100,000 misspelt names is still checked in linear time. What comes after has no suggestion.
const searches = 4_000_000

// findings gathers what is wrong with a file.
type findings struct {
	file     *source.File
	level    Level
	list     []diag.Diagnostic
	searched int
}

// add adds a finding of a rule, with its usual severity. What is returned may be completed until the next call.
func (f *findings) add(r *diag.Rule, span source.Span, format string, args ...any) *diag.Diagnostic {
	f.list = append(f.list, diag.Diagnostic{
		Rule:     r.ID,
		Severity: r.Severity,
		File:     f.file,
		Span:     span,
		Dialect:  Dialect{}.Name(),
		Message:  fmt.Sprintf(format, args...),
	})
	return &f.list[len(f.list)-1]
}

// related is a note about another place of the file.
func (f *findings) related(span source.Span, format string, args ...any) []diag.Related {
	return []diag.Related{{File: f.file, Span: span, Message: fmt.Sprintf(format, args...)}}
}

// A guess is what the author of a word that does not exist may have meant.
type guess struct {
	name string // the nearest candidate; empty if none is near
	sure bool   // no other is as near
	help string
}

// guess looks for the candidates that are near to a word.
func (f *findings) guess(word string, candidates []string) guess {
	if f.searched += len(candidates); f.searched > searches {
		return guess{}
	}
	names := nearest.Names(word, candidates, 2)
	if len(names) == 0 {
		return guess{}
	}
	help := nearest.Help(word, names)
	return guess{names[0], help == nearest.Help(word, names[:1]), help}
}

// suggest adds to a finding about a word what was meant, and how to mend it if that is sure. The word stands alone at
// the place of the finding.
func (f *findings) suggest(d *diag.Diagnostic, g guess) {
	d.Help = g.help
	if g.sure {
		f.mend(d, "write "+quote(g.name), f.spell(d.Span, g.name))
	}
}

// mend offers to replace what a finding is about.
func (f *findings) mend(d *diag.Diagnostic, description, text string) {
	d.Fix = &diag.Fix{Description: description, Edits: []diag.Edit{{Span: d.Span, Text: text}}}
}

// spell returns a name as it is to be written at a place: in quotes, but for a plain word where YAML had one.
func (f *findings) spell(at source.Span, name string) string {
	old := f.file.Text[at.Start:at.End]
	if f.file.Format == source.YAML && plainWord.Match(old) && plainWord.MatchString(name) {
		return name
	}
	text, err := json.Marshal(name)
	if err != nil { // a string has no way to fail
		return strconv.Quote(name)
	}
	return string(text)
}

// plainWord matches words that YAML reads as they stand. Those that mean something else to it, such as False, are shorter.
var plainWord = regexp.MustCompile(`^[A-Z][A-Za-z0-9]{5,}$`)

// head returns the place at which to report what an object or array as a whole lacks: its bracket, or its first key
// where the notation has no brackets.
func (f *findings) head(n *source.Node) source.Span {
	at := n.Span
	if at.Start < len(f.file.Text) {
		if c := f.file.Text[at.Start]; c == '{' || c == '[' {
			return source.Span{Start: at.Start, End: at.Start + 1}
		}
	}
	if len(n.Members) > 0 && at.Contains(n.Members[0].KeySpan) {
		return n.Members[0].KeySpan
	}
	return at
}

// quote returns a name or text for a message, shortened if it is long.
func quote(s string) string {
	const most = 80
	if len(s) > most {
		if runes := []rune(s[:min(len(s), 4*most)]); len(runes) > most {
			s = string(runes[:most-1]) + "…"
		}
	}
	return strconv.Quote(s)
}

// hasPlaceholder reports whether a string holds a substitution of CloudFormation, SAM or Terraform: ${Name}.
func hasPlaceholder(s string) bool {
	_, rest, found := strings.Cut(s, "${")
	return found && strings.Contains(rest, "}")
}

// isJSONata reports whether a string is a JSONata expression: {% … %}.
func isJSONata(s string) bool {
	return len(s) >= 4 && strings.HasPrefix(s, "{%") && strings.HasSuffix(s, "%}")
}
