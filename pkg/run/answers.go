package run

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Stub answers tasks, call by call: each answer as many calls as it is for, and the last one all further calls. Name is that of
// an element or of a task, the resource of the task, or a pattern in which * matches any text. A name of an element is
// preferred to one of a task, that to one of a resource, that to a pattern, and the longest pattern to others.
type Stub struct {
	Name    string
	Replies []Reply
}

// Reply is what a call is answered with. The zero value is the result null, at once.
type Reply struct {
	Return any
	Fail   *machine.Error   // instead: it fails
	Never  bool             // instead: no answer ever comes
	Later  bool             // instead: the call is asked for again when the run is resumed; see [Options.Suspend]
	Fetch  bool             // instead: the task is an address on the network, and is asked
	Echo   bool             // instead: the result is the input
	Exec   string           // instead: this command is run
	After  iso8601.Duration // how long it takes
	Times  int              // how many calls in a row it answers; 0 is one

	// Program, instead of Exec, is an executable that is run without a shell.
	Program string
	// Folder is where a command runs; empty: where flowglot does.
	Folder string
}

// answers finds the answer to each call, and remembers which were used.
type answers struct {
	byName    map[string]*stubbed
	names     []string   // the keys of byName, in the order of the stubs
	patterns  []*stubbed // the longest first
	commands  string
	exists    func(path string) bool
	unstubbed Unstubbed
	network   bool
	// unknown are notes about the stubs whose name nothing in the program has.
	unknown []string
	// without are the tasks that nothing answered, in the order in which they were first called.
	without []string
	silent  []string // the same, of those whose silence has a meaning
}

// stubbed is a stub and how far its answers were used: those before at are used up, and the one at it was given so many times.
type stubbed struct {
	Stub
	at, given int
	saved     bool // it was given when the run began, and not when it was resumed
}

// next is the next answer.
func (s *stubbed) next() Reply {
	if len(s.Replies) == 0 {
		return Reply{}
	}
	if last := len(s.Replies) - 1; s.at < last && s.given == max(1, s.Replies[s.at].Times) {
		s.at, s.given = s.at+1, 0
	}
	s.given++
	return s.Replies[s.at]
}

// Calls is how many calls the answers are for, if the last one is not repeated.
func (s *Stub) Calls() int {
	n := 0
	for i := range s.Replies {
		n += min(max(1, s.Replies[i].Times), math.MaxInt-n)
	}
	return n
}

func newAnswers(o Options) *answers {
	a := &answers{byName: map[string]*stubbed{}, commands: o.Commands, exists: o.Exists, unstubbed: o.Unstubbed, network: o.Fetch != nil}
	for _, s := range o.Stubs {
		a.add(&stubbed{Stub: s})
	}
	return a
}

// add adds a stub, unless there is one of that name.
func (a *answers) add(x *stubbed) {
	if strings.Contains(x.Name, "*") {
		a.patterns = append(a.patterns, x)
		slices.SortStableFunc(a.patterns, func(x, y *stubbed) int { return cmp.Compare(len(y.Name), len(x.Name)) })
	} else if _, taken := a.byName[x.Name]; !taken {
		a.byName[x.Name] = x
		a.names = append(a.names, x.Name)
	}
}

// all are the stubs.
func (a *answers) all() []*stubbed {
	var out []*stubbed
	for _, name := range a.names {
		out = append(out, a.byName[name])
	}
	return append(out, a.patterns...)
}

// strangers finds the stubs whose name no element and no task of a program has.
func (a *answers) strangers(p *workflow.Program) {
	all := TaskNames(p)
	known := map[string]bool{}
	for _, name := range all {
		known[name] = true
	}
	for _, name := range a.names {
		if !known[name] {
			a.unknown = append(a.unknown, strings.TrimSuffix(fmt.Sprintf("no node or task has the name %q; %s", name, StubHelp(name, all)), "; "))
		}
	}
}

// StubHelp suggests what to write in place of the name of a stub that no node and no task has: a similar name, or a pattern where the name
// ends the address of a task, as those of functions end ARNs. It is empty if nothing fits.
func StubHelp(name string, known []string) string {
	if help := nearest.Help(name, known); help != "" {
		return help
	}
	for _, address := range known {
		before, ok := strings.CutSuffix(address, name)
		if !ok || before == "" {
			continue
		}
		if last := before[len(before)-1:]; strings.Contains(":/.#", last) {
			return fmt.Sprintf("write %q for %s", "*"+last+name, address)
		}
	}
	return ""
}

