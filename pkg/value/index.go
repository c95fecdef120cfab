package value

import (
	"hash/maphash"
	"slices"
)

// indexedFrom is the number of members from which on an object looks them up by an index. Below it, comparing the keys is
// faster.
const indexedFrom = 12

// An index finds the members of an object by their keys: a hash table with open addressing. It holds places alone, so that
// copying it with its object is copying bytes, which copying a map is not.
type index struct {
	seed  maphash.Seed // unknown to authors, who could choose keys that collide otherwise
	slots []int32      // the place of a member plus 1, or 0; their number is a power of two
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
	x := &index{maphash.MakeSeed(), make([]int32, slots)}
	for i := range members {
		x.add(members, i)
	}
	return x
}

func (x *index) clone() *index {
	if x == nil {
		return nil
	}
	return &index{x.seed, slices.Clone(x.slots)}
}

// with returns the index with the last of the members, which it does not have yet.
func (x *index) with(members []Member) *index {
	if n := len(members); n*4 > len(x.slots)*3 {
		return newIndex(members, 2*n)
	}
	x.add(members, len(members)-1)
	return x
}

// add enters a member whose key is not there.
func (x *index) add(members []Member, place int) {
	mask := len(x.slots) - 1
	at := int(maphash.String(x.seed, members[place].Key)) & mask
	for x.slots[at] != 0 {
		at = (at + 1) & mask
	}
	x.slots[at] = int32(place + 1)
}

// find returns the place of the member of a key, or -1.
func (x *index) find(members []Member, key string) int {
	mask := len(x.slots) - 1
	for at := int(maphash.String(x.seed, key)) & mask; x.slots[at] != 0; at = (at + 1) & mask {
		if place := int(x.slots[at] - 1); members[place].Key == key {
			return place
		}
	}
	return -1
}
