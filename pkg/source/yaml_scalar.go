package source

import (
	"math/big"
	"strings"

	"go.yaml.in/yaml/v4"
)

// scalar converts a scalar whose literal begins at an offset.
func (r *yamlReader) scalar(y *yaml.Node, start int) *Node {
	n := r.slab.node(String, Span{start, start})
	n.Style = style(y)
	n.Text = y.Value
	n.Span.End = r.scalarEnd(n)
	switch tag := y.ShortTag(); {
	case y.Style&yaml.TaggedStyle != 0:
		if tag == "!!int" || tag == "!!float" || tag == "!!bool" || tag == "!!null" {
			n.Kind, n.Text = resolve(y.Value)
			if n.Kind != String {
				n.Style = PlainStyle
			}
		}
	case n.Style == PlainStyle && tag != "!!merge" && y.Tag != "!":
		n.Kind, n.Text = resolve(y.Value)
	}
	switch {
	case r.cut && y.Value == "" && n.Kind == Null && strings.TrimSpace(r.text[min(start, len(r.text)):]) == "":
		n.Kind = Invalid // the value is in what was cut off
	case n.Kind == Number && tooLarge(n.Text):
		r.found.add(hugeNumber(n.Span, y.Value))
	case n.Kind == String && n.Style == PlainStyle && isInfinite(y.Value) && (y.Style&yaml.TaggedStyle == 0 || y.ShortTag() == "!!float"):
		n.spell().infinite = true
		r.found.add(Problem{Rule: ruleNumber, Span: n.Span, Message: "JSON has no number " + y.Value, Help: "write a number, or put it in quotes if it is a text"})
	}
	return n
}

// isInfinite reports whether a plain scalar is an infinity, or not a number (YAML 1.2: "Floating Point" of the core schema).
func isInfinite(s string) bool {
	switch strings.TrimLeft(s, "+-") {
	case ".inf", ".Inf", ".INF":
		return len(s) <= len("-.inf")
	case ".nan", ".NaN", ".NAN":
		return s[0] == '.'
	}
	return false
}

// foreignTag returns the tag of a node that is not of the core schema, or "".
func foreignTag(y *yaml.Node) string {
	if y.Style&yaml.TaggedStyle == 0 {
		return ""
	}
	switch y.Tag {
	case "!!str", "!!int", "!!float", "!!bool", "!!null", "!!map", "!!seq", "!!merge":
		return ""
	}
	return y.Tag
}

// scalarEnd returns where the literal of a scalar ends.
func (r *yamlReader) scalarEnd(n *Node) int {
	start := n.Span.Start
	if start >= len(r.text) {
		return len(r.text)
	}
	switch n.Style {
	case SingleQuoted, DoubleQuoted:
		if c := r.text[start]; c == '"' || c == '\'' {
			if end := closing(r.text, start); end >= 0 {
				return end + 1
			}
		}
		return breakAfter(r.text, start)
	case Literal, Folded:
		return findBlock(r.text, start, n.Text).end
	}
	a := aligner{text: r.text, content: n.Text, at: start}
	if a.plain() {
		return a.at
	}
	return breakAfter(r.text, start)
}

// resolve describes what a plain scalar is (YAML 1.2: "Tag Resolution" of the core schema), and its text: a number as JSON
// spells it. Infinities and what is not a number, for which JSON has no word, are strings.
func resolve(s string) (Kind, string) {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return Null, ""
	case "true", "True", "TRUE":
		return Bool, "true"
	case "false", "False", "FALSE":
		return Bool, "false"
	}
	if c := s[0]; c != '+' && c != '-' && c != '.' && (c < '0' || c > '9') {
		return String, s
	}
	if isNumber(s) {
		return Number, s
	}
	if number, ok := jsonNumber(s); ok {
		return Number, number
	}
	return String, s
}

// jsonNumber returns a number of YAML that JSON spells differently.
func jsonNumber(s string) (string, bool) {
	if strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0o") {
		return integer(s)
	}
	sign, digits := "", strings.TrimPrefix(s, "+")
	if strings.HasPrefix(s, "-") {
		sign, digits = "-", s[1:]
	}
	mantissa, exponent := digits, ""
	if i := strings.IndexAny(digits, "eE"); i >= 0 {
		mantissa, exponent = digits[:i], digits[i:]
	}
	whole, fraction, point := strings.Cut(mantissa, ".")
	if whole == "" && fraction == "" {
		return "", false
	}
	whole = strings.TrimLeft(whole, "0")
	if whole == "" {
		whole = "0"
	}
	if point && fraction == "" {
		fraction = "0"
	}
	if point {
		whole += "." + fraction
	}
	number := sign + whole + exponent
	return number, isNumber(number)
}

// integer returns a hexadecimal or octal number in decimal.
func integer(s string) (string, bool) {
	const longest = 256 // digits; converting takes more than linear time
	if len(s) > longest || len(s) < 3 || s[2] == '-' || s[2] == '+' || strings.Contains(s, "_") {
		return "", false
	}
	base := 16
	if s[1] == 'o' {
		base = 8
	}
	n, ok := new(big.Int).SetString(s[2:], base)
	if !ok {
		return "", false
	}
	return n.String(), true
}
