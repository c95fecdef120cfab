package convert_test

import (
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// checked reads and checks a text as the dialect that it looks like.
func checked(name string, text []byte, o dialects.Options) *lint.Report {
	loader := load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{Options: o})}
	return (&lint.Linter{}).Check(loader.Read(load.Text(name, text)))
}

// program reads a definition of any dialect.
func program(t testing.TB, name, text string) *workflow.Program {
	t.Helper()
	level := "2016"
	if strings.Contains(name, "today.") {
		level = "current"
	}
	r := checked(name, []byte(text), dialects.Options{Settings: dialects.Settings{"asl-level": level}})
	if r.Program == nil || r.Errors() > 0 {
		t.Fatalf("%s has errors: %v", name, r.Findings)
	}
	return r.Program
}

func options() run.Options {
	return run.Options{Start: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), MaxSteps: 1_000, MaxTime: iso8601.Duration{Years: 1}, Input: valuetest.Object()}
}

// chance is the same for the same seed.
func chance(seed int64) *rand.Rand { return rand.New(rand.NewSource(seed)) }

// written are the options for writing definitions in a dialect, with hints.
func written(to dialects.Dialect) dialects.Raising {
	return inDomain(to, dialects.Raising{Format: source.JSON, CarryHints: true})
}

// inDomain has what is written in the shape of a dialect hold for ordinary data.
func inDomain(to dialects.Dialect, o dialects.Raising) dialects.Raising {
	if _, ok := to.(dialects.Target); ok {
		o.Domain = dialects.Domain{Objects: true, Typed: true, Disjoint: true}
	}
	return o
}
