package asl

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// mapState lowers a Map state: a scope that runs its only region for each item (asl today: "Map", "Distributed Map").
func (l *lowering) mapState(n *workflow.Node, s *State) {
	if s.Processor == nil || s.Processor.Broken {
		l.unsupported("a Map state without a processor", s.NameSpan)
		return
	}
	if m := s.Node.Member("Iterator"); m != nil && s.Node.Member("ItemProcessor") == nil {
		n.Element.Extras = append(n.Element.Extras, workflow.Extra{Key: oldProcessor, Span: m.KeySpan, Value: m.Value})
	}
	distributed := s.Processor.Distributed()
	body := n.Body
	body.Each = true
	of := &workflow.Items{List: true, AtOnce: inlineAtOnce, Value: expr.NewPath(expr.RootContext, "Map", "Item", "Value"),
		Index: expr.NewPath(expr.RootContext, "Map", "Item", "Index")}
	body.Items = of
	n.Data.Payload = l.items(s)
	of.Select = l.template(s.ItemSelector, "ItemSelector")
	body.Most = l.count(s, "MaxConcurrency", s.MaxConcurrency, s.MaxConcurrencyPath, wanted{kind: wantInteger, most: maxSeconds})
	if distributed {
		of.Runs, of.AtOnce, of.Objects, of.Collect = true, distributedAtOnce, membersOf, compactResults
		of.Tolerated = l.count(s, "ToleratedFailureCount", s.ToleratedFailureCount, s.ToleratedFailureCountPath,
			wanted{kind: wantInteger, most: maxSeconds})
		of.Share = l.count(s, "ToleratedFailurePercentage", s.ToleratedFailurePercentage, s.ToleratedFailurePercentagePath,
			wanted{kind: wantNumber, most: 100})
		l.distributed(n, s)
	}
	l.region(s.Processor, n)
}

// items lowers where a Map state has its items from.
func (l *lowering) items(s *State) expr.Expr {
	switch {
	case s.ItemReader != nil:
		return nil
	case s.Items != nil && len(s.Items.Computed) == 1 && s.Items.Computed[0].Node == s.Items.Node && s.Items.Known():
		return typed(s.Items.Computed[0], wanted{kind: wantItems, objects: s.Processor.Distributed()})
	case s.Items != nil:
		return l.template(s.Items, "Items")
	case s.ItemsPath != nil && s.ItemsPath.Path != nil:
		return s.ItemsPath.Path
	case s.ItemsPath != nil:
		l.unsupported("an invalid path or a placeholder", s.ItemsPath.Node.Span)
	case s.JSONata():
		return inputItems(s)
	}
	return nil
}

// inputItems is the input of a JSONata state, which has to be a list.
func inputItems(s *State) expr.Expr {
	want := wanted{kind: wantItems, objects: s.Processor.Distributed()}
	return &expr.Call{Name: "items", Args: []expr.Expr{&expr.Path{Definite: true, Text: "$"}}, Text: "$states.input", Span: s.NameSpan,
		Means: func(x *expr.Call) expr.Expr { return x.Args[0] },
		Apply: func(_ *expr.Env, args []any) (any, error) {
			if want.fits(args[0]) {
				return args[0], nil
			}
			return nil, &expr.EvalError{Span: s.NameSpan, Fault: expr.QueryFault,
				Message: "Map state input must be an array but was: " + value.Short(args[0])}
		}}
}

// membersOf are the items that the members of an object are.
func membersOf(o any) []any {
	members, _ := o.(*value.Object)
	out := make([]any, 0, members.Len())
	for key, v := range members.All() {
		out = append(out, value.ObjectOf(value.Member{Key: "Key", Value: key}, value.Member{Key: "Value", Value: v}))
	}
	return out
}

// batches lowers how items are grouped.
func (l *lowering) batches(s *State) *workflow.Batch {
	b := s.ItemBatcher
	if b == nil {
		return nil
	}
	out := &workflow.Batch{
		Most: l.count(s, "ItemBatcher/MaxItemsPerBatch", b.MaxItemsPerBatch, b.MaxItemsPerBatchPath,
			wanted{kind: wantInteger, least: 1, most: maxSeconds}),
		Bytes: l.count(s, "ItemBatcher/MaxInputBytesPerBatch", b.MaxInputBytesPerBatch, b.MaxInputBytesPerBatchPath,
			wanted{kind: wantInteger, least: 1, most: maxPayload}),
		Input: l.template(b.BatchInput, "BatchInput"),
	}
	given := out.Input != nil
	out.Make = func(items []any, input any) any {
		o := value.ObjectOf(value.Member{Key: "Items", Value: items})
		if given {
			o.Set("BatchInput", input)
		}
		return o
	}
	return out
}
