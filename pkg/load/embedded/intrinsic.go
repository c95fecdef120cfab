package embedded

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/source"
)

// The functions of CloudFormation ("Intrinsic function reference" of its user guide) that matter here by their long names. The
// short form of YAML, !Sub, is a tag.
const (
	functionRef    = "Ref"
	functionGetAtt = "Fn::GetAtt"
	functionSub    = "Fn::Sub"
	functionJoin   = "Fn::Join"
	functionIf     = "Fn::If"

	functionFindInMap = "Fn::FindInMap"
)

// intrinsic returns the function that a value calls, and its argument. The name is empty if the value calls none.
func intrinsic(n *source.Node) (name string, argument *source.Node) {
	if tag := n.Tag(); strings.HasPrefix(tag, "!") {
		if name = strings.TrimPrefix(tag, "!"); name != functionRef {
			name = "Fn::" + name
		}
		return name, n
	}
	if n.Kind == source.Object && len(n.Members) == 1 {
		if m := n.Members[0]; m.Key == functionRef || strings.HasPrefix(m.Key, "Fn::") {
			return m.Key, m.Value
		}
	}
	return "", n
}

// value returns what the placeholder of a call is called: "Order.Arn", "AWS::Region".
func value(name string, argument *source.Node) string {
	switch {
	case name == functionRef && argument.Kind == source.String:
		return argument.Text
	case name == functionGetAtt && argument.Kind == source.String:
		return argument.Text
	case name == functionGetAtt && argument.Kind == source.Array:
		var words []string
		for _, x := range argument.Items {
			words = append(words, x.Text)
		}
		return strings.Join(words, ".")
	case argument.Kind == source.String:
		return name + " " + argument.Text
	}
	return name
}

// mostAssembled bounds the text that joins may put together: aliases of YAML can repeat a short one without end.
const mostAssembled = 16 << 20

// join adds the text of a value that may call functions.
func (a *assembly) join(f *source.File, n *source.Node) {
	if a.values != nil {
		if n = a.values.choose(n); n == nil {
			return
		}
	}
	name, argument := intrinsic(n)
	switch {
	case len(a.text) > mostAssembled:
		a.fail("the text is too long", n.Span)
	case name == functionSub:
		a.sub(f, argument)
	case name == functionJoin:
		a.joined(f, n, argument)
	case name == functionRef && a.parameter(argument.Text, n.Span):
	case name != "":
		a.placeholder(value(name, argument), n.Span)
	case n.Kind == source.String:
		t := f.Content(n)
		a.add(t, 0, len(t.String))
	case n.Kind == source.Number || n.Kind == source.Bool:
		a.stand(n.Text, n.Span)
	default:
		a.fail(n.Kind.String()+" is not a text", n.Span)
	}
}

// sub adds the text of Fn::Sub: a string, or a list of a string and an object of variables. ${!Name} is the text ${Name}.
func (a *assembly) sub(f *source.File, argument *source.Node) {
	text, own := argument, (*source.Node)(nil)
	if text.Kind == source.Array && len(text.Items) > 0 {
		text = text.Items[0]
		if len(argument.Items) > 1 {
			own = argument.Items[1]
		}
	}
	if text.Kind != source.String {
		a.fail("Fn::Sub needs a string", text.Span)
		return
	}
	t := f.Content(text)
	done := 0
	for at := 0; at < len(t.String); {
		i := strings.Index(t.String[at:], "${")
		if i < 0 {
			break
		}
		start := at + i
		at = start + len("${")
		if at < len(t.String) && t.String[at] == '!' {
			a.add(t, done, at)
			at++
			done = at
			continue
		}
		end := strings.IndexByte(t.String[at:], '}')
		if end < 0 {
			break
		}
		a.add(t, done, start)
		name := strings.TrimSpace(t.String[at : at+end])
		done = at + end + 1
		if a.variable(own.Get(name), name, t.At(start, done)) {
			at = done
			continue
		}
		a.filled = append(a.filled, source.Span{Start: len(a.text), End: len(a.text) + done - start})
		a.add(t, start, done)
		at = done
	}
	a.add(t, done, len(t.String))
}

// variable adds the value of a placeholder of Fn::Sub: that of a variable of its own, or of a parameter. It reports false if it is not
// known.
func (a *assembly) variable(own *source.Node, name string, at source.Span) bool {
	if own == nil {
		return a.parameter(name, at)
	}
	if a.values == nil {
		return false
	}
	text, known := a.values.text(own, a.steps+1)
	if known {
		a.stand(text, at)
	}
	return known
}

// parameter adds the default of a parameter. It reports false if that is not known.
func (a *assembly) parameter(name string, at source.Span) bool {
	if a.values == nil {
		return false
	}
	p := a.values.parameter(name)
	if p == nil {
		return false
	}
	a.stand(p.Text, at)
	return true
}

// joined adds the text of Fn::Join: a list of a delimiter and a list of values.
func (a *assembly) joined(f *source.File, n, argument *source.Node) {
	if argument.Kind != source.Array || len(argument.Items) != 2 || argument.Items[0].Kind != source.String || argument.Items[1].Kind != source.Array {
		a.placeholder(functionJoin, n.Span)
		return
	}
	if name, _ := intrinsic(argument.Items[1]); name != "" {
		a.placeholder(functionJoin, n.Span)
		return
	}
	delimiter := argument.Items[0].Text
	for i, x := range argument.Items[1].Items {
		if i > 0 && delimiter != "" {
			a.stand(delimiter, source.Span{Start: x.Span.Start, End: x.Span.Start})
		}
		if a.join(f, x); a.unknown != "" {
			return
		}
	}
}
