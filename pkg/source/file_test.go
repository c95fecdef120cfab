package source

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPosition(t *testing.T) {
	t.Parallel()
	f := &File{Text: []byte("\ufeffaé😀\tb\r\nc\rd\n\n\xffe")}
	tests := []struct {
		offset int
		want   Position
	}{
		{-1, Position{1, 1}}, {0, Position{1, 1}}, {1, Position{1, 1}}, {3, Position{1, 1}}, {4, Position{1, 2}},
		{6, Position{1, 3}}, {10, Position{1, 4}}, {11, Position{1, 5}}, {12, Position{1, 6}}, {13, Position{1, 7}},
		{14, Position{2, 1}}, {15, Position{2, 2}}, {16, Position{3, 1}}, {17, Position{3, 2}}, {18, Position{4, 1}},
		{19, Position{5, 1}}, {20, Position{5, 2}}, {21, Position{5, 3}}, {99, Position{5, 3}},
	}
	for _, tt := range tests {
		if got := f.Position(tt.offset); got != tt.want {
			t.Errorf("Position(%d) = %v, want %v", tt.offset, got, tt.want)
		}
	}
}

func TestOffset(t *testing.T) {
	t.Parallel()
	f := &File{Text: []byte("\ufeffaé\r\nb\rc\n")}
	tests := []struct {
		position Position
		want     int
	}{
		{Position{1, 1}, 3}, {Position{1, 2}, 4}, {Position{1, 3}, 6}, {Position{1, 99}, 8}, {Position{2, 1}, 8},
		{Position{3, 2}, 11}, {Position{4, 1}, 12}, {Position{9, 9}, 12}, {Position{0, 0}, 3}, {Position{}, 3},
	}
	for _, tt := range tests {
		if got := f.Offset(tt.position); got != tt.want {
			t.Errorf("Offset(%v) = %d, want %d", tt.position, got, tt.want)
		}
	}
}

func TestLine(t *testing.T) {
	t.Parallel()
	f := &File{Text: []byte("\ufeffaé\r\nb\r\r\nc\n")}
	for i, want := range []string{"", "aé", "b", "", "c", "", ""} {
		if got := f.Line(i); got != want {
			t.Errorf("Line(%d) = %q, want %q", i, got, want)
		}
	}
	if got := (&File{Text: []byte("\ufeff")}).Line(1); got != "" {
		t.Errorf("the line of a file with nothing but a byte order mark is %q", got)
	}
}

func TestFormatOf(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       Format
	}{
		{"a.json", "a: b", JSON}, {"a.YAML", "{}", YAML}, {"a.yml", "", YAML}, {"a.flow", "{}", PlainText},
		{"a", "\ufeff\r\n {", JSON}, {"a", "[", JSON}, {"a", "a: {}", YAML}, {"", "", YAML},
	}
	for _, tt := range tests {
		if got := FormatOf(tt.name, []byte(tt.text)); got != tt.want {
			t.Errorf("FormatOf(%q, %q) = %d, want %d", tt.name, tt.text, got, tt.want)
		}
	}
}

func TestMember(t *testing.T) {
	t.Parallel()
	f, _ := parse(JSON, `{"a": 1, "b": 2, "a": 3}`)
	m := f.Root.Member("a")
	if m == nil || m.Value.Text != "3" || place(f, m.Span()) != "1:18-24" {
		t.Errorf("Member gives %+v", m)
	}
	if f.Root.Get("c") != nil || (*Node)(nil).Get("a") != nil || f.Root.Get("b").Get("c") != nil {
		t.Error("Get gives what there is not")
	}
}

// TestPositionInLongLines compares the columns of a long line with a plain count of its characters.
func TestPositionInLongLines(t *testing.T) {
	t.Parallel()
	for name, part := range map[string]string{"ascii": "abcdefgh ", "wide": "aé€😀", "broken": "a\x80\x80\xe2\x82b\xff", "continued": "\x80"} {
		text := "first\n" + strings.Repeat(part, 3*5000/len(part)) + "\nlast"
		f := NewFile("x.json", []byte(text))
		for _, offset := range []int{0, 6, 7, 1023, 1030, 1031, 2048, 4000, 4099, 9999, 10_000, 12_345, len(text) - 6, len(text)} {
			line, column := 1, 1
			start := strings.LastIndex(text[:offset], "\n") + 1
			line += strings.Count(text[:offset], "\n")
			column += utf8.RuneCountInString(text[start:offset])
			if got := f.Position(offset); got != (Position{Line: line, Column: column}) {
				t.Errorf("%s: offset %d is at %v, want %d:%d", name, offset, got, line, column)
			}
		}
	}
}
