package arrow

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// naming gives the tasks of a flow their names, and declares the names that steps go by where their tasks are called otherwise.
type naming struct {
	resource string // the form that asl gives to a task
	out      *dialects.Raised
	program  *workflow.Program
	used     map[string]bool                    // names that are taken
	tasks    map[string]string                  // by task, its name in the flow
	declared map[*workflow.Element]*Declaration // by element, the declaration of its name
	known    map[dialects.Renaming]bool         // what is in the report
	order    []*Declaration
}

func newNaming(t *translation) *naming {
	n := &naming{resource: t.options.Resource, out: t.out, program: t.program, used: map[string]bool{}, tasks: map[string]string{},
		declared: map[*workflow.Element]*Declaration{}, known: map[dialects.Renaming]bool{}}
	if n.resource == "" {
		n.resource = dialects.DefaultResource
	}
	for _, w := range t.program.Workflows {
		n.reserve(w)
	}
	return n
}

// reserve takes the names of the tasks of a workflow that can stay as they are.
func (n *naming) reserve(w *workflow.Workflow) {
	for _, node := range w.Nodes {
		if node.Call == nil || node.Call.Workflow && n.program.Find(node.Call.Task) != nil {
			continue
		}
		if name := n.taskOf(node.Call.Task); name != "" && legal(name) == name {
			n.used[name] = true
			n.tasks[name] = name
		}
	}
}

// taskOf is the name of a task that a resource of asl was made of, or the resource.
func (n *naming) taskOf(resource string) string {
	before, after, ok := strings.Cut(n.resource, "{task}")
	if !ok {
		return resource
	}
	if name, ok := strings.CutPrefix(resource, before); ok {
		if name, ok = strings.CutSuffix(name, after); ok && name != "" {
			return name
		}
	}
	return resource
}

// invocation is the step that calls the task of a node: by the name of its element, which is declared if the task has another; or
// an address as a resource.
func (n *naming) invocation(node *workflow.Node) *Step {
	task := n.taskOf(node.Call.Task)
	s := &Step{Name: task}
	if addressable(task) {
		s.Kind = Resource
	} else {
		s.Name = n.task(task)
	}
	n.noteName(&n.out.Tasks, node.Call.Task, s.Name)
	if p := node.Call.Parameters; p != nil {
		if data := fixedData(p); data != nil {
			s.Parameters = literalOf(data, "(", ")")
		}
	}
	n.noteName(&n.out.Names, node.Name(), s.Name)
	if s.Kind == Task && node.Role == workflow.Primary {
		s.Name = n.declare(node.Element, s.Name)
	}
	return s
}

// addressable reports whether a task is an address, and can be written in angle brackets.
func addressable(task string) bool {
	return remote(task) && !strings.ContainsAny(task, ">\r\n")
}

// task is what a task is called in the flow.
func (n *naming) task(task string) string {
	name, ok := n.tasks[task]
	if !ok {
		name = n.unique(legal(task), "task")
		n.tasks[task] = name
	}
	return name
}

// substitute is the step of a task in the place of something else, by the name of its element.
func (n *naming) substitute(node *workflow.Node) *Step {
	d := n.declared[node.Element]
	if d == nil {
		d = &Declaration{Name: n.unique(legal(node.Name()), "task"), Doc: documentation(node.Name(), node.Element.Title, node.Element.Doc)}
		n.declared[node.Element] = d
		if d.Doc != nil {
			n.order = append(n.order, d)
		}
		n.out.Substitutes = append(n.out.Substitutes, d.Name)
		n.out.StandIns = append(n.out.StandIns, dialects.StandIn{Element: node.Name(), Task: d.Name})
		n.noteName(&n.out.Names, node.Name(), d.Name)
	}
	return &Step{Name: d.Name}
}

// declare returns the name of a step that calls a task, and declares it if it is another, or if it needs documentation about
// it.
func (n *naming) declare(e *workflow.Element, task string) string {
	if d := n.declared[e]; d != nil {
		return d.Name
	}
	d := &Declaration{Name: legal(e.Name), Doc: documentation(e.Name, e.Title, e.Doc)}
	switch {
	case d.Name == "":
		d.Name = task
	case d.Name != task:
		d.Name = n.unique(d.Name, "step")
		d.Alias = &Alias{Name: task}
	}
	n.declared[e] = d
	if d.Alias != nil || d.Doc != nil {
		n.order = append(n.order, d)
	}
	return d.Name
}

// declarations are those of the flow, in the order in which its steps were come to.
func (n *naming) declarations() []*Declaration { return n.order }

// noteName notes a changed name.
func (n *naming) noteName(list *[]dialects.Renaming, from, to string) {
	r := dialects.Renaming{From: from, To: to}
	if from != to && !n.known[r] {
		n.known[r] = true
		*list = append(*list, r)
	}
}

// unique returns a name that is not taken, and takes it. In place of an empty one there is another.
func (n *naming) unique(name, otherwise string) string {
	if name == "" {
		name = otherwise
	}
	free := name
	for i := 2; n.used[free]; i++ {
		free = name + "-" + strconv.Itoa(i)
	}
	n.used[free] = true
	return free
}

// legal is a name with hyphens in place of what a name of a flow cannot have; it may be empty (arrow: "A task is identified by
// name which are alpha-numeric along with the hyphen, underscore, and colon").
func legal(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range name {
		if r != unicode.ReplacementChar && (r == '_' || r == '-' || r == ':' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) {
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
			continue
		}
		gap = true
	}
	return strings.TrimLeft(b.String(), "-:")
}

// joinedText joins the title and the description of a name.
func joinedText(name, title, text string) string {
	text = strings.TrimSpace(text)
	switch title = strings.TrimSpace(title); {
	case title == "" || title == name:
		return text
	case text == "":
		return title
	}
	return title + "\n\n" + text
}

// documentation is the title and the description of a name, as in a declaration; nil if there is only the name, or if they
// cannot be written there.
func documentation(name, title, text string) *Doc {
	text = joinedText(name, title, text)
	switch {
	case text == "" || strings.Contains(text, "'''") && strings.Contains(text, `"""`):
		return nil
	case strings.ContainsAny(text, "\r\n"):
		return &Doc{Text: "\n" + text + "\n"}
	}
	return &Doc{Text: " " + text + " "}
}
