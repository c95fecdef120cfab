package verify

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// causeless describes an error of a task that has no cause and is put into the data: dialects differ in whether such an error has an empty
// cause there, or none.
func causeless(t *trial) string {
	for _, n := range t.pair.net().nodes {
		if n.Call == nil || !keepsError(n) {
			continue
		}
		for _, c := range t.source.callsOf(n) {
			if c.Error != nil && !cutShort(c) && c.Error.Class&workflow.ClassTimeout == 0 && c.Error.Cause == "" {
				return fmt.Sprintf("no cause of the error %q of %q, which is put into the data", c.Error.Name, c.Task)
			}
		}
	}
	return ""
}

// keepsError reports whether a handler of a node, or of a scope around it, puts the error into the data.
func keepsError(n *workflow.Node) bool {
	for ; n != nil; n = n.Region.Scope {
		for _, e := range n.Out {
			if e.Kind == workflow.OnError && (e.Data.Combine == nil || e.Data.Combine.Mode != workflow.Drop) {
				return true
			}
		}
	}
	return false
}
