package verify

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/value"
)

// mostBefore is how many different data are compared with for whether something happened before.
const mostBefore = 8

// other leaves out of what happened in a run what happened before with the same data: a loop that never ends does so thousands of times. With
// very many different data, some are left in twice.
func other[T any](all []T, data func(T) any) []T {
	var out []T
	for _, x := range all {
		recent := out[max(0, len(out)-mostBefore):]
		if !slices.ContainsFunc(recent, func(y T) bool { return value.Equal(data(x), data(y)) }) {
			out = append(out, x)
		}
	}
	return out
}

// otherVisits are the visits to which other data came, and otherCalls the calls with other answers.
func otherVisits(all []visit) []visit { return other(all, func(v visit) any { return v.data }) }

func otherCalls(all []*call) []*call { return other(all, func(c *call) any { return c.Result }) }
