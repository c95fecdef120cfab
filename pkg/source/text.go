package source

// A Text is the content of a string together with the way back from an offset in the content to the file, so that a
// parser of something that is inside a string (a path, an expression) can report the very characters at fault.
type Text struct {
	String string

	start   int   // the offset of the first byte of the content in the file; nowhere of a text that is in none
	offsets []int // for content that is escaped or folded: the offset in the file of each of its bytes and of its end
}

// nowhere is the start of a content that was made and not read: all of it is at the zero place.
const nowhere = -1

// Plain returns a Text that is in no string: offsets are those of s itself, moved by start.
func Plain(s string, start int) Text { return Text{String: s, start: start} }

// At returns where in the file the bytes from and to (exclusive) of the content are. A range that ends after an
// escape covers the whole escape. Offsets beyond the content are its end.
func (t Text) At(from, to int) Span {
	start := t.offset(from)
	return Span{start, max(start, t.offset(to))}
}

func (t Text) offset(i int) int {
	if t.start == nowhere {
		return 0
	}
	i = max(0, min(i, len(t.String)))
	if t.offsets == nil {
		return t.start + i
	}
	return t.offsets[i]
}
