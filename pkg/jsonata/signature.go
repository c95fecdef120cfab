package jsonata

import "strings"

// A signature describes which arguments a function takes, as the documentation of JSONata describes it: <s-n?:s> is a string,
// by default the context, and a number that may be left out. What follows the colon is not checked.
type signature struct {
	params []param
}

// A param is a parameter of a signature.
type param struct {
	types    string // the symbols of what it accepts
	array    bool   // a single value becomes an array of one
	kind     byte   // the symbol it is written with, '(' for a choice
	elements string // what is between < and > after an array
	optional bool
	repeated bool
	context  bool // the context takes the place of an argument that is left out
}

// parseSignature reads a signature, from < to >.
func parseSignature(text string) (*signature, *Error) {
	s := &signature{}
	last := func() *param { return &s.params[len(s.params)-1] }
	for i := 1; i < len(text); i++ {
		c := text[i]
		switch c {
		case ':', '>':
			return s, nil
		case 's', 'n', 'b', 'l', 'o':
			s.params = append(s.params, param{kind: c, types: string(c) + "m"})
		case 'a':
			s.params = append(s.params, param{kind: c, types: "asnblfom", array: true})
		case 'f':
			s.params = append(s.params, param{kind: c, types: "f"})
		case 'j':
			s.params = append(s.params, param{kind: c, types: "asnblom"})
		case 'x':
			s.params = append(s.params, param{kind: c, types: "asnblfom"})
		case '(':
			end := closing(text, i, '(', ')')
			choice := text[i+1 : end]
			if strings.Contains(choice, "<") {
				return nil, fail("S0402")
			}
			s.params = append(s.params, param{kind: c, types: choice + "m"})
			i = end
		case '-', '?', '+':
			if len(s.params) == 0 {
				return nil, fail("S0403").about(string(c))
			}
			p := last()
			p.context = p.context || c == '-'
			p.optional = p.optional || c != '+'
			p.repeated = p.repeated || c == '+'
		case '<':
			if len(s.params) == 0 || last().kind != 'a' && last().kind != 'f' {
				return nil, fail("S0401")
			}
			end := closing(text, i, '<', '>')
			last().elements = text[i+1 : end]
			i = end
		}
	}
	return s, nil
}

// closing returns where the bracket at an offset is closed, or the end of the text.
func closing(text string, at int, opens, closes byte) int {
	depth := 0
	for i := at; i < len(text); i++ {
		switch text[i] {
		case opens:
			depth++
		case closes:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// symbol returns the symbol of a value's type; m is undefined.
func symbol(v any) byte {
	switch v.(type) {
	case Undefined:
		return 'm'
	case nil:
		return 'l'
	case string:
		return 's'
	case int64, float64:
		return 'n'
	case bool:
		return 'b'
	case []any, *sequence:
		return 'a'
	case *Function, *closure:
		return 'f'
	}
	return 'o'
}

// match distributes arguments, given by their symbols, among parameters from one on. counts gets how many each takes.
func (s *signature) match(args []byte, from int, counts []int) bool {
	if from == len(s.params) {
		return len(args) == 0
	}
	p := &s.params[from]
	most := 0
	for most < len(args) && strings.IndexByte(p.types, args[most]) >= 0 && (most == 0 || p.repeated) {
		most++
	}
	least := 1
	if p.optional {
		least = 0
	}
	for n := most; n >= least; n-- {
		counts[from] = n
		if s.match(args[n:], from+1, counts) {
			return true
		}
	}
	return false
}

// arguments checks the arguments of a call, and completes them: the context takes the place of those left out, single
// values become arrays.
func (s *signature) arguments(args []any, context any) ([]any, *Error) {
	var few [8]byte
	var fewCounts [8]int
	symbols, counts := few[:0], fewCounts[:]
	for _, a := range args {
		symbols = append(symbols, symbol(a))
	}
	if len(s.params) > len(counts) {
		counts = make([]int, len(s.params))
	}
	if !s.match(symbols, 0, counts) {
		return nil, s.mismatch(symbols)
	}
	if s.plain(symbols, counts) {
		return args, nil
	}
	out := make([]any, 0, len(s.params))
	next := 0
	for i := range s.params {
		p := &s.params[i]
		if counts[i] == 0 {
			v, err := p.absent(args, next, context)
			if err != nil {
				return nil, err
			}
			if out = append(out, v); !p.context {
				next++
			}
			continue
		}
		for range counts[i] {
			v, err := p.accept(args[next], next)
			if err != nil {
				return nil, err
			}
			out = append(out, v)
			next++
		}
	}
	return out, nil
}

// plain reports whether the arguments can be passed as they are: one for each parameter, and none to be converted.
func (s *signature) plain(symbols []byte, counts []int) bool {
	if len(symbols) != len(s.params) {
		return false
	}
	for i := range s.params {
		if counts[i] != 1 || s.params[i].array && (symbols[i] != 'a' || s.params[i].elements != "") {
			return false
		}
	}
	return true
}

// absent returns what a parameter has for which there is no argument.
func (p *param) absent(args []any, at int, context any) (any, *Error) {
	if !p.context {
		if at < len(args) {
			return args[at], nil
		}
		return Undefined{}, nil
	}
	if strings.IndexByte(p.types, symbol(context)) < 0 {
		return nil, fail("T0411").of(context).argument(at + 1)
	}
	return context, nil
}

// accept converts an argument.
func (p *param) accept(v any, at int) (any, *Error) {
	if !p.array {
		return v, nil
	}
	c := symbol(v)
	if c == 'm' {
		return v, nil
	}
	if p.elements != "" && !p.holds(c, v) {
		return nil, fail("T0412").of(v).argument(at + 1)
	}
	if c != 'a' {
		return []any{v}, nil
	}
	return v, nil
}

// holds reports whether the elements of an argument are of the type that the signature names.
func (p *param) holds(c byte, v any) bool {
	if c != 'a' {
		return p.elements == string(c)
	}
	for _, e := range items(v) {
		if symbol(e) != p.elements[0] {
			return false
		}
	}
	return true
}

// mismatch finds out which argument does not fit: the first one that no beginning of the parameters accepts.
func (s *signature) mismatch(symbols []byte) *Error {
	good := 0
	for n := 1; n <= len(s.params); n++ {
		matched := (&signature{params: s.params[:n]}).longest(symbols)
		if matched < 0 {
			break
		}
		good = matched
	}
	return fail("T0410").argument(good + 1)
}

// longest returns how many of the arguments the parameters take if others may follow, or -1.
func (s *signature) longest(symbols []byte) int {
	counts := make([]int, len(s.params))
	for n := len(symbols); n >= 0; n-- {
		if s.match(symbols[:n], 0, counts) {
			return n
		}
	}
	return -1
}

func (e *Error) argument(n int) *Error { return e.about(formatInt(int64(n))) }
