package terminal

import (
	"strings"
	"testing"
	"time"
)

func TestFolderCountsRoundsThatAreAlike(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, lines, want string }{
		{"two rounds", "*a b *a b c", "*a b *a b c"},
		{"three rounds", "*a b *a b *a b c", "*a b *a b ↻ 1 more round alike c"},
		{"many rounds", "s *a b *a b *a b *a b *a b", "s *a b *a b ↻ 3 more rounds alike"},
		{"a round that breaks off", "*a b c *a b c *a b c *a b d", "*a b c *a b c ↻ 1 more round alike *a b d"},
		{"a round that breaks off at once", "*a b *a b *a c", "*a b *a b *a c"},
		{"no element begins it", "a b a b a b", "a b a b a b"},
		{"two loops", "*a b *a b *a b *c d *c d *c d", "*a b *a b ↻ 1 more round alike *c d *c d ↻ 1 more round alike"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			f := &folder{print: func(l shownLine) { got = append(got, l.text) }}
			for _, word := range strings.Fields(c.lines) {
				f.add(shownLine{at: time.Time{}, text: word, like: word, enters: strings.HasPrefix(word, "*")})
			}
			f.flush()
			if text := strings.Join(got, " "); text != c.want {
				t.Errorf("got %q, want %q", text, c.want)
			}
		})
	}
}
