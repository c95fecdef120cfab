package dialecttest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// Definitions are the texts, by name, of those in the folder of the dialect in testdata and of the fixed examples of
// the rules.
func Definitions(t testing.TB, d dialects.Dialect) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, suffix := range d.Suffixes() {
		paths, err := filepath.Glob("../../../testdata/" + d.Name() + "/*" + suffix)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range paths {
			text, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			out[filepath.Base(p)] = text
		}
	}
	if len(out) == 0 {
		t.Fatalf("testdata has no definition of %s", d.Name())
	}
	for _, r := range d.Rules() {
		out[strings.ReplaceAll(r.ID, "/", "-")+"-"+r.Fixed.Name] = []byte(r.Fixed.Text)
	}
	return out
}

// Bare is a text as a tree, without its comments.
func Bare(t testing.TB, name string, text []byte) *source.Node {
	t.Helper()
	f := source.NewFile(name, text)
	if p := source.Parse(f); len(p) > 0 {
		t.Fatalf("%s in\n%s", p[0].Message, text)
	}
	return f.Root
}

// Spread is a text of JSON without the layout that its author chose, for comparisons of what the model holds: that has no
// layout. Another text stays as it is.
func Spread(text []byte) []byte {
	f := &source.File{Text: text, Format: source.JSON}
	if len(source.Parse(f)) > 0 || f.Root == nil {
		return text
	}
	var spread func(n *source.Node)
	spread = func(n *source.Node) {
		n.Style = source.PlainStyle
		for i := range n.Members {
			spread(n.Members[i].Value)
		}
		for _, item := range n.Items {
			spread(item)
		}
	}
	spread(f.Root)
	return source.Print(f.Root, source.JSON)
}
