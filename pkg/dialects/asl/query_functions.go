package asl

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/flowglot/flowglot/pkg/jsonata"
	"github.com/flowglot/flowglot/pkg/value"
)

// maxQueryRange is how many numbers $range makes at most.
const maxQueryRange = 360_000

// queryFunctions are the functions that today's engine adds to those of JSONata, and $eval, which it leaves out (asl today:
// "Added functions"). They do not change once they are made.
var queryFunctions = sync.OnceValue(func() map[string]*jsonata.Function {
	out := map[string]*jsonata.Function{"eval": nil}
	for name, f := range map[string]struct {
		signature string
		run       func(c *jsonata.Context, args []any) (any, error)
	}{
		"partition": {"<x?x?:x>", queryPartition},
		"range":     {"<x?x?x?:x>", queryRange},
		"hash":      {"<x?x?:x>", queryHash},
		"random":    {"<n?:n>", queryRandom},
		"uuid":      {"<:s>", queryUUID},
		"parse":     {"<s?:x>", queryParse},
	} {
		function, err := jsonata.NewFunction(name, f.signature, f.run)
		if err != nil {
			panic(err) // a signature here is wrong, which a test finds
		}
		out[name] = function
	}
	return out
})

// queryInteger is a number without its fraction; it reports false for what is not a number.
func queryInteger(v any) (int64, bool) {
	switch v := v.(type) {
	case int64:
		return v, true
	case float64:
		if math.Abs(v) < 1<<62 {
			return int64(v), true
		}
	}
	return 0, false
}

func queryPartition(c *jsonata.Context, args []any) (any, error) {
	if jsonata.IsUndefined(args[0]) || jsonata.IsUndefined(args[1]) {
		return jsonata.Undefined{}, nil
	}
	items, ok := args[0].([]any)
	if !ok {
		items = []any{args[0]}
	}
	size, ok := queryInteger(args[1])
	switch {
	case !ok:
		return nil, errors.New("the size of a chunk must be a number")
	case size < 1 || len(items) == 0:
		return jsonata.Undefined{}, nil
	}
	if err := c.Spend(len(items)); err != nil {
		return nil, err
	}
	return chunks(items, int(min(size, math.MaxInt32))), nil
}

func queryRange(c *jsonata.Context, args []any) (any, error) {
	var bounds [3]int64
	for i, v := range args {
		if jsonata.IsUndefined(v) {
			return jsonata.Undefined{}, nil
		}
		n, ok := queryInteger(v)
		if !ok {
			return nil, fmt.Errorf("argument %d must be a number", i+1)
		}
		bounds[i] = n
	}
	from, to, step := bounds[0], bounds[1], bounds[2]
	if step == 0 || from < to && step < 0 || from > to && step > 0 {
		return jsonata.Undefined{}, nil
	}
	count := (to-from)/step + 1
	if count > maxQueryRange {
		return nil, fmt.Errorf("the range has more than %d numbers", maxQueryRange)
	}
	if err := c.Spend(int(count)); err != nil {
		return nil, err
	}
	if count == 1 {
		return from, nil
	}
	out := make([]any, 0, count)
	for i := range count {
		out = append(out, from+i*step)
	}
	return out, nil
}

func queryHash(_ *jsonata.Context, args []any) (any, error) {
	if jsonata.IsUndefined(args[0]) || jsonata.IsUndefined(args[1]) {
		return jsonata.Undefined{}, nil
	}
	text, ok := args[0].(string)
	if !ok {
		text = string(value.Append(nil, args[0]))
	}
	algorithm, _ := args[1].(string)
	digest, ok := digestOf(text, algorithm)
	if !ok {
		return nil, errors.New("the algorithm must be one of MD5, SHA-1, SHA-256, SHA-384 and SHA-512")
	}
	return digest, nil
}

func queryRandom(c *jsonata.Context, args []any) (any, error) {
	if jsonata.IsUndefined(args[0]) {
		return c.Random(), nil
	}
	seed, _ := queryInteger(args[0])
	return fraction(seeded(uint64(seed))), nil
}

func queryUUID(c *jsonata.Context, _ []any) (any, error) {
	return uuidOf(func() uint64 {
		high := uint64(c.Random() * (1 << 32))
		return high<<32 | uint64(c.Random()*(1<<32))
	}), nil
}

func queryParse(_ *jsonata.Context, args []any) (any, error) {
	text, ok := args[0].(string)
	if !ok {
		return jsonata.Undefined{}, nil
	}
	v, err := value.Parse([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("the text is not JSON: %w", err)
	}
	return v, nil
}
