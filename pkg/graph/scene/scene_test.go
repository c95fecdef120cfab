package scene

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/graph/layout"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// small are metrics in which every character is 10 wide.
var small = Metrics{
	Layout: layout.Options{BoxGap: 30, EdgeGap: 10, BendGap: 10, LayerGap: 30, LabelGap: 10, TrackGap: 10, Approach: 10, PortGap: 10, LabelPad: 5},
	Width:  func(text string, _ Style) float64 { return float64(10 * len(text)) },
	Height: [3]float64{10, 10, 10}, Wrap: 20, WrapTitle: 20,
	PadX: 10, PadY: 10, FramePad: 10, Margin: 20, Dot: 10, Bar: 4, Port: 10, Shapes: true,
}

// scope is a workflow of a task and a scope with two branches, of which one is empty.
func scope() *workflow.Workflow {
	var none source.Span
	w := &workflow.Workflow{ID: "w"}
	root := w.AddRegion(nil, none)
	add := func(r *workflow.Region, name string, kind workflow.Kind) *workflow.Node {
		n := w.AddNode(r, w.AddElement(name, "", none, none), kind, workflow.Primary)
		if r.Start == nil {
			r.Start = n
		}
		return n
	}
	a, s := add(root, "a", workflow.Pass), add(root, "s", workflow.Scope)
	w.Connect(a, s, workflow.Next, none)
	add(w.AddRegion(s, none), "inner", workflow.Pass)
	w.AddRegion(s, none)
	return w
}

func TestFramesHoldWhatIsInThem(t *testing.T) {
	t.Parallel()
	for _, direction := range []graph.Direction{graph.TopDown, graph.LeftRight} {
		o := graph.Options{Direction: direction}
		s := Of(graph.Of(scope(), o), o, small)
		kinds := map[Kind]int{}
		var frame, inner layout.Rect
		var branches []layout.Rect
		for _, b := range s.Boxes {
			kinds[b.Kind]++
			switch {
			case b.Kind == Frame:
				frame = b.Rect
			case b.Kind == Branch:
				branches = append(branches, b.Rect)
			case b.Node != nil && b.Node.ID == "inner":
				inner = b.Rect
			}
		}
		if kinds[Plain] != 2 || kinds[Frame] != 1 || kinds[Branch] != 2 || kinds[Start] != 2 {
			t.Fatalf("direction %d: boxes by kind: %v", direction, kinds)
		}
		for _, pair := range [][2]layout.Rect{{frame, branches[0]}, {frame, branches[1]}, {branches[0], inner}} {
			if !inside(pair[1], pair[0]) {
				t.Errorf("direction %d: %v is not inside of %v", direction, pair[1], pair[0])
			}
		}
		if beside := branches[0].Y == branches[1].Y; beside != (direction == graph.TopDown) {
			t.Errorf("direction %d: branches at %v and %v", direction, branches[0], branches[1])
		}
	}
}

func inside(a, b layout.Rect) bool {
	return b.X < a.X && b.Y < a.Y && a.X+a.Width < b.X+b.Width && a.Y+a.Height < b.Y+b.Height
}

func TestShapeOfChoices(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]layout.Shape{"short": layout.Diamond, "aLongNameOfAChoice": layout.Hexagon} {
		var none source.Span
		w := &workflow.Workflow{}
		r := w.AddRegion(nil, none)
		w.AddNode(r, w.AddElement(name, "", none, none), workflow.Choice, workflow.Primary)
		s := Of(graph.Of(w, graph.Options{}), graph.Options{}, small)
		if got := s.Boxes[0].Shape; got != want {
			t.Errorf("%q has the shape %d, not %d", name, got, want)
		}
	}
}
