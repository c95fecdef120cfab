package source

import (
	"regexp"
	"strings"
	"sync"
)

// glued matches a line that was meant to be a key and a value: there is no blank after the colon.
var glued = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[ ]*(?:- +)*([A-Za-z_][A-Za-z0-9_-]*):[^ :/][^:]*$`)
})

// gluedColon reports the line above that of an offset, a colon, where the reader takes both for one text because the colon above has no
// blank after it.
func (r *yamlReader) gluedColon(at int) *Problem {
	start, _ := r.lineAround(at)
	if start == 0 {
		return nil
	}
	above, _ := r.lineAround(start - 1)
	line := strings.TrimRight(r.text[above:start], " \t\r\n")
	m := glued().FindStringSubmatchIndex(line)
	if m == nil || strings.ContainsAny(line, "\"'#{[") {
		return nil
	}
	colon := above + m[3]
	return &Problem{Rule: ruleSyntax, Span: Span{colon, colon + 1}, Message: "there is no space after the ':' of the key " + quote(line[m[2]:m[3]]),
		Help: "add a space", Edits: []Replacement{{Span: Span{colon + 1, colon + 1}, Text: " "}}}
}

// quotedValue puts the value of a line in quotes in which a second colon is, at an offset.
func (r *yamlReader) quotedValue(at int) []Replacement {
	start, first := r.lineAround(at)
	key, rest, ok := strings.Cut(r.text[first:lineEnd(r.text, start)], ": ")
	from := first + len(key) + len(": ")
	if !ok || from > at || strings.ContainsAny(key, "\"'{[#") || strings.Contains(rest, " #") || strings.ContainsAny(rest, "\"'\\{[&*!|>%@`") {
		return nil
	}
	from += len(rest) - len(strings.TrimLeft(rest, " "))
	end := first + len(key) + len(": ") + len(strings.TrimRight(rest, " \t"))
	return []Replacement{{Span: Span{from, end}, Text: `"` + r.text[from:end] + `"`}}
}

// closedQuote closes the quote at an offset at the end of its line.
func (r *yamlReader) closedQuote(at int) []Replacement {
	if at >= len(r.text) || r.text[at] != '"' && r.text[at] != '\'' {
		return nil
	}
	line := strings.TrimRight(r.text[at:lineEnd(r.text, at)], " \t")
	if strings.Contains(line, " #") || strings.HasSuffix(line, `\`) || strings.HasSuffix(line, ",") {
		return nil
	}
	end := at + len(line)
	return []Replacement{{Span: Span{end, end}, Text: line[:1]}}
}
