package arrow

import (
	"strings"
	"testing"
)

// TestLexerIsLinear cuts texts on which each character could look at all that follow. A lexer that does takes minutes for
// them, so that the test ends by the limit of the test run.
func TestLexerIsLinear(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"-", "<a>", "<", "`", "'''", "<-", "({", "-:"} {
		const n = 1 << 19
		x := newLexer([]byte(strings.Repeat(unit, n)))
		tokens := 0
		for x.next().sort != endOfText {
			tokens++
		}
		if tokens == 0 || tokens > n*len(unit) {
			t.Errorf("%q: %d tokens", unit, tokens)
		}
	}
}

// TestLiteralEnds cuts literals in which the closing pair stands in quotes or in brackets, where it closes nothing.
func TestLiteralEnds(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`(- {drop: ["-)"]} -)`:   ` {drop: ["-)"]} `,
		`(- drop: 'a -) b' -)`:   ` drop: 'a -) b' `,
		`(- drop: "\"-)" -)`:     ` drop: "\"-)" `,
		`<- {from: ["->"]} ->`:   ` {from: ["->"]} `,
		`({"a": "})", "b": {}})`: `{"a": "})", "b": {}}`,
		`(["])", []])`:           `["])", []]`,
	} {
		if got := newLexer([]byte(text)).next(); got.unclosed || text[got.inner.Start:got.inner.End] != want {
			t.Errorf("%s: found %q, unclosed %t; want %q", text, text[got.inner.Start:got.inner.End], got.unclosed, want)
		}
	}
}
