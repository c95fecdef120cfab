package load

import (
	"errors"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/source"
)

// Stdin is the path of standard input.
const Stdin = "-"

// stdinName is the name of standard input where nobody gives it another.
const stdinName = "<stdin>"

// A Source is the text of a definition, and the place where it lies.
type Source struct {
	// File is the text of the definition alone. It is not parsed yet.
	File *source.File
	// Outer is the file that contains the text, where the definition is a part of another file; nil where it is the whole.
	Outer *source.File
	// Place returns the range of Outer that a range of File was written as. It is nil where Outer is.
	Place func(source.Span) source.Span
}

// Text returns the source of a text that is a definition by itself.
func Text(name string, text []byte) Source { return Source{File: source.NewFile(name, text)} }

// Locate moves findings about the text to the file that contains it, which is the one that the user knows. It changes ds.
func (s Source) Locate(ds []diag.Diagnostic) {
	if s.Outer == nil {
		return
	}
	for i := range ds {
		d := &ds[i]
		if d.File == s.File {
			d.File, d.Span = s.Outer, s.Where(d.Span)
			if d.Fix != nil {
				fix := diag.Fix{Description: d.Fix.Description, Unsafe: d.Fix.Unsafe, Edits: make([]diag.Edit, len(d.Fix.Edits))}
				for j, e := range d.Fix.Edits {
					fix.Edits[j] = diag.Edit{Span: s.Where(e.Span), Text: e.Text}
				}
				d.Fix = &fix
			}
		}
		for j := range d.Related {
			if r := &d.Related[j]; r.File == s.File {
				r.File, r.Span = s.Outer, s.Where(r.Span)
			}
		}
	}
}

// Where returns the range of the file that the user knows for a range of File. The place of a definition as a whole is its
// text, where that is not the whole file.
func (s Source) Where(x source.Span) source.Span {
	if s.Outer == nil {
		return x
	}
	if x.IsZero() {
		x.End = len(s.File.Text)
	}
	return s.Place(x)
}

// Open reads the file of a path; "-" is standard input. The error has the path.
func (l *Loader) Open(path string) (Source, error) {
	if path != Stdin {
		text, err := files.Read(path)
		if err != nil {
			return Source{}, err
		}
		return Text(path, text), nil
	}
	if l.Stdin == nil {
		return Source{}, errors.New("standard input is not available")
	}
	text, err := files.ReadFrom(l.Stdin, "standard input", 0)
	if err != nil {
		return Source{}, err
	}
	return Text(l.stdin(), text), nil
}

// stdin is the name that standard input goes by.
func (l *Loader) stdin() string {
	if l.StdinName != "" {
		return l.StdinName
	}
	return stdinName
}
