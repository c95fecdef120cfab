package source

import (
	"strings"
	"testing"
)

func TestPointer(t *testing.T) {
	t.Parallel()
	tests := []struct {
		format Format
		text   string // with the span between « and »
		want   string
	}{
		{JSON, `«{"a": 1}»`, ""},
		{JSON, `{«"a"»: 1}`, "/a"},
		{JSON, `{"a"« »: 1}`, "/a"},
		{JSON, `{"a": «1»}`, "/a"},
		{JSON, `{"a": 1,« »"b": 2}`, ""},
		{JSON, `{"a": 1, "b": {"c": [0, {"d": «2»}]}}`, "/b/c/1/d"},
		{JSON, `{"a": 1, "b": {"c": [0,« »{"d": 2}]}}`, "/b/c"},
		{JSON, `{"a/b": {"~": {"": «1»}}}`, "/a~1b/~0/"},
		{JSON, `[«[]», 1]`, "/0"},
		{JSON, `«1»`, ""},
		{JSON, `{"a": {"b": 1, «"b"»: 2}}`, "/a/b"},
		{YAML, "a: &x {k: «v»}\nb: *x\n", "/a/k"},
		{YAML, "a:\n- &x k\n- *x\n- l: «m»\n", "/a/2/l"},
		{YAML, "a: &x {k: v}\nb:\n  <<: *x\n  «c»: d\n", "/b/c"},
		{YAML, "a: &x {k: v}\nb:\n  <<: *x\n  c: «d»\n", "/b/c"},
		{YAML, "a: {{ x«» }}\n", "/a/{ x }"},
	}
	for _, tt := range tests {
		start := strings.Index(tt.text, "«")
		end := strings.Index(tt.text, "»") - len("«")
		f, _ := parse(tt.format, strings.NewReplacer("«", "", "»", "").Replace(tt.text))
		got := f.Pointer(Span{start, end})
		if got != tt.want {
			t.Errorf("%s: pointer %q, want %q", tt.text, got, tt.want)
		}
		if n := f.Root.Find(got); n == nil {
			t.Errorf("%s: %q leads nowhere", tt.text, got)
		}
	}
	if got := new(File).Pointer(Span{1, 2}); got != "" {
		t.Errorf("pointer %q into a file without a tree", got)
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	f, _ := parse(JSON, `{"a": [1, {"b/c": "x", "~1": "y"}], "": "z", "a0": [], "a": [1, {"b/c": "last", "~1": "y"}]}`)
	tests := map[string]string{"/a/1/b~1c": "last", "/a/1/~01": "y", "/": "z", "/a/0": "1"}
	for pointer, want := range tests {
		if n := f.Root.Find(pointer); n == nil || n.Text != want {
			t.Errorf("Find(%q) = %+v, want %q", pointer, n, want)
		}
	}
	if f.Root.Find("") != f.Root {
		t.Error("the empty pointer does not find the root")
	}
	for _, pointer := range []string{"a", "/b", "/a/2", "/a/-1", "/a/01", "/a/x", "/a/0/x", "/a//", "/a/1/b/c"} {
		if n := f.Root.Find(pointer); n != nil {
			t.Errorf("Find(%q) = %+v, want none", pointer, n)
		}
	}
	if (*Node)(nil).Find("/a") != nil {
		t.Error("something is found in nothing")
	}
}
