package sw

import (
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// names are those that are taken among states, functions, events, branches or definitions.
type names map[string]int // how often a name was wanted

// unique returns a name that nothing else has: the one that is wanted, or that with a number after it.
func (n names) unique(want string) string {
	if strings.TrimSpace(want) == "" {
		want = "unnamed"
	}
	n[want]++
	for name, i := want, n[want]; ; i++ {
		if i > 1 {
			name = want + " " + strconv.Itoa(i)
		}
		if name == want || n[name] == 0 {
			n[name] = max(n[name], 1)
			n[want] = i
			return name
		}
	}
}

// taskName is the name of a task: that in a Resource which was made of it, or all of its text.
func taskName(form, task string) string {
	if form == "" {
		form = dialects.DefaultResource
	}
	before, behind, ok := strings.Cut(form, "{task}")
	if !ok || len(task) <= len(before)+len(behind) || !strings.HasPrefix(task, before) || !strings.HasSuffix(task, behind) {
		return task
	}
	return task[len(before) : len(task)-len(behind)]
}
