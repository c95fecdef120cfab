package embedded

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/source"
)

// values are what is known of a template of CloudFormation before it is deployed: the defaults of its parameters, and what follows from
// them for its conditions.
type values struct {
	root *source.Node
	// otherwise turns every condition around, so that the other branches of Fn::If are read. chosen are answers that come before that.
	otherwise bool
	chosen    map[string]bool
	wanted    branch // that chosen should lead to
	// answers are those that conditions had, and taken the branches of Fn::If that they led to, in that order.
	answers map[string]bool
	taken   []branch
}

// mostSteps bounds how many functions are followed to a value; more are a cycle.
const mostSteps = 50

// parameter returns the default of a parameter, if that is the value which the template gets: not where it is the name of a value that is
// kept elsewhere, and not where it is empty, as somebody has to give it then.
func (v *values) parameter(name string) *source.Node {
	p := v.root.Get("Parameters").Get(name)
	kind, def := p.Get("Type"), p.Get("Default")
	if kind == nil || def == nil || def.Text == "" {
		return nil
	}
	switch kind.Text {
	case "Number":
		return literalNode(def.Text)
	case "String":
		return &source.Node{Kind: source.String, Text: def.Text, Style: source.DoubleQuoted}
	}
	return nil
}

// literalNode returns a number or a boolean, or a string if the text is neither.
func literalNode(text string) *source.Node {
	n := &source.Node{Kind: source.String, Text: text, Style: source.DoubleQuoted}
	switch {
	case text == "true" || text == "false":
		n.Kind = source.Bool
	case text != "" && (text[0] == '-' || text[0] >= '0' && text[0] <= '9') && json.Valid([]byte(text)):
		n.Kind = source.Number
	}
	return n
}

// choose returns the value that Fn::If and Fn::FindInMap select, and others as they are. It is nil for one that is left out.
func (v *values) choose(n *source.Node) *source.Node {
	for range mostSteps {
		name, argument := intrinsic(n)
		switch {
		case name == functionIf && argument.Kind == source.Array && len(argument.Items) == 3:
			if v.selects(n, argument.Items[0]) {
				n = argument.Items[1]
			} else {
				n = argument.Items[2]
			}
		case name == functionFindInMap && argument.Kind == source.Array && len(argument.Items) >= 3:
			found := v.mapped(argument.Items)
			if found == nil {
				return n
			}
			n = found
		case name == functionRef && argument.Text == "AWS::NoValue":
			return nil
		default:
			return n
		}
	}
	return n
}

// mapped returns the value that a template's mappings have for the names given to Fn::FindInMap.
func (v *values) mapped(names []*source.Node) *source.Node {
	at := v.root.Get("Mappings")
	for _, n := range names[:3] {
		name, known := v.text(n, 0)
		if !known {
			return nil
		}
		at = at.Get(name)
	}
	return at
}

// text returns a value as text, and reports whether it is known.
func (v *values) text(n *source.Node, steps int) (text string, known bool) {
	if steps > mostSteps {
		return "", false
	}
	n = v.choose(n)
	if n == nil {
		return "", false
	}
	name, argument := intrinsic(n)
	switch {
	case name == functionRef:
		if p := v.parameter(argument.Text); p != nil {
			return p.Text, true
		}
		return "", false
	case name == functionSub || name == functionJoin:
		a := &assembly{values: v, steps: steps + 1}
		a.join(&source.File{}, n)
		return string(a.text), a.unknown == "" && len(a.filled) == 0
	case name != "":
		return "", false
	}
	switch n.Kind {
	case source.String, source.Number, source.Bool:
		return n.Text, true
	}
	return "", false
}

// literal returns a value as a string, a number or a boolean that is written at a place; nil if it is not known.
func (v *values) literal(n *source.Node, at source.Span) *source.Node {
	if v == nil {
		return nil
	}
	text, known := v.text(n, 0)
	if !known || text == "" {
		return nil
	}
	out := &source.Node{Kind: source.String, Text: text, Style: source.DoubleQuoted}
	chosen := v.choose(n)
	if name, argument := intrinsic(chosen); name == functionRef {
		out = v.parameter(argument.Text)
	} else if name == "" {
		out.Kind = chosen.Kind
	}
	out.Span = at
	return out
}

// fill returns a text in which the placeholders of a definition have the values that are known for them.
func (a *assembly) fill(known map[string]*source.Node) {
	if len(known) == 0 {
		return
	}
	out := &assembly{unknown: a.unknown, unknownAt: a.unknownAt}
	done, filled := 0, a.filled
	for _, x := range placeholdersIn(string(a.text)) {
		for len(filled) > 0 && filled[0].End <= x.span.Start {
			filled = filled[1:]
		}
		n := known[x.name]
		if n == nil || len(filled) > 0 && filled[0].Contains(x.span) {
			continue
		}
		out.copy(a, done, x.span.Start)
		out.stand(n.Text, a.place(x.span))
		done = x.span.End
	}
	out.copy(a, done, len(a.text))
	*a = *out
}

// copy adds a range of another text, with the placeholders in it that are filled.
func (a *assembly) copy(from *assembly, start, end int) {
	moved := len(a.text) - start
	for at := start; at < end; {
		p, until := from.piece(at)
		until = min(until, end)
		if p.exact {
			a.add(p.from, p.skip+at-p.at, p.skip+until-p.at)
		} else {
			a.stand(string(from.text[at:until]), p.whole)
		}
		at = until
	}
	for _, s := range from.filled {
		if s.Start >= start && s.End <= end {
			a.filled = append(a.filled, source.Span{Start: s.Start + moved, End: s.End + moved})
		}
	}
}

// Filled reads a definition with values for its placeholders, ${Name}. Places are those of the text as it is.
func Filled(f *source.File, format source.Format, known map[string]string) *Part {
	nodes := map[string]*source.Node{}
	for name, text := range known {
		nodes[name] = literalNode(text)
	}
	p := &Part{Service: StepFunctions, Span: source.Span{End: len(f.Text)}}
	a := &assembly{}
	offsets := make([]int, len(f.Text)+1)
	for i := range offsets {
		offsets[i] = i
	}
	t := source.Mapped(string(f.Text), offsets)
	a.add(t, 0, len(t.String))
	a.fill(nodes)
	a.parse(p, f, format)
	p.File.Name = f.Name
	return p
}

// covers reports whether a range lies in one that stands for a value.
func covers(spans []source.Span, s source.Span) bool {
	return slices.ContainsFunc(spans, func(x source.Span) bool { return x.Contains(s) || s.Contains(x) && !s.IsZero() })
}

// isPlaceholder reports whether a text is a placeholder and nothing else, and returns its name.
func isPlaceholder(text string) (name string, ok bool) {
	name, ok = strings.CutPrefix(text, "${")
	if !ok {
		return "", false
	}
	name, ok = strings.CutSuffix(name, "}")
	return name, ok && !strings.ContainsAny(name, "${}")
}
