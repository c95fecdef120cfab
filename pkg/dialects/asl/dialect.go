package asl

import (
	"bytes"
	_ "embed"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/reading"
	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/source"
)

// A Level is the version of the language that a definition is held to.
type Level uint8

// The levels. The zero value is the default.
const (
	Current   Level = iota // as AWS runs it today
	Level2016              // the specification of 2016
)

// levelOption is the name of the option that chooses the level.
const levelOption = "asl-level"

// Terms implements dialects.Dialect.
func (Dialect) Terms() dialects.Terms {
	return dialects.Terms{Element: "state", Whole: "machine", End: `add "End": true to the last state`, Exit: "add an exit from one of its states, such as a Choice",
		Moves: "state transitions", Levels: dialects.Levels{Unreferenced: flawLevels, Unreachable: flawLevels, NoEnd: flawLevels}}
}

// Options implements dialects.Dialect.
func (Dialect) Options() []dialects.Option {
	return []dialects.Option{{
		Name:   levelOption,
		Values: []string{Level2016.String(), Current.String()},
		Level:  true,
		Read:   &dialects.Flag{Name: levelOption, Default: Current.String(), Help: "the level of asl: 2016 or current"},
		Write:  &dialects.Flag{Name: "to-level", Default: Current.String(), Help: "the level of asl to write: 2016 or current"},
	}}
}

// levelOf returns the level that settings ask for; it is [Current] unless they have another.
func levelOf(s dialects.Settings) Level {
	if s[levelOption] == Level2016.String() {
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

// Service implements dialects.Serviced.
func (Dialect) Service() string { return "AWS Step Functions" }

// Suffixes implements dialects.Dialect.
func (Dialect) Suffixes() []string { return []string{".asl.json", ".asl.yaml", ".asl.yml"} }

// Looks implements dialects.Dialect.
func (Dialect) Looks() string { return `"StartAt" and "States", in which a state has a known "Type"` }

// Recognises implements dialects.Dialect. Other dialects have no key of these names: theirs are in lower case. But states
// with a type are found elsewhere too, so that what begins or continues with one is asked for.
func (Dialect) Recognises(root *source.Node) dialects.Evidence {
	start, states := root.Get("StartAt"), root.Get("States")
	if states == nil || states.Kind != source.Object {
		if start != nil {
			return dialects.Evidence{Lacks: `"StartAt" has no "States" object next to it`}
		}
		return dialects.Evidence{}
	}
	begins := start != nil && start.Kind == source.String
	if begins && states.Get(start.Text) != nil && slices.ContainsFunc(states.Members, continues) {
		return dialects.Evidence{Shows: `"StartAt" with the name of a state in "States"`}
	}
	for i := range states.Members {
		x := states.Members[i].Value
		t := x.Get("Type")
		if t == nil || t.Kind != source.String || !knownType(t.Text) {
			continue
		}
		switch {
		case begins:
			return dialects.Evidence{Shows: `"StartAt" and a state of the type "` + t.Text + `"`}
		case x.Get("Next") != nil || x.Get("End") != nil || x.Get("Choices") != nil:
			return dialects.Evidence{Shows: `"States" with a state of the type "` + t.Text + `" and what follows it`}
		}
	}
	return dialects.Evidence{Lacks: `"States" has no state with a known "Type" and "Next" or "End"`}
}

// continues reports whether a member of "States" has a known type, has yet to be written, or leads on as states do with nothing but fields
// of states in it. A type that is near a known one is a typing mistake; any other is that of another tool.
func continues(m source.Member) bool {
	if m.Value.Kind != source.Object {
		return false
	}
	if t := m.Value.Get("Type"); t != nil && t.Kind == source.String {
		return knownType(t.Text) || t.Text == "" || len(nearest.Names(t.Text, typeNames(Current), 1)) > 0
	}
	leads := len(m.Value.Members) == 0
	for i := range m.Value.Members {
		key := m.Value.Members[i].Key
		if !isStateField(key) {
			return false
		}
		leads = leads || slices.Contains([]string{"Next", "End", "Choices", "Branches"}, key)
	}
	return leads
}

// isStateField reports whether a state of some type may have a field.
func isStateField(name string) bool {
	return slices.ContainsFunc(fields, func(f reading.Field) bool { return f.Name == name && f.In&inStates != 0 })
}

// knownType reports whether a type of states exists.
func knownType(name string) bool {
	for t := Pass; t <= Map; t++ {
		if t.String() == name {
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
	// assumed are the values that are placeholders, where a run goes on as if they were not there.
	assumed []assumption
}

// Outline implements dialects.Outlined.
func (Dialect) Outline() dialects.Outline {
	return dialects.Outline{Elements: "States", Type: "Type", Inside: "Branches", Transitions: []string{"Next", "End"}, Texts: []string{"Comment", "Version"}}
}
