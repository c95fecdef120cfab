package expr

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// ParseReadable reads an expression in common terms that [Readable] wrote, for data inside of the assumption typed; nil if the text is not
// one. Different expressions may have the same text, so that who writes one to be read again compares what is read with it.
//
//	condition = relation {" and " relation} | relation {" or " relation}
//	relation  = computed [" without " text {", " text}] [operator computed | " is there"]
//	computed  = operand {" + " operand} | …, with one operator
//	operand   = path | JSON | "not (" condition ")" | "(" condition ")" | function "(" arguments ")" | list or object of conditions
func ParseReadable(text string) Expr {
	r := &readableText{s: text}
	x := r.condition()
	if r.bad || r.at < len(text) || Readable(x) != text {
		return nil
	}
	return x
}

// A readableText is a text being read.
type readableText struct {
	s     string
	at    int
	depth int
	items int  // how many functions are around that look at each item of a list
	bad   bool // it is not the text of an expression
}

func (r *readableText) skip(text string) bool {
	if !strings.HasPrefix(r.s[r.at:], text) {
		return false
	}
	r.at += len(text)
	return true
}

func (r *readableText) fail() Expr {
	r.bad = true
	return &Literal{}
}

func (r *readableText) condition() Expr {
	const deepest = 100
	if r.depth++; r.depth > deepest {
		return r.fail()
	}
	defer func() { r.depth-- }()
	first := r.relation()
	out := &Logic{Op: And, Operands: []Expr{first}}
	word := forPeople.and
	if strings.HasPrefix(r.s[r.at:], forPeople.or) {
		out.Op, word = Or, forPeople.or
	}
	for !r.bad && r.skip(word) {
		out.Operands = append(out.Operands, r.relation())
	}
	if len(out.Operands) == 1 {
		return first
	}
	return out
}

// readableTests are how tests that compare with fixed values are written.
var readableTests = map[string]TestOp{"=": TestEqual, "<": TestLess, "<=": TestLessEqual, ">": TestGreater, ">=": TestGreaterEqual,
	"contains": TestContains, "starts with": TestStartsWith, "ends with": TestEndsWith}

func (r *readableText) relation() Expr {
	left := r.without(r.computed())
	if p, ok := left.(*Path); ok && r.skip(" is there") {
		return &Test{Op: TestPresent, Path: p}
	}
	word := ""
	for _, w := range slices.Concat(forPeople.operators[:GreaterEqual+1], forPeople.operators[In:In+1], []string{"=", "contains", "starts with", "ends with"}) {
		if strings.HasPrefix(r.s[r.at:], " "+w+" ") {
			word = w
		}
	}
	if r.bad || word == "" {
		return left
	}
	r.at += len(word) + 2
	right := r.computed()
	p, isPath := left.(*Path)
	l, fixed := right.(*Literal)
	if op, tests := readableTests[word]; tests && isPath && fixed && p.Definite {
		return &Test{Op: op, Path: p, Value: l.Value, Wrong: Free, Null: Free, Missing: Free}
	}
	if at := slices.Index(forPeople.operators[:], word); at >= 0 {
		return &Compare{Op: CompareOp(at), As: Alike, Left: left, Right: right}
	}
	if at := slices.Index(functionWords[:], word); at >= 0 {
		return &Apply{Do: Function(at), Args: []Expr{left, right}}
	}
	return r.fail()
}

// without reads the members that an object is left without, if there are some.
func (r *readableText) without(of Expr) Expr {
	if !r.skip(" " + functionWords[Without] + " ") {
		return of
	}
	for {
		if !strings.HasPrefix(r.s[r.at:], `"`) {
			return r.fail()
		}
		if of = (&Apply{Do: Without, Args: []Expr{of, r.scalar()}}); r.bad || !strings.HasPrefix(r.s[r.at:], `, "`) {
			return of
		}
		r.at += len(", ")
	}
}

