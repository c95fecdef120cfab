package asl

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

var payloadTemplate = rule{Rule: diag.Rule{
	ID:       "asl/payload-template",
	Severity: diag.Error,
	Summary:  "the value of a dynamic field is not computed",
	Why: "The value of a field whose name ends in \".$\" is a path or the call of an intrinsic function. AWS refuses any " +
		"other value.",
	Source: "the language as AWS runs it today: payload templates",
	Levels: "only at level current",
}}

var intrinsicSyntax = rule{Rule: diag.Rule{
	ID:       "asl/intrinsic",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "the call of an intrinsic function cannot be read",
	Why: "The functions of the language are a closed list, each with a fixed number of arguments: texts in single quotes, " +
		"numbers, true, false, null, paths and further calls.",
	Source: "the language as AWS runs it today: intrinsic functions",
	Levels: "only at level current",
}}

var jsonataSyntax = rule{Rule: diag.Rule{
	ID:       "asl/jsonata",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "a JSONata expression cannot be read",
	Why:      "AWS refuses a definition with an expression that does not parse, or that lacks one of its marks {% and %}.",
	Source:   "the language as AWS runs it today: expression strings",
	Levels:   "only at level current",
}}

var templateKey = rule{Rule: diag.Rule{
	ID:       "asl/duplicate-template-key",
	Severity: diag.Error,
	Summary:  "a template has a field both with and without \".$\"",
	Why:      "The \".$\" is removed from the name, so that both fields have the same name in the result.",
	Source:   "the language as AWS runs it today: payload templates",
	Levels:   "only at level current",
}, Checks: today(states(checkTemplateKeys))}

var missingDollar = rule{Rule: diag.Rule{
	ID:       "asl/missing-dollar",
	Severity: diag.Warning,
	Fixable:  true,
	Summary:  "a text in a template looks like a path or a call, but its key does not end in \".$\"",
	Why: "Only the value of a field whose name ends in \".$\" is computed. Any other text is passed on as it is, dollar sign " +
		"included. AWS warns too (NO_DOLLAR).",
	Source: "the language as AWS runs it today: payload templates",
	Levels: "only at level current",
}, Checks: today(states(checkDollars))}

var staticResult = rule{Rule: diag.Rule{
	ID:       "asl/static-result",
	Severity: diag.Warning,
	Summary:  "a path in \"Result\", where nothing is computed",
	Why: "\"Result\" of a Pass state is plain data: a path in it stays a text, and a key keeps its \".$\". " +
		"\"Parameters\" computes values. AWS warns too (PASS_RESULT_IS_STATIC).",
	Source: "the language as AWS runs it today: payload templates",
	Levels: "only at level current",
}, Checks: today(states(checkStaticResult))}

var pathInValue = rule{Rule: diag.Rule{
	ID:       "asl/path-in-value",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "a path in a field that holds a value",
	Why: "\"Seconds\" holds a number and \"SecondsPath\" the path to one; other fields have such a pair too. A path in the field for " +
		"the value is not evaluated.",
	Source: "the language as AWS runs it today: fields by state type",
	Levels: `only at level current; a warning for "Error", "Cause" and comparisons of strings, which take any text`,
}, Checks: today(states(checkFailPaths, checkComparedPaths))}

// checkTemplateKeys looks for two fields that have the same name once ".$" is removed.
func checkTemplateKeys(c *checker, s *State) {
	if s.JSONata() {
		return
	}
	look := func(n *source.Node) {
		plain := map[string]*source.Member{}
		for i := range n.Members {
			if m := &n.Members[i]; !strings.HasSuffix(m.Key, ".$") {
				plain[m.Key] = m
			}
		}
		for i := range n.Members {
			m := &n.Members[i]
			name, dynamic := strings.CutSuffix(m.Key, ".$")
			if other := plain[name]; dynamic && other != nil {
				d := c.Report(m.KeySpan, "a template of state %s has both %s and %s", quote(s.Name), quote(name), quote(m.Key))
				d.Help = "remove one of them"
				d.Related = c.Related(other.KeySpan, "the other one")
			}
		}
	}
	s.eachTemplate(func(_ *source.Member, n *source.Node) { objectsIn(n, look, 0) })
}

// templateFields are the fields of states whose values are templates in full.
var templateFields = []string{"Parameters", "ResultSelector", "ItemSelector", "Assign", "Credentials", "Arguments", "Output", "Items"}

