package arrow

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// naming gives the tasks of a flow their names, and declares the names that steps go by where their tasks are called otherwise.
type naming struct {
	resource     string // the form that asl gives to a task
	out          *dialects.Raised
	added        map[string]bool                    // the tasks that stand in for something
	unwraps      map[string]bool                    // the names of tasks that others call in the source
	calls        map[string]bool                    // the names of the tasks that steps call
	agreed       map[string]bool                    // the tasks whose workers have to do something else than for the source
	shared       []*workflow.Node                   // the steps that call the task of others, which they did not
	used         *dialects.Names                    // of tasks, steps and parts
	tasks        map[string]string                  // by task, its name in the flow
	declared     map[*workflow.Element]*Declaration // by element, the declaration of its name
	known        map[dialects.Renaming]bool         // what is in the report
	called       map[dialects.Renaming]bool         // what elements are called in the text
	declarations []*Declaration
	subflows     map[*workflow.Node][]declared // by node, the tasks that are declared for it
}

// declared is a task with a subflow, and the text of that.
type declared struct {
	*Declaration
	text string
}

func newNaming(w *workflow.Workflow, o dialects.Raising, out *dialects.Raised) *naming {
	n := &naming{resource: o.Resource, out: out, added: map[string]bool{}, agreed: map[string]bool{}, calls: map[string]bool{}, unwraps: map[string]bool{}, used: dialects.NewNames("-", 0), tasks: map[string]string{},
		declared: map[*workflow.Element]*Declaration{}, known: map[dialects.Renaming]bool{}, called: map[dialects.Renaming]bool{},
		subflows: map[*workflow.Node][]declared{}}
	for _, task := range o.Substitutes {
		n.added[task] = true
	}
	for i := range o.Contracts {
		n.agreed[o.Contracts[i].Task] = true
	}
	for _, node := range w.Nodes {
		if node.Call != nil {
			n.calls[dialects.TaskName(node.Call.Task, n.resource)] = true
		}
	}
	for _, node := range w.Nodes {
		if node.Call == nil || n.tasks[node.Call.Task] != "" {
			continue
		}
		if name := dialects.TaskName(node.Call.Task, n.resource); name == node.Call.Task && legal(name) == name && n.unwrapped(node) == "" {
			n.used.Take(name)
			n.tasks[name] = name
		}
	}
	return n
}

// invocation is the step that calls the task of a node: by the name of its element, which is declared if the task has another; or
// an address as a resource.
func (n *naming) invocation(node *workflow.Node) *Step {
	task := node.Call.Task
	s := &Step{}
	if node.Call.Address && addressable(task) {
		s.Kind, s.Name = Resource, task
	} else {
		wish := n.unwrapped(node)
		n.share(node, wish)
		s.Name = n.task(task, wish)
	}
	n.noteName(&n.out.Tasks, task, s.Name)
	if p := node.Call.Parameters; p != nil {
		if data := fixedData(p); data != nil {
			s.Parameters = literalOf(data, "(", ")")
		}
	}
	if authored(node.Element) {
		n.noteName(&n.out.Names, node.Element.Original().Name, s.Name)
	}
	if s.Kind == Task && node.Role == workflow.Primary {
		s.Name = n.declare(node, s.Name)
		if r := (dialects.Renaming{From: node.Element.Name, To: s.Name}); r.From != r.To && !n.called[r] {
			n.called[r] = true
			n.out.Elements = append(n.out.Elements, r)
		}
	}
	return s
}

// addressable reports whether a task is an address, and can be written in angle brackets.
func addressable(task string) bool {
	return remote(task) && !strings.ContainsAny(task, ">\r\n")
}

// task is what a task is called in the flow: the name that is wished for, or else its own.
func (n *naming) task(task, wish string) string {
	name, ok := n.tasks[task]
	if !ok {
		if wish == "" || n.used.Has(wish) {
			wish = legal(dialects.TaskName(task, n.resource))
		}
		name = n.used.Free(cmp.Or(wish, "task"))
		n.tasks[task] = name
	}
	return name
}

