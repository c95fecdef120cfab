package value_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

func TestAppend(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		v    any
		want string
	}{
		{nil, "null"},
		{true, "true"},
		{int64(math.MinInt64), "-9223372036854775808"},
		{5.0, "5"},
		{1e6, "1000000"},
		{1e15, "1000000000000000"},
		{-1e15, "-1000000000000000"},
		{2e15, "2e+15"},
		{1e21, "1e+21"},
		{float64(1 << 62), "4.611686018427388e+18"},
		{math.Copysign(0, -1), "0"},
		{0.1, "0.1"},
		{1e-6, "0.000001"},
		{1e-7, "1e-7"},
		{1.5e-10, "1.5e-10"},
		{math.MaxFloat64, "1.7976931348623157e+308"},
		{math.SmallestNonzeroFloat64, "5e-324"},
		{math.NaN(), "null"},
		{math.Inf(-1), "null"},
		{"<&>'/\u2028é𐍆", "\"<&>'/\u2028é𐍆\""},
		{"\"\\\n\r\t\b\x00\x1f\x7f", `"\"\\\n\r\t\u0008\u0000\u001f` + "\x7f\""},
		{"a\xffb\xc3", "\"a\ufffdb\ufffd\""},
		{"\ufffd", "\"\ufffd\""},
		{[]any{}, "[]"},
		{value.NewObject(0), "{}"},
		{(*value.Object)(nil), "{}"},
		{valuetest.Object("b", int64(1), "a", valuetest.Object("z", nil, "y", []any{int64(1), "x"}), "", 0.5),
			`{"b":1,"a":{"z":null,"y":[1,"x"]},"":0.5}`},
		{struct{}{}, "null"},
	} {
		if got := string(value.Append([]byte("> "), c.v)); got != "> "+c.want {
			t.Errorf("Append(%v) = %s, want %s", c.v, got[2:], c.want)
		}
	}
}

