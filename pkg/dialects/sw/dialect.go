package sw

import (
	"bytes"
	_ "embed"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// Dialect is Serverless Workflow. It implements dialects.Dialect.
type Dialect struct{}

// Name implements dialects.Dialect.
func (Dialect) Name() string { return "sw" }

// Suffixes implements dialects.Dialect.
func (Dialect) Suffixes() []string { return []string{".sw.json", ".sw.yaml", ".sw.yml"} }

// filterOption is the name of the option for whether filters keep the names of what they select.
const filterOption = "filter"

// Terms implements dialects.Dialect.
func (Dialect) Terms() dialects.Terms {
	return dialects.Terms{Element: "state", Whole: "workflow", End: "add an end to the last state", Exit: "add an exit from one of its states, such as a switch"}
}

// Options implements dialects.Dialect.
func (Dialect) Options() []dialects.Option {
	return []dialects.Option{{
		Name:   filterOption,
		Values: []string{"spec", "value"},
		Read: &dialects.Flag{Name: filterOption, Default: "spec",
			Help: "sw: filters keep the path to what they select (spec) or only its value (value)"},
	}}
}

// Looks implements dialects.Dialect.
func (Dialect) Looks() string {
	return `"states", a list in which a state has a "name", a known "type", and "transition", "end" or a field of that type`
}

// Recognises implements dialects.Dialect. A list of states is common, and so are words such as "event" and "switch": a
// state of sw also has a name, and fields that only a state of its type has, or describes how the workflow begins, goes on or
// ends.
func (Dialect) Recognises(root *source.Node) dialects.Evidence {
	states := root.Get("states")
	if states == nil || states.Kind != source.Array || root.Get("initialState") != nil {
		return dialects.Evidence{}
	}
	for _, s := range states.Items {
		t, name := s.Get("type"), s.Get("name")
		if t == nil || name == nil || name.Kind != source.String || !slices.Contains(stateTypes(), strings.ToLower(t.Text)) {
			continue
		}
		if field := telling(s); field != "" {
			return dialects.Evidence{Shows: `"states" with a state of the type "` + t.Text + `" that has "` + field + `"`}
		}
	}
	return dialects.Evidence{Lacks: `no item of "states" has a "name", a known "type", and an object "transition" or "end", or a field of that type`}
}

// telling returns a field of a state that lists of other things do not have, or "".
func telling(s *source.Node) string {
	for _, field := range []string{"transition", "start", "end"} {
		if n := s.Get(field); n != nil && (n.Kind == source.Object || n.Kind == source.Bool) {
			return field
		}
	}
	for _, field := range []string{"eventsActions", "actions", "dataConditions", "eventConditions", "timeDelay", "branches", "workflowId", "inputCollection",
		"eventRef"} {
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

// A definition is a file that was read as Serverless Workflow. It implements dialects.Definition.
type definition struct {
	file *source.File
	// workflow is nil if the file holds no object.
	workflow *Workflow
	// plain means that filters keep no names.
	plain bool
	// unprinted means that the definition is not written again from the program.
	unprinted bool
	// findings are what reading found.
	findings dialects.Findings
	// references are all references to states, functions and events.
	references []*Reference
}

// quote returns a name or text for a message.
func quote(s string) string { return dialects.Quote(s) }

// Outline implements dialects.Outlined.
func (Dialect) Outline() dialects.Outline {
	return dialects.Outline{Elements: "states", Type: "type", Key: "name", Transitions: []string{"transition", "end"}, Next: "nextState", Begins: "start", ID: "id",
		Texts: []string{"name", "description", "version", "metadata"}, Metadata: "metadata", Worded: true}
}
