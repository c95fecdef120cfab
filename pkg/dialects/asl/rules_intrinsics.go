package asl

import (
	"math"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

var intrinsicArgument = rule{Rule: diag.Rule{
	ID:       "asl/intrinsic-argument",
	Severity: diag.Error,
	Summary:  "an argument with which an intrinsic function always fails",
	Why: "The function fails whatever the input is: States.Format needs one value for each {}, States.JsonMerge false as its " +
		"third argument, States.Hash one of five algorithms, a chunk and a step cannot be 0, and an argument must be of its type.",
	Source: "the language as AWS runs it today: intrinsic functions",
	Levels: "only at level current",
}, Checks: uses(checkIntrinsicArguments)}

func checkIntrinsicArguments(c *checker, u *use) {
	for call := range u.calls {
		c.checkCall(u, call)
	}
}

// checkCall looks at the arguments of a call that are written out.
func (c *checker) checkCall(u *use, call *expr.Call) {
	if call.Name == formatName {
		c.checkFormat(u, call)
		return
	}
	types := intrinsicTypes[call.Name]
	for i, a := range call.Args {
		found := resultType(a)
		if i < len(types) && found != "" && types[i] != "" && found != types[i] {
			c.Report(a.Range(), "argument %d of %s in %s of state %s must be %s, found %s", i+1, call.Name, u.what(), quote(u.state.Name), types[i], found)
			return
		}
	}
	if fault, at, help := argumentFault(call); fault != "" {
		c.Report(call.Args[at].Range(), "%s in %s of state %s: %s", call.Name, u.what(), quote(u.state.Name), fault).Help = help
	}
}

// checkFormat compares the places of a template with the values.
func (c *checker) checkFormat(u *use, call *expr.Call) {
	l, ok := call.Args[0].(*expr.Literal)
	if !ok {
		return
	}
	if _, isText := l.Value.(string); !isText {
		c.Report(l.Span, "argument 1 of %s in %s of state %s must be %s, found %s", call.Name, u.what(), quote(u.state.Name), aText, literalType(l.Value))
		return
	}
	places := len(templateParts(formatTemplateOf(call), l.Value.(string))) - 1
	if values := len(call.Args) - 1; places != values {
		c.Report(call.Span, "States.Format in %s of state %s has %s {} and %s", u.what(), quote(u.state.Name), counted(places, "place", "places"),
			counted(values, "value", "values")).Help = `give one value for each {}; a brace that is part of the text is written \{`
	}
}

// formatTemplateOf is the template of States.Format as it was written: with its quotes and escapes.
func formatTemplateOf(call *expr.Call) string {
	text := call.Text
	start := 0
	for start < len(text) && text[start] != '\'' {
		start++
	}
	for i := start + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\'':
			return text[start : i+1]
		}
	}
	return text[start:]
}

// The types of arguments in messages.
const (
	aText   = "a string"
	aNumber = "a number"
	anArray = "an array"
)

// intrinsicTypes are the types of the arguments that a function demands; empty for any.
var intrinsicTypes = map[string][]string{
	"States.StringToJson":   {aText},
	"States.ArrayPartition": {anArray, aNumber},
	"States.ArrayContains":  {anArray},
	"States.ArrayRange":     {aNumber, aNumber, aNumber},
	"States.ArrayGetItem":   {anArray, aNumber},
	"States.ArrayLength":    {anArray},
	"States.ArrayUnique":    {anArray},
	"States.Base64Encode":   {aText},
	"States.Base64Decode":   {aText},
	"States.Hash":           {"", aText},
	"States.JsonMerge":      {"an object", "an object", "a boolean"},
	"States.MathRandom":     {aNumber, aNumber, aNumber},
	"States.MathAdd":        {aNumber, aNumber},
	"States.StringSplit":    {aText, aText},
}

// intrinsicResults are the types of what functions return, where they are always the same.
var intrinsicResults = map[string]string{
	formatName: aText, "States.JsonToString": aText, "States.Base64Encode": aText, "States.Base64Decode": aText, "States.Hash": aText,
	"States.UUID": aText, "States.Array": anArray, "States.ArrayPartition": anArray, "States.ArrayRange": anArray, "States.ArrayUnique": anArray,
	"States.StringSplit": anArray, "States.ArrayLength": aNumber, "States.MathAdd": aNumber, "States.MathRandom": aNumber,
	"States.ArrayContains": "a boolean", "States.JsonMerge": "an object",
}

// resultType is the type of the value of an expression, or empty if it is not known.
func resultType(x expr.Expr) string {
	switch x := x.(type) {
	case *expr.Literal:
		return literalType(x.Value)
	case *expr.Call:
		return intrinsicResults[x.Name]
	}
	return ""
}

func literalType(v any) string {
	switch v.(type) {
	case nil:
		return source.Null.String()
	case string:
		return aText
	case bool:
		return source.Bool.String()
	case int64, float64:
		return aNumber
	}
	return ""
}

// argumentFault finds an argument that is of its type, but that the function cannot take: what is wrong, which argument, and
// the remedy.
func argumentFault(call *expr.Call) (fault string, at int, help string) {
	number := func(i int) (float64, bool) {
		if i >= len(call.Args) {
			return 0, false
		}
		l, ok := call.Args[i].(*expr.Literal)
		if !ok {
			return 0, false
		}
		return value.Float(l.Value)
	}
	switch call.Name {
	case "States.JsonMerge":
		if l, ok := call.Args[2].(*expr.Literal); ok && l.Value == true {
			return "the third argument must be false", 2, "AWS merges objects only at their top level"
		}
	case "States.Hash":
		if l, ok := call.Args[1].(*expr.Literal); ok {
			if name, _ := l.Value.(string); name != "" && !knownHash(name) {
				return "the algorithm " + quote(name) + " does not exist", 1, "the algorithms are MD5, SHA-1, SHA-256, SHA-384 and SHA-512"
			}
		}
	case "States.ArrayPartition":
		if n, ok := number(1); ok && math.Floor(n+0.5) < 1 {
			return "the size of a chunk must be 1 or more", 1, ""
		}
	case "States.ArrayRange":
		return rangeFault(number)
	case "States.ArrayGetItem":
		if n, ok := number(1); ok && n < 0 {
			return "the index must be 0 or more", 1, "items are counted from 0"
		}
	case "States.MathRandom":
		least, ok := number(0)
		limit, known := number(1)
		if ok && known && limit <= least {
			return "the second argument must be greater than the first", 1, ""
		}
	}
	for i := range call.Args {
		if n, ok := number(i); ok && (n < math.MinInt32 || n > math.MaxInt32) {
			return "the number " + string(value.Append(nil, n)) + " does not fit 32 bits", i, ""
		}
	}
	return "", 0, ""
}

// rangeFault looks at the arguments of States.ArrayRange.
func rangeFault(number func(int) (float64, bool)) (fault string, at int, help string) {
	step, known := number(2)
	if known && math.Floor(step+0.5) == 0 {
		return "the step cannot be 0", 2, ""
	}
	first, hasFirst := number(0)
	last, hasLast := number(1)
	if known && hasFirst && hasLast && (last-first)/step+1 > maxRange {
		return "the range has more than 1,000 numbers", 1, ""
	}
	return "", 0, ""
}

func knownHash(name string) bool {
	for _, h := range hashes {
		if h.name == name {
			return true
		}
	}
	return false
}

// counted is a number with its noun.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return string(value.Append(nil, int64(n))) + " " + many
}
