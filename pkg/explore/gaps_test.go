package explore_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/explore"
)

// flowState is a state of a small machine as the naive enumeration knows it: what it reads, and what it makes of the data.
type flowState struct {
	kind string // result, make, put, read, task, choice, end
	to   [2]int
	name string // the member that is read, or put
	has  string // the members of what is written, a letter each
}

// unknownData stands for data of which nothing is known; other data is named by its members, in the order of the alphabet.
const unknownData = "?"

// reads returns whether a state fails on some data, and the data after it.
func (s *flowState) reads(data string) (fails bool, after string) {
	lacks := data != unknownData && !strings.Contains(data, s.name)
	switch s.kind {
	case "result":
		return false, s.has
	case "make":
		return lacks, s.has
	case "read":
		return lacks, data
	case "put":
		if data == unknownData || !lacks {
			return false, data
		}
		letters := []byte(data + s.name)
		slices.Sort(letters)
		return false, string(letters)
	case "task":
		return false, unknownData
	}
	return false, data
}

// naiveGaps are the states that fail on some path.
func naiveGaps(all []flowState) []string {
	type place struct {
		at   int
		data string
	}
	found, seen := map[string]bool{}, map[place]bool{}
	for todo := []place{{0, unknownData}}; len(todo) > 0; {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[p] {
			continue
		}
		seen[p] = true
		s := &all[p.at]
		fails, after := s.reads(p.data)
		if fails {
			found[fmt.Sprintf("S%d", p.at)] = true
			continue
		}
		if s.kind != "end" {
			todo = append(todo, place{s.to[0], after})
		}
		if s.kind == "choice" {
			todo = append(todo, place{s.to[1], after})
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// smallFlow makes a machine of up to seven states, and its definition.
func smallFlow(r *rand.Rand) ([]flowState, string) {
	n := 3 + r.IntN(5)
	all := make([]flowState, n)
	var states []string
	for i := range all {
		s := &all[i]
		*s = flowState{kind: []string{"result", "make", "put", "read", "task", "choice", "choice", "end"}[r.IntN(8)], to: [2]int{r.IntN(n), r.IntN(n)}, name: string("abc"[r.IntN(3)])}
		var written []string
		for _, c := range "abc" {
			if r.IntN(2) == 0 {
				s.has += string(c)
				if s.kind == "make" {
					written = append(written, fmt.Sprintf(`"%c.$": "$.%s"`, c, s.name))
				} else {
					written = append(written, fmt.Sprintf(`"%c": 1`, c))
				}
			}
		}
		if s.has == "" {
			s.has, written = "a", []string{fmt.Sprintf(`"a.$": "$.%s"`, s.name)}
			if s.kind == "result" {
				written = []string{`"a": 1`}
			}
		}
		object := "{" + strings.Join(written, ", ") + "}"
		next := fmt.Sprintf(`"Next": "S%d"`, s.to[0])
		text := map[string]string{
			"result": `"Type": "Pass", "Result": ` + object + `, ` + next,
			"make":   `"Type": "Pass", "Parameters": ` + object + `, ` + next,
			"put":    fmt.Sprintf(`"Type": "Pass", "Result": 1, "ResultPath": "$.%s", %s`, s.name, next),
			"read":   fmt.Sprintf(`"Type": "Pass", "InputPath": "$.%s", "ResultPath": null, %s`, s.name, next),
			"task":   `"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:f", ` + next,
			"choice": fmt.Sprintf(`"Type": "Choice", "Choices": [{"Variable": "$$.Execution.Name", "StringEquals": "x%d", %s}], "Default": "S%d"`, i, next, s.to[1]),
			"end":    `"Type": "Succeed"`,
		}[s.kind]
		states = append(states, fmt.Sprintf(`"S%d": {%s}`, i, text))
	}
	return all, `{"StartAt": "S0", "States": {` + strings.Join(states, ",\n") + "}}"
}

// FuzzGaps compares the reads of missing data in random machines with those that a naive enumeration finds, and with whether the look at
// the net alone finds any.
func FuzzGaps(f *testing.F) {
	for seed := range uint64(300) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		all, text := smallFlow(rand.New(rand.NewPCG(seed, 7)))
		want := naiveGaps(all)
		w := read(t, "x.asl.json", text).Start()
		s, err := explore.Explore(w, explore.Options{Start: epoch, Data: true})
		if err != nil {
			t.Skip(err)
		}
		found := map[string]bool{}
		for _, g := range s.Gaps() {
			for _, e := range w.Elements {
				if e.Span.Start <= g.At.Start && g.At.End <= e.Span.End {
					found[e.Name] = true
				}
			}
		}
		if got := slices.Sorted(maps.Keys(found)); !s.Complete || !slices.Equal(got, want) {
			t.Errorf("seed %d: %q, expected %q, complete: %t\n%s", seed, got, want, s.Complete, text)
		}
		if may := explore.MayReadUnwritten(w); may != (len(want) > 0) {
			t.Errorf("seed %d: the net alone: %t, expected %q\n%s", seed, may, want, text)
		}
	})
}
