package asl

import (
	"errors"
	"fmt"
	"hash/maphash"
	"math"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

func arrayPartition(_ *expr.Env, args []any) (any, error) {
	items, err := arrayArgument(args[0])
	if err != nil {
		return nil, err
	}
	size, err := integerArgument(args[1])
	switch {
	case err != nil:
		return nil, err
	case size < 1:
		return nil, errors.New("the size of a chunk must be a positive integer")
	}
	return chunks(items, int(size)), nil
}

// chunks cuts a list into lists of a size, the last one of what is left.
func chunks(items []any, size int) []any {
	out := []any{}
	for len(items) > 0 {
		n := min(size, len(items))
		out = append(out, items[:n:n])
		items = items[n:]
	}
	return out
}

func arrayContains(_ *expr.Env, args []any) (any, error) {
	items, err := arrayArgument(args[0])
	if err != nil {
		return nil, err
	}
	for _, item := range items {
		if value.Equal(item, args[1]) {
			return true, nil
		}
	}
	return false, nil
}

func arrayRange(_ *expr.Env, args []any) (any, error) {
	var bounds [3]int64
	for i := range bounds {
		n, err := integerArgument(args[i])
		if err != nil {
			return nil, err
		}
		bounds[i] = n
	}
	from, to, step := bounds[0], bounds[1], bounds[2]
	if step == 0 {
		return nil, errors.New("the step must not be 0")
	}
	count := (to-from)/step + 1
	if (to-from)*step < 0 {
		count = 0
	}
	if count > maxRange {
		return nil, fmt.Errorf("the range has more than %d numbers", maxRange)
	}
	out := make([]any, 0, count)
	for i := range count {
		out = append(out, from+i*step)
	}
	return out, nil
}

func arrayGetItem(_ *expr.Env, args []any) (any, error) {
	items, err := arrayArgument(args[0])
	if err != nil {
		return nil, err
	}
	index, err := integerArgument(args[1])
	if err != nil {
		return nil, err
	}
	if index < 0 || index >= int64(len(items)) {
		return nil, fmt.Errorf("the index %d is outside of an array of %d items", index, len(items))
	}
	return items[index], nil
}

func arrayLength(v any) (any, error) {
	items, err := arrayArgument(v)
	return int64(len(items)), err
}

// arrayUnique keeps the first of equal items.
func arrayUnique(v any) (any, error) {
	items, err := arrayArgument(v)
	if err != nil {
		return nil, err
	}
	out := make([]any, 0, len(items))
	seed := maphash.MakeSeed()
	known := make(map[uint64][]any, len(items))
next:
	for _, item := range items {
		sum := sumOf(seed, item, 0)
		for _, other := range known[sum] {
			if value.Equal(item, other) {
				continue next
			}
		}
		known[sum] = append(known[sum], item)
		out = append(out, item)
	}
	return out, nil
}

// sumOf is a number that equal values have in common, whatever the order of the members of objects.
func sumOf(seed maphash.Seed, v any, depth int) uint64 {
	if depth > value.MaxDepth {
		return 0
	}
	switch v := v.(type) {
	case string:
		return maphash.String(seed, v)
	case bool:
		if v {
			return 1
		}
		return 2
	case int64:
		return math.Float64bits(float64(v))
	case float64:
		return math.Float64bits(v + 0) // of -0, which equals 0, that of 0
	case []any:
		sum := uint64(len(v)) + 3
		for _, item := range v {
			sum = sum*31 + sumOf(seed, item, depth+1)
		}
		return sum
	case *value.Object:
		sum := uint64(v.Len()) + 5
		for key, member := range v.All() {
			sum += (maphash.String(seed, key) | 1) * sumOf(seed, member, depth+1)
		}
		return sum
	}
	return 0
}

func jsonMerge(_ *expr.Env, args []any) (any, error) {
	a, ok := args[0].(*value.Object)
	if !ok {
		return nil, wrongArgument("an object", args[0])
	}
	b, ok := args[1].(*value.Object)
	if !ok {
		return nil, wrongArgument("an object", args[1])
	}
	if deep, ok := args[2].(bool); !ok || deep {
		return nil, errors.New("the third argument must be false: objects are not merged deeply")
	}
	out := a.Clone()
	for key, v := range b.All() {
		out.Set(key, v)
	}
	return out, nil
}
