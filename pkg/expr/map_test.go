package expr

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
)

func TestMapPathsReachesEveryPath(t *testing.T) {
	t.Parallel()
	inner := &Compare{Op: Greater, Left: NewPath(RootItem, "qty"), Right: &Literal{Value: int64(2)}}
	filtered := &Path{Steps: []Step{{Kind: StepChild, Name: "items"}, {Kind: StepFilter, Filter: inner}}}
	x := &Logic{Op: And, Operands: []Expr{
		&Not{Operand: &Test{Op: TestPresent, Path: NewPath(RootInput, "a", "b")}},
		&Foreign{Language: "other", Means: func() Expr { return &Is{Type: IsText, Operand: NewPath(RootInput, "a")} }},
		&Object{Members: []ObjectMember{{Key: "k", Value: &List{Items: []Expr{NewPath(RootAnswer, "a")}}}}},
		filtered,
	}}
	var got []string
	_, known := MapPaths(x, func(p *Path) *Path {
		got = append(got, p.Steps[0].Name)
		return p
	})
	if want := 5; len(got) != want || !known {
		t.Errorf("got the paths %q, known %v; want %d", got, known, want)
	}
	if _, known := MapPaths(&Foreign{Language: "other", Span: source.Span{}}, func(p *Path) *Path { return p }); known {
		t.Error("a foreign expression without a meaning counts as known")
	}
}
