package asl

import "github.com/flowglot/flowglot/pkg/expr"

// intrinsicMeans is what a call of an intrinsic function means in the terms of all languages, for arguments of the types that it is for;
// nil if that cannot be expressed: States.StringSplit drops empty parts (asl today: "Intrinsic functions").
func intrinsicMeans(x *expr.Call) expr.Expr {
	apply := func(do expr.Function) expr.Expr { return &expr.Apply{Do: do, Args: x.Args, Span: x.Span} }
	switch x.Name {
	case "States.ArrayLength":
		return apply(expr.Count)
	case "States.ArrayGetItem":
		return apply(expr.Nth)
	case "States.ArrayContains":
		return &expr.Compare{Op: expr.In, As: expr.Alike, Left: x.Args[1], Right: x.Args[0], Span: x.Span}
	case "States.Array":
		return &expr.List{Items: x.Args, Span: x.Span}
	case "States.StringToJson":
		return apply(expr.FromJSON)
	case "States.JsonToString":
		return apply(expr.ToJSON)
	case "States.JsonMerge":
		if l, ok := x.Args[2].(*expr.Literal); ok && l.Value == false {
			return &expr.Apply{Do: expr.Merge, Args: x.Args[:2], Span: x.Span}
		}
	case "States.MathAdd":
		return apply(expr.Add) // which is for whole numbers
	}
	return nil
}

// formatMeans is what States.Format means: the texts around its places, with the values between them.
func formatMeans(t formatTemplate, x *expr.Call) expr.Expr {
	values := x.Args[1:]
	if len(values) != len(t)-1 {
		return nil
	}
	out := &expr.Apply{Do: expr.Concat, Span: x.Span}
	add := func(s string) {
		if s != "" {
			out.Args = append(out.Args, &expr.Literal{Value: s, Span: x.Span})
		}
	}
	add(t[0])
	for i, v := range values {
		if expr.Textual(v) {
			out.Args = append(out.Args, v)
		} else {
			out.Args = append(out.Args, &expr.Apply{Do: expr.ToText, Args: []expr.Expr{v}, Span: x.Span})
		}
		add(t[i+1])
	}
	if len(out.Args) == 0 {
		return &expr.Literal{Value: "", Span: x.Span}
	}
	return out
}
