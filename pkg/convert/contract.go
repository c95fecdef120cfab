package convert

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Contract is how the worker of a task has to behave in the target, in a report.
type Contract struct {
	Rule string `json:"rule"`
	// Task and Node are the names of the task and of the element that calls it, in the source. Node is nil for all calls of the task: also
	// where the element becomes several of the target.
	Task string  `json:"task"`
	Node *string `json:"node"`
	// Input is what the worker has to select of the document that it gets; nil: it gets what it always got.
	Input *ContractInput `json:"input"`
	// Answer is where the worker has to put its answer; nil: its answer stays as it is.
	Answer *ContractAnswer `json:"answer"`
	// Fails are names of errors in place of which the worker has to answer {"error": {"name": …, "cause": …}}.
	Fails []string `json:"fails"`
	// AtOnce reports that the worker has to answer at once.
	AtOnce bool `json:"atOnce,omitempty"`
}

// A ContractInput is a selection: a definite path, or an object of paths and fixed values.
type ContractInput struct {
	From any `json:"from"`
}

// A ContractAnswer has either a dotted path of members to put the answer under, or "input", into which it is merged.
type ContractAnswer struct {
	Under string `json:"under,omitempty"`
	With  string `json:"with,omitempty"`
}

func newContract(c *dialects.Contract) Contract {
	out := Contract{Task: c.Task, Fails: append([]string{}, c.Fails...), AtOnce: c.AtOnce}
	if c.Rule != nil {
		out.Rule = c.Rule.ID
	}
	if c.Element != nil {
		out.Node = &c.Element.Name
	}
	if c.From != nil {
		out.Input = &ContractInput{c.From}
	}
	switch {
	case c.Under != "":
		out.Answer = &ContractAnswer{Under: c.Under}
	case c.WithInput:
		out.Answer = &ContractAnswer{With: "input"}
	case c.From == nil: // only failures, or the time that it takes, change
		out.Input = &ContractInput{"$"}
	}
	return out
}

// contracts are those of a report, each once.
func contracts(r *dialects.Raised) []Contract {
	out := make([]Contract, 0, len(r.Contracts))
	named := make(map[string]string, len(r.Names))
	for _, n := range r.Names {
		named[n.From] = n.To
	}
	general := map[string][]Contract{} // for all calls of a task
	for i := range r.Contracts {
		k := newContract(&r.Contracts[i])
		if e := r.Contracts[i].Element; e != nil && len(r.Callers) > 0 && !slices.Contains(r.Callers[cmp.Or(named[e.Name], e.Name)], e) {
			k.Node = nil // the element of that name makes no call of it
		}
		if k.Node == nil {
			if k.isAmong(general[k.Task]) {
				continue
			}
			general[k.Task] = append(general[k.Task], k)
		}
		out = append(out, k)
	}
	return joinCalls(r.Called, out, divided(r))
}

// isAmong reports whether a list has a contract that is the same.
func (c *Contract) isAmong(list []Contract) bool {
	return slices.ContainsFunc(list, func(x Contract) bool { return reflect.DeepEqual(&x, c) })
}

// divided are the names of the elements of the source whose calls several elements of the target make.
func divided(r *dialects.Raised) map[string]bool {
	made := make(map[*workflow.Element]bool, len(r.Callers))
	out := map[string]bool{}
	for _, by := range r.Callers {
		for _, e := range by {
			if made[e] {
				out[e.Name] = true
			}
			made[e] = true
		}
	}
	return out
}

// joinCalls makes one contract of those of a task that are the same for every element of the source which calls it. A contract for an element
// that is divided, the only one that calls the task, is for all calls of the task too: the name of the element does not identify one of them.
func joinCalls(called map[string][]*workflow.Element, list []Contract, divided map[string]bool) []Contract {
	if len(list) < 2 && len(divided) == 0 {
		return list
	}
	type binding struct {
		first    *Contract
		elements int  // how many have the contract that is the first of their task; -1: others have others
		all      bool // no other element calls the task
		joined   bool
	}
	bound := map[string]*binding{}
	for i := range list {
		k := &list[i]
		switch b := bound[k.Task]; {
		case b == nil && k.Node != nil:
			bound[k.Task] = &binding{first: k, elements: 1}
		case b == nil:
			bound[k.Task] = &binding{elements: -1}
		case b.elements < 0 || k.Node == nil || *k.Node == *b.first.Node || !b.first.asks(k):
			b.elements = -1
		default:
			b.elements++
		}
	}
	for task, b := range bound {
		if b.elements > 1 || b.elements == 1 && divided[*b.first.Node] {
			b.all = distinct(called[task]) == b.elements
		}
	}
	out := list[:0]
	for _, k := range list {
		if b := bound[k.Task]; b.all {
			if b.joined {
				continue
			}
			b.joined, k.Node = true, nil
		}
		out = append(out, k)
	}
	return out
}

