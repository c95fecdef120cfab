package diag

import (
	"strings"
	"unicode/utf8"
)

// A snippet is the part of a line that is shown: what is before a range, and the range with what follows it. Both
// are visible text.
type snippet struct {
	before, rest string
	from, length int // the columns of the range in the shown text: where it begins, from 0, and how many there are
}

// cut makes a snippet of at most room columns out of a line, where start and end are the bounds of the range in bytes.
// A line that is too long loses its start, its end or both, with "…" in their place; a range that is too long loses
// its end.
func cut(line []byte, start, end, room int) snippet {
	first, last := bounds(line, start, room)
	end = min(end, last)
	before := expand(string(line[first:start]), 0)
	if first > 0 {
		before = "…" + before
	}
	column := width(before)
	within := expand(string(line[start:end]), column)
	length := max(1, width(within))
	after := expand(string(line[end:last]), column+width(within))
	if last < len(line) {
		after += "…"
	}
	if limit := leftRoom(column, length, width(after), room); column > limit {
		before = cells().TruncateLeft(before, column-limit+1, "…")
		column = width(before)
	}
	rest := within + after
	if left := max(1, room-column); width(rest) > left {
		rest = cells().Truncate(rest, left, "…")
		length = min(length, left)
	}
	return snippet{before: before, rest: rest, from: column, length: length}
}

// leftRoom returns how many of the room's columns may be spent on what is before a range: all that it has if the
// whole line fits or only its end must go, else what centres the range, and a quarter of the room for a long range.
func leftRoom(before, length, after, room int) int {
	const tail = 8 // columns after the range that are worth keeping
	if before+length+min(after, tail) <= room {
		return before
	}
	return max(room/4, (room-length)/2)
}

// bounds returns the bytes of a line beyond which nothing can be shown, so that the cost of a snippet does not depend
// on the length of the line. Even wide characters take less than two bytes a column; joined emoji take more, and get
// less context.
func bounds(line []byte, start, room int) (first, last int) {
	reach := 4 * room
	first, last = max(0, start-reach), min(len(line), start+2*reach)
	for first > 0 && first < start && !utf8.RuneStart(line[first]) {
		first++
	}
	for last < len(line) && last > start && !utf8.RuneStart(line[last]) {
		last--
	}
	return first, last
}

// underline returns the sign below a range: a caret and tildes.
func (s snippet) underline() string { return "^" + strings.Repeat("~", s.length-1) }
