package cmd

import (
	"time"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/value"
)

// scenario returns the scenario that repeats the session: its start, its input, and all answers and occurrences that the person typed.
func (s *session) scenario(path string, definitions []string) *value.Object {
	doc := sampledBy(path, definitions)
	doc.Set("start", s.options.Start.UTC().Format(time.RFC3339))
	doc.Set("input", s.options.Input)
	byNode := map[string]int{}
	var stubs []run.Stub
	for _, g := range s.given {
		if g.reply == nil {
			continue
		}
		i, known := byNode[g.node]
		if !known {
			i = len(stubs)
			byNode[g.node] = i
			stubs = append(stubs, run.Stub{Name: g.node})
		}
		stubs[i].Replies = append(stubs[i].Replies, *g.reply)
	}
	stubs = append(s.before(byNode, stubs), stubs...)
	if len(stubs) > 0 {
		doc.Set("tasks", scenario.Tasks(stubs))
	}
	occurrences := append([]run.Occurrence(nil), s.options.Occurrences...)
	for _, g := range s.given {
		if g.occurrence != nil {
			occurrences = append(occurrences, *g.occurrence)
		}
	}
	if len(occurrences) > 0 {
		doc.Set("occurrences", scenario.Occurrences(occurrences))
	}
	return doc
}

// before are the stubs that the session began with. The answers of one whose name the person answered on precede those.
func (s *session) before(byNode map[string]int, stubs []run.Stub) []run.Stub {
	var out []run.Stub
	for _, old := range s.options.Stubs {
		if i, goesOn := byNode[old.Name]; goesOn {
			stubs[i].Replies = append(append([]run.Reply(nil), old.Replies...), stubs[i].Replies...)
			continue
		}
		out = append(out, old)
	}
	return out
}
