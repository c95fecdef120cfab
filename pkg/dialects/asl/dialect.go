package asl

import (
	"bytes"
	_ "embed"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// A Level is the version of the language that a definition is held to.
type Level uint8

// The levels. The zero value is the default.
const (
	Current   Level = iota // as AWS runs it today
	Level2016              // the specification of 2016
)

// LevelOf returns the level that the options ask for; it is [Current] unless they say "2016".
func LevelOf(o dialects.Options) Level {
	if o.ASLLevel == "2016" {
		return Level2016
	}
	return Current
}

// String returns the level as options spell it.
func (l Level) String() string {
	if l == Level2016 {
		return "2016"
	}
	return "current"
}

// Dialect is the Amazon States Language. It implements dialects.Dialect.
type Dialect struct{}

// Name implements dialects.Dialect.
func (Dialect) Name() string { return "asl" }

// Suffixes implements dialects.Dialect.
func (Dialect) Suffixes() []string { return []string{".asl.json", ".asl.yaml", ".asl.yml"} }

// Looks implements dialects.Dialect.
func (Dialect) Looks() string { return `an object with "StartAt" and "States"` }

// Recognises implements dialects.Dialect. Other dialects have no key of these names: theirs are in lower case.
func (Dialect) Recognises(root *source.Node) bool {
	if n := root.Get("StartAt"); n != nil && n.Kind == source.String {
		return true
	}
	states := root.Get("States")
	if states == nil || states.Kind != source.Object {
		return false
	}
	for i := range states.Members {
		if states.Members[i].Value.Get("Type") != nil {
			return true
		}
	}
	return false
}

//go:embed schema.json
var schema []byte

// Schema implements dialects.Dialect.
func (Dialect) Schema() []byte { return bytes.Clone(schema) }

// A definition is a file that was read as asl. It implements dialects.Definition.
type definition struct {
	file    *source.File
	options dialects.Options
	level   Level
	// machine is nil if the file holds no object.
	machine *Machine
	// findings are what reading found.
	findings dialects.Findings
	// names has the first state of each name in the whole definition, branches included.
	names map[string]*State
}

// Outline implements dialects.Outlined.
func (Dialect) Outline() dialects.Outline {
	return dialects.Outline{Elements: "States", Inside: "Branches", Ways: []string{"Next", "End"}, Texts: []string{"Comment", "Version"}}
}
