package scenario

import (
	"fmt"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
)

// compareCalls compares all calls in order; those that begin at one instant may come in any order.
func compareCalls(want []ExpectedCall, got []run.Call) []Difference {
	if len(want) != len(got) {
		made := make([]string, len(got))
		for i, c := range got {
			made[i] = fmt.Sprintf("%s#%d", c.Node, c.Attempt)
		}
		return []Difference{{At: "calls", Want: fmt.Sprint(len(want)), Got: fmt.Sprintf("%d: %s", len(got), strings.Join(made, " "))}}
	}
	var out []Difference
	for i := 0; i < len(got); {
		j := i + 1
		for j < len(got) && got[j].At == got[i].At {
			j++
		}
		out = append(out, compareGroup(want[i:j], got[i:j], i)...)
		i = j
	}
	return out
}

// compareGroup finds for each expected call one of a group that fits it, no two the same, by augmenting paths.
func compareGroup(want []ExpectedCall, got []run.Call, from int) []Difference {
	taken := make([]int, len(got)) // the expected call that took it, plus 1
	var place func(w int, seen []bool) bool
	place = func(w int, seen []bool) bool {
		for g := range got {
			if seen[g] || !want[w].fits(&got[g]) {
				continue
			}
			seen[g] = true
			if taken[g] == 0 || place(taken[g]-1, seen) {
				taken[g] = w + 1
				return true
			}
		}
		return false
	}
	var out []Difference
	for w := range want {
		if !place(w, make([]bool, len(got))) {
			out = append(out, want[w].differences(&got[w], fmt.Sprintf("calls[%d]", from+w))...)
		}
	}
	return out
}

// differences lists where a call is not the expected one, by the members that are compared. There is at least one: where each
// member fits some call of the instant, and no call has all of them, it is the whole.
func (w ExpectedCall) differences(c *run.Call, at string) []Difference {
	var out []Difference
	got := value.NewObject(w.Members.Len())
	for k, v := range w.Members.All() {
		x := memberOf(c, k)
		got.Set(k, x)
		if _, isObject := v.(*value.Object); k == "error" && isObject {
			out = append(out, missing(member(at, k), v, x)...)
		} else {
			out = append(out, differences(member(at, k), v, x)...)
		}
	}
	if len(out) == 0 {
		out = append(out, Difference{At: at, Want: value.Short(w.Members), Got: value.Short(got)})
	}
	return out
}

func (w ExpectedCall) fits(c *run.Call) bool {
	for k, v := range w.Members.All() {
		got := memberOf(c, k)
		if _, isObject := v.(*value.Object); k == "error" && isObject {
			if !value.Includes(v, got) {
				return false
			}
		} else if !value.Equal(v, got) {
			return false
		}
	}
	return true
}

// memberOf is a part of a call by its name in a result.
func memberOf(c *run.Call, name string) any {
	switch name {
	case "node":
		return c.Node
	case "task":
		return c.Task
	case "attempt":
		return int64(c.Attempt)
	case "at":
		return inSeconds(c.At)
	case "took":
		return inSeconds(c.Took)
	case "input":
		return c.Input
	case "parameters":
		return c.Parameters
	case "result":
		return c.Result
	case "error":
		if c.Error != nil {
			return c.Error.Object()
		}
	}
	return nil
}

// inSeconds is a duration as reports give it: a number of seconds.
func inSeconds(d time.Duration) any { return d.Seconds() }
