package sw

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/reading"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// Reading takes the tree of a file to the types of syntax.go. It finds everything that concerns one value where it
// stands: its type, its range, the syntax of an expression, a field that is missing or does not belong there. What
// concerns several values together is left to the rules, which look at the result.

// Read implements dialects.Dialect.
func (Dialect) Read(f *source.File, o dialects.Options) dialects.Definition {
	d := read(f)
	d.plain, d.unprinted = o.Settings[filterOption] == "value", !o.Prints(Dialect{})
	return d
}

func read(f *source.File) *definition {
	d := &definition{file: f}
	r := newReader(f)
	if f.Root != nil && f.Root.Kind != source.Invalid {
		d.workflow = r.workflow(f.Root)
	}
	if d.workflow != nil {
		r.resolve(d.workflow)
	}
	d.findings, d.references = r.Findings, r.references
	return d
}

// A reader reads one file.
type reader struct {
	reading.Reader
	state      *State
	idle       []source.Span         // the values in the state that have no effect on a run
	references []*Reference          // all of them, to be resolved when everything is known
	paths      map[string]*expr.Path // by their texts, each of them in as many places as it is written; nobody changes them
}

func newReader(f *source.File) *reader {
	r := &reader{}
	r.Findings = dialects.Findings{File: f, Dialect: Dialect{}.Name()}
	r.Words = words
	r.Rules = reading.Rules{WrongType: &wrongType.Rule, UnknownField: &unknownField.Rule, MisplacedField: &misplacedField.Rule}
	r.Decide, r.Explain = r.decide, r.explain
	return r
}

// object reads the members of an object. Those of fields that it may have are given to take, by the name of the field.
// What it lacks is reported, and so is a node that is not an object, for which the answer is false.
func (r *reader) object(n *source.Node, in place, take func(field string, m *source.Member)) bool {
	o := r.owner(in)
	ok := r.Object(n, o, func(m *source.Member) bool {
		take(proper(m.Key, in), m)
		return true
	})
	if ok {
		r.Within(n, o, func() { r.missing(n, in) })
	}
	return ok
}

// owner returns an object as messages name it: `an action of state "Weigh"`.
func (r *reader) owner(in place) reading.Owner {
	o := reading.Owner{In: in, Itself: in&inStates != 0}
	if r.state != nil {
		o.Of = r.state
	}
	return o
}

// decide looks at fields that go by another word, and at ends where none may be.
func (r *reader) decide(m *source.Member, _ *reading.Field) reading.Answer {
	in := r.Owner.In
	name := proper(m.Key, in)
	switch {
	case name == "end" && in == inSwitch:
		r.Add(&switchEnds.Rule, m.KeySpan, "%s has an end, but a switch state cannot be the last one", r.Subject()).
			Help = "let a condition or the default lead to a state that ends"
		return reading.Leave
	case name == m.Key:
		return reading.Ask
	case r.Has(r.Owner.Node, name):
		r.Add(&misplacedField.Rule, m.KeySpan, "%s has no effect in %s, which has %s", quote(m.Key), r.Subject(), quote(name)).Help = "remove it"
		return reading.Leave
	}
	d := r.Add(&otherName.Rule, m.KeySpan, "the field %s of %s is called %s", quote(m.Key), r.Subject(), quote(name))
	r.Suggest(d, dialects.Guess{Name: name, Sure: true, Help: "write " + quote(name)})
	return reading.Take
}

// explain completes the finding about a field of another place than the owner: an engine passes over it.
func (r *reader) explain(d *diag.Diagnostic, m *source.Member) {
	d.Message = fmt.Sprintf("the field %s has no effect in %s", quote(m.Key), r.Subject())
	if in := r.Owner.In; in&inStates != 0 {
		d.Message += ", which is " + words.Name(in)
	}
}

// missing reports the fields that an object has to have and does not. In a text that could not be read to its end they
// may well be there.
func (r *reader) missing(n *source.Node, in place) {
	if r.File.Incomplete || in == inStates {
		return
	}
	var names []string
	for name := range words.Required(in) {
		if member(n, in, name) == nil {
			names = append(names, name)
		}
	}
	names = r.Lacking(n, names...)
	if r.wrapped(n, in, len(names)) {
		return
	}
	at := r.Head(n)
	if in&inStates != 0 {
		at = r.state.at(&r.Findings)
	}
	switch len(names) {
	case 0:
	case 1:
		r.Add(&missingField.Rule, at, "%s lacks the field %s", r.Subject(), names[0]).Help = "add " + names[0]
	default:
		r.Add(&missingField.Rule, at, "%s lacks the fields %s", r.Subject(), dialects.Listed(names, "and")).Help = "add " + dialects.Listed(names, "and")
	}
}