// unknownNodes are the nodes that occurrences name and a program does not have, with a note about each.
func unknownNodes(p *workflow.Program, occurrences []Occurrence) map[string]string {
	var names []string
	tasks := map[string]bool{}
	for _, w := range p.Workflows {
		for _, n := range w.Nodes {
			if n.Call != nil {
				tasks[n.Call.Task] = true
			}
		}
		for _, e := range w.Elements {
			if e.Whole == nil {
				names = append(names, e.Name)
			}
		}
	}
	out := map[string]string{}
	for _, o := range occurrences {
		if (o.Kind == "complete" || o.Kind == "signal" || o.Kind == "taskToken" && !tasks[o.Node]) && !slices.Contains(names, o.Node) {
			out[o.Node] = strings.TrimSuffix(fmt.Sprintf("unknown node %q; %s", o.Node, nearest.Help(o.Node, names)), "; ")
		}
	}
	return out
}

// Answers returns what answers calls as the stubs of options say, for those who have to know an answer before it is given:
// it is asked call by call, with the name of the element.
func Answers(o Options) func(element string, call *workflow.Call) Reply { return newAnswers(o).next }

// Stubbed returns which stub of options answers a call, for those who answer the others: its name, and how many calls it has answers for.
func Stubbed(o Options) func(element string, call *workflow.Call) (name string, replies int, ok bool) {
	a := newAnswers(o)
	return func(element string, call *workflow.Call) (string, int, bool) {
		s := a.find(namesOf(element, call)...)
		if s == nil {
			return "", 0, false
		}
		return s.Name, s.Calls(), true
	}
}

// next returns the answer to a call at an element.
func (a *answers) next(element string, call *workflow.Call) Reply {
	task := call.Task
	if s := a.find(namesOf(element, call)...); s != nil {
		return s.next()
	}
	if path := a.command(namesOf(element, call)...); path != "" {
		return Reply{Program: path}
	}
	if a.network && call.Address && (strings.HasPrefix(task, "http://") || strings.HasPrefix(task, "https://")) {
		return Reply{Fetch: true}
	}
	if call.Silent && a.unstubbed == Echo {
		if !slices.Contains(a.silent, task) {
			a.silent = append(a.silent, task)
		}
		return Reply{}
	}
	if !slices.Contains(a.without, task) {
		a.without = append(a.without, task)
	}
	switch a.unstubbed {
	case Empty:
		return Reply{Return: value.NewObject(0)}
	case Fails:
		return Reply{Fail: &machine.Error{Cause: "no stub answers the task"}}
	default:
		return Reply{Echo: true}
	}
}

// namesOf are the names by which a call is answered, the first of which that anything is known by counts.
func namesOf(element string, call *workflow.Call) []string {
	names := []string{element, call.Task}
	if call.Resource != "" {
		names = append(names, call.Resource)
	}
	if call.Function != nil && call.Function.Through != "" {
		names = append(names, call.Function.Through)
	}
	return names
}

// find returns the stub for a call, by its names: one that has a name itself, or else the longest pattern that fits one.
func (a *answers) find(names ...string) *stubbed {
	for _, name := range names {
		if s := a.byName[name]; s != nil {
			return s
		}
	}
	for _, s := range a.patterns {
		if slices.ContainsFunc(names, func(name string) bool { return Matches(s.Name, name) }) {
			return s
		}
	}
	return nil
}

// has reports whether a stub or a command answers the call of a node.
func (a *answers) has(n *workflow.Node) bool {
	names := namesOf(n.Name(), n.Call)
	return a.find(names...) != nil || a.command(names...) != ""
}

// command returns the executable for a task in the folder of commands, or "". A file is looked for by the names of the call, in
// which characters that a file name cannot hold count as underscores.
func (a *answers) command(names ...string) string {
	if a.commands == "" || a.exists == nil {
		return ""
	}
	for _, name := range names {
		safe := strings.Map(func(r rune) rune {
			if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
				return '_'
			}
			return r
		}, name)
		if safe == "" || safe == "." || safe == ".." {
			continue
		}
		if path := filepath.Join(a.commands, safe); a.exists(path) {
			return path
		}
	}
	return ""
}

// Matches reports whether a pattern, in which * stands for any text, matches a name. Its cost is bounded by the product of
// the lengths.
func Matches(pattern, name string) bool {
	star, mark := -1, 0
	p, n := 0, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, n
			p++
		case p < len(pattern) && pattern[p] == name[n]:
			p++
			n++
		case star >= 0:
			mark++
			p, n = star+1, mark
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}
