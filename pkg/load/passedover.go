package load

import (
	"bytes"
	"fmt"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// mostMarked is how much of a text is looked at for the mark of generated files, which is at its beginning.
const mostMarked = 1 << 10

// IsGenerated reports whether a text names a program that wrote it: by "@generated", or by "generated" and "do not
// edit" in any case near its beginning. A walk passes over such a file; what is wrong with it has to be corrected where it
// comes from.
func IsGenerated(text []byte) bool {
	start := bytes.ToLower(text[:min(len(text), mostMarked)])
	return bytes.Contains(start, []byte("@generated")) ||
		bytes.Contains(start, []byte("do not edit")) && bytes.Contains(start, []byte("generated"))
}

// Resembles reports whether a walk passes over the definition, but its text resembles one of its dialect: it may have a mistake.
func (d *Definition) Resembles() bool {
	t, ok := d.namedOnly()
	return ok && !IsGenerated(d.File.Text) && t.Unmistakable(d.File.Text).Lacks != ""
}

// PassedOver explains why a walk passes over the definition, though its dialect was recognised: a program wrote it, or only its name
// shows what it is, with a suffix that other tools use too. It is empty if a walk takes the definition.
func (d *Definition) PassedOver() string {
	if IsGenerated(d.File.Text) {
		return "its text declares that it is generated"
	}
	t, ok := d.namedOnly()
	if !ok {
		return ""
	}
	switch e := t.Unmistakable(d.File.Text); {
	case e.Found():
		return ""
	case e.Lacks != "":
		return fmt.Sprintf("other tools use names that end with %q too, and %s", d.Detection.Suffix, e.Lacks)
	}
	return fmt.Sprintf("other tools use names that end with %q too, and its text may be something else", d.Detection.Suffix)
}

// namedOnly returns the dialect of a text that was recognised by the name of its file.
func (d *Definition) namedOnly() (dialects.Textual, bool) {
	t, ok := d.Dialect.(dialects.Textual)
	return t, ok && d.Detection.Suffix != ""
}