// distinct is how many names elements have.
func distinct(list []*workflow.Element) int {
	names := make(map[string]bool, len(list))
	for _, e := range list {
		names[e.Name] = true
	}
	return len(names)
}

// asks reports whether a contract asks the same of a worker as another one of that task, for the same reason.
func (c *Contract) asks(other *Contract) bool { return c.Task == other.Task && c.asksAlike(other) }

// asksAlike reports whether two contracts ask the same of workers, for the same reason.
func (c *Contract) asksAlike(other *Contract) bool {
	return c.Rule == other.Rule && c.AtOnce == other.AtOnce && slices.Equal(c.Fails, other.Fails) && reflect.DeepEqual(c.Input, other.Input) &&
		(c.Answer == other.Answer || c.Answer != nil && other.Answer != nil && *c.Answer == *other.Answer)
}

// duties describes what the worker has to do, in words that follow its name, or those of several workers.
func (c *Contract) duties(workers int) string {
	its := plural(workers, "its", "their")
	result := its + " " + plural(workers, "result", "results")
	var parts []string
	if c.Input != nil && c.Input.From != "$" {
		parts = append(parts, plural(workers, "gets", "get")+" the whole document, and must select "+selection(c.Input.From)+" from it")
	}
	switch {
	case c.Answer == nil:
	case c.Answer.With != "":
		parts = append(parts, "must answer "+its+" input with "+result+" merged in")
	default:
		parts = append(parts, "must answer "+under(c.Answer.Under)+" instead of "+result+" alone")
	}
	if len(c.Fails) > 0 {
		first := fmt.Sprintf(`must answer {"error": {"name": %q, …}} instead of failing with it`, c.Fails[0])
		if more := len(c.Fails) - 1; more > 0 {
			first += fmt.Sprintf(" (and %d more %s)", more, plural(more, "error", "errors"))
		}
		parts = append(parts, first)
	}
	if c.AtOnce {
		parts = append(parts, "must answer at once")
	}
	return strings.Join(parts, "; ")
}

// A duty is what one or more workers have to do, all of them the same and for the same reason.
type duty struct {
	contract *Contract
	tasks    []string // of the source, each once
}

// sharedDuties gathers the workers of contracts that ask for the same, in the order of the first of each.
func sharedDuties(list []Contract) []duty {
	type line struct{ rule, duties string }
	type naming struct {
		duty int
		task string
	}
	var out []duty
	at, named := map[line]int{}, make(map[naming]bool, len(list))
	j := 0 // the duty of the contract before
	for i := range list {
		c := &list[i]
		if i == 0 || !c.asksAlike(&list[i-1]) {
			what := line{c.Rule, fmt.Sprintf("%s %q", c.duties(1), c.Fails)} // the duties do not have all errors
			known := false
			if j, known = at[what]; !known {
				j = len(out)
				at[what] = j
				out = append(out, duty{contract: c})
			}
		}
		if task := (naming{j, c.Task}); !named[task] {
			named[task] = true
			out[j].tasks = append(out[j].tasks, c.Task)
		}
	}
	return out
}

func selection(from any) string {
	if path, ok := from.(string); ok {
		return path
	}
	return string(value.Append(nil, from))
}

// under shows an answer below a dotted path of members: {"a": {"b": …}}.
func under(path string) string {
	members := strings.Split(path, ".")
	var b strings.Builder
	for _, m := range members {
		b.WriteString("{" + strconv.Quote(m) + ": ")
	}
	return b.String() + "…" + strings.Repeat("}", len(members))
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
