package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// Visible returns text as it may be written to a terminal or to the log of a CI system, on a line of its own: what would move the cursor,
// change colours, reorder the characters around it or be overlooked becomes a sign that can be seen, and bytes that are not UTF-8 as
// U+FFFD. Line feeds are among it, so that no text begins a line and gives the CI system a command. Whatever is printed for people and
// holds a part of a file, a name or the output of a task goes through it.
func Visible(text string) string {
	if !strings.ContainsFunc(text, hidden) && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		writeVisible(&b, r)
	}
	return b.String()
}

// VisibleName returns the name of a file as [Visible] does, for the beginning of a line: where CI systems look for commands, the
// path is one that begins with its directory.
func VisibleName(name string) string {
	name = Visible(name)
	if strings.HasPrefix(name, "::") || strings.HasPrefix(name, "##") {
		return "./" + name
	}
	return name
}

// expand returns a part of a line as Visible does, with tabs as the blanks to the next multiple of four columns.
// Column is the one, from 0, at which the part begins.
func expand(text string, column int) string {
	const stop = 4
	if !strings.Contains(text, "\t") {
		return Visible(text)
	}
	var b strings.Builder
	for i, part := range strings.Split(text, "\t") {
		if i > 0 {
			blanks := stop - column%stop
			b.WriteString("    "[:blanks])
			column += blanks
		}
		part = Visible(part)
		b.WriteString(part)
		column += width(part)
	}
	return b.String()
}

// writeVisible writes a rune, or what stands for it: a control picture (U+2400 and up) for an ASCII control character,
// its number for another.
func writeVisible(b *strings.Builder, r rune) {
	switch {
	case !hidden(r):
		b.WriteRune(r)
	case r < ' ':
		b.WriteRune('\u2400' + r)
	case r == 0x7f:
		b.WriteRune('\u2421')
	default:
		fmt.Fprintf(b, "<U+%04X>", r)
	}
}

// hidden reports whether a terminal would act on a rune and not show it. The joiners U+200C and U+200D are not among
// them: emoji and several scripts are written with them.
func hidden(r rune) bool {
	switch {
	case r < ' ':
		return true
	case r < 0x7f:
		return false
	case r == '\u200b', r == '\ufeff', r == '\u00ad':
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
}

// width returns how many columns of a terminal a visible text takes.
func width(text string) int { return cells().StringWidth(text) }

// cells are the widths of characters wherever the program runs: those of the package would depend on the environment.
func cells() *runewidth.Condition { return &runewidth.Condition{StrictEmojiNeutral: true} }
