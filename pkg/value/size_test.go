package value_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// doubled returns a value that takes a few hundred bytes of memory, and whose text has more than 2^levels.
func doubled(levels int) any {
	var v any = "x"
	for range levels {
		v = valuetest.Object("a", v, "b", []any{v})
	}
	return v
}

func TestSize(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"null", "true", "-12", "0.5", "1e+300", `""`, `"a\"\\\n\r\té\u0001\u007f😀\ufffd"`, "[]", "[1]", "[1,[2,3]]", "{}", `{"a":1}`,
		`{"b":{"é\t":[{}, null]},"a":"x"}`,
	} {
		v := parse(t, text)
		want := len(value.Append(nil, v))
		for limit := range want + 2 {
			got := value.Size(v, limit)
			if limit >= want && got != want || limit < want && got <= limit {
				t.Errorf("Size(%s, %d) = %d, the text has %d bytes", text, limit, got, want)
			}
		}
	}
	if got := value.Size("a\xffb", 100); got != len("\"a\ufffdb\"") {
		t.Errorf("bytes that are not UTF-8: %d", got)
	}
}

func TestSizeStopsAtTheLimit(t *testing.T) {
	t.Parallel()
	if got := value.Size(doubled(1000), 1_000_000); got <= 1_000_000 || got > 2_000_000 {
		t.Errorf("Size = %d", got)
	}
	if got := value.Size(doubled(10), 1_000_000); got != len(value.Append(nil, doubled(10))) {
		t.Errorf("Size = %d", got)
	}
}

func TestAppendLimited(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`[1,{"aé":"x\n😀y","b":[]},"😀😀😀"]`, `"é"`, "123456", `{"key":{"key":1}}`, `"\u0000\u0000"`, "null"} {
		v := parse(t, text)
		all := string(value.Append(nil, v))
		for limit := range len(all) + 2 {
			got, whole := value.AppendLimited([]byte("> "), v, limit)
			cut, ok := strings.CutPrefix(string(got), "> ")
			if !ok || !strings.HasPrefix(all, cut) || !utf8.ValidString(cut) || whole != (limit >= len(all)) || whole != (cut == all) ||
				len(cut) > limit || !whole && len(cut) < limit-3 {
				t.Errorf("AppendLimited(%s, %d) = %s, %v", text, limit, got, whole)
			}
		}
	}
	long := strings.Repeat("😀", 1_000_000)
	if got, whole := value.AppendLimited(nil, long, 10); whole || string(got) != "\"😀😀" || cap(got) > 1000 {
		t.Errorf("of a long text: %s (%d), %v", got, cap(got), whole)
	}
	if got, whole := value.AppendLimited(nil, doubled(1000), 50); whole || len(got) != 50 {
		t.Errorf("of a value that doubles: %s, %v", got, whole)
	}
	if got, whole := value.AppendLimited(nil, 1.0, -1); whole || len(got) != 0 {
		t.Errorf("without room: %s, %v", got, whole)
	}
}

func TestAppendSorted(t *testing.T) {
	t.Parallel()
	const text = `{"b":{"z":[{"y":1,"x":{}}],"a":null},"":2,"a":{"c":1,"b":{"e":1,"d":2}}}`
	const want = `{"":2,"a":{"b":{"d":2,"e":1},"c":1},"b":{"a":null,"z":[{"x":{},"y":1}]}}`
	v := parse(t, text)
	if got := string(value.AppendSorted(nil, v)); got != want {
		t.Errorf("sorted: %s, want %s", got, want)
	}
	if got := string(value.Append(nil, v)); got != text {
		t.Errorf("sorting changed the value: %s", got)
	}
}

func TestEqualOfSharedParts(t *testing.T) {
	t.Parallel()
	v := doubled(1000)
	if !value.Equal(v, v) || !value.Equal(valuetest.Object("x", v, "y", int64(1)), valuetest.Object("y", 1.0, "x", v)) {
		t.Error("a value is not equal to itself")
	}
}

func TestMerge(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ a, b, shallow, deep string }{
		{`{"b":1,"a":{"y":1,"x":2}}`, `{"c":0,"a":{"z":3,"y":4},"b":2}`, `{"b":2,"a":{"z":3,"y":4},"c":0}`, `{"b":2,"a":{"y":4,"x":2,"z":3},"c":0}`},
		{`{"a":1}`, `{}`, `{"a":1}`, `{"a":1}`},
		{`[1]`, `{"a":1}`, `{"a":1}`, `{"a":1}`},
		{`{"a":{"b":1}}`, `null`, `{"a":{"b":1}}`, `{"a":{"b":1}}`},
		{`1`, `2`, `{}`, `{}`},
		{`{"a":{"b":1}}`, `{"a":[1]}`, `{"a":[1]}`, `{"a":[1]}`},
		{`{"a":[1]}`, `{"a":{"b":1}}`, `{"a":{"b":1}}`, `{"a":{"b":1}}`},
	} {
		a, b := parse(t, c.a), parse(t, c.b)
		if got := string(value.Append(nil, value.MergeShallow(a, b))); got != c.shallow {
			t.Errorf("MergeShallow(%s, %s) = %s", c.a, c.b, got)
		}
		if got := string(value.Append(nil, value.MergeDeep(a, b))); got != c.deep {
			t.Errorf("MergeDeep(%s, %s) = %s", c.a, c.b, got)
		}
		if string(value.Append(nil, a)) != c.a || string(value.Append(nil, b)) != c.b {
			t.Errorf("merging changed %s to %s, %s to %s", c.a, value.Append(nil, a), c.b, value.Append(nil, b))
		}
	}
}

func TestNodeKeepsTheOrder(t *testing.T) {
	t.Parallel()
	const text = `{"b":[1,{"d":true,"c":null}],"a":"x"}`
	if got := string(value.Append(nil, value.Of(value.Node(parse(t, text))))); got != text {
		t.Errorf("%s became %s", text, got)
	}
}

func BenchmarkObject(b *testing.B) {
	for _, n := range []int{4, 100, 10_000} {
		keys := make([]string, n)
		for i := range keys {
			keys[i] = fmt.Sprint("member", i)
		}
		o, other := value.NewObject(n), value.NewObject(n)
		for i, key := range keys {
			o.Set(key, true)
			other.Set(keys[n-1-i][i%2:], false) // half of the keys are the same
		}
		i := 0
		next := func() string { i = (i + 7) % n; return keys[i] }
		run := func(name string, do func()) {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					do()
				}
			})
		}
		run("Lookup", func() { o.Lookup(next()) })
		run("LookupAbsent", func() { o.Lookup("absent") })
		run("Build", func() {
			made := value.NewObject(0)
			for _, key := range keys {
				made.Set(key, true)
			}
		})
		run("With", func() { o.With(next(), false) })
		run("WithNew", func() { o.With("absent", false) })
		run("Grow", func() {
			grown := value.NewObject(0)
			for _, key := range keys {
				grown = grown.With(key, true)
			}
		})
		run("Without", func() { o.Without(next()) })
		run("MergeShallow", func() { value.MergeShallow(o, other) })
		run("MergeDeep", func() { value.MergeDeep(o, other) })
		run("Equal", func() { value.Equal(o, o.Clone()) })
	}
}
