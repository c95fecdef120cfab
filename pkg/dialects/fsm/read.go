package fsm

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/reading"
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
	r := newReader(f)
	if f.Root != nil && f.Root.Kind != source.Invalid {
		d.document = r.document(f.Root)
	}
	if d.document != nil {
		d.shared = d.document.sharesStates()
		for _, w := range d.document.Workflows {
			r.resolve(w)
		}
	}
	d.findings = r.Findings
	return d
}

// A reader reads one file.
type reader struct {
	reading.Reader
}

func newReader(f *source.File) *reader {
	r := &reader{}
	r.Findings = dialects.Findings{File: f, Dialect: Dialect{}.Name()}
	r.Words = words
	r.Rules = reading.Rules{WrongType: &wrongType.Rule, UnknownField: &unknownField.Rule, MisplacedField: &misplacedField.Rule}
	return r
}

// need reports the fields that an object lacks.
func (r *reader) need(n *source.Node, who string, keys ...string) {
	if r.File.Incomplete { // what is missing may well be there
		return
	}
	if missing := r.Lacking(n, keys...); len(missing) > 0 {
		fields := "field"
		if len(missing) > 1 {
			fields = "fields"
		}
		r.Add(&missingField.Rule, r.Head(n), "%s lacks the %s %s", who, fields, dialects.Listed(missing, "and")).Help = "add " + dialects.Listed(missing, "and")
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
		r.WrongKind(n, "the file", "a workflow, an array of them, an import request or an export")
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
	r.Object(d.Node, reading.Owner{In: in, Extra: &d.Extra}, func(f *source.Member) bool {
		switch f.Key {
		case "importMode":
			d.ImportMode = r.Text(f)
			r.importMode(d.ImportMode)
			return d.ImportMode != nil
		case "entityName":
			d.EntityName = r.Text(f)
			return d.EntityName != nil
		case "modelVersion":
			if r.number(f, &modelVersions) == nil {
				return false
			}
			d.ModelVersion = f.Value
			return true
		default:
			if f.Value.Kind != source.Array {
				r.WrongField(f, "an array of workflows")
				return false
			}
			r.workflows(d, f.Value)
			return true
		}
	})
	r.need(d.Node, words.Name(in), "workflows")
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
