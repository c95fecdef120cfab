package source

import (
	"errors"
	"strings"

	"go.yaml.in/yaml/v4"
)

// A wording describes a mistake, which the library names, in our own words.
type wording struct {
	message string // "%" stands for what was found
	help    string
	context bool   // the place at fault is where the construct begins, not where the library noticed
	begins  string // what begins at the other place, if that helps
	line    bool   // it is about what begins a line; after something, that is what should have ended
}

const unclosedQuote = "the text in quotes is not closed"

// wordings returns the words for the messages of the library that people meet.
func wordings(message string) (wording, bool) {
	switch message {
	case "did not find expected ',' or ']'":
		return wording{message: "expected ',' or ']' in the list, found %", begins: "the list begins here"}, true
	case "did not find expected ',' or '}'":
		return wording{message: "expected ',' or '}' in the mapping, found %", begins: "the mapping begins here"}, true
	case "did not find expected '-' indicator":
		return wording{message: "expected '-' of the next item, found %", help: "indent the items of a list alike",
			begins: "the list begins here", line: true}, true
	case "did not find expected key":
		return wording{message: "expected a key, found %", help: "indent the keys of a mapping alike",
			begins: "the mapping begins here", line: true}, true
	case "did not find expected node content":
		return wording{message: "expected a value, found %"}, true
	case "did not find expected <document start>":
		return wording{message: "expected the end of the text, found %"}, true
	case "could not find expected ':'":
		return wording{message: "expected ':' after the key %", context: true}, true
	case "mapping values are not allowed in this context":
		return wording{message: "unexpected ':'", help: "put a text that contains ': ' in quotes"}, true
	case "mapping keys are not allowed in this context":
		return wording{message: "a key cannot begin here"}, true
	case "block sequence entries are not allowed in this context":
		return wording{message: "an item of a list cannot begin here", help: "begin the list on a line of its own"}, true
	case "found character that cannot start any token":
		return wording{message: "a value cannot begin with %", help: "put it in quotes"}, true
	case "found a tab character that violates indentation",
		"found a tab character where an indentation space is expected":
		return wording{message: "tabs cannot indent YAML", help: "indent with spaces"}, true
	case "found unexpected end of stream", "found unexpected document indicator":
		return wording{message: unclosedQuote, help: "add the closing quote", context: true}, true
	case "found unknown escape character":
		return wording{message: "there is no such escape sequence in YAML",
			help: `write \\ for a backslash, or use single quotes`}, true
	case "did not find expected hexadecimal number", "found invalid Unicode character escape code":
		return wording{message: "the escape sequence names no character"}, true
	case "found incompatible YAML document":
		return wording{message: "the version of YAML is neither 1.1 nor 1.2"}, true
	case "found undefined tag handle":
		return wording{message: "the tag is not defined"}, true
	}
	return wording{}, false
}

// mistake reports an error of the library, and returns the offset at which the library noticed it.
func (r *yamlReader) mistake(err error) int {
	var load *yaml.LoadError
	if !errors.As(err, &load) {
		at := r.file.bom()
		r.found.add(Problem{Rule: ruleSyntax, Span: Span{at, at}, Message: errUnreadable.Error()})
		return 0
	}
	at := r.marks.offset(load.Mark.Line, load.Mark.Column)
	if load.Message == errTooDeep.Error() {
		r.found.add(Problem{Rule: ruleDepth, Span: r.at(at), Message: load.Message})
		return at
	}
	if p := r.cause(load.Message, at); p != nil {
		r.found.add(*p)
		return min(at, p.Span.Start)
	}
	p := Problem{Rule: ruleSyntax}
	words := r.words(load.Message, at)
	fault := at
	if load.ContextMark.Line > 0 {
		context := r.marks.offset(load.ContextMark.Line, load.ContextMark.Column)
		if words.context {
			fault = context
		} else if words.begins != "" {
			p.Other, p.OtherMessage = r.at(context), words.begins
		}
	}
	p.Message = strings.Replace(words.message, "%", describe(r.text, fault), 1)
	p.Help = words.help
	switch words.message {
	case "unexpected ':'":
		p.Edits = r.quotedValue(at)
	case unclosedQuote:
		p.Edits = r.closedQuote(fault)
	}
	p.Span = r.at(min(fault, len(strings.TrimRight(r.text, " \t\r\n"))))
	r.found.add(p)
	return at
}

// words returns our words for a message of the library about an offset.
func (r *yamlReader) words(message string, at int) wording {
	words, known := wordings(message)
	switch {
	case !known:
		message = strings.NewReplacer("did not find expected", "expected", "could not find expected", "expected", "%", "").
			Replace(message)
		return wording{message: message}
	case at < len(r.text) && r.text[at] == '\t':
		return wording{message: "tabs cannot indent YAML", help: "indent with spaces"}
	case words.line && r.textBefore(at):
		return wording{message: "expected the end of the line, found %", help: "put a text with such characters in quotes"}
	}
	return words
}

// textBefore reports whether something is before an offset on its line.
func (r *yamlReader) textBefore(at int) bool {
	for at--; at >= r.file.bom() && !isBreak(r.text, at); at-- {
		if !isBlank(r.text[at]) {
			return true
		}
	}
	return false
}

// at returns the range of the character or the word at an offset, for problems about it.
func (r *yamlReader) at(offset int) Span {
	end := wordEnd(r.text, offset)
	if end == offset && offset < len(r.text) && !isBreak(r.text, offset) {
		end += runeLen(r.text, offset)
	}
	return Span{offset, end}
}
