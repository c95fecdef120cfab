package jsonata

import (
	"strings"
)

// Print writes an expression on one line, with parentheses only where the tree has a [Block] or where it would otherwise
// mean something else. For every tree that [Parse] returns without an error, Parse(Print(tree)) is the same tree except for
// ranges. A tree that cannot be written without parentheses gets a Block where they are added.
func Print(n Node) string {
	p := &printer{}
	p.print(n, 0)
	return p.out.String()
}

// PrintSingle writes an expression as [Print] does, with its texts in single quotes where they need no escapes: for an expression
// that is in double quotes itself.
func PrintSingle(n Node) string {
	p := &printer{single: true}
	p.print(n, 0)
	return p.out.String()
}

// A printer writes a tree. Each node is written for a power, as the parser reads it: what binds less tightly is put in
// parentheses.
type printer struct {
	out strings.Builder
	// single prefers single quotes.
	single bool
}

// looseness returns the power of the loosest operator on the left edge of a node: its own, or one of its left operand.
// A node can be read only with a power below it.
func looseness(n Node) int {
	own, first := 100, Node(nil)
	switch n := n.(type) {
	case *Binary:
		own, first = bindingPowers[n.Op], n.Left
	case *Conditional:
		own, first = bindingPowers["?"], n.If
	case *Bind:
		own = bindingPowers[":="]
	case *Sort:
		own, first = bindingPowers["^"], n.Target
	case *Group:
		own, first = bindingPowers["{"], n.Target
	case *Path:
		own, first = bindingPowers["."], n.Steps[0]
	case *Filter:
		own, first = bindingPowers["["], n.Target
	case *Keep:
		own, first = bindingPowers["["], n.Target
	case *Focus:
		own, first = bindingPowers["@"], n.Target
	case *Index:
		own, first = bindingPowers["#"], n.Target
	case *Call:
		own, first = bindingPowers["("], n.Function
	}
	if first == nil {
		return own
	}
	if least, yes := open(first); yes && least < own {
		return own // the left operand gets parentheses
	}
	return min(own, looseness(first))
}

// open reports whether a node ends with an operand that would take in operators after it: the right side of a node is read
// with the power of its operator, and so everything tighter than that would join it.
func open(n Node) (least int, yes bool) {
	switch n := n.(type) {
	case *Binary:
		if n.Op == "??" || n.Op == "?:" || n.Op == ".." {
			return 0, true
		}
		least, yes = open(n.Right)
		if !yes || bindingPowers[n.Op] < least {
			least = bindingPowers[n.Op]
		}
		return least, true
	case *Conditional:
		return 0, true
	case *Bind:
		return bindingPowers[":="] - 1, true
	case *Negate:
		least, yes = open(n.Operand)
		if !yes || least > 70 {
			least = 70
		}
		return least, true
	case *Path:
		least, yes = open(n.Steps[len(n.Steps)-1])
		if !yes || bindingPowers["."] < least {
			least = bindingPowers["."]
		}
		return least, true
	}
	return 0, false
}

// print writes a node as an operand that is read with a power.
func (p *printer) print(n Node, above int) {
	if looseness(n) <= above {
		p.parenthesized(n)
		return
	}
	switch n := n.(type) {
	case *Path:
		p.left(n.Steps[0], bindingPowers["."])
		for i, s := range n.Steps[1:] {
			if _, isNumber := n.Steps[i].(*Number); isNumber {
				p.out.WriteByte(' ') // the dot is not the decimal point
			}
			p.out.WriteByte('.')
			p.print(s, bindingPowers["."])
		}
	case *Filter:
		p.left(n.Target, bindingPowers["["])
		p.enclosed("[", n.Predicate, "]")
	case *Keep:
		p.left(n.Target, bindingPowers["["])
		p.out.WriteString("[]")
	case *Focus:
		p.left(n.Target, bindingPowers["@"])
		p.out.WriteString("@$" + n.Name.Name)
	case *Index:
		p.left(n.Target, bindingPowers["#"])
		p.out.WriteString("#$" + n.Name.Name)
	case *Sort:
		p.left(n.Target, bindingPowers["^"])
		p.terms(n.Terms)
	case *Group:
		p.left(n.Target, bindingPowers["{"])
		p.pairs(n.Members)
	case *Call:
		p.left(n.Function, bindingPowers["("])
		p.list("(", n.Arguments, ", ", ")")
	case *Binary:
		p.binary(n)
	case *Conditional:
		p.left(n.If, bindingPowers["?"])
		p.out.WriteString(" ? ")
		if n.Else != nil {
			p.beforeColon(n.Then)
		} else {
			p.print(n.Then, 0)
		}
		if n.Else != nil {
			p.enclosed(" : ", n.Else, "")
		}
	case *Bind:
		p.out.WriteString("$" + n.Name.Name + " := ")
		p.print(n.Value, bindingPowers[":="]-1)
	case *Negate:
		p.out.WriteByte('-')
		p.print(n.Operand, 70)
	default:
		p.closed(n)
	}
}

