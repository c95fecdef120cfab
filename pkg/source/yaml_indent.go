package source

import (
	"fmt"
	"strings"
)

// The library notices an error of indentation, or a bracket that is not closed, where reading can no longer go on: often
// lines below the fault, and in words about something else. What follows looks for the line at fault.

// The messages of the library by which it notices them.
const (
	noValueHere = "mapping values are not allowed in this context"
	noKey       = "did not find expected key"
)

// cause returns the mistake that a message of the library about an offset comes from, or nil if it is the message itself.
func (r *yamlReader) cause(message string, at int) *Problem {
	switch {
	case strings.HasPrefix(message, "did not find expected ','"), message == noValueHere, message == "could not find expected ':'":
		if p := r.unclosedBracket(at); p != nil {
			return p
		}
	}
	switch {
	case message == noValueHere:
		if p := r.gluedColon(at); p != nil {
			return p
		}
		return r.deeperThanAbove(at)
	case message == noKey && !r.textBefore(at):
		return r.betweenIndents(at)
	}
	return nil
}

// lineAround returns the start of the line of an offset, and the offset of the first character on it that is not blank.
func (r *yamlReader) lineAround(at int) (start, first int) {
	start = min(at, len(r.text))
	for start > 0 && r.text[start-1] != '\n' && r.text[start-1] != '\r' {
		start--
	}
	for first = start; first < len(r.text) && r.text[first] == ' '; first++ {
	}
	return start, first
}

// unclosedBracket reports the bracket before an offset that was not closed, where the line of the offset is not indented
// deeper than that of the bracket: it does not belong to the list or mapping.
func (r *yamlReader) unclosedBracket(at int) *Problem {
	open := r.openBracket(at)
	if open < 0 {
		return nil
	}
	start, first := r.lineAround(open)
	hereStart, hereFirst := r.lineAround(at)
	if hereStart == start || hereFirst-hereStart > first-start {
		return nil
	}
	what, closing := "list", "]"
	if r.text[open] == '{' {
		what, closing = "mapping", "}"
	}
	end := len(strings.TrimRight(r.text[:hereStart], " \t\r\n"))
	if last, _ := r.lineAround(end); strings.Contains(r.text[last:end], " #") {
		return &Problem{Rule: ruleSyntax, Span: Span{open, open + 1}, Message: "the " + what + " is not closed", Help: "add '" + closing + "'"}
	}
	return &Problem{Rule: ruleSyntax, Span: Span{open, open + 1}, Message: "the " + what + " is not closed", Help: "add '" + closing + "'",
		Edits: []Replacement{{Span: Span{end, end}, Text: closing}}}
}

// openBracket returns the offset of the innermost bracket before an offset that is not closed, or -1. It looks at brackets
// where values begin, and passes over comments and texts in quotes.
func (r *yamlReader) openBracket(at int) int {
	var open []int
	begins := true // a value may begin here
	for i := r.file.bom(); i < at; i++ {
		switch c := r.text[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if c == '\n' && len(open) == 0 {
				begins = true
			}
			continue
		case c == '#' && (i == 0 || isBlank(r.text[i-1]) || isBreak(r.text, i-1)):
			for i+1 < at && !isBreak(r.text, i+1) {
				i++
			}
			continue
		case (c == '"' || c == '\'') && begins:
			end := closing(r.text, i)
			if end < 0 || end > at {
				return -1
			}
			i, begins = end, false
		case (c == '[' || c == '{') && (begins || len(open) > 0):
			open, begins = append(open, i), true
		case (c == ']' || c == '}') && len(open) > 0:
			open, begins = open[:len(open)-1], false
		case c == ',' && len(open) > 0, c == ':' || c == '-' || c == '?':
			begins = true
		default:
			begins = false
		}
	}
	if len(open) == 0 {
		return -1
	}
	return open[len(open)-1]
}

// deeperThanAbove reports a key that is indented deeper than the key above it, although that has a value. The offset is that of the
// key's colon.
func (r *yamlReader) deeperThanAbove(at int) *Problem {
	start, first := r.lineAround(at)
	key := r.text[first:min(at, len(r.text))]
	if key == "" || strings.Contains(key, ": ") || strings.ContainsAny(key[:1], `"'-[{#&*!|>%@`) {
		return nil
	}
	above := start
	for above > 0 {
		above--
		s, f := r.lineAround(above)
		line := strings.TrimRight(r.text[f:above+1], " \t\r\n")
		if line == "" || line[0] == '#' {
			above = s
			continue
		}
		column := f - s
		for strings.HasPrefix(line, "- ") { // the keys of an item begin after its sign
			rest := strings.TrimLeft(line[2:], " ")
			column += len(line) - len(rest)
			line = rest
		}
		name, value, ok := strings.Cut(line, ": ")
		if !ok || strings.TrimSpace(value) == "" || strings.ContainsAny(value[:1], `|>&!"'[{`) || column >= first-start || name == "" {
			return nil
		}
		number := r.file.Position(s).Line
		return &Problem{Rule: ruleSyntax, Span: Span{first, first + len(key)},
			Message: "the key " + quote(key) + " is indented deeper than the key above it, which has a value",
			Help:    fmt.Sprintf("indent it by %s, as line %d", columns(column), number),
			Edits:   []Replacement{{Span: Span{start, first}, Text: strings.Repeat(" ", column)}}}
	}
	return nil
}

// betweenIndents reports a line whose indentation is that of no line above that it could follow.
func (r *yamlReader) betweenIndents(at int) *Problem {
	start, first := r.lineAround(at)
	if first != at || first >= len(r.text) || r.text[first] == '\t' {
		return nil
	}
	here := first - start
	var remedies []string
	least := len(r.text)
	for above := start; above > 0; {
		s, f := r.lineAround(above - 1)
		above = s
		line := strings.TrimRight(r.text[f:max(f, min(len(r.text), f+2))], " \t\r\n")
		column := f - s
		if line == "" || line[0] == '#' || column >= least {
			continue
		}
		least = column
		if column == here {
			return nil
		}
		if column < here || len(remedies) == 0 || column > here {
			word := fmt.Sprintf("%s, as line %d", columns(column), r.file.Position(s).Line)
			if column > here {
				remedies = []string{word} // the nearest of those that are deeper
				continue
			}
			remedies = append(remedies, word)
			break
		}
	}
	if len(remedies) == 0 {
		return nil
	}
	return &Problem{Rule: ruleSyntax, Span: r.at(at), Message: "invalid indentation of " + columns(here),
		Help: "indent it by " + strings.Join(remedies, ", or by ")}
}

func columns(n int) string {
	if n == 1 {
		return "1 column"
	}
	return fmt.Sprintf("%d columns", n)
}
