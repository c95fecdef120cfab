package jsregexp

import "unicode/utf8"

// An opcode is what an instruction does.
type opcode uint8

const (
	opMatch opcode = iota
	opChar
	opSet
	opSplit    // try x, then y
	opJump     // to x
	opSave     // the position in capture x
	opClear    // captures x to y
	opMark     // remember the position in register x
	opProgress // fail if the position is that of register x
	opReference
	opBegin
	opEnd
	opWord
	opNotWord
	opLook // match from x on, then continue at y
)

// An instruction is one step of a compiled pattern.
type instruction struct {
	op       opcode
	x, y     int
	r        rune
	class    *class
	back     bool // the text is read backwards
	negative bool
}

// A Regexp is a compiled pattern. It may be used by several goroutines at once.
type Regexp struct {
	code       []instruction
	captures   int // positions: two for each group, and for the whole
	registers  int
	ignoreCase bool
	multiline  bool
	first      int // the byte that each match begins with, or -1
}

// Compile compiles a pattern.
func Compile(pattern string, ignoreCase, multiline bool) (re *Regexp, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case syntaxError:
			re, err = nil, r
		default:
			panic(r)
		}
	}()
	p := &parser{text: pattern, names: map[string]int{}, ignoreCase: ignoreCase}
	p.survey()
	n := p.disjunction()
	if p.more() {
		p.fail("unmatched )")
	}
	c := &compiler{parser: p, re: &Regexp{ignoreCase: ignoreCase, multiline: multiline, first: -1}}
	c.emit(instruction{op: opSave})
	c.compile(n, false)
	c.emit(instruction{op: opSave, x: 1})
	c.emit(instruction{op: opMatch})
	c.re.captures = 2 * (p.groups + 1)
	if second := c.re.code[1]; second.op == opChar && !ignoreCase && second.r < utf8.RuneSelf {
		c.re.first = int(second.r)
	}
	return c.re, nil
}

// A compiler turns the tree of a pattern into instructions.
type compiler struct {
	*parser
	re *Regexp
}

func (c *compiler) emit(i instruction) int {
	if len(c.re.code) >= mostInstructions {
		c.fail("the pattern is too large")
	}
	c.re.code = append(c.re.code, i)
	return len(c.re.code) - 1
}

func (c *compiler) here() int { return len(c.re.code) }

// compile emits the instructions of a part. Within a lookbehind the text is read backwards.
func (c *compiler) compile(n node, back bool) {
	switch n := n.(type) {
	case *char:
		r := n.r
		if c.ignoreCase {
			r = fold(r)
		}
		c.emit(instruction{op: opChar, r: r, back: back})
	case *set:
		c.emit(instruction{op: opSet, class: n.class, back: back})
	case *sequence:
		for i := range n.list {
			if back {
				i = len(n.list) - 1 - i
			}
			c.compile(n.list[i], back)
		}
	case *choice:
		c.choice(n, back)
	case *group:
		c.group(n, back)
	case *reference:
		c.emit(instruction{op: opReference, x: n.index, back: back})
	case *assertion:
		op := map[byte]opcode{'^': opBegin, '$': opEnd, 'b': opWord, 'B': opNotWord}[n.kind]
		c.emit(instruction{op: op})
	case *look:
		at := c.emit(instruction{op: opLook, negative: n.negative})
		c.re.code[at].x = c.here()
		c.compile(n.body, n.behind)
		c.emit(instruction{op: opMatch})
		c.re.code[at].y = c.here()
	case *repeat:
		c.repeat(n, back)
	}
}

func (c *compiler) choice(n *choice, back bool) {
	var ends []int
	for i, alternative := range n.list {
		if i == len(n.list)-1 {
			c.compile(alternative, back)
			break
		}
		split := c.emit(instruction{op: opSplit})
		c.re.code[split].x = c.here()
		c.compile(alternative, back)
		ends = append(ends, c.emit(instruction{op: opJump}))
		c.re.code[split].y = c.here()
	}
	for _, e := range ends {
		c.re.code[e].x = c.here()
	}
}

func (c *compiler) group(n *group, back bool) {
	if n.index == 0 {
		c.compile(n.body, back)
		return
	}
	before, after := 2*n.index, 2*n.index+1
	if back {
		before, after = after, before
	}
	c.emit(instruction{op: opSave, x: before})
	c.compile(n.body, back)
	c.emit(instruction{op: opSave, x: after})
}

// repeat emits what must match, and then a loop or as many optional copies as may follow. Each repetition forgets what
// its groups captured before, and one that is not required must not be empty.
func (c *compiler) repeat(n *repeat, back bool) {
	body := func() {
		if n.last >= n.first {
			c.emit(instruction{op: opClear, x: 2 * n.first, y: 2*n.last + 1})
		}
		c.compile(n.body, back)
	}
	for range n.least {
		body()
	}
	split := func() int {
		at := c.emit(instruction{op: opSplit})
		c.re.code[at].x = c.here()
		return at
	}
	leave := func(at int) { // the end of what a split tries
		c.re.code[at].y = c.here()
		if n.lazy {
			c.re.code[at].x, c.re.code[at].y = c.re.code[at].y, c.re.code[at].x
		}
	}
	register := c.re.registers
	c.re.registers++
	guarded := func() {
		switch n.body.(type) {
		case *char, *set: // never empty
			c.compile(n.body, back)
			return
		}
		c.emit(instruction{op: opMark, x: register})
		body()
		c.emit(instruction{op: opProgress, x: register})
	}
	if n.most < 0 {
		at := split()
		guarded()
		c.emit(instruction{op: opJump, x: at})
		leave(at)
		return
	}
	var splits []int
	for range n.most - n.least {
		splits = append(splits, split())
		guarded()
	}
	for _, at := range splits {
		leave(at)
	}
}
