package layout

import "testing"

// FuzzPlace lays out a graph made of bytes: the first says how many boxes there are, each pair of the others is an edge, and the
// size of the boxes at its ends and of its label.
func FuzzPlace(f *testing.F) {
	f.Add([]byte{3, 0, 1, 1, 2})
	f.Add([]byte{5, 0, 1, 1, 2, 2, 0, 2, 2, 3, 4, 4, 3, 0, 4})
	f.Add([]byte("any bytes are a graph, with loops, cycles and edges side by side"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			data = []byte{0}
		}
		data = data[:min(len(data), 120)]
		boxes := int(data[0])%24 + 1
		g := Graph{}
		for i := range boxes {
			b := Box{Width: float64(20 + 10*(i*7%13)), Height: float64(20 + 10*(i*5%7)), Shape: Shape(i % 4)}
			if b.Shape == Dot {
				b.Width, b.Height = 16, 16
			}
			g.Boxes = append(g.Boxes, b)
		}
		for i := 1; i+1 < len(data); i += 2 {
			e := Edge{From: int(data[i]) % boxes, To: int(data[i+1]) % boxes, Line: int(data[i]>>6) % 2}
			if data[i+1]&32 != 0 {
				e.Width, e.Height = float64(20+data[i]), float64(14*(1+data[i+1]>>6))
			}
			g.Edges = append(g.Edges, e)
		}
		for _, o := range []Options{usual, cells} {
			for _, o.LeftRight = range []bool{false, true} {
				if o.Grid {
					check(t, inCells(g), o)
				} else {
					check(t, g, o)
				}
			}
		}
	})
}

func TestPlaceIgnoresEdgesWithoutEnds(t *testing.T) {
	t.Parallel()
	p := Place(Graph{Boxes: []Box{{Width: 10, Height: 10}}, Edges: []Edge{{From: 0, To: 1}, {From: -1, To: 0}}}, usual)
	if len(p.Routes) != 2 || p.Routes[0].Points != nil || p.Routes[1].Points != nil {
		t.Errorf("routes of edges that do not exist: %+v", p.Routes)
	}
	if p := Place(Graph{}, usual); p.Width != 0 || len(p.Boxes) != 0 {
		t.Errorf("an empty graph has the layout %+v", p)
	}
}