// share has a step call the task of another one: both call it through others, or one of them does, and what these add to the calls is left
// out. It reports false where the worker of a task has to do something else than in the source, which that of one task cannot for some.
func (n *naming) share(node *workflow.Node, wish string) bool {
	task, first := node.Call.Task, ""
	if wish != "" {
		n.unwraps[wish] = true
	}
	if n.tasks[task] != "" {
		return false
	}
	if own := legal(dialects.TaskName(task, n.resource)); wish == "" && n.unwraps[own] {
		wish = own
	}
	if wish == "" || !n.used.Has(wish) {
		return false
	}
	for other, name := range n.tasks {
		if name == wish && (first == "" || other < first) {
			first = other
		}
	}
	if first == "" || n.agreed[task] || n.agreed[first] {
		return false
	}
	n.tasks[task] = wish
	for _, from := range []string{first, task} {
		if r := (dialects.Renaming{From: from, To: wish}); !n.known[r] {
			n.known[r] = true
			n.out.Tasks = append(n.out.Tasks, r)
		}
	}
	n.shared = append(n.shared, node)
	return true
}

// unwrapped is the name of the task that a step calls through another one, which is named after it: "charge-card" of the step charge-card
// that calls call-charge-card. What such a task adds to the call are parameters that others cannot write, and the task can be called by its
// name again. It is empty for other tasks, and for those that stand in for something in this flow.
func (n *naming) unwrapped(node *workflow.Node) string {
	called, ok := strings.CutPrefix(dialects.TaskName(node.Call.Task, n.resource), callPrefix)
	if !ok || !authored(node.Element) || n.added[node.Call.Task] {
		return ""
	}
	name := dialects.Slug(node.Element.Name)
	switch own, aliased := strings.CutSuffix(called, callFor+name); {
	case name == "", called != name && !aliased:
		return ""
	case called != name:
		return own
	}
	if first := beforeNumber(name); n.calls[callPrefix+first] {
		return first // one of several steps that call it, which have a number elsewhere
	}
	return name
}

// beforeNumber is a name without the number at its end that tells it from others; empty if it has none.
func beforeNumber(name string) string {
	first, found := strings.CutSuffix(strings.TrimRight(name, "0123456789"), "-")
	if !found || len(first)+1 == len(name) {
		return ""
	}
	return first
}

const (
	callPrefix = "call-" // begins the name of a task that calls another one, which follows
	callFor    = "-for-" // is before the name of the step for which it does, if that is not called like the task
)

// declare returns the name of a step that calls a task, and declares it if it reads otherwise, or if it needs documentation about it.
func (n *naming) declare(node *workflow.Node, task string) string {
	e := node.Element
	if d := n.declared[e]; d != nil {
		return d.Name
	}
	d := &Declaration{Name: legal(e.Name), Doc: documentation(e.Name, e.Title, e.Doc)}
	switch {
	case d.Name == "", dialects.SamePlainName(d.Name, task), n.unwrapped(node) == task && beforeNumber(dialects.Slug(d.Name)) == task, !authored(e) && !isCalled(node, task):
		d.Name = task
	default:
		d.Name = n.used.Free(d.Name)
		d.Alias = &Alias{Name: task}
	}
	n.declared[e] = d
	if d.Alias != nil || d.Doc != nil && !n.isDeclared(d.Name) {
		n.declarations = append(n.declarations, d)
	}
	return d.Name
}

// isCalled reports whether a step that was added has a name that people know: that of an event which its task publishes, or of a plan that
// its task is given, that of something in the source that is not an element of its own, such as a transition, or that of the steps before it
// with its task after that. An added step that has no such name has no kind, the number of a repeated step, or the name of a part of another
// one.
func isCalled(node *workflow.Node, task string) bool {
	e := node.Element
	first, _, part := strings.Cut(e.Name, partMark)
	last := e.Name[strings.LastIndexByte(e.Name, ' ')+1:]
	switch {
	case dialects.SamePlainName(task, publishPrefix+e.Name), node.Call.Parameters != nil && dialects.SamePlainName(task, callPrefix+e.Name):
		return true
	case e.Kind == "", last != e.Name && strings.Trim(last, "0123456789") == "":
		return false
	case part:
		return comesAfter(node, first)
	}
	return true
}