// computed reads operands with one operator of arithmetic between them.
func (r *readableText) computed() Expr {
	first := r.operand()
	for _, do := range []Function{Add, Subtract, Multiply, Divide, Remainder, Concat} {
		out := &Apply{Do: do, Args: []Expr{first}}
		for !r.bad && r.skip(" "+functionWords[do]+" ") {
			out.Args = append(out.Args, r.operand())
		}
		if len(out.Args) > 1 {
			return out
		}
	}
	return first
}

func (r *readableText) operand() Expr {
	switch rest := r.s[r.at:]; {
	case r.skip("not ("):
		return &Not{Operand: r.inside(")", r.condition)}
	case r.skip("("):
		return r.inside(")", r.condition)
	case strings.HasPrefix(rest, "$"), strings.HasPrefix(rest, "@") && r.items > 0:
		return r.path()
	case strings.HasPrefix(rest, "{"):
		return r.object()
	case r.skip("["):
		list := &List{Items: r.list("]")}
		if v, fixed := Constant(list); fixed {
			return &Literal{Value: v}
		}
		return list
	}
	for do, word := range functionWords {
		if do > int(Remainder) && r.skip(word+"(") {
			return r.apply(Function(do))
		}
	}
	return r.scalar()
}

// apply reads the arguments of a function.
func (r *readableText) apply(do Function) Expr {
	if do == Each || do == Where || do == Any || do == All {
		r.items++
		defer func() { r.items-- }()
	}
	return &Apply{Do: do, Args: r.list(")")}
}

// inside reads what is before a closing text.
func (r *readableText) inside(closing string, read func() Expr) Expr {
	x := read()
	if !r.skip(closing) {
		return r.fail()
	}
	return x
}

// list reads expressions with commas between them, up to a closing text.
func (r *readableText) list(closing string) []Expr {
	var out []Expr
	for !r.bad && !r.skip(closing) {
		if len(out) > 0 && !r.skip(", ") && !r.skip(",") {
			r.fail()
			break
		}
		out = append(out, r.condition())
	}
	return out
}

// path reads a path of the document or of an item.
func (r *readableText) path() Expr {
	end := r.at + pathLength(r.s[r.at:])
	p, err := ParsePath(source.Plain("$"+r.s[r.at+1:end], 0))
	if err != nil {
		return r.fail()
	}
	if r.s[r.at] == '@' {
		p.Root = RootItem
	}
	p.Text, p.Span, r.at = p.String(), source.Span{}, end
	return p
}

// pathLength is how long the path is that a text begins with.
func pathLength(s string) int {
	inside, quoted := 0, false
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '\'' && inside > 0:
			quoted = !quoted
		case quoted:
		case c == '[':
			inside++
		case c == ']' && inside > 0:
			inside--
		case inside == 0 && strings.HasPrefix(s[i:], "()"):
			i++
		case inside == 0 && c != '.' && !wordByte(c):
			return i
		}
	}
	return len(s)
}

// object reads an object, whose members have values or expressions.
func (r *readableText) object() Expr {
	r.at++
	out := &Object{}
	for !r.bad && !r.skip("}") {
		if len(out.Members) > 0 && !r.skip(", ") && !r.skip(",") {
			return r.fail()
		}
		key, _ := r.scalar().(*Literal).Value.(string)
		if !r.skip(": ") && !r.skip(":") {
			return r.fail()
		}
		out.Members = append(out.Members, ObjectMember{Key: key, Value: r.condition()})
	}
	return out
}

// scalar reads a text, a number, true, false or null as JSON has them.
func (r *readableText) scalar() Expr {
	end := r.at
	if r.skip(`"`) {
		for end = r.at; end < len(r.s) && r.s[end] != '"'; end++ {
			if r.s[end] == '\\' {
				end++
			}
		}
		end++
		r.at--
	} else {
		for end < len(r.s) && strings.IndexByte(" ,)]}:", r.s[end]) < 0 {
			end++
		}
	}
	if end > len(r.s) {
		return r.fail()
	}
	v, err := value.Parse([]byte(r.s[r.at:end]))
	if err != nil {
		return r.fail()
	}
	r.at = end
	return &Literal{Value: v}
}
