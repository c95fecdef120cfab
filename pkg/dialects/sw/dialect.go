package sw

import (
	"bytes"
	_ "embed"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// Dialect is Serverless Workflow. It implements dialects.Dialect.
type Dialect struct{}

// Name implements dialects.Dialect.
func (Dialect) Name() string { return "sw" }

// Suffixes implements dialects.Dialect.
func (Dialect) Suffixes() []string { return []string{".sw.json", ".sw.yaml", ".sw.yml"} }

// Looks implements dialects.Dialect.
func (Dialect) Looks() string { return `an object with an array of "states"` }

// Recognises implements dialects.Dialect. That states alone make a workflow is not enough where each of them looks like
// one of another language: those of sw have a type, a start or an end.
func (Dialect) Recognises(root *source.Node) bool {
	states := root.Get("states")
	if states == nil || states.Kind != source.Array || root.Get("initialState") != nil {
		return false
	}
	for _, s := range states.Items {
		if s.Get("type") != nil || s.Get("start") != nil || s.Get("end") != nil {
			return true
		}
	}
	return root.Get("functions") != nil || root.Get("events") != nil || len(states.Items) == 0 && root.Get("id") != nil
}

//go:embed schema.json
var schema []byte

// Schema implements dialects.Dialect.
func (Dialect) Schema() []byte { return bytes.Clone(schema) }

// A definition is a file that was read as Serverless Workflow. It implements dialects.Definition.
type definition struct {
	file *source.File
	// workflow is nil if the file holds no object.
	workflow *Workflow
	// plain tells that filters keep no names.
	plain bool
	// findings are what reading found.
	findings dialects.Findings
}

// quote returns a name or text for a message.
func quote(s string) string { return dialects.Quote(s) }

// Outline implements dialects.Outlined.
func (Dialect) Outline() dialects.Outline {
	return dialects.Outline{Elements: "states", Key: "name", Ways: []string{"transition", "end"}, Next: "nextState", Begins: "start", ID: "id",
		Texts: []string{"name", "description", "version", "metadata"}, Metadata: "metadata", Worded: true}
}
