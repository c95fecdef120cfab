package source

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// parse reads a text and renders its problems: where, which rule, what, the help and the other place.
func parse(format Format, text string) (*File, []string) {
	f := &File{Name: "test", Text: []byte(text), Format: format}
	var out []string
	for _, p := range Parse(f) {
		s := place(f, p.Span) + " " + strings.TrimPrefix(p.Rule, "source/") + ": " + p.Message
		if p.Help != "" {
			s += " (" + p.Help + ")"
		}
		if !p.Other.IsZero() {
			s += " [" + place(f, p.Other) + " " + p.OtherMessage + "]"
		}
		out = append(out, s)
	}
	return f, out
}

// place renders a span as line:column-column, or line:column-line:column.
func place(f *File, s Span) string {
	from, to := f.Position(s.Start), f.Position(s.End)
	if from.Line == to.Line {
		return fmt.Sprintf("%d:%d-%d", from.Line, from.Column, to.Column)
	}
	return fmt.Sprintf("%d:%d-%d:%d", from.Line, from.Column, to.Line, to.Column)
}

// outline renders a tree, a line for each value: its pointer, the place of its key, its place, and its text or kind.
func outline(f *File) []string {
	var out []string
	var walk func(n *Node, pointer, key string)
	walk = func(n *Node, pointer, key string) {
		what := n.Kind.String()
		if n.Kind == String || n.Kind == Number {
			what = fmt.Sprintf("%s %q", strings.TrimPrefix(what, "a "), n.Text)
		}
		out = append(out, fmt.Sprintf("%s %s%s %s", pointer, key, place(f, n.Span), what))
		for i, item := range n.Items {
			walk(item, fmt.Sprintf("%s/%d", pointer, i), "")
		}
		for i := range n.Members {
			m := &n.Members[i]
			walk(m.Value, pointer+"/"+m.Key, "("+place(f, m.KeySpan)+") ")
		}
	}
	if f.Root != nil {
		walk(f.Root, "", "")
	}
	return out
}

// A problemCase is a text, the problems that it has, and the value that is read nevertheless, as compact JSON.
type problemCase struct {
	text  string
	want  []string
	value string
}

func testProblems(t *testing.T, format Format, cases []problemCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			t.Parallel()
			f, got := parse(format, c.text)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			brackets := strings.NewReplacer("[ ", "[", " ]", "]")
			if value := brackets.Replace(strings.Join(strings.Fields(string(Print(f.Root, JSON))), " ")); value != brackets.Replace(c.value) {
				t.Errorf("value %s, want %s", value, c.value)
			}
		})
	}
}
