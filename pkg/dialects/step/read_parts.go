package step

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/source"
)

// branches reads conditionalNextSteps, whose order is that of the text (step: "DECISION").
func (r *reader) branches(s *Step, f *source.Member) []*Branch {
	if f.Value.Kind != source.Object {
		r.WrongField(f, "an object of conditions and step ids")
		return nil
	}
	var out []*Branch
	for _, m := range f.Value.LastMembers() {
		b := &Branch{Member: m, If: r.expression(keyNode(m), "the condition "+quote(m.Key)+" of "+s.String())}
		if m.Value.Kind == source.String {
			b.To = &Reference{Node: m.Value, Field: f.Key, ID: m.Value.Text}
		} else {
			r.WrongKind(m.Value, "the target of a branch of "+s.String(), "the id of a step")
		}
		out = append(out, b)
	}
	return out
}

// keyNode is a key as a value, so that places inside of it can be found.
func keyNode(m *source.Member) *source.Node {
	return &source.Node{Kind: source.String, Span: m.KeySpan, Text: m.Key}
}

// expression reads an expression that is in a string. What is wrong with it is reported.
func (r *reader) expression(n *source.Node, what string) *Expression {
	x := r.language.parse(r.File.Content(n))
	if x.Mistake != nil {
		expressionFault(&r.Findings, what, x)
	}
	return x
}

// assignments reads the members of transformations or outputs (step: "TRANSFORMATION").
func (r *reader) assignments(s *Step, n *source.Node) []*Assignment {
	out := make([]*Assignment, 0, len(n.Members))
	for _, m := range n.LastMembers() {
		a := &Assignment{Member: m}
		if m.Value.Kind == source.String {
			switch enclosed(m.Value.Text) {
			case oneEnclosure:
				a.Value = r.expression(m.Value, "the value of "+quote(m.Key)+" in "+s.String())
			case someEnclosures:
				r.Add(&severalExpressions.Rule, m.Value.Span, "%s of %s contains several expressions and is used as written", quote(m.Key), s).
					Help = "write the whole value as one ${…} and join texts in it with +"
			}
		}
		out = append(out, a)
	}
	return out
}

// policyNames are the codes of hit policies whose names people write instead (DMN 1.3: "Hit policy").
var policyNames = map[string]string{"UNIQUE": "U", "FIRST": "F", "ANY": "A", "RULE ORDER": "R", "COLLECT": "C"}

// hitPolicy reads the code of a hit policy.
func (r *reader) hitPolicy(f *source.Member) *HitPolicy {
	t := r.Text(f)
	if t == nil {
		return nil
	}
	for _, code := range policies() {
		if t.Value == code {
			return &HitPolicy{Node: t.Node, Code: code}
		}
	}
	d := r.Add(&hitPolicy.Rule, t.Node.Span, "%s has the unknown hit policy %s", r.Subject(), quote(t.Value))
	switch base, suffix := strings.TrimRight(t.Value, "+#<>"), strings.TrimLeft(t.Value, "UFARC"); {
	case len(base) == 1 && len(base)+len(suffix) == len(t.Value) && suffix != "" && base != "C":
		d.Help = "only C can have an aggregator: C" + suffix[:1]
	case strings.ToUpper(t.Value) != t.Value:
		r.Suggest(d, r.Guess(t.Value, policies()))
	}
	if code := policyNames[strings.ToUpper(t.Value)]; code != "" {
		r.Suggest(d, dialects.Guess{Name: code, Sure: true, Help: "write " + quote(code)})
	}
	if d.Help == "" {
		d.Help = "use " + dialects.Listed(policies(), "or")
	}
	return nil
}

// table reads decisionTable.
func (r *reader) table(s *Step, f *source.Member) bool {
	s.TableNode = f.Value
	return r.object(f.Value, inTable, s, &s.TableExtra, func(f *source.Member) bool {
		if f.Value.Kind != source.Array {
			r.WrongField(f, "an array of rules")
			return false
		}
		s.Rules = make([]*Rule, 0, len(f.Value.Items))
		for _, n := range f.Value.Items {
			s.Rules = append(s.Rules, r.rule(s, n))
		}
		return true
	})
}

