package sample

import (
	"strconv"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/value"
)

// Cases returns the member cases of a scenario file with these plays, each of which expects the result of it.
func Cases(plays []Play) []any {
	names := map[string]int{}
	out := make([]any, 0, len(plays))
	for i := range plays {
		p := &plays[i]
		name := p.Outcome()
		if !p.first && len(p.needed) > 0 {
			name += ", " + p.needed[0].Title()
		}
		if names[name]++; names[name] > 1 {
			name += ", path " + strconv.Itoa(names[name])
		}
		out = append(out, p.document(name))
	}
	return out
}

// document is a case of a scenario file.
func (p *Play) document(name string) *value.Object {
	o := value.NewObject(6)
	o.Set("name", name)
	o.Set("input", p.Options.Input)
	if c, ok := p.Options.Settings.Context.(*value.Object); ok && c.Len() > 0 {
		o.Set("context", c)
	}
	if len(p.Options.Stubs) > 0 {
		o.Set("tasks", scenario.Tasks(p.Options.Stubs))
	}
	if len(p.Options.Occurrences) > 0 {
		o.Set("occurrences", scenario.Occurrences(p.Options.Occurrences))
	}
	if len(p.Result.Chain) == 0 {
		o.Set("expect", expectation(p.Result))
		return o
	}
	expect := expectation(p.Result)
	chain := make([]any, 0, len(p.Result.Chain))
	for _, next := range p.Result.Chain {
		chain = append(chain, expectation(next))
	}
	expect.Set("chain", chain)
	o.Set("expect", expect)
	return o
}

// expectation is what a case expects: how the run ends, and what it enters. Data that was made up is not worth expecting.
func expectation(r *run.Result) *value.Object {
	o := value.NewObject(4)
	o.Set("status", string(r.Status))
	if r.Error != nil && r.Error.Name != "" {
		o.Set("error", value.ObjectOf(value.Member{Key: "name", Value: r.Error.Name}))
	}
	o.Set("visited", texts(r.Visited))
	if len(r.Ended) > 0 {
		o.Set("ended", texts(r.Ended))
	}
	return o
}

func texts(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}