func TestAppendIndent(t *testing.T) {
	t.Parallel()
	const text = `{"a":[1,[],{"b":{}}],"c":"x"}`
	var want bytes.Buffer
	if err := json.Indent(&want, []byte(text), "//", "  "); err != nil {
		t.Fatal(err)
	}
	got := string(value.AppendIndent(nil, parse(t, text), "//", "  "))
	if diff := cmp.Diff(want.String(), got); diff != "" {
		t.Error(diff)
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want any
	}{
		{" null\t", nil},
		{"1.0", 1.0},
		{"9007199254740993", int64(9007199254740993)},
		{`"\ud83d\ude00\/\u0041\b\f\n\r\t\"\\"`, "😀/A\b\f\n\r\t\"\\"},
		{`"\ud83d"`, "\ufffd"},
		{`"\ud83d\u0041"`, "\ufffdA"},
		{`"\ude00\ud83d\ude00"`, "\ufffd😀"},
		{"\"\xff\xc3x\"", "\ufffd\ufffdx"},
		{`{"b":1,"a":[true,false,{}],"b":2}`, valuetest.Object("b", int64(2), "a", []any{true, false, valuetest.Object()})},
		{"[ ]", []any{}},
	} {
		got, err := value.Parse([]byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		} else if diff := cmp.Diff(c.want, got, valuetest.Members()); diff != "" {
			t.Errorf("%s: %s", c.text, diff)
		}
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text    string
		offset  int
		message string
	}{
		{"", 0, "expected a value, found the end of the text"},
		{"{]", 1, "expected a key in double quotes, found `]`"},
		{`{"a" 1}`, 5, "expected `:` after a key, found `1`"},
		{`{"a":1,}`, 7, "expected a key in double quotes, found `}`"},
		{`{"a":1 "b"`, 7, "expected `,` or `}` after a member, found `\"`"},
		{"[1 2]", 3, "expected `,` or `]` after an item, found `2`"},
		{"[1,]", 3, "expected a value, found `]`"},
		{"1 é", 2, "expected nothing more, found `é`"},
		{"1 \x00", 2, "expected nothing more, found the control character U+0000"},
		{"01", 1, "expected nothing more, found `1`"},
		{"-x", 1, "expected a digit, found `x`"},
		{"1.", 2, "expected a digit, found the end of the text"},
		{"1e+", 3, "expected a digit, found the end of the text"},
		{`{"a": 1e999}`, 6, "the number 1e999 is too large: the largest is about 1.8e308"},
		{"[-1e309", 1, "the number -1e309 is too large: the largest is about 1.8e308"},
		{"trux", 3, "expected `true`, found `x`"},
		{`"a`, 2, "expected a closing `\"`, found the end of the text"},
		{"\"a\nb\"", 2, "expected an escape such as \\n, found the control character U+000A"},
		{`"\x"`, 2, "expected an escape such as \\n or \\u0041, found `x`"},
		{`"\u12g4"`, 3, "expected four hexadecimal digits, found `1`"},
		{`"\`, 2, "expected a closing `\"`, found the end of the text"},
		{strings.Repeat("[", 1_000_000), value.MaxDepth, "the text nests more than 10000 levels deep"},
	} {
		_, err := value.Parse([]byte(c.text))
		var e *value.SyntaxError
		if !errors.As(err, &e) {
			t.Errorf("%.20q: no error", c.text)
			continue
		}
		if e.Offset != c.offset || e.Message != c.message {
			t.Errorf("%.20q: %d %s\nwant %d %s", c.text, e.Offset, e.Message, c.offset, c.message)
		}
		if want := fmt.Sprintf("%s at byte %d", c.message, c.offset); e.Error() != want {
			t.Errorf("Error() = %s, want %s", e, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,2.5,-3e4,true,false,null,"x\u0041\ud83d\ude00\ud800"],"a":{}}`, "\"\xff\"", "1e999", `[1e999`, "-0", "[[[[",
		"9223372036854775808", `{"a":1,}`, "\x00", " [] ",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := value.Parse(text)
		if wrong := new(value.SyntaxError); errors.As(err, &wrong) && wrong.TooLarge {
			return // what comes after was not read
		}
		if (err == nil) != json.Valid(text) {
			t.Fatalf("error %v, but encoding/json says %v", err, json.Valid(text))
		}
		if err != nil {
			return
		}
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		var want any
		if err := d.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if want = numbers(want); !value.Equal(got, want) {
			t.Fatalf("got %s, want %s", value.Append(nil, got), value.Append(nil, want))
		}
		printed := value.Append(nil, got)
		again, err := value.Parse(printed)
		if err != nil || !value.Equal(got, again) {
			t.Fatalf("printed as %s, which reads as %v, %v", printed, again, err)
		}
		if twice := value.Append(nil, again); !bytes.Equal(printed, twice) {
			t.Fatalf("printed as %s, then as %s", printed, twice)
		}
		if lines := value.AppendIndent(nil, got, "", "\t"); !json.Valid(lines) {
			t.Fatalf("not JSON: %s", lines)
		}
		if size := value.Size(got, math.MaxInt); size != len(printed) {
			t.Fatalf("the size of %s is %d, not %d", printed, size, len(printed))
		}
		if cut, whole := value.AppendLimited(nil, got, len(printed)/2); whole || !bytes.HasPrefix(printed, cut) {
			t.Fatalf("the first half of %s is %s, %v", printed, cut, whole)
		}
		if sorted, err := value.Parse(value.AppendSorted(nil, got)); err != nil || !value.Equal(got, sorted) {
			t.Fatalf("sorted: %v, %v", sorted, err)
		}
	})
}

// numbers turns the numbers of encoding/json into values.
func numbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		n, _ := value.Number(v.String())
		return n
	case []any:
		for i := range v {
			v[i] = numbers(v[i])
		}
	case map[string]any:
		o := value.NewObject(len(v))
		for key := range v {
			o.Set(key, numbers(v[key]))
		}
		return o
	}
	return v
}

// document returns an object of n members, each with an object of its own.
func document(n int) any {
	o := value.NewObject(n)
	for i := range n {
		o.Set(fmt.Sprintf("member%d", i),
			valuetest.Object("id", int64(i), "name", "a name with a \"quote\"", "price", float64(i)/4, "tags", []any{"a", "b", true, nil}))
	}
	return o
}

func BenchmarkAppend(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			doc := document(n)
			dst := value.Append(nil, doc)
			b.SetBytes(int64(len(dst)))
			b.ReportAllocs()
			for b.Loop() {
				dst = value.Append(dst[:0], doc)
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			text := value.Append(nil, document(n))
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := value.Parse(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
