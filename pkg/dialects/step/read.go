package step

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/reading"
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
	r := newReader(f)
	if f.Root != nil && f.Root.Kind != source.Invalid {
		d.workflow = r.workflow(f.Root)
	}
	if d.workflow != nil {
		r.resolve(d.workflow)
	}
	d.findings = r.Findings
	return d
}

// A reader reads one file.
type reader struct {
	reading.Reader
	language *language
}

func newReader(f *source.File) *reader {
	r := &reader{language: newLanguage()}
	r.Findings = dialects.Findings{File: f, Dialect: Dialect{}.Name()}
	r.Words = words
	r.Rules = reading.Rules{WrongType: &wrongType.Rule, UnknownField: &unknownField.Rule, MisplacedField: &misplacedField.Rule}
	r.Decide, r.Explain = r.decide, r.explain
	return r
}

// object reads the members of a step, if it is one, or else of a part of a step; see [reading.Reader.Object].
func (r *reader) object(n *source.Node, in place, s *Step, extra *[]*source.Member, take func(m *source.Member) bool) bool {
	if in&inSteps != 0 && n.Kind != source.Object { // it has no id to name it by
		r.WrongKind(n, words.Name(inSteps), "an object")
		return false
	}
	return r.Object(n, reading.Owner{In: in, Of: s, Itself: in&inSteps != 0, Extra: extra}, take)
}

// decide reports the fields of the older decision table, with where they went (step: "Migration from 005").
func (r *reader) decide(m *source.Member, _ *reading.Field) reading.Answer {
	var help string
	switch in := r.Owner.In; {
	case in == inRule && m.Key == "then":
		help = `a rule only sets variables: set one in "outputs", and test it in a DECISION at the table's "nextStep"`
	case (in == inTable || in == inDecisionTable) && m.Key == "defaultNextStep":
		help = `a table without a match fails: add a last rule with an empty "when", and continue in "nextStep"`
	default:
		return reading.Ask
	}
	r.Add(&removedField.Rule, m.KeySpan, "%s has the removed field %s", r.Subject(), quote(m.Key)).Help = help
	return reading.Leave
}

// explain completes the finding about a field of another place than the owner with a word about why, or what to do.
func (r *reader) explain(d *diag.Diagnostic, m *source.Member) {
	in := r.Owner.In
	if in&inSteps == 0 {
		return
	}
	d.Message = fmt.Sprintf("%s cannot have the field %s: it is %s", r.Subject(), quote(m.Key), words.Name(in))
	switch {
	case m.Key == "nextStep" && in == inEnd:
		d.Help = "remove it: an END always ends the workflow"
	case m.Key == "nextStep" && in == inDecision:
		d.Help = `the branches of a DECISION select the next step: add a last branch "true"`
	case m.Key == "nextStep" && in == inParallel:
		d.Help = `put the step after the branches into the "nextStep" of the join`
	case m.Key == "conditionalNextSteps" && in&inFlows != 0:
		d.Help = "add a DECISION after it that tests the variables"
	}
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
