package source

import "strings"

// A block is where the lines of a block scalar are (YAML 1.2: "Block Scalar Styles").
type block struct {
	header int // the offset after the indicators
	first  int // the offset of the first line
	end    int // the offset after the last line that is not blank, without its break
	indent int // the blanks before each line that are not content
}

// findBlock finds the lines of the block scalar whose indicator is at an offset. Content is what the library read,
// which shows how far the lines are indented.
func findBlock(text string, at int, content string) block {
	b := block{header: at + 1}
	for b.header < len(text) && strings.IndexByte("+-0123456789", text[b.header]) >= 0 {
		b.header++
	}
	b.end = b.header
	b.first = nextLine(text, b.header)
	start, ok := firstFull(text, b.first)
	if !ok {
		return b
	}
	inner := strings.TrimLeft(content, " \n\t\r\u0085\u2028\u2029")
	before := content[:len(content)-len(inner)]
	if inner == "" {
		return b
	}
	lead := len(before) - (strings.LastIndexAny(before, "\n\u2028\u2029") + 1)
	if i := strings.LastIndexAny(before, "\u2028\u2029"); i >= 0 && i > strings.LastIndexByte(before, '\n') {
		lead -= 2 // these breaks are three bytes long
	}
	b.indent = max(0, skipBlanks(text, start)-start-lead)
	for line := b.first; line < len(text); line = nextLine(text, line) {
		end := breakAfter(text, line)
		if skipBlanks(text[:end], line) == end {
			continue
		}
		if leading(text[line:end]) < b.indent {
			break
		}
		b.end = end
	}
	return b
}

// leading returns how many spaces a line begins with.
func leading(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// firstFull returns the offset of the first line from an offset that is not blank.
func firstFull(text string, line int) (int, bool) {
	for line < len(text) {
		if skipBlanks(text, line) < breakAfter(text, line) {
			return line, true
		}
		line = nextLine(text, line)
	}
	return line, false
}

// breakAfter returns the offset of the next line break, or the end of the text.
func breakAfter(text string, at int) int {
	for at < len(text) && !isBreak(text, at) {
		at++
	}
	return at
}

// nextLine returns the offset at which the line after the one of an offset begins.
func nextLine(text string, at int) int {
	at = breakAfter(text, at)
	if at < len(text) {
		at += breakLen(text, at)
	}
	return at
}

// block reads the lines of a block scalar.
func (a *aligner) block(b block) bool {
	a.at = b.first
	a.indentation(b)
	for a.at < b.end {
		n := breakLen(a.text, a.at)
		if n == 0 {
			if !a.same() {
				return false
			}
			continue
		}
		if !a.fold(b) {
			return false
		}
	}
	for a.next() == '\n' { // the breaks at the end, as far as they were kept
		a.take(b.end)
	}
	return a.done == len(a.content)
}

// indentation passes over what indents a line.
func (a *aligner) indentation(b block) {
	for n := 0; n < b.indent && a.at < b.end && a.text[a.at] == ' '; n++ {
		a.at++
	}
}

// fold reads the line breaks between two lines that are not blank. In the content they are as many, or one less, or a
// blank if there is one.
func (a *aligner) fold(b block) bool {
	var breaks []int
	for a.at < b.end && isBreak(a.text, a.at) {
		breaks = append(breaks, a.at)
		a.at += breakLen(a.text, a.at)
		a.indentation(b)
	}
	if len(breaks) == 1 && a.next() == ' ' {
		a.take(breaks[0])
		return true
	}
	kept := 0
	for a.done+kept < len(a.content) && a.content[a.done+kept] == '\n' {
		kept++
	}
	if kept != len(breaks) && kept != len(breaks)-1 {
		return false
	}
	for _, at := range breaks[len(breaks)-kept:] {
		a.take(at)
	}
	return true
}