// eachTemplate gives the values of a state that are templates in full: of Assign, the whole object.
func (s *State) eachTemplate(give func(m *source.Member, n *source.Node)) {
	inJSONata := s.JSONata()
	for i := range s.Node.Members {
		m := &s.Node.Members[i]
		if !slices.Contains(templateFields, m.Key) {
			continue
		}
		if f := words.Field(m.Key); f.In&placeOf(s.Type) != 0 && !isOtherLanguage(f, inJSONata) {
			give(m, m.Value)
		}
	}
	inside := func(n *source.Node, names ...string) {
		for _, name := range names {
			if m := n.Member(name); m != nil {
				give(m, m.Value)
			}
		}
	}
	if s.ItemReader != nil {
		inside(s.ItemReader.Node, "Parameters", "Arguments")
	}
	if s.ItemBatcher != nil {
		inside(s.ItemBatcher.Node, "BatchInput")
	}
	if s.ResultWriter != nil {
		inside(s.ResultWriter.Node, "Parameters", "Arguments")
	}
	for _, x := range s.Choices {
		inside(x.Node, "Assign", "Output")
	}
	for _, x := range s.Catch {
		inside(x.Node, "Assign", "Output")
	}
}

// deepestValue bounds how far values are looked through: YAML aliases can nest further than texts.
const deepestValue = 1_000

// objectsIn gives the objects in a value, the value itself among them.
func objectsIn(n *source.Node, give func(*source.Node), depth int) {
	if depth > deepestValue {
		return
	}
	if n.Kind == source.Object {
		give(n)
	}
	for i := range n.Members {
		objectsIn(n.Members[i].Value, give, depth+1)
	}
	for _, item := range n.Items {
		objectsIn(item, give, depth+1)
	}
}

// textsIn gives the strings in a value with the member that each is the value of, or nil for items of arrays.
func textsIn(n *source.Node, m *source.Member, give func(m *source.Member, n *source.Node), depth int) {
	if depth > deepestValue {
		return
	}
	if n.Kind == source.String {
		give(m, n)
	}
	for i := range n.Members {
		textsIn(n.Members[i].Value, &n.Members[i], give, depth+1)
	}
	for _, item := range n.Items {
		textsIn(item, nil, give, depth+1)
	}
}

// checkDollars looks for texts in templates that were meant to be computed.
func checkDollars(c *checker, s *State) {
	if s.JSONata() {
		return
	}
	s.eachTemplate(func(field *source.Member, n *source.Node) {
		textsIn(n, field, func(m *source.Member, n *source.Node) {
			if m != nil && strings.HasSuffix(m.Key, ".$") || !c.looksComputed(s, n) {
				return
			}
			if m == nil {
				c.Report(n.Span, "an item of an array in %s of state %s is the text %s, as items are not computed", quote(field.Key), quote(s.Name), quote(n.Text)).
					Help = `use a key that ends in ".$" and States.Array(…) for the array`
				return
			}
			d := c.Report(n.Span, "%s of state %s is the text %s, as its key does not end in \".$\"", quote(m.Key), quote(s.Name), quote(n.Text))
			if m == field {
				return
			}
			d.Help = "name it " + quote(m.Key+".$") + " to compute the value"
			if !m.Merged() {
				d.Fix = &diag.Fix{Description: "name it " + quote(m.Key+".$"), Unsafe: true,
					Edits: []diag.Edit{{Span: m.KeySpan, Text: c.Spell(m.KeySpan, m.Key+".$")}}}
			}
		}, 0)
	})
}

// looksComputed reports whether a text can only be meant as a path or as the call of a function. "$" alone is a text that data
// may well have, and so is "$name" where there is no variable of the name.
func (c *checker) looksComputed(s *State, n *source.Node) bool {
	text := n.Text
	switch {
	case hasPlaceholder(text):
		return false
	case strings.HasPrefix(text, "$.") || strings.HasPrefix(text, "$[") || strings.HasPrefix(text, "$$."):
		_, err := expr.ParsePath(c.File.Content(n))
		return err == nil
	case strings.HasPrefix(text, "$"):
		p, err := expr.ParsePath(c.File.Content(n))
		return err == nil && p.Root == expr.RootVar && c.variables().visible(s.Machine, p.Name) != nil
	case isIntrinsic(text):
		_, err := ParseIntrinsic(c.File.Content(n))
		return err == nil
	}
	return false
}

