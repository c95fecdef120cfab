package step

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The limits of an expression. No author comes near them, and they bound what reading a hostile one costs.
const (
	maxExpression = 65_536 // bytes
	maxTokens     = 2_000
	maxBrackets   = 200 // within each other
)

// A tokenKind describes what sort of word of an expression a token is.
type tokenKind uint8

const (
	nameToken tokenKind = iota
	numberToken
	stringToken
	signToken // an operator, a comma, a semicolon
	openToken
	closeToken
	dollarToken // ${, which opens too
)

// A token is a word of an expression. The language has its own lexer after this one, which only finds where strings,
// names and brackets begin and end: what the dialect spells in ways of its own is replaced there.
type token struct {
	kind     tokenKind
	from, to int // bytes
	closes   int // of an opening token: the index of the one that closes it; 0 if none does
}

// A mistake is what is wrong with an expression, at a range of its bytes.
type mistake struct {
	from, to int
	message  string
	help     string
	fix      string // what to write in the place of the range; empty if that is not known
}

// Error returns the message.
func (m *mistake) Error() string { return m.message }

// scan finds the tokens of an expression.
func scan(text string) ([]token, *mistake) {
	if len(text) > maxExpression {
		return nil, &mistake{0, len(text), fmt.Sprintf("the expression has %d bytes, more than %d", len(text), maxExpression), "", ""}
	}
	s := scanner{text: text}
	for s.skipBlanks() {
		if m := s.token(); m != nil {
			return nil, m
		}
		if len(s.tokens) > maxTokens {
			return nil, &mistake{0, len(text), fmt.Sprintf("the expression has more than %d words", maxTokens), "", ""}
		}
	}
	if len(s.open) > 0 {
		t := s.tokens[s.open[len(s.open)-1]]
		return nil, &mistake{t.from, t.to, fmt.Sprintf("%q is not closed", text[t.from:t.to]), fmt.Sprintf("add '%c'", closing(text[t.to-1])), ""}
	}
	return s.tokens, nil
}

type scanner struct {
	text   string
	at     int
	tokens []token
	open   []int // the indexes of the tokens that are not closed yet
}

// skipBlanks moves to the next token, past blanks and comments, and reports whether there is one.
func (s *scanner) skipBlanks() bool {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case unicode.IsSpace(r):
			s.at += size
		case strings.HasPrefix(rest, "//"):
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			s.at += end
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				return true // the next token reports it
			}
			s.at += end + 4
		default:
			return true
		}
	}
	return false
}

// add adds the token that ends at an offset.
func (s *scanner) add(kind tokenKind, to int) {
	s.tokens = append(s.tokens, token{kind: kind, from: s.at, to: to})
	s.at = to
}

func (s *scanner) token() *mistake {
	rest := s.text[s.at:]
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case strings.HasPrefix(rest, "${"):
		return s.opens(dollarToken, 2)
	case r == '\'' || r == '"':
		return s.quoted(byte(r), 0)
	case (r == 'b' || r == 'B') && len(rest) > 1 && (rest[1] == '\'' || rest[1] == '"'):
		return s.quoted(rest[1], 1)
	case r == '`':
		return s.raw()
	case r >= '0' && r <= '9' || r == '.' && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9':
		s.add(numberToken, s.at+numberEnd(rest))
	case strings.ContainsRune("([{", r):
		return s.opens(openToken, 1)
	case strings.ContainsRune(")]}", r):
		return s.closes(byte(r))
	case isNamePart(r):
		s.add(nameToken, s.at+nameEnd(rest))
	case strings.HasPrefix(rest, "/*"):
		return &mistake{s.at, s.at + 2, "the comment is not closed", "add */ at its end", ""}
	case r == utf8.RuneError && size == 1:
		return &mistake{s.at, s.at + 1, "the expression is not UTF-8", "", ""}
	case strings.ContainsRune("?/#|:,;%+-^&!=*<>.", r):
		s.add(signToken, s.at+signLength(rest))
	default:
		return s.strange(r, size)
	}
	return nil
}

