package jsregexp

import (
	"strings"
	"unicode/utf8"
)

// Find returns the first match in a text at or after a byte offset: pairs of byte offsets, of the whole match and of each
// group; those of a group that did not take part are -1. It returns nil if nothing matches. used is how many steps it
// took; ok is false if they exceeded the budget.
func (re *Regexp) Find(s string, from, budget int) (groups []int, used int, ok bool) {
	m := &matcher{re: re, s: s, budget: budget}
	m.captures = make([]int, re.captures)
	m.registers = make([]int, re.registers)
	for at := from; at <= len(s); {
		if re.first >= 0 {
			next := strings.IndexByte(s[at:], byte(re.first))
			if next < 0 {
				break
			}
			at += next
		}
		for i := range m.captures {
			m.captures[i] = -1
		}
		m.stack = m.stack[:0]
		if _, found := m.run(0, at); found {
			return m.captures, m.used, true
		}
		if m.used > budget {
			return nil, m.used, false
		}
		_, size := utf8.DecodeRuneInString(s[at:])
		at += max(size, 1)
	}
	return nil, m.used, true
}

// A matcher runs a pattern over a text.
type matcher struct {
	re        *Regexp
	s         string
	captures  []int
	registers []int
	stack     []choicePoint
	used      int
	budget    int
}

// A choicePoint is what is done when matching fails: continue elsewhere, or restore what was changed since.
type choicePoint struct {
	kind pointKind
	pc   int // or the index of what is restored
	at   int // or its value
}

type pointKind uint8

// mostChoices is how many choices may be open; they take 100 MB.
const mostChoices = 4_000_000

const (
	tryPoint pointKind = iota
	capturePoint
	registerPoint
	deadPoint
)

// run executes instructions from one on, until opMatch. It returns the position that was reached.
func (m *matcher) run(pc, at int) (int, bool) {
	base := len(m.stack)
	for {
		if m.used++; m.used > m.budget || len(m.stack) > mostChoices {
			m.used = max(m.used, m.budget+1)
			return 0, false
		}
		i := &m.re.code[pc]
		pc++
		ok := true
		switch i.op {
		case opMatch:
			return at, true
		case opChar, opSet:
			at, ok = m.consume(i, at)
		case opSplit:
			m.stack = append(m.stack, choicePoint{tryPoint, i.y, at})
			pc = i.x
		case opJump:
			pc = i.x
		case opSave:
			m.save(i.x, at)
		case opClear:
			for c := i.x; c <= i.y; c++ {
				m.save(c, -1)
			}
		case opMark:
			m.stack = append(m.stack, choicePoint{registerPoint, i.x, m.registers[i.x]})
			m.registers[i.x] = at
		case opProgress:
			ok = m.registers[i.x] != at
		case opReference:
			at, ok = m.reference(i, at)
		case opLook:
			if ok = m.look(i, at); ok {
				pc = i.y
			}
		default:
			ok = m.assert(i.op, at)
		}
		if !ok {
			if pc, at, ok = m.backtrack(base); !ok {
				return 0, false
			}
		}
	}
}

// save sets a capture, so that backtracking restores it.
func (m *matcher) save(c, at int) {
	if m.captures[c] == at {
		return
	}
	m.stack = append(m.stack, choicePoint{capturePoint, c, m.captures[c]})
	m.captures[c] = at
}

// backtrack returns to the last choice that is left.
func (m *matcher) backtrack(base int) (pc, at int, ok bool) {
	for len(m.stack) > base {
		p := m.stack[len(m.stack)-1]
		m.stack = m.stack[:len(m.stack)-1]
		switch p.kind {
		case tryPoint:
			return p.pc, p.at, true
		case capturePoint:
			m.captures[p.pc] = p.at
		case registerPoint:
			m.registers[p.pc] = p.at
		}
	}
	return 0, 0, false
}

// look matches what comes after or before. Of what a positive one tried, only what it captured remains.
func (m *matcher) look(i *instruction, at int) bool {
	base := len(m.stack)
	_, found := m.run(i.x, at)
	if found && !i.negative {
		for p := base; p < len(m.stack); p++ {
			if m.stack[p].kind == tryPoint {
				m.stack[p].kind = deadPoint
			}
		}
		return true
	}
	for len(m.stack) > base {
		m.backtrack(base) // restores what was captured
	}
	return found != i.negative && m.used <= m.budget
}

// next returns the character on one side of a position, and the position on its other side.
func (m *matcher) next(at int, back bool) (rune, int) {
	if back {
		if at == 0 {
			return -1, at
		}
		r, size := utf8.DecodeLastRuneInString(m.s[:at])
		return r, at - size
	}
	if at == len(m.s) {
		return -1, at
	}
	if c := m.s[at]; c < utf8.RuneSelf {
		return rune(c), at + 1
	}
	r, size := utf8.DecodeRuneInString(m.s[at:])
	return r, at + size
}

// consume matches one character.
func (m *matcher) consume(i *instruction, at int) (int, bool) {
	r, next := m.next(at, i.back)
	switch {
	case r < 0:
		return at, false
	case i.op == opChar && m.re.ignoreCase:
		return next, fold(r) == i.r
	case i.op == opChar:
		return next, r == i.r
	case m.re.ignoreCase:
		return next, i.class.hasFolded(r)
	}
	return next, i.class.has(r)
}

// reference matches what a group captured. A group that did not take part matches the empty text.
func (m *matcher) reference(i *instruction, at int) (int, bool) {
	start, end := m.captures[2*i.x], m.captures[2*i.x+1]
	if start < 0 || end < 0 {
		return at, true
	}
	captured := m.s[start:end]
	m.used += len(captured)
	if i.back {
		if at < len(captured) || !m.same(m.s[at-len(captured):at], captured) {
			return at, false
		}
		return at - len(captured), true
	}
	if len(m.s)-at < len(captured) || !m.same(m.s[at:at+len(captured)], captured) {
		return at, false
	}
	return at + len(captured), true
}

func (m *matcher) same(a, b string) bool {
	if a == b {
		return true
	}
	return m.re.ignoreCase && strings.EqualFold(a, b)
}

// assert checks a position.
func (m *matcher) assert(op opcode, at int) bool {
	before, _ := m.next(at, true)
	after, _ := m.next(at, false)
	switch op {
	case opBegin:
		return before < 0 || m.re.multiline && !anyButLineEnds.has(before)
	case opEnd:
		return after < 0 || m.re.multiline && !anyButLineEnds.has(after)
	}
	boundary := (before >= 0 && words.has(before)) != (after >= 0 && words.has(after))
	return boundary == (op == opWord)
}
