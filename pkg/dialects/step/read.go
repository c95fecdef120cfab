package step

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// Reading takes the tree of a file to the types of syntax.go. It finds everything that concerns one value where it
// stands: its type, its range, the syntax of an expression, a field that does not belong there. What concerns several
// values together is left to the rules, which look at the result.

// Read implements dialects.Dialect.
func (Dialect) Read(f *source.File, o dialects.Options) dialects.Definition {
	return read(f, o)
}

func read(f *source.File, o dialects.Options) *definition {
	d := &definition{file: f, options: o}
	r := &reader{Findings: dialects.Findings{File: f, Dialect: Dialect{}.Name()}, language: newLanguage()}
	if f.Root != nil && f.Root.Kind != source.Invalid {
		d.workflow = r.workflow(f.Root)
	}
	if d.workflow != nil {
		r.resolve(d.workflow)
	}
	d.findings = r.List
	d.searched = r.Searched
	return d
}

// A reader reads one file.
type reader struct {
	dialects.Findings
	language *language
	owner    owner // of the fields that are being read
}

// An owner is the object whose fields are being read.
type owner struct {
	node  *source.Node
	in    place
	step  *Step // that it is, or is part of; nil for the workflow
	extra *[]*source.Member
}

// String names the owner in messages: `a rule of step "classify"`.
func (o owner) String() string {
	switch {
	case o.step == nil:
		return o.in.name()
	case o.in&inSteps != 0:
		return o.step.String()
	default:
		return o.in.name() + " of " + o.step.String()
	}
}

// object reads the members of an object. Those of fields that its owner may have are given to take, which answers
// whether it took them; all others become extra. A node that is no object is reported, and the answer is false.
func (r *reader) object(n *source.Node, o owner, take func(m *source.Member) bool) bool {
	if n.Kind != source.Object {
		subject := o.in.name()
		if o.in&inSteps != 0 {
			subject = "a step"
		}
		step := o.step
		if step != nil && step.Node == n {
			step = nil
		}
		r.wrongKind(n, subject, "an object", step)
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
	o := &r.owner
	at, known := fields[m.Key]
	switch {
	case at&o.in != 0:
		return true
	case r.removed(m):
	case known:
		r.misplaced(m, at)
	default:
		d := r.Add(&unknownField.Rule, m.KeySpan, "%s has an unknown field %s", o, quote(m.Key))
		r.suggestKey(d, m.Key, fieldNames(o.in))
	}
	return false
}

// suggestKey suggests the key that was meant, and offers to write it if it is not there yet.
func (r *reader) suggestKey(d *diag.Diagnostic, key string, candidates []string) {
	const most = 1_000 // members that are looked through for each key
	g := r.Guess(key, candidates)
	g.Sure = g.Sure && len(r.owner.node.Members) <= most && r.owner.node.Member(g.Name) == nil
	r.Suggest(d, g)
}

// misplaced reports a field of another place than the owner, with a word about where it belongs.
func (r *reader) misplaced(m *source.Member, at place) {
	o := r.owner
	d := r.Add(&misplacedField.Rule, m.KeySpan, "%s may not have the field %s", o, quote(m.Key))
	d.Help = "it belongs to " + at.list()
	if o.in&inSteps == 0 {
		return
	}
	d.Message = fmt.Sprintf("%s may not have the field %s, as it is %s", o.step, quote(m.Key), o.in.name())
	switch {
	case m.Key == "nextStep" && o.in == inEnd:
		d.Help = "remove it: an END always ends the workflow"
	case m.Key == "nextStep" && o.in == inDecision:
		d.Help = `its branches say where it goes: give it a last one, "true"`
	case m.Key == "nextStep" && o.in == inParallel:
		d.Help = `the step behind the branches is the "nextStep" of its join`
	case m.Key == "conditionalNextSteps" && o.in&inFlows != 0:
		d.Help = "let a DECISION follow, which decides on the variables"
	}
}

// removed reports the fields of the older decision table, with where they went (step: "Migration from 005").
func (r *reader) removed(m *source.Member) bool {
	var help string
	switch in := r.owner.in; {
	case in == inRule && m.Key == "then":
		help = `a rule only sets variables: set one in "outputs", and let a DECISION behind the table's "nextStep" go by it`
	case (in == inTable || in == inDecisionTable) && m.Key == "defaultNextStep":
		help = `a table without a match fails: write a last rule with an empty "when", and go on in "nextStep"`
	default:
		return false
	}
	r.Add(&removedField.Rule, m.KeySpan, "%s has the field %s, which decision tables no longer have", r.owner, quote(m.Key)).Help = help
	return true
}

// resolve finds the targets of all references.
func (r *reader) resolve(w *Workflow) {
	var ids []string // of the steps, once they are needed
	for _, s := range w.Steps {
		for t := range s.references() {
			if t.Target = w.Step(t.ID); t.Target != nil {
				continue
			}
			if ids == nil {
				for _, s := range w.Steps {
					ids = append(ids, s.id())
				}
			}
			t.guess = r.Guess(t.ID, ids)
			t.Meant = w.Step(t.guess.Name)
		}
	}
}
