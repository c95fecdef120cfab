package explore

import (
	"encoding/binary"
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// failures are the names of errors that a call may fail with, as far as the definition tells them apart: one without a name, and
// of those that retriers and catchers name, on the node or on a scope around it, one for each way in which they are handled.
func failures(n *workflow.Node) []string {
	names := []string{""}
	seen := []string{handling(n, "")}
	for at := n; at != nil; at = at.Region.Scope {
		for _, m := range matchers(at) {
			for i := range m {
				name := m[i].Name
				if name == "" || slices.Contains(names, name) {
					continue
				}
				if how := handling(n, name); !slices.Contains(seen, how) {
					names, seen = append(names, name), append(seen, how)
				}
			}
		}
	}
	return names
}

// matchers are those of the retriers and then of the catchers of a node.
func matchers(n *workflow.Node) []workflow.Matcher {
	var out []workflow.Matcher
	for i := range n.Retry {
		out = append(out, n.Retry[i].On)
	}
	for _, e := range n.Out {
		if e.Kind == workflow.OnError {
			out = append(out, e.On)
		}
	}
	return out
}

// handling tells ways to handle an error apart: at each node from the one that fails outwards, which of its matchers take it.
func handling(n *workflow.Node, name string) string {
	var b []byte
	class := workflow.ClassTask
	for at := n; at != nil; at = at.Region.Scope {
		for i, m := range matchers(at) {
			if m.Matches(name, class) {
				b = binary.AppendVarint(b, int64(i+1))
			}
		}
		b = append(b, 0)
		class |= workflow.ClassBranch
	}
	return string(b)
}

// Named lists the names of errors that retriers and catchers of workflows name, in the order in which they do.
func Named(all ...*workflow.Workflow) []string {
	var out []string
	for _, w := range all {
		for _, n := range w.Nodes {
			for _, m := range matchers(n) {
				for i := range m {
					if name := m[i].Name; name != "" && !slices.Contains(out, name) {
						out = append(out, name)
					}
				}
			}
		}
	}
	return out
}
