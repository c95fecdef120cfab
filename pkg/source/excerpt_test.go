package source

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestExcerpt compares the places of an excerpt with those of the whole text.
func TestExcerpt(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		text := randomLines(random)
		f := &File{Name: "x.json", Text: []byte(text)}
		var places []Span
		for range random.IntN(4) {
			from := random.IntN(len(text) + 1)
			places = append(places, Span{from, from + random.IntN(len(text)+2-from)})
		}
		e, at := f.Excerpt(places)
		for _, s := range places {
			x, whole := at(s), f.clamp(s)
			if s.IsZero() != x.IsZero() && s == whole {
				t.Errorf("%q: %v becomes %v", text, s, x)
			}
			if f.Position(whole.Start) != e.Position(x.Start) || f.Position(whole.End) != e.Position(x.End) {
				t.Errorf("%q: %v is at %v to %v, in the excerpt at %v to %v", text, s, f.Position(whole.Start), f.Position(whole.End), e.Position(x.Start), e.Position(x.End))
			}
			for _, offset := range []int{whole.Start, whole.End} {
				p := f.Position(offset)
				if f.Line(p.Line) != e.Line(p.Line) {
					t.Errorf("%q: line %d is %q, in the excerpt %q", text, p.Line, f.Line(p.Line), e.Line(p.Line))
				}
				first := Position{p.Line, 1}
				if got, want := e.Offset(p)-e.Offset(first), f.Offset(p)-f.Offset(first); got != want {
					t.Errorf("%q: %v is %d bytes into its line, in the excerpt %d", text, p, want, got)
				}
			}
			if from := min(whole.End, firstLineEnd(text, whole.Start)); string(e.Text[x.Start:min(len(e.Text), x.Start+from-whole.Start)]) != text[whole.Start:from] {
				t.Errorf("%q: the text of %v differs", text, s)
			}
		}
	}
}

// firstLineEnd returns the offset of the first end of a line from an offset on.
func firstLineEnd(text string, from int) int {
	if i := strings.IndexAny(text[from:], "\r\n"); i >= 0 {
		return from + i
	}
	return len(text)
}

func randomLines(random *rand.Rand) string {
	var b strings.Builder
	if random.IntN(4) == 0 {
		b.WriteString("\ufeff")
	}
	for range random.IntN(12) {
		b.WriteString([]string{"a", "bc", "é", "\n", "\r\n", "\r", "\n", "😀", "\n\n", " x "}[random.IntN(10)])
	}
	return b.String()
}
