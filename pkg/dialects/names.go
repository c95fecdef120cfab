package dialects

import (
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

// JoinNames makes one finding of a name that is wrong where it is given and of the references to the right one, which are the
// findings of the rule unknown. Where there is one part whose name is missing or already taken (see [Findings.Misnamed]), and one
// unknown name that no other is near to, the name is that of the part, which has it in a field. Findings in other numbers may
// have other causes, and stay as they are.
func (f *Findings) JoinNames(field string, unknown *diag.Rule) {
	if len(f.misnamed) != 1 {
		return
	}
	var name string
	var references []int
	for i := range f.List {
		d := &f.List[i]
		if d.Rule != unknown.ID || d.Help != "" {
			continue
		}
		text := strings.Trim(string(f.File.Text[d.Span.Start:d.Span.End]), `"'`)
		if name != "" && text != name || strings.Contains(text, `\`) {
			return
		}
		name = text
		references = append(references, i)
	}
	if name == "" {
		return
	}
	d := &f.List[f.misnamed[0]]
	d.Help = fmt.Sprintf("did you mean %s? it is referred to, but not defined", Quote(name))
	d.Related = append(d.Related, f.Related(f.List[references[0]].Span, "referred to here")...)
	if n := d.Span; n.End > n.Start && f.namesThere(n) {
		f.OfferFix(d, "write "+Quote(name), f.Spell(n, name))
	} else {
		f.addMember(d, Quote(field)+": "+Quote(name))
	}
	kept := f.List[:0]
	for i := range f.List {
		if len(references) > 0 && references[0] == i {
			references = references[1:]
			continue
		}
		kept = append(kept, f.List[i])
	}
	f.List = kept
}

// namesThere reports whether a part of the text is a name, in quotes or, in YAML, plain. A part whose name is missing is an object.
func (f *Findings) namesThere(at source.Span) bool {
	text := f.File.Text[at.Start:at.End]
	return strings.ContainsRune("\"'", rune(text[0])) || f.File.Format == source.YAML && !strings.ContainsAny(string(text), "{}[]\n:")
}

// addMember offers to add a member at the beginning of an object in JSON whose opening brace a finding is about.
func (f *Findings) addMember(d *diag.Diagnostic, member string) {
	text, at := f.File.Text, d.Span.Start+1
	if f.File.Format != source.JSON || d.Span.End != at || text[d.Span.Start] != '{' {
		return
	}
	end := at
	for end < len(text) && strings.IndexByte(" \t\r\n", text[end]) >= 0 {
		end++
	}
	if end == len(text) || text[end] != '"' {
		return
	}
	blank := string(text[at:end])
	if blank == "" {
		member += ", "
	} else {
		member = blank + member + ","
	}
	d.Fix = &diag.Fix{Description: "add " + strings.Trim(member, " \t\r\n,"), Edits: []diag.Edit{{Span: source.Span{Start: at, End: at}, Text: member}}}
}
