package asl

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// Reading takes the tree of a file to the types of syntax.go. It finds everything that concerns one value where it
// stands: its type, its range, the syntax of a path, a field that does not belong there. What concerns several values
// together is left to the rules, which look at the result.

// Read implements dialects.Dialect.
func (Dialect) Read(f *source.File, o dialects.Options) dialects.Definition {
	return read(f, o)
}

func read(f *source.File, o dialects.Options) *definition {
	d := &definition{file: f, options: o, level: LevelOf(o)}
	r := &reader{findings: findings{Findings: dialects.Findings{File: f, Dialect: Dialect{}.Name()}, level: d.level}, names: map[string]*State{}}
	if f.Root != nil && f.Root.Kind != source.Invalid {
		d.machine = r.machine(f.Root, nil, inMachine)
		if d.machine.Broken {
			d.machine = nil
		} else {
			r.resolve(d.machine)
		}
	}
	d.names = r.names
	d.findings = r.List
	d.searched = r.Searched
	return d
}

// A reader reads one file.
type reader struct {
	findings
	owner owner // of the fields that are being read
	depth int   // of machines and choice rules in one another
	// names has the first state of each name in the whole definition, branches included.
	names map[string]*State
}

// maxDepth is how many states, machines and choice rules in one another are read. No text has more, but YAML aliases can
// nest further what stands in it.
const maxDepth = 1000

// An owner is the object whose fields are being read.
type owner struct {
	node    *source.Node
	in      place
	state   *State // that it is, or is part of; nil for a whole definition
	jsonata bool   // its expressions are of that language
	extra   *[]*source.Member
	later   *[]LaterField
}

// String names the owner in messages: "a retrier of state "A"".
func (o owner) String() string {
	switch {
	case o.state == nil:
		return o.in.name()
	case o.in&inStates != 0:
		return "state " + quote(o.state.Name)
	default:
		return o.in.name() + " of state " + quote(o.state.Name)
	}
}

// object reads the members of an object. Those of fields that its owner may have are given to take, which answers
// whether it took them; all others become Extra. A node that is no object is reported, and the answer is false.
func (r *reader) object(n *source.Node, o owner, take func(m *source.Member) bool) bool {
	if n.Kind != source.Object {
		r.wrongKind(n, o.in.name(), "an object", o.state)
		return false
	}
	if r.depth >= maxDepth {
		return false
	}
	outer := r.owner
	o.node = n
	r.owner = o
	r.depth++
	for _, m := range n.LastMembers() {
		if !r.allowed(m) || !take(m) {
			*o.extra = append(*o.extra, m)
		}
	}
	r.depth--
	r.owner = outer
	return true
}

// allowed reports whether a field may stand where it does and is to be read. If it may not, that was reported.
func (r *reader) allowed(m *source.Member) bool {
	o := &r.owner
	f, known := fieldOf(m.Key, o.in)
	if !known {
		if o.in&inRules == 0 { // a choice rule has to tell a misspelt operator from an unknown field
			r.unknownField(m)
		}
		return false
	}
	if f.later {
		what := "the field " + quote(m.Key)
		*o.later = append(*o.later, LaterField{Member: m, Span: m.KeySpan, What: what})
		if r.level == Level2016 {
			if !o.implies(f) {
				r.laterVersion(m.KeySpan, what)
			}
			return m.Key == "ItemProcessor" || m.Key == "Iterator" // states are in there, with names of their own
		}
	}
	if f.in&o.in == 0 {
		r.misplaced(m, f)
		return false
	}
	if r.level == Current && o.state != nil && (f.only == onlyJSONata && !o.jsonata || f.only == onlyJSONPath && o.jsonata) {
		r.otherLanguage(m, f.only)
		return false
	}
	return true
}

// implies reports whether a later version's field follows from something that was reported already: the type Map, or
// the query language.
func (o *owner) implies(f field) bool {
	return o.in == inMap && f.in == inMap || o.in == inProcessor && f.in == inProcessor ||
		o.jsonata && f.only == onlyJSONata
}

func (r *reader) unknownField(m *source.Member) {
	d := r.Add(&unknownField.Rule, m.KeySpan, "%s has an unknown field %s", r.owner, quote(m.Key))
	r.suggestKey(d, m.Key, fieldNames(r.owner.in, r.level))
}

// suggestKey suggests the key that was meant, and offers to write it if it is not there yet.
func (r *reader) suggestKey(d *diag.Diagnostic, key string, candidates []string) {
	const most = 1_000 // members that are looked through for each key
	g := r.Guess(key, candidates)
	g.Sure = g.Sure && len(r.owner.node.Members) <= most && r.owner.node.Member(g.Name) == nil
	r.Suggest(d, g)
}

func (r *reader) laterVersion(span source.Span, what string) {
	r.Add(&laterVersion.Rule, span, "%s belongs to a later version of the language than 2016", what).
		Help = "check it at the level current if the engine runs the language of today"
}

// misplaced reports a field of another place than the owner, with a word about why, or where it belongs.
func (r *reader) misplaced(m *source.Member, f field) {
	o := r.owner
	if o.in == inPart && m.Key == "Next" {
		r.Add(&nestedNext.Rule, m.KeySpan, `a rule inside of And, Or or Not in state %s has a "Next"`, quote(o.state.Name)).
			Help = "give the outermost rule the Next"
		return
	}
	d := r.Add(&misplacedField.Rule, m.KeySpan, "%s may not have the field %s", o, quote(m.Key))
	if o.in&inStates != 0 {
		d.Message = fmt.Sprintf("state %s may not have the field %s, as it is %s", quote(o.state.Name), quote(m.Key), o.in.name())
	}
	switch {
	case o.in&(inSucceed|inFail) != 0 && (m.Key == "Next" || m.Key == "End"):
		d.Help = "remove it: " + o.in.name() + " always ends"
	case o.in == inChoice && m.Key == "Next":
		d.Help = `its choice rules and "Default" say where it goes`
	case o.in == inChoice && m.Key == "End":
		d.Help = `a Choice state cannot end; let "Default" go to a Succeed state`
	default:
		d.Help = "it belongs to " + f.in.list(r.level)
	}
}

func (r *reader) otherLanguage(m *source.Member, only language) {
	if only == onlyJSONata {
		r.Add(&queryLanguage.Rule, m.KeySpan, "%s has the field %s, which is for JSONata, but its query language is JSONPath",
			r.owner, quote(m.Key)).Help = `say "QueryLanguage": "JSONata" in the state or in the machine`
		return
	}
	r.Add(&queryLanguage.Rule, m.KeySpan, "%s has the field %s, which is for JSONPath, but its query language is JSONata",
		r.owner, quote(m.Key)).Help = `use "Arguments", "Output", "Assign" and {% … %} expressions instead`
}
