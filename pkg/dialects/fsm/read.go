package fsm

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// Reading takes the tree of a file to the types of syntax.go. It finds everything that concerns one value where it
// stands: its type, its range, a path, a pattern, a field that does not belong there. What concerns several values
// together is left to the rules, which look at the result.

// Read implements dialects.Dialect.
func (Dialect) Read(f *source.File, o dialects.Options) dialects.Definition {
	return read(f, o)
}

func read(f *source.File, o dialects.Options) *definition {
	d := &definition{file: f, options: o}
	r := &reader{Findings: dialects.Findings{File: f, Dialect: Dialect{}.Name()}}
	if f.Root != nil && f.Root.Kind != source.Invalid {
		d.document = r.document(f.Root)
	}
	if d.document != nil {
		for _, w := range d.document.Workflows {
			r.resolve(w)
		}
	}
	d.findings = r.List
	d.searched = r.Searched
	return d
}

// A reader reads one file.
type reader struct {
	dialects.Findings
	owner owner // of the fields that are being read
}

// An owner is the object whose fields are being read.
type owner struct {
	node  *source.Node
	in    place
	of    string // what it belongs to, for messages: `of state "A"`, or the name of a state; or empty
	extra *[]*source.Member
}

// String names the owner in messages: `a transition of state "A"`.
func (o owner) String() string {
	switch {
	case o.of == "":
		return o.in.name()
	case o.in == inState:
		return "state " + o.of
	}
	return o.in.name() + " " + o.of
}

// object reads the members of an object. Those of fields that its owner may have are given to take, which answers whether
// it took them; all others become extra. A node that is no object is reported, and the answer is false.
func (r *reader) object(n *source.Node, o owner, take func(m *source.Member) bool) bool {
	if n.Kind != source.Object {
		r.wrongKind(n, o.String(), "an object")
		return false
	}
	outer := r.owner
	o.node = n
	r.owner = o
	for _, m := range n.LastMembers() {
		if !r.allowed(m) || !take(m) {
			*o.extra = append(*o.extra, m)
		}
	}
	r.owner = outer
	return true
}

// allowed reports whether a field may stand where it does. If it may not, that was reported.
func (r *reader) allowed(m *source.Member) bool {
	at, known := fields[m.Key]
	switch {
	case at&r.owner.in != 0:
		return true
	case known:
		r.Add(&misplacedField.Rule, m.KeySpan, "%s cannot have the field %s", r.owner, quote(m.Key)).Help = "move it to " + at.list()
	default:
		d := r.Add(&unknownField.Rule, m.KeySpan, "%s has an unknown field %s", r.owner, quote(m.Key))
		r.suggestKey(d, m.Key)
	}
	return false
}

// suggestKey suggests the key that was meant, and offers to write it if it is not there yet.
func (r *reader) suggestKey(d *diag.Diagnostic, key string) {
	const most = 1_000 // members that are looked through for each key
	g := r.Guess(key, fieldNames(r.owner.in))
	g.Sure = g.Sure && len(r.owner.node.Members) <= most && r.owner.node.Member(g.Name) == nil
	r.Suggest(d, g)
}

// need reports the fields that an object lacks.
func (r *reader) need(n *source.Node, who string, keys ...string) {
	if r.File.Incomplete { // what is missing may well be there
		return
	}
	var missing []string
	for _, key := range keys {
		if n.Member(key) == nil {
			missing = append(missing, quote(key))
		}
	}
	if len(missing) > 0 {
		r.Add(&missingField.Rule, r.Head(n), "%s has no %s", who, strings.Join(missing, " and no "))
	}
}

// document reads a file in any of its shapes; nil if it is none of them.
func (r *reader) document(n *source.Node) *Document {
	d := &Document{Node: n}
	switch {
	case n.Kind == source.Array:
		d.Shape = ShapeArray
		r.workflows(d, n)
	case n.Kind != source.Object:
		r.wrongKind(n, "the file", "a workflow, an array of them, an import request or an export")
		return nil
	case n.Member("importMode") != nil:
		d.Shape = ShapeImport
		r.envelope(d, inImport)
	case n.Member("entityName") != nil || n.Member("modelVersion") != nil:
		d.Shape = ShapeExport
		r.envelope(d, inExport)
	case n.Member("workflows") != nil && n.Member("states") == nil:
		d.Shape = ShapeImport
		r.envelope(d, inImport)
	default:
		d.Workflows = []*Workflow{r.workflow(d, n)}
	}
	return d
}

// envelope reads an import request or an export.
func (r *reader) envelope(d *Document, in place) {
	r.object(d.Node, owner{in: in, extra: &d.Extra}, func(f *source.Member) bool {
		switch f.Key {
		case "importMode":
			d.ImportMode = r.text(f)
			r.importMode(d.ImportMode)
			return d.ImportMode != nil
		case "entityName":
			d.EntityName = r.text(f)
			return d.EntityName != nil
		case "modelVersion":
			if r.number(f, modelVersions) == nil {
				return false
			}
			d.ModelVersion = f.Value
			return true
		default:
			if f.Value.Kind != source.Array {
				r.wrongField(f, "an array of workflows")
				return false
			}
			r.workflows(d, f.Value)
			return true
		}
	})
	r.need(d.Node, in.name(), "workflows")
}

func (r *reader) workflows(d *Document, list *source.Node) {
	for _, n := range list.Items {
		d.Workflows = append(d.Workflows, r.workflow(d, n))
	}
}

// importMode checks the mode of an import (fsm: "IMPORT REQUEST").
func (r *reader) importMode(t *Text) {
	modes := []string{"MERGE", "REPLACE", "ACTIVATE"}
	if t == nil {
		return
	}
	for _, m := range modes {
		if t.Value == m {
			return
		}
	}
	d := r.Add(&importMode.Rule, t.Node.Span, "unknown import mode %s", quote(t.Value))
	if r.Suggest(d, r.Guess(t.Value, modes)); d.Help == "" {
		d.Help = "use MERGE, REPLACE or ACTIVATE"
	}
}

// resolve finds the targets of all references of a workflow.
func (r *reader) resolve(w *Workflow) {
	var names []string // of the states, once they are needed
	resolve := func(t *Reference) {
		if t == nil {
			return
		}
		if t.Target = w.State(t.Name); t.Target != nil {
			return
		}
		if names == nil {
			for _, s := range w.States {
				names = append(names, s.Name)
			}
		}
		t.guess = r.Guess(t.Name, names)
		t.Meant = w.State(t.guess.Name)
	}
	resolve(w.InitialState)
	for _, s := range w.States {
		for _, t := range s.Transitions {
			resolve(t.Next)
		}
	}
}
