package step

import "strings"

// A rewriting is an expression in the words of the expression language. It has as many bytes as the one of the dialect,
// and each word stays where it was, so that every offset means the same in both.
type rewriting struct {
	text string
	// memberships has the offsets of contains(collection, element), which the language spells with another operator.
	memberships map[int]bool
}

// callable stands for contains where it is a function: the language has it as an operator, which cannot be called.
const callable = "elements"

// rewrite puts an expression into the words of the expression language: "#name" and "${…}" are what is in them, and
// contains(a, b) is a call. What is inside of strings is not touched (step: "Variable references").
func rewrite(text string, tokens []token) (rewriting, *mistake) {
	w := rewriting{text: text}
	var out []byte // a copy, once there is something to replace
	put := func(at int, s string) {
		if out == nil {
			out = []byte(text)
		}
		copy(out[at:], s)
	}
	for i, t := range tokens {
		switch word := text[t.from:t.to]; {
		case t.kind == dollarToken:
			if i > 0 && endsOperand(text, tokens[i-1]) {
				return w, &mistake{t.from, t.to, "an operator is missing before \"${\"", "", ""}
			}
			put(t.from, " (")
			put(tokens[t.closes].from, ")")
		case word == "#" && i+1 < len(tokens) && tokens[i+1].kind == nameToken && tokens[i+1].from == t.to:
			if i > 0 && endsOperand(text, tokens[i-1]) {
				return w, &mistake{t.from, tokens[i+1].to, "an operator is missing before \"#\"", "", ""}
			}
			put(t.from, " ")
		case word == "contains" && t.kind == nameToken && i+1 < len(tokens) && text[tokens[i+1].from] == '(' &&
			(i == 0 || !endsOperand(text, tokens[i-1]) && !isMember(text, tokens[i-1])):
			put(t.from, callable)
			if w.memberships == nil {
				w.memberships = map[int]bool{}
			}
			w.memberships[t.from] = true
		}
	}
	if out != nil {
		w.text = string(out)
	}
	return w, nil
}

// endsOperand reports whether what comes after a token has to be an operator.
func endsOperand(text string, t token) bool {
	switch t.kind {
	case numberToken, stringToken, closeToken:
		return true
	case nameToken:
		return !isOperatorName(text[t.from:t.to])
	}
	return false
}

// isMember reports whether a token makes the name after it that of a member.
func isMember(text string, t token) bool {
	word := text[t.from:t.to]
	return word == "." || word == "?."
}

// isOperatorName reports whether the language has a word as an operator.
func isOperatorName(word string) bool {
	switch word {
	case "not", "in", "or", "and", "matches", "contains", "startsWith", "endsWith", "let", "if", "else":
		return true
	}
	return false
}

// An enclosure describes how a value that may be an expression is written.
type enclosure uint8

const (
	noEnclosure    enclosure = iota // not at all, or not as a whole: a literal
	oneEnclosure                    // "${…}" is the whole of it
	someEnclosures                  // it begins with one and ends with another: "${a}${b}"
)

// enclosed reports whether a value is an expression. Only one that is "${…}" as a whole is (step: "TRANSFORMATION").
func enclosed(text string) enclosure {
	if !strings.HasPrefix(text, "${") || !strings.HasSuffix(text, "}") {
		return noEnclosure
	}
	depth := 0
	s := scanner{text: text}
	for s.skipBlanks() {
		if s.token() != nil {
			return oneEnclosure // what is wrong with it is reported when it is read
		}
		switch s.tokens[len(s.tokens)-1].kind {
		case openToken, dollarToken:
			depth++
		case closeToken:
			depth--
		}
		if depth == 0 && s.at < len(text) {
			return someEnclosures
		}
	}
	return oneEnclosure
}
