package expr

import (
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// TestOp is what a [Test] asks of a value.
type TestOp uint8

// The questions. All but the first and the last compare with the test's own value.
const (
	TestPresent TestOp = iota // there is a value
	TestEqual                 // of the same kind, and the same; numbers by value
	TestLess
	TestLessEqual
	TestGreater
	TestGreaterEqual
	TestContains // of texts
	TestStartsWith
	TestEndsWith
	// TestObject asks whether the value is an object, and Wrong is the answer for one that is not. A condition that looks at
	// a member fails in some languages if there is no object to have it: such a test, all of whose other answers are Fails,
	// comes before the test of the member then.
	TestObject
	// The others ask for a kind in the same way.
	TestText
	TestNumber
	TestBoolean
	TestList
	TestInstant // a text that is a timestamp
)

// Answer is the result of a [Test] for a value that it cannot be about.
type Answer uint8

// The answers.
const (
	No Answer = iota
	Yes
	Fails // it is an error
	Free  // any answer is right: the data is assumed not to be like that (see [Domain])
)

// A Test is a comparison of a value of the document with a fixed one that has all of what it does: in which languages
// what is missing, null or of another kind is false, true or an error is where they differ. Conditions of one language
// are taken to another as tests: see [Portable].
type Test struct {
	Op    TestOp
	Path  *Path // definite
	Value any   // a scalar, or for TestEqual any value; unused by TestPresent and TestObject
	// Instant means that the texts on both sides are timestamps, and compare as such; Fold that texts compare without regard to
	// upper and lower case.
	Instant, Fold bool
	// Wrong is the answer for a value that is of another kind than Value, and not null; Null is that for null, unless
	// that is what Value is; Missing is that where the path selects nothing.
	Wrong, Null, Missing Answer
	Span                 source.Span
}

// Range implements [Expr].
func (x *Test) Range() source.Span { return x.Span }

// test answers a test.
func (e *evaluator) test(x *Test) (bool, error) {
	v, ok, err := e.value(x.Path)
	switch {
	case err != nil:
		return false, err
	case !ok:
		return x.answer(x.Missing, "it is missing")
	case v == nil && (x.Value != nil || x.unary()):
		return x.answer(x.Null, "it is null")
	case x.Op == TestPresent:
		return true, nil
	case x.unary():
		if x.Op.ofKind(v) {
			return true, nil
		}
		return x.answer(x.Wrong, "it is "+value.TypeOf(v))
	case x.Op == TestEqual && !x.Instant && !x.Fold && value.TypeOf(v) == value.TypeOf(x.Value):
		return e.equal(v, x.Value)
	}
	if holds, fits := x.compare(v); fits {
		return holds, nil
	}
	return x.answer(x.Wrong, "it is "+value.TypeOf(v))
}

// unary means that the question compares with nothing.
func (x *Test) unary() bool { return x.Op == TestPresent || x.Op >= TestObject }

// ofKind reports whether a value is of the kind that a question asks for.
func (op TestOp) ofKind(v any) bool {
	switch op {
	case TestObject:
		return isObject(v)
	case TestList:
		_, list := v.([]any)
		return list
	}
	return isOf(map[TestOp]Type{TestText: IsText, TestNumber: IsNumber, TestBoolean: IsBoolean, TestInstant: IsInstant}[op], v)
}

func (x *Test) answer(a Answer, why string) (bool, error) {
	if a == Fails {
		return false, &EvalError{Span: x.Span, Message: fmt.Sprintf("%s cannot be compared: %s", x.Path, why)}
	}
	return a == Yes, nil
}

// compare reports whether the test holds of a value, and whether the value is of the kind that the test is about.
func (x *Test) compare(v any) (holds, fits bool) {
	if x.Op >= TestContains || x.Fold {
		text, ok := v.(string)
		part, okay := x.Value.(string)
		if x.Fold {
			text, part = strings.ToLower(text), strings.ToLower(part)
		}
		if x.Op == TestEqual {
			return text == part, ok && okay
		}
		in := map[TestOp]func(s, part string) bool{TestContains: strings.Contains, TestStartsWith: strings.HasPrefix, TestEndsWith: strings.HasSuffix}
		return ok && okay && in[x.Op](text, part), ok && okay
	}
	order, ok := value.Compare(v, x.Value)
	switch {
	case x.Instant:
		order, ok = compareTimestamps(v, x.Value)
	case !ok:
		order, ok = compareTexts(v, x.Value)
	}
	ops := map[TestOp]CompareOp{TestEqual: Equal, TestLess: Less, TestLessEqual: LessEqual, TestGreater: Greater, TestGreaterEqual: GreaterEqual}
	return ok && holdsFor(ops[x.Op], order), ok
}
