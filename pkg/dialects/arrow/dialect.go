package arrow

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Dialect is the arrow flow text. It implements dialects.Dialect.
type Dialect struct{}

// Name implements dialects.Dialect.
func (Dialect) Name() string { return "arrow" }

// Suffixes implements dialects.Dialect.
func (Dialect) Suffixes() []string { return []string{".flow"} }

// Looks implements dialects.Dialect.
func (Dialect) Looks() string {
	return `"@flow" or "@task", or lines such as "a -> b"`
}

// Recognises implements dialects.Dialect. A flow is not written in JSON or YAML; it is known by its text or its name.
func (Dialect) Recognises(*source.Node) dialects.Evidence { return dialects.Evidence{} }

// Terms implements dialects.Dialect.
func (Dialect) Terms() dialects.Terms {
	return dialects.Terms{Element: "step", Whole: "flow", End: "remove the arrow after the last step", Exit: "remove the arrow that leads back",
		Levels: dialects.Levels{Unreachable: "an error"}}
}

// Options implements dialects.Dialect.
func (Dialect) Options() []dialects.Option { return nil }

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
	// checked is the net that the rules looked at, until it is lowered; nil if there is none.
	checked *builder
}

// KeptLines implements dialects.Holder: they are the declarations.
func (Dialect) KeptLines(w *workflow.Workflow) []string {
	var out []string
	add := func(extras workflow.Extras) {
		for _, x := range extras {
			if x.Key == hintDeclaration && x.Value != nil {
				out = append(out, x.Value.Text)
			}
		}
	}
	for _, e := range w.Elements {
		add(e.Extras)
	}
	add(w.Extras)
	return out
}

// Comments implements dialects.Commented.
func (d *definition) Comments() []source.Span { return d.flow.Comments }
