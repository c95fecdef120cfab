package svg

import (
	"math"

	"github.com/mattn/go-runewidth"

	"github.com/flowglot/flowglot/pkg/graph/layout"
	"github.com/flowglot/flowglot/pkg/graph/scene"
)

// The sizes of text, in pixels.
const (
	titleSize = 13.5
	bodySize  = 12
)

// width returns how wide a line of text is, in whole pixels.
func width(text string, style scene.Style) float64 {
	table, size := regular[:], float64(bodySize)
	if style == scene.Title {
		table, size = bold[:], titleSize
	}
	sum := 0
	for _, c := range text {
		sum += advance(table, c)
	}
	return math.Ceil(float64(sum) * size / 1000)
}

// advance is the width of a character in thousandths of the font size. Those that the table does not have are a little
// wider than most fonts have them.
func advance(table []uint16, c rune) int {
	if at := int(c) - ' '; at >= 0 && at < len(table) {
		return int(table[at])
	}
	switch w := runewidth.RuneWidth(c); {
	case w == 0:
		return 0
	case w == 2:
		return 1000
	case c >= 0x2190: // arrows, signs and symbols
		return 1000
	}
	return 667
}

// metrics are the sizes of pictures, in pixels.
var metrics = scene.Metrics{
	Layout: layout.Options{
		BoxGap: 36, EdgeGap: 14, BendGap: 18, LayerGap: 36, LabelGap: 12, TrackGap: 10, Approach: 14, PortGap: 14, LabelPad: 6,
	},
	Width:  width,
	Height: [3]float64{scene.Body: 16, scene.Title: 19, scene.Note: 16},
	Wrap:   54, WrapTitle: 36,
	PadX: 14, PadY: 9,
	FramePad: 18, Margin: 20, LabelPad: 2,
	Dot: 16, Bar: 6, Port: 16,
	Shapes: true,
}