func (r *reader) rule(s *Step, n *source.Node) *Rule {
	x := &Rule{Node: n}
	x.Broken = !r.object(n, inRule, s, &x.Extra, func(f *source.Member) bool {
		if f.Value.Kind != source.Object {
			r.WrongField(f, "an object")
			return false
		}
		if f.Key == "outputs" {
			x.Outputs = r.assignments(s, f.Value)
			return len(x.Outputs) > 0
		}
		for _, m := range f.Value.LastMembers() {
			x.Cells = append(x.Cells, r.cell(s, m))
		}
		return len(x.Cells) > 0
	})
	return x
}

// cell reads a member of when. A blank one always matches (step: "Runtime behaviour").
func (r *reader) cell(s *Step, m *source.Member) *Cell {
	c := &Cell{Member: m}
	switch {
	case m.Value.Kind != source.String:
		d := r.WrongKind(m.Value, "the cell "+quote(m.Key)+" of "+s.String(), "a condition in a string")
		if m.Value.Kind == source.Bool || m.Value.Kind == source.Number {
			d.Help = "write a condition, such as " + quote(m.Key+" == "+m.Value.Text)
		}
		c.If = &Expression{Text: source.Plain("", m.Value.Span.Start), Mistake: &mistake{message: "the cell is not a condition"}}
	case strings.TrimSpace(m.Value.Text) != "":
		c.If = r.expression(m.Value, "the cell "+quote(m.Key)+" of "+s.String())
	}
	return c
}

// reference reads the id of a step. Its target is found when all steps are known.
func (r *reader) reference(f *source.Member) *Reference {
	if f.Value.Kind != source.String {
		r.WrongField(f, "the id of a step")
		return nil
	}
	return &Reference{Node: f.Value, Field: f.Key, ID: f.Value.Text}
}

// references reads an array of step ids.
func (r *reader) references(f *source.Member) []*Reference {
	if f.Value.Kind != source.Array {
		r.WrongField(f, "an array of step ids")
		return nil
	}
	out := make([]*Reference, 0, len(f.Value.Items))
	for _, n := range f.Value.Items {
		if n.Kind != source.String {
			r.WrongKind(n, "an item of "+quote(f.Key)+" of "+r.Subject(), "the id of a step")
			continue
		}
		out = append(out, &Reference{Node: n, Field: f.Key, ID: n.Text})
	}
	return out
}

// boundaryEvent reads an item of boundaryEvents.
func (r *reader) boundaryEvent(s *Step, n *source.Node) *BoundaryEvent {
	b := &BoundaryEvent{Node: n}
	ok := r.object(n, inBoundary, s, &b.Extra, func(f *source.Member) bool {
		switch f.Key {
		case "type":
			b.Type = r.eventType(f)
			return b.Type != nil
		case "duration":
			b.Duration = r.duration(f)
			return b.Duration != nil
		case "interrupting":
			b.Interrupting = r.Bool(f)
			return b.Interrupting != nil
		default:
			b.Target = r.reference(f)
			return b.Target != nil
		}
	})
	b.Broken = !ok || b.Type == nil
	return b
}

const timer = "TIMER"

func (r *reader) eventType(f *source.Member) *Text {
	t := r.Text(f)
	if t == nil || t.Value == timer {
		return t
	}
	d := r.Add(&eventType.Rule, t.Node.Span, "%s has the unknown type %s", r.Subject(), quote(t.Value))
	if strings.EqualFold(t.Value, timer) {
		d.Help = "write the type in upper case"
		r.OfferFix(d, "write \"TIMER\"", "\"TIMER\"")
	} else {
		d.Help = `use "TIMER"`
	}
	return nil
}

// duration reads a length of time (step: "Boundary Events").
func (r *reader) duration(f *source.Member) *Text {
	t := r.Text(f)
	if t == nil {
		return nil
	}
	d, err := iso8601.ParseDuration(t.Value)
	switch {
	case t.Value == "":
		r.Add(&duration.Rule, t.Node.Span, "the duration of %s is empty", r.Subject()).Help = `use an ISO 8601 duration, such as "PT30S", "PT24H" or "P7D"`
		return nil
	case err != nil:
		d := r.Add(&duration.Rule, t.Node.Span, "%s has the invalid duration %s", r.Subject(), quote(t.Value))
		d.Help = `use an ISO 8601 duration, such as "PT30S", "PT24H" or "P7D"`
		if meant := iso8601.Meant(t.Value); meant != "" {
			r.Suggest(d, dialects.Guess{Name: meant, Sure: true, Help: "write " + quote(meant)})
		}
		return nil
	case d.IsZero():
		r.Add(&zeroDuration.Rule, t.Node.Span, "the timer of %s fires at once: its duration is zero", r.Subject())
	}
	return t
}
