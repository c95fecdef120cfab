package asl

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/reading"
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
	d := &definition{file: f, options: o, level: levelOf(o.Settings)}
	r := newReader(f, d.level)
	if f.Root != nil && f.Root.Kind != source.Invalid {
		d.machine = r.machine(f.Root, nil, inMachine)
		if d.machine.Broken {
			d.machine = nil
		} else {
			r.resolve(d.machine)
		}
	}
	d.names, d.assumed = r.names, r.assumed
	d.findings = r.Findings
	return d
}

// A reader reads one file.
type reader struct {
	reading.Reader
	level Level
	owner owner // of the fields that are being read
	// at is the place in the state of what is being read, as expressions are named: "Choices[0]/".
	at string
	// assumed are the values that are placeholders, where a run goes on as if they were not there.
	assumed []assumption
	// names has the first state of each name in the whole definition, branches included. As long as only one machine has states, they
	// are its own: only is that machine.
	names   map[string]*State
	only    *Machine
	queries compiledQueries
}

func newReader(f *source.File, level Level) *reader {
	r := &reader{level: level, queries: compiledQueries{}}
	r.Findings = dialects.Findings{File: f, Dialect: Dialect{}.Name()}
	r.Words = words
	r.Rules = reading.Rules{WrongType: &wrongType.Rule, UnknownField: &unknownField.Rule, MisplacedField: &misplacedField.Rule}
	r.Decide, r.Explain = r.decide, r.explain
	if level == Current {
		r.Opaque = r.opaque
	}
	if level == Level2016 {
		r.Without, r.Hidden = later, inMap|inProcessor
	}
	return r
}

// An owner is the object whose fields are being read.
type owner struct {
	in      place
	state   *State // that it is, or is part of; nil for a whole definition
	jsonata bool   // its expressions are of that language
	extra   *[]*source.Member
	later   *[]LaterField
}

// object reads the members of an object; see [reading.Reader.Object].
func (r *reader) object(n *source.Node, o owner, take func(m *source.Member) bool) bool {
	outer := r.owner
	r.owner = o
	ok := r.Object(n, o.named(), take)
	r.owner = outer
	return ok
}

// within makes an object the owner of what is read meanwhile.
func (r *reader) within(n *source.Node, o owner, read func()) {
	outer := r.owner
	r.owner = o
	r.Within(n, o.named(), read)
	r.owner = outer
}

// named returns the owner as messages name it: `a retrier of state "A"`.
func (o *owner) named() reading.Owner {
	named := reading.Owner{In: o.in, Itself: o.in&inStates != 0, Extra: o.extra}
	if o.state != nil {
		named.Of = o.state
	}
	return named
}

// decide looks at what depends on the level of the language and on the query language. A choice rule tells a misspelled
// operator from an unknown field once all of it is read.
func (r *reader) decide(m *source.Member, f *reading.Field) reading.Answer {
	o := &r.owner
	if f == nil {
		if o.in&inRules != 0 {
			return reading.Leave
		}
		return reading.Ask
	}
	if f.Marks&later != 0 {
		what := "the field " + quote(m.Key)
		*o.later = append(*o.later, LaterField{Member: m, Span: m.KeySpan, What: what})
		if r.level == Level2016 {
			if !o.implies(f) {
				r.laterVersion(m.KeySpan, what)
			}
			if m.Key == "ItemProcessor" || m.Key == "Iterator" { // states are in there, with names of their own
				return reading.Take
			}
			return reading.Leave
		}
	}
	switch {
	case f.In&o.in != 0:
		if r.level == Current && o.state != nil && isOtherLanguage(f, o.jsonata) {
			r.otherLanguage(m, f)
			return reading.Leave
		}
	case o.in == inPart && m.Key == "Next":
		r.Add(&nestedNext.Rule, m.KeySpan, `a rule inside of And, Or or Not in state %s has a "Next"`, quote(o.state.Name)).
			Help = "move \"Next\" to the outermost rule"
		return reading.Leave
	}
	return reading.Ask
}

// implies reports whether a later version's field follows from something that was reported already: the type Map, or
// the query language.
func (o *owner) implies(f *reading.Field) bool {
	return o.in == inMap && f.In == inMap || o.in == inProcessor && f.In == inProcessor ||
		o.jsonata && f.Marks&onlyJSONata != 0
}

func (r *reader) laterVersion(span source.Span, what string) {
	r.Add(&laterVersion.Rule, span, "%s belongs to a later version of the language than 2016", what).
		Help = "check it at the level current if the engine runs the language of today"
}

// explain completes the finding about a field of another place than the owner with a word about why, or what to do.
func (r *reader) explain(d *diag.Diagnostic, m *source.Member) {
	o := &r.owner
	if o.in&inStates != 0 {
		d.Message = fmt.Sprintf("state %s cannot have the field %s, as it is %s", quote(o.state.Name), quote(m.Key), words.Name(o.in))
	}
	switch {
	case o.in&(inSucceed|inFail) != 0 && (m.Key == "Next" || m.Key == "End"):
		d.Help = "remove it: " + words.Name(o.in) + " always ends"
		r.Remove(d, o.state.Node, m.Key, m.Key != "End")
	case o.in == inChoice && m.Key == "Next":
		d.Help = `its choice rules and "Default" have its transitions`
	case o.in == inChoice && m.Key == "End":
		d.Help = `a Choice state cannot end the machine; point "Default" to a Succeed state`
	}
}

func (r *reader) otherLanguage(m *source.Member, f *reading.Field) {
	if f.Marks&onlyJSONata != 0 {
		r.Add(&queryLanguage.Rule, m.KeySpan, "%s has the field %s, which is for JSONata, but its query language is JSONPath",
			r.Subject(), quote(m.Key)).Help = `set "QueryLanguage": "JSONata" in the state or in the machine`
		return
	}
	r.Add(&queryLanguage.Rule, m.KeySpan, "%s has the field %s, which is for JSONPath, but its query language is JSONata",
		r.Subject(), quote(m.Key)).Help = `use "Arguments", "Output", "Assign" and {% … %} expressions instead`
}

// An assumption is a value that is a placeholder.
type assumption struct {
	subject string // `"Retry" of state "A"`
	node    *source.Node
}

// opaque reports whether a value is a placeholder as a whole, whose real value may be of any kind, and notes it.
func (r *reader) opaque(n *source.Node, subject string) bool {
	if n.Kind != source.String || !isPlaceholder(n.Text) {
		return false
	}
	r.assumed = append(r.assumed, assumption{subject, n})
	return true
}

// TakesPlaceholders implements dialects.Templated. At the level of 2016 only strings may hold placeholders.
func (d *definition) TakesPlaceholders() bool { return d.level == Current }
