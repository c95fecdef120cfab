package source

import (
	"bytes"
	"sort"
	"sync"
	"unicode/utf8"
	"unsafe"
)

// A Span is a range of bytes in a file: Start is the first byte, End the one after the last. The zero Span stands for
// the file as a whole.
type Span struct {
	Start, End int
}

// IsZero reports whether the span is the zero one, which names no place.
func (s Span) IsZero() bool { return s == Span{} }

// Contains reports whether t lies within s.
func (s Span) Contains(t Span) bool { return s.Start <= t.Start && t.End <= s.End }

// A Position is a place as people read it. Line and Column count from 1; Column counts Unicode code points, so that a
// tab, a letter with an accent and an emoji are one column each. A byte that is not part of valid UTF-8 counts as one.
type Position struct {
	Line, Column int
}

// A File is a text with a name. It is not changed once it is parsed, and may be used by several goroutines.
type File struct {
	// Name is shown to people: the path as the user gave it, or "<stdin>".
	Name string
	// Text is the content as it was read, byte order mark and line ends included. Nothing may change it: a tree shares its memory.
	Text []byte
	// Format is the notation of the text.
	Format Format
	// Root is the tree of the text, for the formats that have one; see [Parse].
	Root *Node
	// Incomplete means that a mistake in the text hid a part of it from [Parse]: what Root lacks may well be there.
	Incomplete bool

	path    string // of the file that contains the text, where Name is the name of a part
	aliased bool   // an alias is somewhere in the tree
	inner   *inner // the text by itself, where it is written inside another one; see [File.Within]
	// contents are those of strings that the format does not spell so; see [File.Part]
	contents map[Span]Text
	numbers  []int // those of the lines, where it is an excerpt; see [File.Excerpt]

	once  sync.Once
	lines []int  // the offset at which each line starts
	marks []mark // nil if no line is long
}

// asString is the text as a string, in the same memory. The names and strings of a tree are parts of it, so that a copy would stay as long as
// the text does.
func (f *File) asString() string { return unsafe.String(unsafe.SliceData(f.Text), len(f.Text)) }

// NewFile returns a file of the given text, in the notation that [FormatOf] finds.
func NewFile(name string, text []byte) *File {
	return &File{Name: name, Text: text, Format: FormatOf(name, text)}
}

// Path is the path of the file: its name, or where it is a part of another file, the name of that.
func (f *File) Path() string {
	if f.path != "" {
		return f.path
	}
	return f.Name
}

// WithoutTree returns a file of the same name, text and format that was not parsed: whoever keeps it keeps the text alone,
// which is a fraction of the memory that the tree takes.
func (f *File) WithoutTree() *File {
	return &File{Name: f.Name, path: f.path, Text: f.Text, Format: f.Format}
}

// index finds where the lines start. A line ends at "\n", "\r\n" or a lone "\r".
func (f *File) index() {
	f.lines = append(make([]int, 0, bytes.Count(f.Text, []byte{'\n'})+1), 0)
	start, long := 0, false
	for i, c := range f.Text {
		if c == '\n' || c == '\r' && (i+1 == len(f.Text) || f.Text[i+1] != '\n') {
			long = long || i-start > 4*markEvery
			start = i + 1
			f.lines = append(f.lines, start)
		}
	}
	if long || len(f.Text)-start > 4*markEvery {
		f.mark()
	}
}

// Position returns the line and column of a byte offset. An offset beyond the text is the place after its last byte.
func (f *File) Position(offset int) Position {
	f.once.Do(f.index)
	offset = max(0, min(offset, len(f.Text)))
	line := f.line(offset)
	start := f.lines[line]
	if line == 0 {
		start = min(offset, start+f.bom())
	}
	return Position{Line: f.number(line), Column: f.runes(start, offset) + 1}
}

// A mark is a place in a text, and how many characters are before it.
type mark struct{ at, runes int }

// markEvery is how many bytes lie between two marks, about.
const markEvery = 1 << 10

// mark counts the characters of the text up to places all over it, so that those of a very long line need not be counted
// again for each place in it.
func (f *File) mark() {
	f.marks = append(make([]mark, 0, len(f.Text)/markEvery+1), mark{})
	for last := f.marks[0]; len(f.Text)-last.at > markEvery; f.marks = append(f.marks, last) {
		to := last.at + markEvery
		for to < len(f.Text) && !utf8.RuneStart(f.Text[to]) && to < last.at+markEvery+utf8.UTFMax {
			to++
		}
		last = mark{to, last.runes + utf8.RuneCount(f.Text[last.at:to])}
	}
}

// runes counts the characters between two offsets.
func (f *File) runes(from, to int) int {
	if to-from < 2*markEvery || f.marks == nil {
		return utf8.RuneCount(f.Text[from:to])
	}
	first := sort.Search(len(f.marks), func(i int) bool { return f.marks[i].at >= from })
	last := sort.Search(len(f.marks), func(i int) bool { return f.marks[i].at > to }) - 1
	a, b := f.marks[first], f.marks[last]
	return utf8.RuneCount(f.Text[from:a.at]) + b.runes - a.runes + utf8.RuneCount(f.Text[b.at:to])
}

// Offset returns the byte offset of a position: the inverse of [File.Position]. A line or column beyond the text is
// its last.
func (f *File) Offset(p Position) int {
	f.once.Do(f.index)
	line := max(0, min(f.numbered(p.Line), len(f.lines)-1))
	at := f.lines[line]
	if line == 0 {
		at += f.bom()
	}
	end := len(f.Text)
	if line+1 < len(f.lines) {
		end = f.lines[line+1]
	}
	for n := 1; n < p.Column && at < end; n++ {
		_, size := utf8.DecodeRune(f.Text[at:end])
		at += size
	}
	return at
}

// Line returns the text of a line, which counts from 1, without its end. It is empty for a line that there is not.
func (f *File) Line(n int) string {
	f.once.Do(f.index)
	i := f.numbered(n)
	if i < 0 || i >= len(f.lines) || f.number(i) != n {
		return ""
	}
	start, end := f.lines[i], f.lineEnd(i)
	if n == 1 {
		start += f.bom()
	}
	return string(bytes.TrimRight(f.Text[start:end], "\r\n"))
}

// bom returns the length of the byte order mark that the text begins with.
func (f *File) bom() int {
	if bytes.HasPrefix(f.Text, []byte("\xef\xbb\xbf")) {
		return 3
	}
	return 0
}
