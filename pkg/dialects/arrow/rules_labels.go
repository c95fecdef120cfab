package arrow

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

var duplicateLabel = rule{Rule: diag.Rule{
	ID:       "arrow/duplicate-label",
	Severity: diag.Error,
	Summary:  "duplicate label",
	Why: "A label after a step names its output, a label before a step names its input; each name may be given once in a scope. " +
		"To connect several steps to one label, draw arrows to it or from it.",
	Source: "arrow: \"which should generate an error for a duplicate output label\"",
}, Checks: eachScopeOf(checkDuplicateLabels)}

var unproducedLabel = rule{Rule: diag.Rule{
	ID:       "arrow/unproduced-label",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "a label has no source",
	Why: "The steps after the label would never start. A label belongs to its own scope: a label of the same name inside or " +
		"outside a subflow is a different one.",
	Source: "arrow: labels connect statements; a subflow is like a task to what is around it",
}, Checks: eachScopeOf(checkUnproduced)}

var unconsumedLabel = rule{Rule: diag.Rule{
	ID:       "arrow/unconsumed-label",
	Severity: diag.Error,
	Summary:  "a label has no destination",
	Why: "The output sent to the label would be dropped. A label belongs to its own scope: a label of the same name inside or " +
		"outside a subflow is a different one.",
	Source: "arrow: labels connect statements; a subflow is like a task to what is around it",
}, Checks: eachScopeOf(checkUnconsumed)}

// firstUses returns the labels of all scopes, which those of another one may have meant.
func (c *checker) firstUses() map[string]*labelUses {
	known := map[string]*labelUses{}
	for _, s := range c.scopes {
		for _, u := range s.uses {
			all := known[u.name]
			if all == nil {
				all = &labelUses{name: u.name}
				known[u.name] = all
			}
			if all.produced() == nil {
				all.to, all.outputs = u.to, u.outputs
			}
			if all.consumed() == nil {
				all.from, all.inputs = u.from, u.inputs
			}
		}
	}
	return known
}

func checkDuplicateLabels(c *checker, _ []*Statement) {
	for _, u := range c.labels.uses {
		for i, l := range u.outputs {
			if i > 0 {
				d := c.Report(l.Span, "duplicate output label %q", ":"+u.name)
				d.Related = c.Related(u.outputs[0].Span, "the first one labels this output")
				d.Help = "end the statement before it with `;` if it starts a new one, or connect the output with an arrow: → :" + u.name
			}
		}
		for i, l := range u.inputs {
			if i > 0 {
				d := c.Report(l.Span, "duplicate input label %q", ":"+u.name)
				d.Related = c.Related(u.inputs[0].Span, "the first one labels this input")
				d.Help = "end the statement after it with `;` if the step starts a new one, or connect it with an arrow: :" + u.name + " →"
			}
		}
	}
}

func checkUnproduced(c *checker, _ []*Statement) {
	var candidates []string
	for _, u := range c.labels.uses {
		at := u.consumed()
		if at == nil || u.produced() != nil || len(u.inputs) > 1 || c.labels.hides(u.name, c.File.Text) {
			continue
		}
		d := c.Report(at.Span, "the label %q has no source", ":"+u.name)
		if other := c.elsewhere()[u.name].produced(); other != nil {
			if c.flow.Open {
				c.List = c.List[:len(c.List)-1] // the scopes are not those that are meant
				continue
			}
			d.Related = c.Related(other.Span, "this label is in another scope")
			d.Help = "connect a step to it in the same scope; a label does not cross the border of a subflow"
			continue
		}
		if candidates == nil {
			candidates = c.halves((*labelUses).consumed)
		}
		g := c.Guess(":"+u.name, candidates)
		if d.Help = g.Help; g.Sure {
			c.pair(d, strings.TrimPrefix(g.Name, ":"))
		}
	}
}

// pair notes that a label without a source is most likely one without a destination, so that both are one finding.
func (c *checker) pair(d *diag.Diagnostic, name string) {
	for _, u := range c.labels.uses {
		if at := u.produced(); u.name == name && at != nil && u.consumed() == nil {
			d.Related = c.Related(at.Span, "the label %q has no destination", ":"+name)
			c.OfferFix(d, "write :"+name, ":"+name)
			c.labels.paired = append(c.labels.paired, name)
		}
	}
}

func checkUnconsumed(c *checker, _ []*Statement) {
	var candidates []string
	for _, u := range c.labels.uses {
		at := u.produced()
		if at == nil || u.consumed() != nil || len(u.outputs) > 1 || c.labels.hides(u.name, c.File.Text) || slices.Contains(c.labels.paired, u.name) {
			continue
		}
		d := c.Report(at.Span, "the label %q has no destination", ":"+u.name)
		if other := c.elsewhere()[u.name].consumed(); other != nil {
			if c.flow.Open {
				c.List = c.List[:len(c.List)-1] // the scopes are not those that are meant
				continue
			}
			d.Related = c.Related(other.Span, "this label is in another scope")
			d.Help = "connect it to a step in the same scope; a label does not cross the border of a subflow"
			continue
		}
		if candidates == nil {
			candidates = c.halves((*labelUses).produced)
		}
		d.Help = c.Guess(":"+u.name, candidates).Help
	}
}

// halves returns the labels of the scope that lack the one side or the other, with their colons: what a label that lacks
// the other side may be meant to be.
func (c *checker) halves(lacks func(*labelUses) *Label) []string {
	var names []string
	for _, u := range c.labels.uses {
		if lacks(u) == nil {
			names = append(names, ":"+u.name)
		}
	}
	return names
}

// hides reports whether a label is in what could not be read of a scope of a text: one side of it may be there.
func (l *scopeLabels) hides(name string, text []byte) bool {
	if l.hidden == nil {
		l.hidden = map[string]bool{}
		for _, s := range l.statements {
			if s.Broken {
				l.hideFrom(text[s.Span.Start:s.Span.End])
			}
		}
	}
	return l.hidden[name]
}

// hideFrom notes the labels in what could not be read.
func (l *scopeLabels) hideFrom(text []byte) {
	x := newLexer(text)
	for t := x.next(); t.sort != endOfText; t = x.next() {
		if t.sort == label {
			l.hidden[string(x.text[t.span.Start+1:t.span.End])] = true
		}
	}
}

// text returns a short step as it was written.
func (c *checker) text(s *Step) string {
	const most = 40
	text := string(c.File.Text[s.Span.Start:s.Span.End])
	if len(text) > most {
		return "…"
	}
	return text
}

// lastWord is the place at which a text ends, or its beginning if there is nothing in it.
func (c *checker) lastWord() source.Span {
	if n := len(c.flow.Items); n > 0 {
		return c.flow.Items[n-1].Declaration.NameSpan
	}
	return source.Span{}
}
