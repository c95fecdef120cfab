package step

import (
	"bytes"
	_ "embed"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// Dialect is step-JSON. It implements dialects.Dialect.
type Dialect struct{}

// Name implements dialects.Dialect.
func (Dialect) Name() string { return "step" }

// Suffixes implements dialects.Dialect.
func (Dialect) Suffixes() []string { return []string{".step.json", ".step.yaml", ".step.yml"} }

// Looks implements dialects.Dialect.
func (Dialect) Looks() string { return `an object with "steps"` }

// Recognises implements dialects.Dialect.
func (Dialect) Recognises(root *source.Node) bool {
	steps := root.Get("steps")
	return steps != nil && steps.Kind == source.Array
}

//go:embed schema.json
var schema []byte

// Schema implements dialects.Dialect.
func (Dialect) Schema() []byte { return bytes.Clone(schema) }

// A definition is a file that was read as step-JSON. It implements dialects.Definition.
type definition struct {
	file    *source.File
	options dialects.Options
	// workflow is nil if the file holds no object.
	workflow *Workflow
	// findings are what reading found.
	findings dialects.Findings
}

// Outline implements dialects.Outlined.
func (Dialect) Outline() dialects.Outline {
	return dialects.Outline{Elements: "steps", Key: "id", Ways: []string{"nextStep"}, ID: "id",
		Texts: []string{"name", "description", "metadata"}, Metadata: "metadata"}
}
