package arrow

import (
	"github.com/flowglot/flowglot/pkg/source"
)

// tasks are the declared tasks by their names, of those with the same name the first (arrow: "Declarations").
type tasks struct {
	declared map[string]*Declaration
	known    map[string]*target
}

// A target is what a name stands for once its aliases are followed.
type target struct {
	name string
	// chain are the declarations on the path to it, the one of the name first.
	chain []*Declaration
	// body is the declaration whose subflow takes the place of the task; nil for a plain task.
	body *Declaration
	// defaults are the parameters that are merged under those of a call; nil is none.
	defaults *source.Node
	// circular means that the aliases never come to a task.
	circular bool
}

func newTasks(f *Flow) *tasks {
	declared := 0
	for _, x := range f.Items {
		if x.Declaration != nil {
			declared++
		}
	}
	t := &tasks{declared: make(map[string]*Declaration, declared), known: make(map[string]*target, declared)}
	for _, x := range f.Items {
		if d := x.Declaration; d != nil && !d.Flow && t.declared[d.Name] == nil {
			t.declared[d.Name] = d
		}
	}
	return t
}

// maxAliases is how many aliases are followed in a row.
const maxAliases = 1_000

// resolve follows the aliases of a name.
func (t *tasks) resolve(name string) *target {
	if x := t.known[name]; x != nil {
		return x
	}
	x := &target{name: name}
	seen := map[*Declaration]bool{}
	for d := t.declared[name]; d != nil; d = t.declared[x.name] {
		if seen[d] || len(x.chain) >= maxAliases {
			x.circular = true
			break
		}
		seen[d] = true
		x.chain = append(x.chain, d)
		if d.Alias == nil {
			if d.Body != nil {
				x.body = d
			}
			break
		}
		x.name = d.Alias.Name
	}
	for i := len(x.chain) - 1; i >= 0; i-- {
		if p := x.chain[i].Parameters; p != nil {
			x.defaults = merged(x.defaults, p.Node)
		}
	}
	t.known[name] = x
	return x
}

// doc is the documentation of the first name that has one, or empty.
func (t *target) doc() string {
	for _, d := range t.chain {
		if d.Doc != nil {
			return d.Doc.summary()
		}
	}
	return ""
}

// parameters returns what a call of the target is given: the defaults and the call's own, or nil.
func (t *target) parameters(call *Literal) *source.Node {
	if call == nil {
		return t.defaults
	}
	return merged(t.defaults, call.Node)
}

// merged returns parameters with their defaults. Members of objects are merged, the others' place is taken (arrow: "An
// implementation must merge the task default parameters with the parameters specified in the flow statements").
func merged(defaults, own *source.Node) *source.Node {
	switch {
	case own == nil:
		return defaults
	case defaults == nil || defaults.Kind != source.Object || own.Kind != source.Object:
		return own
	}
	out := &source.Node{Kind: source.Object, Span: own.Span}
	at := make(map[string]int, len(defaults.Members)+len(own.Members))
	for _, members := range [][]source.Member{defaults.Members, own.Members} {
		for _, m := range members {
			if i, ok := at[m.Key]; ok {
				out.Members[i] = m
				continue
			}
			at[m.Key] = len(out.Members)
			out.Members = append(out.Members, m)
		}
	}
	return out
}
