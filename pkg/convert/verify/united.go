package verify

import "github.com/flowglot/flowglot/pkg/dialects"

// united maps the names that became one with an earlier one of a list to that: what several tasks of the source do is one task of the target.
func united(list []dialects.Renaming) map[string]string {
	out, first := map[string]string{}, inverse(list)
	for _, r := range list {
		if first[r.To] != r.From {
			out[r.From] = first[r.To]
		}
	}
	return out
}

// unite gives the calls of tasks that are one in the target the name of one of them.
func (o *observation) unite(tasks map[string]string) {
	if o.united = tasks; len(tasks) == 0 {
		return
	}
	for i := range o.calls {
		o.calls[i].Task = original(tasks, o.calls[i].Task)
	}
	o.byNode = nil
	o.sort()
}
