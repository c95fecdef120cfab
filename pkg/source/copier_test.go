package source

import "testing"

func TestCopier(t *testing.T) {
	t.Parallel()
	text := "# first\na: &x\n  - 1 # one\n  - [two, 'three']\nb: *x\nc:\n  <<: {d: 1}\n  e: |\n    text\n"
	f, found := parse(YAML, text)
	if len(found) > 0 {
		t.Fatal(found)
	}
	before := string(Print(f.Root, YAML))
	out := NewCopier(1).Copy(f.Root)
	f.Root.Get("a").Items[0].Text = "9"
	if got := string(Print(out, YAML)); got != before {
		t.Errorf("the copy prints as\n%s\nand the original as\n%s", got, before)
	}
	if a, b := out.Get("a"), out.Get("b"); a != b || a == f.Root.Get("a") {
		t.Error("the alias of the copy is not the node of its anchor")
	}
	if (&Copier{}).Copy(nil) != nil {
		t.Error("there is a copy of nothing")
	}
}
