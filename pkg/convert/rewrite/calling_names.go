package rewrite

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// nameOfCalling is what the task is called that calls another one for a node: "call charge card" of the step "charge card". A step that its
// author gave another name than its task has adds that of the task, unless that is an address: "call notify for tell customer", so that the
// way back finds both.
func nameOfCalling(n *workflow.Node) string {
	name := "call " + n.Element.Name
	if n.Kind != workflow.Task || n.Call == nil || n.Element.Given == "" || strings.Contains(n.Call.Task, "/") {
		return name
	}
	return "call " + n.Call.Task + callingFor + n.Element.Name
}

// callingFor is between the name of a task and that of the step for which another task calls it.
const callingFor = " for "

// callsAnother reports whether the task of a node has the name of one that calls another task for the node: see [nameOfCalling].
func (c *Conversion) callsAnother(n *workflow.Node) bool {
	if !strings.Contains(strings.ToLower(n.Call.Task), "call") { // most do not, and what an address ends with takes long to find
		return false
	}
	task := c.taskName(n)
	if sameName(task, "call "+n.Name()) {
		return true
	}
	called, ok := strings.CutSuffix(dialects.PlainName(task), dialects.PlainName(callingFor+n.Name()))
	return ok && strings.HasPrefix(called, dialects.PlainName("call ")) && len(called) > len(dialects.PlainName("call "))
}
