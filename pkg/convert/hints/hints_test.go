package hints_test

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/hints"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

func parse(t testing.TB, text string) *source.Node {
	t.Helper()
	f := source.NewFile("x.json", []byte(text))
	if problems := source.Parse(f); len(problems) > 0 {
		t.Fatalf("%s: %s", text, problems[0].Message)
	}
	return f.Root
}

// outline is that of definitions whose elements are the members of "States".
var outline = hints.Outline{Elements: "States", Texts: []string{"Comment"}}

// TestStructure takes what a converter made back to what was written, as long as the converter makes the same.
func TestStructure(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct{ made, written string }{
		"an element that was added": {`{"States": {"a": {"Next": "b"}, "made": {}, "b": {}}}`, `{"States": {"a": {"Next": "b"}, "b": {}}}`},
		"an element that is lost":   {`{"States": {"a": {}}}`, `{"States": {"a": {"Next": "b"}, "b": {"End": true}}}`},
		"another order":             {`{"States": {"a": {"Next": "b"}, "b": {}}}`, `{"States": {"b": {}, "a": {"Next": "b"}}}`},
		"a field of the whole":      {`{"Start": "a", "States": {"a": {}}}`, `{"Start": "b", "States": {"a": {}}}`},
		"a field that goes":         {`{"States": {"a": {"End": true, "Wait": 1}}}`, `{"States": {"a": {"End": true}}}`},
	} {
		made, written := parse(t, x.made), parse(t, x.written)
		entry := dialects.NewObject()
		outline.Structure(entry, made, written)
		if !outline.MadeFor(entry, made) {
			t.Errorf("%s: the entry is not for what it was made for: %s", name, hints.Text(entry))
			continue
		}
		got, _ := outline.Restructured(entry, made)
		if hints.Text(got) != hints.Text(written) {
			t.Errorf("%s: got\n%s, want\n%s", name, hints.Text(got), hints.Text(written))
		}
		if other := parse(t, `{"States": {"other": {}}}`); outline.MadeFor(entry, other) {
			t.Errorf("%s: the entry counts for another definition", name)
		}
	}
}

// TestFields restores the fields of a definition where the converter still makes what it made.
func TestFields(t *testing.T) {
	t.Parallel()
	made := parse(t, `{"States": {"a": {"Wait": 1}, "b": {}}}`)
	written := parse(t, `{"Version": "1", "States": {"a": {"Wait": 2}, "b": {"Comment": "c"}}}`)
	entry := outline.Fields(made, written, func(string, source.Member) bool { return true })
	if got, want := hints.Text(outline.Apply(entry, made)), `{"States": {"a": {"Wait": 2}, "b": {"Comment": "c"}}, "Version": "1"}`; got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
	changed := parse(t, `{"States": {"a": {"Wait": 7}, "b": {}}}`)
	if got, want := hints.Text(outline.Apply(entry, changed)), `{"States": {"a": {"Wait": 7}, "b": {"Comment": "c"}}, "Version": "1"}`; got != want {
		t.Errorf("what somebody changed since: got\n%s, want\n%s", got, want)
	}
}

// FuzzLines takes texts to others and applies what was kept: to what it was kept for, and to anything else.
func FuzzLines(f *testing.F) {
	f.Add("a\nb\nc\n", "a\nx\nc\n", "a\n")
	f.Add("", "a", "b")
	f.Add("a\na\n", "a\n", "a\na\na\n")
	f.Add("a\r\nb", "a\nb", "\xff")
	f.Fuzz(func(t *testing.T, made, written, other string) {
		entry := hints.Lines([]byte(made), []byte(written))
		if got := hints.ApplyLines(entry, []byte(made)); string(got) != written {
			t.Errorf("%q became %q, want %q", made, got, written)
		}
		if got := hints.ApplyLines(entry, []byte(other)); other != made && string(got) != other {
			t.Errorf("%q, which the entry is not for, became %q", other, got)
		}
	})
}
