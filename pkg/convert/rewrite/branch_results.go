package rewrite

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var branchResults = Rewrite{
	ID:     "rewrite/branch-results",
	What:   "the result of each branch is merged into the document under a member of its own, and the value that the source makes of the results is selected or computed from them",
	When:   "merges the changes of branches, and makes no lists of their results",
	Before: "Lookup: {address} {phone}, which gives [address, phone]",
	After:  "Lookup: {address → $.results.address} {phone → $.results.phone}, which gives $.results['address','phone']",
	Losses: []*dialects.LossRule{&lossMergedResult},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.keepsBranches() {
			return false
		}
		same, before := sync.OnceValue(func() calls { return sameCalls(w) }), sync.OnceValue(func() *past { return c.pastOf(w) })
		return editNodes(w, func(n *workflow.Node) bool {
			return n.Kind == workflow.Scope && !n.Body.Each && c.placeResults(w, n, same(), before)
		})
	},
}

// keepsBranches reports whether the results of branches can be told apart by members of the document, in place of a list.
func (c *Conversion) keepsBranches() bool {
	able := c.Able.Gathers
	return c.Able.OutputParts && c.Options.Domain.Disjoint && able.Has(dialects.GatherChanges) && !able.Has(dialects.GatherLists) && !able.Has(dialects.GatherJoined)
}

// placeResults makes the branches of a scope merge their results into the document. before is what has happened then.
func (c *Conversion) placeResults(w *workflow.Workflow, n *workflow.Node, same calls, before func() *past) bool {
	d, gather := &n.Data, n.Body.Gather
	at := expr.NewPath(expr.RootInput, "results")
	switch {
	case gather != workflow.GatherList && gather != workflow.GatherJoined && gather != workflow.GatherSpread && gather != workflow.GatherMerged:
		return false
	case d.Combine == nil || d.Combine.Mode == workflow.Replace:
	default:
		_, plain := members(d.Combine.Path)
		if d.Combine.Mode != workflow.SetAt || !plain || gather != workflow.GatherList {
			return false
		}
		// An object that is made of the results takes the place of what is there, and a handler of errors keeps that.
		if at = d.Combine.Path; len(at.Steps) == 1 && (d.Result != nil || len(errorEdges(n)) > 0 && before().has(n, at.Steps[0].Name)) {
			at = expr.NewPath(expr.RootInput, c.freeMember(w, "results"))
		}
	}
	names := branchNames(n.Body.Regions)
	if d.Payload != nil {
		c.selectForBranches(w, n)
	}
	for i, r := range n.Body.Regions {
		c.endBranch(w, n, r, below(at, names[i]), same)
	}
	if stays := func(e *workflow.Edge) bool {
		return e.Kind == workflow.OnError && !replacing(e.Data.Combine) && c.observesBeside(e.To) && !c.leavesOutOf(e, at)
	}; slices.ContainsFunc(n.Out, stays) {
		c.Lose(w, &lossMergedResult, placeOf(n), n.Element, "", "changes by some branches of %q stay in the document when an error is handled", n.Name())
	}
	n.Body.Gather = workflow.GatherChanges
	c.gatherPlaced(w, n, gather, at, names)
	c.reread(w, n)
	return true
}

// placesResults reports whether what a scope makes of the list of its results can be made of members of the document, too.
func (c *Conversion) placesResults(n *workflow.Node) bool {
	d := &n.Data
	_, plain := placeOfMember(d)
	if n.Body.Each || n.Body.Gather != workflow.GatherList || !c.keepsBranches() || !plain && !replacing(d.Combine) {
		return false
	}
	list := &expr.List{}
	for _, name := range branchNames(n.Body.Regions) {
		list.Items = append(list.Items, expr.NewPath(expr.RootInput, name))
	}
	_, ok := replaceRoot(expr.Meant(d.Result), expr.RootAnswer, list)
	return ok
}

func replacing(c *workflow.Combine) bool { return c == nil || c.Mode == workflow.Replace }

// below is the path to a member of what a path leads to.
func below(at *expr.Path, name string) *expr.Path {
	var names []string
	for i := range at.Steps {
		names = append(names, at.Steps[i].Name)
	}
	return expr.NewPath(expr.RootInput, append(names, name)...)
}

// branchNames are names of members for the results of branches, after what each begins with.
func branchNames(regions []*workflow.Region) []string {
	taken, names := map[string]bool{}, make([]string, len(regions))
	for i, r := range regions {
		wish := r.Name
		switch {
		case r.Start.Kind == workflow.End:
			wish = "input"
		case wish == "":
			wish = r.Start.Name()
		}
		name := memberName(wish)
		for k := 2; taken[name]; k++ {
			name = memberName(wish) + strconv.Itoa(k)
		}
		names[i], taken[name] = name, true
	}
	return names
}

// selectForBranches makes what is selected of the document for branches the document in each of them.
func (c *Conversion) selectForBranches(w *workflow.Workflow, n *workflow.Node) {
	payload := n.Data.Payload
	n.Data.Payload = nil
	for _, r := range n.Body.Regions {
		if c.selectAtStart(w, r.Start, payload) {
			c.reread(w, r.Start)
			continue
		}
		pass := AddBefore(w, r.Start, c.NewElement(w, n.Element, "Input of "+r.Start.Name(), ""), workflow.Pass)
		pass.Data.Result = payload
	}
}

