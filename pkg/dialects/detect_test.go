package dialects

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/source"
)

// named is a dialect that is known by a key and a suffix alone.
type named struct {
	Dialect
	name string
}

func (d named) Name() string       { return d.name }
func (d named) Suffixes() []string { return []string{"." + d.name + ".json"} }
func (d named) Recognises(root *source.Node) Evidence {
	if root.Get(d.name) == nil {
		return Evidence{}
	}
	return Evidence{Shows: d.name}
}

func TestDetect(t *testing.T) {
	t.Parallel()
	all := []Dialect{named{name: "one"}, named{name: "two"}}
	for _, test := range []struct{ file, text, want string }{
		{"x.json", `{"one": 1}`, "one"},
		{"x.json", `{"two": 1}`, "two"},
		{"x.two.json", `{"one": 1}`, "one"}, // what it holds counts more than its name
		{"X.TWO.JSON", `{}`, "two"},
		{"x.two.json", ``, "two"},
		{"x.json", `{}`, ""},
		{"x.json", `[]`, ""},
	} {
		f := source.NewFile(test.file, []byte(test.text))
		source.Parse(f)
		got := ""
		if d := Detect(all, f).Dialect; d != nil {
			got = d.Name()
		}
		if got != test.want {
			t.Errorf("%s with %s is %q, want %q", test.file, test.text, got, test.want)
		}
	}
	if Named(all, "two") == nil || Named(all, "three") != nil {
		t.Error("a dialect is not found by its name, or one is that does not exist")
	}
}