// comesAfter reports whether the step before a node is one of a name, or a part of it, where steps that were added do not count. A flow
// that is written has no cycles, so that it gets to the start.
func comesAfter(node *workflow.Node, name string) bool {
	for len(node.In) > 0 {
		node = node.In[0].From
		if before, _, _ := strings.Cut(node.Element.Name, partMark); before == name {
			return true
		}
		if authored(node.Element) {
			return false
		}
	}
	return false
}

const (
	publishPrefix = "publish-" // begins the name of a task that publishes an event, whose name follows
	partMark      = ": "       // is between the name of a step and that of a part of it
)

// isDeclared reports whether a task has a declaration of its own.
func (n *naming) isDeclared(name string) bool {
	for _, d := range n.declarations {
		if d.Name == name {
			return true
		}
	}
	return false
}

// isNamed reports whether a node has a name that its author gave it, and not one of those that steps in brackets have without any.
func (n *naming) isNamed(node *workflow.Node) bool {
	if node == nil || !authored(node.Element) || node.Role != workflow.Primary || legal(node.Element.Name) == "" {
		return false
	}
	return node.Kind != workflow.Scope || !numbered(node.Element.Name, kindSubflow) && !numbered(node.Element.Name, kindList)
}

// numbered reports whether a name is another one with a number after it.
func numbered(name, of string) bool {
	number, ok := strings.CutPrefix(name, of+" ")
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}

// declareSubflow declares a step in brackets as a task, and returns the step that invokes it. What is the same of one node, to which
// several paths lead, is declared once.
func (n *naming) declareSubflow(node *workflow.Node, s *Step) *Step {
	e := node.Element
	p := &printer{}
	p.body(s.Body)
	text := p.out.String() + p.line.String()
	for _, d := range n.subflows[node] {
		if d.text == text {
			return &Step{Name: d.Name}
		}
	}
	d := &Declaration{Name: n.used.Free(cmp.Or(legal(e.Name), "part")), Doc: documentation(e.Name, e.Title, e.Doc), Body: s.Body}
	n.declarations = append(n.declarations, d)
	n.subflows[node] = append(n.subflows[node], declared{d, text})
	n.noteName(&n.out.Names, e.Original().Name, d.Name)
	return &Step{Name: d.Name}
}

// authored reports whether an element is one of the source, and not one that was added.
func authored(e *workflow.Element) bool {
	o := e.Original()
	return e.Kind != "" && o.Name == e.Name && o.Kind == e.Kind
}

// noteName notes a changed name.
func (n *naming) noteName(list *[]dialects.Renaming, from, to string) {
	r := dialects.Renaming{From: from, To: to}
	if from != to && !n.known[r] {
		n.known[r] = true
		*list = append(*list, r)
	}
}

// legal is a name with hyphens in place of what a name of a flow cannot have; it may be empty (arrow: "A task is identified by
// name which are alpha-numeric along with the hyphen, underscore, and colon").
func legal(name string) string {
	words := strings.FieldsFunc(strings.ReplaceAll(name, ": ", " "), func(r rune) bool {
		return r == unicode.ReplacementChar || r != '_' && r != '-' && r != ':' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	return strings.TrimLeft(strings.Join(words, "-"), "-:")
}

// documentation is the title and the description of a name, as in a declaration; nil if there is only the name, or if they
// cannot be written there.
func documentation(name, title, text string) *Doc {
	if dialects.SamePlainName(title, name) {
		title = ""
	}
	text = dialects.JoinTexts(strings.TrimSpace(title), strings.TrimSpace(text), "\n\n")
	switch {
	case text == "" || strings.Contains(text, "'''") && strings.Contains(text, `"""`):
		return nil
	case strings.ContainsAny(text, "\r\n"):
		return &Doc{Text: "\n" + text + "\n"}
	}
	return &Doc{Text: " " + text + " "}
}
