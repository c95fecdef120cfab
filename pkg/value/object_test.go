package value_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

func TestObjectKeepsTheOrderOfItsMembers(t *testing.T) {
	t.Parallel()
	for _, size := range []int{0, 1, 11, 12, 13, 100} { // around the size from which on members are indexed
		o := value.NewObject(0)
		var want []string
		for i := range size {
			key := fmt.Sprint("k", (i*7919)%size)
			want = append(want, key)
			o.Set(key, i)
		}
		if got := o.Keys(); !slices.Equal(got, want) {
			t.Errorf("size %d: keys %v, want %v", size, got, want)
		}
		for i, key := range want {
			if v, ok := o.Lookup(key); !ok || v != i {
				t.Errorf("size %d: %s is %v, %v; want %d", size, key, v, ok, i)
			}
		}
		if o.Has("other") {
			t.Errorf("size %d: has a member that was never set", size)
		}
	}
}

func TestObjectChangesAreCopies(t *testing.T) {
	t.Parallel()
	for _, size := range []int{2, 30} {
		o := value.NewObject(size)
		for i := range size {
			o.Set(fmt.Sprint(i), i)
		}
		with, without := o.With("new", true).With("0", "changed"), o.Without("1")
		if o.Has("new") || o.Get("0") != 0 || !o.Has("1") || o.Len() != size {
			t.Errorf("size %d: the object itself was changed: %v", size, o.Keys())
		}
		if with.Len() != size+1 || with.At(0).Value != "changed" || with.At(size).Key != "new" {
			t.Errorf("size %d: With made %v", size, with.Keys())
		}
		if without.Len() != size-1 || without.Has("1") || without.Get(fmt.Sprint(size-1)) != o.Get(fmt.Sprint(size-1)) && size > 2 {
			t.Errorf("size %d: Without made %v", size, without.Keys())
		}
		if same := o.Without("none"); same != o {
			t.Errorf("size %d: Without an absent member made a copy", size)
		}
	}
}

func TestNilObjectHasNoMembers(t *testing.T) {
	t.Parallel()
	var o *value.Object
	if o.Len() != 0 || o.Get("a") != nil || o.Has("a") || len(o.Keys()) != 0 || o.Without("a") != nil || o.Clone().Len() != 0 {
		t.Error("the nil object has members")
	}
	for range o.All() {
		t.Error("the nil object yields members")
	}
	if got := o.With("a", 1); got.Get("a") != 1 {
		t.Errorf("With on the nil object made %v", got.Keys())
	}
}

func TestDuplicateMembers(t *testing.T) {
	t.Parallel()
	for _, size := range []int{2, 30} {
		text := `{"first":0`
		for i := range size {
			text += fmt.Sprintf(`,"k%d":0,"k%d":%d`, i, i/2, i)
		}
		o := parse(t, text+"}").(*value.Object)
		for i, key := range o.Keys() {
			if m := o.At(i); m.Key != key || o.Get(key) != m.Value {
				t.Errorf("size %d: %s is %v, and found as %v", size, key, m.Value, o.Get(key))
			}
		}
		if o.Len() != size+1 || o.At(0).Key != "first" || o.At(1).Key != "k0" || o.Get("k0") != int64(1) {
			t.Errorf("size %d: %s", size, o)
		}
	}
}

func TestObjectAsText(t *testing.T) {
	t.Parallel()
	o := valuetest.Object("b", int64(1), "a", []any{valuetest.Object("<", nil)})
	const want = `{"b":1,"a":[{"<":null}]}`
	if got := fmt.Sprint(o); got != want {
		t.Errorf("as text: %s", got)
	}
	if got, err := o.MarshalJSON(); string(got) != want || err != nil {
		t.Errorf("as JSON: %s, %v", got, err)
	}
}

// FuzzObject makes an object by the bytes of a text, and compares it with a plain list of members.
func FuzzObject(f *testing.F) {
	for _, s := range []string{"", "aab", "abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnABCDEFGHIJKLMNaz", "a1b2c3A"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		o := value.NewObject(0)
		var want []value.Member
		for i, c := range []byte(text) {
			key := string(rune('a' + c%32))
			at := slices.IndexFunc(want, func(m value.Member) bool { return m.Key == key })
			switch {
			case c >= 'A' && c <= 'Z':
				if o = o.Without(key); at >= 0 {
					want = slices.Delete(want, at, at+1)
				}
				continue
			case c%2 == 0:
				o = o.With(key, i)
			default:
				o.Set(key, i)
			}
			if at < 0 {
				at, want = len(want), append(want, value.Member{Key: key})
			}
			want[at].Value = i
		}
		for i, m := range want {
			if v, ok := o.Lookup(m.Key); o.Len() != len(want) || o.At(i) != m || v != m.Value || !ok {
				t.Fatalf("member %d of %v is not %v", i, o.Keys(), m)
			}
		}
	})
}
