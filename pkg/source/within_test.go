package source

import "testing"

// TestWithin moves a text that is written inside another one, behind a prefix, and checks the places of its values.
func TestWithin(t *testing.T) {
	t.Parallel()
	const prefix, text = "text = ", `{"a": "x\ny", "b": [1]}`
	outer := &File{Name: "outer.txt", Text: []byte(prefix + text), Format: PlainText}
	f := &File{Name: "outer.txt#part", Text: []byte(text), Format: JSON}
	if problems := Parse(f); len(problems) > 0 {
		t.Fatal(problems)
	}
	moved := f.Within(outer, func(s Span) Span { return Span{s.Start + len(prefix), s.End + len(prefix)} })
	a := moved.Root.Member("a")
	if got := string(outer.Text[a.KeySpan.Start:a.KeySpan.End]); got != `"a"` {
		t.Errorf("the key is at %s", got)
	}
	if got := moved.Content(a.Value).At(2, 3); string(outer.Text[got.Start:got.End]) != "y" {
		t.Errorf("the character after the escape is at %v", got)
	}
	if at := moved.Position(moved.Root.Get("b").Items[0].Span.Start); at != (Position{1, 28}) {
		t.Errorf("the item is at %v", at)
	}
	if moved.Path() != "outer.txt" || moved.Name != "outer.txt#part" || moved.WithoutTree().Path() != "outer.txt" || outer.Path() != "outer.txt" {
		t.Errorf("the path is %q", moved.Path())
	}
	if part := outer.Part("outer.txt#b", moved.Root.Get("b"), nil); part.Path() != "outer.txt" || part.Pointer(Span{}) != "" {
		t.Errorf("the part has the path %q", part.Path())
	}
}
