package load

import (
	"io"
	"slices"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/load/embedded"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Loader loads definitions. It may be used by several goroutines, except for standard input, which can be read once.
type Loader struct {
	// Dialects are those that a file may be written in.
	Dialects []dialects.Dialect
	// Settings returns how the file of a path is read; nil reads all with the zero Settings. The path is that of [Source].File,
	// in which standard input has the name that the user gave it.
	Settings func(path string) Settings
	// Stdin is what the path "-" stands for, and StdinName the name that it goes by: "<stdin>" if it is empty.
	Stdin     io.Reader
	StdinName string
	// Opened, if it is not nil, is called with the size of each text that [Loader.Open] has read, by several goroutines at the same time.
	Opened func(bytes int)
	// Loaded, if it is not nil, is called with the path of each file that definitions were loaded from.
	Loaded func(path string)
}

// Settings are how a file is read.
type Settings struct {
	// Dialect is the one that the file is read as, whatever it looks like; nil detects it.
	Dialect dialects.Dialect
	Options dialects.Options
}

// Always returns the same settings for every path.
func Always(s Settings) func(path string) Settings { return func(string) Settings { return s } }

// A Definition is a source that was read.
type Definition struct {
	Source
	// Dialect is nil if none was recognised; the definition then has no more than its problems.
	Dialect dialects.Dialect
	// Syntax is the definition as its dialect sees it.
	Syntax dialects.Definition
	// Detection is how the dialect was found; it is empty where the settings name one.
	Detection dialects.Detection
	// Problems are what [source.Parse] found wrong with the text, which the dialect does not report again.
	Problems []source.Problem
	// Part is the name of the definition in the file that contains it; empty where it is the whole file.
	Part string
	// Path is the file of the definition, where a template refers to one. Syntax is nil then.
	Path string
	// Around are findings about how the file that contains the definition deploys it.
	Around []diag.Diagnostic

	deployed    *embedded.Part                  // that the definition is, or that refers to Path
	alsoThrough []*source.File                  // the other files to read the parts of its file through
	searched    *source.File                    // where the part was found; nil where it is all that is read of its file
	beside      []*Definition                   // the others in the file that contains it
	again       func(text []byte) []*Definition // reads another text of its file; nil: as any other
	program     *workflow.Program
	lowered     bool
}

// Read parses a source, detects its dialect and reads it. Whatever is wrong with the text, there is a definition.
func (l *Loader) Read(s Source) *Definition { return l.readAs(s, l.settings(s.File.Name)) }

// readAs reads a source with the given settings.
func (l *Loader) readAs(s Source, settings Settings) *Definition {
	d := &Definition{Source: s}
	if embedded.IsTerraform(s.File.Name) {
		d.File = &source.File{Name: s.File.Name, Text: s.File.Text, Format: source.PlainText}
		return d
	}
	if t := l.templateDialect(s.File.Name); t != nil {
		if settings.Dialect == nil {
			settings.Dialect = t
		}
		return l.readTemplate(s, settings, nil)
	}
	d.Dialect = settings.Dialect
	if _, textual := d.Dialect.(dialects.Textual); !textual {
		if !d.parsed {
			d.Problems = source.Parse(d.File)
		}
		if d.Dialect == nil {
			d.Detection = dialects.Detect(l.Dialects, d.File)
			d.Dialect = d.Detection.Dialect
		}
	}
	if _, textual := d.Dialect.(dialects.Textual); textual {
		// The name did not show that the text has no tree; what was parsed belongs to another reading of it.
		d.File, d.Problems = &source.File{Name: s.File.Name, Text: s.File.Text, Format: source.PlainText}, nil
	}
	if d.Dialect != nil {
		d.read(settings)
	}
	return d
}

// read lets the dialect read the file.
func (d *Definition) read(settings Settings) {
	d.Syntax = d.Dialect.Read(d.File, settings.Options)
	if t, ok := d.Syntax.(dialects.Templated); ok && t.TakesPlaceholders() {
		d.Problems = slices.DeleteFunc(d.Problems, func(p source.Problem) bool { return p.Rule == source.RulePlaceholder })
	}
}

// settings are how the file of a path is read.
func (l *Loader) settings(path string) Settings {
	if l.Settings == nil {
		return Settings{}
	}
	return l.Settings(path)
}

// Load opens and reads a file.
func (l *Loader) Load(path string) (*Definition, error) {
	s, err := l.Open(path)
	if err != nil {
		return nil, err
	}
	d := l.Read(s)
	l.loaded(path, d)
	return d, nil
}

// loaded notes the file of definitions; one that has none is not noted, nor is standard input.
func (l *Loader) loaded(path string, first *Definition) {
	if l.Loaded != nil && first.Dialect != nil && path != Stdin {
		l.Loaded(path)
	}
}

// Lower returns the definition as a program of the model; nil if nothing of it could be lowered. It does the work once.
func (d *Definition) Lower() *workflow.Program {
	if !d.lowered && d.Syntax != nil {
		d.program, d.lowered = d.Syntax.Lower(), true
	}
	return d.program
}

// TextFindings returns the problems of the text as findings.
func (d *Definition) TextFindings() []diag.Diagnostic {
	out := Findings(d.File, d.Problems)
	if d.Dialect != nil {
		for i := range out {
			out[i].Dialect = d.Dialect.Name()
		}
	}
	return out
}

// Findings returns what is wrong with the text of a file as findings.
func Findings(f *source.File, problems []source.Problem) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, p := range problems {
		d := diag.Diagnostic{Rule: p.Rule, Severity: diag.Error, File: f, Span: p.Span, Message: p.Message, Help: p.Help}
		if len(p.Edits) > 0 {
			d.Fix = &diag.Fix{Description: p.Help}
			for _, e := range p.Edits {
				d.Fix.Edits = append(d.Fix.Edits, diag.Edit{Span: e.Span, Text: e.Text})
			}
		}
		if !p.Other.IsZero() {
			d.Related = []diag.Related{{File: f, Span: p.Other, Message: p.OtherMessage}}
		}
		out = append(out, d)
	}
	return out
}

// Link makes one program of definitions that may call and follow one another: the first starts. Definitions that could not be
// lowered are left out.
func Link(all ...*Definition) *workflow.Program {
	var programs []*workflow.Program
	for _, d := range all {
		if p := d.Lower(); p != nil {
			programs = append(programs, p)
		}
	}
	return workflow.Link(programs...)
}
