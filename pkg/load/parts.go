package load

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/files"
	"github.com/flowglot/flowglot/pkg/load/embedded"
	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/source"
)

// partMark separates the path of a file from the name of a definition inside it: template.yaml#OrderMachine.
const partMark = "#"

// A PartError is a path that does not name one of the definitions inside a file.
type PartError struct {
	// Path is the file, and Part the name that was given; empty if there was none.
	Path, Part string
	// Names are those of the definitions in the file.
	Names []string
}

// Error names the definitions that there are.
func (e *PartError) Error() string {
	switch {
	case len(e.Names) == 0:
		return fmt.Sprintf("%s has no definition %q inside", e.Path, e.Part)
	case e.Part == "":
		return fmt.Sprintf("%s has %d definitions inside; name one: %s", e.Path, len(e.Names), e.listed())
	}
	help := nearest.Help(e.Part, e.Names)
	if help == "" {
		help = "it has " + e.listed()
	}
	return fmt.Sprintf("%s has no definition %q inside; %s", e.Path, e.Part, help)
}

// listed are the paths of the definitions, as many as fit in a message.
func (e *PartError) listed() string {
	const most = 10
	var out []string
	for _, name := range e.Names[:min(most, len(e.Names))] {
		out = append(out, e.Path+partMark+name)
	}
	if more := len(e.Names) - most; more > 0 {
		out = append(out, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(out, ", ")
}

// LoadAll opens a file and reads the definitions in it: the one that it is, or those inside it. A path may name one of those:
// template.yaml#OrderMachine. A file without any gives one definition without a dialect. A part whose definition is in a file of its
// own has the path of that, and no syntax.
func (l *Loader) LoadAll(path string) ([]*Definition, error) {
	path, part := SplitPart(path)
	s, err := l.Open(path)
	if err != nil {
		return nil, err
	}
	all := l.ReadAll(s)
	l.loaded(path, all[0])
	if part == "" {
		return all, nil
	}
	at := slices.IndexFunc(all, func(d *Definition) bool { return d.Part == part })
	if at < 0 {
		return nil, &PartError{Path: path, Part: part, Names: partNames(all)}
	}
	d := all[at]
	d.beside = slices.Delete(slices.Clone(all), at, at+1)
	return []*Definition{d}, nil
}

// LoadOne opens a file and reads the one definition that the path names: a file that is one, a file with one inside, or one inside a
// file by its name. Where a template refers to the file of a definition, that is read.
func (l *Loader) LoadOne(path string) (*Definition, error) {
	all, err := l.LoadAll(path)
	if err != nil {
		return nil, err
	}
	if len(all) > 1 {
		return nil, &PartError{Path: path, Names: partNames(all)}
	}
	d := all[0]
	if d.Path == "" {
		return d, nil
	}
	read, err := l.LoadReferred(d)
	if err != nil {
		return nil, err
	}
	read.Around, read.beside = append(read.Around, d.Around...), d.beside
	return read, nil
}

// WithStarted returns definitions with those that they may start: where one of them starts others, the others in its template.
func (l *Loader) WithStarted(all ...*Definition) []*Definition {
	known := map[string]bool{}
	for _, d := range all {
		known[d.name()] = true
	}
	for i := 0; i < len(all); i++ {
		if !all[i].startsOthers() {
			continue
		}
		for _, d := range all[i].beside {
			if known[d.name()] {
				continue
			}
			known[d.name()] = true
			if d.Path != "" {
				read, err := l.LoadReferred(d)
				if err != nil {
					continue // lint reports it; the task that starts it is one like any other
				}
				d = read
			}
			all = append(all, d)
		}
	}
	return all
}

// name tells a definition from others: by its file, and where it is one of several there, by its name in the file.
func (d *Definition) name() string {
	if d.Path != "" {
		return d.Path
	}
	return d.File.Name
}

// startsOthers reports whether a task of the definition may run another workflow.
func (d *Definition) startsOthers() bool {
	p := d.Lower()
	if p == nil {
		return false
	}
	for _, w := range p.Workflows {
		for _, n := range w.Nodes {
			if n.Call != nil && n.Call.Child != nil {
				return true
			}
		}
	}
	return false
}

// LoadReferred reads the definition that a template refers to, as the dialect that the template deploys and with the values that it
// gives to placeholders.
func (l *Loader) LoadReferred(d *Definition) (*Definition, error) {
	all, err := l.LoadReferredFile(d)
	if err != nil {
		return nil, err
	}
	if !d.deployed.Shared {
		return all[0], nil
	}
	at := slices.IndexFunc(all, func(x *Definition) bool { return x.Part == d.Part })
	if at < 0 || all[at].Path != "" {
		return nil, &PartError{Path: d.Path, Part: d.Part, Names: partNames(all)}
	}
	return all[at], nil
}

// LoadReferredFile reads the file that a template refers to, as [Loader.LoadReferred] does, with all definitions inside it.
func (l *Loader) LoadReferredFile(d *Definition) ([]*Definition, error) {
	text, err := files.ReadRegular(d.Path)
	if err != nil {
		return nil, err
	}
	all := l.readReferred(d, text, d.deployed.Values)
	l.loaded(d.Path, all[0])
	return all, nil
}

// LoadWritten reads the file that a template refers to as it is written, without the values that the template gives to
// placeholders.
func (l *Loader) LoadWritten(d *Definition) ([]*Definition, error) {
	text, err := files.ReadRegular(d.Path)
	if err != nil {
		return nil, err
	}
	return l.readReferred(d, text, nil), nil
}

// readReferred reads a text of the file that a template refers to. The text replaces the file when it is read again.
func (l *Loader) readReferred(d *Definition, text []byte, values map[string]string) []*Definition {
	if d.deployed.Through != nil {
		return l.readThrough(d, text)
	}
	s := Text(d.Path, text)
	if d.deployed.Shared {
		return l.ReadAll(s)
	}
	settings := l.settings(d.Path)
	if settings.Dialect == nil {
		settings.Dialect = d.Dialect
	}
	settings.Options.Name, settings.Options.References = d.deployed.ShortName(), d.deployed.References
	var read *Definition
	switch {
	case d.deployed.Template:
		read = l.readTemplate(s, settings, values)
	case len(values) > 0 && settings.Dialect == d.Dialect:
		read = l.readFilled(s, settings, values)
	default:
		read = l.readAs(s, settings)
	}
	read.Detection = d.Detection
	read.again = func(text []byte) []*Definition { return l.readReferred(d, text, values) }
	return []*Definition{read}
}

// Here returns those of the definitions of a file whose text is in the file itself, so that it can be changed there. A template may refer
// to the text of others.
func Here(all []*Definition) []*Definition {
	return slices.DeleteFunc(slices.Clone(all), func(d *Definition) bool { return !d.isHere() })
}

func (d *Definition) isHere() bool { return d.searched == nil || d.searched.Name == d.Owner().Name }

// Searched is the file that was searched for definitions, where the definition is one inside a file; else that of the definition.
func (d *Definition) Searched() *source.File {
	if d.searched != nil {
		return d.searched
	}
	return d.Owner()
}

// Again reads another text of the file of a definition as the file was read, with all definitions inside it.
func (l *Loader) Again(d *Definition, text []byte) []*Definition {
	if d.again != nil {
		return d.again(text)
	}
	return l.ReadAll(Text(d.Owner().Name, text))
}

// ReadAll reads the definitions in a source; see [Loader.LoadAll].
func (l *Loader) ReadAll(s Source) []*Definition {
	whole := l.Read(s)
	if whole.Dialect != nil || !embedded.MayHold(whole.File) {
		return []*Definition{whole}
	}
	parts := embedded.Finder{Read: files.ReadRegular, List: namesIn}.Find(whole.File)
	var all []*Definition
	for _, p := range parts {
		if d := l.readPart(whole.File, p); d != nil {
			all = append(all, d)
		}
	}
	if len(all) == 0 {
		return []*Definition{whole}
	}
	all[0].Around = append(whole.TextFindings(), all[0].Around...)
	return all
}

// namesIn lists the files of a folder.
func namesIn(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// readPart reads a definition inside a file. It is nil if no dialect is that of the service which runs it.
func (l *Loader) readPart(outer *source.File, p *embedded.Part) *Definition {
	settings, searched := l.settings(outer.Name), outer
	if p.Outer != nil {
		outer = p.Outer
	}
	settings.Options.Name, settings.Options.References = p.ShortName(), p.References
	d := &Definition{Source: Source{File: p.File, Outer: outer, Whole: p.Span, Edit: p.Edit}, Part: p.Name, Path: p.Path, deployed: p, searched: searched,
		Around: p.Findings, Problems: p.Problems}
	if d.Dialect = settings.Dialect; d.Dialect == nil {
		d.Dialect = l.runBy(p.Service)
	}
	if d.Dialect == nil {
		return nil
	}
	d.Detection = dialects.Detection{Dialect: d.Dialect, Why: fmt.Sprintf("it deploys %q to %s", p.Name, p.Service)}
	d.nameDialect()
	if p.File == nil {
		d.File = outer.Part(outer.Name+partMark+p.Name, nil, nil)
		return d
	}
	d.read(settings)
	return d
}

// nameDialect notes the dialect in the findings about the file that contains the definition.
func (d *Definition) nameDialect() {
	for i := range d.Around {
		d.Around[i].Dialect = d.Dialect.Name()
	}
}

// readTemplate reads a definition that is a template, as the dialect of the settings. known are values of its variables.
func (l *Loader) readTemplate(s Source, settings Settings, known map[string]string) *Definition {
	of, _ := dialects.TemplateOf(s.File.Name)
	p := embedded.ReadTemplate(s.File, source.FormatOf(of, s.File.Text), known)
	d := &Definition{Source: Source{File: p.File, Outer: s.File, Whole: p.Span, Edit: p.Edit}, Around: p.Findings, Problems: p.Problems, Dialect: settings.Dialect, deployed: p}
	d.Detection = dialects.Detection{Dialect: d.Dialect, Why: fmt.Sprintf("it is named like a template for %q", filepath.Base(of))}
	d.nameDialect()
	if p.File == nil {
		d.File = s.File.Part(s.File.Name, nil, nil)
		return d
	}
	d.read(settings)
	return d
}

// readFilled reads a definition with the values that a template gives to its placeholders.
func (l *Loader) readFilled(s Source, settings Settings, known map[string]string) *Definition {
	p := embedded.Filled(s.File, s.File.Format, known)
	d := &Definition{Source: Source{File: p.File, Outer: s.File, Whole: p.Span, Edit: p.Edit}, Problems: p.Problems, Dialect: settings.Dialect}
	d.read(settings)
	return d
}

// runBy returns the dialect whose definitions a service runs, or nil.
func (l *Loader) runBy(service string) dialects.Dialect {
	for _, d := range l.Dialects {
		if s, ok := d.(dialects.Serviced); ok && s.Service() == service {
			return d
		}
	}
	return nil
}

// SplitPart separates the name of a definition inside a file from the path of the file. A file whose name has the mark in it comes
// first.
func SplitPart(path string) (file, part string) {
	at := strings.LastIndex(path, partMark)
	if at <= 0 {
		return path, ""
	}
	if _, err := os.Stat(path); err == nil {
		return path, ""
	}
	return path[:at], path[at+len(partMark):]
}

func partNames(all []*Definition) []string {
	var names []string
	for _, d := range all {
		if d.Part != "" {
			names = append(names, d.Part)
		}
	}
	return names
}
