package svg

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/graph"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// FuzzEscape draws a workflow with hostile names: the picture stays well-formed, and nothing in it is an element or an attribute
// that the printer did not write.
func FuzzEscape(f *testing.F) {
	for _, name := range []string{"a", `<script>alert(1)</script>`, `"><script>`, "]]>", "&lt;", "\x00\x1b\xff", "'onload='x", "\u2028\ufffe", "</svg>", "状态 🚀"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		var none source.Span
		w := &workflow.Workflow{ID: name}
		root := w.AddRegion(nil, none)
		n := w.AddNode(root, w.AddElement(name, name, none, none), workflow.Task, workflow.Primary)
		n.Call = &workflow.Call{Task: name}
		root.Start = n
		w.Connect(n, n, workflow.OnError, none).On = workflow.Matcher{{Name: name, Text: name}}
		text := Print(graph.Of(w, graph.Options{}), Options{Link: func(*graph.Node) string { return name }})
		d := xml.NewDecoder(strings.NewReader(string(text)))
		for {
			token, err := d.Token()
			if token == nil && err != nil && err.Error() == "EOF" {
				break
			}
			if err != nil {
				t.Fatalf("%q: %v", name, err)
			}
			start, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			if !strings.Contains(" svg title desc style rect g text path circle a polygon ", " "+start.Name.Local+" ") {
				t.Errorf("%q: an element %s", name, start.Name.Local)
			}
			for _, a := range start.Attr {
				if strings.HasPrefix(a.Name.Local, "on") {
					t.Errorf("%q: an attribute %s", name, a.Name.Local)
				}
				if scheme, _, found := strings.Cut(a.Value, ":"); a.Name.Local == "href" && found && !strings.ContainsAny(scheme, "/?#") &&
					!strings.EqualFold(strings.TrimSpace(scheme), "http") && !strings.EqualFold(strings.TrimSpace(scheme), "https") {
					t.Errorf("%q: a link to %q", name, a.Value)
				}
			}
		}
	})
}

func TestWidth(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text string
		want float64
	}{{"", 0}, {"iii", 8}, {"mmm", 30}, {"状态", 24}, {"e\u0301", 7}} {
		if got := width(test.text, 0); got != test.want {
			t.Errorf("%q is %v wide, not %v", test.text, got, test.want)
		}
	}
}
