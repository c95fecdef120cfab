package value

import (
	"hash/maphash"
	"sync/atomic"
)

// indexedFrom is the number of members from which on an object looks them up by an index. Below it, comparing the keys is
// faster.
const indexedFrom = 12

// An index finds the members of an object by their keys: a hash table with open addressing. It holds places alone, so that
// copying it with its object is copying bytes, which copying a map is not.
//
// Several objects may share an index: one and its extensions, in whose lists of members each begins like the one before. A place after
// the end of the list of an object is that of a member which a longer one has. Only the longest adds members; whichever object asks first
// becomes it. Objects may be read meanwhile, so that slots of a shared index are read and written atomically.
type index struct {
	seed  maphash.Seed // unknown to authors, who could choose keys that collide otherwise
	slots []int32      // the place of a member plus 1, or 0; their number is a power of two
	void  int          // slots that were copied with places of members which this index does not have
	used  atomic.Int32 // the members of the longest object that shares the index; 0: one object has it alone
}

// newIndex returns an index of members with room for n of them. Their keys differ.
func newIndex(members []Member, n int) *index {
	size := 2 * indexedFrom
	for size*3 < n*4 { // at most three quarters are full
		size *= 2
	}
	slots := 1
	for slots < size {
		slots *= 2
	}
	x := &index{seed: maphash.MakeSeed(), slots: make([]int32, slots)}
	for i := range members {
		x.add(members, i)
	}
	return x
}

// clone returns an index for a copy of an object of n members.
func (x *index) clone(n int) *index {
	if x == nil {
		return nil
	}
	out := &index{seed: x.seed, slots: make([]int32, len(x.slots)), void: x.void}
	for i := range x.slots {
		out.slots[i] = atomic.LoadInt32(&x.slots[i])
	}
	if used := int(x.used.Load()); used > n { // after the slots were copied, which may be more by now
		out.void += used - n
	}
	return out
}

// share lets other objects share the index with one of n members.
func (x *index) share(n int) { x.used.CompareAndSwap(0, int32(n)) }

// isShared reports whether other objects may have the index.
func (x *index) isShared() bool { return x != nil && x.used.Load() != 0 }

// claim reports whether an object of n members may add one to the shared list: nobody has done so before.
func (x *index) claim(n int) bool { return x.used.CompareAndSwap(int32(n), int32(n+1)) }

// with returns the index with the last of the members, which it does not have yet.
func (x *index) with(members []Member) *index {
	n := len(members)
	if (n+x.void)*4 <= len(x.slots)*3 {
		x.add(members, n-1)
		return x
	}
	out := newIndex(members, 2*n)
	if x.isShared() { // the list of members still is
		out.share(n)
	}
	return out
}

// add enters a member whose key is not there.
func (x *index) add(members []Member, place int) {
	mask := len(x.slots) - 1
	at := int(maphash.String(x.seed, members[place].Key)) & mask
	for x.slots[at] != 0 {
		at = (at + 1) & mask
	}
	if x.isShared() {
		atomic.StoreInt32(&x.slots[at], int32(place+1))
		return
	}
	x.slots[at] = int32(place + 1)
}

// find returns the place of the member of a key, or -1.
func (x *index) find(members []Member, key string) int {
	mask := len(x.slots) - 1
	for at := int(maphash.String(x.seed, key)) & mask; ; at = (at + 1) & mask {
		place := int(atomic.LoadInt32(&x.slots[at])) - 1
		if place < 0 {
			return -1
		}
		if place < len(members) && members[place].Key == key {
			return place
		}
	}
}
