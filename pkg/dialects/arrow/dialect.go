package arrow

import (
	"bytes"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// Dialect is the arrow flow text. It implements dialects.Dialect.
type Dialect struct{}

// Name implements dialects.Dialect.
func (Dialect) Name() string { return "arrow" }

// Suffixes implements dialects.Dialect.
func (Dialect) Suffixes() []string { return []string{".flow"} }

// Looks implements dialects.Dialect.
func (Dialect) Looks() string {
	return `a text with "→", "->" or "@flow", or a name that ends with ".flow"`
}

// Recognises implements dialects.Dialect. A flow is no JSON or YAML, it is known by its text or its name.
func (Dialect) Recognises(*source.Node) bool { return false }

// RecognisesText implements dialects.Textual: a flow has an arrow, or declares something.
func (Dialect) RecognisesText(text []byte) bool {
	text = text[:min(len(text), 64<<10)]
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		if bytes.HasPrefix(line, []byte("#")) {
			continue
		}
		if bytes.HasPrefix(line, []byte("@task ")) || bytes.HasPrefix(line, []byte("@flow ")) || bytes.Contains(line, []byte("→")) ||
			bytes.Contains(line, []byte("->")) {
			return true
		}
	}
	return false
}

// Schema implements dialects.Dialect. The text of a flow has none.
func (Dialect) Schema() []byte { return nil }

// Read implements dialects.Dialect.
func (Dialect) Read(f *source.File, o dialects.Options) dialects.Definition { return read(f, o) }

func read(f *source.File, o dialects.Options) *definition {
	flow, found := parse(f)
	return &definition{file: f, options: o, flow: flow, tasks: newTasks(flow), findings: *found}
}

// A definition is a file that was read as arrow. It implements dialects.Definition.
type definition struct {
	file    *source.File
	options dialects.Options
	flow    *Flow
	tasks   *tasks
	// findings are what reading found.
	findings dialects.Findings
}

// HoldsHints implements dialects.Holder.
func (Dialect) HoldsHints() {}