// checkStaticResult looks for paths in a Result.
func checkStaticResult(c *checker, s *State) {
	if s.Type != Pass || s.Result == nil || s.JSONata() {
		return
	}
	textsIn(s.Result, nil, func(m *source.Member, n *source.Node) {
		dynamic := m != nil && strings.HasSuffix(m.Key, ".$") && (strings.HasPrefix(n.Text, "$") || isIntrinsic(n.Text))
		if !dynamic && !c.looksComputed(s, n) {
			return
		}
		c.Report(n.Span, "\"Result\" of state %s is not computed: %s stays a text", quote(s.Name), quote(n.Text)).
			Help = `use "Parameters" in place of "Result", with keys that end in ".$"`
	}, 0)
}

// checkFailPaths looks for paths in the texts of a Fail state.
func checkFailPaths(c *checker, s *State) {
	if s.Type != Fail || s.JSONata() {
		return
	}
	for _, name := range []string{"Error", "Cause"} {
		m := s.Node.Member(name)
		if m == nil || m.Value.Kind != source.String || !c.looksComputed(s, m.Value) {
			continue
		}
		d := c.Report(m.Value.Span, "%s of state %s is the text %s", quote(name), quote(s.Name), quote(m.Value.Text))
		d.Severity = diag.Warning
		d.Help = "use " + quote(name+"Path") + " to compute the value"
		d.Fix = &diag.Fix{Description: d.Help, Unsafe: true, Edits: []diag.Edit{{Span: m.KeySpan, Text: c.Spell(m.KeySpan, name+"Path")}}}
	}
}

// checkComparedPaths looks for paths where a choice rule compares with a text.
func checkComparedPaths(c *checker, s *State) {
	for _, x := range s.Choices {
		x.leaves(func(x *Rule) {
			if x.Operator == nil || x.Operand == nil || x.Operand.Kind != source.String || isIntrinsic(x.Operand.Text) || !c.looksComputed(s, x.Operand) {
				return
			}
			twin := x.Operator.Key + "Path"
			if _, ok := operators[twin]; !ok {
				return
			}
			d := c.Report(x.Operand.Span, "a choice rule of state %s compares with the text %s", quote(s.Name), quote(x.Operand.Text))
			d.Severity = diag.Warning
			d.Help = "use " + quote(twin) + " to compare with what the path selects"
			d.Fix = &diag.Fix{Description: d.Help, Unsafe: true, Edits: []diag.Edit{{Span: x.Operator.KeySpan, Text: c.Spell(x.Operator.KeySpan, twin)}}}
		})
	}
}

// pathTwins are the fields that hold a number or a timestamp and have a twin for a path.
var pathTwins = []string{"Seconds", "Timestamp", "TimeoutSeconds", "HeartbeatSeconds", "MaxConcurrency", "ToleratedFailureCount",
	"ToleratedFailurePercentage", "MaxItems", "MaxItemsPerBatch", "MaxInputBytesPerBatch"}

// pathInValue reports a path, or an expression of the other query language, where a number or a timestamp is needed.
func (r *reader) pathInValue(f *source.Member) bool {
	n := f.Value
	if r.level == Level2016 || r.owner.state == nil || r.owner.jsonata || n.Kind != source.String || !slices.Contains(pathTwins, f.Key) {
		return false
	}
	switch {
	case isJSONata(n.Text):
		r.Add(&queryLanguage.Rule, n.Span, "%s of %s is a JSONata expression, but the query language is JSONPath", quote(f.Key), r.Subject()).
			Help = `set "QueryLanguage": "JSONata" in the state or in the machine`
		return true
	case !strings.HasPrefix(n.Text, "$") || hasPlaceholder(n.Text):
		return false
	}
	d := r.Add(&pathInValue.Rule, n.Span, "%s of %s must be a value, found the path %s", quote(f.Key), r.Subject(), quote(n.Text))
	d.Help = "use " + quote(f.Key+"Path")
	d.Fix = &diag.Fix{Description: d.Help, Edits: []diag.Edit{{Span: f.KeySpan, Text: r.Spell(f.KeySpan, f.Key+"Path")}}}
	return true
}
