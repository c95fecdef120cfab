package explore

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Whether anything may be read that nothing has written is first decided by the net alone: every edge may be taken, whatever its condition.
// That costs little, and most definitions need no more.

// MayReadUnwritten reports whether a path of the net of a workflow leads to a read of data that nothing on the path writes. It costs
// little.
func MayReadUnwritten(w *workflow.Workflow) bool {
	return len(unsure(w)) > 0 || newDataflow(w).search()
}

// unsure are the variables that some path leaves without a value before a node that reads them.
func unsure(w *workflow.Workflow) map[string]bool {
	index := map[string]int{}
	for _, n := range w.Nodes {
		for a := range assignments(n) {
			for _, v := range a.Variables {
				if _, known := index[v.Name]; !known {
					index[v.Name] = len(index)
				}
			}
		}
	}
	if len(index) == 0 {
		return nil
	}
	sure := make([][]bool, len(w.Nodes))
	out := map[string]bool{}
	for _, r := range w.Regions { // each before those inside of it
		if !surelySet(r, index, sure) {
			for name := range index {
				out[name] = true
			}
			return out
		}
	}
	for _, n := range w.Nodes {
		if sure[n.ID] == nil {
			continue
		}
		for _, name := range needs(n) {
			if i, known := index[name]; known && !sure[n.ID][i] {
				out[name] = true
			}
		}
	}
	return out
}

// mostCells bounds how many variables of nodes are compared.
const mostCells = 4_000_000

// surelySet finds which variables every path to a node of a region sets. It reports false where that would take too long.
func surelySet(r *workflow.Region, index map[string]int, sure [][]bool) bool {
	if r.Start == nil {
		return true
	}
	start := make([]bool, len(index))
	if s := r.Scope; s != nil {
		if sure[s.ID] == nil {
			return true
		}
		copy(start, sure[s.ID])
	}
	cells := 0
	sure[r.Start.ID] = start
	for todo := []*workflow.Node{r.Start}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range n.Out {
			if cells += len(index); cells > mostCells {
				return false
			}
			now := slices.Clone(sure[n.ID])
			if a := assignedOn(n, e); a != nil {
				for _, v := range a.Variables {
					now[index[v.Name]] = true
				}
			}
			known := sure[e.To.ID]
			changed := known == nil
			for i := range known {
				changed = changed || known[i] && !now[i]
				now[i] = now[i] && known[i]
			}
			if changed {
				sure[e.To.ID] = now
				todo = append(todo, e.To)
			}
		}
	}
	return true
}

// assignedOn is what is assigned when a node is left by an edge; nil is nothing.
func assignedOn(n *workflow.Node, e *workflow.Edge) *workflow.Assign {
	switch e.Kind {
	case workflow.OnError, workflow.OnTimer, workflow.Guarded, workflow.Default:
		return e.Data.Assign
	}
	return n.Data.Assign
}

// assignments yields those of a node and of its edges.
func assignments(n *workflow.Node) func(yield func(*workflow.Assign) bool) {
	return func(yield func(*workflow.Assign) bool) {
		if n.Data.Assign != nil && !yield(n.Data.Assign) {
			return
		}
		for _, e := range n.Out {
			if e.Data.Assign != nil && !yield(e.Data.Assign) {
				return
			}
		}
	}
}

// needs lists the variables that the expressions of a node read.
func needs(n *workflow.Node) []string {
	var out []string
	look := func(x expr.Expr) {
		switch x := x.(type) {
		case *expr.Path:
			if x.Root == expr.RootVar {
				out = append(out, x.Name)
			}
		case *expr.Foreign:
			if x.Reads != nil {
				if r := x.Reads(); r != nil {
					out = append(out, r.Needs...)
				}
			}
		}
	}
	for _, x := range expressionsOf(n) {
		expr.Walk(x, look)
	}
	return out
}

// expressionsOf lists the expressions of a node and of its edges that are there.
func expressionsOf(n *workflow.Node) []expr.Expr {
	var out []expr.Expr
	add := func(all ...expr.Expr) {
		for _, x := range all {
			if x != nil {
				out = append(out, x)
			}
		}
	}
	stages := func(s *workflow.Stages) {
		add(s.Select, s.Payload, s.Result, s.Output)
		if s.Assign != nil {
			for _, v := range s.Assign.Variables {
				add(v.Value)
			}
		}
	}
	stages(&n.Data)
	add(n.When)
	for _, e := range n.Out {
		add(e.Guard, e.Require)
		stages(&e.Data)
	}
	lengths := func(all ...*workflow.Length) {
		for _, l := range all {
			if l != nil {
				add(l.Expr)
			}
		}
	}
	lengths(n.Until)
	for i := range n.Timers {
		lengths(&n.Timers[i].Length)
	}
	for i := range n.Retry {
		add(n.Retry[i].Most)
		lengths(n.Retry[i].Delay, n.Retry[i].Longer)
	}
	if n.Raises != nil {
		add(n.Raises.Name, n.Raises.Cause)
	}
	if n.Body != nil {
		add(n.Body.Most, n.Body.Enough)
		if n.Body.Items != nil {
			add(itemExpressions(n.Body.Items)...)
		}
	}
	return out
}

// itemExpressions lists the expressions of what a scope does with its items; those that are not there are nil.
func itemExpressions(x *workflow.Items) []expr.Expr {
	out := []expr.Expr{x.Select, x.Tolerated, x.Share}
	if x.Reader != nil {
		out = append(out, x.Reader.Parameters, x.Reader.Most)
	}
	if x.Batch != nil {
		out = append(out, x.Batch.Most, x.Batch.Bytes, x.Batch.Input)
	}
	if x.Writer != nil {
		out = append(out, x.Writer.Parameters)
	}
	return out
}

