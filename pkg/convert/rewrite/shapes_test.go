package rewrite

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

func TestShapes(t *testing.T) {
	t.Parallel()
	member := expr.NewPath(expr.RootInput, "a")
	items := expr.NewPath(expr.RootInput, "a")
	items.Definite = false
	object := &expr.Object{Members: []expr.ObjectMember{{Key: "a", Value: member}}}
	for _, x := range []struct {
		x    expr.Expr
		want shape
	}{
		{nil, objectShape},
		{whole(), objectShape},
		{object, objectShape},
		{&expr.Literal{Value: value.NewObject(0)}, objectShape},
		{&expr.Apply{Do: expr.Merge, Args: []expr.Expr{whole(), object}}, objectShape},
		{&expr.Literal{Value: []any{}}, listShape},
		{&expr.List{}, listShape},
		{items, listShape},
		{&expr.Apply{Do: expr.Keys, Args: []expr.Expr{whole()}}, listShape},
		{&expr.Literal{Value: int64(1)}, scalarShape},
		{&expr.Literal{Value: nil}, scalarShape},
		{&expr.Apply{Do: expr.Add, Args: []expr.Expr{member, member}}, scalarShape},
		{&expr.Not{Operand: member}, scalarShape},
		{member, anyShape},
		{&expr.Apply{Do: expr.Nth, Args: []expr.Expr{items, &expr.Literal{Value: int64(0)}}}, anyShape},
		{&expr.Apply{Do: expr.Choose, Args: []expr.Expr{member, object, whole()}}, objectShape},
		{&expr.Apply{Do: expr.Choose, Args: []expr.Expr{member, object, items}}, anyShape},
	} {
		if got := shapeOf(x.x); got != x.want {
			t.Errorf("the shape of %v is %d, want %d", x.x, got, x.want)
		}
	}
}

// TestSelectedDocuments has a selected part of the document be one that the target can have where the domain has objects only, and what is
// certainly something else be a loss.
func TestSelectedDocuments(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		path    string
		objects bool
		lost    bool
	}{
		{"$.order", true, false},
		{"$.order", false, true},
		{"$.orders[*].id", true, true},
	} {
		p := lowered(t, "x.asl.json", `{"StartAt": "A", "States": {"A": {"Type": "Pass", "InputPath": "`+x.path+`", "Next": "B"}, "B": {"Type": "Task", "Resource": "arn:b", "End": true}}}`)
		c := rewritten(t, p, dialects.Abilities{Documents: workflow.ObjectDocument}, plainData)
		c.Options.Domain.Objects = x.objects
		wholeTasks.Apply(c, c.Program.Start())
		if got := len(c.Losses()) > 0; got != x.lost {
			t.Errorf("%s, objects %v: lost is %q", x.path, x.objects, lost(c))
		}
		if s := c.Raised.StandIns; len(s) != 1 || s[0].Element != "A" {
			t.Errorf("%s: stand-ins are %v", x.path, s)
		}
	}
}
