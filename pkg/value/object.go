package value

import (
	"iter"
	"slices"
)

// An Object is a JSON object. Its members keep the order in which they were set, in results, traces, the input of tasks
// and expectations: people compare what they wrote with what they get.
//
// An object is made with [NewObject] and [Object.Set], or at once with [ObjectOf]. Once others can see it, nobody sets
// members: [Object.With] and [Object.Without] return a changed copy. The nil *Object has no members and may be read.
//
// A copy of a large object that only adds members shares what the object has, so that a document which grows member by member
// takes linear time. The members of both are the beginning of one list, which the first of several such copies extends; see index.
type Object struct {
	members []Member
	index   *index // where the members are, from indexedFrom members on
}

// A Member is a member of an [Object].
type Member struct {
	Key   string
	Value any
}

// NewObject returns an object without members that has room for size of them.
func NewObject(size int) *Object {
	o := &Object{}
	if size > 0 {
		o.members = make([]Member, 0, size)
	}
	return o
}

// ObjectOf returns an object of the given members. If a key occurs twice, the last value counts, in the place of the first.
func ObjectOf(members ...Member) *Object {
	o := NewObject(len(members))
	for _, m := range members {
		o.Set(m.Key, m.Value)
	}
	return o
}

// Len returns the number of members.
func (o *Object) Len() int {
	if o == nil {
		return 0
	}
	return len(o.members)
}

// Get returns the value of a member, or nil if there is none.
func (o *Object) Get(key string) any {
	v, _ := o.Lookup(key)
	return v
}

// Lookup returns the value of a member, and whether there is one.
func (o *Object) Lookup(key string) (any, bool) {
	if i := o.find(key); i >= 0 {
		return o.members[i].Value, true
	}
	return nil, false
}

// Has reports whether there is a member of that key.
func (o *Object) Has(key string) bool { return o.find(key) >= 0 }

// At returns the i-th member, counted from 0.
func (o *Object) At(i int) Member { return o.members[i] }

// All iterates over the members in their order.
func (o *Object) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		if o == nil {
			return
		}
		for i := range o.members {
			if !yield(o.members[i].Key, o.members[i].Value) {
				return
			}
		}
	}
}

// Keys returns the keys in their order.
func (o *Object) Keys() []string {
	keys := make([]string, o.Len())
	for i := range keys {
		keys[i] = o.members[i].Key
	}
	return keys
}

// Set gives a member a value; a new member comes last. It is only for whoever makes the object, before others see it.
func (o *Object) Set(key string, v any) {
	if i := o.find(key); i >= 0 {
		if o.index.isShared() {
			o.unshare()
		}
		o.members[i].Value = v
		return
	}
	if o.index.isShared() && !o.index.claim(len(o.members)) {
		o.unshare()
	}
	o.members = append(o.members, Member{key, v})
	switch n := len(o.members); {
	case o.index != nil:
		o.index = o.index.with(o.members)
	case n >= indexedFrom:
		o.index = newIndex(o.members, n)
	}
}

// unshare gives the object members of its own, with room for some more.
func (o *Object) unshare() { *o = *o.copy(1 + len(o.members)/8) }

// With returns a copy of the object in which a member has a value; a new member comes last.
func (o *Object) With(key string, v any) *Object {
	if o.Has(key) {
		out := o.copy(0)
		out.Set(key, v)
		return out
	}
	out := o.extended(1)
	out.Set(key, v)
	return out
}

// fewMembers is the part of an object, one in so many members, up to which it is extended without copying it.
const fewMembers = 8

// extended returns a copy of the object to which more members are going to be set.
func (o *Object) extended(more int) *Object {
	if o == nil || o.index == nil || more*fewMembers > len(o.members) {
		return o.copy(more)
	}
	o.index.share(len(o.members))
	return &Object{members: o.members, index: o.index}
}

// Without returns the object without a member: itself if it has none of that key, else a copy.
func (o *Object) Without(key string) *Object {
	i := o.find(key)
	if i < 0 {
		return o
	}
	out := &Object{members: slices.Concat(o.members[:i], o.members[i+1:])}
	if n := len(out.members); n >= indexedFrom {
		out.index = newIndex(out.members, n)
	}
	return out
}

// Extends reports whether the object begins with the members of another one, as far as that costs nothing to see: one that was made
// by adding to it extends it, until its list of members had to be moved.
func (o *Object) Extends(other *Object) bool {
	n := other.Len()
	return n > 0 && n <= o.Len() && &o.members[0] == &other.members[0]
}

// Clone returns a copy of the object, to which its maker may set members. The values are shared.
func (o *Object) Clone() *Object { return o.copy(0) }

// String returns the object as JSON on one line, see [Append].
func (o *Object) String() string { return string(Append(nil, o)) }

// MarshalJSON returns the object as JSON on one line, see [Append]. It never fails.
func (o *Object) MarshalJSON() ([]byte, error) { return Append(nil, o), nil }

// copy returns a copy with room for more members.
func (o *Object) copy(more int) *Object {
	out := NewObject(o.Len() + more)
	if o == nil {
		return out
	}
	out.members = append(out.members, o.members...)
	out.index = o.index.clone(len(o.members))
	return out
}

// take returns an object of members that nobody else holds. If a key occurs twice, the last value counts, in the place
// of the first.
func take(members []Member) *Object {
	o := &Object{members: members}
	if n := len(members); n >= indexedFrom {
		o.index = newIndex(nil, n)
	}
	o.members = members[:0] // each member moves to its own place or to one before
	for _, m := range members {
		if i := o.find(m.Key); i >= 0 {
			o.members[i].Value = m.Value
			continue
		}
		o.members = append(o.members, m)
		if o.index != nil {
			o.index = o.index.with(o.members)
		}
	}
	clear(members[len(o.members):])
	return o
}

// find returns the place of a member, or -1.
func (o *Object) find(key string) int {
	if o == nil {
		return -1
	}
	if o.index != nil {
		return o.index.find(o.members, key)
	}
	for i := range o.members {
		if o.members[i].Key == key {
			return i
		}
	}
	return -1
}
