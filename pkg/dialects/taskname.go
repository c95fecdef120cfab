package dialects

import (
	"regexp"
	"strings"
	"sync"
)

// qualifiedARN is the ARN of a resource of some type, region and account with a version or an alias: a region or an account may be a
// placeholder that has colons itself.
var qualifiedARN = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(arn:[^:]+:[^:]+:(?:\$\{[^}]*\}|[^:$]+):(?:\$\{[^}]*\}|[^:$]+):[^:]+:[^:]+):([^:]+)$`)
})

// qualifiedColons is how many colons such an ARN has at least. Most have fewer, and are not matched.
const qualifiedColons = 7

// TaskName is what people call a task whose name is an address: of one that was made of a name by a form (see [Raising.Resource]) that
// name, and of an ARN, a URN or a URL the last part, with the name before it where that is a version
// or an alias. Any other name is itself. Different tasks may get the same name.
func TaskName(task, form string) string {
	if form == "" {
		form = DefaultResource
	}
	before, after, _ := strings.Cut(form, "{task}")
	if x, ok := strings.CutPrefix(task, before); ok {
		if x, ok = strings.CutSuffix(x, after); ok && x != "" {
			return x
		}
	}
	if !strings.HasPrefix(task, "arn:") && !strings.HasPrefix(task, "urn:") && !strings.Contains(task, "://") {
		return task
	}
	address, _, _ := strings.Cut(task, "?")
	if strings.Count(address, ":") >= qualifiedColons {
		if qualified := qualifiedARN().FindStringSubmatch(address); qualified != nil {
			address = qualified[1] + "-" + qualified[2]
		}
	}
	const marks = ":/#"
	name := strings.TrimRight(address, marks)
	if name == "" {
		return task
	}
	end := strings.LastIndexAny(name, marks)
	before, name = name[:end+1], name[end+1:]
	if _, asked, ok := strings.Cut(address, ":::"); ok && !strings.Contains(asked, ":::") && strings.Trim(before, marks) != "" { // of a service
		name = strings.ReplaceAll(asked, ":", "-")
	}
	return strings.ReplaceAll(name, ".", "-")
}

// TaskNames are what the tasks of a program are called in the target: by their short names, with numbers where two would be the same.
type TaskNames struct {
	raised *Raised
	form   string
	names  map[string]string
	taken  *Names
}

// NewTaskNames returns the names of no task yet, for names that are told apart by numbers after a gap. The report gets those that differ;
// form is [Raising.Resource].
func NewTaskNames(r *Raised, form, gap string) *TaskNames {
	return &TaskNames{raised: r, form: form, names: map[string]string{}, taken: NewNames(gap, 0)}
}

// Of returns what a task is called, which it is from then on.
func (t *TaskNames) Of(task string) string {
	name, known := t.names[task]
	if !known {
		name = t.taken.Free(TaskName(task, t.form))
		t.names[task] = name
		if name != task {
			t.raised.Tasks = append(t.raised.Tasks, Renaming{From: task, To: name})
		}
	}
	return name
}
