package value_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
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

// TestGrowingObjectsShareMembers adds members one by one. It is not parallel: it counts what is allocated.
func TestGrowingObjectsShareMembers(t *testing.T) {
	const n = 1000
	var added []*value.Object
	for i := range n {
		added = append(added, value.ObjectOf(value.Member{Key: fmt.Sprint(i)}))
	}
	for name, with := range map[string]func(o, added *value.Object) *value.Object{
		"With":         func(o, added *value.Object) *value.Object { return o.With(added.At(0).Key, nil) },
		"MergeShallow": func(o, added *value.Object) *value.Object { return value.MergeShallow(o, added).(*value.Object) },
		"MergeDeep":    func(o, added *value.Object) *value.Object { return value.MergeDeep(o, added).(*value.Object) },
	} {
		allocs := testing.AllocsPerRun(3, func() {
			o := value.NewObject(0)
			for _, x := range added {
				o = with(o, x)
			}
		})
		if allocs > 1.5*n { // the object itself, and now and then a longer list; copies would be 4 each
			t.Errorf("%s: %.0f allocations for %d members", name, allocs, n)
		}
	}
}

// TestExtends adds to objects, and changes them.
func TestExtends(t *testing.T) {
	t.Parallel()
	o := value.NewObject(100)
	for i := range 50 {
		o.Set(fmt.Sprint(i), i)
	}
	more := o.With("more", 1)
	for name, c := range map[string]struct {
		o, other *value.Object
		want     bool
	}{
		"itself":                {o, o, true},
		"one with a new member": {more, o, true},
		"the shorter one":       {o, more, false},
		"one with two":          {value.MergeDeep(more, value.ObjectOf(value.Member{Key: "next"})).(*value.Object), o, true},
		"one that was changed":  {more.With("0", "changed"), o, false},
		"a copy":                {o.Clone(), o, false},
		"one without a member":  {o.Without("49"), o, false},
		"none":                  {nil, o, false},
		"of none":               {o, nil, false},
	} {
		if got := c.o.Extends(c.other); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestObjectIsExtendedByMany extends one object in many goroutines, while others read it.
func TestObjectIsExtendedByMany(t *testing.T) {
	t.Parallel()
	const n, many = 40, 8
	o := value.NewObject(0)
	for i := range n {
		o.Set(fmt.Sprint(i), i)
	}
	var all sync.WaitGroup
	for g := range many {
		all.Go(func() {
			mine := o
			for i := range 3 * n {
				mine = mine.With(fmt.Sprint("own", i), g)
				if i%10 == 0 {
					mine = mine.With("0", g)
				}
				if o.Has(fmt.Sprint("own", i)) || o.Get("0") != 0 {
					t.Error("the object itself was changed")
				}
			}
			if mine.Len() != 4*n || mine.Get("0") != g || mine.Get("own7") != g || mine.At(4*n-1).Key != fmt.Sprint("own", 3*n-1) {
				t.Errorf("made %v", mine.Keys())
			}
		})
	}
	all.Wait()
	if o.Len() != n {
		t.Errorf("the object itself has %d members now", o.Len())
	}
}

// TestCopiesOfCopies makes each object from one of those before, so that copies of every kind share lists, and checks all in the end.
func TestCopiesOfCopies(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	type version struct {
		o    *value.Object
		want []value.Member
	}
	all := []version{{value.NewObject(0), nil}}
	for i := range 3000 {
		v := all[len(all)-1-r.IntN(min(len(all), 4))]
		key := fmt.Sprint(r.IntN(200))
		want := slices.Clone(v.want)
		set := func(k string, x any) {
			if at := slices.IndexFunc(want, func(m value.Member) bool { return m.Key == k }); at >= 0 {
				want[at].Value = x
				return
			}
			want = append(want, value.Member{Key: k, Value: x})
		}
		o := v.o
		switch r.IntN(8) {
		case 0:
			o = o.Without(key)
			want = slices.DeleteFunc(want, func(m value.Member) bool { return m.Key == key })
		case 1:
			o = o.Clone()
			o.Set(key, i)
			o.Set("k"+key, i)
			set(key, i)
			set("k"+key, i)
		case 2, 3:
			o = value.MergeDeep(o, value.ObjectOf(value.Member{Key: key, Value: i}, value.Member{Key: "m" + key, Value: i})).(*value.Object)
			set(key, i)
			set("m"+key, i)
		default:
			o = o.With(key, i)
			set(key, i)
		}
		all = append(all, version{o, want})
	}
	for i, v := range all {
		if v.o.Len() != len(v.want) {
			t.Fatalf("object %d has %d members, not %d", i, v.o.Len(), len(v.want))
		}
		for j, m := range v.want {
			if x, ok := v.o.Lookup(m.Key); !ok || x != m.Value || v.o.At(j) != m {
				t.Fatalf("object %d: member %d is %v, not %v", i, j, v.o.At(j), m)
			}
		}
		if v.o.Has("absent") {
			t.Fatalf("object %d has a member that was never set", i)
		}
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
