package dialects

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/flowglot/flowglot/pkg/source"
)

// Evidence is what the content of a file shows about one dialect. The zero value shows nothing.
type Evidence struct {
	// Shows is what shows that the file is a definition, in words: `"StartAt" and a state of the type "Task"`. It is empty
	// if the file is not, or if that is not sure.
	Shows string
	// Lacks is what is missing in a file that resembles a definition: `no item of "steps" has an "id" and a known "type"`.
	Lacks string
}

// Found reports whether the evidence is enough.
func (e Evidence) Found() bool { return e.Shows != "" }

// A Textual dialect is not written in JSON or YAML.
type Textual interface {
	Dialect
	// RecognisesText describes what in a text shows that it is a definition.
	RecognisesText(text []byte) Evidence
	// Disowns explains why a file whose name ends with a suffix of the dialect is not a definition all the same, because other
	// tools use the suffix too; it is empty if nothing speaks against it.
	Disowns(name string, text []byte) string
	// Unmistakable describes what in a text shows that it cannot be anything but a definition. A text whose name ends with a suffix
	// of the dialect needs that where nobody named the file, since other tools use the suffix too.
	Unmistakable(text []byte) Evidence
}

// A Detection is what was found out about a file.
type Detection struct {
	// Dialect is nil if none was recognised.
	Dialect Dialect
	// Why is what it was recognised by.
	Why string
	// WhyNot are the reasons against those dialects that the file resembles, if none was recognised.
	WhyNot []string
	// Suffix is the one that shows the dialect, where it was recognised by the name of the file.
	Suffix string
}

// Detect finds the dialect of a file whose text was parsed: by its content first and its name second.
func Detect(all []Dialect, f *source.File) Detection {
	var out Detection
	structured := f.Root != nil && (f.Root.Kind == source.Object || f.Root.Kind == source.Array)
	if structured {
		for _, d := range all {
			e := d.Recognises(f.Root)
			if e.Found() {
				return Detection{Dialect: d, Why: "it has " + e.Shows}
			}
			if e.Lacks != "" {
				out.WhyNot = append(out.WhyNot, d.Name()+": "+e.Lacks)
			}
		}
	}
	if d, suffix := byName(all, f.Name); d != nil {
		against := ""
		if t, ok := d.(Textual); ok {
			against = t.Disowns(f.Name, f.Text)
		}
		if against == "" {
			return Detection{Dialect: d, Why: fmt.Sprintf("its name ends with %q", suffix), Suffix: suffix}
		}
		out.WhyNot = append(out.WhyNot, d.Name()+": "+against)
		return out
	}
	switch strings.ToLower(filepath.Ext(f.Name)) {
	case ".json", ".yaml", ".yml":
		return out
	}
	if structured {
		return out
	}
	for _, d := range all {
		t, ok := d.(Textual)
		if !ok {
			continue
		}
		e := t.RecognisesText(f.Text)
		if e.Found() {
			return Detection{Dialect: d, Why: "it has " + e.Shows}
		}
		if e.Lacks != "" {
			out.WhyNot = append(out.WhyNot, d.Name()+": "+e.Lacks)
		}
	}
	return out
}