// wrapped reports a member that has around it what an object lacks, as in {"transition": {"nextState": …}} for {"nextState": …}. The
// member was reported as misplaced just before.
func (r *reader) wrapped(n *source.Node, in place, lacking int) bool {
	if lacking == 0 || len(n.Members) != 1 || n.Members[0].Value.Kind != source.Object {
		return false
	}
	m := &n.Members[0]
	for name := range words.Required(in) {
		if member(m.Value, in, name) == nil {
			return false
		}
	}
	for i := len(r.List) - 1; i >= 0; i-- {
		if d := &r.List[i]; d.Rule == misplacedField.ID && d.Span == m.KeySpan {
			d.Severity = diag.Error
			d.Message = fmt.Sprintf("%s has its fields inside %s", r.Subject(), quote(m.Key))
			d.Help = "write them directly: {…}"
			if r.File.Format == source.JSON {
				d.Fix = &diag.Fix{Description: "remove " + quote(m.Key), Edits: []diag.Edit{{Span: source.Span{Start: n.Span.Start, End: m.Value.Span.Start}},
					{Span: source.Span{Start: m.Value.Span.End, End: n.Span.End}}}}
			}
			return true
		}
	}
	return false
}

// list reads the items of an array, or reports that the value is not an array.
func (r *reader) list(m *source.Member, what string, each func(n *source.Node)) {
	if m.Value.Kind != source.Array {
		r.WrongField(m, "an array of "+what)
		return
	}
	for _, n := range m.Value.Items {
		each(n)
	}
}

// some warns of an array without items, which leaves a state with nothing to do.
func (r *reader) some(m *source.Member) {
	if m.Value.Kind == source.Array && len(m.Value.Items) == 0 {
		d := r.Add(&emptyText.Rule, m.Value.Span, "%s of %s has no entry", quote(m.Key), r.Subject())
		d.Severity, d.Help = diag.Warning, "add one"
	}
}

// resolve finds what all references lead to.
func (r *reader) resolve(w *Workflow) {
	var candidates [toProduced + 1][]string // by target, once they are needed
	for _, x := range r.references {
		switch x.What {
		case toState:
			x.State = w.State(x.Name)
			if x.State != nil {
				continue
			}
		case toFunction:
			if f := w.functions[x.Name]; f != nil {
				f.used, x.Function = true, f
				continue
			}
		default:
			if e := w.events[x.Name]; e != nil {
				e.used = true
				r.eventKind(x, e)
				continue
			}
		}
		if candidates[x.What] == nil {
			candidates[x.What] = w.candidates(x.What)
		}
		r.unknown(w, x, candidates[x.What])
	}
}

// candidates are the names that a reference may have.
func (w *Workflow) candidates(what target) []string {
	var names []string
	switch what {
	case toState:
		for _, s := range w.States {
			if s.Name != nil {
				names = append(names, s.Name.Value)
			}
			if s.ID != nil {
				names = append(names, s.ID.Value)
			}
		}
	case toFunction:
		for _, f := range w.Functions {
			if f.Name != nil {
				names = append(names, f.Name.Value)
			}
		}
	default:
		for _, e := range w.Events {
			if e.Name != nil && e.Produced() == (what == toProduced) {
				names = append(names, e.Name.Value)
			}
		}
	}
	return names
}

// unknown reports a reference to something that does not exist.
func (r *reader) unknown(w *Workflow, x *Reference, candidates []string) {
	g := r.Guess(x.Name, candidates)
	var d *diag.Diagnostic
	switch x.What {
	case toState:
		d = r.Add(&unknownState.Rule, x.Node.Span, "the state %s does not exist", quote(x.Name))
		x.State, x.Guessed = w.State(g.Name), true
	case toFunction:
		d = r.Add(&unknownFunction.Rule, x.Node.Span, "the function %s is not defined", quote(x.Name))
		if f := w.functions[g.Name]; f != nil {
			f.used = true // most likely
		}
	default:
		d = r.Add(&unknownEvent.Rule, x.Node.Span, "the event %s is not defined", quote(x.Name))
		if e := w.events[g.Name]; e != nil {
			e.used = true // most likely
		}
	}
	r.Suggest(d, g)
}

// eventKind reports an event that is waited for though the workflow makes it, or the other way round.
func (r *reader) eventKind(x *Reference, e *Event) {
	if e.Produced() == (x.What == toProduced) || e.Kind == nil && e.Node.Member("kind") != nil {
		return
	}
	d := r.Add(&eventKind.Rule, x.Node.Span, "the event %s is consumed, it cannot be produced", quote(x.Name))
	if e.Produced() {
		d.Message = "the event " + quote(x.Name) + " is produced, it cannot be waited for"
	}
	d.Related = r.Related(e.Name.Node.Span, "defined here")
}