// mostDocuments is how many documents are followed at a node. Of those that are left over nothing is known.
const mostDocuments = 6

// dataflow follows what is known of documents through a net.
type dataflow struct {
	flow *workflow.Workflow
	seen map[*workflow.Node]map[string]bool
	todo []arrival
	reader
	found bool
}

type arrival struct {
	node *workflow.Node
	tree any
}

func newDataflow(w *workflow.Workflow) *dataflow {
	return &dataflow{flow: w, seen: map[*workflow.Node]map[string]bool{}, reader: reader{func(string) bool { return true }}}
}

// search reports whether a path leads to a read of what is not there.
func (f *dataflow) search() bool {
	if !slices.ContainsFunc(f.flow.Nodes, writesOut) {
		return false
	}
	f.arrive(f.flow.Root.Start, anything{})
	for len(f.todo) > 0 && !f.found {
		a := f.todo[len(f.todo)-1]
		f.todo = f.todo[:len(f.todo)-1]
		f.pass(a.node, a.tree)
	}
	return f.found
}

// writesOut reports whether a node may make a document whose members are known.
func writesOut(n *workflow.Node) bool {
	made := func(x expr.Expr) bool {
		if f, focus := x.(*expr.Focus); focus {
			x = f.Of
		}
		switch x.(type) {
		case *expr.Object, *expr.Literal:
			return true
		}
		return false
	}
	return made(n.Data.Select) || made(n.Data.Payload) || made(n.Data.Result) || made(n.Data.Output) ||
		slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return made(e.Data.Result) }) ||
		n.Body != nil && n.Body.Items != nil && made(n.Body.Items.Select)
}

// arrive notes that a document comes to a node.
func (f *dataflow) arrive(n *workflow.Node, tree any) {
	if n == nil {
		return
	}
	text := ""
	if _, object := tree.(*value.Object); object {
		if b, ok := textOfKnown(nil, tree, 0); ok {
			text = string(b)
		}
	}
	if text == "" || len(f.seen[n]) > mostDocuments {
		text, tree = "", anything{}
	}
	if f.seen[n] == nil {
		f.seen[n] = map[string]bool{}
	}
	if !f.seen[n][text] {
		f.seen[n][text] = true
		f.todo = append(f.todo, arrival{n, tree})
	}
}

// read is the value of an expression; where there is none, something is found.
func (f *dataflow) read(x expr.Expr, tree any) any {
	if x == nil {
		return tree
	}
	v, err := f.value(x, tree)
	if err != nil {
		f.found = true
		return anything{}
	}
	return v
}

// pass passes a document through a node.
func (f *dataflow) pass(n *workflow.Node, raw any) {
	effective := f.read(n.Data.Select, raw)
	payload := f.read(n.Data.Payload, effective)
	var answer any = anything{}
	switch n.Kind {
	case workflow.Pass:
		answer = payload
	case workflow.Choice, workflow.Wait, workflow.End, workflow.Fail:
		answer = effective
	case workflow.Scope:
		f.inside(n, effective, payload)
	}
	f.assigned(n.Data.Assign, effective)
	if n.Until != nil {
		f.read(n.Until.Expr, effective)
	}
	out := f.after(&n.Data, raw, effective, answer)
	for _, e := range n.Out {
		f.guard(e.Guard, effective)
		f.assigned(e.Data.Assign, effective)
		switch e.Kind {
		case workflow.OnError:
			f.arrive(e.To, f.after(&e.Data, raw, raw, anything{}))
		case workflow.OnTimer, workflow.Manual:
			f.arrive(e.To, anything{})
		case workflow.Guarded, workflow.Default:
			f.arrive(e.To, f.read(n.Data.Output, f.read(e.Data.Result, effective)))
		default:
			f.arrive(e.To, out)
		}
	}
}

func (f *dataflow) assigned(a *workflow.Assign, tree any) {
	if a != nil {
		for _, v := range a.Variables {
			f.read(v.Value, tree)
		}
	}
}

// guard looks at all that a condition may read.
func (f *dataflow) guard(x expr.Expr, tree any) {
	expr.Walk(x, func(part expr.Expr) {
		switch part := part.(type) {
		case *expr.Path:
			f.read(part, tree)
		case *expr.Test:
			f.read(part.Path, tree)
		case *expr.Foreign:
			if part.MeansTyped != nil {
				f.guard(part.MeansTyped(), tree)
			}
		}
	})
}

// inside passes documents to the regions of a scope.
func (f *dataflow) inside(n *workflow.Node, effective, payload any) {
	for _, r := range n.Body.Regions {
		input := payload
		if n.Body.Each {
			input = anything{}
			if x := n.Body.Items; x != nil && x.Select != nil && x.Batch == nil {
				input = f.read(x.Select, effective)
			}
		}
		f.arrive(r.Start, input)
	}
}

// after is what goes on of a document with an answer.
func (f *dataflow) after(s *workflow.Stages, raw, effective, answer any) any {
	if s.Result != nil {
		answer = f.read(s.Result, effective)
	}
	if c := s.Combine; c != nil {
		base := raw
		if c.Effective {
			base = effective
		}
		if o, known := base.(*value.Object); known {
			answer = combined(c, o, answer)
		} else if c.Mode != workflow.Replace {
			answer = anything{}
		}
	}
	return f.read(s.Output, answer)
}
