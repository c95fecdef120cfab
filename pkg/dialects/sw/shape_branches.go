package sw

import (
	"cmp"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// scope makes regions that run at once a parallel state, and one that runs for each item a foreach state.
func (s *shaping) scope(n *workflow.Node) {
	if n.Body.Each {
		s.forEach(n)
		return
	}
	n.Element.Kind = Parallel.String()
	if n.Data.Combine != nil && n.Data.Combine.Mode != workflow.MergeDeep || n.Body.Gather != workflow.GatherChanges && n.Body.Gather != workflow.GatherOne {
		s.lose(&dialects.LossJoin, n, "results that are merged as the branches end", "the results of the branches of %q are merged into the document", n.Element.Name)
	}
	n.Data = workflow.Stages{Output: n.Data.Output}
	regions, limited, taken := n.Body.Regions, false, newNames(len(n.Body.Regions))
	if len(regions) == 0 {
		n.Kind, n.Element.Kind, n.Body = workflow.Pass, Inject.String(), nil
		s.drops(n)
		return
	}
	for i, r := range regions {
		r.Extras = nil
		more, limits := s.branch(n, r, taken.Free(cmp.Or(r.Name, wrapped(r).Start.Element.Name)), false)
		regions[i], limited = more, limited || limits
	}
	n.Body.Gather, n.Body.Listens = workflow.GatherChanges, nil
	s.errors(n, limited)
}

// branch is a region as this dialect has it: calls one after the other, or that of a workflow which does what the region does, as it does if
// the whole document of the region is its result. It reports whether a call has a time limit.
func (s *shaping) branch(n *workflow.Node, r *workflow.Region, name string, whole bool) (*workflow.Region, bool) {
	var out *workflow.Region
	limited := false
	if calls, ok := callsIn(r); ok && !whole {
		var list []*workflow.Node
		for _, c := range calls {
			a := s.action(c)
			limited = limited || len(a.Timers) > 0
			a.Element.Name = c.Element.Name
			s.partIs(c.Element, n.Element)
			list = append(list, a)
		}
		out = sequence(n, list)
	} else {
		call := &workflow.Call{Task: "", Workflow: true}
		if r.Start.Kind == workflow.Task && r.Start.Call.Workflow && following(r.Start) != nil && following(r.Start).Kind == workflow.End && plainCall(r.Start) {
			call.Task = r.Start.Call.Task
		} else {
			if slices.ContainsFunc(r.Nodes, func(x *workflow.Node) bool { return x.Kind == workflow.End && x.Terminates }) {
				s.lose(&dialects.LossJoin, n, "the document of the run that the branch is part of", "an end in the branch %q of %q ends the run without what the branch has changed", name, n.Element.Name)
			}
			call.Task = s.split(wrapped(r), name)
		}
		out = sequence(n, []*workflow.Node{{Kind: workflow.Task, Role: workflow.Acting, Element: n.Element, Call: call}})
	}
	out.Name = name
	return out, limited
}

// wrapped is what a region does whose only node is a scope that merges its whole document: a workflow that is called does so by itself.
func wrapped(r *workflow.Region) *workflow.Region {
	n := r.Start
	if n.Kind != workflow.Scope || n.Body.Each || n.Body.Gather != workflow.GatherOne || len(n.Body.Regions) != 1 || len(n.Out) != 1 ||
		n.Out[0].To.Kind != workflow.End || n.Data.Output != nil || len(n.Retry) > 0 || len(n.Timers) > 0 {
		return r
	}
	inner := n.Body.Regions[0]
	inner.Name = r.Name
	return inner
}

// callsIn are the calls of a region that does nothing else.
func callsIn(r *workflow.Region) ([]*workflow.Node, bool) {
	var out []*workflow.Node
	for n := r.Start; n.Kind != workflow.End; {
		if n.Kind != workflow.Task || n.Call.Workflow || !plainCall(n) || len(n.In) > 1 || len(n.Out) != 1 {
			return nil, false
		}
		out = append(out, n)
		if n = following(n); n == nil {
			return nil, false
		}
		if n.Kind == workflow.End && (n.Terminates || n.Role == workflow.Primary || !n.Data.IsZero()) {
			return nil, false
		}
	}
	return out, true
}

// plainCall reports whether an action can do all that a node does besides its transition.
func plainCall(n *workflow.Node) bool {
	if len(n.Retry) > 0 || n.Data.Output != nil || n.Data.Payload != nil && n.Call.Workflow {
		return false
	}
	for i := range n.Timers {
		if n.Timers[i].Edge != nil {
			return false
		}
	}
	for _, e := range n.Out {
		if e.Kind == workflow.OnError {
			return false
		}
	}
	return true
}

// split makes a definition of a region, and returns its id, which is also the name of its file.
func (s *shaping) split(r *workflow.Region, name string) string {
	id := s.ids.Free(strings.Join(strings.Fields(s.flow.ID), "-") + "-" + cmp.Or(dialects.Slug(name), "part"))
	r.Scope, r.Name = nil, ""
	s.branches = append(s.branches, &workflow.Workflow{ID: id, Title: name, Dialect: (Dialect{}).Name(), File: s.of.File, Root: r, Errors: s.of.Errors})
	return id
}

// forEach makes an iteration a foreach state.
func (s *shaping) forEach(n *workflow.Node) {
	n.Element.Kind = ForEach.String()
	combine, payload := n.Data.Combine, n.Data.Payload
	if p, ok := expr.Meant(payload).(*expr.Path); payload == nil || ok && len(p.Steps) == 0 {
		s.lose(&lossItemsOfDocument, n, "an iteration over the document, if that is not an empty list", "%q iterates over the document, which is an object in sw", n.Element.Name)
		payload = writtenTemplate(listed).value()
	} else if f, foreign := payload.(*expr.Foreign); !ok || !foreign || f.Node == nil {
		s.out.Refuse(s.of, n.Element.Original().NameSpan, "sw iterates over a list that a path selects in the document; that of %q is not selected by one", n.Element.Name)
		return
	}
	dropped := combine != nil && combine.Mode == workflow.Drop
	n.Data = workflow.Stages{Output: n.Data.Output, Payload: payload, Combine: &workflow.Combine{Mode: workflow.Drop}}
	switch {
	case dropped:
	case combine != nil && (combine.Mode == workflow.SetAt || combine.Mode == workflow.AppendAt):
		path := *combine.Path
		path.Text = path.String()
		n.Data.Combine = &workflow.Combine{Mode: workflow.AppendAt, Path: &path}
	default:
		path := expr.NewPath(expr.RootInput, "results")
		s.lose(&dialects.LossPlace, n, "the member results", "the results of %q are a member of the document", n.Element.Name)
		n.Data.Combine = &workflow.Combine{Mode: workflow.AppendAt, Path: path}
	}
	if n.Body.Items != nil && n.Body.Items.Select != nil {
		s.lose(&dialects.LossIteration, n, "the item under "+n.Body.Item, "sw does not compute what %q makes of each item", n.Element.Name)
	}
	n.Body.Items = nil
	r, limited := s.branch(n, n.Body.Regions[0], n.Element.Name, !dropped && resultsHaveItem(n.Body))
	n.Body.Regions = []*workflow.Region{r}
	s.errors(n, limited)
}

// resultsHaveItem reports whether what comes of an item has the item as well as what the steps add to it. A foreach state collects only what
// its actions answer (sw: "ForEach State"), and all of what a workflow answers.
func resultsHaveItem(b *workflow.Body) bool {
	first := b.Regions[0].Start
	return b.Gather == workflow.GatherList && first.Data.Combine != nil && first.Data.Combine.Mode != workflow.Replace
}
