package source

import (
	"strings"
	"testing"
)

// TestContent asks for the place of a part of a string: the first "HERE" in its content.
func TestContent(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		format Format
		text   string
		want   string
	}{
		{"json, as it is", JSON, "\n  \"aéHERE\"", "2:6-10"},
		{"json, behind escapes", JSON, `"\n\u00e9\ud83d\ude00HERE\""`, "1:22-26"},
		{"json, in an escape", JSON, `"a\u0048ERE"`, "1:3-12"},
		{"json, single quotes", JSON, `'\tHERE'`, "1:4-8"},
		{"json, typographic quotes", JSON, `“\tHERE”`, "1:4-8"},
		{"json, not closed", JSON, `["\tHERE`, "1:5-9"},
		{"json, bytes that are not UTF-8", JSON, "\"\xe9\\tHERE\"", "1:5-9"},
		{"yaml, plain", YAML, "a: b HERE\n", "1:6-10"},
		{"yaml, plain over lines", YAML, "a: b\n  é HERE c\n\n  d\n", "2:5-9"},
		{"yaml, plain, the whole", YAML, "a: HERE\n", "1:4-8"},
		{"yaml, single quotes", YAML, "a: 'it''s HERE'\n", "1:11-15"},
		{"yaml, single quotes over lines", YAML, "a: 'b\n\n\n  HERE '\n", "4:3-7"},
		{"yaml, double quotes", YAML, `a: "\x41\u00e9\U0001F600\n HERE"`, "1:28-32"},
		{"yaml, double quotes over lines", YAML, "a: \"b \\\n   \\  c\n   HERE\"\n", "3:4-8"},
		{"yaml, double quotes as they are", YAML, "a: \"b HERE\"\n", "1:7-11"},
		{"yaml, literal", YAML, "a: |\n    b\n     c\n\n    HERE\n", "5:5-9"},
		{"yaml, literal with indentation", YAML, "a:\n  b: |1-\n      x\n   HERE\nc: d\n", "4:4-8"},
		{"yaml, folded", YAML, "a: >\n  b\n  c\n\n  d\n   more\n  HERE\n", "7:3-7"},
		{"yaml, folded, CRLF", YAML, "a: >\r\n  b\r\n  HERE c\r\n", "3:3-7"},
		{"yaml, tagged", YAML, "a: &x !!str\n  HERE\n", "2:3-7"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f, _ := parse(tt.format, tt.text)
			n := f.Root
			for n.Kind != String {
				if n.Kind == Array {
					n = n.Items[0]
				} else {
					n = n.Members[0].Value
				}
			}
			c := f.Content(n)
			at := strings.Index(c.String, "HERE")
			if c.String != n.Text || at < 0 {
				t.Fatalf("content %q of %q", c.String, n.Text)
			}
			if got := place(f, c.At(at, at+len("HERE"))); got != tt.want {
				t.Errorf("%q is at %s, want %s", "HERE", got, tt.want)
			}
			if end := c.At(len(c.String), len(c.String)); end.End > n.Span.End {
				t.Errorf("the end of the content is at %v, behind the node at %v", end, n.Span)
			}
		})
	}
}

func TestContentOfMadeNodes(t *testing.T) {
	t.Parallel()
	f, _ := parse(JSON, `{"a": "b"}`)
	tests := []struct {
		name string
		node Node
		want Span
	}{
		{"another text", Node{Kind: String, Text: "other", Span: Span{6, 9}}, Span{6, 9}},
		{"no place", Node{Kind: String, Text: "other"}, Span{}},
		{"a place beyond the text", Node{Kind: String, Text: "other", Span: Span{90, 99}}, Span{}},
	}
	for _, tt := range tests {
		c := f.Content(&tt.node)
		if got := c.At(0, len(c.String)); c.String != tt.node.Text || got != tt.want {
			t.Errorf("%s: %q at %v, want %v", tt.name, c.String, got, tt.want)
		}
	}
}

func TestPlain(t *testing.T) {
	t.Parallel()
	text := Plain("abc", 10)
	for _, tt := range []struct {
		from, to int
		want     Span
	}{{0, 3, Span{10, 13}}, {1, 2, Span{11, 12}}, {-1, 9, Span{10, 13}}, {2, 1, Span{12, 12}}} {
		if got := text.At(tt.from, tt.to); got != tt.want {
			t.Errorf("At(%d, %d) = %v, want %v", tt.from, tt.to, got, tt.want)
		}
	}
}
