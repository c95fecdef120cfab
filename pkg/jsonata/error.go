package jsonata

import (
	"fmt"
	"strings"
)

// An Error is an expression that could not be read, or whose evaluation failed.
type Error struct {
	// Code is the code that the reference implementation gives the error: S for syntax, T for types, D for what happens
	// during evaluation, U for limits.
	Code string
	// Message is a sentence without the code.
	Message string
	// Range is the part of the expression that is at fault. In an error of [Evaluate] that a called function raised, it is
	// the call.
	Range
	// Value is what a message of the author is about: the argument of $error, or the value that does not fit; Undefined
	// where there is none.
	Value any
	// Limit reports whether the evaluation was stopped by one of its [Limits].
	Limit bool

	subject string // what replaces {} in the message
	placed  bool   // the range is set
}

// Error returns the code and the message, as "T2001: …".
func (e *Error) Error() string {
	if e.Code == "" {
		return e.Message
	}
	return e.Code + ": " + e.Message
}

// messages are the texts of the codes. {} is what the error is about: a token, a function, a value.
var messages = map[string]string{
	"S0101": "the string has no closing quote",
	"S0102": "the number {} is out of range",
	"S0103": `unknown escape sequence \{}`,
	"S0104": `\u needs four hexadecimal digits`,
	"S0105": "the name has no closing backquote",
	"S0106": "the comment has no closing */",
	"S0201": "unexpected {}",
	"S0202": "expected {}",
	"S0203": "expected {} before the end of the expression",
	"S0204": "unknown operator {}",
	"S0207": "the expression ends where an operand is expected",
	"S0208": "a parameter of a function must be a variable, such as $x",
	"S0209": "a predicate cannot follow a grouping in the same step",
	"S0210": "a step can have only one grouping",
	"S0211": "{} needs an operand on its left",
	"S0212": "the left side of := must be a variable, such as $x",
	"S0213": "the literal {} cannot be a step of a path",
	"S0214": "the right side of {} must be a variable, such as $x",
	"S0215": "the binding of a context variable must come before the predicates of its step",
	"S0216": "the binding of a context variable must come before the order-by clause of its step",
	"S0217": "% has no parent here",
	"S0301": "the regular expression is empty",
	"S0302": "the regular expression has no closing /",
	"S0303": "invalid regular expression: {}",
	"S0401": "only functions and arrays have a type parameter",
	"S0402": "a choice of types cannot contain a type with a parameter",
	"S0403": "unknown type {} in a signature",
	"S0600": "the expression is nested too deeply",

	"T0410": "argument {} does not match the signature",
	"T0411": "the context does not fit argument {}",
	"T0412": "argument {} must be an array of one type",
	"D1001": "the number is out of range",
	"D1002": "a value that is not a number cannot be negated",
	"T1003": "a key of an object must be a string",
	"D1004": "the regular expression matches an empty text",
	"T1005": "a value that is not a function is called; did you mean ${}?",
	"T1006": "a value that is not a function is called",
	"T1007": "a value that is not a function is partially applied; did you mean ${}?",
	"T1008": "a value that is not a function is partially applied",
	"D1009": "two key expressions result in the same key {}",
	"T1010": "the matcher does not return a match",
	"D1013": "the key {} is reserved",
	"T2001": "the left side of {} must be a number",
	"T2002": "the right side of {} must be a number",
	"T2003": "the left side of .. must be an integer",
	"T2004": "the right side of .. must be an integer",
	"T2006": "the right side of ~> must be a function",
	"T2007": "an order-by clause cannot compare a string with a number",
	"T2008": "the keys of an order-by clause must be strings or numbers",
	"T2009": "{} cannot compare a string with a number",
	"T2010": "both sides of {} must be numbers or strings",
	"T2011": "the update of a transform must be an object",
	"T2012": "what a transform deletes must be a string or an array of strings",
	"T2013": "$clone is not a function here, and a transform needs it",
	"D2014": "a range can have at most 10,000,000 items, and this one would have {}",
	"D2015": "the memory limit is exceeded",

	"D3001": "an infinite number cannot become a string",
	"D3010": "the text to replace cannot be empty",
	"D3011": "the limit of $replace cannot be negative",
	"D3012": "the replacement must be a string",
	"D3020": "the limit of $split cannot be negative",
	"D3030": "{} cannot become a number",
	"D3040": "the limit of $match cannot be negative",
	"D3050": "the function given to $reduce needs at least two parameters",
	"D3060": "{} is negative and has no square root",
	"D3061": "the power is not a finite number",
	"D3070": "without a comparison function, $sort needs an array of numbers or of strings",
	"D3080": "a picture can have at most two parts",
	"D3081": "a picture can have only one decimal separator",
	"D3082": "a picture can have only one percent sign",
	"D3083": "a picture can have only one per-mille sign",
	"D3084": "a picture cannot have both a percent sign and a per-mille sign",
	"D3085": "the mantissa of a picture needs a digit",
	"D3086": "other characters cannot occur among the digits of a picture",
	"D3087": "a grouping separator cannot be next to the decimal separator",
	"D3088": "a grouping separator cannot end the integer part",
	"D3089": "two grouping separators cannot be next to one another",
	"D3090": "an optional digit cannot follow a required one in the integer part",
	"D3091": "a required digit cannot follow an optional one in the fractional part",
	"D3092": "a picture with a percent or per-mille sign cannot have an exponent",
	"D3093": "the exponent of a picture must consist of digits",
	"D3100": "a radix must be between 2 and 36, and this one is {}",
	"D3110": "{} is not a timestamp of ISO 8601",
	"D3120": "the text given to $eval is not an expression: {}",
	"D3121": "the expression given to $eval failed: {}",
	"D3130": "a sequence that begins with {} is not supported as a format of integers",
	"D3131": "all digits of a picture must be of the same script",
	"D3132": "unknown component {} in a date picture",
	"D3133": "only months and days have names, and {} is neither",
	"D3134": "a time zone can have at most four digits",
	"D3135": "[ has no closing ] in a date picture",
	"D3136": "the date picture lacks components that a timestamp needs",
	"D3137": "{}",
	"D3138": "$single matched more than one value",
	"D3139": "$single matched no value",
	"D3140": "{} cannot be encoded or decoded as a URL",
	"D3141": "{}",
	"U1001": "{}",
}

