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

// A Source is the text of a definition.
type Source struct {
	// File is the definition alone. Before it is read, it is not parsed. Where the definition is a part of another file, its tree
	// has places in that file.
	File *source.File
	// Outer is the file that contains the definition, where that is a part of another file; nil where it is the whole.
	Outer *source.File
	// Whole is the range of Outer that the definition is in.
	Whole source.Span
	// Edit returns the text of a change as it has to be written into Outer. It reports false if that cannot be done. Nil changes
	// no text.
	Edit func(span source.Span, text string) (string, bool)

	parsed bool // File has its tree
}

// Text returns the source of a text that is a definition by itself.
func Text(name string, text []byte) Source { return Source{File: source.NewFile(name, text)} }

// Tree returns the source of a text whose tree is known. The tree need not have places: so, findings say what is wrong and not where.
func Tree(name string, text []byte, root *source.Node) Source {
	f := source.NewFile(name, text)
	f.Root = root
	return Source{File: f, parsed: true}
}

// Owner is the file that the user knows: the one that contains the definition, or that is the definition.
func (s Source) Owner() *source.File {
	if s.Outer != nil {
		return s.Outer
	}
	return s.File
}

// Locate moves findings about the definition to the file that contains it, which is the one that the user knows. A fix that cannot
// be made there is dropped. It changes ds.
func (s Source) Locate(ds []diag.Diagnostic) {
	if s.Outer == nil {
		return
	}
	for i := range ds {
		d := &ds[i]
		if d.File == s.File {
			d.File, d.Span, d.Fix = s.Outer, s.Where(d.Span), s.fix(d.Fix)
		}
		for j := range d.Related {
			if r := &d.Related[j]; r.File == s.File {
				r.File, r.Span = s.Outer, s.Where(r.Span)
			}
		}
	}
}

// fix returns a fix of the definition as one of the file that contains it, or nil.
func (s Source) fix(f *diag.Fix) *diag.Fix {
	if f == nil || s.Edit == nil {
		return f
	}
	out := diag.Fix{Description: f.Description, Unsafe: f.Unsafe, Edits: make([]diag.Edit, len(f.Edits))}
	for i, e := range f.Edits {
		text, ok := s.Edit(e.Span, e.Text)
		if !ok {
			return nil
		}
		out.Edits[i] = diag.Edit{Span: e.Span, Text: text}
	}
	return &out
}

// Where returns the range of the file that the user knows for a range of File. The place of a definition as a whole is its
// text, where that is not the whole file.
func (s Source) Where(x source.Span) source.Span {
	if s.Outer != nil && x.IsZero() {
		return s.Whole
	}
	return x
}

// Open reads the file of a path; "-" is standard input. The error has the path.
func (l *Loader) Open(path string) (Source, error) {
	if path != Stdin {
		text, err := files.Read(path)
		if err != nil {
			return Source{}, err
		}
		return l.opened(path, text), nil
	}
	if l.Stdin == nil {
		return Source{}, errors.New("standard input is not available")
	}
	text, err := files.ReadFrom(l.Stdin, "standard input", 0)
	if err != nil {
		return Source{}, err
	}
	return l.opened(l.stdin(), text), nil
}

// opened is a text that was read.
func (l *Loader) opened(name string, text []byte) Source {
	if l.Opened != nil {
		l.Opened(len(text))
	}
	return Text(name, text)
}

// stdin is the name that standard input goes by.
func (l *Loader) stdin() string {
	if l.StdinName != "" {
		return l.StdinName
	}
	return stdinName
}