// closed writes a node that needs no parentheses anywhere.
func (p *printer) closed(n Node) {
	switch n := n.(type) {
	case *String:
		quoted := appendQuoted(nil, n.Value)
		if p.single && len(quoted) == len(n.Value)+2 && !strings.Contains(n.Value, "'") {
			quoted = append(append([]byte("'"), n.Value...), '\'')
		}
		p.out.Write(quoted)
	case *Number:
		p.number(n.Value)
	case *Boolean, *Null:
		p.out.WriteString(word(n))
	case *Name:
		p.out.WriteString(name(n.Value))
	case *Variable:
		p.out.WriteString("$" + n.Name)
	case *Wildcard:
		p.out.WriteString("*")
	case *Descendants:
		p.out.WriteString("**")
	case *Parent:
		p.out.WriteString("%")
	case *Regex:
		p.out.WriteString("/" + n.Pattern + "/" + n.Flags)
	case *Array:
		p.list("[", n.Items, ", ", "]")
	case *Object:
		p.pairs(n.Members)
	case *Block:
		p.list("(", n.Expressions, "; ", ")")
	case *Transform:
		p.enclosed("|", n.Pattern, "|")
		p.enclosed("", n.Update, "")
		if n.Delete != nil {
			p.enclosed(", ", n.Delete, "")
		}
		p.out.WriteByte('|')
	case *Lambda:
		p.lambda(n)
	case *Placeholder:
		p.out.WriteByte('?')
	}
}

// left writes the left operand of an operator: one that does not end with an operand that would take in the operator.
func (p *printer) left(n Node, operator int) {
	least, yes := open(n)
	if yes && least < operator {
		p.parenthesized(n)
		return
	}
	p.print(n, 0)
}

// beforeColon writes an expression that a colon follows, which must not become that of a condition without an alternative.
func (p *printer) beforeColon(n Node) {
	if dangling(n) {
		p.parenthesized(n)
		return
	}
	p.print(n, 0)
}

// dangling reports whether a node ends with a condition without an alternative.
func dangling(n Node) bool {
	switch n := n.(type) {
	case *Conditional:
		return n.Else == nil || dangling(n.Else)
	case *Binary:
		return (n.Op == "??" || n.Op == "?:") && dangling(n.Right)
	case *Bind:
		return dangling(n.Value)
	}
	return false
}

func (p *printer) parenthesized(n Node) { p.enclosed("(", n, ")") }

// enclosed writes a whole expression between two texts.
func (p *printer) enclosed(before string, n Node, after string) {
	p.out.WriteString(before)
	p.print(n, 0)
	p.out.WriteString(after)
}

func (p *printer) binary(n *Binary) {
	if n.Op == ".." {
		p.print(n.Left, 0)
		p.enclosed("..", n.Right, "")
		return
	}
	binds := bindingPowers[n.Op]
	p.left(n.Left, binds)
	p.out.WriteString(" " + n.Op + " ")
	if n.Op == "??" || n.Op == "?:" {
		binds = 0
	}
	p.print(n.Right, binds)
}

func (p *printer) terms(terms []SortTerm) {
	p.out.WriteString("^(")
	for i, t := range terms {
		if i > 0 {
			p.out.WriteString(", ")
		}
		if t.Descending {
			p.out.WriteByte('>')
		}
		p.print(t.Key, 0)
	}
	p.out.WriteByte(')')
}

func (p *printer) pairs(pairs []Pair) {
	p.out.WriteByte('{')
	for i, pair := range pairs {
		if i > 0 {
			p.out.WriteString(", ")
		}
		p.beforeColon(pair.Key)
		p.enclosed(": ", pair.Value, "")
	}
	p.out.WriteByte('}')
}

func (p *printer) list(before string, nodes []Node, between, after string) {
	p.out.WriteString(before)
	for i, n := range nodes {
		if i > 0 {
			p.out.WriteString(between)
		}
		p.print(n, -1)
	}
	p.out.WriteString(after)
}

func (p *printer) lambda(n *Lambda) {
	p.out.WriteString("function(")
	for i, v := range n.Params {
		if i > 0 {
			p.out.WriteString(", ")
		}
		p.out.WriteString("$" + v.Name)
	}
	p.out.WriteString(")" + n.Signature)
	p.enclosed("{", n.Body, "}")
}

// number writes a number. A negative one, which only a converter makes, is written as the negative of a number.
func (p *printer) number(v any) {
	p.out.WriteString(formatNumber(v))
}

func word(n Node) string {
	b, ok := n.(*Boolean)
	switch {
	case !ok:
		return "null"
	case b.Value:
		return "true"
	}
	return "false"
}

// name writes a name: between backquotes if it would be read as something else.
func name(s string) string {
	switch s {
	case "", "true", "false", "null", "and", "or", "in", "function", "λ":
		return "`" + s + "`"
	}
	if strings.ContainsAny(s, blanks+operators) || strings.IndexByte("$\"'`0123456789", s[0]) >= 0 {
		return "`" + s + "`"
	}
	return s
}
