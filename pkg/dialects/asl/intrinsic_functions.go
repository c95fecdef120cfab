package asl

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// An intrinsic is a function of the language (asl today: "Intrinsic functions").
type intrinsic struct {
	name        string
	least, most int // arguments; most is -1 where there may be any number
	usage       string
	apply       func(env *expr.Env, args []any) (any, error)
	takes       []expr.TestOp // see [expr.Call]
}

// arity is how many arguments the function takes, in words.
func (f *intrinsic) arity() string {
	switch {
	case f.most < 0 && f.least == 0:
		return "any number of arguments"
	case f.most < 0:
		return fmt.Sprintf("%s or more", arguments(f.least))
	case f.most > f.least+1:
		return fmt.Sprintf("%d to %s", f.least, arguments(f.most))
	case f.least != f.most:
		return fmt.Sprintf("%d or %s", f.least, arguments(f.most))
	}
	return arguments(f.least)
}

func arguments(n int) string {
	switch n {
	case 0:
		return "no arguments"
	case 1:
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

const (
	formatName = "States.Format"
	// maxHashed is how many characters a text to hash or to code in Base64 may have, and maxRange how many numbers a range.
	maxHashed = 10_000
	maxRange  = 1_000
)

// intrinsics are all functions.
var intrinsics = [...]intrinsic{
	{formatName, 1, -1, "States.Format('… {} …', value, …)", formatValue, nil},
	{"States.StringToJson", 1, 1, "States.StringToJson(text)", one(stringToJSON), []expr.TestOp{expr.TestText}},
	{"States.JsonToString", 1, 1, "States.JsonToString(value)", one(jsonToString), nil},
	{"States.Array", 0, -1, "States.Array(value, …)", func(_ *expr.Env, args []any) (any, error) { return append([]any{}, args...), nil }, nil},
	{"States.ArrayPartition", 2, 2, "States.ArrayPartition(array, size)", arrayPartition, []expr.TestOp{expr.TestList, expr.TestNumber}},
	{"States.ArrayContains", 2, 2, "States.ArrayContains(array, value)", arrayContains, []expr.TestOp{expr.TestList}},
	{"States.ArrayRange", 3, 3, "States.ArrayRange(first, last, step)", arrayRange, []expr.TestOp{expr.TestNumber, expr.TestNumber, expr.TestNumber}},
	{"States.ArrayGetItem", 2, 2, "States.ArrayGetItem(array, index)", arrayGetItem, []expr.TestOp{expr.TestList, expr.TestNumber}},
	{"States.ArrayLength", 1, 1, "States.ArrayLength(array)", one(arrayLength), []expr.TestOp{expr.TestList}},
	{"States.ArrayUnique", 1, 1, "States.ArrayUnique(array)", one(arrayUnique), []expr.TestOp{expr.TestList}},
	{"States.Base64Encode", 1, 1, "States.Base64Encode(text)", one(base64Encode), []expr.TestOp{expr.TestText}},
	{"States.Base64Decode", 1, 1, "States.Base64Decode(text)", one(base64Decode), []expr.TestOp{expr.TestText}},
	{"States.Hash", 2, 2, "States.Hash(value, 'SHA-256')", hashValue, nil},
	{"States.JsonMerge", 3, 3, "States.JsonMerge(object, object, false)", jsonMerge, []expr.TestOp{expr.TestObject, expr.TestObject}},
	{"States.MathRandom", 2, 3, "States.MathRandom(least, limit, seed)", mathRandom, []expr.TestOp{expr.TestNumber, expr.TestNumber, expr.TestNumber}},
	{"States.MathAdd", 2, 2, "States.MathAdd(number, number)", mathAdd, []expr.TestOp{expr.TestNumber, expr.TestNumber}},
	{"States.StringSplit", 2, 2, "States.StringSplit(text, delimiters)", stringSplit, []expr.TestOp{expr.TestText, expr.TestText}},
	{"States.UUID", 0, 0, "States.UUID()", func(env *expr.Env, _ []any) (any, error) { return uuid(env), nil }, nil},
}

// one makes a function of one argument that looks at nothing else.
func one(f func(v any) (any, error)) func(*expr.Env, []any) (any, error) {
	return func(_ *expr.Env, args []any) (any, error) { return f(args[0]) }
}

// wrongArgument is the error that an argument is not of the type that it has to be.
func wrongArgument(want string, v any) error {
	return fmt.Errorf("an argument must be %s, found %s", want, value.TypeOf(v))
}

func textArgument(v any) (string, error) {
	s, ok := v.(string)
	if !ok {
		return "", wrongArgument("a string", v)
	}
	return s, nil
}

func arrayArgument(v any) ([]any, error) {
	items, ok := v.([]any)
	if !ok {
		return nil, wrongArgument("an array", v)
	}
	return items, nil
}

// integerArgument is a number rounded to the nearest integer, halves up. It fits 32 bits.
func integerArgument(v any) (int64, error) {
	var n float64
	switch v := v.(type) {
	case int64:
		n = float64(v)
	case float64:
		n = math.Floor(v + 0.5)
	default:
		return 0, wrongArgument("a number", v)
	}
	if n < math.MinInt32 || n > math.MaxInt32 {
		return 0, fmt.Errorf("the number %s does not fit 32 bits", value.Append(nil, v))
	}
	return int64(n), nil
}

func stringToJSON(v any) (any, error) {
	s, err := textArgument(v)
	if err != nil || strings.TrimSpace(s) == "" {
		return nil, err
	}
	out, err := value.Parse([]byte(s))
	if err != nil {
		return nil, fmt.Errorf("the text is not JSON: %w", err)
	}
	return out, nil
}

func jsonToString(v any) (any, error) { return string(value.Append(nil, v)), nil }

func mathAdd(_ *expr.Env, args []any) (any, error) {
	a, err := integerArgument(args[0])
	if err != nil {
		return nil, err
	}
	b, err := integerArgument(args[1])
	if err != nil {
		return nil, err
	}
	if sum := a + b; sum >= math.MinInt32 && sum <= math.MaxInt32 {
		return sum, nil
	}
	return nil, fmt.Errorf("the sum %d does not fit 32 bits", a+b)
}

func mathRandom(env *expr.Env, args []any) (any, error) {
	least, err := integerArgument(args[0])
	if err != nil {
		return nil, err
	}
	limit, err := integerArgument(args[1])
	if err != nil {
		return nil, err
	}
	if limit <= least {
		return nil, errors.New("the second argument must be greater than the first")
	}
	next := randomOf(env)
	if len(args) > 2 {
		seed, err := integerArgument(args[2])
		if err != nil {
			return nil, err
		}
		next = seeded(uint64(seed))
	}
	return least + int64(next()%uint64(limit-least)), nil
}

// hashes are the algorithms of States.Hash, in the order of its documentation.
var hashes = []struct {
	name string
	make func() hash.Hash
}{{"MD5", md5.New}, {"SHA-1", sha1.New}, {"SHA-256", sha256.New}, {"SHA-384", sha512.New384}, {"SHA-512", sha512.New}}

func hashValue(_ *expr.Env, args []any) (any, error) {
	s, ok := args[0].(string)
	if !ok {
		s = string(value.Append(nil, args[0]))
	}
	algorithm, err := textArgument(args[1])
	if err != nil {
		return nil, err
	}
	if utf8.RuneCountInString(s) > maxHashed {
		return nil, fmt.Errorf("the text has more than %d characters", maxHashed)
	}
	digest, ok := digestOf(s, algorithm)
	if !ok {
		return nil, fmt.Errorf("the algorithm %q is not one of MD5, SHA-1, SHA-256, SHA-384 and SHA-512", algorithm)
	}
	return digest, nil
}

// digestOf is the digest of a text in hexadecimal digits; it reports false for an algorithm that is not known.
func digestOf(s, algorithm string) (string, bool) {
	for _, h := range hashes {
		if h.name == algorithm {
			digest := h.make()
			digest.Write([]byte(s))
			return hex.EncodeToString(digest.Sum(nil)), true
		}
	}
	return "", false
}

func base64Encode(v any) (any, error) {
	s, err := textArgument(v)
	switch {
	case err != nil:
		return nil, err
	case utf8.RuneCountInString(s) > maxHashed:
		return nil, fmt.Errorf("the text has more than %d characters", maxHashed)
	}
	return base64.StdEncoding.EncodeToString([]byte(s)), nil
}

func base64Decode(v any) (any, error) {
	s, err := textArgument(v)
	switch {
	case err != nil:
		return nil, err
	case utf8.RuneCountInString(s) > maxHashed:
		return nil, fmt.Errorf("the text has more than %d characters", maxHashed)
	}
	out, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return nil, errors.New("the text is not Base64")
	}
	return strings.ToValidUTF8(string(out), "\ufffd"), nil
}

// stringSplit splits at each of the characters of the delimiters, and drops pieces that are empty.
func stringSplit(_ *expr.Env, args []any) (any, error) {
	s, err := textArgument(args[0])
	if err != nil {
		return nil, err
	}
	delimiters, err := textArgument(args[1])
	if err != nil {
		return nil, err
	}
	out := []any{}
	for _, piece := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(delimiters, r) }) {
		out = append(out, piece)
	}
	return out, nil
}