// fail makes an error without a place. Who called the function that failed gives it the place of the call.
func fail(code string) *Error { return &Error{Code: code, Message: messages[code], Value: Undefined{}} }

// failAt makes an error at a place.
func failAt(code string, at Range) *Error { return fail(code).at(at) }

// at gives an error a place, unless it has one.
func (e *Error) at(r Range) *Error {
	if !e.placed {
		e.Range, e.placed = r, true
	}
	return e
}

// about names what an error is about.
func (e *Error) about(subject string) *Error {
	e.subject = shorten(subject)
	e.Message = strings.ReplaceAll(messages[e.Code], "{}", e.subject)
	return e
}

// of sets the value that an error is about, and names it.
func (e *Error) of(v any) *Error {
	e.Value = v
	return e.about(describe(v))
}

// in names the function that an error occurred in.
func (e *Error) in(function string) *Error {
	if function != "" && !strings.Contains(e.Message, "$"+function) {
		e.Message = fmt.Sprintf("$%s: %s", function, e.Message)
	}
	return e
}

// limit makes an error of a limit.
func limit(code, message string) *Error {
	return &Error{Code: code, Message: message, Value: Undefined{}, Limit: true}
}

// mostShown is how many bytes of a value a message shows.
const mostShown = 100

func shorten(s string) string {
	if len(s) <= mostShown {
		return s
	}
	return strings.ToValidUTF8(s[:mostShown], "") + "…"
}
