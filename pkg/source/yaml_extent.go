package source

import "strings"

// The library describes where a value begins. Where it ends is found by reading its literal in the text a second time, side
// by side with the content that the library made of it: quotes show where a quoted text ends, the indentation where a
// block does, and a plain text ends with the last character of its content. The same reading gives the way back from
// the content to the file.

// An aligner reads a literal side by side with its content.
type aligner struct {
	text, content string
	at            int   // in the text
	done          int   // of the content
	back          []int // the offset in the text of each byte of the content, if wanted
	wanted        bool
}

// take notes that the next byte of the content comes from an offset.
func (a *aligner) take(offset int) {
	if a.wanted {
		a.back = append(a.back, offset)
	}
	a.done++
}

// next returns the next byte of the content, and 0 at its end.
func (a *aligner) next() byte {
	if a.done < len(a.content) {
		return a.content[a.done]
	}
	return 0
}

// same reads one byte that text and content have in common.
func (a *aligner) same() bool {
	if a.done >= len(a.content) || a.at >= len(a.text) || a.content[a.done] != a.text[a.at] {
		return false
	}
	a.take(a.at)
	a.at++
	return true
}

// gap reads a run of blanks and line breaks. One break is a blank in the content, and more are one break less; without a
// break the blanks are content.
func (a *aligner) gap() bool {
	end, breaks := a.at, 0
	for end < len(a.text) {
		n := breakLen(a.text, end)
		if n == 0 && !isBlank(a.text[end]) {
			break
		}
		if n > 0 {
			breaks++
		}
		end += max(n, 1)
	}
	switch {
	case breaks == 0:
		for a.at < end {
			if !a.same() {
				return false
			}
		}
		return true
	case breaks == 1:
		if a.next() != ' ' {
			return false
		}
		a.take(a.at)
		a.at = end
		return true
	}
	a.at = skipBlanks(a.text, a.at)
	a.at += breakLen(a.text, a.at)
	return a.breaks(end)
}

// breaks reads blanks and line breaks up to an offset, where each break is one in the content.
func (a *aligner) breaks(end int) bool {
	for a.at < end {
		n := breakLen(a.text, a.at)
		if n > 0 {
			if a.next() != '\n' {
				return false
			}
			a.take(a.at)
		}
		a.at += max(n, 1)
	}
	return true
}

// plain reads a text without quotes, up to the end of its content.
func (a *aligner) plain() bool {
	for a.done < len(a.content) {
		if a.at >= len(a.text) {
			return false
		}
		ok := false
		if isBlank(a.text[a.at]) || isBreak(a.text, a.at) {
			ok = a.gap()
		} else {
			ok = a.same()
		}
		if !ok {
			return false
		}
	}
	return true
}

// single reads what is between single quotes, which end at an offset.
func (a *aligner) single(end int) bool {
	for a.at < end {
		switch {
		case isBlank(a.text[a.at]) || isBreak(a.text, a.at):
			if !a.gap() {
				return false
			}
		default:
			doubled := a.text[a.at] == '\''
			if !a.same() {
				return false
			}
			if doubled {
				a.at++
			}
		}
	}
	return a.done == len(a.content)
}

// double reads what is between double quotes, which end at an offset (YAML 1.2: "Escaped Characters").
func (a *aligner) double(end int) bool {
	for a.at < end {
		switch {
		case isBlank(a.text[a.at]) || isBreak(a.text, a.at):
			if !a.gap() {
				return false
			}
		case a.text[a.at] == '\\':
			if !a.escape(end) {
				return false
			}
		case !a.same():
			return false
		}
	}
	return a.done == len(a.content)
}

// escape reads an escape sequence. The library has checked it, and its content is one character.
func (a *aligner) escape(end int) bool {
	start := a.at
	if start+1 >= end {
		return false
	}
	if n := breakLen(a.text, start+1); n > 0 { // an escaped line break is not content, and neither is what indents the next line
		a.at += 1 + n
		gap := a.at
		for gap < end && (isBlank(a.text[gap]) || isBreak(a.text, gap)) {
			gap += max(1, breakLen(a.text, gap))
		}
		return a.breaks(gap)
	}
	size := 2
	switch a.text[start+1] {
	case 'x':
		size += 2
	case 'u':
		size += 4
	case 'U':
		size += 8
	}
	if a.done >= len(a.content) || start+size > end {
		return false
	}
	for range runeLen(a.content, a.done) {
		a.take(start)
	}
	a.at += size
	return true
}

// closing returns the offset of the quote that closes a text whose opening quote is at an offset, or -1.
func closing(text string, open int) int {
	mark := text[open]
	for i := open + 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && mark == '"':
			i++
		case text[i] == mark && mark == '\'' && strings.HasPrefix(text[i:], "''"):
			i++
		case text[i] == mark:
			return i
		}
	}
	return -1
}