// selectAtStart makes what is selected for a branch part of what the task with which it begins reads, and reports whether nothing else can see
// what is selected: the answer takes the place of the document, and so does an error that is handled, or the fixed data of its handler.
func (c *Conversion) selectAtStart(w *workflow.Workflow, n *workflow.Node, payload expr.Expr) bool {
	if n.Kind != workflow.Task || len(n.In) > 0 || n.Data.Select != nil || !replacing(n.Data.Combine) || slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool {
		return e.Kind != workflow.Next && e.Kind != workflow.ToEnd && (e.Kind != workflow.OnError || !replacing(e.Data.Combine) && !forgets(e.To))
	}) {
		return false
	}
	n.Data.Select = payload
	(&plainer{c: c, w: w}).body(n)
	if n.Data.Select != nil {
		n.Data.Select = nil
		return false
	}
	return true
}

// gatherPlaced makes what becomes of results go on from a scope, after which they are at members of the document.
func (c *Conversion) gatherPlaced(w *workflow.Workflow, n *workflow.Node, gather workflow.Gather, at *expr.Path, names []string) {
	d := n.Data
	n.Data = workflow.Stages{Combine: &workflow.Combine{Mode: workflow.MergeDeep}}
	var made expr.Expr = at
	list := &expr.List{}
	for _, name := range names {
		list.Items = append(list.Items, below(at, name))
	}
	switch {
	case gather != workflow.GatherList:
		c.joinPlaced(w, n, list, gather)
		return
	case d.Result != nil:
		if x, ok := replaceRoot(expr.Meant(d.Result), expr.RootAnswer, list); ok {
			made = x
			break
		}
		c.Lose(w, &lossResult, placeOf(n), n.Element, "the list of the results", "the results of %q are not reshaped by `%s`", n.Name(), expr.Readable(d.Result))
		made = list
	case replacing(d.Combine) && d.Output == nil && len(names) > 1:
		p := *at
		p.Steps = append(slices.Clone(at.Steps), expr.Step{Kind: expr.StepNames, Names: names})
		p.Definite = false
		p.Text = p.String()
		n.Data.Output = &p
		return
	default:
		made = list
	}
	pass := AddAfter(w, n, c.NewElement(w, n.Element, "Results of "+n.Name(), ""), workflow.Pass)
	pass.Role, pass.Element.Primary = workflow.Primary, pass
	pass.Data = workflow.Stages{Result: made, Output: d.Output}
	switch {
	case replacing(d.Combine):
	case at == d.Combine.Path:
		pass.Data.Combine = d.Combine
	default:
		pass.Data.Result = moved(at.Steps[0].Name, d.Combine.Path.Steps[0].Name, made)
	}
}

// moved is the document without two members, and with a value as the second of them.
func moved(from, to string, made expr.Expr) expr.Expr {
	member := &expr.Object{Members: []expr.ObjectMember{{Key: to, Value: made}}}
	return &expr.Apply{Do: expr.Merge, Args: []expr.Expr{documentWithout([]string{from, to}), member}}
}

// joinPlaced adds a task that joins results as one value.
func (c *Conversion) joinPlaced(w *workflow.Workflow, n *workflow.Node, results *expr.List, gather workflow.Gather) {
	e := c.NewElement(w, n.Element, "Join "+n.Name(), "")
	join := AddAfter(w, n, e, workflow.Task)
	join.Role, e.Primary = workflow.Primary, join
	mode, _ := c.merges()
	under := c.held()
	join.Data = workflow.Stages{Combine: &workflow.Combine{Mode: mode}, Output: expr.NewPath(expr.RootInput, under...)}
	what := map[workflow.Gather]string{workflow.GatherJoined: "answers `%s` without empty objects, or the only one, under %s",
		workflow.GatherSpread: "answers the items of `%s` without empty objects, or the only one, under %s",
		workflow.GatherMerged: "answers the members of `%s` in one object, the later ones if they have the same names, under %s"}[gather]
	what = fmt.Sprintf(what, expr.Readable(results), strings.Join(under, "."))
	join.Call = &workflow.Call{Task: c.StandIn(w, n.Element, slug(e.Name), what)}
	c.Raised.StandIns[len(c.Raised.StandIns)-1].By = joined{computed{results, under}, gather}
}

// A joined answer is a list of values as one value, as a way to gather results has it. It implements dialects.Answerer.
type joined struct {
	computed
	gather workflow.Gather
}

// Answer implements dialects.Answerer.
func (j joined) Answer(input any, now time.Time) (any, error) {
	v, err := expr.Eval(j.Expr, &expr.Env{Input: input, Now: now})
	if err != nil {
		return nil, err
	}
	var full []any
	merged := value.NewObject(0)
	for _, x := range v.([]any) {
		list, ok := x.([]any)
		if !ok || j.gather == workflow.GatherJoined {
			list = []any{x}
		}
		for _, item := range list {
			o, object := item.(*value.Object)
			if !object || o.Len() > 0 {
				full = append(full, item)
			}
			for key, member := range o.All() {
				merged.Set(key, member)
			}
		}
	}
	switch {
	case j.gather == workflow.GatherMerged, len(full) == 0:
		return j.placed(merged), nil
	case len(full) == 1:
		return j.placed(full[0]), nil
	}
	return j.placed(full), nil
}
