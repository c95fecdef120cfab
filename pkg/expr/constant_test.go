package expr_test

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// TestConstant has objects and lists of literals be fixed, and not those with a part that depends on data.
func TestConstant(t *testing.T) {
	t.Parallel()
	one := &expr.Literal{Value: int64(1)}
	object := func(x expr.Expr) expr.Expr {
		return &expr.Object{Members: []expr.ObjectMember{{Key: "a", Value: &expr.List{Items: []expr.Expr{one, x}}}}}
	}
	if v, ok := expr.Constant(object(one)); !ok || string(value.Append(nil, v)) != `{"a":[1,1]}` {
		t.Errorf("the object is %v, %v", v, ok)
	}
	if _, ok := expr.Constant(object(expr.NewPath(expr.RootInput, "a"))); ok {
		t.Error("an object with a path is fixed")
	}
}
