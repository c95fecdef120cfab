package source

import "strings"

// The reader of JSON. It is a recursive descent over the grammar of RFC 8259 that goes on after a mistake in the way
// that most likely meets what the author meant: a missing comma or colon is read as if it stood there, a comment is
// skipped, a key without quotes is taken. What nothing can be made of is skipped up to the next comma or closing bracket
// of the same level, and becomes an Invalid node. After a recovery that may have guessed wrong the reader is unsure, and
// says nothing until it has found its feet at a comma or a closing bracket, so that one cause is one problem.

// A jsonReader is the state of reading one text.
type jsonReader struct {
	file  *File
	text  string
	pos   int // the next byte to read
	last  int // the offset after the last token that was read
	found problems
	slab  slab

	members []Member // those of the objects that are being read, the innermost last
	items   []*Node  // those of the arrays that are being read

	inKey           bool // what is being read is a key
	objects, arrays int  // how many are being read
	malformed       bool // the text is not all UTF-8
	unsure          bool // the last recovery was a guess
	lost            bool // brackets do not match: what is missing or left over has been reported
	tooDeep         bool // that the text is nested too deep has been reported
	unbalanced      bool // a bracket is missing or left over
	openLine        bool // a string ends with its line, which was reported

	absent     []absentBracket // those that are missing by the layout and are taken as if they were there
	skipsComma bool            // so is the comma after the last of them
}

func parseJSON(f *File) []Problem {
	r := &jsonReader{file: f, text: f.asString(), slab: newSlab(len(f.Text))}
	found := r.parse()
	if len(found) == 0 {
		return found
	}
	root, incomplete := f.Root, f.Incomplete
	if !r.openLine || len(found) > 1 {
		if better, ok := readWithOpening(f, r.text, found); ok {
			return better
		}
	}
	if r.unbalanced {
		if better, ok := r.readWithAbsent(found); ok {
			return better
		}
	}
	f.Root, f.Incomplete = root, incomplete
	return found
}

// readWithAbsent reads the text again with the closing brackets that are missing by its layout. It reports false if that does not
// explain the problems better.
func (r *jsonReader) readWithAbsent(found []Problem) ([]Problem, bool) {
	absent := absentBrackets(r.text)
	if len(absent) == 0 {
		return nil, false
	}
	r.file.Root, r.file.Incomplete = nil, false
	again := &jsonReader{file: r.file, text: r.text, slab: newSlab(len(r.text)), absent: absent}
	better := again.parse()
	return better, !again.unbalanced && len(again.absent) == 0 && len(better) <= len(found)
}

// parse reads the text, and returns what is wrong with it.
func (r *jsonReader) parse() []Problem {
	f := r.file
	r.found.json = true
	if !checkEncoding(f, r.text, &r.found) {
		return r.found.sorted()
	}
	r.malformed = len(r.found.list) > 0
	r.pos = f.bom()
	r.space()
	if r.end() {
		r.empty()
		return r.found.sorted()
	}
	f.Root = r.value()
	r.trailing()
	return r.found.sorted()
}

// empty reports that there is no value.
func (r *jsonReader) empty() {
	r.found.add(Problem{Rule: ruleEmpty, Message: "the file is empty"})
}

// trailing reports what is after the value, once.
func (r *jsonReader) trailing() {
	r.space()
	if r.end() || r.lost {
		return
	}
	r.unsure, r.unbalanced = false, true
	p := Problem{Span: r.token(), Message: "expected the end of the text, found " + describe(r.text, r.pos)}
	switch r.text[r.pos] {
	case '}', ']':
		p.Help = "remove the bracket, nothing is open here"
		if strings.Trim(r.text[r.pos+1:], " \t\r\n") == "" {
			p.Edits = []Replacement{{Span: Span{len(strings.TrimRight(r.text[:r.pos], " \t\r\n")), r.pos + 1}}}
		}
	case '{', '[':
		p.Help = "a file holds one value"
	}
	r.report(p)
	r.file.Incomplete = true
}

func (r *jsonReader) end() bool { return r.pos >= len(r.text) }

// peek returns the next byte, and 0 at the end of the text.
func (r *jsonReader) peek() byte {
	if r.end() {
		return 0
	}
	return r.text[r.pos]
}

// token returns the range of what is at the position, for problems about it.
func (r *jsonReader) token() Span {
	return Span{r.pos, max(wordEnd(r.text, r.pos), min(r.pos+runeLen(r.text, r.pos), len(r.text)))}
}

// report adds a problem with the syntax, unless the reader is unsure. At the limit of problems it ends the reading.
func (r *jsonReader) report(p Problem) {
	if r.unsure {
		return
	}
	if p.Rule == "" {
		p.Rule = ruleSyntax
	}
	r.found.add(p)
	if r.found.full() {
		r.found.more = true
		r.pos = len(r.text)
		r.lost = true
		r.file.Incomplete = true
	}
}

// value reads the value at the position, where white space has been skipped.
func (r *jsonReader) value() *Node {
	switch c := r.peek(); {
	case c == '"':
		return r.stringNode()
	case c == '{':
		return r.nested(Object)
	case c == '[':
		return r.nested(Array)
	case quoteLen(r.text[r.pos:]) > 0:
		return r.stringNode()
	case c == '$' && r.placeholderEnd() > 0:
		return r.placeholder()
	case wordByte(c):
		return r.word()
	default:
		return r.noValue()
	}
}

// noValue reports that there is no value at the position. A comma or closing bracket stays for the caller.
func (r *jsonReader) noValue() *Node {
	start := r.pos
	if r.end() {
		return r.slab.node(Invalid, Span{r.last, r.last}) // the report that the object or array is not closed covers it
	}
	r.report(Problem{Span: r.token(), Message: "expected a value, found " + describe(r.text, r.pos)})
	r.skip()
	return r.slab.node(Invalid, Span{start, max(start, min(r.last, r.pos))})
}

// nested reads an object or an array, unless it lies too deep.
func (r *jsonReader) nested(kind Kind) *Node {
	if r.objects+r.arrays < maxDepth {
		if kind == Object {
			return r.object()
		}
		return r.array()
	}
	start := r.pos
	if !r.tooDeep {
		r.tooDeep, r.unsure = true, false
		r.report(Problem{
			Rule:    ruleDepth,
			Span:    Span{start, start + 1},
			Message: "objects and arrays are nested more than 1000 deep",
		})
	}
	r.skip()
	return r.slab.node(Invalid, Span{start, max(start, r.last)})
}

// skip passes over everything up to the next comma or closing bracket of the level at the position.
func (r *jsonReader) skip() {
	start, depth := r.pos, 0
	defer func() { r.file.Incomplete = r.file.Incomplete || r.pos > start }()
	for !r.end() {
		switch r.text[r.pos] {
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return
			}
			depth--
		case ',':
			if depth == 0 {
				return
			}
		case '"':
			r.skipString()
			continue
		case ' ', '\t', '\r', '\n':
			r.pos++
			continue
		}
		r.pos++
		r.last = r.pos
	}
	if depth > 0 {
		r.lost = true
	}
}

// skipString passes over a string, or the rest of its line if it does not end there.
func (r *jsonReader) skipString() {
	for r.pos++; !r.end() && r.text[r.pos] != '\n'; r.pos++ {
		switch r.text[r.pos] {
		case '\\':
			r.pos = min(r.pos+1, len(r.text)-1)
		case '"':
			r.pos++
			r.last = r.pos
			return
		}
	}
	r.last = r.pos
}
