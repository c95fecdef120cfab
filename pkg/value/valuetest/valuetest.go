// Package valuetest makes and compares the objects of package value in tests.
package valuetest

import (
	"fmt"

	"github.com/google/go-cmp/cmp"

	"github.com/flowglot/flowglot/pkg/value"
)

// Object returns an object of keys and values, which alternate: Object("a", int64(1), "b", nil). It panics if they do not.
func Object(members ...any) *value.Object {
	if len(members)%2 != 0 {
		panic("a key without a value")
	}
	o := value.NewObject(len(members) / 2)
	for i := 0; i < len(members); i += 2 {
		key, ok := members[i].(string)
		if !ok {
			panic(fmt.Sprintf("%v is not a key", members[i]))
		}
		o.Set(key, members[i+1])
	}
	return o
}

// Members makes cmp compare objects by their members and the order of these.
func Members() cmp.Option {
	return cmp.Transformer("members", func(o *value.Object) []value.Member {
		members := make([]value.Member, o.Len())
		for i := range members {
			members[i] = o.At(i)
		}
		return members
	})
}
