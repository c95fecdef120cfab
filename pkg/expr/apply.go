package expr

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// A Function is what an [Apply] computes, named by what it means and not by how a language spells it. Each is defined for operands of
// the types that its comment names, and is an error for others.
type Function uint8

// The functions.
const (
	Add Function = iota // of numbers
	Subtract
	Multiply
	Divide    // the quotient, with its fraction
	Remainder // of two whole numbers, with the sign of the first
	Negate    // of a number
	Concat    // texts, one after the other
	Length    // how many items a list, members an object, or characters a text has
	Count     // the same of a list
	Letters   // the same of a text: its code points
	Upper     // a text in upper case
	Lower     // a text in lower case
	Trim      // a text without blanks at its ends
	Floor     // the next lower whole number
	Ceil      // the next higher whole number
	Abs       // a number without its sign
	Sum       // of the numbers of a list; 0 for an empty one
	Least     // of the numbers of a list, which has one at least
	Greatest  // the same
	Merge     // objects, and lists of such; members of later ones replace those of earlier ones
	Choose    // the second operand if the first, a condition, holds, else the third
	Any       // whether the second operand, a condition on [RootItem], holds of an item of the list
	All       // whether it holds of all items
	Where     // the items of a list of which it holds
	Each      // what the second operand is for each item of a list
	Nth       // the item of a list at an index from 0 on; a negative one counts from the end
	Keys      // the names of the members of an object, as a list
	Append    // the items of a list, and after them the second operand as one more
	Split     // the parts of a text between the places of another, which is not empty
	Join      // the texts of a list with another between them
	ToText    // a text as it is, and a number or boolean as JSON has it
	ToNumber  // a number, or the number that a text is
	ToJSON    // a value as JSON text
	FromJSON  // the value of a JSON text
	HasPart   // whether a text has the other in it
	HasStart  // whether a text begins with the other
	HasEnd    // whether a text ends with the other
	Truth     // whether a value is taken for true where a condition is needed: of a boolean, whether it is true
	OrNull    // a value, or null where there is none
	Without   // an object without the member that the second operand, a fixed text, names
	Spread    // the items of the lists in a list in the place of these
	Joined    // of a list: its items without empty objects; the only one of them by itself, and an empty object where there is none
)

// functionWords are what [Readable] calls them.
var functionWords = [...]string{"+", "-", "*", "/", "%", "-", "&", "length", "count", "length", "upper", "lower", "trim", "floor", "ceil", "abs", "sum",
	"min", "max", "merge", "if", "any", "all", "filter", "map", "item", "keys", "append", "split", "join", "text", "number", "json", "parse",
	"contains", "starts with", "ends with", "is true", "or null", "without", "spread", "joined"}

// An Apply computes a value from others. It is how what one language computes is taken to another.
type Apply struct {
	Do   Function
	Args []Expr
	Span source.Span
}

// Range implements [Expr].
func (x *Apply) Range() source.Span { return x.Span }

// Boolean reports whether the value of the function is true or false.
func (f Function) Boolean() bool {
	return f == Any || f == All || f >= HasPart && f <= Truth
}

// apply computes a function.
func (e *evaluator) apply(x *Apply) (any, error) {
	switch x.Do {
	case Choose:
		holds, err := e.holds(x.Args[0])
		if err != nil {
			return nil, err
		}
		if holds {
			return e.operand(x.Args[1])
		}
		return e.operand(x.Args[2])
	case OrNull:
		v, _, err := e.value(x.Args[0])
		return v, err
	case Any, All, Where, Each:
		return e.applyToItems(x)
	}
	args := make([]any, len(x.Args))
	for i, a := range x.Args {
		v, err := e.operand(a)
		if err != nil {
			return nil, err
		}
		if err := e.visit(weight(v, maxVisits-e.visits)); err != nil {
			return nil, err
		}
		args[i] = v
	}
	if v, ok := x.Do.of(args); ok {
		return v, nil
	}
	types := make([]string, len(args))
	for i, a := range args {
		types[i] = value.TypeOf(a)
	}
	return nil, &EvalError{Span: x.Span, Fault: FunctionFault, Message: fmt.Sprintf("%s has no value for %s", functionWords[x.Do], strings.Join(types, " and "))}
}

