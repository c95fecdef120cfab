package run

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/value"
)

// Limits of what is put into the environment of a process, whose size systems bound: about 128 KiB for a variable of Linux.
// The input is on stdin in any case.
const (
	mostVariable = 100_000 // of a document as JSON: a longer one is left out
	mostName     = 10_000  // of a name: a longer one is cut
)

// TaskVariable is the environment variable by which a program knows that it was started for a task.
const TaskVariable = "FLOWGLOT_TASK"

// OfTasks reports whether an environment variable is one that tasks are given. In the environment of a task, it is not
// meant for another flowglot that the task starts.
func OfTasks(name string) bool {
	switch name {
	case TaskVariable, "FLOWGLOT_NODE", "FLOWGLOT_ATTEMPT", "FLOWGLOT_INPUT", "FLOWGLOT_PARAMETERS":
		return true
	}
	return false
}

// variables are what tells a process about its call: FLOWGLOT_TASK, FLOWGLOT_NODE, FLOWGLOT_ATTEMPT, FLOWGLOT_INPUT and, where
// there are some, FLOWGLOT_PARAMETERS.
func variables(p Process, input []byte) []string {
	out := []string{
		TaskVariable + "=" + nameVariable(p.Task),
		"FLOWGLOT_NODE=" + nameVariable(p.Node),
		"FLOWGLOT_ATTEMPT=" + strconv.Itoa(p.Attempt),
	}
	if len(input) < mostVariable {
		out = append(out, "FLOWGLOT_INPUT="+string(input))
	}
	if p.Parameters != nil {
		if text := value.Append(nil, *p.Parameters); len(text) < mostVariable {
			out = append(out, "FLOWGLOT_PARAMETERS="+string(text))
		}
	}
	return out
}

// nameVariable returns a name as the value of a variable, which cannot hold a NUL.
func nameVariable(name string) string {
	if len(name) > mostName {
		end := mostName
		for end > 0 && !utf8.RuneStart(name[end]) {
			end--
		}
		name = name[:end]
	}
	return strings.ReplaceAll(name, "\x00", "\ufffd")
}
