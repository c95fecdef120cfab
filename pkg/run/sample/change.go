package sample

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// changeData changes a member of some data that a play gets: of its input, of an answer that was used, or of what an occurrence brings; or
// of the context, if expressions look at that. The member is one that expressions look at, those of the node first, and the value one that
// they tell apart.
func (s *search) changeData(base *Play, o *run.Options, n *workflow.Node) {
	if len(s.know.places) == 0 {
		return
	}
	i := s.random.Intn(len(s.know.places))
	if of := s.know.byNode[n]; len(of) > 0 && s.random.Intn(4) > 0 {
		i = of[s.random.Intn(len(of))]
	}
	at := &s.know.places[i]
	v := s.pick(at)
	names := at.names
	switch s.random.Intn(12) {
	case 0: // the document as a whole
		names = nil
	case 1, 2, 3, 4, 5: // what an answer has may be put further inside of the document
		names = names[s.random.Intn(len(names)):]
	}
	inside := s.random.Intn(3) == 0
	s.changePlace(base, o, func(doc any) any {
		if inside {
			return s.within(doc, func(part any) any { return set(part, names, v) })
		}
		if len(names) > 0 && s.random.Intn(12) == 0 {
			return without(doc, names)
		}
		return set(doc, names, v)
	})
}

// within changes a part of a document: a member of an object, or one item of a list or all of them; or it makes a list longer.
func (s *search) within(doc any, change func(any) any) any {
	switch doc := doc.(type) {
	case *value.Object:
		if doc.Len() == 0 || s.random.Intn(2) == 0 {
			break
		}
		skip := s.random.Intn(doc.Len())
		for k, member := range doc.All() {
			if skip == 0 {
				return doc.With(k, s.within(member, change))
			}
			skip--
		}
	case []any:
		if len(doc) == 0 {
			break
		}
		if s.random.Intn(3) == 0 && len(doc) < 8 { // more of the same
			return append(slices.Clone(doc), doc...)
		}
		out := slices.Clone(doc)
		one := s.random.Intn(2 * len(out))
		for i := range out {
			if one >= len(out) || i == one {
				out[i] = s.within(out[i], change)
			}
		}
		return out
	}
	return change(doc)
}

// pick is a value for a place.
func (s *search) pick(at *place) any {
	choice := s.random.Intn(10)
	switch {
	case choice < 6 && len(at.values) > 0:
		return at.values[s.random.Intn(len(at.values))]
	case choice < 8 && len(s.know.pool) > 0:
		return s.know.pool[s.random.Intn(len(s.know.pool))]
	}
	all := common()
	return all[s.random.Intn(len(all))]
}

// list makes data lists of no and of several items: each document as a whole, and each place in it that the node looks at.
func (s *search) list(at *scenario.Point, base *Play) {
	item := func(n int64) any { return value.ObjectOf(value.Member{Key: "id", Value: n}) }
	lists := []any{[]any{}, []any{item(1), item(2)}}
	places := [][]string{nil}
	for _, i := range s.know.byNode[at.Node] {
		names := s.know.places[i].names
		for k := range names {
			places = append(places, names[k:])
		}
	}
	for n := range documents(base) {
		for _, names := range places {
			for _, list := range lists {
				o := base.Options
				changeDocument(base, &o, n, func(doc any) any { return set(doc, names, list) })
				if s.run(o); s.covered[at] {
					return
				}
			}
		}
	}
}

// documents is how many documents a play gets.
func documents(p *Play) int { return 1 + len(usedAnswers(p)) + len(p.Options.Occurrences) }

// changePlace changes one of the documents that a play gets.
func (s *search) changePlace(base *Play, o *run.Options, change func(any) any) {
	if s.know.context && s.random.Intn(6) == 0 {
		if o.Settings.Context == nil {
			o.Settings.Context = value.NewObject(0)
		}
		if c, ok := change(o.Settings.Context).(*value.Object); ok {
			o.Settings.Context = c
		}
		return
	}
	n := s.random.Intn(documents(base))
	if answers := usedAnswers(base); len(answers) > 0 && s.random.Intn(3) == 0 {
		n = len(answers) // the last answer
	}
	changeDocument(base, o, n, change)
}

// changeDocument changes a document of a play by its number: the input is 0, then come the answers that were used, and what
// occurrences bring.
func changeDocument(base *Play, o *run.Options, n int, change func(any) any) {
	answers := usedAnswers(base)
	switch {
	case n == 0:
		o.Input = change(o.Input)
	case n <= len(answers):
		a := answers[n-1]
		if a.stub >= len(o.Stubs) || a.reply >= len(o.Stubs[a.stub].Replies) || o.Stubs[a.stub].Replies[a.reply].Fail != nil {
			return
		}
		o.Stubs = slices.Clone(o.Stubs)
		o.Stubs[a.stub].Replies = slices.Clone(o.Stubs[a.stub].Replies)
		r := &o.Stubs[a.stub].Replies[a.reply]
		r.Never, r.Return = false, change(r.Return)
	default:
		o.Occurrences = slices.Clone(o.Occurrences)
		n -= 1 + len(answers)
		if n >= len(o.Occurrences) {
			return // it was taken out
		}
		x := &o.Occurrences[n]
		if event, ok := x.Value.(*value.Object); ok && x.Kind == "event" {
			event = event.Clone()
			event.Set("data", change(event.Get("data")))
			x.Value = event
			return
		}
		x.Value = change(x.Value)
	}
}

// answer is a reply of a stub.
type answer struct{ stub, reply int }

// usedAnswers are the replies that calls of a play got.
func usedAnswers(p *Play) []answer {
	used := map[string]int{}
	for _, r := range append([]*run.Result{p.Result}, p.Result.Chain...) {
		for i := range r.Calls {
			used[r.Calls[i].Task]++
			if r.Calls[i].Node != r.Calls[i].Task {
				used[r.Calls[i].Node]++
			}
		}
	}
	var out []answer
	for i := range p.Options.Stubs {
		stub := &p.Options.Stubs[i]
		for k := range min(used[stub.Name], len(stub.Replies)) {
			out = append(out, answer{i, k})
		}
	}
	return out
}

// without is a document without a member.
func without(doc any, names []string) any {
	o, ok := doc.(*value.Object)
	if !ok || !o.Has(names[0]) {
		return doc
	}
	out := value.NewObject(o.Len())
	for k, v := range o.All() {
		switch {
		case k != names[0]:
			out.Set(k, v)
		case len(names) > 1:
			out.Set(k, without(v, names[1:]))
		}
	}
	return out
}
