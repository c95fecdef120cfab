package asl

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/jsonata"
	"github.com/flowglot/flowglot/pkg/source"
)

var jsonataType = rule{Rule: diag.Rule{
	ID:       "asl/jsonata-type",
	Severity: diag.Warning,
	Summary:  "a JSONata expression has a value of the wrong type for its field",
	Why:      "The field demands one type, and the expression always has a value of another, so that the state fails.",
	Source:   "the language as AWS runs it today: accepting fields",
	Levels:   "only at level current",
}, Checks: uses(checkQueryType)}

var singleItem = rule{Rule: diag.Rule{
	ID:       "asl/single-item",
	Severity: diag.Warning,
	Fixable:  true,
	Summary:  "the items of a Map come from a filter that may select a single one",
	Why: "A filter that selects one item gives the item itself and not an array of one, and a Map state fails if \"Items\" is not " +
		"an array. \"[]\" after the filter keeps the array.",
	Source: "the language as AWS runs it today: JSONata traits",
	Levels: "only at level current",
}, Checks: uses(checkSingleItem)}

// staticType is the symbol of the type that a node always has, as signatures of JSONata write it; 0 if that is not known.
func staticType(n jsonata.Node) byte {
	switch n := n.(type) {
	case *jsonata.String:
		return 's'
	case *jsonata.Number, *jsonata.Negate:
		return 'n'
	case *jsonata.Boolean:
		return 'b'
	case *jsonata.Null:
		return 'l'
	case *jsonata.Array:
		return 'a'
	case *jsonata.Object:
		return 'o'
	case *jsonata.Lambda, *jsonata.Regex, *jsonata.Transform:
		return 'f'
	case *jsonata.Block:
		if len(n.Expressions) > 0 {
			return staticType(n.Expressions[len(n.Expressions)-1])
		}
	case *jsonata.Binary:
		switch n.Op {
		case "&":
			return 's'
		case "+", "-", "*", "/", "%":
			return 'n'
		case "=", "!=", "<", "<=", ">", ">=", "and", "or", "in":
			return 'b'
		}
	}
	return 0
}

func staticTypeName(t byte) string {
	switch t {
	case 's':
		return "a string"
	case 'n':
		return "a number"
	case 'b':
		return "a boolean"
	case 'l':
		return "null"
	case 'a':
		return "an array"
	case 'o':
		return "an object"
	}
	return "a function"
}

// demanded are the types that fields demand, by their place in the state without what a catcher or rule adds.
var demanded = map[string]byte{
	"Seconds": 'n', "TimeoutSeconds": 'n', "HeartbeatSeconds": 'n', "MaxConcurrency": 'n', "ToleratedFailureCount": 'n',
	"ToleratedFailurePercentage": 'n', "ItemReader/ReaderConfig/MaxItems": 'n', "ItemBatcher/MaxItemsPerBatch": 'n',
	"ItemBatcher/MaxInputBytesPerBatch": 'n', "Timestamp": 's', "Error": 's', "Cause": 's', "Credentials/RoleArn": 's', "Items": 'a',
	"ItemReader/Arguments": 'o', "ResultWriter/Arguments": 'o',
}

func checkQueryType(c *checker, u *use) {
	if u.computed == nil || u.computed.Query == nil {
		return
	}
	want := demanded[u.computed.At]
	if strings.HasPrefix(u.computed.At, "Choices[") && strings.HasSuffix(u.computed.At, "/Condition") {
		want = 'b'
	}
	found := staticType(u.computed.Query)
	if want == 0 || found == 0 || found == want || want == 'a' && found == 'o' {
		return
	}
	c.Report(u.computed.place(u.computed.Query), "%s of state %s must be %s, found an expression for %s", u.what(), quote(u.state.Name),
		staticTypeName(want), staticTypeName(found))
}

// checkSingleItem looks for a filter whose result is used as the items of a Map.
func checkSingleItem(c *checker, u *use) {
	if u.computed == nil || u.computed.Query == nil || u.computed.At != "Items" {
		return
	}
	last := u.computed.Query
	if p, ok := last.(*jsonata.Path); ok {
		for _, s := range p.Steps {
			if keeps(s) {
				return
			}
		}
		last = p.Steps[len(p.Steps)-1]
	}
	if !selects(last) {
		return
	}
	at := last.Span().End
	d := c.Report(u.computed.place(last), "\"Items\" of state %s is not an array if the filter selects a single item", quote(u.state.Name))
	d.Help = `write "[]" after the filter`
	end := u.computed.Text.At(queryMark+at, queryMark+at)
	d.Fix = &diag.Fix{Description: d.Help, Edits: []diag.Edit{{Span: source.Span{Start: end.Start, End: end.Start}, Text: "[]"}}}
}

// selects reports whether a step selects some items of an array: a predicate, or a call of $filter.
func selects(n jsonata.Node) bool {
	switch n := n.(type) {
	case *jsonata.Filter:
		return staticType(n.Predicate) != 'n'
	case *jsonata.Call:
		f, ok := n.Function.(*jsonata.Variable)
		return ok && f.Name == "filter"
	}
	return false
}

// keeps reports whether a step has a [], which keeps the result of its path an array.
func keeps(n jsonata.Node) bool {
	switch n := n.(type) {
	case *jsonata.Keep:
		return true
	case *jsonata.Filter:
		return keeps(n.Target)
	}
	return false
}
