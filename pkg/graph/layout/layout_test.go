package layout

import (
	"fmt"
	"math/rand"
	"reflect"
	"testing"
)

// random makes a graph of some boxes with edges between any of them, most of them forwards.
func random(r *rand.Rand, boxes, edges int) Graph {
	g := Graph{}
	for range boxes {
		b := Box{float64(40 + 10*r.Intn(20)), float64(30 + 10*r.Intn(8)), Shape(r.Intn(4))}
		if b.Shape == Dot {
			b.Width, b.Height = 16, 16
		}
		g.Boxes = append(g.Boxes, b)
	}
	for range edges {
		from := r.Intn(boxes)
		to := from + 1 + r.Intn(4)
		if to >= boxes || r.Intn(8) == 0 {
			to = r.Intn(boxes)
		}
		e := Edge{From: from, To: to, Line: r.Intn(2)}
		if r.Intn(2) == 0 {
			e.Width, e.Height = float64(20+10*r.Intn(12)), float64(14*(1+r.Intn(3)))
		}
		g.Edges = append(g.Edges, e)
	}
	return g
}

func TestLayoutOfRandomGraphs(t *testing.T) {
	t.Parallel()
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		boxes := 1 + r.Intn(30)
		g := random(r, boxes, r.Intn(2*boxes+1))
		for _, leftRight := range []bool{false, true} {
			t.Run(fmt.Sprint(seed, leftRight), func(t *testing.T) {
				o := usual
				o.LeftRight = leftRight
				check(t, g, o)
				o = cells
				o.LeftRight = leftRight
				check(t, inCells(g), o)
			})
		}
	}
}

// inCells returns a graph with sizes as in a terminal.
func inCells(g Graph) Graph {
	c := Graph{append([]Box(nil), g.Boxes...), append([]Edge(nil), g.Edges...)}
	for i := range c.Boxes {
		c.Boxes[i] = Box{Width: float64(int(c.Boxes[i].Width) / 8), Height: 3}
	}
	for i := range c.Edges {
		if c.Edges[i].Width > 0 {
			c.Edges[i].Width, c.Edges[i].Height = float64(int(c.Edges[i].Width)/8), 1
		}
	}
	return c
}

func TestPlaceTwiceIsTheSame(t *testing.T) {
	t.Parallel()
	g := random(rand.New(rand.NewSource(1)), 60, 100)
	if a, b := Place(g, usual), Place(g, usual); !reflect.DeepEqual(a, b) {
		t.Error("the second layout differs from the first")
	}
}
