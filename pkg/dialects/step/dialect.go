package step

import (
	"bytes"
	_ "embed"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// Dialect is step-JSON. It implements dialects.Dialect.
type Dialect struct{}

// Name implements dialects.Dialect.
func (Dialect) Name() string { return "step" }

// Suffixes implements dialects.Dialect.
func (Dialect) Suffixes() []string { return []string{".step.json", ".step.yaml", ".step.yml"} }

// mergeOption is the name of the option for how objects that workers and user tasks return are merged.
const mergeOption = "merge"

// Terms implements dialects.Dialect.
func (Dialect) Terms() dialects.Terms {
	return dialects.Terms{Element: "step", Whole: "workflow", End: "connect the last step to an END", Exit: "add an exit from one of its steps, such as a DECISION",
		Levels: dialects.Levels{Unreferenced: "an error", Unreachable: "an error", NoEnd: "an error"}}
}

// Options implements dialects.Dialect.
func (Dialect) Options() []dialects.Option {
	return []dialects.Option{{
		Name:   mergeOption,
		Values: []string{"deep", "shallow"},
		Read:   &dialects.Flag{Name: mergeOption, Default: "deep", Help: "how step merges objects into its variables: deep or shallow"},
	}}
}

// Looks implements dialects.Dialect.
func (Dialect) Looks() string {
	return `"steps", a list in which a step has an "id" and a known "type"`
}

// Recognises implements dialects.Dialect. Many files have a list of steps: pipelines, recipes, tours. One of ours has an
// id and a known type. Other tools have such types too, so that a step also has a field of the dialect; types with an
// underscore, which are rarer, need no more than that no other field is there.
func (Dialect) Recognises(root *source.Node) dialects.Evidence {
	steps := root.Get("steps")
	if steps == nil || steps.Kind != source.Array {
		return dialects.Evidence{}
	}
	lacks := `no item of "steps" has an "id" and a known "type"`
	for _, s := range steps.Items {
		t, id := s.Get("type"), s.Get("id")
		if t == nil || id == nil || id.Kind != source.String || !knownType(t.Text) {
			continue
		}
		if telling(s) != "" || strings.Contains(t.Text, "_") && words.Holds(s, inSteps) {
			return dialects.Evidence{Shows: `"steps" with a step of the type "` + t.Text + `"`}
		}
		lacks = `no step of a known type has a field of its own, such as "nextStep" or "jobType"`
	}
	return dialects.Evidence{Lacks: lacks}
}

// knownType reports whether a type of steps exists.
func knownType(name string) bool {
	for t := ServiceTask; t <= End; t++ {
		if t.String() == name {
			return true
		}
	}
	return false
}

// telling returns a field of a step that other lists of steps do not have, or "".
func telling(s *source.Node) string {
	for _, field := range []string{"nextStep", "jobType", "boundaryEvents", "conditionalNextSteps", "decisionTable", "transformations", "parallelNextSteps",
		"joinStep"} {
		if s.Get(field) != nil {
			return field
		}
	}
	return ""
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
	return dialects.Outline{Elements: "steps", Type: "type", Key: "id", Transitions: []string{"nextStep"}, ID: "id",
		Texts: []string{"name", "description", "metadata"}, Metadata: "metadata"}
}
