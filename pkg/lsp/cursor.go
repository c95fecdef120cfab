package lsp

import (
	"regexp"
	"strings"
	"sync"

	"github.com/flowglot/flowglot/pkg/source"
)

// marker stands for what is being typed, in the text that is read to find out where that is.
const marker = "flowglot-cursor"

// A cursor is where something is being typed in a definition in JSON or YAML.
type cursor struct {
	key   bool        // a key is typed, not a value
	token source.Span // what has been typed of it, with its quotes
	colon bool        // the key is followed by a colon
	path  []*source.Node
	keys  []string // the steps from the root to the object or array: path[i+1] is the member keys[i] of path[i], or an item
}

// cursorAt finds out where an offset of a text is. It returns nil where nothing can be completed.
func cursorAt(name string, text []byte, offset int, yaml bool) *cursor {
	var c *cursor
	var patched string
	if yaml {
		c, patched = cursorInYAML(string(text), offset)
	} else {
		c, patched = cursorInJSON(string(text), offset)
	}
	if c == nil {
		return nil
	}
	f := source.NewFile(name, []byte(patched))
	source.Parse(f)
	if f.Root == nil || !c.find(f.Root, c.token.Start) {
		return nil
	}
	return c
}

// find looks for the marker in a tree, and notes the path to the object or array that has it.
func (c *cursor) find(n *source.Node, at int) bool {
	c.path = append(c.path, n)
	for i := range n.Members {
		m := &n.Members[i]
		if m.Merged() {
			break
		}
		if m.Key == marker {
			return true
		}
		if m.Value.Kind == source.String && m.Value.Text == marker {
			c.keys = append(c.keys, m.Key)
			return true
		}
		if m.Value.Span.Start <= at && at <= m.Value.Span.End {
			c.keys = append(c.keys, m.Key)
			if c.find(m.Value, at) {
				return true
			}
			c.keys = c.keys[:len(c.keys)-1]
		}
	}
	for _, x := range n.Items {
		if x.Kind == source.String && x.Text == marker {
			c.keys = append(c.keys, "")
			return true
		}
		if x.Span.Start <= at && at <= x.Span.End {
			c.keys = append(c.keys, "")
			if c.find(x, at) {
				return true
			}
			c.keys = c.keys[:len(c.keys)-1]
		}
	}
	c.path = c.path[:len(c.path)-1]
	return false
}

// cursorInJSON returns the cursor at an offset, and the text with the marker in the place of the token.
func cursorInJSON(text string, offset int) (*cursor, string) {
	line := strings.LastIndexByte(text[:offset], '\n') + 1
	c := &cursor{token: source.Span{Start: offset, End: offset}}
	if open := openQuote(text[line:offset]); open >= 0 {
		c.token.Start = line + open
		rest := text[offset:]
		if end := strings.IndexAny(rest, "\"\n"); end >= 0 && rest[end] == '"' {
			c.token.End = offset + end + 1
		}
	} else {
		for c.token.Start > line && isWord(text[c.token.Start-1]) {
			c.token.Start--
		}
	}
	container, last := byte(0), byte(0)
	var open []byte
	for i := 0; i < c.token.Start; i++ {
		switch b := text[i]; b {
		case '"':
			for i++; i < c.token.Start && text[i] != '"' && text[i] != '\n'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			last = '"'
		case '{', '[':
			open, last = append(open, b), b
		case '}', ']':
			open, last = open[:max(0, len(open)-1)], b
		case ' ', '\t', '\r', '\n':
		default:
			last = b
		}
	}
	if len(open) > 0 {
		container = open[len(open)-1]
	}
	after := strings.TrimLeft(text[c.token.End:], " \t\r\n")
	c.colon = strings.HasPrefix(after, ":")
	c.key = container == '{' && last != ':'
	patch := `"` + marker + `"`
	if c.key && !c.colon {
		patch += ": null"
	}
	if strings.HasPrefix(after, `"`) && !c.colon {
		patch += ","
	}
	return c, text[:c.token.Start] + patch + text[c.token.End:]
}

// openQuote returns the offset of the quote that is open at the end of a part of a line, or -1.
func openQuote(part string) int {
	open := -1
	for i := 0; i < len(part); i++ {
		switch {
		case part[i] == '\\' && open >= 0:
			i++
		case part[i] == '"' && open >= 0:
			open = -1
		case part[i] == '"':
			open = i
		}
	}
	return open
}

func isWord(c byte) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// What is before the cursor on a line of YAML where a key or a value is being typed.
var (
	keyInYAML   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^ *(?:- +)*("?[A-Za-z0-9_$.-]*)$`) })
	valueInYAML = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^ *(?:- +)*(?:"[^"]*"|'[^']*'|[^:#"'\[{]+):[ ]+("?[^"#]*)$`)
	})
)

// cursorInYAML returns the cursor at an offset, and the text with the marker in the place of the token.
func cursorInYAML(text string, offset int) (*cursor, string) {
	line := strings.LastIndexByte(text[:offset], '\n') + 1
	before := text[line:offset]
	end := offset + strings.IndexByte(text[offset:]+"\n", '\n')
	if m := keyInYAML().FindStringSubmatchIndex(before); m != nil {
		c := &cursor{key: true, token: source.Span{Start: line + m[2], End: offset}}
		for c.token.End < end && (isWord(text[c.token.End]) || text[c.token.End] == '"') {
			c.token.End++
		}
		c.colon = strings.HasPrefix(text[c.token.End:], ":")
		patch := marker
		if !c.colon {
			patch += ": null"
		}
		return c, text[:c.token.Start] + patch + text[c.token.End:]
	}
	if m := valueInYAML().FindStringSubmatchIndex(before); m != nil {
		c := &cursor{token: source.Span{Start: line + m[2], End: offset}}
		rest := strings.TrimRight(text[offset:end], " \t\r")
		if comment := strings.Index(rest, " #"); comment >= 0 {
			rest = rest[:comment]
		}
		c.token.End += len(rest)
		return c, text[:c.token.Start] + marker + text[c.token.End:]
	}
	return nil, ""
}
