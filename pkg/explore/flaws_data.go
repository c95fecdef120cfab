package explore

import (
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Gap is a read of data that nothing on a path to it has written, with a shortest such path.
type Gap struct {
	*Unwritten
	Path    []*workflow.Element
	Assumed []string
}

// Handled reports whether every error handler was used by some run. Where one was not, what it leads to may still happen: errors of
// expressions are not followed.
func (s *Space) Handled() bool {
	taken := map[*workflow.Edge]bool{}
	for i := range s.States {
		for k := range s.States[i].Steps {
			for _, e := range s.States[i].Steps[k].Taken {
				taken[e] = true
			}
		}
	}
	for _, e := range s.Workflow.Edges {
		if e.Kind == workflow.OnError && !taken[e] {
			return false
		}
	}
	return true
}

// Gaps lists the reads of what nothing has written, one for each place, in the order of the definition. There are none unless the space was
// explored with [Options.Data].
func (s *Space) Gaps() []Gap {
	f := &flaws{space: s}
	var out []Gap
	known := map[source.Span]bool{}
	found := false
	for i := range s.States {
		for k := range s.States[i].Steps {
			found = found || len(s.States[i].Steps[k].Unwritten) > 0
		}
	}
	if !found {
		return nil
	}
	for _, id := range f.graph().order {
		for k := range s.States[id].Steps {
			t := &s.States[id].Steps[k]
			for _, u := range t.Unwritten {
				if known[u.At] {
					continue
				}
				known[u.At] = true
				to := f.leading(Flaw{}, id, t)
				out = append(out, Gap{Unwritten: u, Path: to.Path, Assumed: to.Assumed})
			}
		}
	}
	return out
}