// applyToItems evaluates the second operand for each item of a list.
func (e *evaluator) applyToItems(x *Apply) (any, error) {
	list, err := e.operand(x.Args[0])
	if err != nil {
		return nil, err
	}
	items, ok := list.([]any)
	if !ok {
		return nil, &EvalError{Span: x.Span, Fault: FunctionFault, Message: functionWords[x.Do] + " needs an array, found " + value.TypeOf(list)}
	}
	outer := e.item
	defer func() { e.item = outer }()
	out := []any{}
	for _, item := range items {
		if err := e.visit(1); err != nil {
			return nil, err
		}
		e.item = item
		if x.Do == Each {
			v, err := e.operand(x.Args[1])
			if err != nil {
				return nil, err
			}
			out = append(out, v)
			continue
		}
		holds, err := e.holds(x.Args[1])
		switch {
		case err != nil:
			return nil, err
		case x.Do == Any && holds, x.Do == All && !holds:
			return holds, nil
		case x.Do == Where && holds:
			out = append(out, item)
		}
	}
	if x.Do == Any || x.Do == All {
		return x.Do == All, nil
	}
	return out, nil
}

// of computes a function of values that are there. It reports false if it has no value for them.
func (f Function) of(args []any) (any, bool) {
	switch {
	case f <= Remainder:
		return arithmetic(f, args[0], args[1])
	case f == Negate:
		return arithmetic(Subtract, int64(0), args[0])
	case f >= Floor && f <= Abs:
		return rounded(f, args[0])
	case f >= Sum && f <= Greatest:
		return aggregate(f, args[0])
	case f == Merge:
		return mergeAll(args)
	case f == Without:
		o, ok := args[0].(*value.Object)
		name, okay := args[1].(string)
		if !ok || !okay {
			return nil, false
		}
		return o.Without(name), true
	case f >= HasPart && f <= HasEnd:
		text, ok := args[0].(string)
		part, okay := args[1].(string)
		in := map[Function]func(s, part string) bool{HasPart: strings.Contains, HasStart: strings.HasPrefix, HasEnd: strings.HasSuffix}
		return ok && okay && in[f](text, part), ok && okay
	case f == Truth:
		b, ok := args[0].(bool)
		return b, ok
	case f == Nth:
		i, ok := args[1].(int64)
		if !ok || i != int64(int(i)) {
			return nil, false
		}
		return item(args[0], int(i))
	case f == Keys:
		return keys(args[0])
	case f == Append:
		items, ok := args[0].([]any)
		return append(slices.Clone(items), args[1]), ok
	case f == Spread, f == Joined:
		items, ok := args[0].([]any)
		if !ok {
			return nil, false
		}
		if f == Spread {
			return value.Spread(items), true
		}
		return value.Join(items), true
	}
	return f.ofText(args)
}

// ofText computes the functions of texts, and those of sizes.
func (f Function) ofText(args []any) (any, bool) {
	switch f {
	case Length:
		return length(args[0])
	case Count:
		items, ok := args[0].([]any)
		return int64(len(items)), ok
	case ToText:
		text, ok := LooseText(args[0])
		return text, ok
	case ToNumber:
		return numberOf(args[0])
	case ToJSON:
		return string(value.Append(nil, args[0])), true
	case Join:
		return joined(args[0], args[1])
	}
	text, ok := args[0].(string)
	if !ok {
		return nil, false
	}
	switch f {
	case Concat:
		for _, a := range args[1:] {
			part, ok := a.(string)
			if !ok {
				return nil, false
			}
			text += part
		}
		return text, true
	case Letters:
		return int64(utf8.RuneCountInString(text)), true
	case Upper:
		return strings.ToUpper(text), true
	case Lower:
		return strings.ToLower(text), true
	case Trim:
		return strings.TrimSpace(text), true
	case FromJSON:
		v, err := value.Parse([]byte(text))
		return v, err == nil
	case Split:
		return split(text, args[1])
	}
	return nil, false
}

func numberOf(v any) (any, bool) {
	switch v := v.(type) {
	case int64, float64:
		return v, true
	case string:
		return value.Number(strings.TrimSpace(v))
	}
	return nil, false
}

func split(text string, at any) (any, bool) {
	sep, ok := at.(string)
	if !ok || sep == "" {
		return nil, false
	}
	out := []any{}
	for part := range strings.SplitSeq(text, sep) {
		out = append(out, part)
	}
	return out, true
}

func joined(list, between any) (any, bool) {
	items, ok := list.([]any)
	sep, okay := between.(string)
	texts := make([]string, len(items))
	for i, x := range items {
		s, text := x.(string)
		texts[i], ok = s, ok && text
	}
	return strings.Join(texts, sep), ok && okay
}

func mergeAll(args []any) (any, bool) {
	out := value.NewObject(0)
	for _, a := range args {
		objects, list := a.([]any)
		if !list {
			objects = []any{a}
		}
		for _, x := range objects {
			o, ok := x.(*value.Object)
			if !ok {
				return nil, false
			}
			for key, v := range o.All() {
				out.Set(key, v)
			}
		}
	}
	return out, true
}
