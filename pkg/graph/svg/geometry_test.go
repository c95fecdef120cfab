package svg_test

import (
	"encoding/xml"
	"flag"
	"io/fs"
	"iter"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/graph/svg"
	"github.com/flowglot/flowglot/pkg/load"
)

// definitions is a folder whose definitions are drawn besides those of testdata: go test ./pkg/graph/svg -definitions DIR.
var definitions = flag.String("definitions", "", "a folder with more definitions to draw")

// TestGeometry draws all definitions of testdata and measures the pictures: no box or text overlaps another, texts lie in their
// boxes, every arrow begins and ends at the border of its boxes, and none runs through a box or a text.
func TestGeometry(t *testing.T) {
	t.Parallel()
	folders := []string{"../../../testdata", "../../dialects"}
	if *definitions != "" {
		folders = append(folders, *definitions)
	}
	drawn := 0
	loader := &load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{})}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			d := loader.Read(load.Text(path, text))
			if d.Dialect == nil {
				return nil
			}
			program := d.Lower()
			if program == nil {
				return nil
			}
			drawn++
			for _, o := range []svg.Options{{}, {Options: graph.Options{Direction: graph.LeftRight}}} {
				t.Run(path, func(t *testing.T) {
					t.Parallel()
					checkPicture(t, svg.Print(graph.OfProgram(program, o.Options), o))
				})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if drawn < 20 {
		t.Errorf("only %d definitions were drawn", drawn)
	}
}

// An element of a picture.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []element  `xml:",any"`
	Text     string     `xml:",chardata"`
}

