package asl

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// lambdaNames are the names of the functions of Lambda that tasks without an address become. A function has a name of ASCII letters,
// digits, "-" and "_": a colon in an ARN would begin a version, and AWS refuses other characters. A task with such a name keeps it, and
// no two tasks become one function.
func lambdaNames(p *workflow.Program, form string) map[string]string {
	out, taken := map[string]string{}, dialects.NewNames("-", 0)
	for _, keeps := range []bool{true, false} {
		for _, w := range p.Workflows {
			for _, n := range w.Nodes {
				if n.Call == nil || out[n.Call.Task] != "" || keeps != (lambdaName(n.Call.Task) == n.Call.Task) {
					continue
				}
				name := n.Call.Task
				if !keeps {
					name = lambdaName(dialects.TaskName(name, form))
				}
				out[n.Call.Task] = taken.Free(name)
			}
		}
	}
	return out
}

// lambdaName is a name with "-" for each character that the name of a function cannot have.
func lambdaName(name string) string { return dialects.InASCII(name, "-_") }
