package asl

import (
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/jsonata"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// A Template is a JSON value some parts of which are computed: a payload template of a JSONPath state, whose dynamic fields
// have keys that end in ".$", or a value of a JSONata state, whose strings may be expressions (asl today: "Payload templates",
// "Expression strings").
type Template struct {
	Node *source.Node
	// Computed are the parts that are computed, in the order of the text.
	Computed []*Computed
	// Value makes the value. It is nil if a part could not be read or is not known here.
	Value expr.Expr
	// assumed makes the value with the placeholders in it as texts, where those are all that is not known.
	assumed expr.Expr
}

// Known reports whether all parts of the template could be read, and none is a placeholder.
func (t *Template) Known() bool { return t.Value != nil }

// A Computed is a value that is computed when the state is run: a string that holds a path, a call of an intrinsic function,
// or a JSONata expression.
type Computed struct {
	Node *source.Node // the string
	// Member is the member whose value it is; nil for an item of an array.
	Member *source.Member
	// At is its place in the state, as today's engine names it: "Arguments/Payload/rows[2]".
	At string
	// Text is the expression with the position of each of its characters; of JSONata, what is between the marks.
	Text source.Text
	// Expr is the expression: *expr.Path or *expr.Call, or of JSONata *expr.Foreign. It is nil if Err is not, or if Opaque.
	Expr expr.Expr
	// Query is the tree of a JSONata expression that could be read.
	Query jsonata.Node
	// Err is why it could not be read; it was reported.
	Err *expr.SyntaxError
	// Opaque reports that it holds a substitution such as ${Name}, and cannot be read without its value.
	Opaque bool
}

// A templating reads a template.
type templating struct {
	file *source.File
	// jsonata reports that strings in {% %} are expressions, and keys that end in ".$" are not special.
	jsonata bool
	out     *Template
	queries compiledQueries
	// fault receives what is wrong with a part.
	fault func(c *Computed, rule templateFault)
}

// A templateFault is what may be wrong with a part of a template.
type templateFault uint8

const (
	notComputed   templateFault = iota // the value of a dynamic field is neither a path nor a call
	wrongPath                          // invalid path
	wrongFunction                      // a call cannot be read
	wrongQuery                         // a JSONata expression cannot be read
)

// template reads a value at a place of a state.
func (t *templating) template(n *source.Node, at string) *Template {
	t.out = &Template{Node: n}
	x := t.value(n, nil, at)
	if x == nil {
		x = &expr.Literal{Value: value.Of(n), Node: n, Span: n.Span}
	}
	known := true
	for _, c := range t.out.Computed {
		if c.Err != nil {
			return t.out
		}
		known = known && c.Expr != nil
	}
	if known {
		t.out.Value = x
	} else {
		t.out.assumed = x
	}
	return t.out
}

// value returns the expression of a value, or nil if nothing in it is computed.
func (t *templating) value(n *source.Node, m *source.Member, at string) expr.Expr {
	switch n.Kind {
	case source.Object:
		return t.object(n, at)
	case source.Array:
		return t.array(n, at)
	case source.String:
		switch {
		case !t.jsonata:
		case isJSONata(n.Text):
			return t.query(n, m, at)
		case isOpenJSONata(n.Text):
			c := t.add(n, m, at)
			c.Err = openFault(c)
			t.report(c, wrongQuery)
			return unread
		}
	}
	return nil
}

func (t *templating) object(n *source.Node, at string) expr.Expr {
	members := n.LastMembers()
	parts := make([]expr.Expr, len(members))
	dynamic := false
	for i, m := range members {
		if t.isDynamic(m) {
			parts[i] = t.dynamicField(m, at)
			dynamic = true
			continue
		}
		parts[i] = t.value(m.Value, m, at+"/"+m.Key)
		dynamic = dynamic || parts[i] != nil
	}
	if !dynamic {
		return nil
	}
	out := &expr.Object{Members: make([]expr.ObjectMember, len(members)), Node: n, Span: n.Span}
	for i, m := range members {
		out.Members[i] = expr.ObjectMember{Key: t.name(m), KeySpan: m.KeySpan, Value: orLiteral(parts[i], m.Value)}
	}
	return out
}

func (t *templating) array(n *source.Node, at string) expr.Expr {
	parts := make([]expr.Expr, len(n.Items))
	dynamic := false
	for i, item := range n.Items {
		parts[i] = t.value(item, nil, fmt.Sprintf("%s[%d]", at, i))
		dynamic = dynamic || parts[i] != nil
	}
	if !dynamic {
		return nil
	}
	out := &expr.List{Items: parts, Node: n, Span: n.Span}
	for i, item := range n.Items {
		out.Items[i] = orLiteral(parts[i], item)
	}
	return out
}

// orLiteral is an expression, or the value of a node that nothing is computed in.
func orLiteral(x expr.Expr, n *source.Node) expr.Expr {
	if x != nil {
		return x
	}
	return &expr.Literal{Value: value.Of(n), Node: n, Span: n.Span}
}

// isDynamic reports whether the value of a field is a path or a call.
func (t *templating) isDynamic(m *source.Member) bool {
	return !t.jsonata && strings.HasSuffix(m.Key, ".$")
}

// add notes a part that is computed.
func (t *templating) add(n *source.Node, m *source.Member, at string) *Computed {
	c := &Computed{Node: n, Member: m, At: at, Text: t.file.Content(n)}
	t.out.Computed = append(t.out.Computed, c)
	return c
}

// unread stands for the value of a part that could not be read, in a template that is not used.
var unread = &expr.Literal{}

// dynamicField reads the value of a field whose key ends in ".$".
func (t *templating) dynamicField(m *source.Member, at string) expr.Expr {
	c := t.add(m.Value, m, at+"/"+m.Key)
	if x := t.dynamic(c); x != nil {
		c.Expr = x
		return x
	}
	return c.unknown()
}

// unknown stands for the value of a part that is not known: the text of a placeholder.
func (c *Computed) unknown() expr.Expr {
	if c.Opaque && c.Node.Kind == source.String {
		return &expr.Literal{Value: c.Node.Text, Node: c.Node, Span: c.Node.Span}
	}
	return unread
}

// dynamic reads a path or a call. It returns nil if it is neither, which is reported, or not known.
func (t *templating) dynamic(c *Computed) expr.Expr {
	text := c.Node.Text
	switch {
	case c.Node.Kind == source.Invalid:
		c.Opaque = true
	case c.Node.Kind != source.String:
		c.Err = &expr.SyntaxError{Span: c.Node.Span, Message: "found " + c.Node.Kind.String()}
		t.report(c, notComputed)
	case strings.HasPrefix(text, "$"):
		p, err := expr.ParsePath(c.Text)
		if err == nil {
			p.Project = true
			return p
		}
		c.Err = err
		t.report(c, wrongPath)
	case isIntrinsic(text):
		x, err := ParseIntrinsic(c.Text)
		if err == nil {
			return x
		}
		c.Err = err
		t.report(c, wrongFunction)
	default:
		c.Err = &expr.SyntaxError{Span: c.Node.Span, Message: "found " + quote(text)}
		t.report(c, notComputed)
	}
	return nil
}

// report reports what is wrong with a part, unless it holds a placeholder, whose value may put it right.
func (t *templating) report(c *Computed, fault templateFault) {
	if c.Node.Kind == source.String && hasPlaceholder(c.Node.Text) {
		c.Opaque, c.Err = true, nil
		return
	}
	t.fault(c, fault)
}

// query reads a JSONata expression.
func (t *templating) query(n *source.Node, m *source.Member, at string) expr.Expr {
	c := t.add(n, m, at)
	x, err := parseQuery(c, t.queries)
	if err != nil {
		c.Err = err
		t.report(c, wrongQuery)
		return c.unknown()
	}
	c.Expr = x
	return x
}

// name is the name of a member: without ".$" where its value is dynamic.
func (t *templating) name(m *source.Member) string {
	if t.isDynamic(m) {
		return strings.TrimSuffix(m.Key, ".$")
	}
	return m.Key
}

// member reads the value of a member of a template by itself.
func (t *templating) member(m *source.Member, at string) *Template {
	if !t.isDynamic(m) {
		return t.template(m.Value, at+"/"+m.Key)
	}
	t.out = &Template{Node: m.Value}
	x := t.dynamicField(m, at)
	switch c := t.out.Computed[0]; {
	case c.Expr != nil:
		t.out.Value = x
	case c.Opaque:
		t.out.assumed = x
	}
	return t.out
}