func (e *element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (e *element) number(t *testing.T, name string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(e.attr(name), 64)
	if err != nil {
		t.Fatalf("%s of %s: %v", name, e.XMLName.Local, err)
	}
	return x
}

type point struct{ x, y float64 }

// An area is a rectangle, of which a shape may fill a part.
type area struct {
	x, y, w, h float64
	shape      []point // the corners of a polygon; nil is the whole rectangle
	what       string
	frame      bool
}

func (a area) overlaps(b area) bool {
	const little = 0.3
	return a.x+little < b.x+b.w && b.x+little < a.x+a.w && a.y+little < b.y+b.h && b.y+little < a.y+a.h
}

func (a area) contains(b area) bool {
	const little = 0.3
	return a.x-little <= b.x && a.y-little <= b.y && b.x+b.w <= a.x+a.w+little && b.y+b.h <= a.y+a.h+little
}

// border returns how far a point is from the outline.
func (a area) border(p point) float64 {
	corners := a.shape
	if corners == nil {
		corners = []point{{a.x, a.y}, {a.x + a.w, a.y}, {a.x + a.w, a.y + a.h}, {a.x, a.y + a.h}}
	}
	least := math.Inf(1)
	for i, c := range corners {
		d := corners[(i+1)%len(corners)]
		length := math.Hypot(d.x-c.x, d.y-c.y)
		along := 0.0
		if length > 0 {
			along = min(max(((p.x-c.x)*(d.x-c.x)+(p.y-c.y)*(d.y-c.y))/length/length, 0), 1)
		}
		least = min(least, math.Hypot(p.x-c.x-along*(d.x-c.x), p.y-c.y-along*(d.y-c.y)))
	}
	return least
}

// A picture is what is measured.
type picture struct {
	boxes, texts []area
	nodes        map[string][]area // by their ids
	edges        []element
	width        float64
	height       float64
	byPlace      [2]index // of the boxes and the texts
}

// An index finds areas by the squares of the plane that they reach into.
type index map[[2]int][]int

func indexOf(areas []area) index {
	ix := index{}
	for i, a := range areas {
		for s := range squares(a) {
			ix[s] = append(ix[s], i)
		}
	}
	return ix
}

// near returns the areas that may overlap one, some of them several times.
func (ix index) near(a area) iter.Seq[int] {
	return func(yield func(int) bool) {
		for s := range squares(a) {
			for _, i := range ix[s] {
				if !yield(i) {
					return
				}
			}
		}
	}
}

func squares(a area) iter.Seq[[2]int] {
	const side = 200
	return func(yield func([2]int) bool) {
		for x := int(a.x / side); x <= int((a.x+a.w)/side); x++ {
			for y := int(a.y / side); y <= int((a.y+a.h)/side); y++ {
				if !yield([2]int{x, y}) {
					return
				}
			}
		}
	}
}

func checkPicture(t *testing.T, text []byte) {
	t.Helper()
	var root element
	if err := xml.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	p := picture{nodes: map[string][]area{}, width: root.number(t, "width"), height: root.number(t, "height")}
	for i := range root.Children {
		if g := &root.Children[i]; g.XMLName.Local == "g" {
			p.read(t, g)
		}
	}
	p.byPlace = [2]index{indexOf(p.boxes), indexOf(p.texts)}
	for i, a := range p.boxes {
		for j := range p.byPlace[0].near(a) {
			if b := p.boxes[j]; j < i && a.overlaps(b) && !(b.frame && b.contains(a)) {
				t.Errorf("%s overlaps %s: %+v, %+v", a.what, b.what, a, b)
			}
		}
		if a.x < 0 || a.y < 0 || a.x+a.w > p.width || a.y+a.h > p.height {
			t.Errorf("%s is outside: %+v of %v × %v", a.what, a, p.width, p.height)
		}
	}
	for i, a := range p.texts {
		for j := range p.byPlace[1].near(a) {
			if b := p.texts[j]; j < i && a.overlaps(b) {
				t.Errorf("the text %q overlaps %q", a.what, b.what)
			}
		}
		for j := range p.byPlace[0].near(a) {
			if b := p.boxes[j]; a.overlaps(b) && !b.contains(a) {
				t.Errorf("the text %q crosses the border of %s: %+v, %+v", a.what, b.what, a, b)
			}
		}
	}
	for i := range p.edges {
		p.checkEdge(t, &p.edges[i])
	}
}

// read collects the boxes and the arrows in a group.
func (p *picture) read(t *testing.T, g *element) {
	t.Helper()
	for i := range g.Children {
		c := &g.Children[i]
		if c.XMLName.Local == "a" {
			c = &c.Children[0]
		}
		class := " " + c.attr("class") + " "
		if strings.Contains(class, " edge ") {
			p.edges = append(p.edges, *c)
		} else {
			b := outline(t, c)
			b.frame = strings.Contains(class, " frame ") || strings.Contains(class, " branch ")
			p.boxes = append(p.boxes, b)
			p.nodes[c.attr("data-node")] = append(p.nodes[c.attr("data-node")], b)
		}
		for j := range c.Children {
			if x := &c.Children[j]; x.XMLName.Local == "text" {
				a := area{x: x.number(t, "x"), h: 11, what: x.Text}
				a.y = x.number(t, "y") - 9
				if x.attr("textLength") != "" {
					a.w = x.number(t, "textLength")
				}
				p.texts = append(p.texts, a)
			}
		}
	}
}

// outline returns the area of a box.
func outline(t *testing.T, g *element) area {
	t.Helper()
	for i := range g.Children {
		s := &g.Children[i]
		if s.attr("class") != "s" {
			continue
		}
		a := area{what: g.attr("class") + " " + g.attr("data-node")}
		switch s.XMLName.Local {
		case "rect":
			a.x, a.y, a.w, a.h = s.number(t, "x"), s.number(t, "y"), s.number(t, "width"), s.number(t, "height")
		case "circle":
			r := s.number(t, "r") + 1
			a.x, a.y, a.w, a.h = s.number(t, "cx")-r, s.number(t, "cy")-r, 2*r, 2*r
		case "polygon":
			var xy []float64
			for f := range strings.FieldsSeq(s.attr("points")) {
				v, err := strconv.ParseFloat(f, 64)
				if err != nil {
					t.Fatal(err)
				}
				xy = append(xy, v)
			}
			a.x, a.y = math.Inf(1), math.Inf(1)
			right, bottom := math.Inf(-1), math.Inf(-1)
			for i := 0; i < len(xy); i += 2 {
				a.shape = append(a.shape, point{xy[i], xy[i+1]})
				a.x, a.y = min(a.x, xy[i]), min(a.y, xy[i+1])
				right, bottom = max(right, xy[i]), max(bottom, xy[i+1])
			}
			a.w, a.h = right-a.x, bottom-a.y
		}
		return a
	}
	t.Fatalf("%s has no outline", g.attr("class"))
	return area{}
}

// course returns the points of an arrow: the corners of its line, and the tip of its head.
func course(t *testing.T, g *element) (points []point, headed bool) {
	t.Helper()
	for i := range g.Children {
		c := &g.Children[i]
		if c.XMLName.Local != "path" {
			continue
		}
		if c.attr("class") == "head" {
			points[len(points)-1] = parse(t, c.attr("d"))[0]
			headed = true
			continue
		}
		points = parse(t, c.attr("d"))
	}
	return points, headed
}

// parse reads the points of a path.
func parse(t *testing.T, d string) []point {
	t.Helper()
	var points []point
	numbers := strings.FieldsFunc(d, func(c rune) bool { return strings.ContainsRune("MLQZ ", c) })
	for i := 0; i+1 < len(numbers); i += 2 {
		x, err := strconv.ParseFloat(numbers[i], 64)
		y, err2 := strconv.ParseFloat(numbers[i+1], 64)
		if err != nil || err2 != nil {
			t.Fatalf("the path %q", d)
		}
		points = append(points, point{x, y})
	}
	return points
}

func (p *picture) checkEdge(t *testing.T, g *element) {
	t.Helper()
	const near = 1.6
	points, headed := course(t, g)
	from, to := g.attr("data-from"), g.attr("data-to")
	name := from + " → " + to
	if !touches(p.nodes[from], points[0], near) {
		t.Errorf("%s does not begin at its box", name)
	}
	last := points[len(points)-1]
	if headed && !touches(p.nodes[to], last, near) {
		t.Errorf("%s does not end at its box: %v", name, last)
	}
	if !headed && !p.joins(t, to, last) {
		t.Errorf("%s ends at %v, where no arrow to the same box passes", name, last)
	}
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		line := area{x: min(a.x, b.x), y: min(a.y, b.y), w: math.Abs(a.x-b.x) + 0.7, h: math.Abs(a.y-b.y) + 0.7}
		for j := range p.byPlace[0].near(line) {
			if x := p.boxes[j]; line.overlaps(x) && !x.frame && x.shape == nil && !touches([]area{x}, points[0], near) && !touches([]area{x}, last, near) {
				t.Errorf("%s runs through %s", name, x.what)
			}
		}
		for j := range p.byPlace[1].near(line) {
			if x := p.texts[j]; line.overlaps(x) {
				t.Errorf("%s runs through the text %q", name, x.what)
			}
		}
	}
}

// joins reports whether another arrow to the same box passes a point.
func (p *picture) joins(t *testing.T, to string, at point) bool {
	t.Helper()
	for i := range p.edges {
		if p.edges[i].attr("data-to") != to {
			continue
		}
		points, headed := course(t, &p.edges[i])
		for j := 1; headed && j < len(points); j++ {
			a, b := points[j-1], points[j]
			if min(a.x, b.x)-8 <= at.x && at.x <= max(a.x, b.x)+8 && min(a.y, b.y)-8 <= at.y && at.y <= max(a.y, b.y)+8 {
				return true
			}
		}
	}
	return false
}

// touches reports whether a point is on the border of one of the areas.
func touches(areas []area, p point, near float64) bool {
	for _, a := range areas {
		if a.border(p) < near {
			return true
		}
	}
	return false
}