// strange reports a character that the language does not have.
func (s *scanner) strange(r rune, size int) *mistake {
	m := &mistake{from: s.at, to: s.at + size, message: fmt.Sprintf("unexpected character %q", r)}
	switch {
	case strings.ContainsRune("‘’“”„", r):
		m.help = "use straight quotes, ' or \""
	case r == '≥' || r == '≤' || r == '≠':
		m.help = "write >=, <= or !="
	}
	return m
}

func (s *scanner) opens(kind tokenKind, size int) *mistake {
	if len(s.open) >= maxBrackets {
		return &mistake{s.at, s.at + size, fmt.Sprintf("brackets are nested more than %d levels deep", maxBrackets), "", ""}
	}
	s.open = append(s.open, len(s.tokens))
	s.add(kind, s.at+size)
	return nil
}

func (s *scanner) closes(c byte) *mistake {
	if len(s.open) > 0 {
		i := s.open[len(s.open)-1]
		opening := s.text[s.tokens[i].to-1]
		if opening == '(' && c == ')' || opening == '[' && c == ']' || opening == '{' && c == '}' {
			s.open = s.open[:len(s.open)-1]
			s.tokens[i].closes = len(s.tokens)
			s.add(closeToken, s.at+1)
			return nil
		}
		return &mistake{s.at, s.at + 1, fmt.Sprintf("'%c' does not close '%c'", c, opening), fmt.Sprintf("add '%c' before it", closing(opening)), string(closing(opening)) + string(c)}
	}
	return &mistake{s.at, s.at + 1, fmt.Sprintf("'%c' has no opening bracket", c), "remove it", ""}
}

// closing is the bracket that closes another.
func closing(opening byte) byte {
	switch opening {
	case '(':
		return ')'
	case '[':
		return ']'
	}
	return '}'
}

// quoted reads a string in quotes, which may appear after a prefix.
func (s *scanner) quoted(quote byte, prefix int) *mistake {
	for i := s.at + prefix + 1; i < len(s.text); i++ {
		switch s.text[i] {
		case '\\':
			i++
		case quote:
			s.add(stringToken, i+1)
			return nil
		case '\n':
			return &mistake{s.at, i, "the text is not closed before the end of its line", "close it, or write \\n for a line break", ""}
		}
	}
	return &mistake{s.at, len(s.text), fmt.Sprintf("the text that starts with %c is not closed", quote), fmt.Sprintf("add %c at its end", quote), s.text[s.at:] + string(quote)}
}

// raw reads a string in back quotes, in which two of them stand for one.
func (s *scanner) raw() *mistake {
	for i := s.at + 1; i < len(s.text); i++ {
		if s.text[i] != '`' {
			continue
		}
		if i+1 < len(s.text) && s.text[i+1] == '`' {
			i++
			continue
		}
		s.add(stringToken, i+1)
		return nil
	}
	return &mistake{s.at, len(s.text), "the text that starts with ` is not closed", "add ` at its end", ""}
}

// numberEnd returns the length of a number. Two dots are the range operator and no part of it.
func numberEnd(s string) int {
	i := 0
	for i < len(s) {
		c := s[i]
		switch {
		case c == '.' && (i+1 == len(s) || s[i+1] < '0' || s[i+1] > '9'):
			if i+1 < len(s) && s[i+1] == '.' || i == 0 {
				return i
			}
			return i + 1
		case (c == '+' || c == '-') && i > 0 && (s[i-1] == 'e' || s[i-1] == 'E') && s[0] != '0':
		case c == '.' || c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		default:
			return i
		}
		i++
	}
	return i
}

// isNamePart reports whether a character may appear in a name. Names do not begin with a digit.
func isNamePart(r rune) bool {
	return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// nameEnd returns the length of a name, which a ${ ends.
func nameEnd(s string) int {
	for i, r := range s {
		if !isNamePart(r) || r == '$' && strings.HasPrefix(s[i:], "${") {
			return i
		}
	}
	return len(s)
}

// signLength returns the length of an operator.
func signLength(s string) int {
	for _, sign := range []string{"==", "!=", "<=", ">=", "&&", "||", "**", "??", "?.", "..", "::", "##"} {
		if strings.HasPrefix(s, sign) {
			return len(sign)
		}
	}
	return 1
}
